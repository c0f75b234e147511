// cudaMemcpy and cudaMemset of plain memory in all their forms; array_copy.cpp has those of arrays. Each is complete
// when its call returns, whichever stream it names, unless something comes before it there that waits for others.
#include "cuda/copy.hpp"

#include <cstring>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "analysis/names.hpp"
#include "analysis/stream_order.hpp"
#include "base/counted.hpp"
#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/refusals.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::CopyKind;
using runtime::Extent;
using runtime::Region;
using runtime::Status;

namespace warpglass::cuda {

Status copy_kind_of(cudaMemcpyKind kind, CopyKind& ours) {
  switch (kind) {
    case cudaMemcpyHostToHost: ours = CopyKind::host_to_host; return Status::ok;
    case cudaMemcpyHostToDevice: ours = CopyKind::host_to_device; return Status::ok;
    case cudaMemcpyDeviceToHost: ours = CopyKind::device_to_host; return Status::ok;
    case cudaMemcpyDeviceToDevice: ours = CopyKind::device_to_device; return Status::ok;
    case cudaMemcpyDefault: ours = CopyKind::by_address; return Status::ok;
  }
  return Status::invalid_copy_kind;
}

Region region_of(const cudaPitchedPtr& pointer, const cudaPos& at) {
  const std::uint64_t rows = pointer.ysize != 0 ? pointer.ysize : 1;
  return {.base = address_of(pointer.ptr) + (at.z * rows + at.y) * pointer.pitch + at.x,
          .pitch = pointer.pitch,
          .rows_per_slice = rows};
}

bool are_devices(int one, int other) noexcept {
  note_any_runtime_call();
  const Process& process = Process::get();
  return process.has_device(one) && process.has_device(other);
}

Status enter_at_once(Process& process, const Queue& queue, sim::StreamAction what) {
  std::uint64_t id = 0;
  const Status status = process.find_stream(queue.stream, id);
  if (status == Status::ok) process.device().tell({.what = what, .stream = id, .blocking = queue.waits});
  return status;
}

Status enter(Process& process, const Queue& queue, sim::StreamAction what) {
  std::uint64_t id = 0;
  if (const Status status = process.find_stream(queue.stream, id); status != Status::ok) return status;
  process.pending().wait_ahead_of(id);
  if (const Status fault = process.device_of(id).sticky(); fault != Status::ok) return fault;
  return enter_at_once(process, queue, what);
}

namespace {

/// Work on memory whose place in its stream has not come yet. \param work  (Process&, const Queue&) -> Status
template <class Work>
void do_later(Process& process, const Queue& queue, std::uint64_t stream, const char* name, const Work& work) {
  // It is the stream that waits, not the host.
  const Queue behind(queue.stream);
  process.pending().add(queue.stream, stream, name,
                        [behind, work] { return operate([&](Process& later) { return work(later, behind); }); });
}

Region staged(const std::shared_ptr<std::vector<std::byte>>& bytes, const Region& from, const Extent& extent) {
  bytes->resize(extent.width * extent.height * extent.depth);
  std::byte* next = bytes->data();
  for (std::uint64_t z = 0; z < extent.depth; ++z) {
    for (std::uint64_t y = 0; y < extent.height; ++y, next += extent.width)
      std::memcpy(next, sim::Memory::host(from.base + (z * from.rows_per_slice + y) * from.pitch), extent.width);
  }
  return {.base = address_of(bytes->data()), .pitch = extent.width, .rows_per_slice = extent.height};
}

/// Whether a copy is kept for later. CUDA Runtime API, "API synchronization behavior": from pageable memory it is read
/// at once; to pageable memory, and in a call that waits between host and device, the host waits.
bool is_put_off(Process& process, const Queue& queue, const Region& to, const Region& from, const Extent& extent,
                CopyKind kind) {
  std::uint64_t id = 0;
  if (Task::current() != nullptr || !process.pending().any() || process.find_stream(queue.stream, id) != Status::ok ||
      !process.pending().is_ahead_of(id))
    return false;
  const sim::Memory& memory = process.device().memory();
  const auto target = memory.find(to.base), source = memory.find(from.base);
  const auto is_device = [](const auto& side) { return side && side->kind == sim::AllocationKind::device; };
  if (!target || (queue.waits && !(is_device(target) && is_device(source)))) return false;
  if (!runtime::refusal_of_copy(memory, to, from, extent, kind).why.empty()) return false;
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return false;
  const auto bytes = std::make_shared<std::vector<std::byte>>();
  const Region origin = source ? from : staged(bytes, from, extent);
  do_later(process, queue, id, "a copy", [bytes, to, origin, extent, kind](Process& later, const Queue& behind) {
    return copy_in_stream(later, behind, to, origin, extent, kind);
  });
  return true;
}

bool is_put_off(Process& process, const Queue& queue, const Region& region, const Extent& extent, std::uint32_t value,
                std::uint32_t value_bytes) {
  std::uint64_t id = 0;
  if (Task::current() != nullptr || !process.pending().any() || process.find_stream(queue.stream, id) != Status::ok ||
      !process.pending().is_ahead_of(id))
    return false;
  const sim::Memory& memory = process.device().memory();
  const auto target = memory.find(region.base);
  if (!target || (queue.waits && target->kind != sim::AllocationKind::device)) return false;
  if (!runtime::refusal_of_fill(memory, region, extent).why.empty()) return false;
  do_later(process, queue, id, "a fill", [region, extent, value, value_bytes](Process& later, const Queue& behind) {
    return fill_in_stream(later, behind, region, extent, value, value_bytes);
  });
  return true;
}

}  // namespace

Status copy_in_stream(Process& process, const Queue& queue, const Region& to, const Region& from, const Extent& extent,
                      CopyKind kind) {
  if (is_put_off(process, queue, to, from, extent, kind)) return Status::ok;
  if (const Status status = enter(process, queue); status != Status::ok) return status;
  return copy_or_explain(process, to, from, extent, kind);
}

Status fill_in_stream(Process& process, const Queue& queue, const Region& region, const Extent& extent,
                      std::uint32_t value, std::uint32_t value_bytes) {
  if (is_put_off(process, queue, region, extent, value, value_bytes)) return Status::ok;
  if (const Status status = enter(process, queue); status != Status::ok) return status;
  return fill_or_explain(process, region, extent, value, value_bytes);
}

cudaError_t fill_rows(const Region& region, const Extent& extent, std::uint32_t value, std::uint32_t value_bytes,
                      const Queue& queue) {
  const auto captured = capture(queue.stream, [&](Process&, Work& work) {
    work = FillWork{.region = region, .extent = extent, .value = value, .value_bytes = value_bytes};
    return Status::ok;
  });
  if (captured) return *captured;
  return operate([&](Process& process) { return fill_in_stream(process, queue, region, extent, value, value_bytes); });
}

}  // namespace warpglass::cuda

namespace {

using analysis::grouped;
using analysis::kStagedAtOnce;

// Memory that a copy engine cannot read by itself makes the caller wait, unless it is little that goes to the device.
void note_pageable(Process& process, const Region& to, const Region& from, const Extent& extent, const Queue& queue) {
  HostChecks* const checks = process.session().checks();
  if (queue.waits || checks == nullptr) return;
  const sim::Memory& memory = process.device().memory();
  const bool to_device = memory.find(to.base).has_value(), from_device = memory.find(from.base).has_value();
  const std::uint64_t bytes = extent.width * extent.height * extent.depth;
  if (to_device == from_device || (to_device && bytes <= kStagedAtOnce)) return;
  checks->found(
      {.rule = "pageable-copy",
       .message = fmt::format("the call waits for the copy: its {} is memory that is not pinned",
                              to_device ? "source" : "destination"),
       .notes = {"cudaMallocHost() gives pinned memory, cudaHostRegister() pins what there is"},
       .detail = fmt::format("{} at {:#x}", counted(grouped(bytes), "byte"), to_device ? from.base : to.base)},
      call_place());
}

// Copies rows.
cudaError_t copy_rows(const Region& to, const Region& from, const Extent& extent, cudaMemcpyKind kind,
                      const Queue& queue = {}) {
  const auto captured = capture(queue.stream, [&](Process&, Work& work) {
    work = copy_work(to, from, extent, kind);
    return Status::ok;
  });
  if (captured) return *captured;
  return operate([&](Process& process) {
    CopyKind ours{};
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(queue.stream, id); status != Status::ok) return status;
    if (const Status status = copy_kind_of(kind, ours); status != Status::ok) return status;
    const Status status = copy_in_stream(process, queue, to, from, extent, ours);
    if (status == Status::ok) note_pageable(process, to, from, extent, queue);
    return status;
  });
}

cudaError_t copy_bytes(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, const Queue& queue = {}) {
  return copy_rows({.base = address_of(to), .pitch = bytes}, {.base = address_of(from), .pitch = bytes},
                   {.width = bytes}, kind, queue);
}

cudaError_t copy_2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                    cudaMemcpyKind kind, const Queue& queue = {}) {
  for (const size_t pitch : {dpitch, spitch}) {
    const cudaError_t error = answer_to_pitch(pitch, width, height);
    if (error != cudaSuccess) return answer(error);
  }
  return copy_rows({.base = address_of(dst), .pitch = dpitch}, {.base = address_of(src), .pitch = spitch},
                   {.width = width, .height = height}, kind, queue);
}

cudaError_t fill_rows(const Region& region, const Extent& extent, int value, const Queue& queue = {}) {
  return warpglass::cuda::fill_rows(region, extent, static_cast<std::uint32_t>(value), 1, queue);
}

cudaError_t fill_3d(const cudaPitchedPtr& pointer, int value, const cudaExtent& extent, const Queue& queue) {
  return fill_rows(region_of(pointer, {}), {.width = extent.width, .height = extent.height, .depth = extent.depth},
                   value, queue);
}

// A copy between host memory and a piece of a device variable.
cudaError_t copy_symbol(const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind, void* to,
                        const void* from, const Queue& queue) {
  const auto captured = capture(queue.stream, [&](Process& process, Work& work) {
    const runtime::DeviceVariable* variable = nullptr;
    if (const Status status = process.find_variable(symbol, variable); status != Status::ok) return status;
    if (offset > variable->bytes || count > variable->bytes - offset) return Status::invalid_value;
    const Region at{.base = variable->address + offset, .pitch = count};
    const Region other{.base = to == nullptr ? address_of(from) : address_of(to), .pitch = count};
    work = copy_work(to == nullptr ? at : other, to == nullptr ? other : at, {.width = count}, kind);
    return Status::ok;
  });
  if (captured) return *captured;
  return operate([&](Process& process) {
    CopyKind ours{};
    const runtime::DeviceVariable* variable = nullptr;
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(queue.stream, id); status != Status::ok) return status;
    if (const Status status = copy_kind_of(kind, ours); status != Status::ok) return status;
    if (const Status status = process.find_variable(symbol, variable); status != Status::ok) return status;
    if (ours == CopyKind::host_to_host) return Status::invalid_copy_kind;
    if (ours == (to == nullptr ? CopyKind::device_to_host : CopyKind::host_to_device)) return Status::invalid_copy_kind;
    if (offset > variable->bytes || count > variable->bytes - offset) return Status::invalid_value;
    const std::uint64_t in_variable = variable->address + offset;
    const Region target{.base = to == nullptr ? in_variable : address_of(to), .pitch = count};
    const Region source{.base = to == nullptr ? address_of(from) : in_variable, .pitch = count};
    return copy_in_stream(process, queue, target, source, {.width = count}, ours);
  });
}

}  // namespace

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return copy_bytes(dst, src, count, kind);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy, cudaMemcpy_ptds)

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_bytes(dst, src, count, kind, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyAsync, cudaMemcpyAsync_ptsz)

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  if (!are_devices(dstDevice, srcDevice)) return answer(cudaErrorInvalidDevice);
  return copy_bytes(dst, src, count, cudaMemcpyDefault);
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                cudaStream_t stream) {
  if (!are_devices(dstDevice, srcDevice)) return answer(cudaErrorInvalidDevice);
  return copy_bytes(dst, src, count, cudaMemcpyDefault, stream);
}

cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const size_t* sizes, size_t count,
                                 cudaMemcpyAttributes*, size_t*, size_t, cudaStream_t stream) {
  if (dsts == nullptr || srcs == nullptr || sizes == nullptr) return answer(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    const cudaError_t error = copy_bytes(dsts[i], srcs[i], sizes[i], cudaMemcpyDefault, stream);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyBatchAsync, cudaMemcpyBatchAsync_ptsz)

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return copy_2d(dst, dpitch, src, spitch, width, height, kind);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy2D, cudaMemcpy2D_ptds)

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_2d(dst, dpitch, src, spitch, width, height, kind, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz)

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return fill_rows({.base = address_of(devPtr)}, {.width = count}, value);
}
WARPGLASS_IN_OWN_STREAM(cudaMemset, cudaMemset_ptds)

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return fill_rows({.base = address_of(devPtr)}, {.width = count}, value, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemsetAsync, cudaMemsetAsync_ptsz)

cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return fill_rows({.base = address_of(devPtr), .pitch = pitch}, {.width = width, .height = height}, value);
}
WARPGLASS_IN_OWN_STREAM(cudaMemset2D, cudaMemset2D_ptds)

cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return fill_rows({.base = address_of(devPtr), .pitch = pitch}, {.width = width, .height = height}, value, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemset2DAsync, cudaMemset2DAsync_ptsz)

cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
  return fill_3d(pitchedDevPtr, value, extent, {});
}
WARPGLASS_IN_OWN_STREAM(cudaMemset3D, cudaMemset3D_ptds)

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) {
  return fill_3d(pitchedDevPtr, value, extent, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemset3DAsync, cudaMemset3DAsync_ptsz)

// ---- Symbols ----

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) {
  return copy_symbol(symbol, count, offset, kind, nullptr, src, {});
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds)

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol(symbol, count, offset, kind, nullptr, src, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz)

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) {
  if (dst == nullptr) return answer(cudaErrorInvalidValue);
  return copy_symbol(symbol, count, offset, kind, dst, nullptr, {});
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds)

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  if (dst == nullptr) return answer(cudaErrorInvalidValue);
  return copy_symbol(symbol, count, offset, kind, dst, nullptr, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz)

cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  return operate([&](Process& process) {
    if (devPtr == nullptr) return Status::invalid_value;
    const runtime::DeviceVariable* variable = nullptr;
    const Status status = process.find_variable(symbol, variable);
    if (status == Status::ok) *devPtr = sim::Memory::host(variable->address);
    return status;
  });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  return operate([&](Process& process) {
    if (size == nullptr) return Status::invalid_value;
    const runtime::DeviceVariable* variable = nullptr;
    const Status status = process.find_variable(symbol, variable);
    if (status == Status::ok) *size = variable->bytes;
    return status;
  });
}
