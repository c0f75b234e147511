// Streams, events, launches, function attributes and occupancy.
// Part of cuda_runtime_api.h, which gives WARPGLASS_DEFAULT and the C linkage.
#ifndef WARPGLASS_CUDA_API_STREAM_H
#define WARPGLASS_CUDA_API_STREAM_H

extern cudaError_t cudaStreamCreate(cudaStream_t* pStream);
extern cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags);
extern cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority);
extern cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority);
extern cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags);
extern cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId);
extern cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device);
extern cudaError_t cudaCtxResetPersistingL2Cache(void);
extern cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src);
extern cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                          cudaLaunchAttributeValue* value_out);
extern cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                          const cudaLaunchAttributeValue* value);
extern cudaError_t cudaStreamDestroy(cudaStream_t stream);
extern cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags WARPGLASS_DEFAULT(0));
extern cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData,
                                         unsigned int flags);
extern cudaError_t cudaStreamSynchronize(cudaStream_t stream);
extern cudaError_t cudaStreamQuery(cudaStream_t stream);
extern cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length WARPGLASS_DEFAULT(0),
                                            unsigned int flags WARPGLASS_DEFAULT(cudaMemAttachSingle));
extern cudaError_t cudaEventCreate(cudaEvent_t* event);
extern cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
extern cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream WARPGLASS_DEFAULT(0),
                                            unsigned int flags WARPGLASS_DEFAULT(0));
extern cudaError_t cudaEventQuery(cudaEvent_t event);
extern cudaError_t cudaEventSynchronize(cudaEvent_t event);
extern cudaError_t cudaEventDestroy(cudaEvent_t event);
extern cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end);
extern cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                                    cudaStream_t stream);
extern cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args);
extern cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                               size_t sharedMem, cudaStream_t stream);
extern cudaError_t cudaFuncSetCacheConfig(const void* func, enum cudaFuncCache cacheConfig);
extern cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attr, const void* func);
extern cudaError_t cudaFuncSetAttribute(const void* func, enum cudaFuncAttribute attr, int value);
extern cudaError_t cudaFuncGetName(const char** name, const void* func);
extern cudaError_t cudaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset, size_t* paramSize);
extern cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData);
extern cudaError_t cudaFuncSetSharedMemConfig(const void* func, enum cudaSharedMemConfig config);
extern cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize,
                                                                 size_t dynamicSMemSize);
extern cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func, int numBlocks,
                                                             int blockSize);
extern cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func,
                                                                          int blockSize, size_t dynamicSMemSize,
                                                                          unsigned int flags);
extern cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func,
                                                        const cudaLaunchConfig_t* launchConfig);
extern cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func,
                                                  const cudaLaunchConfig_t* launchConfig);

#endif
