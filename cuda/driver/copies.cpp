// cuMemcpy and cuMemset in all their forms. Each is complete when its call returns, whichever stream it names.
#include <algorithm>

#include "cuda/arrays.hpp"
#include "cuda/copy.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Extent;
using runtime::Region;
using runtime::Status;

namespace {

CUresult copy(const void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return driver_call([&] { return cudaMemcpy(const_cast<void*>(to), from, bytes, kind); });
}
CUresult copy(const void* to, const void* from, size_t bytes, cudaMemcpyKind kind, CUstream stream) {
  return driver_call([&] { return cudaMemcpyAsync(const_cast<void*>(to), from, bytes, kind, stream); });
}

// Both ends of a copy between contexts exist.
template <class Work>
CUresult between(CUcontext to, CUcontext from, Work&& work) {
  return driver_call([&]() -> CUresult {
    {
      const std::lock_guard lock(Process::get().mutex());
      if (find_context(to) == nullptr || find_context(from) == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    }
    return result_of(work());
  });
}

}  // namespace

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return copy(pointer_of(dst), pointer_of(src), ByteCount, cudaMemcpyDefault);
}
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return copy(pointer_of(dst), pointer_of(src), ByteCount, cudaMemcpyDefault, hStream);
}
CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) {
  return copy(pointer_of(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice);
}
CUresult cuMemcpyDtoH_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return copy(dstHost, pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToHost);
}
CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return copy(pointer_of(dstDevice), pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToDevice);
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream) {
  return copy(pointer_of(dstDevice), srcHost, ByteCount, cudaMemcpyHostToDevice, hStream);
}
CUresult cuMemcpyDtoHAsync_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return copy(dstHost, pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToHost, hStream);
}
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return copy(pointer_of(dstDevice), pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToDevice, hStream);
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
                      size_t ByteCount) {
  return between(dstContext, srcContext, [&] {
    return cudaMemcpy(pointer_of(dstDevice), pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToDevice);
  });
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext,
                           size_t ByteCount, CUstream hStream) {
  return between(dstContext, srcContext, [&] {
    return cudaMemcpyAsync(pointer_of(dstDevice), pointer_of(srcDevice), ByteCount, cudaMemcpyDeviceToDevice, hStream);
  });
}

CUresult cuMemcpyBatchAsync_v2(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes*,
                               size_t*, size_t, CUstream hStream) {
  return driver_call([&] {
    return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(dsts), reinterpret_cast<const void* const*>(srcs), sizes,
                                count, nullptr, nullptr, 0, hStream);
  });
}
CUresult cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count,
                            CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, size_t* failIdx,
                            CUstream hStream) {
  if (failIdx != nullptr) *failIdx = ~size_t{0};
  return cuMemcpyBatchAsync_v2(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream);
}

// ---- Bytes of arrays ----

namespace {

struct End {
  CUarray array = nullptr;
  std::size_t offset = 0;
  const void* pointer = nullptr;
};

Status place(Process& process, const End& end, std::size_t bytes, Region& region) {
  region = {.base = address_of(end.pointer), .pitch = bytes};
  if (end.array == nullptr) return Status::ok;
  const auto handle = reinterpret_cast<cudaArray_const_t>(end.array);
  const runtime::Array* array = array_of(process, handle);
  if (array == nullptr) return Status::invalid_handle;
  const sim::ImageLevel& level = array->image.levels.front();
  const std::uint64_t pitch = level.pitch;
  // Of an array with rows a run stays within one (recorded).
  if (level.height > 1 && end.offset % pitch + bytes > pitch) return Status::invalid_value;
  return address_in_array(process, handle, end.offset % pitch, end.offset / pitch, bytes, region.base);
}

CUresult copy_bytes(const End& to, const End& from, std::size_t bytes, cudaMemcpyKind kind, const Queue& queue = {}) {
  return driver_call([&] {
    return copy_between({.width = bytes}, kind, to.array != nullptr, from.array != nullptr, queue,
                        [&](Process& process, Region& target, Region& source) {
                          const Status status = place(process, to, bytes, target);
                          return status != Status::ok ? status : place(process, from, bytes, source);
                        });
  });
}

}  // namespace

CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  return copy_bytes({.array = dstArray, .offset = dstOffset}, {.pointer = pointer_of(srcDevice)}, ByteCount,
                    cudaMemcpyDeviceToDevice);
}
CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return copy_bytes({.pointer = pointer_of(dstDevice)}, {.array = srcArray, .offset = srcOffset}, ByteCount,
                    cudaMemcpyDeviceToDevice);
}
CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount) {
  return copy_bytes({.array = dstArray, .offset = dstOffset}, {.pointer = srcHost}, ByteCount, cudaMemcpyHostToDevice);
}
CUresult cuMemcpyAtoH_v2(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return copy_bytes({.pointer = dstHost}, {.array = srcArray, .offset = srcOffset}, ByteCount, cudaMemcpyDeviceToHost);
}
CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return copy_bytes({.array = dstArray, .offset = dstOffset}, {.array = srcArray, .offset = srcOffset}, ByteCount,
                    cudaMemcpyDeviceToDevice);
}
CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount,
                              CUstream hStream) {
  return copy_bytes({.array = dstArray, .offset = dstOffset}, {.pointer = srcHost}, ByteCount, cudaMemcpyHostToDevice,
                    hStream);
}
CUresult cuMemcpyAtoHAsync_v2(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) {
  return copy_bytes({.pointer = dstHost}, {.array = srcArray, .offset = srcOffset}, ByteCount, cudaMemcpyDeviceToHost,
                    hStream);
}

// The older names for the same, with shorter offsets.
CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount) {
  return cuMemcpyHtoA_v2(dstArray, dstOffset, srcHost, ByteCount);
}
CUresult cuMemcpyAtoH(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
  return cuMemcpyAtoH_v2(dstHost, srcArray, srcOffset, ByteCount);
}
CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset,
                      unsigned int ByteCount) {
  return cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
}
CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount,
                           CUstream hStream) {
  return cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, hStream);
}
CUresult cuMemcpyAtoHAsync(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount,
                           CUstream hStream) {
  return cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, hStream);
}

// ---- Rectangles and boxes ----

namespace {

struct BoxEnd {
  CUmemorytype type{};
  const void* host = nullptr;
  CUdeviceptr device = 0;
  CUarray array = nullptr;
  std::size_t x = 0, y = 0, z = 0;  // x in bytes
  std::size_t pitch = 0, height = 0;
};

bool is_host(const BoxEnd& end) { return end.type == CU_MEMORYTYPE_HOST; }
bool is_array(const BoxEnd& end) { return end.type == CU_MEMORYTYPE_ARRAY; }

cudaMemcpyKind kind_of(const BoxEnd& to, const BoxEnd& from) {
  if (to.type == CU_MEMORYTYPE_UNIFIED || from.type == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
  if (is_host(to)) return is_host(from) ? cudaMemcpyHostToHost : cudaMemcpyDeviceToHost;
  return is_host(from) ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice;
}

// Pitches and heights of zero are those of what is copied.
bool is_sound(const BoxEnd& end, const Extent& extent) {
  if (end.type < CU_MEMORYTYPE_HOST || end.type > CU_MEMORYTYPE_UNIFIED) return false;
  if (is_array(end)) return true;
  if (extent.height * extent.depth > 1 && end.pitch != 0 && end.pitch < end.x + extent.width) return false;
  return extent.depth <= 1 || end.height == 0 || end.height >= end.y + extent.height;
}

Status place(Process& process, const BoxEnd& end, const Extent& extent, Region& region) {
  if (is_array(end)) {
    const runtime::Array* array = array_of(process, reinterpret_cast<cudaArray_const_t>(end.array));
    if (array == nullptr) return Status::invalid_handle;
    return array->region(end.x, end.y, end.z, extent, region) ? Status::ok : Status::invalid_value;
  }
  const std::uint64_t pitch = end.pitch != 0 ? end.pitch : end.x + extent.width;
  const std::uint64_t rows = end.height != 0 ? end.height : std::max<std::uint64_t>(end.y + extent.height, 1);
  const std::uint64_t base = is_host(end) ? address_of(end.host) : end.device;
  region = {.base = base + (end.z * rows + end.y) * pitch + end.x, .pitch = pitch, .rows_per_slice = rows};
  return Status::ok;
}

CUresult copy_box(const BoxEnd& to, const BoxEnd& from, const Extent& extent, const Queue& queue) {
  return driver_call([&] {
    if (!is_sound(to, extent) || !is_sound(from, extent)) return answer(cudaErrorInvalidValue);
    return copy_between(extent, kind_of(to, from), is_array(to), is_array(from), queue,
                        [&](Process& process, Region& target, Region& source) {
                          const Status status = place(process, to, extent, target);
                          return status != Status::ok ? status : place(process, from, extent, source);
                        });
  });
}

CUresult nothing_to_copy() {
  return driver_call([] { return CUDA_ERROR_INVALID_VALUE; });
}

CUresult copy_2d(const CUDA_MEMCPY2D* p, const Queue& queue) {
  if (p == nullptr) return nothing_to_copy();
  return copy_box({.type = p->dstMemoryType,
                   .host = p->dstHost,
                   .device = p->dstDevice,
                   .array = p->dstArray,
                   .x = p->dstXInBytes,
                   .y = p->dstY,
                   .pitch = p->dstPitch},
                  {.type = p->srcMemoryType,
                   .host = p->srcHost,
                   .device = p->srcDevice,
                   .array = p->srcArray,
                   .x = p->srcXInBytes,
                   .y = p->srcY,
                   .pitch = p->srcPitch},
                  {.width = p->WidthInBytes, .height = p->Height}, queue);
}

// CUDA_MEMCPY3D, and CUDA_MEMCPY3D_PEER, which names contexts as well.
template <class Parameters>
CUresult copy_3d(const Parameters* p, const Queue& queue) {
  if (p == nullptr) return nothing_to_copy();
  if (p->srcLOD != 0 || p->dstLOD != 0) return nothing_to_copy();
  return copy_box({.type = p->dstMemoryType,
                   .host = p->dstHost,
                   .device = p->dstDevice,
                   .array = p->dstArray,
                   .x = p->dstXInBytes,
                   .y = p->dstY,
                   .z = p->dstZ,
                   .pitch = p->dstPitch,
                   .height = p->dstHeight},
                  {.type = p->srcMemoryType,
                   .host = p->srcHost,
                   .device = p->srcDevice,
                   .array = p->srcArray,
                   .x = p->srcXInBytes,
                   .y = p->srcY,
                   .z = p->srcZ,
                   .pitch = p->srcPitch,
                   .height = p->srcHeight},
                  {.width = p->WidthInBytes, .height = p->Height, .depth = p->Depth}, queue);
}

}  // namespace

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* pCopy) { return copy_2d(pCopy, {}); }
CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* pCopy) { return copy_2d(pCopy, {}); }
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* pCopy, CUstream hStream) { return copy_2d(pCopy, hStream); }
CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* pCopy) { return copy_3d(pCopy, {}); }
CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* pCopy, CUstream hStream) { return copy_3d(pCopy, hStream); }
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* pCopy) { return copy_3d(pCopy, {}); }
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) { return copy_3d(pCopy, hStream); }

// ---- Filling ----

namespace {

CUresult fill(CUdeviceptr address, std::uint32_t value, std::uint32_t value_bytes, std::size_t count,
              const Queue& queue = {}) {
  return driver_call(
      [&] { return fill_rows({.base = address}, {.width = count * value_bytes}, value, value_bytes, queue); });
}

CUresult fill_2d(CUdeviceptr address, std::size_t pitch, std::uint32_t value, std::uint32_t value_bytes,
                 std::size_t width, std::size_t height, const Queue& queue = {}) {
  return driver_call([&] {
    return fill_rows({.base = address, .pitch = pitch}, {.width = width * value_bytes, .height = height}, value,
                     value_bytes, queue);
  });
}

}  // namespace

CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N) { return fill(dstDevice, uc, 1, N); }
CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N) { return fill(dstDevice, us, 2, N); }
CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N) { return fill(dstDevice, ui, 4, N); }
CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return fill(dstDevice, uc, 1, N, hStream);
}
CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  return fill(dstDevice, us, 2, N, hStream);
}
CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return fill(dstDevice, ui, 4, N, hStream);
}
CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) {
  return fill_2d(dstDevice, dstPitch, uc, 1, Width, Height);
}
CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) {
  return fill_2d(dstDevice, dstPitch, us, 2, Width, Height);
}
CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) {
  return fill_2d(dstDevice, dstPitch, ui, 4, Width, Height);
}
CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height,
                           CUstream hStream) {
  return fill_2d(dstDevice, dstPitch, uc, 1, Width, Height, hStream);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height,
                            CUstream hStream) {
  return fill_2d(dstDevice, dstPitch, us, 2, Width, Height, hStream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height,
                            CUstream hStream) {
  return fill_2d(dstDevice, dstPitch, ui, 4, Width, Height, hStream);
}
