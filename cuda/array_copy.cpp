// Copies to and from arrays, and cudaMemcpy3D, whose ends may be arrays. Offsets and widths of the two-dimensional
// forms count bytes; where cudaMemcpy3D names an array, x and the width count its elements.
#include <algorithm>

#include "cuda/arrays.hpp"
#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/refusals.hpp"
#include "runtime/copy.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::CopyKind;
using runtime::Extent;
using runtime::Region;
using runtime::Status;

namespace {

struct Place {
  cudaArray_const_t array = nullptr;
  std::size_t x = 0;  // bytes
  std::size_t y = 0;
};

// Kinds whose end on the array's side is the host are wrong.
Status kind_for(cudaMemcpyKind kind, bool to_array, bool from_array, CopyKind& ours) {
  if (const Status status = copy_kind_of(kind, ours); status != Status::ok) return status;
  const bool to_host = ours == CopyKind::device_to_host || ours == CopyKind::host_to_host;
  const bool from_host = ours == CopyKind::host_to_device || ours == CopyKind::host_to_host;
  return (to_array && to_host) || (from_array && from_host) ? Status::invalid_copy_kind : Status::ok;
}

// A rectangle of one array, as rows in memory.
Status rows_of(Process& process, const Place& place, const Extent& extent, Region& region) {
  const runtime::Array* array = array_of(process, place.array);
  if (array == nullptr) return Status::invalid_handle;
  return array->region(place.x, place.y, 0, extent, region) ? Status::ok : Status::invalid_value;
}

}  // namespace

namespace warpglass::cuda {

cudaError_t copy_between(const Extent& extent, cudaMemcpyKind kind, bool to_array, bool from_array, const Queue& queue,
                         const PlaceOf& place_of) {
  const auto captured = capture(queue.stream, [&](Process& process, Work& work) {
    Region to, from;
    const Status status = place_of(process, to, from);
    work = copy_work(to, from, extent, kind);
    return status;
  });
  if (captured) return *captured;
  return operate([&](Process& process) {
    CopyKind ours{};
    Region to, from;
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(queue.stream, id); status != Status::ok) return status;
    if (const Status status = kind_for(kind, to_array, from_array, ours); status != Status::ok) return status;
    if (const Status status = place_of(process, to, from); status != Status::ok) return status;
    return copy_in_stream(process, queue, to, from, extent, ours);
  });
}

Status address_in_array(Process& process, cudaArray_const_t handle, std::size_t x, std::size_t y, std::size_t count,
                        std::uint64_t& address) {
  const runtime::Array* array = array_of(process, handle);
  if (array == nullptr) return Status::invalid_handle;
  Region begin;
  if (!array->region(x, y, 0, {.width = 0, .height = 1}, begin)) return Status::invalid_value;
  const sim::ImageLevel& level = array->image.levels.front();
  const std::uint64_t end = level.base + level.pitch * level.height;
  if (count > end - begin.base) return Status::invalid_value;
  address = begin.base;
  return Status::ok;
}

}  // namespace warpglass::cuda

namespace {

cudaError_t copy_to_array(const Place& to, const void* src, size_t pitch, size_t width, size_t height,
                          cudaMemcpyKind kind, const Queue& queue = {}) {
  if (width != 0 && height != 0 && width > pitch) return answer(cudaErrorInvalidPitchValue);
  const Extent extent{.width = width, .height = height};
  return copy_between(extent, kind, true, false, queue, [&](Process& process, Region& target, Region& source) {
    source = {.base = address_of(src), .pitch = pitch};
    return rows_of(process, to, extent, target);
  });
}

cudaError_t copy_from_array(void* dst, size_t pitch, const Place& from, size_t width, size_t height,
                            cudaMemcpyKind kind, const Queue& queue = {}) {
  if (width != 0 && height != 0 && width > pitch) return answer(cudaErrorInvalidPitchValue);
  const Extent extent{.width = width, .height = height};
  return copy_between(extent, kind, false, true, queue, [&](Process& process, Region& target, Region& source) {
    target = {.base = address_of(dst), .pitch = pitch};
    return rows_of(process, from, extent, source);
  });
}

// ---- Bytes one after another, over the ends of rows ----

Status run_of(Process& process, const Place& place, std::size_t count, std::uint64_t& address) {
  return address_in_array(process, place.array, place.x, place.y, count, address);
}

cudaError_t copy_run_to_array(const Place& to, const void* src, size_t count, cudaMemcpyKind kind,
                              const Queue& queue = {}) {
  return copy_between({.width = count}, kind, true, false, queue,
                      [&](Process& process, Region& target, Region& source) {
                        source = {.base = address_of(src), .pitch = count};
                        target.pitch = count;
                        return run_of(process, to, count, target.base);
                      });
}

cudaError_t copy_run_from_array(void* dst, const Place& from, size_t count, cudaMemcpyKind kind,
                                const Queue& queue = {}) {
  return copy_between({.width = count}, kind, false, true, queue,
                      [&](Process& process, Region& target, Region& source) {
                        target = {.base = address_of(dst), .pitch = count};
                        source.pitch = count;
                        return run_of(process, from, count, source.base);
                      });
}

// ---- cudaMemcpy3D ----

// Exactly one of array and pointer names an end.
bool is_one_end(cudaArray_t array, const cudaPitchedPtr& pointer) {
  return (array != nullptr) != (pointer.ptr != nullptr);
}

Status end_of(Process& process, cudaArray_t handle, const cudaPos& at, const cudaPitchedPtr& pointer,
              const Extent& extent, std::size_t element_bytes, Region& region) {
  if (handle == nullptr) {
    region = region_of(pointer, at);
    return Status::ok;
  }
  const runtime::Array* array = array_of(process, handle);
  if (array == nullptr) return Status::invalid_handle;
  return array->region(at.x * element_bytes, at.y, at.z, extent, region) ? Status::ok : Status::invalid_value;
}

cudaError_t copy_3d(const cudaMemcpy3DParms& p, const Queue& queue) {
  const auto captured = capture(queue.stream, [&](Process&, Work& work) {
    work = CopyWork{.parameters = p};
    return Status::ok;
  });
  if (captured) return *captured;
  if (p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0) {
    return operate([&](Process& process) {
      std::uint64_t id = 0;
      return process.find_stream(queue.stream, id);
    });
  }
  if (!is_one_end(p.srcArray, p.srcPtr) || !is_one_end(p.dstArray, p.dstPtr)) return answer(cudaErrorInvalidValue);
  for (const cudaPitchedPtr& pointer : {p.dstPtr, p.srcPtr}) {
    if (pointer.ptr == nullptr) continue;
    const cudaError_t error = answer_to_pitch(pointer.pitch, p.extent.width, p.extent.height);
    if (error != cudaSuccess) return answer(error);
  }
  return operate([&](Process& process) {
    CopyKind ours{};
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(queue.stream, id); status != Status::ok) return status;
    if (const Status status = kind_for(p.kind, p.dstArray != nullptr, p.srcArray != nullptr, ours);
        status != Status::ok)
      return status;
    const runtime::Array* array = array_of(process, p.srcArray != nullptr ? p.srcArray : p.dstArray);
    const std::size_t element_bytes = array != nullptr ? array->image.texel_bytes() : 1;
    const Extent extent{.width = p.extent.width * element_bytes, .height = p.extent.height, .depth = p.extent.depth};
    Region to, from;
    if (const Status status = end_of(process, p.dstArray, p.dstPos, p.dstPtr, extent, element_bytes, to);
        status != Status::ok)
      return status;
    if (const Status status = end_of(process, p.srcArray, p.srcPos, p.srcPtr, extent, element_bytes, from);
        status != Status::ok)
      return status;
    return copy_in_stream(process, queue, to, from, extent, ours);
  });
}

cudaError_t copy_3d(const cudaMemcpy3DParms* p, const Queue& queue) {
  return p == nullptr ? answer(cudaErrorInvalidValue) : copy_3d(*p, queue);
}

cudaError_t copy_3d_peer(const cudaMemcpy3DPeerParms* p, const Queue& queue) {
  if (p == nullptr) return answer(cudaErrorInvalidValue);
  if (!are_devices(p->srcDevice, p->dstDevice)) return answer(cudaErrorInvalidDevice);
  return copy_3d({.srcArray = p->srcArray,
                  .srcPos = p->srcPos,
                  .srcPtr = p->srcPtr,
                  .dstArray = p->dstArray,
                  .dstPos = p->dstPos,
                  .dstPtr = p->dstPtr,
                  .extent = p->extent,
                  .kind = cudaMemcpyDefault},
                 queue);
}

}  // namespace

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_to_array({dst, wOffset, hOffset}, src, spitch, width, height, kind);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds)

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch,
                                     size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to_array({dst, wOffset, hOffset}, src, spitch, width, height, kind, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz)

cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                  size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_from_array(dst, dpitch, {src, wOffset, hOffset}, width, height, kind);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds)

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                       size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_from_array(dst, dpitch, {src, wOffset, hOffset}, width, height, kind, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz)

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                     size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  const Extent extent{.width = width, .height = height};
  return copy_between(extent, kind, true, true, {}, [&](Process& process, Region& to, Region& from) {
    const Status status = rows_of(process, {dst, wOffsetDst, hOffsetDst}, extent, to);
    return status != Status::ok ? status : rows_of(process, {src, wOffsetSrc, hOffsetSrc}, extent, from);
  });
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy2DArrayToArray, cudaMemcpy2DArrayToArray_ptds)

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                              cudaMemcpyKind kind) {
  return copy_run_to_array({dst, wOffset, hOffset}, src, count, kind);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyToArray, cudaMemcpyToArray_ptds)

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_run_to_array({dst, wOffset, hOffset}, src, count, kind, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz)

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                cudaMemcpyKind kind) {
  return copy_run_from_array(dst, {src, wOffset, hOffset}, count, kind);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds)

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_run_from_array(dst, {src, wOffset, hOffset}, count, kind, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyFromArrayAsync, cudaMemcpyFromArrayAsync_ptsz)

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                   size_t wOffsetSrc, size_t hOffsetSrc, size_t count, cudaMemcpyKind kind) {
  return copy_between({.width = count}, kind, true, true, {}, [&](Process& process, Region& to, Region& from) {
    to.pitch = from.pitch = count;
    const Status status = run_of(process, {dst, wOffsetDst, hOffsetDst}, count, to.base);
    return status != Status::ok ? status : run_of(process, {src, wOffsetSrc, hOffsetSrc}, count, from.base);
  });
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpyArrayToArray, cudaMemcpyArrayToArray_ptds)

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return copy_3d(p, {}); }
WARPGLASS_IN_OWN_STREAM(cudaMemcpy3D, cudaMemcpy3D_ptds)

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) { return copy_3d(p, stream); }
WARPGLASS_IN_OWN_STREAM(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz)

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) { return copy_3d_peer(p, {}); }
WARPGLASS_IN_OWN_STREAM(cudaMemcpy3DPeer, cudaMemcpy3DPeer_ptds)

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copy_3d_peer(p, stream);
}
WARPGLASS_IN_OWN_STREAM(cudaMemcpy3DPeerAsync, cudaMemcpy3DPeerAsync_ptsz)
