// Contexts: the primary one, which is the runtime API's, and those that programs make.
#include <memory>

#include "cuda/copy.hpp"
#include "cuda/driver/call.hpp"
#include "cuda/driver/contexts.hpp"
#include "cuda/driver/modules.hpp"
#include "cuda/runtime_use.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::Status;

namespace {

constexpr unsigned kScheduling =
    CU_CTX_SCHED_AUTO | CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD | CU_CTX_SCHED_BLOCKING_SYNC;
constexpr unsigned kPrimaryFlags = kScheduling | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX | CU_CTX_SYNC_MEMOPS;
constexpr unsigned kCreateFlags = kPrimaryFlags | CU_CTX_COREDUMP_ENABLE | CU_CTX_USER_COREDUMP_ENABLE;

bool are_flags(unsigned flags, unsigned known) {
  const unsigned scheduling = flags & kScheduling;
  return (flags & ~known) == 0 && (scheduling & (scheduling - 1)) == 0;
}

template <class Work>
CUresult with_lock(Needs needs, Work&& work) {
  return driver_call(needs, [&]() -> CUresult {
    Process& process = Process::get();
    const std::lock_guard lock(process.mutex());
    const std::lock_guard contexts(context_mutex());
    settle_primaries();
    return work(process);
  });
}

template <class Work>
CUresult with_device(CUdevice device, Work&& work) {
  return with_lock(Needs::init, [&](Process& process) {
    return process.has_device(device) ? work(process) : CUDA_ERROR_INVALID_DEVICE;
  });
}

PrimaryContext& primary_of(CUdevice device) { return primary_context(static_cast<std::uint32_t>(device)); }

// Everything that a context made goes.
void empty(Process& process, Context& context) {
  const OnDevice its(context.device);
  process.pending().wait_for_device(context.device);
  runtime::Device& device = process.device();
  for (const CUmodule module : context.modules) unload_module(process, module);
  for (const CUdeviceptr address : context.memory) {
    if (device.release(address, sim::AllocationKind::device) != Status::ok)
      static_cast<void>(device.release(address, sim::AllocationKind::managed));
  }
  for (void* const pinned : context.pinned)
    static_cast<void>(device.release(address_of(pinned), sim::AllocationKind::pinned));
  HostChecks* const checks = process.session().checks();
  for (const CUstream stream : context.streams) {
    static_cast<void>(device.destroy(reinterpret_cast<const runtime::Stream*>(stream)));
    if (checks != nullptr) checks->destroyed(stream);
  }
  for (const CUevent event : context.events) {
    static_cast<void>(device.destroy(reinterpret_cast<const runtime::Event*>(event)));
    if (checks != nullptr) checks->destroyed(event);
  }
  for (const CUarray array : context.arrays)
    static_cast<void>(device.images().destroy(reinterpret_cast<const runtime::Array*>(array)));
  for (const CUmipmappedArray array : context.mipmapped_arrays)
    static_cast<void>(device.images().destroy(reinterpret_cast<const runtime::MipmappedArray*>(array)));
  const Context fresh{.id = context.id,
                      .device = context.device,
                      .flags = context.flags,
                      .version = context.version,
                      .primary = context.primary};
  context = fresh;
}

bool is_any_alive(std::uint32_t device) {
  for (const auto& [key, context] : all_contexts())
    if (context->alive && context->device == device) return true;
  return false;
}

// A fault stays until nobody is left who could notice.
void end(Process& process, Context& context) {
  empty(process, context);
  if (is_any_alive(context.device)) return;
  const OnDevice its(context.device);
  forget_modules(process);
  process.reset();
}

CUresult create(CUcontext* handle, unsigned flags, CUdevice device, unsigned version) {
  return with_lock(Needs::init, [&](const Process& process) {
    if (handle == nullptr || !are_flags(flags, kCreateFlags)) return CUDA_ERROR_INVALID_VALUE;
    if (!process.has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    static std::uint64_t last_id = 1;
    auto context = std::make_unique<Context>(Context{.id = ++last_id,
                                                     .device = static_cast<std::uint32_t>(device),
                                                     .flags = flags,
                                                     .version = version,
                                                     .alive = true});
    if (!context_stack().push(context.get())) return CUDA_ERROR_OUT_OF_MEMORY;
    *handle = handle_of(context.get());
    // Never freed: a thread may still have it on its stack when it is destroyed.
    Context* const kept = context.release();
    all_contexts()[kept] = kept;
    return CUDA_SUCCESS;
  });
}

}  // namespace

CUresult cuInit(unsigned int Flags) {
  return driver_call(Needs::nothing, [&]() -> CUresult {
    if (Flags != 0) return CUDA_ERROR_INVALID_VALUE;
    static_cast<void>(Process::get());
    note_driver_initialised();
    return CUDA_SUCCESS;
  });
}

// ---- The primary context ----

CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
  return with_device(dev, [&](Process&) {
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    ++primary_of(dev).retained;
    *pctx = handle_of(&settled_primary(primary_of(dev).context.device));
    return CUDA_SUCCESS;
  });
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
  return with_device(dev, [&](Process& process) {
    PrimaryContext& primary = primary_of(dev);
    if (primary.retained == 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (--primary.retained == 0 && !settled_primary(primary.context.device).alive) end(process, primary.context);
    return CUDA_SUCCESS;
  });
}
CUresult cuDevicePrimaryCtxRelease(CUdevice dev) { return cuDevicePrimaryCtxRelease_v2(dev); }

CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
  return with_device(dev, [&](Process& process) {
    const OnDevice its(static_cast<std::uint32_t>(dev));
    forget_modules(process);
    process.reset();
    return CUDA_SUCCESS;
  });
}
CUresult cuDevicePrimaryCtxReset(CUdevice dev) { return cuDevicePrimaryCtxReset_v2(dev); }

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) {
  return with_device(dev, [&](Process& process) {
    if (!are_flags(flags, kCreateFlags)) return CUDA_ERROR_INVALID_VALUE;
    process.device_at(dev).flags = flags | cudaDeviceMapHost;
    primary_of(dev).context.flags = flags;
    return CUDA_SUCCESS;
  });
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
  return cuDevicePrimaryCtxSetFlags_v2(dev, flags);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
  return with_device(dev, [&](Process& process) {
    if (flags == nullptr || active == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *active = settled_primary(static_cast<std::uint32_t>(dev)).alive ? 1 : 0;
    *flags = process.device_at(dev).flags & ~unsigned{cudaDeviceMapHost};
    return CUDA_SUCCESS;
  });
}

// ---- Contexts ----

CUresult cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev) { return create(pctx, flags, dev, 3010); }

CUresult cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) { return create(pctx, flags, dev, 3020); }

CUresult cuCtxCreate_v3(CUcontext* pctx, CUexecAffinityParam* paramsArray, int numParams, unsigned int flags,
                        CUdevice dev) {
  if (paramsArray != nullptr || numParams != 0)
    return driver_call(Needs::init, [] { return not_supported("cuCtxCreate with an affinity"); });
  return create(pctx, flags, dev, 3020);
}

CUresult cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags, CUdevice dev) {
  if (ctxCreateParams != nullptr &&
      (ctxCreateParams->numExecAffinityParams != 0 || ctxCreateParams->cigParams != nullptr))
    return driver_call(Needs::init, [] { return not_supported("cuCtxCreate with parameters"); });
  return create(pctx, flags, dev, 3020);
}

CUresult cuCtxDestroy_v2(CUcontext ctx) {
  return with_lock(Needs::init, [&](Process& process) {
    Context* context = find_context(ctx);
    if (ctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (context == nullptr || context->primary) return CUDA_ERROR_INVALID_CONTEXT;
    if (context_stack().top() == context) context_stack().pop();
    end(process, *context);
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxDestroy(CUcontext ctx) { return cuCtxDestroy_v2(ctx); }

CUresult cuCtxPushCurrent_v2(CUcontext ctx) {
  return with_lock(Needs::init, [&](Process&) {
    Context* context = find_context(ctx);
    if (ctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    return context_stack().push(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
  });
}
CUresult cuCtxPushCurrent(CUcontext ctx) { return cuCtxPushCurrent_v2(ctx); }

CUresult cuCtxPopCurrent_v2(CUcontext* pctx) {
  return with_lock(Needs::init, [&](Process&) {
    Context* const top = current_context();
    if (top == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (context_stack().count != 0)
      context_stack().pop();
    else
      bind_runtime(false);
    if (pctx != nullptr) *pctx = handle_of(top);
    return CUDA_SUCCESS;
  });
}
CUresult cuCtxPopCurrent(CUcontext* pctx) { return cuCtxPopCurrent_v2(pctx); }

CUresult cuCtxSetCurrent(CUcontext ctx) {
  return with_lock(Needs::init, [&](Process&) {
    if (ctx == nullptr) {
      if (context_stack().count != 0)
        context_stack().pop();
      else
        bind_runtime(false);
      return CUDA_SUCCESS;
    }
    Context* context = find_context(ctx);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (context_stack().count == 0) return context_stack().push(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    context_stack().replace(context);
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetCurrent(CUcontext* pctx) {
  return with_lock(Needs::init, [&](Process&) {
    if (pctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *pctx = handle_of(current_context());
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxAttach(CUcontext* pctx, unsigned int flags) {
  return with_lock(Needs::context, [&](Process&) {
    if (pctx == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    *pctx = handle_of(current_context());
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxDetach(CUcontext ctx) {
  return with_lock(Needs::context,
                   [&](Process&) { return find_context(ctx) == nullptr ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS; });
}

namespace {

// A call about the context that is named, or the current one.
template <class Work>
CUresult about(CUcontext named, Work&& work) {
  return with_lock(named == nullptr ? Needs::context : Needs::init, [&](Process& process) {
    Context* context = named == nullptr ? current_context() : find_context(named);
    return context == nullptr ? CUDA_ERROR_INVALID_CONTEXT : work(process, *context);
  });
}

// A call of the runtime API on the device of the context that is named, or the current one.
template <class Work>
CUresult in_context(CUcontext named, Work&& work) {
  std::uint32_t device = 0;
  const CUresult known = about(named, [&](Process&, const Context& context) {
    device = context.device;
    return CUDA_SUCCESS;
  });
  if (known != CUDA_SUCCESS) return known;
  const OnDevice its(device);
  return driver_call(Needs::init, std::forward<Work>(work));
}

// What a program passes that takes the newest symbol of a name for the name itself, as older Numbas do, and passes no
// context: anything. What never was a context stands for the current one.
CUcontext named_or_none(CUcontext context) {
  const std::lock_guard lock(context_mutex());
  return all_contexts().contains(context) ? context : nullptr;
}

}  // namespace

CUresult cuCtxGetDevice(CUdevice* device) { return cuCtxGetDevice_v2(device, nullptr); }
CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext ctx) {
  return with_lock(Needs::init, [&](Process&) {
    // The current one may be gone, as after cudaDeviceReset().
    const CUcontext named = named_or_none(ctx);
    const Context* const context = named == nullptr ? current_context() : find_context(named);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *device = static_cast<CUdevice>(context->device);
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  return about(nullptr, [&](Process& process, const Context& context) {
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *flags = context.primary ? process.current().flags | CU_CTX_MAP_HOST : context.flags;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxSetFlags(unsigned int flags) {
  return about(nullptr, [&](Process& process, Context& context) {
    if (!are_flags(flags, kCreateFlags)) return CUDA_ERROR_INVALID_VALUE;
    context.flags = flags;
    if (context.primary) process.current().flags = flags | cudaDeviceMapHost;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) {
  return about(ctx, [&](Process&, const Context& context) {
    if (ctxId == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *ctxId = context.id;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) {
  return about(ctx, [&](Process&, const Context& context) {
    if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *version = context.version;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxSynchronize() {
  return driver_call([] { return cudaDeviceSynchronize(); });
}

CUresult cuCtxSynchronize_v2(CUcontext ctx) {
  return in_context(named_or_none(ctx), [] { return cudaDeviceSynchronize(); });
}

CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent) {
  return in_context(hCtx, [&] { return cudaEventRecord(hEvent, nullptr); });
}

CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent) {
  return in_context(hCtx, [&] { return cudaStreamWaitEvent(nullptr, hEvent, 0); });
}

// ---- Limits and preferences: the device's, whichever context is asked ----

static_assert(int(CU_LIMIT_STACK_SIZE) == cudaLimitStackSize &&
              int(CU_LIMIT_PERSISTING_L2_CACHE_SIZE) == cudaLimitPersistingL2CacheSize);
static_assert(int(CU_FUNC_CACHE_PREFER_EQUAL) == cudaFuncCachePreferEqual);
static_assert(int(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE) == cudaSharedMemBankSizeEightByte);

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return driver_call([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}
CUresult cuCtxGetLimit(size_t* pvalue, CUlimit limit) {
  return driver_call([&] { return cudaDeviceGetLimit(pvalue, static_cast<cudaLimit>(limit)); });
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* pconfig) {
  return driver_call([&] { return cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(pconfig)); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return driver_call([&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}
CUresult cuCtxGetSharedMemConfig(CUsharedconfig* pConfig) {
  return driver_call([&] { return cudaDeviceGetSharedMemConfig(reinterpret_cast<cudaSharedMemConfig*>(pConfig)); });
}
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return driver_call([&] { return cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(config)); });
}
CUresult cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return driver_call([&] { return cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority); });
}
CUresult cuCtxResetPersistingL2Cache() {
  return driver_call([] { return cudaCtxResetPersistingL2Cache(); });
}

namespace {

// Access is the devices', whichever of their contexts asks.
template <class Work>
CUresult about_peer(CUcontext peer, Work&& work) {
  int device = 0;
  const CUresult known = with_lock(Needs::context, [&](Process&) {
    const Context* const context = find_context(peer);
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    device = static_cast<int>(context->device);
    return CUDA_SUCCESS;
  });
  return known != CUDA_SUCCESS ? known : driver_call([&] { return work(device); });
}

}  // namespace

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
  return about_peer(peerContext, [&](int device) { return cudaDeviceEnablePeerAccess(device, Flags); });
}
CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
  return about_peer(peerContext, [&](int device) { return cudaDeviceDisablePeerAccess(device); });
}
