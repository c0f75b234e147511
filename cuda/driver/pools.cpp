// Memory pools: the runtime API's.
#include "cuda/driver/call.hpp"

using namespace warpglass::cuda;

static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps) && sizeof(CUmemLocation) == sizeof(cudaMemLocation) &&
              sizeof(CUmemAccessDesc) == sizeof(cudaMemAccessDesc));
static_assert(int(CU_MEMPOOL_ATTR_USED_MEM_HIGH) == cudaMemPoolAttrUsedMemHigh);

CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) {
  return driver_call(Needs::init,
                     [&] { return cudaMemPoolCreate(pool, reinterpret_cast<const cudaMemPoolProps*>(poolProps)); });
}
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return driver_call(Needs::init, [&] { return cudaMemPoolDestroy(pool); });
}
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
  return driver_call(Needs::init, [&] { return cudaMemPoolTrimTo(pool, minBytesToKeep); });
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return driver_call(Needs::init,
                     [&] { return cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attr), value); });
}
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) {
  return driver_call(Needs::init,
                     [&] { return cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attr), value); });
}
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count) {
  return driver_call(
      Needs::init, [&] { return cudaMemPoolSetAccess(pool, reinterpret_cast<const cudaMemAccessDesc*>(map), count); });
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool, CUmemLocation* location) {
  return driver_call(Needs::init, [&] {
    return cudaMemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags*>(flags), memPool,
                                reinterpret_cast<cudaMemLocation*>(location));
  });
}
CUresult cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location, CUmemAllocationType type) {
  return driver_call(Needs::init, [&] {
    return cudaMemGetDefaultMemPool(pool_out, reinterpret_cast<cudaMemLocation*>(location),
                                    static_cast<cudaMemAllocationType>(type));
  });
}
CUresult cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location, CUmemAllocationType type) {
  return driver_call(Needs::init, [&] {
    return cudaMemGetMemPool(pool, reinterpret_cast<cudaMemLocation*>(location),
                             static_cast<cudaMemAllocationType>(type));
  });
}
CUresult cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool) {
  return driver_call(Needs::init, [&] {
    return cudaMemSetMemPool(reinterpret_cast<cudaMemLocation*>(location), static_cast<cudaMemAllocationType>(type),
                             pool);
  });
}
