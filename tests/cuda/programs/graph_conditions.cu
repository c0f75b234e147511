// What the API answers about conditional nodes of graphs, and what they do: each line is a call and its error number, with
// what it put out where that does not depend on the machine.
//
// graph_conditions.expected beside it holds the answers of an H200 with CUDA 13.0 (driver 580.159.04, 2026-11-23), recorded
// by running this very program there, built by nvcc; the same program must print the same lines under warpglass.
//
// The H200 was also given the handle of another graph, took it (0), and refused the graph's own handle afterwards (1), as
// if both were one number; Warpglass refuses the other graph's. Nothing here asks for that.
#include <cuda_runtime.h>

#include <cstdio>

#define SAY(...) (std::printf(__VA_ARGS__), std::fflush(stdout))
#define CALL(expression) (SAY("%-100s %d\n", #expression, int(expression)), (void)cudaGetLastError())

// Appends a number to a list: what ran, and in which order.
struct Log {
  int count;
  int entries[63];
};
__device__ void append(Log* log, int what) {
  if (log->count < 63) log->entries[log->count++] = what;
}
__global__ void note(Log* log, int what) { append(log, what); }
__global__ void decide(Log* log, int what, cudaGraphConditionalHandle handle, unsigned value) {
  append(log, what);
  cudaGraphSetConditional(handle, value);
}
// True while a counter is above zero.
__global__ void count_down(Log* log, int what, int* counter, cudaGraphConditionalHandle handle) {
  append(log, what);
  cudaGraphSetConditional(handle, --*counter > 0);
}
__global__ void restart(int* counter, int value) { *counter = value; }

Log* device_log = nullptr;
int* counters = nullptr;

void tell(const char* what) {
  Log log = {};
  const int error = int(cudaDeviceSynchronize());
  cudaMemcpy(&log, device_log, sizeof log, cudaMemcpyDeviceToHost);
  cudaMemset(device_log, 0, sizeof log);
  SAY("  %s: %d:", what, error);
  for (int i = 0; i < log.count; ++i) SAY(" %d", log.entries[i]);
  SAY("\n");
}

cudaGraphNode_t add_note(cudaGraph_t graph, const cudaGraphNode_t* after, int what) {
  cudaGraphNode_t node = nullptr;
  void* arguments[] = {&device_log, &what};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(note);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  const int error = int(cudaGraphAddKernelNode(&node, graph, after, after != nullptr ? 1 : 0, &launch));
  if (error != 0) SAY("  a kernel node: %d\n", error);
  return node;
}
cudaGraphNode_t add_decision(cudaGraph_t graph, const cudaGraphNode_t* after, int what,
                             cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphNode_t node = nullptr;
  void* arguments[] = {&device_log, &what, &handle, &value};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(decide);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  const int error = int(cudaGraphAddKernelNode(&node, graph, after, after != nullptr ? 1 : 0, &launch));
  if (error != 0) SAY("  a deciding node: %d\n", error);
  return node;
}
cudaGraphNode_t add_countdown(cudaGraph_t graph, const cudaGraphNode_t* after, int what, int* counter,
                              cudaGraphConditionalHandle handle) {
  cudaGraphNode_t node = nullptr;
  void* arguments[] = {&device_log, &what, &counter, &handle};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(count_down);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  const int error = int(cudaGraphAddKernelNode(&node, graph, after, after != nullptr ? 1 : 0, &launch));
  if (error != 0) SAY("  a counting node: %d\n", error);
  return node;
}
cudaGraphNode_t add_restart(cudaGraph_t graph, const cudaGraphNode_t* after, int* counter, int value) {
  cudaGraphNode_t node = nullptr;
  void* arguments[] = {&counter, &value};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void*>(restart);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  const int error = int(cudaGraphAddKernelNode(&node, graph, after, after != nullptr ? 1 : 0, &launch));
  if (error != 0) SAY("  a restarting node: %d\n", error);
  return node;
}

cudaGraphNodeParams conditional(cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size) {
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = handle;
  p.conditional.type = type;
  p.conditional.size = size;
  return p;
}

// None where adding the node has failed.
cudaGraph_t body_of(const cudaGraphNodeParams& p, unsigned number = 0) {
  return p.conditional.phGraph_out == nullptr ? nullptr : p.conditional.phGraph_out[number];
}

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, cudaGraphNodeParams* p) {
  return cudaGraphAddNode(node, graph, after, nullptr, after != nullptr ? 1 : 0, p);
}

void handles_and_parameters() {
  cudaGraph_t graph = nullptr, other = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphConditionalHandle handle = 0, second = 0, foreign = 0;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&other, 0);
  CALL(cudaGraphConditionalHandleCreate(nullptr, graph, 0, 0));
  CALL(cudaGraphConditionalHandleCreate(&handle, nullptr, 0, 0));
  CALL(cudaGraphConditionalHandleCreate(&handle, graph, 0, 2));
  CALL(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  CALL(cudaGraphConditionalHandleCreate(&second, graph, 3, 0));
  SAY("  not zero: %d, different: %d\n", handle != 0, handle != second);
  CALL(cudaGraphConditionalHandleCreate(&foreign, other, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeIf, 0);
  CALL(add(&node, graph, nullptr, &p));
  p = conditional(handle, cudaGraphCondTypeIf, 3);
  CALL(add(&node, graph, nullptr, &p));
  p = conditional(handle, cudaGraphCondTypeWhile, 2);
  CALL(add(&node, graph, nullptr, &p));
  p = conditional(handle, cudaGraphConditionalNodeType(9), 1);
  CALL(add(&node, graph, nullptr, &p));
  p = conditional(handle, cudaGraphCondTypeIf, 1);
  p.reserved0[0] = 1;
  CALL(add(&node, graph, nullptr, &p));
  p = conditional(handle, cudaGraphCondTypeIf, 2);
  CALL(add(&node, graph, nullptr, &p));
  SAY("  bodies: %d %d\n", body_of(p) != nullptr, body_of(p, 1) != nullptr);
  cudaGraph_t body = body_of(p);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  CALL(cudaGraphNodeGetType(node, &type));
  SAY("  type %d\n", int(type));
  p = conditional(handle, cudaGraphCondTypeIf, 1);
  CALL(add(&node, graph, nullptr, &p));

  // A handle without a node.
  cudaGraphExec_t executable = nullptr;
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  cudaGraphInstantiateParams instantiation = {};
  CALL(cudaGraphInstantiateWithParams(&executable, graph, &instantiation));
  SAY("  result %d\n", int(instantiation.result_out));

  // What is done with bodies.
  cudaGraph_t copy = nullptr;
  size_t count = 7;
  CALL(cudaGraphGetNodes(body, nullptr, &count));
  SAY("  %zu nodes\n", count);
  CALL(cudaGraphClone(&copy, graph));
  if (copy != nullptr) cudaGraphDestroy(copy);
  CALL(cudaGraphDestroyNode(node));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaGraphDestroy(other));
}

// Nodes that a body may not have.
void CUDART_CB nothing(void*) {}
void wrong_bodies() {
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  for (int kind = 0; kind < 4; ++kind) {
    SAY("  kind %d\n", kind);
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr, within = nullptr;
    cudaGraphConditionalHandle handle = 0;
    cudaGraphExec_t executable = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeIf, 1);
    add(&node, graph, nullptr, &p);
    cudaGraph_t body = body_of(p);
    if (kind == 0) {
      const cudaHostNodeParams host = {nothing, nullptr};
      CALL(cudaGraphAddHostNode(&within, body, nullptr, 0, &host));
    } else if (kind == 1) {
      CALL(cudaGraphAddEventRecordNode(&within, body, nullptr, 0, event));
    } else if (kind == 2) {
      cudaMemAllocNodeParams memory = {};
      memory.poolProps.allocType = cudaMemAllocationTypePinned;
      memory.poolProps.location.type = cudaMemLocationTypeDevice;
      memory.bytesize = 4096;
      CALL(cudaGraphAddMemAllocNode(&within, body, nullptr, 0, &memory));
    } else {
      CALL(cudaGraphAddEmptyNode(&within, body, nullptr, 0));
    }
    cudaGraphInstantiateParams instantiation = {};
    CALL(cudaGraphInstantiateWithParams(&executable, graph, &instantiation));
    SAY("  result %d, a node: %d, the one within: %d\n", int(instantiation.result_out),
        instantiation.errNode_out != nullptr, instantiation.errNode_out == within);
    cudaGetLastError();
    if (executable != nullptr) cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
  cudaEventDestroy(event);
}

void if_else() {
  for (unsigned value = 0; value < 3; ++value) {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    cudaGraphNode_t node = nullptr;
    cudaGraphExec_t executable = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
    cudaGraphNode_t decision = add_decision(graph, nullptr, 1, handle, value);
    cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeIf, 2);
    CALL(add(&node, graph, &decision, &p));
    add_note(body_of(p), nullptr, 10);
    add_note(body_of(p, 1), nullptr, 20);
    add_note(graph, &node, 2);
    CALL(cudaGraphInstantiate(&executable, graph, 0));
    CALL(cudaGraphLaunch(executable, nullptr));
    tell("if");
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
}

void defaults() {
  for (unsigned flags = 0; flags < 2; ++flags) {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    cudaGraphNode_t node = nullptr;
    cudaGraphExec_t executable = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, flags);
    cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeIf, 1);
    add(&node, graph, nullptr, &p);
    add_decision(body_of(p), nullptr, 10, handle, 0);
    add_note(graph, &node, 2);
    CALL(cudaGraphInstantiate(&executable, graph, 0));
    if (flags == 0) {
      // The value is not defined at first.
      cudaGraphLaunch(executable, nullptr);
      cudaDeviceSynchronize();
      cudaMemset(device_log, 0, sizeof(Log));
    }
    CALL(cudaGraphLaunch(executable, nullptr));
    tell("once");
    CALL(cudaGraphLaunch(executable, nullptr));
    tell("twice");
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
}

void loops() {
  cudaGraph_t graph = nullptr;
  cudaGraphConditionalHandle handle = 0;
  cudaGraphNode_t node = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNode_t start = add_restart(graph, nullptr, counters, 3);
  cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeWhile, 1);
  CALL(add(&node, graph, &start, &p));
  cudaGraph_t body = body_of(p);
  cudaGraphNode_t first = add_note(body, nullptr, 10);
  add_countdown(body, &first, 11, counters, handle);
  add_note(graph, &node, 2);
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphLaunch(executable, nullptr));
  tell("while");
  CALL(cudaGraphLaunch(executable, nullptr));
  tell("again");
  // Of both, the last one counts.
  CALL(cudaGraphLaunch(executable, nullptr));
  CALL(cudaGraphLaunch(executable, nullptr));
  tell("two at once");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

void nested(unsigned flags) {
  cudaGraph_t graph = nullptr;
  cudaGraphConditionalHandle outer = 0, inner = 0;
  cudaGraphNode_t node = nullptr, inner_node = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphCreate(&graph, 0);
  CALL(cudaGraphConditionalHandleCreate(&outer, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t start = add_restart(graph, nullptr, counters, 2);
  cudaGraphNodeParams p = conditional(outer, cudaGraphCondTypeWhile, 1);
  CALL(add(&node, graph, &start, &p));
  cudaGraph_t body = body_of(p);
  CALL(cudaGraphConditionalHandleCreate(&inner, body, 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t inner_start = add_restart(body, nullptr, counters + 1, 2);
  if (flags != 0) inner_start = add_decision(body, &inner_start, 5, inner, 1);
  cudaGraphNodeParams q = conditional(inner, cudaGraphCondTypeWhile, 1);
  CALL(add(&inner_node, body, &inner_start, &q));
  add_countdown(body_of(q), nullptr, 20, counters + 1, inner);
  add_countdown(body, &inner_node, 10, counters, outer);
  add_note(graph, &node, 2);
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphLaunch(executable, nullptr));
  tell("nested");
  CALL(cudaGraphLaunch(executable, nullptr));
  tell("again");
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

void nested_with_handles_of_the_outermost() {
  cudaGraph_t graph = nullptr;
  cudaGraphConditionalHandle outer = 0, inner = 0;
  cudaGraphNode_t node = nullptr, inner_node = nullptr;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&outer, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphConditionalHandleCreate(&inner, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams p = conditional(outer, cudaGraphCondTypeIf, 1);
  CALL(add(&node, graph, nullptr, &p));
  cudaGraphNodeParams q = conditional(inner, cudaGraphCondTypeIf, 1);
  CALL(add(&inner_node, body_of(p), nullptr, &q));
  cudaGraphDestroy(graph);
}

void switches() {
  for (unsigned value = 0; value < 4; ++value) {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    cudaGraphNode_t node = nullptr;
    cudaGraphExec_t executable = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
    cudaGraphNode_t decision = add_decision(graph, nullptr, 1, handle, value);
    cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeSwitch, 3);
    CALL(add(&node, graph, &decision, &p));
    for (int i = 0; i < 3; ++i) add_note(body_of(p, i), nullptr, 10 * (i + 1));
    add_note(graph, &node, 2);
    CALL(cudaGraphInstantiate(&executable, graph, 0));
    CALL(cudaGraphLaunch(executable, nullptr));
    tell("switch");
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
  }
}

// Bodies and decisions captured.
void captured() {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr, same = nullptr, captured_graph = nullptr;
  cudaGraphConditionalHandle handle = 0;
  cudaGraphNode_t node = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStreamCreate(&stream);
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  restart<<<1, 1, 0, stream>>>(counters, 3);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaGraphNode_t* last = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  size_t count = 0;
  unsigned long long id = 0;
  CALL(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &last, &edges, &count));
  SAY("  status %d, graph %d, %zu behind which it goes on\n", int(status), graph != nullptr, count);
  CALL(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeWhile, 1);
  CALL(cudaGraphAddNode(&node, graph, last, nullptr, count, &p));
  CALL(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
  note<<<1, 1, 0, stream>>>(device_log, 2);
  CALL(cudaStreamEndCapture(stream, &captured_graph));
  SAY("  the same graph: %d\n", captured_graph == graph);
  cudaGraph_t body = body_of(p);
  CALL(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
  note<<<1, 1, 0, stream>>>(device_log, 10);
  count_down<<<1, 1, 0, stream>>>(device_log, 11, counters, handle);
  CALL(cudaStreamEndCapture(stream, &same));
  SAY("  the same graph: %d\n", same == body);
  CALL(cudaGraphGetNodes(body, nullptr, &count));
  SAY("  %zu nodes\n", count);
  CALL(cudaGraphInstantiate(&executable, graph, 0));
  CALL(cudaGraphLaunch(executable, stream));
  tell("captured");

  // Another conditional graph with the same shape.
  cudaGraphExecUpdateResultInfo info = {};
  CALL(cudaGraphExecUpdate(executable, graph, &info));
  SAY("  result %d\n", int(info.result));
  CALL(cudaGraphLaunch(executable, stream));
  tell("updated");
  CALL(cudaGraphExecDestroy(executable));
  CALL(cudaGraphDestroy(graph));

  // Wrong calls.
  CALL(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t empty = nullptr, foreign = nullptr;
  cudaGraph_t other = nullptr;
  cudaGraphCreate(&other, 0);
  cudaGraphAddEmptyNode(&empty, graph, nullptr, 0);
  cudaGraphAddEmptyNode(&foreign, other, nullptr, 0);
  CALL(cudaStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
  CALL(cudaStreamBeginCaptureToGraph(stream, graph, &foreign, nullptr, 1, cudaStreamCaptureModeRelaxed));
  CALL(cudaStreamBeginCaptureToGraph(stream, graph, &empty, nullptr, 1, cudaStreamCaptureModeRelaxed));
  CALL(cudaStreamUpdateCaptureDependencies(stream, &foreign, nullptr, 1, cudaStreamSetCaptureDependencies));
  CALL(cudaStreamUpdateCaptureDependencies(stream, &empty, nullptr, 1, cudaStreamAddCaptureDependencies));
  CALL(cudaStreamUpdateCaptureDependencies(stream, &empty, nullptr, 1, 5));
  CALL(cudaStreamIsCapturing(stream, &status));
  SAY("  status %d\n", int(status));
  note<<<1, 1, 0, stream>>>(device_log, 1);
  CALL(cudaStreamEndCapture(stream, &same));
  SAY("  the same graph: %d\n", same == graph);
  CALL(cudaGraphGetNodes(graph, nullptr, &count));
  SAY("  %zu nodes\n", count);
  CALL(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  SAY("  %zu edges\n", count);
  CALL(cudaStreamBeginCaptureToGraph(stream, graph, &empty, nullptr, 1, cudaStreamCaptureModeRelaxed));
  CALL(cudaStreamEndCapture(stream, nullptr));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaGraphDestroy(other));
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CALL(cudaStreamEndCapture(stream, nullptr));
  CALL(cudaStreamIsCapturing(stream, &status));
  SAY("  status %d\n", int(status));
}

// Bodies are not the program's own. Last, should somebody not bear it.
void bodies() {
  cudaGraph_t graph = nullptr, copy = nullptr;
  cudaGraphNode_t node = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphConditionalHandle handle = 0;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams p = conditional(handle, cudaGraphCondTypeIf, 1);
  add(&node, graph, nullptr, &p);
  cudaGraph_t body = body_of(p);
  CALL(cudaGraphInstantiate(&executable, body, 0));
  CALL(cudaGraphClone(&copy, body));
  CALL(cudaGraphDestroy(body));
}

int main() {
  cudaMalloc(&device_log, sizeof(Log));
  cudaMalloc(&counters, 64);
  cudaMemset(device_log, 0, sizeof(Log));
  handles_and_parameters();
  wrong_bodies();
  if_else();
  defaults();
  loops();
  nested(0);
  nested(1);
  nested_with_handles_of_the_outermost();
  switches();
  captured();
  CALL(cudaFree(counters));
  bodies();
  return 0;
}
