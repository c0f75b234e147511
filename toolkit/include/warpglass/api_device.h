// The device itself: choosing, asking, setting limits and preferences, errors, versions.
// Part of cuda_runtime_api.h, which gives WARPGLASS_DEFAULT and the C linkage.
#ifndef WARPGLASS_CUDA_API_DEVICE_H
#define WARPGLASS_CUDA_API_DEVICE_H

extern cudaError_t cudaDeviceReset(void);
extern cudaError_t cudaDeviceSynchronize(void);
extern cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
extern cudaError_t cudaDeviceGetLimit(size_t* pValue, enum cudaLimit limit);
extern cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* pCacheConfig);
extern cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority);
extern cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig);
extern cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId);
extern cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device);
extern cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                                      enum cudaFlushGPUDirectRDMAWritesScope scope);
extern cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* pConfig);
extern cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
extern cudaError_t cudaGetLastError(void);
extern cudaError_t cudaPeekAtLastError(void);
extern const char* cudaGetErrorName(cudaError_t error);
extern const char* cudaGetErrorString(cudaError_t error);
extern cudaError_t cudaGetDeviceCount(int* count);
extern cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* prop, int device);
extern cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attr, int device);
extern cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int* capabilities,
                                                       const enum cudaAtomicOperation* operations, unsigned int count,
                                                       int device);
extern cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device);
extern cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool);
extern cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device);
extern cudaError_t cudaDeviceGetNvSciSyncAttributes(void* nvSciSyncAttrList, int device, int flags);
extern cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attr, int srcDevice, int dstDevice);
extern cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int* capabilities,
                                                      const enum cudaAtomicOperation* operations, unsigned int count,
                                                      int srcDevice, int dstDevice);
extern cudaError_t cudaChooseDevice(int* device, const struct cudaDeviceProp* prop);
extern cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
extern cudaError_t cudaSetDevice(int device);
extern cudaError_t cudaGetDevice(int* device);
extern cudaError_t cudaSetValidDevices(int* device_arr, int len);
extern cudaError_t cudaSetDeviceFlags(unsigned int flags);
extern cudaError_t cudaGetDeviceFlags(unsigned int* flags);
extern cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice);
extern cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
extern cudaError_t cudaDeviceDisablePeerAccess(int peerDevice);
extern cudaError_t cudaDriverGetVersion(int* driverVersion);
extern cudaError_t cudaRuntimeGetVersion(int* runtimeVersion);
extern cudaError_t cudaProfilerStart(void);
extern cudaError_t cudaProfilerStop(void);

#endif
