// What calls answer while a stream is captured, and what becomes of the capture: each in a capture of its own, of each
// mode, in streams that wait for the legacy default stream and in such that do not. driver_capture_rules.expected beside it
// holds the answers of an H200 with CUDA 13.0, recorded by running this very program there (built by nvcc); the same
// program must print the same lines under warpglass.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace {

__global__ void set(int* values, int value) { values[threadIdx.x] = value; }
__device__ int symbol;

int* memory = nullptr;
int* pinned = nullptr;
cudaStream_t captured = nullptr;
cudaStream_t other = nullptr;        // waits for the default stream
cudaStream_t independent = nullptr;  // does not
cudaEvent_t within = nullptr;        // recorded in the capture
cudaEvent_t before = nullptr;        // recorded in the default stream, before it
cudaEvent_t unused = nullptr;
cudaGraphExec_t known = nullptr;     // has run before
void* made = nullptr;  // what a call has allocated, for later

struct Step {
  const char* name;
  std::function<int()> call;
};

std::vector<Step> steps() {
  static int numbers[32];
  return {
      {"a kernel in the default stream", [] { return set<<<1, 32>>>(memory, 2), int(cudaGetLastError()); }},
      {"a kernel in another stream", [] { return set<<<1, 32, 0, other>>>(memory, 2), int(cudaGetLastError()); }},
      {"a kernel in an independent stream",
       [] { return set<<<1, 32, 0, independent>>>(memory, 2), int(cudaGetLastError()); }},
      {"a kernel in the thread's stream",
       [] { return set<<<1, 32, 0, cudaStreamPerThread>>>(memory, 2), int(cudaGetLastError()); }},
      {"cudaMemcpy to the device", [] { return int(cudaMemcpy(memory, numbers, 128, cudaMemcpyHostToDevice)); }},
      {"cudaMemcpy to the host", [] { return int(cudaMemcpy(numbers, memory, 128, cudaMemcpyDeviceToHost)); }},
      {"cudaMemcpy on the device", [] { return int(cudaMemcpy(memory + 32, memory, 128, cudaMemcpyDeviceToDevice)); }},
      {"cudaMemcpy on the host", [] { return int(cudaMemcpy(numbers, pinned, 128, cudaMemcpyHostToHost)); }},
      {"cudaMemcpyAsync in the default stream",
       [] { return int(cudaMemcpyAsync(memory, pinned, 128, cudaMemcpyHostToDevice, nullptr)); }},
      {"cudaMemcpyAsync in the captured stream",
       [] { return int(cudaMemcpyAsync(memory, pinned, 128, cudaMemcpyHostToDevice, captured)); }},
      {"cudaMemcpyAsync of pageable memory to the host",
       [] { return int(cudaMemcpyAsync(numbers, memory, 128, cudaMemcpyDeviceToHost, captured)); }},
      {"cudaMemset", [] { return int(cudaMemset(memory, 0, 128)); }},
      {"cudaMemsetAsync in the default stream", [] { return int(cudaMemsetAsync(memory, 0, 128, nullptr)); }},
      {"cudaStreamSynchronize of the captured stream", [] { return int(cudaStreamSynchronize(captured)); }},
      {"cudaStreamSynchronize of the default stream", [] { return int(cudaStreamSynchronize(nullptr)); }},
      {"cudaStreamSynchronize of another stream", [] { return int(cudaStreamSynchronize(other)); }},
      {"cudaStreamSynchronize of an independent stream", [] { return int(cudaStreamSynchronize(independent)); }},
      {"cudaStreamQuery of the captured stream", [] { return int(cudaStreamQuery(captured)); }},
      {"cudaStreamQuery of the default stream", [] { return int(cudaStreamQuery(nullptr)); }},
      {"cudaStreamQuery of another stream", [] { return int(cudaStreamQuery(other)); }},
      {"cudaStreamQuery of an independent stream", [] { return int(cudaStreamQuery(independent)); }},
      {"cudaDeviceSynchronize", [] { return int(cudaDeviceSynchronize()); }},
      {"cudaEventRecord in the default stream", [] { return int(cudaEventRecord(unused, nullptr)); }},
      {"cudaEventRecord in another stream", [] { return int(cudaEventRecord(unused, other)); }},
      {"cudaEventQuery of a captured event", [] { return int(cudaEventQuery(within)); }},
      {"cudaEventQuery of an event from before", [] { return int(cudaEventQuery(before)); }},
      {"cudaEventSynchronize of a captured event", [] { return int(cudaEventSynchronize(within)); }},
      {"cudaEventSynchronize of an event from before", [] { return int(cudaEventSynchronize(before)); }},
      {"cudaEventElapsedTime of a captured event",
       [] {
         float milliseconds = 0;
         return int(cudaEventElapsedTime(&milliseconds, before, within));
       }},
      {"cudaStreamWaitEvent of the default stream for a captured event",
       [] { return int(cudaStreamWaitEvent(nullptr, within, 0)); }},
      {"cudaStreamWaitEvent of the captured stream for an event from before",
       [] { return int(cudaStreamWaitEvent(captured, before, 0)); }},
      {"cudaStreamWaitEvent of another stream for a captured event, which joins",
       [] {
         const int error = int(cudaStreamWaitEvent(other, within, 0));
         set<<<1, 32, 0, other>>>(memory, 3);
         cudaEventRecord(unused, other);
         return error * 1000 + int(cudaStreamWaitEvent(captured, unused, 0));
       }},
      {"cudaStreamWaitEvent of another stream for a captured event, which does not join",
       [] { return int(cudaStreamWaitEvent(other, within, 0)); }},
      {"a kernel in another stream behind such, which does not join",
       [] {
         const int error = int(cudaStreamWaitEvent(other, within, 0));
         set<<<1, 32, 0, other>>>(memory, 3);
         return error * 1000 + int(cudaGetLastError());
       }},
      {"cudaStreamEndCapture of a stream that joined it",
       [] {
         cudaGraph_t graph = nullptr;
         const int error = int(cudaStreamWaitEvent(other, within, 0));
         return error * 1000 + int(cudaStreamEndCapture(other, &graph));
       }},
      {"cudaStreamEndCapture of another stream",
       [] {
         cudaGraph_t graph = nullptr;
         return int(cudaStreamEndCapture(other, &graph));
       }},
      {"cudaStreamBeginCapture once more", [] { return int(cudaStreamBeginCapture(captured, cudaStreamCaptureModeGlobal)); }},
      {"cudaStreamBeginCapture of the default stream",
       [] { return int(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal)); }},
      {"cudaStreamIsCapturing of the default stream",
       [] {
         cudaStreamCaptureStatus status{};
         return int(cudaStreamIsCapturing(nullptr, &status));
       }},
      {"cudaStreamIsCapturing of another stream",
       [] {
         cudaStreamCaptureStatus status{};
         return int(cudaStreamIsCapturing(other, &status)) * 1000 + int(status);
       }},
      {"cudaMalloc", [] { return int(cudaMalloc(&made, 1024)); }},
      {"cudaFree", [] { return int(cudaFree(made)); }},
      {"cudaMallocManaged", [] { return int(cudaMallocManaged(&made, 1024)); }},
      {"cudaHostAlloc", [] { return int(cudaHostAlloc(&made, 1024, 0)); }},
      {"cudaFreeHost", [] { return int(cudaFreeHost(made)); }},
      {"cudaHostRegister", [] { return int(cudaHostRegister(numbers, sizeof numbers, 0)); }},
      {"cudaHostUnregister", [] { return int(cudaHostUnregister(numbers)); }},
      {"cudaMallocAsync in the default stream", [] { return int(cudaMallocAsync(&made, 1024, nullptr)); }},
      {"cudaMemGetInfo",
       [] {
         size_t free = 0, total = 0;
         return int(cudaMemGetInfo(&free, &total));
       }},
      {"cudaStreamCreate and cudaStreamDestroy",
       [] {
         cudaStream_t stream = nullptr;
         const int error = int(cudaStreamCreate(&stream));
         return error * 1000 + int(cudaStreamDestroy(stream));
       }},
      {"cudaEventCreate and cudaEventDestroy",
       [] {
         cudaEvent_t event = nullptr;
         const int error = int(cudaEventCreate(&event));
         return error * 1000 + int(cudaEventDestroy(event));
       }},
      {"cudaFuncGetAttributes",
       [] {
         cudaFuncAttributes attributes{};
         return int(cudaFuncGetAttributes(&attributes, set));
       }},
      {"cudaFuncSetAttribute",
       [] { return int(cudaFuncSetAttribute(set, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024)); }},
      {"cudaPointerGetAttributes",
       [] {
         cudaPointerAttributes attributes{};
         return int(cudaPointerGetAttributes(&attributes, memory));
       }},
      {"cudaDeviceGetAttribute",
       [] {
         int value = 0;
         return int(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
       }},
      {"cudaSetDevice", [] { return int(cudaSetDevice(0)); }},
      {"cudaDeviceSetLimit", [] { return int(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20)); }},
      {"cudaDeviceSetCacheConfig", [] { return int(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone)); }},
      {"cudaLaunchHostFunc in the default stream",
       [] { return int(cudaLaunchHostFunc(nullptr, [](void*) {}, nullptr)); }},
      {"cudaLaunchHostFunc in the captured stream",
       [] { return int(cudaLaunchHostFunc(captured, [](void*) {}, nullptr)); }},
      {"cudaStreamAddCallback in the captured stream",
       [] { return int(cudaStreamAddCallback(captured, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0)); }},
      {"cudaStreamAttachMemAsync in the captured stream",
       [] { return int(cudaStreamAttachMemAsync(captured, memory, 0, cudaMemAttachGlobal)); }},
      {"cudaMemPrefetchAsync in the captured stream",
       [] {
#if CUDART_VERSION >= 13000
         return int(cudaMemPrefetchAsync(memory, 128, {cudaMemLocationTypeDevice, 0}, 0, captured));
#else
         return int(cudaMemPrefetchAsync(memory, 128, 0, captured));
#endif
       }},
      {"cudaGraphInstantiate and cudaGraphLaunch in the captured stream",
       [] {
         cudaGraph_t graph = nullptr;
         cudaGraphNode_t node = nullptr;
         cudaGraphExec_t executable = nullptr;
         cudaGraphCreate(&graph, 0);
         cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
         const int error = int(cudaGraphInstantiate(&executable, graph, 0));
         const int launched = int(cudaGraphLaunch(executable, captured));
         if (executable != nullptr) cudaGraphExecDestroy(executable);
         cudaGraphDestroy(graph);
         return error * 1000 + launched;
       }},
      {"cudaGraphLaunch of a graph from before in the captured stream", [] { return int(cudaGraphLaunch(known, captured)); }},
      {"cudaGraphLaunch of a graph from before in another stream", [] { return int(cudaGraphLaunch(known, other)); }},
      {"cudaGraphUpload in another stream", [] { return int(cudaGraphUpload(known, other)); }},
      {"cudaMallocPitch",
       [] {
         size_t pitch = 0;
         return int(cudaMallocPitch(&made, &pitch, 100, 10));
       }},
      {"cudaMallocArray and cudaFreeArray",
       [] {
         cudaArray_t array = nullptr;
         const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
         const int error = int(cudaMallocArray(&array, &format, 8, 8));
         return error * 1000 + int(cudaFreeArray(array));
       }},
      {"cudaMallocAsync and cudaFreeAsync in another stream",
       [] {
         void* got = nullptr;
         const int error = int(cudaMallocAsync(&got, 1024, other));
         return error * 1000 + int(cudaFreeAsync(got, other));
       }},
      {"cudaMallocAsync and cudaFreeAsync in the captured stream",
       [] {
         void* got = nullptr;
         const int error = int(cudaMallocAsync(&got, 1024, captured));
         return error * 1000 + int(cudaFreeAsync(got, captured));
       }},
      {"cudaMemPoolTrimTo",
       [] {
         cudaMemPool_t pool = nullptr;
         cudaDeviceGetDefaultMemPool(&pool, 0);
         return int(cudaMemPoolTrimTo(pool, 0));
       }},
      {"cudaStreamWaitEvent of the captured stream for an event that was never recorded",
       [] {
         cudaEvent_t event = nullptr;
         cudaEventCreate(&event);
         const int error = int(cudaStreamWaitEvent(captured, event, 0));
         cudaEventDestroy(event);
         return error;
       }},
      {"cudaStreamWaitEvent of the captured stream for an outer event",
       [] { return int(cudaStreamWaitEvent(captured, before, cudaEventWaitExternal)); }},
      {"cudaEventRecordWithFlags for outside",
       [] { return int(cudaEventRecordWithFlags(unused, captured, cudaEventRecordExternal)); }},
      {"cudaEventRecordWithFlags for outside in another stream",
       [] { return int(cudaEventRecordWithFlags(unused, other, cudaEventRecordExternal)); }},
      {"cudaMemcpyAsync of pageable memory to the device",
       [] { return int(cudaMemcpyAsync(memory, numbers, 128, cudaMemcpyHostToDevice, captured)); }},
      {"cudaMemcpyToSymbol", [] { return int(cudaMemcpyToSymbol(symbol, numbers, 4)); }},
      {"cudaMemcpy2D", [] { return int(cudaMemcpy2D(memory, 64, numbers, 64, 64, 2, cudaMemcpyHostToDevice)); }},
      {"cudaMemset2D", [] { return int(cudaMemset2D(memory, 64, 0, 64, 2)); }},
      {"cudaGetSymbolAddress",
       [] {
         void* address = nullptr;
         return int(cudaGetSymbolAddress(&address, symbol));
       }},
      {"cudaGetDeviceProperties",
       [] {
         cudaDeviceProp properties{};
         return int(cudaGetDeviceProperties(&properties, 0));
       }},
      {"cudaOccupancyMaxActiveBlocksPerMultiprocessor",
       [] {
         int blocks = 0;
         return int(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, set, 32, 0));
       }},
      {"cudaFuncSetCacheConfig", [] { return int(cudaFuncSetCacheConfig(set, cudaFuncCachePreferL1)); }},
      {"cudaEventDestroy of a captured event",
       [] {
         cudaEvent_t event = nullptr;
         cudaEventCreate(&event);
         const int error = int(cudaEventRecord(event, captured));
         return error * 1000 + int(cudaEventDestroy(event));
       }},
      {"cudaStreamGetCaptureInfo of the default stream",
       [] {
         cudaStreamCaptureStatus status{};
#if CUDART_VERSION >= 13000
         return int(cudaStreamGetCaptureInfo(nullptr, &status, nullptr, nullptr, nullptr, nullptr, nullptr));
#else
         return int(cudaStreamGetCaptureInfo(nullptr, &status, nullptr));
#endif
       }},
      {"cuMemAlloc and cuMemFree",
       [] {
         CUdeviceptr got = 0;
         const int error = int(cuMemAlloc(&got, 1024));
         return error * 1000 + int(cuMemFree(got));
       }},
      {"cuMemHostAlloc", [] { return int(cuMemHostAlloc(&made, 1024, 0)); }},
      {"cuCtxSynchronize", [] { return int(cuCtxSynchronize()); }},
      {"cuStreamSynchronize of another stream", [] { return int(cuStreamSynchronize(other)); }},
      {"cuMemcpyHtoD", [] { return int(cuMemcpyHtoD(CUdeviceptr(memory), numbers, 128)); }},
      {"cuMemcpyDtoH", [] { return int(cuMemcpyDtoH(numbers, CUdeviceptr(memory), 128)); }},
      {"cuMemsetD32", [] { return int(cuMemsetD32(CUdeviceptr(memory), 0, 32)); }},
      {"cuModuleLoadData",
       [] {
         CUmodule module = nullptr;
         const int error = int(cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n"));
         if (module != nullptr) cuModuleUnload(module);
         return error;
       }},
      {"cuEventSynchronize of an event from before", [] { return int(cuEventSynchronize(before)); }},
      {"cuEventQuery of a captured event", [] { return int(cuEventQuery(within)); }},
      {"cudaMalloc in a relaxed thread",
       [] {
         cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
         cudaThreadExchangeStreamCaptureMode(&mode);
         const int error = int(cudaMalloc(&made, 1024));
         cudaThreadExchangeStreamCaptureMode(&mode);
         return error;
       }},
      {"cudaFree in a relaxed thread",
       [] {
         cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
         cudaThreadExchangeStreamCaptureMode(&mode);
         const int error = int(cudaFree(made));
         cudaThreadExchangeStreamCaptureMode(&mode);
         return error;
       }},
      {"cudaMalloc in another thread",
       [] {
         int error = 0;
         std::thread([&] { error = int(cudaMalloc(&made, 1024)); }).join();
         return error;
       }},
      {"cudaMalloc in another thread whose mode is its own",
       [] {
         int error = 0;
         std::thread([&] {
           cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
           cudaThreadExchangeStreamCaptureMode(&mode);
           error = int(cudaMalloc(&made, 1024));
         }).join();
         return error;
       }},
      {"cudaStreamSynchronize of another stream in another thread",
       [] {
         int error = 0;
         std::thread([&] { error = int(cudaStreamSynchronize(other)); }).join();
         return error;
       }},
      {"cudaStreamEndCapture in another thread",
       [] {
         int error = 0;
         std::thread([&] {
           cudaGraph_t graph = nullptr;
           error = int(cudaStreamEndCapture(captured, &graph));
         }).join();
         return error;
       }},
  };
}

void try_step(const Step& step, cudaStreamCaptureMode mode, bool waits) {
  cudaStreamCreateWithFlags(&captured, waits ? cudaStreamDefault : cudaStreamNonBlocking);
  cudaEventRecord(before, nullptr);
  cudaDeviceSynchronize();
  const int begun = int(cudaStreamBeginCapture(captured, mode));
  set<<<1, 32, 0, captured>>>(memory, 1);
  cudaEventRecord(within, captured);
  const int answer = step.call();
  cudaGetLastError();
  cudaStreamCaptureStatus status{};
  const int asked = int(cudaStreamIsCapturing(captured, &status));
  cudaGraph_t graph = nullptr;
  const int ended = int(cudaStreamEndCapture(captured, &graph));
  std::printf(" %d", answer);
  if (begun != 0) std::printf(" (begun %d)", begun);
  if (asked != 0 || status != cudaStreamCaptureStatusActive) std::printf(" (%d, status %d)", asked, int(status));
  if (ended != 0) std::printf(" (ended %d)", ended);
  if ((graph == nullptr) != (ended != 0)) std::printf(" (graph %d)", graph != nullptr);
  if (graph != nullptr) cudaGraphDestroy(graph);
  cudaGetLastError();
  cudaStreamDestroy(captured);
  const int last = int(cudaDeviceSynchronize());
  if (last != 0) std::printf(" (then %d)", last);
}

}  // namespace

int main() {
  cudaMalloc(&memory, 1 << 16);
  cudaHostAlloc(&pinned, 1 << 12, 0);
  cudaStreamCreate(&other);
  cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking);
  for (cudaEvent_t* event : {&within, &before, &unused}) cudaEventCreate(event);
  set<<<1, 32>>>(memory, 0);
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal);
  set<<<1, 32, 0, other>>>(memory, 4);
  cudaStreamEndCapture(other, &graph);
  cudaGraphInstantiate(&known, graph, 0);
  cudaGraphLaunch(known, other);
  cudaDeviceSynchronize();
  const struct {
    const char* name;
    cudaStreamCaptureMode mode;
    bool waits;
  } ways[] = {{"global", cudaStreamCaptureModeGlobal, true},
              {"thread", cudaStreamCaptureModeThreadLocal, true},
              {"relaxed", cudaStreamCaptureModeRelaxed, true},
              {"global, independent", cudaStreamCaptureModeGlobal, false},
              {"relaxed, independent", cudaStreamCaptureModeRelaxed, false}};
  for (const auto& way : ways) {
    made = nullptr;
    for (const Step& step : steps()) {
      std::printf("%s: %s:", way.name, step.name);
      try_step(step, way.mode, way.waits);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
}
