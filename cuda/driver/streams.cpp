// Streams, events, and words of memory that streams write and wait for.
#include <cstring>

#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/defer.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"
#include "cuda/stream_words.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

static_assert(int(CU_STREAM_NON_BLOCKING) == cudaStreamNonBlocking &&
              int(CU_EVENT_DISABLE_TIMING) == cudaEventDisableTiming);
static_assert(sizeof(CUstreamAttrValue) == sizeof(cudaLaunchAttributeValue));

namespace {

CUresult create_stream(CUstream* handle, unsigned flags, int priority) {
  return driver_call([&]() -> CUresult {
    const CUresult result = result_of(cudaStreamCreateWithPriority(handle, flags, priority));
    if (result == CUDA_SUCCESS) belongs_to_context(&Context::streams, *handle);
    return result;
  });
}

}  // namespace

CUresult cuStreamCreate(CUstream* phStream, unsigned int Flags) { return create_stream(phStream, Flags, 0); }
CUresult cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) {
  return create_stream(phStream, flags, priority);
}
CUresult cuStreamDestroy_v2(CUstream hStream) {
  return driver_call(Needs::init, [&] {
    belongs_to_none(&Context::streams, hStream);
    return cudaStreamDestroy(hStream);
  });
}
CUresult cuStreamDestroy(CUstream hStream) { return cuStreamDestroy_v2(hStream); }

CUresult cuStreamGetPriority(CUstream hStream, int* priority) {
  return driver_call([&] { return cudaStreamGetPriority(hStream, priority); });
}
CUresult cuStreamGetFlags(CUstream hStream, unsigned int* flags) {
  return driver_call([&] { return cudaStreamGetFlags(hStream, flags); });
}
CUresult cuStreamGetId(CUstream hStream, unsigned long long* streamId) {
  return driver_call([&] { return cudaStreamGetId(hStream, streamId); });
}
CUresult cuStreamGetDevice(CUstream hStream, CUdevice* device) {
  return driver_call([&] { return cudaStreamGetDevice(hStream, device); });
}

CUresult cuStreamGetCtx(CUstream hStream, CUcontext* pctx) {
  return driver_call([&]() -> CUresult {
    unsigned long long id = 0;
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaStreamGetId(hStream, &id));
    if (result != CUDA_SUCCESS) return result;
    const std::lock_guard lock(Process::get().mutex());
    *pctx = handle_of(context_of(hStream));
    return CUDA_SUCCESS;
  });
}
CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) {
  if (pGreenCtx != nullptr) *pGreenCtx = nullptr;
  return cuStreamGetCtx(hStream, pCtx);
}

CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return driver_call([&] { return cudaStreamWaitEvent(hStream, hEvent, Flags); });
}

CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags) {
  return driver_call([&]() -> CUresult {
    if (callback == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = result_of(cudaStreamQuery(hStream));
    if (result == CUDA_SUCCESS) callback(hStream, CUDA_SUCCESS, userData);
    return result;
  });
}

CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) {
  return driver_call([&] { return cudaStreamAttachMemAsync(hStream, pointer_of(dptr), length, flags); });
}
CUresult cuStreamQuery(CUstream hStream) {
  return driver_call([&] { return cudaStreamQuery(hStream); });
}
CUresult cuStreamSynchronize(CUstream hStream) {
  return driver_call([&] { return cudaStreamSynchronize(hStream); });
}

CUresult cuStreamCopyAttributes(CUstream dst, CUstream src) {
  return driver_call([&] { return cudaStreamCopyAttributes(dst, src); });
}
CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value_out) {
  return driver_call([&] {
    return cudaStreamGetAttribute(hStream, static_cast<cudaLaunchAttributeID>(attr),
                                  reinterpret_cast<cudaLaunchAttributeValue*>(value_out));
  });
}
CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* value) {
  return driver_call([&] {
    return cudaStreamSetAttribute(hStream, static_cast<cudaLaunchAttributeID>(attr),
                                  reinterpret_cast<const cudaLaunchAttributeValue*>(value));
  });
}

// ---- Events ----

CUresult cuEventCreate(CUevent* phEvent, unsigned int Flags) {
  return driver_call([&]() -> CUresult {
    const CUresult result = result_of(cudaEventCreateWithFlags(phEvent, Flags));
    if (result == CUDA_SUCCESS) belongs_to_context(&Context::events, *phEvent);
    return result;
  });
}
CUresult cuEventDestroy_v2(CUevent hEvent) {
  return driver_call(Needs::init, [&] {
    belongs_to_none(&Context::events, hEvent);
    return cudaEventDestroy(hEvent);
  });
}
CUresult cuEventDestroy(CUevent hEvent) { return cuEventDestroy_v2(hEvent); }
CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
  return driver_call([&] { return cudaEventRecord(hEvent, hStream); });
}
CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
  return driver_call([&] { return cudaEventRecordWithFlags(hEvent, hStream, flags); });
}
CUresult cuEventQuery(CUevent hEvent) {
  return driver_call([&] { return cudaEventQuery(hEvent); });
}
CUresult cuEventSynchronize(CUevent hEvent) {
  return driver_call([&] { return cudaEventSynchronize(hEvent); });
}
CUresult cuEventElapsedTime_v2(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
  return driver_call([&] { return cudaEventElapsedTime(pMilliseconds, hStart, hEnd); });
}
CUresult cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
  return cuEventElapsedTime_v2(pMilliseconds, hStart, hEnd);
}

// ---- Words in memory ----

namespace {

using What = CUstreamBatchMemOpType;

CUresult write(CUstream stream, CUdeviceptr address, What what, cuuint64_t value) {
  CUstreamBatchMemOpParams one{};
  one.writeValue.operation = what;
  one.writeValue.address = address;
  one.writeValue.value64 = value;
  return driver_call([&] { return do_words(stream, {.operations = {&one, 1}}); });
}
CUresult wait(CUstream stream, CUdeviceptr address, What what, cuuint64_t value, unsigned flags) {
  CUstreamBatchMemOpParams one{};
  one.waitValue.operation = what;
  one.waitValue.address = address;
  one.waitValue.value64 = value;
  one.waitValue.flags = flags;
  return driver_call([&] { return do_words(stream, {.operations = {&one, 1}}); });
}

}  // namespace

CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int) {
  return write(stream, addr, CU_STREAM_MEM_OP_WRITE_VALUE_32, value);
}
CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int) {
  return write(stream, addr, CU_STREAM_MEM_OP_WRITE_VALUE_64, value);
}
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return wait(stream, addr, CU_STREAM_MEM_OP_WAIT_VALUE_32, value, flags);
}
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return wait(stream, addr, CU_STREAM_MEM_OP_WAIT_VALUE_64, value, flags);
}
CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray,
                               unsigned int flags) {
  return driver_call([&] {
    if (paramArray == nullptr || flags != 0) return cudaErrorInvalidValue;
    return do_words(stream, {.operations = {paramArray, count}});
  });
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return cuStreamWriteValue32_v2(stream, addr, value, flags);
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return cuStreamWriteValue64_v2(stream, addr, value, flags);
}
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return cuStreamWaitValue32_v2(stream, addr, value, flags);
}
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return cuStreamWaitValue64_v2(stream, addr, value, flags);
}
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray,
                            unsigned int flags) {
  return cuStreamBatchMemOp_v2(stream, count, paramArray, flags);
}
