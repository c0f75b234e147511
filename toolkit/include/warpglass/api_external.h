// What crosses the runtime's border: other processes, other APIs, libraries loaded at run time, logs.
// Part of cuda_runtime_api.h, which gives WARPGLASS_DEFAULT and the C linkage.
#ifndef WARPGLASS_CUDA_API_EXTERNAL_H
#define WARPGLASS_CUDA_API_EXTERNAL_H

extern cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event);
extern cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle);
extern cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* devPtr);
extern cudaError_t cudaIpcOpenMemHandle(void** devPtr, cudaIpcMemHandle_t handle, unsigned int flags);
extern cudaError_t cudaIpcCloseMemHandle(void* devPtr);
extern cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callbackFunc, void* userData,
                                                       cudaAsyncCallbackHandle_t* callback);
extern cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback);
extern cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* extMem_out,
                                            const struct cudaExternalMemoryHandleDesc* memHandleDesc);
extern cudaError_t cudaExternalMemoryGetMappedBuffer(void** devPtr, cudaExternalMemory_t extMem,
                                                     const struct cudaExternalMemoryBufferDesc* bufferDesc);
extern cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t* mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc* mipmapDesc);
extern cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem);
extern cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* extSem_out,
                                               const struct cudaExternalSemaphoreHandleDesc* semHandleDesc);
extern cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t* extSemArray,
                                                     const struct cudaExternalSemaphoreSignalParams* paramsArray,
                                                     unsigned int numExtSems, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t* extSemArray,
                                                   const struct cudaExternalSemaphoreWaitParams* paramsArray,
                                                   unsigned int numExtSems, cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem);
extern cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
extern cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
extern cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources,
                                            cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources,
                                              cudaStream_t stream WARPGLASS_DEFAULT(0));
extern cudaError_t cudaGraphicsResourceGetMappedPointer(void** devPtr, size_t* size, cudaGraphicsResource_t resource);
extern cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array, cudaGraphicsResource_t resource,
                                                         unsigned int arrayIndex, unsigned int mipLevel);
extern cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t* mipmappedArray,
                                                               cudaGraphicsResource_t resource);
extern cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, void* userData,
                                            cudaLogsCallbackHandle* callback_out);
extern cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback);
extern cudaError_t cudaLogsCurrent(cudaLogIterator* iterator_out, unsigned int flags);
extern cudaError_t cudaLogsDumpToFile(cudaLogIterator* iterator, const char* pathToFile, unsigned int flags);
extern cudaError_t cudaLogsDumpToMemory(cudaLogIterator* iterator, char* buffer, size_t* size, unsigned int flags);
extern cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                           enum cudaDriverEntryPointQueryResult* driverStatus WARPGLASS_DEFAULT(NULL));
extern cudaError_t cudaGetDriverEntryPointByVersion(
    const char* symbol, void** funcPtr, unsigned int cudaVersion, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult* driverStatus WARPGLASS_DEFAULT(NULL));
extern cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, enum cudaJitOption* jitOptions,
                                       void** jitOptionsValues, unsigned int numJitOptions,
                                       enum cudaLibraryOption* libraryOptions, void** libraryOptionValues,
                                       unsigned int numLibraryOptions);
extern cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* fileName, enum cudaJitOption* jitOptions,
                                           void** jitOptionsValues, unsigned int numJitOptions,
                                           enum cudaLibraryOption* libraryOptions, void** libraryOptionValues,
                                           unsigned int numLibraryOptions);
extern cudaError_t cudaLibraryUnload(cudaLibrary_t library);
extern cudaError_t cudaLibraryGetKernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name);
extern cudaError_t cudaLibraryGetGlobal(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name);
extern cudaError_t cudaLibraryGetManaged(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name);
extern cudaError_t cudaLibraryGetUnifiedFunction(void** fptr, cudaLibrary_t library, const char* symbol);
extern cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t lib);
extern cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int numKernels, cudaLibrary_t lib);
extern cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr, int value,
                                                   int device);
extern cudaError_t cudaGetExportTable(const void** ppExportTable, const cudaUUID_t* pExportTableId);
extern cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr);
extern cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr);

#endif
