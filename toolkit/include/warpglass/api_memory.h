// Memory: allocating, copying, setting, symbols, managed memory, pools, peers, arrays, textures and surfaces.
// Part of cuda_runtime_api.h, which gives WARPGLASS_DEFAULT and the C linkage.
#ifndef WARPGLASS_CUDA_API_MEMORY_H
#define WARPGLASS_CUDA_API_MEMORY_H

extern cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements,
                                                        const struct cudaChannelFormatDesc* fmtDesc, int device);
extern cudaError_t cudaMallocManaged(void** devPtr, size_t size,
                                     unsigned int flags WARPGLASS_DEFAULT(cudaMemAttachGlobal));
extern cudaError_t cudaMalloc(void** devPtr, size_t size);
extern cudaError_t cudaMallocHost(void** ptr, size_t size);
extern cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height);
extern cudaError_t cudaMallocArray(cudaArray_t* array, const struct cudaChannelFormatDesc* desc, size_t width,
                                   size_t height WARPGLASS_DEFAULT(0), unsigned int flags WARPGLASS_DEFAULT(0));
extern cudaError_t cudaFree(void* devPtr);
extern cudaError_t cudaFreeHost(void* ptr);
extern cudaError_t cudaFreeArray(cudaArray_t array);
extern cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);
extern cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags);
extern cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags);
extern cudaError_t cudaHostUnregister(void* ptr);
extern cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags);
extern cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost);
extern cudaError_t cudaMalloc3D(struct cudaPitchedPtr* pitchedDevPtr, struct cudaExtent extent);
extern cudaError_t cudaMalloc3DArray(cudaArray_t* array, const struct cudaChannelFormatDesc* desc,
                                     struct cudaExtent extent, unsigned int flags WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmappedArray,
                                            const struct cudaChannelFormatDesc* desc, struct cudaExtent extent,
                                            unsigned int numLevels, unsigned int flags WARPGLASS_DEFAULT(0));
extern cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* levelArray, cudaMipmappedArray_const_t mipmappedArray,
                                              unsigned int level);
extern cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms* p);
extern cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms* p);
extern cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* p, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms* p,
                                         cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemGetInfo(size_t* free, size_t* total);
extern cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc* desc, struct cudaExtent* extent, unsigned int* flags,
                                    cudaArray_t array);
extern cudaError_t cudaArrayGetPlane(cudaArray_t* pPlaneArray, cudaArray_t hArray, unsigned int planeIdx);
extern cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements* memoryRequirements,
                                                  cudaArray_t array, int device);
extern cudaError_t cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements* memoryRequirements,
                                                           cudaMipmappedArray_t mipmap, int device);
extern cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties* sparseProperties, cudaArray_t array);
extern cudaError_t cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties* sparseProperties,
                                                         cudaMipmappedArray_t mipmap);
extern cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, enum cudaMemcpyKind kind);
extern cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count);
extern cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind);
extern cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch,
                                       size_t width, size_t height, enum cudaMemcpyKind kind);
extern cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                         size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind);
extern cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                            cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width,
                                            size_t height,
                                            enum cudaMemcpyKind kind WARPGLASS_DEFAULT(cudaMemcpyDeviceToDevice));
extern cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count,
                                      size_t offset WARPGLASS_DEFAULT(0),
                                      enum cudaMemcpyKind kind WARPGLASS_DEFAULT(cudaMemcpyHostToDevice));
extern cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset WARPGLASS_DEFAULT(0),
                                        enum cudaMemcpyKind kind WARPGLASS_DEFAULT(cudaMemcpyDeviceToHost));
extern cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, enum cudaMemcpyKind kind,
                                   cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                       cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const size_t* sizes, size_t count,
                                        struct cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                                        cudaStream_t stream);
extern cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, struct cudaMemcpy3DBatchOp* opList, unsigned long long flags,
                                          cudaStream_t stream);
extern cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                            size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind,
                                            cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                              size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind,
                                              cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                           enum cudaMemcpyKind kind, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                             enum cudaMemcpyKind kind, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemset(void* devPtr, int value, size_t count);
extern cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height);
extern cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent);
extern cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                                     cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent,
                                     cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol);
extern cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol);
extern cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, struct cudaMemLocation location,
                                        unsigned int flags, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count,
                                             struct cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                             size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream);
extern cudaError_t cudaMemDiscardBatchAsync(void** dptrs, size_t* sizes, size_t count, unsigned long long flags,
                                            cudaStream_t stream);
extern cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count,
                                                       struct cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                                       size_t numPrefetchLocs, unsigned long long flags,
                                                       cudaStream_t stream);
extern cudaError_t cudaMemAdvise(const void* devPtr, size_t count, enum cudaMemoryAdvise advice,
                                 struct cudaMemLocation location);
extern cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, enum cudaMemRangeAttribute attribute,
                                            const void* devPtr, size_t count);
extern cudaError_t cudaMemRangeGetAttributes(void** data, size_t* dataSizes, enum cudaMemRangeAttribute* attributes,
                                             size_t numAttributes, const void* devPtr, size_t count);
extern cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                                     enum cudaMemcpyKind kind);
extern cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count,
                                       enum cudaMemcpyKind kind);
extern cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                          size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
                                          enum cudaMemcpyKind kind WARPGLASS_DEFAULT(cudaMemcpyDeviceToDevice));
extern cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                          size_t count, enum cudaMemcpyKind kind,
                                          cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                            size_t count, enum cudaMemcpyKind kind,
                                            cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream);
extern cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream);
extern cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep);
extern cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void* value);
extern cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void* value);
extern cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc* descList, size_t count);
extern cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags, cudaMemPool_t memPool,
                                        struct cudaMemLocation* location);
extern cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const struct cudaMemPoolProps* poolProps);
extern cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool);
extern cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, struct cudaMemLocation* location,
                                            enum cudaMemAllocationType type);
extern cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, struct cudaMemLocation* location,
                                     enum cudaMemAllocationType type);
extern cudaError_t cudaMemSetMemPool(struct cudaMemLocation* location, enum cudaMemAllocationType type,
                                     cudaMemPool_t memPool);
extern cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream);
extern cudaError_t cudaMemPoolExportToShareableHandle(void* shareableHandle, cudaMemPool_t memPool,
                                                      enum cudaMemAllocationHandleType handleType, unsigned int flags);
extern cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* memPool, void* shareableHandle,
                                                        enum cudaMemAllocationHandleType handleType,
                                                        unsigned int flags);
extern cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData* exportData, void* ptr);
extern cudaError_t cudaMemPoolImportPointer(void** ptr, cudaMemPool_t memPool,
                                            struct cudaMemPoolPtrExportData* exportData);
extern cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* ptr);
extern cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* desc, cudaArray_const_t array);
extern struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);
extern cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const struct cudaResourceDesc* pResDesc,
                                           const struct cudaTextureDesc* pTexDesc,
                                           const struct cudaResourceViewDesc* pResViewDesc);
extern cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject);
extern cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* pResDesc, cudaTextureObject_t texObject);
extern cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject);
extern cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc* pResViewDesc,
                                                        cudaTextureObject_t texObject);
extern cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const struct cudaResourceDesc* pResDesc);
extern cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject);
extern cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject);

#endif
