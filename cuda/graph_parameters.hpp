// What each kind of parameters makes of a node, and how nodes are added and changed with it.
#pragma once

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "cuda/call.hpp"
#include "cuda/graph.hpp"
#include "cuda/stream_words.hpp"

namespace warpglass::cuda {

struct EventParameters {
  cudaEvent_t event;
  bool records;
};
struct SymbolCopy {
  const void* symbol;
  void* other;
  std::size_t count, offset;
  cudaMemcpyKind kind;
  bool to_symbol;
};
struct BytesCopy {
  void* to;
  const void* from;
  std::size_t count;
  cudaMemcpyKind kind;
};

[[nodiscard]] runtime::Status work_of(Process& process, const cudaKernelNodeParams& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const cudaMemcpy3DParms& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const cudaMemsetParams& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const cudaHostNodeParams& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const EventParameters& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const cudaGraph_t& child, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const EmptyWork& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const SymbolCopy& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const BytesCopy& p, Work& work);
[[nodiscard]] runtime::Status work_of(Process& process, const WordsParameters& p, Work& work);

template <class Parameters>
cudaError_t add(const Where& where, const Parameters* parameters) {
  return add_node(where, [&](Process& process, Graph&, const std::vector<Edge>&, Work& work) {
    return parameters == nullptr ? cudaErrorInvalidValue : error_of(work_of(process, *parameters, work));
  });
}

template <class Parameters>
cudaError_t change(Process& process, Node* node, const Parameters* parameters, bool executable) {
  if (node == nullptr || parameters == nullptr) return cudaErrorInvalidValue;
  Work work;
  if (const runtime::Status status = work_of(process, *parameters, work); status != runtime::Status::ok)
    return error_of(status);
  if (type_of(work) != type_of(node->work)) return cudaErrorInvalidValue;
  if (auto* kernel = std::get_if<KernelWork>(&work)) {
    // Attributes stay.
    const KernelWork& before = std::get<KernelWork>(node->work);
    kernel->attributes = before.attributes;
    kernel->shape.cooperative = before.shape.cooperative;
    kernel->shape.cluster = before.shape.cluster;
    kernel->changeable = before.changeable;
    if (executable && kernel->changeable != nullptr) kernel->changeable->uploaded = false;
  }
  if (executable && update_of(node->work, work) != cudaGraphExecUpdateSuccess) return cudaErrorInvalidValue;
  node->work = std::move(work);
  return cudaSuccess;
}

template <class Parameters>
cudaError_t set(cudaGraphNode_t node, const Parameters* parameters) {
  return query([&](Process& process) { return change(process, find(node), parameters, false); });
}

template <class Parameters>
cudaError_t set(cudaGraphExec_t executable, cudaGraphNode_t node, const Parameters* parameters) {
  return query([&](Process& process) {
    const Executable* found = find(executable);
    if (found == nullptr) return cudaErrorInvalidValue;
    return change(process, find_copy(*found, node), parameters, true);
  });
}

}  // namespace warpglass::cuda
