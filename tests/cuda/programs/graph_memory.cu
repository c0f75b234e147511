// What the API answers about memory that graphs allocate: each line is a call and its error number, with what it put
// out where that does not depend on the machine. graph_memory.expected beside it holds the answers of an H200 with
// CUDA 13.0, recorded by running this very program there (built by nvcc); the same program must print the same lines
// under warpglass.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define SAY(...) (std::printf(__VA_ARGS__), std::fflush(stdout))
#define CALL(expression) (SAY("%-90s %d\n", #expression, int(expression)), (void)cudaGetLastError())

__global__ void set(int* values, int value) { values[threadIdx.x] = value; }

constexpr size_t kMegabyte = size_t(1) << 20;

cudaMemAllocNodeParams wanted(size_t bytes) {
  cudaMemAllocNodeParams p;
  std::memset(&p, 0, sizeof p);
  p.poolProps.allocType = cudaMemAllocationTypePinned;
  p.poolProps.location.type = cudaMemLocationTypeDevice;
  p.bytesize = bytes;
  return p;
}

cudaKernelNodeParams launch_of(void** arguments) {
  cudaKernelNodeParams p = {};
  p.func = reinterpret_cast<void*>(set);
  p.gridDim = dim3(1);
  p.blockDim = dim3(32);
  p.kernelParams = arguments;
  return p;
}

void footprint(const char* when) {
  cudaDeviceSynchronize();
  unsigned long long bytes[4] = {};
  for (int i = 0; i < 4; ++i) cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttributeType(i), &bytes[i]);
  SAY("  %s: used %llu, at most %llu, reserved %llu, at most %llu\n", when, bytes[0], bytes[1], bytes[2], bytes[3]);
}

// Wrong parameters.
void parameters() {
  cudaGraph_t graph = nullptr, other = nullptr;
  cudaGraphNode_t node = nullptr, free_node = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams p = wanted(4096);
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr));
  CALL(cudaGraphAddMemAllocNode(nullptr, graph, nullptr, 0, &p));
  CALL(cudaGraphAddMemAllocNode(&node, nullptr, nullptr, 0, &p));
  p = wanted(0);
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  p = wanted(4096);
  p.poolProps.allocType = cudaMemAllocationTypeInvalid;
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  p = wanted(4096);
  p.poolProps.location.type = cudaMemLocationTypeInvalid;
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  p = wanted(4096);
  p.poolProps.location.id = 99;
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  p = wanted(4096);
  p.poolProps.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  p = wanted(4096);
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  p.accessDescs = &access;
  p.accessDescCount = 1;
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  p = wanted(size_t(1) << 50);
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  p = wanted(1000);
  CALL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p));
  SAY("  address: %d, aligned to 256: %d\n", p.dptr != nullptr, int(reinterpret_cast<size_t>(p.dptr) % 256) == 0);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  CALL(cudaGraphNodeGetType(node, &type));
  SAY("  type %d\n", int(type));
  cudaMemAllocNodeParams read;
  std::memset(&read, 0, sizeof read);
  CALL(cudaGraphMemAllocNodeGetParams(node, &read));
  SAY("  same address: %d, bytes %zu, pool %d %d %d, access %zu\n", read.dptr == p.dptr, read.bytesize,
      int(read.poolProps.allocType), int(read.poolProps.location.type), read.poolProps.location.id,
      read.accessDescCount);
  CALL(cudaGraphMemAllocNodeGetParams(node, nullptr));
  CALL(cudaGraphMemFreeNodeGetParams(node, &read.dptr));

  // Frees.
  void* plain = nullptr;
  cudaMalloc(&plain, 4096);
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, &node, 1, nullptr));
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, &node, 1, plain));
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, &node, 1, static_cast<char*>(p.dptr) + 256));
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, nullptr, 0, p.dptr));
  SAY("  (a free that does not come after the allocation)\n");
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, &node, 1, p.dptr));
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, &node, 1, p.dptr));
  void* freed = nullptr;
  CALL(cudaGraphMemFreeNodeGetParams(free_node, &freed));
  SAY("  same address: %d\n", freed == p.dptr);
  CALL(cudaGraphCreate(&other, 0));
  CALL(cudaGraphAddMemFreeNode(&free_node, other, nullptr, 0, p.dptr));
  CALL(cudaFree(p.dptr));
  cudaPointerAttributes attributes = {};
  CALL(cudaPointerGetAttributes(&attributes, p.dptr));
  SAY("  type %d\n", int(attributes.type));
  CALL(cudaGraphDestroy(other));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaFree(plain));
}

// What graphs with such nodes may not.
void restrictions() {
  cudaGraph_t graph = nullptr, other = nullptr, clone = nullptr;
  cudaGraphNode_t allocate = nullptr, kernel = nullptr, free_node = nullptr, child = nullptr, empty = nullptr;
  cudaGraphExec_t first = nullptr, second = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams p = wanted(4096);
  CALL(cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &p));
  int value = 5;
  void* arguments[] = {&p.dptr, &value};
  cudaKernelNodeParams launch = launch_of(arguments);
  CALL(cudaGraphAddKernelNode(&kernel, graph, &allocate, 1, &launch));
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, &kernel, 1, p.dptr));
  CALL(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
  CALL(cudaGraphClone(&clone, graph));
  CALL(cudaGraphCreate(&other, 0));
  CALL(cudaGraphAddChildGraphNode(&child, other, nullptr, 0, graph));
  CALL(cudaGraphDestroyNode(kernel));
  CALL(cudaGraphDestroyNode(allocate));
  CALL(cudaGraphDestroyNode(free_node));
  CALL(cudaGraphDestroyNode(empty));
  CALL(cudaGraphRemoveDependencies(graph, &allocate, &kernel, nullptr, 1));
  CALL(cudaGraphAddDependencies(graph, &empty, &kernel, nullptr, 1));
  CALL(cudaGraphInstantiate(&first, graph, 0));
  CALL(cudaGraphInstantiate(&second, graph, 0));
  CALL(cudaGraphLaunch(first, nullptr));
  CALL(cudaGraphLaunch(first, nullptr));
  CALL(cudaDeviceSynchronize());
  unsigned is_enabled = 7;
  CALL(cudaGraphNodeGetEnabled(first, allocate, &is_enabled));
  CALL(cudaGraphNodeSetEnabled(first, allocate, 0));
  CALL(cudaGraphNodeGetEnabled(first, kernel, &is_enabled));
  SAY("  enabled %u\n", is_enabled);
  cudaGraphExecUpdateResultInfo info = {};
  CALL(cudaGraphExecUpdate(first, graph, &info));
  SAY("  result %d\n", int(info.result));
  CALL(cudaGraphExecDestroy(first));
  CALL(cudaGraphInstantiate(&second, graph, 0));
  CALL(cudaGraphLaunch(second, nullptr));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaGraphLaunch(second, nullptr));
  CALL(cudaGraphExecDestroy(second));
  CALL(cudaGraphDestroy(other));

  // A child that is moved may allocate.
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&other, 0);
  p = wanted(4096);
  cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &p);
  cudaGraphAddMemFreeNode(&free_node, graph, &allocate, 1, p.dptr);
  cudaGraphNodeParams moved = {cudaGraphNodeTypeGraph};
  moved.graph.graph = graph;
  moved.graph.ownership = cudaGraphChildGraphOwnershipClone;
  CALL(cudaGraphAddNode(&child, other, nullptr, nullptr, 0, &moved));
  moved.graph.ownership = cudaGraphChildGraphOwnershipMove;
  CALL(cudaGraphAddNode(&child, other, nullptr, nullptr, 0, &moved));
  CALL(cudaGraphInstantiate(&first, other, 0));
  CALL(cudaGraphLaunch(first, nullptr));
  CALL(cudaDeviceSynchronize());
  CALL(cudaGraphExecDestroy(first));
  CALL(cudaGraphDestroy(other));
}

// Memory that outlives the launch.
void unfreed() {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr, frees = nullptr;
  cudaGraphNode_t allocate = nullptr, kernel = nullptr, free_node = nullptr;
  cudaGraphExec_t executable = nullptr, frees_it = nullptr;
  int host[32] = {};
  cudaStreamCreate(&stream);
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams p = wanted(4096);
  cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &p);
  int value = 5;
  void* arguments[] = {&p.dptr, &value};
  cudaKernelNodeParams launch = launch_of(arguments);
  cudaGraphAddKernelNode(&kernel, graph, &allocate, 1, &launch);
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaFree(p.dptr));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaMemcpy(host, p.dptr, sizeof host, cudaMemcpyDeviceToHost));
  SAY("  %d\n", host[31]);
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaFree(p.dptr));
  CALL(cudaFree(p.dptr));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaFreeAsync(p.dptr, stream));
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaFreeAsync(p.dptr, stream));

  // Freed by another graph.
  cudaGraphCreate(&frees, 0);
  CALL(cudaGraphAddMemFreeNode(&free_node, frees, nullptr, 0, p.dptr));
  CALL(cudaGraphAddMemFreeNode(&free_node, frees, nullptr, 0, p.dptr));
  CALL(cudaGraphAddMemFreeNode(&free_node, graph, &kernel, 1, p.dptr));
  CALL(cudaGraphInstantiate(&frees_it, frees, 0));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaGraphLaunch(frees_it, stream));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaGraphLaunch(frees_it, stream));
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaGraphExecDestroy(frees_it));
  CALL(cudaGraphDestroy(frees));
  CALL(cudaGraphExecDestroy(executable));

  // Freed by the next launch.
  CALL(cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaMemcpy(host, p.dptr, sizeof host, cudaMemcpyDeviceToHost));
  SAY("  %d\n", host[31]);
  CALL(cudaFree(p.dptr));
  CALL(cudaStreamDestroy(stream));
}

// Addresses.
void addresses() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t a = nullptr, free_a = nullptr, b = nullptr, c = nullptr, d = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams p = wanted(4 * kMegabyte);
  cudaGraphAddMemAllocNode(&a, graph, nullptr, 0, &p);
  void* const first = p.dptr;
  cudaGraphAddMemFreeNode(&free_a, graph, &a, 1, first);
  p = wanted(4 * kMegabyte);
  cudaGraphAddMemAllocNode(&b, graph, nullptr, 0, &p);
  SAY("  beside it, the same: %d\n", p.dptr == first);
  p = wanted(4 * kMegabyte);
  cudaGraphAddMemAllocNode(&c, graph, &free_a, 1, &p);
  SAY("  behind its free, the same: %d\n", p.dptr == first);
  p = wanted(4 * kMegabyte);
  cudaGraphAddMemAllocNode(&d, graph, &free_a, 1, &p);
  SAY("  once more, the same: %d\n", p.dptr == first);
  CALL(cudaGraphDestroy(graph));
}

// How much memory graphs have.
void amounts() {
  cudaGraph_t graph = nullptr, large_graph = nullptr, kept_graph = nullptr;
  cudaGraphNode_t allocate = nullptr, free_node = nullptr;
  cudaGraphExec_t small = nullptr, large = nullptr, kept = nullptr;
  unsigned long long zero = 0, one = 1, read = 7;
  CALL(cudaDeviceGraphMemTrim(0));
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero));
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one));
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero));
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &zero));
  CALL(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttributeType(9), &read));
  CALL(cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemHigh, &read));
  CALL(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, nullptr));
  CALL(cudaDeviceGraphMemTrim(99));
  footprint("at first");
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams p = wanted(1000);
  cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &p);
  cudaGraphAddMemFreeNode(&free_node, graph, &allocate, 1, p.dptr);
  footprint("with a graph");
  cudaGraphInstantiate(&small, graph, 0);
  footprint("made ready");
  CALL(cudaGraphUpload(small, nullptr));
  footprint("uploaded");
  CALL(cudaGraphLaunch(small, nullptr));
  footprint("launched, 1000 bytes");
  CALL(cudaGraphLaunch(small, nullptr));
  footprint("again");
  cudaGraphCreate(&large_graph, 0);
  p = wanted(40 * kMegabyte);
  cudaGraphAddMemAllocNode(&allocate, large_graph, nullptr, 0, &p);
  cudaGraphAddMemFreeNode(&free_node, large_graph, &allocate, 1, p.dptr);
  cudaGraphInstantiate(&large, large_graph, 0);
  CALL(cudaGraphLaunch(large, nullptr));
  footprint("another, 40 MiB");
  CALL(cudaGraphLaunch(small, nullptr));
  footprint("the first");
  cudaGraphCreate(&kept_graph, 0);
  p = wanted(5 * kMegabyte);
  cudaGraphAddMemAllocNode(&allocate, kept_graph, nullptr, 0, &p);
  cudaGraphInstantiate(&kept, kept_graph, 0);
  CALL(cudaGraphLaunch(kept, nullptr));
  footprint("5 MiB that stay");
  CALL(cudaDeviceGraphMemTrim(0));
  footprint("trimmed");
  CALL(cudaFree(p.dptr));
  footprint("freed");
  CALL(cudaGraphExecDestroy(large));
  footprint("an executable gone");
  CALL(cudaDeviceGraphMemTrim(0));
  footprint("trimmed");
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero));
  footprint("marks set back");
  CALL(cudaGraphExecDestroy(small));
  CALL(cudaGraphExecDestroy(kept));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaGraphDestroy(large_graph));
  CALL(cudaGraphDestroy(kept_graph));
}

// Captured streams.
void captured() {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaMemPool_t pool = nullptr;
  int *a = nullptr, *b = nullptr, *plain = nullptr;
  int host[32] = {};
  cudaStreamCreate(&stream);
  cudaMalloc(&plain, 4096);
  CALL(cudaDeviceGetDefaultMemPool(&pool, 0));
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CALL(cudaMallocAsync(&a, 4096, stream));
  SAY("  address: %d\n", a != nullptr);
  CALL(cudaMallocFromPoolAsync(&b, 4096, pool, stream));
  SAY("  another: %d\n", b != nullptr && b != a);
  set<<<1, 32, 0, stream>>>(a, 9);
  CALL(cudaMemcpyAsync(b, a, sizeof host, cudaMemcpyDeviceToDevice, stream));
  CALL(cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, stream));
  CALL(cudaFreeAsync(a, stream));
  CALL(cudaFreeAsync(b, stream));
  CALL(cudaStreamEndCapture(stream, &graph));
  size_t count = 0;
  CALL(cudaGraphGetNodes(graph, nullptr, &count));
  SAY("  %zu nodes\n", count);
  cudaGraphNode_t nodes[16] = {};
  count = 16;
  CALL(cudaGraphGetNodes(graph, nodes, &count));
  for (size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    cudaGraphNodeGetType(nodes[i], &type);
    SAY("  type %d\n", int(type));
  }
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaStreamSynchronize(stream));
  SAY("  %d\n", host[31]);
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaGraphDestroy(graph));

  // What a capture does not take.
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CALL(cudaFreeAsync(plain, stream));
  CALL(cudaStreamIsCapturing(stream, &status));
  SAY("  status %d\n", int(status));
  CALL(cudaMallocAsync(&a, 0, stream));
  SAY("  null: %d\n", a == nullptr);
  CALL(cudaFreeAsync(nullptr, stream));
  CALL(cudaStreamIsCapturing(stream, &status));
  SAY("  status %d\n", int(status));
  CALL(cudaMallocAsync(&a, 4096, stream));
  CALL(cudaFreeAsync(a, stream));
  CALL(cudaFreeAsync(a, stream));
  CALL(cudaStreamIsCapturing(stream, &status));
  SAY("  status %d\n", int(status));
  CALL(cudaStreamEndCapture(stream, &graph));
  SAY("  graph: %d\n", graph != nullptr);
  if (graph != nullptr) cudaGraphDestroy(graph);

  // A launch of a graph that allocates, in a capture.
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  cudaMallocAsync(&a, 4096, stream);
  cudaFreeAsync(a, stream);
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  cudaGraph_t outer = nullptr;
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaStreamEndCapture(stream, &outer));
  SAY("  graph: %d\n", outer != nullptr);
  if (outer != nullptr) cudaGraphDestroy(outer);
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaGraphDestroy(graph));

  // Memory of a capture that stays, freed in a stream that is not captured.
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CALL(cudaMallocAsync(&a, 4096, stream));
  set<<<1, 32, 0, stream>>>(a, 11);
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaGraphLaunch(executable, stream));
  CALL(cudaMemcpyAsync(host, a, sizeof host, cudaMemcpyDeviceToHost, stream));
  CALL(cudaFreeAsync(a, stream));
  CALL(cudaStreamSynchronize(stream));
  SAY("  %d\n", host[31]);
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaFree(plain));
  CALL(cudaStreamDestroy(stream));
}

int main() {
  cudaFree(nullptr);
  parameters();
  restrictions();
  unfreed();
  addresses();
  amounts();
  captured();
  CALL(cudaDeviceSynchronize());
  return 0;
}
