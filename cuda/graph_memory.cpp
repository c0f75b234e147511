#include "cuda/graph_memory.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/graph.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

// How often nodes of the graph itself free an address.
std::ptrdiff_t count_frees(const Graph& graph, std::uint64_t address) {
  return std::ranges::count_if(graph.nodes, [&](const auto& node) {
    const auto* work = std::get_if<FreeWork>(&node->work);
    return work != nullptr && work->address == address;
  });
}

bool allocates_at(const Graph& graph, std::uint64_t address) {
  return std::ranges::any_of(graph.nodes, [&](const auto& node) {
    const auto* work = std::get_if<AllocateWork>(&node->work);
    return work != nullptr && work->addresses->begin() == address;
  });
}

// Counts what the graph's nodes have at a time, as they follow each other.
struct MemoryCount {
  const GraphMemoryUse& memory;
  std::map<std::uint64_t, std::uint64_t> live{};  // bytes by beginning
  std::uint64_t bytes = 0, most = 0;

  void count(const Graph& graph) {
    for (const Node* node : in_order(graph)) {
      if (const auto* work = std::get_if<AllocateWork>(&node->work)) allocate(*work->addresses);
      if (const auto* work = std::get_if<FreeWork>(&node->work)) free(work->address);
      for (const std::shared_ptr<Graph>& within : graphs_within(node->work)) count(*within);
    }
  }
  void allocate(const GraphAddresses& addresses) {
    if (memory.live.contains(addresses.begin()) || !live.emplace(addresses.begin(), addresses.bytes()).second) return;
    bytes += addresses.bytes();
    most = std::max(most, bytes);
  }
  void free(std::uint64_t address) {
    const auto found = live.find(address);
    if (found == live.end()) return;
    bytes -= found->second;
    live.erase(found);
  }
};

// Addresses that earlier nodes of the graph have got and freed by the time that a new one runs.
std::shared_ptr<GraphAddresses> reusable(const Graph& graph, const std::vector<Edge>& after, std::size_t bytes) {
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    const auto* work = std::get_if<AllocateWork>(&node->work);
    if (work == nullptr || work->addresses->bytes() != bytes || work->addresses->unfreed != 0) continue;
    const bool all_done = std::ranges::all_of(graph.nodes, [&](const auto& other) {
      const auto* frees = std::get_if<FreeWork>(&other->work);
      return frees == nullptr || frees->address != work->addresses->begin() || comes_before(other.get(), after);
    });
    if (all_done) return work->addresses;
  }
  return nullptr;
}

cudaError_t check(const Process& process, const GraphAllocation& wanted) {
  if (wanted.bytes == 0 || wanted.pool.allocType != cudaMemAllocationTypePinned) return cudaErrorInvalidValue;
  if (wanted.pool.location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
  if (!process.has_device(wanted.pool.location.id)) return cudaErrorInvalidValue;
  if (wanted.pool.handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
  for (const cudaMemAccessDesc& access : wanted.access) {
    if (access.location.type != cudaMemLocationTypeDevice || !process.has_device(access.location.id))
      return cudaErrorInvalidDevice;
    if (access.flags != cudaMemAccessFlagsProtReadWrite) return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

void give_params(const AllocateWork& work, cudaMemAllocNodeParams& params) {
  params = {.poolProps = work.pool,
            .accessDescs = work.access.data(),
            .accessDescCount = work.access.size(),
            .bytesize = work.addresses->bytes(),
            .dptr = reinterpret_cast<void*>(work.addresses->begin())};
}

template <class Answer>
cudaError_t with_attribute(int device, cudaGraphMemAttributeType attribute, const void* value, Answer&& answer) {
  return operate([&](Process& process) -> cudaError_t {
    if (!process.has_device(device)) return cudaErrorInvalidDevice;
    if (value == nullptr) return cudaErrorInvalidValue;
    GraphMemoryUse& memory = process.device_at(device).graph_memory;
    const std::lock_guard lock(memory.mutex);
    switch (attribute) {
      case cudaGraphMemAttrUsedMemCurrent: return answer(memory.kept_bytes, false);
      case cudaGraphMemAttrUsedMemHigh: return answer(memory.used_high, true);
      case cudaGraphMemAttrReservedMemCurrent: return answer(memory.kept_bytes, false);
      case cudaGraphMemAttrReservedMemHigh: return answer(memory.reserved_high, true);
    }
    return cudaErrorInvalidValue;
  });
}

}  // namespace

namespace warpglass::cuda {

GraphAddresses::GraphAddresses(OwnedDevice& owned, std::size_t bytes)
    : owned_(owned), begin_(owned_.device.reserve(bytes)), bytes_(bytes) {
  const std::lock_guard lock(owned_.graph_memory.mutex);
  if (begin_ != 0) owned_.graph_memory.kept[begin_] = this;
}

GraphAddresses::~GraphAddresses() {
  if (begin_ == 0) return;
  {
    const std::lock_guard lock(owned_.graph_memory.mutex);
    owned_.graph_memory.kept.erase(begin_);
  }
  owned_.device.give_up(begin_);
}

cudaError_t make_allocation(Process& process, Graph& graph, const std::vector<Edge>& after,
                            const GraphAllocation& wanted, Work& work) {
  if (const cudaError_t error = check(process, wanted); error != cudaSuccess) return error;
  OwnedDevice& owned = process.device_at(wanted.pool.location.id);
  if (wanted.bytes > owned.device.memory().capacity()) return cudaErrorMemoryAllocation;
  AllocateWork made{.addresses = nullptr,
                    .label = process.label_of(std::string(wanted.call).c_str()),
                    .pool = wanted.pool,
                    .access = {wanted.access.begin(), wanted.access.end()}};
  // Whoever uses what was freed is found out where its addresses are nobody else's.
  if (!owned.device.memory().delays_reuse()) made.addresses = reusable(graph, after, wanted.bytes);
  if (!made.addresses) made.addresses = std::make_shared<GraphAddresses>(owned, wanted.bytes);
  if (made.addresses->begin() == 0) return cudaErrorMemoryAllocation;
  ++made.addresses->unfreed;
  work = std::move(made);
  return cudaSuccess;
}

cudaError_t add_memory_node(const Where& where, std::string_view call, cudaMemAllocNodeParams* parameters) {
  return add_node(
      where, [&](Process& process, Graph& graph, const std::vector<Edge>& after, Work& work) -> cudaError_t {
        if (parameters == nullptr || (parameters->accessDescs == nullptr && parameters->accessDescCount != 0))
          return cudaErrorInvalidValue;
        const GraphAllocation wanted{.call = call,
                                     .bytes = parameters->bytesize,
                                     .pool = parameters->poolProps,
                                     .access = {parameters->accessDescs, parameters->accessDescCount}};
        const cudaError_t error = make_allocation(process, graph, after, wanted, work);
        if (error == cudaSuccess)
          parameters->dptr = reinterpret_cast<void*>(std::get<AllocateWork>(work).addresses->begin());
        return error;
      });
}

cudaError_t add_free_node(const Where& where, const void* pointer) {
  return add_node(where, [&](Process& process, const Graph& graph, const std::vector<Edge>&, Work& work) {
    return make_free(process, graph, address_of(pointer), work);
  });
}

cudaError_t make_free(Process& process, const Graph& graph, std::uint64_t address, Work& work) {
  GraphMemoryUse& memory = process.current().graph_memory;
  const std::lock_guard lock(memory.mutex);
  const auto kept = memory.kept.find(address);
  if (kept == memory.kept.end()) {
    // Memory may outlive its graph.
    if (!memory.live.contains(address) || count_frees(graph, address) != 0) return cudaErrorInvalidValue;
  } else {
    GraphAddresses& addresses = *kept->second;
    const bool own = allocates_at(graph, address);
    if (addresses.unfreed == 0 || (own && addresses.freed_elsewhere)) return cudaErrorInvalidValue;
    if (!own && count_frees(graph, address) != 0) return cudaErrorInvalidValue;
    if (own)
      --addresses.unfreed;
    else
      addresses.freed_elsewhere = true;
  }
  work = FreeWork{.address = address};
  return cudaSuccess;
}

std::optional<cudaError_t> capture_allocation(cudaStream_t stream, const GraphAllocation& wanted, void** pointer) {
  if (pointer != nullptr && wanted.bytes == 0) {
    const auto captured = capture_nothing(stream);
    if (captured == cudaSuccess) *pointer = nullptr;
    return captured;
  }
  return capture_at(stream,
                    [&](Process& process, Graph& graph, const std::vector<Edge>& after, Work& work) -> cudaError_t {
                      if (pointer == nullptr) return cudaErrorInvalidValue;
                      const cudaError_t error = make_allocation(process, graph, after, wanted, work);
                      if (error == cudaSuccess)
                        *pointer = reinterpret_cast<void*>(std::get<AllocateWork>(work).addresses->begin());
                      return error;
                    });
}

std::optional<cudaError_t> capture_free(cudaStream_t stream, const void* pointer) {
  if (pointer == nullptr) return capture_nothing(stream);
  return capture_at(stream, [&](Process& process, const Graph& graph, const std::vector<Edge>&, Work& work) {
    return make_free(process, graph, address_of(pointer), work);
  });
}

cudaError_t perform(const AllocateWork& work, cudaStream_t stream) {
  return operate([&](Process& process) {
    const GraphAddresses& addresses = *work.addresses;
    if (const Status status = enter(process, stream, sim::StreamAction::allocate); status != Status::ok) return status;
    OwnedDevice& owned = addresses.owned();
    const Status status = owned.device.allocate_at(addresses.begin(), addresses.bytes(), work.label);
    if (status != Status::ok) return status;
    owned.graph_memory.note_allocated(addresses.begin(), addresses.bytes());
    return status;
  });
}

cudaError_t perform(const FreeWork& work, cudaStream_t stream) {
  return cudaFreeAsync(reinterpret_cast<void*>(work.address), stream);
}

void reserve_memory(Process& process, const Graph& graph) {
  GraphMemoryUse& memory = process.current().graph_memory;
  const std::lock_guard lock(memory.mutex);
  MemoryCount count{.memory = memory};
  count.count(graph);
  memory.keep(memory.live_bytes + count.most);
}

std::optional<sim::Allocation> unfreed_memory(Process& process, const Graph& graph, bool free_it) {
  std::optional<sim::Allocation> unfreed;
  for_each_node(graph, [&](const Node& node) {
    const auto* work = std::get_if<AllocateWork>(&node.work);
    if (work == nullptr) return;
    const std::uint64_t address = work->addresses->begin();
    const auto allocation = process.device().memory().find(address);
    if (!allocation || allocation->begin != address) return;
    OwnedDevice& owned = work->addresses->owned();
    if (free_it && owned.device.release(address, sim::AllocationKind::device) == Status::ok) {
      owned.graph_memory.note_freed(address);
    } else {
      unfreed = allocation;
    }
  });
  return unfreed;
}

}  // namespace warpglass::cuda

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     cudaMemAllocNodeParams* nodeParams) {
  return add_memory_node({pGraphNode, graph, pDependencies, numDependencies}, "cudaGraphAddMemAllocNode", nodeParams);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params_out) {
  return query([&](Process&) {
    const Node* found = find(node);
    const AllocateWork* work = found == nullptr ? nullptr : std::get_if<AllocateWork>(&found->work);
    if (work == nullptr || params_out == nullptr) return cudaErrorInvalidValue;
    give_params(*work, *params_out);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dptr) {
  return add_free_node({pGraphNode, graph, pDependencies, numDependencies}, dptr);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) {
  return query([&](Process&) {
    const Node* found = find(node);
    const FreeWork* work = found == nullptr ? nullptr : std::get_if<FreeWork>(&found->work);
    if (work == nullptr || dptr_out == nullptr) return cudaErrorInvalidValue;
    *static_cast<std::uint64_t*>(dptr_out) = work->address;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return operate([&](Process& process) {
    if (!process.has_device(device)) return cudaErrorInvalidDevice;
    GraphMemoryUse& memory = process.device_at(device).graph_memory;
    const std::lock_guard lock(memory.mutex);
    memory.kept_bytes = GraphMemoryUse::in_pieces(memory.live_bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
  return with_attribute(device, attr, value, [&](std::uint64_t bytes, bool) {
    *static_cast<std::uint64_t*>(value) = bytes;
    return cudaSuccess;
  });
}

// The marks of how high it went can be set back.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) {
  return with_attribute(device, attr, value, [&](std::uint64_t& bytes, bool is_mark) {
    if (!is_mark || *static_cast<const std::uint64_t*>(value) != 0) return cudaErrorInvalidValue;
    bytes = 0;
    return cudaSuccess;
  });
}
