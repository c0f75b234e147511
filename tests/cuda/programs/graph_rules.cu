// What the API answers about graphs at its edges: data of edges, updates of executables, attributes of kernel nodes,
// events, user objects. Each line is a call and its error number, with what it put out where that does not depend on
// the machine. graph_rules.expected beside it holds the answers of an H200 with CUDA 13.0, recorded by running this very
// program there (built by nvcc); the same program must print the same lines under warpglass.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define SAY(...) (std::printf(__VA_ARGS__), std::fflush(stdout))
#define CALL(expression) (SAY("%-105s %d\n", #expression, int(expression)), (void)cudaGetLastError())

__global__ void set(int* values, int value) { values[threadIdx.x] = value; }
__global__ void other(int* values, int value) { values[threadIdx.x] = value + 1; }

int* memory = nullptr;
int host[64] = {};

cudaGraphNode_t kernel_node(cudaGraph_t graph, const cudaGraphNode_t* after = nullptr, void (*function)(int*, int) = set) {
  cudaGraphNode_t node = nullptr;
  int value = 5;
  void* arguments[] = {&memory, &value};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(function);
  launch.gridDim = dim3(4);
  launch.blockDim = dim3(32);
  launch.kernelParams = arguments;
  const int error = int(cudaGraphAddKernelNode(&node, graph, after, after != nullptr ? 1 : 0, &launch));
  if (error != 0) SAY("  a kernel node: %d\n", error);
  return node;
}

void edges() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t a = kernel_node(graph), b = kernel_node(graph), empty = nullptr;
  cudaGraphAddEmptyNode(&empty, graph, nullptr, 0);
  cudaGraphEdgeData data = {};
  data.from_port = cudaGraphKernelNodePortProgrammatic;
  data.type = cudaGraphDependencyTypeProgrammatic;
  CALL(cudaGraphAddDependencies(graph, &a, &empty, &data, 1));
  CALL(cudaGraphAddDependencies(graph, &empty, &b, &data, 1));
  data.from_port = cudaGraphKernelNodePortDefault;
  CALL(cudaGraphAddDependencies(graph, &a, &b, &data, 1));
  data.from_port = cudaGraphKernelNodePortLaunchCompletion;
  data.type = cudaGraphDependencyTypeDefault;
  CALL(cudaGraphAddDependencies(graph, &a, &empty, &data, 1));
  CALL(cudaGraphRemoveDependencies(graph, &a, &empty, nullptr, 1));
  CALL(cudaGraphRemoveDependencies(graph, &a, &empty, &data, 1));
  data.to_port = 1;
  CALL(cudaGraphAddDependencies(graph, &a, &b, &data, 1));
  data.to_port = 0;
  data.reserved[0] = 1;
  CALL(cudaGraphAddDependencies(graph, &a, &b, &data, 1));
  data = {};
  data.from_port = cudaGraphKernelNodePortProgrammatic;
  data.type = cudaGraphDependencyTypeProgrammatic;
  CALL(cudaGraphAddDependencies(graph, &a, &b, &data, 1));
  CALL(cudaGraphAddDependencies(graph, &a, &b, &data, 1));
  CALL(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
  CALL(cudaGraphAddDependencies(graph, &b, &b, nullptr, 1));
  size_t count = 0;
  CALL(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  SAY("  %zu edges\n", count);
  cudaGraphNode_t from[4] = {}, to[4] = {};
  cudaGraphEdgeData found[4] = {};
  count = 4;
  CALL(cudaGraphGetEdges(graph, from, to, nullptr, &count));
  count = 4;
  CALL(cudaGraphGetEdges(graph, from, to, found, &count));
  SAY("  %zu edges\n", count);
  for (size_t i = 0; i < count && i < 4; ++i)
    SAY("  ports %d %d type %d\n", found[i].from_port, found[i].to_port, found[i].type);
  count = 4;
  CALL(cudaGraphNodeGetDependencies(b, from, nullptr, &count));
  count = 4;
  CALL(cudaGraphNodeGetDependencies(b, from, found, &count));
  count = 4;
  CALL(cudaGraphNodeGetDependentNodes(a, to, nullptr, &count));
  count = 4;
  CALL(cudaGraphNodeGetDependentNodes(a, to, found, &count));
  CALL(cudaGraphNodeGetDependentNodes(a, nullptr, found, &count));
  cudaGraphExec_t executable = nullptr;
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphLaunch(executable, nullptr));
  CALL(cudaDeviceSynchronize());
  CALL(cudaGraphExecDestroy(executable));
  cudaGraphNodeParams p = {cudaGraphNodeTypeEmpty};
  CALL(cudaGraphAddNode(&node, graph, &a, &data, 1, &p));
  CALL(cudaGraphAddNode(&node, graph, &a, nullptr, 1, &p));
  // The other way round: a cycle.
  CALL(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphDestroy(graph));
  // Nodes of another graph.
  cudaGraph_t second = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&second, 0);
  cudaGraphAddEmptyNode(&empty, second, nullptr, 0);
  CALL(cudaGraphAddEmptyNode(&node, graph, &empty, 1));
  cudaGraphNode_t twice[] = {kernel_node(graph), nullptr};
  twice[1] = twice[0];
  CALL(cudaGraphAddEmptyNode(&node, graph, twice, 2));
  CALL(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  SAY("  %zu edges\n", count);
  CALL(cudaGraphDestroy(second));
  CALL(cudaGraphDestroy(graph));
}

cudaGraph_t kernel_and_copy(void (*function)(int*, int), size_t bytes, cudaMemcpyKind kind) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t copy = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t kernel = kernel_node(graph, nullptr, function);
  void* to = kind == cudaMemcpyDeviceToHost ? static_cast<void*>(host) : static_cast<void*>(memory + 64);
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, to, memory, bytes, kind);
  return graph;
}
cudaGraph_t fill_of(size_t width, size_t height, unsigned bytes, unsigned value) {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t fill = nullptr;
  cudaMemsetParams p = {};
  p.dst = memory;
  p.pitch = 128;
  p.value = value;
  p.elementSize = bytes;
  p.width = width;
  p.height = height;
  cudaGraphCreate(&graph, 0);
  const int error = int(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &p));
  if (error != 0) SAY("  a fill: %d\n", error);
  return graph;
}

void update(const char* what, cudaGraph_t from, cudaGraph_t to) {
  cudaGraphExec_t executable = nullptr;
  cudaGraphExecUpdateResultInfo info = {};
  const int made = int(cudaGraphInstantiate(&executable, from, 0));
  const int error = made != 0 ? made : int(cudaGraphExecUpdate(executable, to, &info));
  SAY("  %s: %d, result %d, a node: %d, from a node: %d\n", what, error, int(info.result), info.errorNode != nullptr,
      info.errorFromNode != nullptr);
  cudaGetLastError();
  if (executable != nullptr) cudaGraphExecDestroy(executable);
  cudaGraphDestroy(from);
  cudaGraphDestroy(to);
}

void updates() {
  const auto copy = cudaMemcpyDeviceToHost;
  update("the same", kernel_and_copy(set, 64, copy), kernel_and_copy(set, 64, copy));
  update("another kernel", kernel_and_copy(set, 64, copy), kernel_and_copy(other, 64, copy));
  update("more bytes", kernel_and_copy(set, 64, copy), kernel_and_copy(set, 128, copy));
  update("another direction", kernel_and_copy(set, 64, copy), kernel_and_copy(set, 64, cudaMemcpyDeviceToDevice));
  update("another value", fill_of(16, 1, 4, 1), fill_of(16, 1, 4, 2));
  update("a longer fill", fill_of(16, 1, 4, 1), fill_of(24, 1, 4, 1));
  update("of other elements", fill_of(16, 1, 4, 1), fill_of(16, 1, 1, 1));
  update("another box's value", fill_of(8, 2, 4, 1), fill_of(8, 2, 4, 2));
  update("a higher box", fill_of(8, 2, 4, 1), fill_of(8, 3, 4, 1));
  update("a row to a box", fill_of(8, 1, 4, 1), fill_of(8, 2, 4, 1));
  {
    cudaGraph_t a = kernel_and_copy(set, 64, copy), b = kernel_and_copy(set, 64, copy);
    cudaGraphNode_t node = nullptr;
    cudaGraphAddEmptyNode(&node, b, nullptr, 0);
    update("a node more", a, b);
  }
  {
    cudaGraph_t a = nullptr, b = nullptr;
    cudaGraphNode_t node = nullptr;
    cudaGraphCreate(&a, 0);
    cudaGraphCreate(&b, 0);
    kernel_node(a);
    cudaGraphAddEmptyNode(&node, b, nullptr, 0);
    update("another kind", a, b);
  }
  {
    cudaGraph_t a = nullptr, b = nullptr;
    cudaGraphCreate(&a, 0);
    cudaGraphCreate(&b, 0);
    cudaGraphNode_t first = kernel_node(a);
    kernel_node(a, &first);
    kernel_node(b);
    kernel_node(b);
    update("an edge less", a, b);
  }
  {
    cudaGraph_t a = nullptr, b = nullptr;
    cudaGraphCreate(&a, 0);
    cudaGraphCreate(&b, 0);
    cudaGraphNode_t first = kernel_node(a), second = kernel_node(b);
    cudaLaunchAttributeValue value = {};
    value.cooperative = 1;
    (void)first;
    cudaGraphKernelNodeSetAttribute(second, cudaLaunchAttributeCooperative, &value);
    update("cooperative", a, b);
  }
  {
    cudaGraph_t a = nullptr, b = nullptr;
    cudaGraphCreate(&a, 0);
    cudaGraphCreate(&b, 0);
    kernel_node(a);
    cudaLaunchAttributeValue value = {};
    value.clusterDim.x = 2;
    value.clusterDim.y = value.clusterDim.z = 1;
    cudaGraphKernelNodeSetAttribute(kernel_node(b), cudaLaunchAttributeClusterDimension, &value);
    update("in clusters", a, b);
  }
  {
    cudaGraph_t a = nullptr, b = nullptr;
    cudaGraphCreate(&a, 0);
    cudaGraphCreate(&b, 0);
    kernel_node(a);
    cudaLaunchAttributeValue value = {};
    value.priority = -1;
    cudaGraphKernelNodeSetAttribute(kernel_node(b), cudaLaunchAttributePriority, &value);
    update("of another priority", a, b);
  }
}

void attributes() {
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t a = kernel_node(graph), b = kernel_node(graph), empty = nullptr;
  cudaGraphAddEmptyNode(&empty, graph, nullptr, 0);
  cudaLaunchAttributeValue value = {}, read = {};
  for (int id = 0; id < 18; ++id) {
    std::memset(&read, 0, sizeof read);
    const int error = int(cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributeID(id), &read));
    SAY("  attribute %d: %d, words", id, error);
    int words[4];
    std::memcpy(words, &read, sizeof words);
    SAY(" %d %d\n", words[0], words[1]);
    cudaGetLastError();
  }
  CALL(cudaGraphKernelNodeGetAttribute(empty, cudaLaunchAttributeCooperative, &read));
  CALL(cudaGraphKernelNodeSetAttribute(empty, cudaLaunchAttributeCooperative, &value));
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeIgnore, &value));
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeSynchronizationPolicy, &value));
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeProgrammaticStreamSerialization, &value));
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeClusterDimension, &value));
  value.clusterDim.x = 3;
  value.clusterDim.y = value.clusterDim.z = 1;
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeClusterDimension, &value));
  CALL(cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributeClusterDimension, &read));
  SAY("  %u %u %u\n", read.clusterDim.x, read.clusterDim.y, read.clusterDim.z);
  cudaGraphExec_t executable = nullptr;
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  if (executable != nullptr) {
    CALL(cudaGraphLaunch(executable, nullptr));
    cudaGraphExecDestroy(executable);
  }
  value.clusterDim.x = 2;
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeClusterDimension, &value));
  std::memset(&value, 0, sizeof value);
  value.accessPolicyWindow.hitRatio = 2;
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeAccessPolicyWindow, &value));
  std::memset(&value, 0, sizeof value);
  value.clusterSchedulingPolicyPreference = cudaClusterSchedulingPolicy(9);
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeClusterSchedulingPolicyPreference, &value));
  std::memset(&value, 0, sizeof value);
  value.priority = -2;
  CALL(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributePriority, &value));
  CALL(cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributePriority, &read));
  SAY("  priority %d\n", read.priority);
  CALL(cudaGraphKernelNodeCopyAttributes(b, a));
  CALL(cudaGraphKernelNodeGetAttribute(b, cudaLaunchAttributeClusterDimension, &read));
  SAY("  %u %u %u\n", read.clusterDim.x, read.clusterDim.y, read.clusterDim.z);
  CALL(cudaGraphKernelNodeGetAttribute(b, cudaLaunchAttributePriority, &read));
  SAY("  priority %d\n", read.priority);
  CALL(cudaGraphKernelNodeCopyAttributes(empty, a));
  CALL(cudaGraphKernelNodeCopyAttributes(a, empty));
  // Parameters leave attributes alone.
  cudaKernelNodeParams launch = {};
  CALL(cudaGraphKernelNodeGetParams(a, &launch));
  CALL(cudaGraphKernelNodeSetParams(a, &launch));
  CALL(cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributeClusterDimension, &read));
  SAY("  %u %u %u\n", read.clusterDim.x, read.clusterDim.y, read.clusterDim.z);
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphLaunch(executable, nullptr));
  CALL(cudaDeviceSynchronize());
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaGraphDestroy(graph));
}

void nodes() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t record = nullptr, wait = nullptr, any = nullptr;
  cudaEvent_t first = nullptr, second = nullptr, read = nullptr;
  cudaEventCreate(&first);
  cudaEventCreate(&second);
  cudaGraphCreate(&graph, 0);
  CALL(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, first));
  CALL(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, first));
  CALL(cudaGraphAddEventWaitNode(&any, graph, &record, 1, nullptr));
  CALL(cudaGraphEventRecordNodeGetEvent(record, &read));
  SAY("  first: %d\n", read == first);
  CALL(cudaGraphEventWaitNodeGetEvent(record, &read));
  CALL(cudaGraphEventRecordNodeGetEvent(record, nullptr));
  CALL(cudaGraphEventRecordNodeSetEvent(record, second));
  CALL(cudaGraphEventWaitNodeSetEvent(wait, second));
  CALL(cudaGraphEventWaitNodeSetEvent(record, second));
  CALL(cudaGraphEventWaitNodeGetEvent(wait, &read));
  SAY("  second: %d\n", read == second);
  cudaGraphExec_t executable = nullptr;
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphExecEventRecordNodeSetEvent(executable, record, first));
  CALL(cudaGraphExecEventWaitNodeSetEvent(executable, wait, first));
  CALL(cudaGraphExecEventWaitNodeSetEvent(executable, record, first));
  CALL(cudaGraphLaunch(executable, nullptr));
  CALL(cudaDeviceSynchronize());
  CALL(cudaEventQuery(first));
  unsigned is_enabled = 0;
  CALL(cudaGraphNodeSetEnabled(executable, record, 0));
  CALL(cudaGraphNodeGetEnabled(executable, record, &is_enabled));
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaGraphInstantiate(&executable, graph, 1 << 10));

  // Parameters of any kind.
  cudaGraphNode_t kernel = kernel_node(graph, &wait);
  cudaGraphNodeParams p = {cudaGraphNodeTypeEventRecord};
  p.eventRecord.event = first;
  CALL(cudaGraphNodeSetParams(record, &p));
  CALL(cudaGraphNodeSetParams(wait, &p));
  CALL(cudaGraphNodeSetParams(record, nullptr));
  p = {cudaGraphNodeTypeEmpty};
  CALL(cudaGraphNodeSetParams(record, &p));
  p = {cudaGraphNodeTypeCount};
  CALL(cudaGraphAddNode(&any, graph, nullptr, nullptr, 0, &p));
  CALL(cudaGraphAddNode(&any, graph, nullptr, nullptr, 0, nullptr));
  int value = 8;
  void* arguments[] = {&memory, &value};
  p = {cudaGraphNodeTypeKernel};
  p.kernel.func = reinterpret_cast<void*>(set);
  p.kernel.gridDim = dim3(1);
  p.kernel.blockDim = dim3(32);
  p.kernel.kernelParams = arguments;
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphExecNodeSetParams(executable, kernel, &p));
  CALL(cudaGraphExecNodeSetParams(executable, wait, &p));
  CALL(cudaGraphNodeSetParams(kernel, &p));
  CALL(cudaGraphLaunch(executable, nullptr));
  CALL(cudaMemcpy(host, memory, sizeof(int), cudaMemcpyDeviceToHost));
  SAY("  %d\n", host[0]);
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaGraphDebugDotPrint(graph, "/nowhere/at/all.dot", 0));
  CALL(cudaGraphDebugDotPrint(graph, nullptr, 0));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaEventDestroy(first));
  CALL(cudaEventDestroy(second));
}

int destroyed = 0;
void CUDART_CB destroy(void* count) { *static_cast<volatile int*>(count) += 1; }

// Destructors run some time later there.
void tell_destroyed(int wanted) {
  cudaDeviceSynchronize();
  for (long i = 0; i < 2000000000 && *static_cast<volatile int*>(&destroyed) < wanted; ++i) {}
  SAY("  destroyed: %d\n", destroyed);
}

void user_objects() {
  cudaUserObject_t object = nullptr;
  cudaGraph_t graph = nullptr, clone = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphCreate(&graph, 0);
  kernel_node(graph);
  CALL(cudaUserObjectCreate(nullptr, &destroyed, destroy, 1, cudaUserObjectNoDestructorSync));
  CALL(cudaUserObjectCreate(&object, &destroyed, nullptr, 1, cudaUserObjectNoDestructorSync));
  CALL(cudaUserObjectCreate(&object, &destroyed, destroy, 0, cudaUserObjectNoDestructorSync));
  CALL(cudaUserObjectCreate(&object, &destroyed, destroy, 1, 0));
  CALL(cudaUserObjectCreate(&object, nullptr, destroy, 1, 2));
  CALL(cudaUserObjectCreate(&object, &destroyed, destroy, 2, cudaUserObjectNoDestructorSync));
  CALL(cudaUserObjectRetain(object, 0));
  CALL(cudaUserObjectRetain(object, 1));
  CALL(cudaUserObjectRelease(object, 0));
  CALL(cudaUserObjectRelease(object, 2));
  CALL(cudaGraphRetainUserObject(graph, object, 0, 0));
  CALL(cudaGraphRetainUserObject(graph, object, 1, 4));
  CALL(cudaGraphRetainUserObject(nullptr, object, 1, 0));
  CALL(cudaGraphRetainUserObject(graph, object, 2, 0));
  CALL(cudaGraphReleaseUserObject(graph, object, 1));
  CALL(cudaGraphReleaseUserObject(graph, object, 0));
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaUserObjectRelease(object, 1));
  CALL(cudaGraphDestroy(graph));
  tell_destroyed(0);
  CALL(cudaGraphLaunch(executable, nullptr));
  CALL(cudaGraphExecDestroy(executable));
  tell_destroyed(1);

  // Moved into a graph, and copied with it.
  cudaGraphCreate(&graph, 0);
  CALL(cudaUserObjectCreate(&object, &destroyed, destroy, 1, cudaUserObjectNoDestructorSync));
  CALL(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  CALL(cudaGraphClone(&clone, graph));
  CALL(cudaGraphDestroy(graph));
  tell_destroyed(1);
  CALL(cudaGraphReleaseUserObject(clone, object, 1));
  tell_destroyed(2);
  CALL(cudaGraphDestroy(clone));
}

int main() {
  cudaMalloc(&memory, 4096);
  edges();
  updates();
  attributes();
  nodes();
  user_objects();
  CALL(cudaFree(memory));
  return 0;
}
