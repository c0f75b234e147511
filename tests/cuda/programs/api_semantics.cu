// What the API answers at its edges: each line is a call and its error number, with what it put out where that does not
// depend on the machine. api_semantics.expected beside it holds the answers of an H200 with CUDA 13.0, recorded by running this
// very program there (built by nvcc); the same program must print the same lines under warpglass.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void fill(int* values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = i;
}
__global__ void __launch_bounds__(64) bounded(int* values) { values[threadIdx.x] = 1; }
__global__ void fixed_shared(int* values) {
  __shared__ int tile[4096];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = tile[threadIdx.x ^ 1];
}
__global__ void dynamic_shared(int* values) {
  extern __shared__ int pieces[];
  pieces[threadIdx.x] = threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = pieces[threadIdx.x ^ 1];
}
__device__ int counters[4] = {10, 20, 30, 40};
__constant__ float factors[2] = {0.5f, 2.0f};

#define SAY(...) (std::printf(__VA_ARGS__), std::fflush(stdout))
#define CALL(expression) SAY("%-78s %d\n", #expression, int(expression))

void memory() {
  int *a = nullptr, *b = nullptr;
  char host[512] = {};
  CALL(cudaMalloc(&a, 1024));
  CALL(cudaMalloc(&b, 0));
  SAY("  null: %d\n", b == nullptr);
  CALL(cudaMalloc((void**)nullptr, 16));
  CALL(cudaMalloc(&b, size_t(1) << 50));
  CALL(cudaGetLastError());
  CALL(cudaGetLastError());
  CALL(cudaFree(nullptr));
  CALL(cudaFree(a + 1));
  CALL(cudaFree(host));
  CALL(cudaMemcpy(a, host, 512, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(a, host, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(nullptr, host, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(host, a, 512, cudaMemcpyDefault));
  CALL(cudaMemcpy(host, a, 4, cudaMemcpyKind(7)));
  CALL(cudaMemcpy(host, a, 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(a, host, 4, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpy(a, host, 4, cudaMemcpyDeviceToDevice));
  CALL(cudaMemcpy(a, a + 4, 16, cudaMemcpyHostToDevice));
  CALL(cudaMemset(a, 1, 1024));
  CALL(cudaMemset(nullptr, 1, 0));
  CALL(cudaMemset(nullptr, 1, 4));
  CALL(cudaMemset(host, 1, 4));
  CALL(cudaMemset2D(a, 32, 1, 16, 4));
  CALL(cudaMemset2D(a, 8, 1, 16, 4));
  CALL(cudaMemcpy2D(a, 8, host, 16, 16, 2, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(a, 32, host, 16, 16, 2, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(a, 32, host, 16, 16, 0, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(a, 8, host, 16, 16, 1, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(a, 16, host, 8, 16, 1, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(a, 0, host, 0, 16, 1, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2D(a, 0, host, 0, 16, 2, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy2DAsync(a, 8, host, 8, 16, 1, cudaMemcpyHostToDevice, 0));
  CALL(cudaMemset2D(a, 8, 1, 16, 1));
  CALL(cudaMemset2D(a, 0, 1, 16, 1));
  for (size_t pitch : {0, 8, 16})
    for (size_t height : {1, 2}) {
      cudaMemcpy3DParms copy{};
      copy.srcPtr = make_cudaPitchedPtr(host, pitch, 16, height);
      copy.dstPtr = make_cudaPitchedPtr(a, 16, 16, height);
      copy.extent = make_cudaExtent(16, height, 1);
      copy.kind = cudaMemcpyHostToDevice;
      SAY("  pitch %zu height %zu\n", pitch, height);
      CALL(cudaMemcpy3D(&copy));
    }
  size_t pitch = 0;
  void* pitched = nullptr;
  CALL(cudaMallocPitch(&pitched, &pitch, 100, 4));
  SAY("  pitch %zu\n", pitch);
  CALL(cudaMallocPitch(&pitched, &pitch, 0, 4));
  SAY("  null: %d\n", pitched == nullptr);
  cudaPitchedPtr box = {};
  CALL(cudaMalloc3D(&box, make_cudaExtent(100, 4, 3)));
  SAY("  pitch %zu xsize %zu ysize %zu\n", box.pitch, box.xsize, box.ysize);
  CALL(cudaMemset3D(box, 3, make_cudaExtent(100, 4, 3)));
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = box;
  copy.srcPos = make_cudaPos(10, 1, 1);
  copy.dstPtr = make_cudaPitchedPtr(host, 16, 16, 3);
  copy.extent = make_cudaExtent(16, 3, 2);
  copy.kind = cudaMemcpyDeviceToHost;
  CALL(cudaMemcpy3D(&copy));
  SAY("  %d %d %d\n", host[0], host[95], host[96]);
  CALL(cudaFree(a));
  CALL(cudaFree(a));
  CALL(cudaGetLastError());
}

void host_memory() {
  int *pinned = nullptr, *managed = nullptr, *device = nullptr, *mapped = nullptr;
  static char page[8192];
  char* aligned = page + 4096 - reinterpret_cast<size_t>(page) % 4096;
  CALL(cudaMallocHost(&pinned, 256));
  CALL(cudaMallocHost(&mapped, 0));
  CALL(cudaHostGetDevicePointer(&mapped, pinned, 0));
  SAY("  same: %d\n", mapped == pinned);
  CALL(cudaMallocManaged(&managed, 256));
  CALL(cudaMallocManaged(&managed, 0));
  CALL(cudaMallocManaged(&managed, 256, 8));
  CALL(cudaMallocManaged(&managed, 256));
  CALL(cudaMalloc(&device, 256));
  CALL(cudaFree(pinned));
  CALL(cudaFreeHost(device));
  CALL(cudaFreeHost(nullptr));
  CALL(cudaHostRegister(aligned, 4096, cudaHostRegisterDefault));
  CALL(cudaHostRegister(aligned, 4096, cudaHostRegisterDefault));
  CALL(cudaHostUnregister(aligned));
  CALL(cudaHostUnregister(aligned));
  CALL(cudaHostUnregister(nullptr));
  CALL(cudaHostGetDevicePointer(&mapped, page, 0));
  unsigned flags = 0;
  CALL(cudaHostGetFlags(&flags, pinned));
  SAY("  flags %u\n", flags);
  cudaPointerAttributes attributes;
  const void* pointers[] = {pinned, managed, device, page, device + 16, nullptr};
  for (const void* pointer : pointers) {
    CALL(cudaPointerGetAttributes(&attributes, pointer));
    SAY("  type %d device %d device pointer %d host pointer %d\n", int(attributes.type), attributes.device,
        attributes.devicePointer == pointer && pointer, attributes.hostPointer == pointer && pointer);
  }
  CALL(cudaMemPrefetchAsync(device, 256, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0));
  CALL(cudaMemPrefetchAsync(managed, 256, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0));
  CALL(cudaMemPrefetchAsync(managed, 512, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0));
  CALL(cudaMemAdvise(managed, 256, cudaMemAdviseSetReadMostly, cudaMemLocation{cudaMemLocationTypeDevice, 0}));
  CALL(cudaFree(managed));
  CALL(cudaFree(device));
  CALL(cudaFreeHost(pinned));
  CALL(cudaFreeHost(pinned));
  cudaGetLastError();
}

void symbols() {
  int values[4] = {};
  void* address = nullptr;
  size_t size = 0;
  CALL(cudaMemcpyFromSymbol(values, counters, 16));
  SAY("  %d %d\n", values[0], values[3]);
  CALL(cudaMemcpyToSymbol(counters, values + 3, 4, 4));
  CALL(cudaMemcpyFromSymbol(values, counters, 8, 4));
  SAY("  %d %d\n", values[0], values[1]);
  CALL(cudaMemcpyToSymbol(counters, values, 16, 4));
  CALL(cudaMemcpyToSymbol(counters, values, 4, 17));
  CALL(cudaMemcpyToSymbol(counters, values, 0));
  CALL(cudaMemcpyToSymbol(factors, values, 8));
  CALL(cudaMemcpyToSymbol(values, values, 4));
  CALL(cudaMemcpyToSymbol(counters, values, 4, 0, cudaMemcpyDeviceToHost));
  CALL(cudaMemcpyFromSymbol(values, counters, 4, 0, cudaMemcpyHostToDevice));
  CALL(cudaGetSymbolAddress(&address, counters));
  CALL(cudaGetSymbolSize(&size, counters));
  SAY("  size %zu\n", size);
  CALL(cudaGetSymbolAddress(&address, values));
  CALL(cudaMemcpy(address, values, 0, cudaMemcpyDefault));
  cudaGetLastError();
}

#define LAUNCH(...)                                            \
  do {                                                         \
    __VA_ARGS__;                                               \
    int error = int(cudaGetLastError());                       \
    SAY("%-78s %d\n", #__VA_ARGS__, error);                    \
  } while (0)

void launches() {
  int* a = nullptr;
  cudaMalloc(&a, 1 << 16);
  LAUNCH((fill<<<1, 32>>>(a, 32)));
  LAUNCH((fill<<<0, 32>>>(a, 32)));
  LAUNCH((fill<<<1, 0>>>(a, 32)));
  LAUNCH((fill<<<1, 1025>>>(a, 32)));
  LAUNCH((fill<<<1, dim3(1, 1, 65)>>>(a, 32)));
  LAUNCH((fill<<<1, dim3(32, 32, 2)>>>(a, 32)));
  LAUNCH((fill<<<dim3(1, 65536), 32>>>(a, 32)));
  LAUNCH((fill<<<dim3(1, 1, 65536), 32>>>(a, 32)));
  LAUNCH((bounded<<<1, 64>>>(a)));
  LAUNCH((bounded<<<1, 65>>>(a)));
  LAUNCH((dynamic_shared<<<1, 64, 48 * 1024>>>(a)));
  LAUNCH((dynamic_shared<<<1, 64, 48 * 1024 + 1>>>(a)));
  LAUNCH((dynamic_shared<<<1, 64, 1 << 20>>>(a)));
  LAUNCH((fixed_shared<<<1, 64, 32 * 1024>>>(a)));
  LAUNCH((fixed_shared<<<1, 64, 32 * 1024 + 16>>>(a)));
  CALL(cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
  LAUNCH((dynamic_shared<<<1, 64, 227 * 1024>>>(a)));
  CALL(cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024 + 1));
  CALL(cudaFuncSetAttribute(fixed_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 212 * 1024));
  CALL(cudaFuncSetAttribute(fixed_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  CALL(cudaFuncSetAttribute(fixed_shared, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  CALL(cudaFuncSetAttribute(fixed_shared, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  CALL(cudaFuncSetAttribute(fixed_shared, cudaFuncAttribute(77), 1));
  cudaFuncAttributes attributes;
  CALL(cudaFuncGetAttributes(&attributes, fixed_shared));
  SAY("  shared %zu threads %d ptx %d binary %d dynamic %d carveout %d\n", attributes.sharedSizeBytes,
      attributes.maxThreadsPerBlock, attributes.ptxVersion, attributes.binaryVersion,
      attributes.maxDynamicSharedSizeBytes, attributes.preferredShmemCarveout);
  CALL(cudaFuncGetAttributes(&attributes, bounded));
  SAY("  shared %zu threads %d dynamic %d carveout %d\n", attributes.sharedSizeBytes, attributes.maxThreadsPerBlock,
      attributes.maxDynamicSharedSizeBytes, attributes.preferredShmemCarveout);
  CALL(cudaFuncGetAttributes(&attributes, (const void*)launches));
  int blocks = 0;
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 256, 0));
  SAY("  blocks %d\n", blocks);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 1024, 0));
  SAY("  blocks %d\n", blocks);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 2048, 0));
  SAY("  blocks %d\n", blocks);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 0, 0));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic_shared, 64, 100 * 1024));
  SAY("  blocks %d\n", blocks);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 64, 100 * 1024));
  SAY("  blocks %d\n", blocks);
  size_t dynamic = 0;
  CALL(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, fill, 2, 256));
  SAY("  bytes %zu\n", dynamic);
  CALL(cudaOccupancyAvailableDynamicSMemPerBlock(&dynamic, dynamic_shared, 2, 256));
  SAY("  bytes %zu\n", dynamic);
  void* arguments[] = {&a};
  CALL(cudaLaunchCooperativeKernel((const void*)dynamic_shared, dim3(132 * 32), dim3(64), arguments, 256, 0));
  CALL(cudaLaunchCooperativeKernel((const void*)dynamic_shared, dim3(132 * 32 + 1), dim3(64), arguments, 256, 0));
  CALL(cudaLaunchKernel((const void*)launches, dim3(1), dim3(1), arguments, 0, 0));
  CALL(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(32), arguments, 0, 0));
  CALL(cudaLaunchKernel((const void*)bounded, dim3(0), dim3(32), arguments, 0, 0));
  CALL(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(1025), arguments, 0, 0));
  CALL(cudaLaunchKernel((const void*)bounded, dim3(1), dim3(32), arguments, 0, (cudaStream_t)0x2));
  CALL(cudaDeviceSynchronize());
  CALL(cudaGetLastError());
  cudaFree(a);
}

void streams() {
  cudaStream_t stream = nullptr;
  cudaEvent_t first = nullptr, second = nullptr, untimed = nullptr;
  int least = 9, greatest = 9;
  unsigned flags = 9;
  CALL(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  SAY("  %d %d\n", least, greatest);
  CALL(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -99));
  CALL(cudaStreamGetPriority(stream, &least));
  CALL(cudaStreamGetFlags(stream, &flags));
  SAY("  %d %u\n", least, flags);
  CALL(cudaStreamGetFlags(nullptr, &flags));
  SAY("  %u\n", flags);
  CALL(cudaStreamCreateWithFlags(&stream, 5));
  CALL(cudaStreamQuery(nullptr));
  CALL(cudaStreamQuery(cudaStreamPerThread));
  CALL(cudaStreamDestroy(nullptr));
  CALL(cudaEventCreate(&first));
  CALL(cudaEventCreate(&second));
  CALL(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  CALL(cudaEventCreateWithFlags(&untimed, 32));
  CALL(cudaEventCreateWithFlags(&untimed, cudaEventInterprocess));
  float ms = -1;
  CALL(cudaEventQuery(first));
  CALL(cudaEventSynchronize(first));
  CALL(cudaEventElapsedTime(&ms, first, second));
  CALL(cudaEventRecord(first));
  CALL(cudaEventRecord(second));
  CALL(cudaEventSynchronize(second));
  CALL(cudaEventElapsedTime(&ms, first, second));
  SAY("  positive: %d\n", ms >= 0);
  CALL(cudaEventRecord(untimed));
  CALL(cudaEventElapsedTime(&ms, first, untimed));
  CALL(cudaEventElapsedTime(nullptr, first, second));
  CALL(cudaEventRecord(nullptr));
  CALL(cudaStreamWaitEvent(stream, first, 0));
  CALL(cudaEventDestroy(first));
  CALL(cudaEventDestroy(nullptr));
  CALL(cudaStreamDestroy(stream));
  cudaGetLastError();
}

void device() {
  int number = -1, value = 0;
  size_t bytes = 0;
  CALL(cudaGetDevice(&number));
  SAY("  %d\n", number);
  CALL(cudaSetDevice(0));
  CALL(cudaSetDevice(-1));
  CALL(cudaSetDevice(99));
  CALL(cudaGetDeviceCount(nullptr));
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  SAY("  %d\n", value);
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
  CALL(cudaDeviceGetAttribute(&value, cudaDeviceAttr(9999), 0));
  cudaDeviceProp properties;
  CALL(cudaGetDeviceProperties(&properties, 99));
  CALL(cudaDeviceCanAccessPeer(&value, 0, 0));
  SAY("  %d\n", value);
  CALL(cudaDeviceCanAccessPeer(&value, 0, 99));
  CALL(cudaDeviceEnablePeerAccess(0, 0));
  CALL(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
  SAY("  %zu\n", bytes);
  CALL(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize));
  SAY("  %zu\n", bytes);
  CALL(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  SAY("  %zu\n", bytes);
  CALL(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  CALL(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  SAY("  %zu\n", bytes);
  CALL(cudaDeviceGetLimit(&bytes, cudaLimit(77)));
  CALL(cudaDeviceGetLimit(&bytes, cudaLimitDevRuntimeSyncDepth));
  cudaFuncCache cache;
  CALL(cudaDeviceGetCacheConfig(&cache));
  SAY("  %d\n", int(cache));
  CALL(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  CALL(cudaFuncSetCacheConfig(fill, cudaFuncCachePreferShared));
  unsigned flags = 99;
  CALL(cudaGetDeviceFlags(&flags));
  SAY("  %u\n", flags);
  CALL(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  CALL(cudaGetDeviceFlags(&flags));
  SAY("  %u\n", flags);
  std::printf("%s %s %s\n", cudaGetErrorName(cudaErrorIllegalAddress), cudaGetErrorName(cudaError_t(12345)),
              cudaGetErrorString(cudaError_t(12345)));
  cudaGetLastError();
}

// A fault stays: what each call answers behind it.
void faults() {
  int* a = nullptr;
  cudaMalloc(&a, 1024);
  fill<<<1, 32>>>(nullptr, 32);
  CALL(cudaDeviceSynchronize());
  CALL(cudaPeekAtLastError());
  CALL(cudaGetLastError());
  CALL(cudaGetLastError());
  CALL(cudaDeviceSynchronize());
  CALL(cudaMemset(a, 0, 4));
  CALL(cudaMalloc(&a, 16));
  CALL(cudaFree(a));
  int value = 0;
  CALL(cudaGetDevice(&value));
  CALL(cudaGetDeviceCount(&value));
  CALL(cudaSetDevice(0));
  cudaDeviceProp properties;
  CALL(cudaGetDeviceProperties(&properties, 0));
  cudaEvent_t event;
  CALL(cudaEventCreate(&event));
  LAUNCH((fill<<<1, 32>>>(a, 32)));
  CALL(cudaDeviceReset());
  CALL(cudaGetLastError());
}

int main(int argc, char** argv) {
  const char* part = argc > 1 ? argv[1] : "";
  const bool all = part[0] == '\0';
  if (all || !std::strcmp(part, "memory")) memory();
  if (all || !std::strcmp(part, "host_memory")) host_memory();
  if (all || !std::strcmp(part, "symbols")) symbols();
  if (all || !std::strcmp(part, "launches")) launches();
  if (all || !std::strcmp(part, "streams")) streams();
  if (all || !std::strcmp(part, "device")) device();
  if (all || !std::strcmp(part, "faults")) faults();
}
