// Words of device memory that streams write, and wait for (CUDA Driver API, "Stream memory operations"), one by one, in
// batches, and as nodes of graphs.
#pragma once

#include <warpglass/driver_types.h>

#include <span>

#include "cuda/api.hpp"
#include "cuda/graph_work.hpp"

namespace warpglass::cuda {

/// The operations of one call, or of a node.
struct WordsParameters {
  std::span<const CUstreamBatchMemOpParams> operations;
  CUcontext context = nullptr;
};

/// Whether there are such operations, wherever they point.
[[nodiscard]] bool are_sound(const WordsParameters& words);

/// What a node keeps of sound ones.
[[nodiscard]] WordsWork work_of(const WordsParameters& words);

/// Does them one after the other in the stream; where that is captured they become a node.
cudaError_t do_words(cudaStream_t stream, const WordsParameters& words);

/// Does a node's.
cudaError_t perform(const WordsWork& work, cudaStream_t stream);

/// Whether a node of an executable may be given the others: kinds and number stay (cuGraphExecBatchMemOpNodeSetParams).
[[nodiscard]] bool may_become(const WordsWork& ours, const WordsWork& theirs);

}  // namespace warpglass::cuda
