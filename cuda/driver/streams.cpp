// Streams, events, and words of memory that streams write and wait for.
#include <cstring>

#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/defer.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"
#include "cuda/word_wait.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

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

// A word of device memory; nullptr when there is none at the address.
template <class Word>
Word* word_at(Process& process, CUdeviceptr address) {
  const bool there =
      address % sizeof(Word) == 0 && runtime::is_device_range(process.device().memory(), address, sizeof(Word));
  return there ? static_cast<Word*>(pointer_of(address)) : nullptr;
}

template <class Word>
CUresult write_word(CUstream stream, CUdeviceptr address, Word value) {
  if (refuse_captured(stream)) return result_of(not_supported("cuStreamWriteValue in a captured stream"));
  const auto write = [stream, address, value] {
    return operate([&](Process& process) {
      if (const Status status = enter(process, stream); status != Status::ok) return status;
      Word* const word = word_at<Word>(process, address);
      if (word == nullptr) return Status::invalid_value;
      __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
      process.device().memory().tell({.what = sim::MemoryAction::write, .address = address, .bytes = sizeof value});
      return Status::ok;
    });
  };
  const auto deferred = defer(stream, [&](Process& process, Later& later) {
    if (word_at<Word>(process, address) == nullptr) return cudaErrorInvalidValue;
    later = {.name = "a write of a value", .perform = write};
    return cudaSuccess;
  });
  return result_of(deferred ? *deferred : write());
}

Status note_waited(Process& process, CUstream stream) {
  std::uint64_t id = 0;
  const Status status = process.find_stream(stream, id);
  if (status == Status::ok) tell_of_word(process.device(), id);
  return status;
}

template <class Word>
bool holds(Word now, Word value, unsigned comparison) {
  switch (comparison) {
    case CU_STREAM_WAIT_VALUE_GEQ: return static_cast<std::make_signed_t<Word>>(now - value) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ: return now == value;
    case CU_STREAM_WAIT_VALUE_AND: return (now & value) != 0;
    default: return ~(now | value) != 0;
  }
}

// The stream goes on once the word has its value; who writes it may come later.
template <class Word>
CUresult wait_for_word(CUstream stream, CUdeviceptr address, Word value, unsigned flags) {
  if (refuse_captured(stream)) return result_of(not_supported("cuStreamWaitValue in a captured stream"));
  const unsigned comparison = flags & ~unsigned{CU_STREAM_WAIT_VALUE_FLUSH};
  if (comparison > CU_STREAM_WAIT_VALUE_NOR) return CUDA_ERROR_INVALID_VALUE;
  return result_of(operate([&](Process& process) -> cudaError_t {
    std::uint64_t id = 0;
    if (const Status status = process.find_stream(stream, id); status != Status::ok) return error_of(status);
    const Word* const word = word_at<Word>(process, address);
    if (word == nullptr) return cudaErrorInvalidValue;
    Pending& pending = process.pending();
    const bool at_once = Task::current() == nullptr && !pending.is_ahead_of(id);
    if (at_once && holds(__atomic_load_n(word, __ATOMIC_SEQ_CST), value, comparison))
      return error_of(note_waited(process, stream));
    const auto wait = [stream, word, value, comparison] {
      while (!holds(__atomic_load_n(word, __ATOMIC_SEQ_CST), value, comparison)) {
        const sim::Turn turn = Task::current()->give_way({.moved = false, .for_good = true});
        if (turn == sim::Turn::go_on) continue;
        if (turn == sim::Turn::give_up)
          Process::get().session().note("cuStreamWaitValue waits for a value that nobody writes any more");
        return cudaErrorLaunchTimeout;
      }
      return operate([&](Process& later) { return note_waited(later, stream); });
    };
    if (Task::current() != nullptr) return wait();
    if (!at_once) {
      pending.add(stream, id, "a wait for a value", wait);
      return cudaSuccess;
    }
    return pending.launch(stream, id, "a wait for a value", wait);
  }));
}

}  // namespace

CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int) {
  return driver_call([&] { return write_word<cuuint32_t>(stream, addr, value); });
}
CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int) {
  return driver_call([&] { return write_word<cuuint64_t>(stream, addr, value); });
}
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return driver_call([&] { return wait_for_word<cuuint32_t>(stream, addr, value, flags); });
}
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return driver_call([&] { return wait_for_word<cuuint64_t>(stream, addr, value, flags); });
}
CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray,
                               unsigned int flags) {
  return driver_call([&]() -> CUresult {
    if (paramArray == nullptr || count > 256 || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; ++i) {
      const CUstreamBatchMemOpParams& one = paramArray[i];
      CUresult result = CUDA_ERROR_INVALID_VALUE;
      switch (one.operation) {
        case CU_STREAM_MEM_OP_WAIT_VALUE_32:
          result = wait_for_word<cuuint32_t>(stream, one.waitValue.address, one.waitValue.value, one.waitValue.flags);
          break;
        case CU_STREAM_MEM_OP_WAIT_VALUE_64:
          result = wait_for_word<cuuint64_t>(stream, one.waitValue.address, one.waitValue.value64, one.waitValue.flags);
          break;
        case CU_STREAM_MEM_OP_WRITE_VALUE_32:
          result = write_word<cuuint32_t>(stream, one.writeValue.address, one.writeValue.value);
          break;
        case CU_STREAM_MEM_OP_WRITE_VALUE_64:
          result = write_word<cuuint64_t>(stream, one.writeValue.address, one.writeValue.value64);
          break;
        case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
        case CU_STREAM_MEM_OP_BARRIER: result = CUDA_SUCCESS; break;
        default: break;
      }
      if (result != CUDA_SUCCESS) return result;
    }
    return CUDA_SUCCESS;
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
