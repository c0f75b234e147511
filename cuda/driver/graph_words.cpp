// Nodes that write words of memory and wait for them.
#include "cuda/driver/call.hpp"
#include "cuda/graph_parameters.hpp"
#include "cuda/stream_words.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

// Does something with what a node is given.
template <class Work>
CUresult with_words(const CUDA_BATCH_MEM_OP_NODE_PARAMS* p, Work&& work) {
  return driver_call([&] {
    if (p == nullptr || p->paramArray == nullptr || p->flags != 0) return cudaErrorInvalidValue;
    return work(WordsParameters{.operations = {p->paramArray, p->count}, .context = p->ctx});
  });
}

}  // namespace

CUresult cuGraphAddBatchMemOpNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                  size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
  return with_words(nodeParams, [&](const WordsParameters& words) {
    return add({phGraphNode, hGraph, dependencies, numDependencies}, &words);
  });
}
CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams_out) {
  return driver_call([&] {
    return query([&](Process&) {
      Node* node = find(hNode);
      auto* work = node == nullptr ? nullptr : std::get_if<WordsWork>(&node->work);
      if (work == nullptr || nodeParams_out == nullptr) return cudaErrorInvalidValue;
      *nodeParams_out = {work->context, static_cast<unsigned>(work->operations.size()), work->operations.data(), 0};
      return cudaSuccess;
    });
  });
}
CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
  return with_words(nodeParams, [&](const WordsParameters& words) { return set(hNode, &words); });
}
CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
  return with_words(nodeParams, [&](const WordsParameters& words) { return set(hGraphExec, hNode, &words); });
}
