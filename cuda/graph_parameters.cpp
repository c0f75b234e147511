#include "cuda/graph_parameters.hpp"

#include <cstddef>
#include <utility>

#include "cuda/copy.hpp"
#include "cuda/launch.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

// The runtime API has no name for it.
constexpr auto kNodeOfWords = static_cast<cudaGraphNodeType>(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);

}  // namespace

Status work_of(Process& process, const cudaKernelNodeParams& p, Work& work) {
  if (p.extra != nullptr) return Status::not_supported;
  return kernel_work(
      process, p.func,
      {.grid = extent_of(p.gridDim), .block = extent_of(p.blockDim), .dynamic_shared_bytes = p.sharedMemBytes},
      p.kernelParams, work);
}

Status work_of(Process&, const cudaMemcpy3DParms& p, Work& work) {
  work = CopyWork{.parameters = p};
  return Status::ok;
}

Status work_of(Process&, const cudaMemsetParams& p, Work& work) {
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return Status::invalid_value;
  work = FillWork{.region = {.base = address_of(p.dst), .pitch = p.pitch},
                  .extent = {.width = p.width * p.elementSize, .height = p.height},
                  .value = p.value,
                  .value_bytes = p.elementSize};
  return Status::ok;
}

Status work_of(Process&, const cudaHostNodeParams& p, Work& work) {
  if (p.fn == nullptr) return Status::invalid_value;
  work = HostWork{.parameters = p};
  return Status::ok;
}

Status work_of(Process& process, const EventParameters& p, Work& work) {
  if (process.find_event(p.event) == nullptr) return Status::invalid_value;
  work = EventWork{.event = p.event, .records = p.records};
  return Status::ok;
}

Status work_of(Process&, const cudaGraph_t& child, Work& work) {
  const Graph* graph = find(child);
  if (graph == nullptr) return Status::invalid_value;
  if (has_memory_nodes(*graph)) return Status::not_supported;  // what allocates is not copied
  work = ChildWork{.graph = copy_of(*graph)};
  return Status::ok;
}

Status work_of(Process&, const EmptyWork& p, Work& work) {
  work = p;
  return Status::ok;
}

Status work_of(Process& process, const SymbolCopy& p, Work& work) {
  const runtime::DeviceVariable* variable = nullptr;
  if (const Status status = process.find_variable(p.symbol, variable); status != Status::ok) return status;
  if (p.offset > variable->bytes || p.count > variable->bytes - p.offset) return Status::invalid_value;
  const runtime::Region at{.base = variable->address + p.offset, .pitch = p.count};
  const runtime::Region other{.base = address_of(p.other), .pitch = p.count};
  work = copy_work(p.to_symbol ? at : other, p.to_symbol ? other : at, {.width = p.count}, p.kind);
  return Status::ok;
}

Status work_of(Process&, const BytesCopy& p, Work& work) {
  work = copy_work({.base = address_of(p.to), .pitch = p.count}, {.base = address_of(p.from), .pitch = p.count},
                   {.width = p.count}, p.kind);
  return Status::ok;
}

Status work_of(Process&, const WordsParameters& p, Work& work) {
  if (!are_sound(p)) return Status::invalid_value;
  work = work_of(p);
  return Status::ok;
}

cudaGraphNodeType type_of(const Work& work) {
  return std::visit(
      Overloaded{
          [](const EmptyWork&) { return cudaGraphNodeTypeEmpty; },
          [](const KernelWork&) { return cudaGraphNodeTypeKernel; },
          [](const CopyWork&) { return cudaGraphNodeTypeMemcpy; },
          [](const FillWork&) { return cudaGraphNodeTypeMemset; },
          [](const HostWork&) { return cudaGraphNodeTypeHost; },
          [](const ChildWork&) { return cudaGraphNodeTypeGraph; },
          [](const EventWork& w) { return w.records ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent; },
          [](const AllocateWork&) { return cudaGraphNodeTypeMemAlloc; },
          [](const FreeWork&) { return cudaGraphNodeTypeMemFree; },
          [](const ConditionalWork&) { return cudaGraphNodeTypeConditional; },
          [](const WordsWork&) { return kNodeOfWords; }, [](const LibraryWork&) { return cudaGraphNodeTypeHost; }},
      work);
}

void** arguments_of(KernelWork& work) {
  work.places.clear();
  for (std::vector<std::byte>& value : work.values) work.places.push_back(value.data());
  return work.places.data();
}

Status kernel_work(Process& process, const void* function, const runtime::LaunchShape& shape,
                   const void* const* arguments, Work& work) {
  runtime::Kernel* kernel = nullptr;
  if (const Status status = process.find_prepared_kernel(function, kernel); status != Status::ok) return status;
  KernelWork made{.function = function, .shape = shape, .device = process.device().number(), .values = {}};
  for (std::size_t i = 0; i < kernel->program->param_sizes.size(); ++i) {
    if (arguments == nullptr || arguments[i] == nullptr) return Status::invalid_value;
    const auto* bytes = static_cast<const std::byte*>(arguments[i]);
    made.values.emplace_back(bytes, bytes + kernel->program->param_sizes[i]);
  }
  work = std::move(made);
  return Status::ok;
}

Work copy_work(const runtime::Region& to, const runtime::Region& from, const runtime::Extent& extent,
               cudaMemcpyKind kind) {
  const auto pitched = [&](const runtime::Region& region) {
    return cudaPitchedPtr{.ptr = reinterpret_cast<void*>(region.base),
                          .pitch = region.pitch,
                          .xsize = extent.width,
                          .ysize = region.rows_per_slice};
  };
  CopyWork work;
  work.parameters.dstPtr = pitched(to);
  work.parameters.srcPtr = pitched(from);
  work.parameters.extent = {.width = extent.width, .height = extent.height, .depth = extent.depth};
  work.parameters.kind = kind;
  return work;
}

bool may_be_conditional(const Work& work) {
  return std::holds_alternative<EmptyWork>(work) || std::holds_alternative<KernelWork>(work) ||
         std::holds_alternative<CopyWork>(work) || std::holds_alternative<FillWork>(work) ||
         std::holds_alternative<ChildWork>(work) || std::holds_alternative<ConditionalWork>(work);
}

}  // namespace warpglass::cuda
