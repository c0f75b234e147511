// What graphs answer that kernels launch: error numbers, limits, orders. One line a fact, "name value ...". With a
// section's name, that section alone. On a GPU:
//   nvcc -rdc=true -arch=sm_90 device_graphs.cu -lcudadevrt -o device_graphs && ./device_graphs >
//   device_graphs.expected
#include <cstdio>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

namespace {

constexpr int kMost = 300;

__device__ int order[4096];
__device__ int at;
__device__ int results[kMost];
__device__ cudaGraphExec_t graphs[kMost];
__device__ cudaGraphExec_t current[4];
__device__ cudaGraphDeviceNode_t nodes[4];
__device__ volatile int flag;
__device__ int rounds;

enum Mode { kForget, kTail, kSibling };
struct Launch {
  int graph;
  int mode;
};
struct Launches {
  int what;  // is noted
  int slot;  // of the first one's answer
  int count;
  Launch of[8];
};

__device__ cudaStream_t stream_of(int mode) {
  if (mode == kTail) return cudaStreamGraphTailLaunch;
  return mode == kSibling ? cudaStreamGraphFireAndForgetAsSibling : cudaStreamGraphFireAndForget;
}
__device__ void hold(long long clocks) {
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
}

__global__ void note(int what) { order[atomicAdd(&at, 1)] = what; }
__global__ void note_late(int what, long long clocks) {
  hold(clocks);
  order[atomicAdd(&at, 1)] = what;
}
__global__ void perform(Launches launches) {
  order[atomicAdd(&at, 1)] = launches.what;
  for (int i = 0; i < launches.count; ++i)
    results[launches.slot + i] = cudaGraphLaunch(graphs[launches.of[i].graph], stream_of(launches.of[i].mode));
}
__global__ void launch_into(int graph, cudaStream_t stream, int slot) {
  results[slot] = cudaGraphLaunch(graphs[graph], stream);
}
__global__ void launch_nothing(int slot) { results[slot] = cudaGraphLaunch(nullptr, cudaStreamGraphFireAndForget); }
__global__ void launch_and_ask(int graph, cudaStream_t stream) {
  results[0] = cudaGraphLaunch(graphs[graph], stream);
  results[1] = cudaPeekAtLastError();
  results[2] = cudaGetLastError();
}
__global__ void launch_self(int slot, int count, int mode) {
  for (int i = 0; i < count; ++i) results[slot + i] = cudaGraphLaunch(cudaGetCurrentGraphExec(), stream_of(mode));
}
__global__ void go_round(int most) {
  order[atomicAdd(&at, 1)] = rounds;
  if (++rounds == most) return;
  results[0] = cudaGraphLaunch(graphs[1], cudaStreamGraphFireAndForget);
  results[1] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
__global__ void tell_current(int slot) { current[slot] = cudaGetCurrentGraphExec(); }
__global__ void flood(int count, int mode, long long clocks) {
  int failures = 0, first = -1, error = 0;
  for (int i = 0; i < count; ++i) {
    const int answer = cudaGraphLaunch(graphs[i], stream_of(mode));
    hold(clocks);
    if (answer == 0) continue;
    if (failures++ == 0) first = i, error = answer;
  }
  results[0] = failures;
  results[1] = first;
  results[2] = error;
}
__global__ void nest() { note<<<1, 1>>>(9); }
__global__ void nest_and_launch() {
  note<<<1, 1>>>(9);
  results[0] = cudaGetLastError();
  results[1] = cudaGraphLaunch(graphs[0], cudaStreamGraphTailLaunch);
}
__global__ void raise_flag() { flag = 1; }
__global__ void wait_for_child() {
  results[0] = cudaGraphLaunch(graphs[0], cudaStreamGraphFireAndForget);
  while (flag == 0) {
  }
  results[1] = flag;
}

// ---- Updates ----

__global__ void show(int a, long long b, int c) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    results[100] = a;
    results[101] = static_cast<int>(b);
    results[102] = c;
    results[103] = gridDim.x * 10000 + gridDim.y * 100 + gridDim.z;
  }
  atomicAdd(&results[104], 1);
}
__global__ void update(int which) {
  const cudaGraphDeviceNode_t node = nodes[0];
  alignas(8) char memory[4 * sizeof(cudaGraphKernelNodeUpdate)] = {};
  auto* updates = reinterpret_cast<cudaGraphKernelNodeUpdate*>(memory);
  for (int i = 0; i < 4; ++i) updates[i].node = node;
  int& answer = results[0];
  answer = -1;
  int value = 77;
  switch (which) {
    case 0: break;
    case 1: answer = cudaGraphKernelNodeSetParam(node, 0, 21); break;
    case 2: answer = cudaGraphKernelNodeSetParam(node, 8, 22LL); break;
    case 3: answer = cudaGraphKernelNodeSetParam(node, 16, &value, 4); break;
    case 4: answer = cudaGraphKernelNodeSetEnabled(node, false); break;
    case 5: answer = cudaGraphKernelNodeSetEnabled(node, true); break;
    case 6: answer = cudaGraphKernelNodeSetGridDim(node, dim3(3, 2, 1)); break;
    case 7:
      updates[0].field = cudaGraphKernelNodeFieldParam;
      updates[0].updateData.param.pValue = &value;
      updates[0].updateData.param.offset = 0;
      updates[0].updateData.param.size = 4;
      updates[1].field = cudaGraphKernelNodeFieldGridDim;
      updates[1].updateData.gridDim = dim3(2, 2, 2);
      updates[2].field = cudaGraphKernelNodeFieldEnabled;
      updates[2].updateData.isEnabled = 1;
      answer = cudaGraphKernelNodeUpdatesApply(updates, 3);
      break;
    case 8: answer = cudaGraphKernelNodeUpdatesApply(updates, 0); break;
    case 9:
      updates[0].field = cudaGraphKernelNodeFieldInvalid;
      answer = cudaGraphKernelNodeUpdatesApply(updates, 1);
      break;
    case 10: answer = cudaGraphKernelNodeSetParam(node, 0, &value, 0); break;
    case 11: answer = cudaGraphKernelNodeSetParam(node, 18, &value, 4); break;
    case 12: answer = cudaGraphKernelNodeSetParam(node, 4096, &value, 4); break;
    case 13: answer = cudaGraphKernelNodeSetParam(nullptr, 0, &value, 4); break;
    case 14: answer = cudaGraphKernelNodeSetGridDim(node, dim3(0, 1, 1)); break;
    case 15: answer = cudaGraphKernelNodeSetGridDim(node, dim3(1, 70000, 1)); break;
    case 16:
      updates[0].field = static_cast<cudaGraphKernelNodeField>(9);
      answer = cudaGraphKernelNodeUpdatesApply(updates, 1);
      break;
    case 17: answer = cudaGraphKernelNodeUpdatesApply(nullptr, 1); break;
    case 18: answer = cudaGraphKernelNodeSetParam(node, 0, nullptr, 4); break;
    case 19:
      answer = cudaGraphKernelNodeSetParam(node, 0, 31);
      results[1] = cudaGraphKernelNodeSetEnabled(node, false);
      results[2] = cudaGetLastError();
      break;
    case 20:
      updates[0].field = cudaGraphKernelNodeFieldParam;
      updates[0].updateData.param.pValue = &value;
      updates[0].updateData.param.offset = 0;
      updates[0].updateData.param.size = 4;
      updates[1].field = cudaGraphKernelNodeFieldGridDim;
      updates[1].updateData.gridDim = dim3(0, 2, 2);
      answer = cudaGraphKernelNodeUpdatesApply(updates, 2);
      break;
    default: break;
  }
}

// ---- On the host ----

cudaStream_t stream;

cudaGraphNode_t add(cudaGraph_t graph, void* kernel, std::vector<void*> arguments, cudaGraphNode_t after = nullptr,
                    dim3 grid = 1) {
  cudaKernelNodeParams parameters = {};
  parameters.func = kernel;
  parameters.gridDim = grid;
  parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments.data();
  cudaGraphNode_t node = nullptr;
  const cudaError_t error =
      cudaGraphAddKernelNode(&node, graph, after == nullptr ? nullptr : &after, after != nullptr, &parameters);
  if (error != cudaSuccess) std::printf("add %d\n", error);
  return node;
}
cudaGraph_t empty() {
  cudaGraph_t graph = nullptr;
  cudaGraphCreate(&graph, 0);
  return graph;
}
cudaGraph_t noting(int what) {
  cudaGraph_t graph = empty();
  add(graph, reinterpret_cast<void*>(note), {&what});
  return graph;
}
cudaGraph_t noting_late(int what, long long clocks) {
  cudaGraph_t graph = empty();
  add(graph, reinterpret_cast<void*>(note_late), {&what, &clocks});
  return graph;
}
cudaGraph_t performing(Launches launches) {
  cudaGraph_t graph = empty();
  add(graph, reinterpret_cast<void*>(perform), {&launches});
  return graph;
}
cudaGraphExec_t ready(cudaGraph_t graph, unsigned long long flags = 0) {
  cudaGraphExec_t executable = nullptr;
  const cudaError_t error = cudaGraphInstantiate(&executable, graph, flags);
  if (error != cudaSuccess) std::printf("instantiate %d\n", error);
  return executable;
}
cudaGraphExec_t keep(int index, cudaGraph_t graph, bool upload = true) {
  cudaGraphExec_t executable = ready(graph, cudaGraphInstantiateFlagDeviceLaunch);
  if (upload) {
    const cudaError_t error = cudaGraphUpload(executable, stream);
    if (error != cudaSuccess) std::printf("upload %d\n", error);
  }
  cudaMemcpyToSymbol(graphs, &executable, sizeof executable, index * sizeof executable);
  return executable;
}
void clear() {
  static int none[4096];
  cudaDeviceSynchronize();
  cudaMemcpyToSymbol(order, none, sizeof order);
  cudaMemcpyToSymbol(at, none, sizeof at);
  cudaMemcpyToSymbol(rounds, none, sizeof rounds);
  cudaMemcpyToSymbol(flag, none, sizeof(int));
  static int missing[kMost];
  for (int& each : missing) each = -1;
  cudaMemcpyToSymbol(results, missing, sizeof results);
}
int run(cudaGraphExec_t executable) {
  const cudaError_t launched = cudaGraphLaunch(executable, stream);
  const cudaError_t ended = cudaStreamSynchronize(stream);
  return launched != cudaSuccess ? launched : ended;
}
void tell_results(const char* name, int count, int first = 0) {
  int values[kMost];
  cudaMemcpyFromSymbol(values, results, sizeof values);
  std::printf("%s", name);
  for (int i = 0; i < count; ++i) std::printf(" %d", values[first + i]);
  std::printf("\n");
}
void tell_order(const char* name) {
  static int values[4096];
  int count = 0;
  cudaMemcpyFromSymbol(values, order, sizeof values);
  cudaMemcpyFromSymbol(&count, at, sizeof count);
  std::printf("%s", name);
  for (int i = 0; i < count; ++i) std::printf(" %d", values[i]);
  std::printf("\n");
}
void run_and_tell(const char* name, cudaGraph_t graph, int answers, bool device = false) {
  clear();
  cudaGraphExec_t executable = ready(graph, device ? cudaGraphInstantiateFlagDeviceLaunch : 0);
  if (device) cudaGraphUpload(executable, stream);
  const int error = run(executable);
  std::printf("%s %d\n", name, error);
  tell_results(" answers", answers);
  tell_order(" order");
}

// ---- Which graphs may be launched so ----

void host_function(void*) {}

void try_instantiate(const char* name, cudaGraph_t graph, cudaGraphNode_t node,
                     unsigned long long flags = cudaGraphInstantiateFlagDeviceLaunch) {
  cudaGraphInstantiateParams parameters = {};
  parameters.flags = flags;
  parameters.uploadStream = stream;
  cudaGraphExec_t executable = nullptr;
  const cudaError_t error = cudaGraphInstantiateWithParams(&executable, graph, &parameters);
  std::printf("instantiate-%s %d %d %s\n", name, error, parameters.result_out,
              parameters.errNode_out == nullptr ? "none"
              : parameters.errNode_out == node  ? "this"
                                                : "other");
  cudaGetLastError();
}
void try_copy(const char* name, void* to, const void* from, cudaMemcpyKind kind) {
  cudaGraph_t graph = empty();
  cudaGraphNode_t node = nullptr;
  const cudaError_t error = cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to, from, 4, kind);
  if (error != cudaSuccess) std::printf("add-copy %d\n", error);
  try_instantiate(name, graph, node);
}

void instantiate() {
  int one = 1;
  cudaGraph_t graph = noting(1);
  try_instantiate("kernel", graph, nullptr);
  try_instantiate("auto-free", graph, nullptr,
                  cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch);
  try_instantiate("priority", graph, nullptr,
                  cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority);
  try_instantiate("upload", graph, nullptr, cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload);
  cudaGraphExec_t executable = nullptr;
  std::printf(
      "flag-upload %d\n",
      cudaGraphInstantiate(&executable, graph, cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload));
  cudaGetLastError();
  try_instantiate("nothing", empty(), nullptr);
  cudaGraphNode_t node = nullptr;
  graph = empty();
  cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
  try_instantiate("empty", graph, node);
  graph = noting(1);
  cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
  try_instantiate("kernel-and-empty", graph, node);
  graph = empty();
  cudaHostNodeParams host = {};
  host.fn = host_function;
  cudaGraphAddHostNode(&node, graph, nullptr, 0, &host);
  try_instantiate("host", graph, node);
  graph = empty();
  cudaEvent_t event = nullptr;
  cudaEventCreate(&event);
  cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, event);
  try_instantiate("record", graph, node);
  graph = empty();
  cudaGraphAddEventWaitNode(&node, graph, nullptr, 0, event);
  try_instantiate("wait", graph, node);
  graph = empty();
  cudaMemAllocNodeParams allocate = {};
  allocate.poolProps.allocType = cudaMemAllocationTypePinned;
  allocate.poolProps.location.type = cudaMemLocationTypeDevice;
  allocate.bytesize = 4096;
  cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &allocate);
  try_instantiate("allocate", graph, node);
  graph = empty();
  cudaGraphConditionalHandle handle = 0;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams conditional = {};
  conditional.type = cudaGraphNodeTypeConditional;
  conditional.conditional.handle = handle;
  conditional.conditional.type = cudaGraphCondTypeIf;
  conditional.conditional.size = 1;
#if CUDART_VERSION >= 13000
  std::printf("add-conditional %d\n", cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &conditional));
#else
  std::printf("add-conditional %d\n", cudaGraphAddNode(&node, graph, nullptr, 0, &conditional));
#endif
  add(conditional.conditional.phGraph_out[0], reinterpret_cast<void*>(note), {&one});
  try_instantiate("conditional", graph, node);
  graph = empty();
  cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, noting(1));
  try_instantiate("child", graph, node);
  graph = empty();
  cudaGraph_t within = empty();
  cudaGraphAddHostNode(&node, within, nullptr, 0, &host);
  cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, within);
  try_instantiate("child-host", graph, node);
  int *device = nullptr, *other = nullptr, *pinned = nullptr, *managed = nullptr;
  static int pageable = 0;
  cudaMalloc(&device, 64);
  cudaMalloc(&other, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  try_copy("device", other, device, cudaMemcpyDeviceToDevice);
  try_copy("default", other, device, cudaMemcpyDefault);
  try_copy("from-pinned", device, pinned, cudaMemcpyHostToDevice);
  try_copy("to-pinned", pinned, device, cudaMemcpyDeviceToHost);
  try_copy("pinned", pinned, pinned + 8, cudaMemcpyHostToHost);
  try_copy("managed", device, managed, cudaMemcpyDefault);
  try_copy("from-pageable", device, &pageable, cudaMemcpyHostToDevice);
  try_copy("to-pageable", &pageable, device, cudaMemcpyDeviceToHost);
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &format, 16, 1);
  cudaMemcpy3DParms copy = {};
  copy.srcArray = array;
  copy.dstPtr = make_cudaPitchedPtr(device, 64, 16, 1);
  copy.extent = make_cudaExtent(4, 1, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  graph = empty();
  cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy);
  try_instantiate("array", graph, node);
  graph = empty();
  cudaMemsetParams fill = {};
  fill.dst = device;
  fill.elementSize = 4;
  fill.width = 4;
  fill.height = 1;
  cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &fill);
  try_instantiate("fill", graph, node);
  graph = empty();
  node = add(graph, reinterpret_cast<void*>(note), {&one});
  cudaKernelNodeAttrValue value = {};
  value.cooperative = 1;
  cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value);
  try_instantiate("cooperative", graph, node);
  executable = ready(noting(1));
  std::printf("upload-host %d\n", cudaGraphUpload(executable, stream));
  unsigned long long flags = 77;
  executable = ready(noting(1), cudaGraphInstantiateFlagDeviceLaunch);
  std::printf("flags %d", cudaGraphExecGetFlags(executable, &flags));
  std::printf(" %llu\n", flags);
}

// ---- From where, and into which streams ----

cudaGraph_t launching(int graph, cudaStream_t into) {
  cudaGraph_t made = empty();
  int slot = 0;
  add(made, reinterpret_cast<void*>(launch_into), {&graph, &into, &slot});
  return made;
}

void modes() {
  keep(0, noting(5));
  const unsigned long long streams[] = {0x0200000000000000, 0x0100000000000000, 0x0300000000000000, 0, 1, 2, 3, 4, 77,
                                        0x0400000000000000};
  for (int device = 0; device < 2; ++device)
    for (const unsigned long long each : streams) {
      char name[64];
      std::snprintf(name, sizeof name, "into-%llx-of-%s", each, device != 0 ? "device-graph" : "host-graph");
      run_and_tell(name, launching(0, reinterpret_cast<cudaStream_t>(each)), 1, device != 0);
    }
  clear();
  launch_into<<<1, 1, 0, stream>>>(0, reinterpret_cast<cudaStream_t>(streams[0]), 0);
  std::printf("of-no-graph %d", cudaGetLastError());
  std::printf(" %d\n", cudaStreamSynchronize(stream));
  tell_results(" answers", 1);
  cudaFuncAttributes attributes = {};
  std::printf("attributes %d\n", cudaFuncGetAttributes(&attributes, launch_into));
  int blocks = 0;
  std::printf("occupancy %d", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, launch_into, 32, 0));
  std::printf(" %d\n", blocks > 0);
  clear();
  cudaGraph_t graph = empty();
  int none = 0;
  cudaStream_t wrong = nullptr, forget = reinterpret_cast<cudaStream_t>(streams[0]);
  add(graph, reinterpret_cast<void*>(launch_and_ask), {&none, &wrong});
  run_and_tell("last-error-wrong-stream", graph, 3);
  graph = empty();
  add(graph, reinterpret_cast<void*>(launch_and_ask), {&none, &forget});
  run_and_tell("last-error-none", graph, 3);
}

void missing() {
  clear();
  cudaGraph_t graph = empty();
  int slot = 0;
  add(graph, reinterpret_cast<void*>(launch_nothing), {&slot});
  run_and_tell("null", graph, 1);
}
void not_uploaded() {
  keep(0, noting(5), false);
  run_and_tell("not-uploaded", performing({1, 0, 1, {{0, kForget}}}), 1);
}
void destroyed() {
  cudaGraphExec_t executable = keep(0, noting(5));
  cudaStreamSynchronize(stream);
  std::printf("destroy %d\n", cudaGraphExecDestroy(executable));
  run_and_tell("destroyed", performing({1, 0, 1, {{0, kForget}}}), 1);
}

// ---- The same graph again ----

void twice() {
  keep(0, noting_late(5, 20000000));
  run_and_tell("forget-forget", performing({1, 0, 2, {{0, kForget}, {0, kForget}}}), 2);
  run_and_tell("tail-tail", performing({1, 0, 2, {{0, kTail}, {0, kTail}}}), 2);
  run_and_tell("forget-tail", performing({1, 0, 2, {{0, kForget}, {0, kTail}}}), 2);
  run_and_tell("tail-forget", performing({1, 0, 2, {{0, kTail}, {0, kForget}}}), 2);
  run_and_tell("sibling-sibling", performing({1, 0, 2, {{0, kSibling}, {0, kSibling}}}), 2);
  run_and_tell("sibling-tail", performing({1, 0, 2, {{0, kSibling}, {0, kTail}}}), 2);
  run_and_tell("forget-sibling", performing({1, 0, 2, {{0, kForget}, {0, kSibling}}}), 2);
  for (int mode = kForget; mode <= kSibling; ++mode) {
    if (mode == kTail) continue;
    int slot = 0, count = 2;
    cudaGraph_t graph = empty();
    add(graph, reinterpret_cast<void*>(launch_self), {&slot, &count, &mode});
    run_and_tell(mode == kForget ? "self-forget" : "self-sibling", graph, 2, true);
  }
  // A tail of a tail is the first graph again.
  keep(1, performing({2, 2, 1, {{2, kTail}}}));
  run_and_tell("tail-again", performing({1, 0, 1, {{1, kTail}}}), 3);
}
void self_tail() {
  // Once, by a graph that ends all the same: the second round's launch is the last.
  keep(1, noting(7));
  clear();
  int most = 4;
  cudaGraph_t graph = empty();
  add(graph, reinterpret_cast<void*>(go_round), {&most});
  run_and_tell("round", graph, 2, true);
}
__global__ void two_tails_of_self(int most) {
  order[atomicAdd(&at, 1)] = rounds;
  if (++rounds == most) return;
  results[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
  results[1] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
void self_twice() {
  int most = 3;
  cudaGraph_t graph = empty();
  add(graph, reinterpret_cast<void*>(two_tails_of_self), {&most});
  run_and_tell("self-twice", graph, 2, true);
}

// ---- Order ----

void in_order() {
  // 1 launches 2 and, as tails, 4 and 5; 2 launches 3 and, as its tail, 6; 4 has the tail 7.
  keep(3, noting_late(3, 3000000));
  keep(6, noting(6));
  keep(7, noting(7));
  keep(2, performing({2, 10, 2, {{3, kForget}, {6, kTail}}}));
  keep(4, performing({4, 20, 1, {{7, kTail}}}));
  keep(5, noting(5));
  run_and_tell("nested", performing({1, 0, 3, {{2, kForget}, {4, kTail}, {5, kTail}}}), 3);
  // 2 launches the sibling 3, which does not hold up its tail 6, and does hold up 5, the tail of 1.
  keep(3, noting_late(3, 30000000));
  keep(2, performing({2, 10, 2, {{3, kSibling}, {6, kTail}}}));
  run_and_tell("sibling", performing({1, 0, 2, {{2, kForget}, {5, kTail}}}), 2);
  // A sibling of what the host has launched.
  run_and_tell("sibling-of-root", performing({1, 0, 2, {{3, kSibling}, {5, kTail}}}), 2);
  run_and_tell("sibling-of-root-device", performing({1, 0, 2, {{3, kSibling}, {5, kTail}}}), 2, true);
  // The tail waits for all nodes.
  cudaGraph_t graph = performing({1, 0, 2, {{5, kTail}, {6, kTail}}});
  cudaGraphNode_t first = nullptr;
  size_t count = 1;
  cudaGraphGetNodes(graph, &first, &count);
  int what = 8;
  long long clocks = 3000000;
  cudaGraphNode_t second = add(graph, reinterpret_cast<void*>(note_late), {&what, &clocks}, first);
  Launches more = {9, 4, 1, {{7, kTail}}};
  add(graph, reinterpret_cast<void*>(perform), {&more}, second);
  run_and_tell("nodes", graph, 5);
  // What the stream is given next comes after all.
  clear();
  cudaGraphExec_t executable = ready(performing({1, 0, 3, {{3, kForget}, {4, kTail}, {5, kTail}}}));
  cudaGraphLaunch(executable, stream);
  note<<<1, 1, 0, stream>>>(99);
  std::printf("stream %d\n", cudaStreamSynchronize(stream));
  tell_order(" order");
  keep(0, [] {
    cudaGraph_t made = empty();
    add(made, reinterpret_cast<void*>(raise_flag), {});
    return made;
  }());
  graph = empty();
  add(graph, reinterpret_cast<void*>(wait_for_child), {});
  run_and_tell("wait-for-child", graph, 2);
}

// ---- Limits ----

void flood_with(const char* name, int count, int mode, long long clocks, bool device = false) {
  cudaGraph_t graph = empty();
  add(graph, reinterpret_cast<void*>(flood), {&count, &mode, &clocks});
  clear();
  cudaGraphExec_t executable = ready(graph, device ? cudaGraphInstantiateFlagDeviceLaunch : 0);
  if (device) cudaGraphUpload(executable, stream);
  for (int i = 0; i < 2; ++i) {
    const int error = run(executable);
    std::printf("%s %d\n", name, error);
    tell_results(" answers", 3);
    int noted = 0;
    cudaMemcpyFromSymbol(&noted, at, sizeof noted);
    std::printf(" noted %d\n", noted);
  }
}
void limits() {
  for (int i = 0; i < 270; ++i) keep(i, noting(i));
  flood_with("many-forget", 130, kForget, 0);
  flood_with("many-forget-slowly", 130, kForget, 200000);
  flood_with("many-forget-device", 130, kForget, 0, true);
  flood_with("many-sibling", 130, kSibling, 0);
  flood_with("many-tail", 270, kTail, 0);
  flood_with("many-tail-device", 270, kTail, 0, true);
}

// ---- Who is running ----

void who() {
  clear();
  int zero = 0, one = 1, two = 2, three = 3;
  cudaGraph_t graph = empty(), within = empty();
  add(graph, reinterpret_cast<void*>(tell_current), {&zero});
  add(within, reinterpret_cast<void*>(tell_current), {&one});
  cudaGraphNode_t node = nullptr;
  cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, within);
  cudaGraphExec_t executable = keep(0, graph);
  cudaGraphExec_t seen[4] = {};
  std::printf("current %d", run(executable));
  cudaMemcpyFromSymbol(seen, current, sizeof seen);
  std::printf(" host %d %d", seen[0] == executable, seen[1] == executable);
  cudaMemset(nullptr, 0, 0);
  cudaGraphExec_t none[4] = {};
  cudaMemcpyToSymbol(current, none, sizeof none);
  std::printf(" device %d", run(ready(performing({1, 0, 1, {{0, kForget}}}))));
  cudaMemcpyFromSymbol(seen, current, sizeof seen);
  std::printf(" %d %d", seen[0] == executable, seen[1] == executable);
  graph = empty();
  add(graph, reinterpret_cast<void*>(tell_current), {&two});
  std::printf(" not-for-device %d", run(ready(graph)));
  tell_current<<<1, 1, 0, stream>>>(three);
  cudaStreamSynchronize(stream);
  cudaMemcpyFromSymbol(seen, current, sizeof seen);
  std::printf(" %d %d\n", seen[2] != nullptr, seen[3] != nullptr);
}

// ---- Changes by the host ----

void changes() {
  cudaGraph_t graph = empty();
  int what = 1;
  cudaGraphNode_t node = add(graph, reinterpret_cast<void*>(note), {&what});
  cudaGraphExec_t executable = keep(0, graph);
  cudaGraphExec_t launcher = ready(performing({50, 0, 1, {{0, kForget}}}));
  clear();
  run(launcher);
  what = 2;
  void* arguments[] = {&what};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(note);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  std::printf("change %d\n", cudaGraphExecKernelNodeSetParams(executable, node, &parameters));
  run(launcher);
  std::printf("change-upload %d\n", cudaGraphUpload(executable, stream));
  run(launcher);
  what = 3;
  cudaGraphExecKernelNodeSetParams(executable, node, &parameters);
  std::printf("change-launch %d\n", run(executable));
  run(launcher);
  tell_order(" order");
  tell_results(" answers", 1);
}

// ---- Nodes that kernels change ----

struct Updatable {
  cudaGraph_t graph;
  cudaGraphNode_t first, second;
  cudaGraphExec_t executable;
};

Updatable updatable(int which, bool upload = true, bool instantiated = true) {
  Updatable made = {};
  made.graph = empty();
  int a = 1, c = 3;
  long long b = 2;
  made.first = add(made.graph, reinterpret_cast<void*>(update), {&which});
  made.second = add(made.graph, reinterpret_cast<void*>(show), {&a, &b, &c}, made.first);
  cudaKernelNodeAttrValue value = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = 1;
  cudaError_t error =
      cudaGraphKernelNodeSetAttribute(made.second, cudaLaunchAttributeDeviceUpdatableKernelNode, &value);
  if (error != cudaSuccess) std::printf("set-updatable %d\n", error);
  cudaKernelNodeAttrValue got = {};
  error = cudaGraphKernelNodeGetAttribute(made.second, cudaLaunchAttributeDeviceUpdatableKernelNode, &got);
  if (error != cudaSuccess || got.deviceUpdatableKernelNode.deviceUpdatable != 1 ||
      got.deviceUpdatableKernelNode.devNode == nullptr)
    std::printf("get-updatable %d %d %d\n", error, got.deviceUpdatableKernelNode.deviceUpdatable,
                got.deviceUpdatableKernelNode.devNode != nullptr);
  cudaMemcpyToSymbol(nodes, &got.deviceUpdatableKernelNode.devNode, sizeof(void*));
  if (instantiated) made.executable = ready(made.graph);
  if (upload) {
    error = cudaGraphUpload(made.executable, stream);
    if (error != cudaSuccess) std::printf("upload %d\n", error);
  }
  return made;
}
void tell_update(const char* name, int which) {
  int zero = 0;
  for (int i = 0; i < 2; ++i) {
    const Updatable made = updatable(which);
    clear();
    cudaMemcpyToSymbol(results, &zero, sizeof zero, 104 * sizeof zero);
    const int error = run(made.executable);
    if (i != 0) continue;
    std::printf("%s-%d %d\n", name, which, error);
    tell_results(" answers", 3);
    tell_results(" seen", 5, 100);
  }
}
void updates() {
  for (int which = 0; which <= 10; ++which) tell_update("update", which);
  tell_update("update", 19);
  // What was changed stays so until the graph is uploaded again.
  int zero = 0;
  Updatable made = updatable(7);
  clear();
  run(made.executable);
  int nothing = 0;
  void* arguments[] = {&nothing};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(update);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  std::printf("keep %d\n", cudaGraphExecKernelNodeSetParams(made.executable, made.first, &parameters));
  clear();
  cudaMemcpyToSymbol(results, &zero, sizeof zero, 104 * sizeof zero);
  std::printf("kept %d\n", run(made.executable));
  tell_results(" seen", 5, 100);
  std::printf("again %d\n", cudaGraphUpload(made.executable, stream));
  clear();
  cudaMemcpyToSymbol(results, &zero, sizeof zero, 104 * sizeof zero);
  std::printf("uploaded %d\n", run(made.executable));
  tell_results(" seen", 5, 100);
  // From a kernel of no graph.
  clear();
  cudaMemcpyToSymbol(results, &zero, sizeof zero, 104 * sizeof zero);
  update<<<1, 1, 0, stream>>>(1);
  std::printf("outside %d\n", cudaStreamSynchronize(stream));
  std::printf("outside-run %d\n", run(made.executable));
  tell_results(" seen", 5, 100);
}
void rules() {
  Updatable made = updatable(0);
  cudaKernelNodeAttrValue value = {};
  std::printf("opt-out %d\n",
              cudaGraphKernelNodeSetAttribute(made.second, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  value.deviceUpdatableKernelNode.deviceUpdatable = 1;
  std::printf("opt-in-again %d\n",
              cudaGraphKernelNodeSetAttribute(made.second, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  value.deviceUpdatableKernelNode.deviceUpdatable = 2;
  std::printf("two %d\n",
              cudaGraphKernelNodeSetAttribute(made.first, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  value.deviceUpdatableKernelNode.deviceUpdatable = 0;
  std::printf("zero %d\n",
              cudaGraphKernelNodeSetAttribute(made.first, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  std::printf("get-first %d",
              cudaGraphKernelNodeGetAttribute(made.first, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  std::printf(" %d\n", value.deviceUpdatableKernelNode.deviceUpdatable);
  cudaGraphExec_t executable = nullptr;
  std::printf("instantiate-twice %d\n", cudaGraphInstantiate(&executable, made.graph, 0));
  cudaGraph_t clone = nullptr;
  std::printf("clone %d\n", cudaGraphClone(&clone, made.graph));
  cudaGraphNode_t node = nullptr;
  std::printf("child %d\n", cudaGraphAddChildGraphNode(&node, empty(), nullptr, 0, made.graph));
  std::printf("destroy-node %d\n", cudaGraphDestroyNode(made.second));
  std::printf("copy-attributes %d %d\n", cudaGraphKernelNodeCopyAttributes(made.first, made.second),
              cudaGraphKernelNodeCopyAttributes(made.second, made.first));
  cudaGraphExecUpdateResultInfo info = {};
  std::printf("exec-update %d", cudaGraphExecUpdate(made.executable, made.graph, &info));
  std::printf(" %d\n", info.result);
  std::printf("exec-destroy %d\n", cudaGraphExecDestroy(made.executable));
  std::printf("instantiate-after %d\n", cudaGraphInstantiate(&executable, made.graph, 0));
  int a = 1, c = 3;
  long long b = 2;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  std::printf("launch %d\n", cudaLaunchKernelEx(&config, show, a, b, c));
  cudaGetLastError();
  std::printf("capture %d", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  std::printf(" %d", cudaLaunchKernelEx(&config, show, a, b, c));
  cudaGraph_t captured = nullptr;
  std::printf(" %d", cudaStreamEndCapture(stream, &captured));
  std::printf(" %d\n", attribute.val.deviceUpdatableKernelNode.devNode != nullptr);
  made = updatable(0, false, false);
  try_instantiate("updatable", made.graph, made.second);
  made = updatable(0, false, false);
  std::printf("child-updatable %d", cudaGraphAddChildGraphNode(&node, clone = empty(), nullptr, 0, made.graph));
  std::printf(" %d\n", cudaGraphInstantiate(&executable, clone, 0));
  // Changed by the host and by a kernel.
  a = 61;
  void* arguments[] = {&a, &b, &c};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(show);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  made = updatable(3);
  std::printf("host-change %d", cudaGraphExecKernelNodeSetParams(made.executable, made.second, &parameters));
  clear();
  std::printf(" %d\n", run(made.executable));
  tell_results(" seen", 4, 100);
  std::printf("host-change-upload %d", cudaGraphUpload(made.executable, stream));
  clear();
  std::printf(" %d\n", run(made.executable));
  tell_results(" seen", 4, 100);
  a = 62;
  std::printf("host-change-again %d", cudaGraphExecKernelNodeSetParams(made.executable, made.second, &parameters));
  std::printf(" %d", cudaGraphUpload(made.executable, stream));
  std::printf(" %d", cudaGraphNodeSetEnabled(made.executable, made.first, 0));
  clear();
  std::printf(" %d\n", run(made.executable));
  tell_results(" seen", 4, 100);
  made = updatable(6);
  std::printf("host-disable %d", cudaGraphNodeSetEnabled(made.executable, made.second, 0));
  std::printf(" %d", cudaGraphUpload(made.executable, stream));
  clear();
  std::printf(" %d\n", run(made.executable));
  tell_results(" seen", 4, 100);
  made = updatable(4);
  clear();
  run(made.executable);
  unsigned enabled = 7;
  std::printf("enabled %d", cudaGraphNodeGetEnabled(made.executable, made.second, &enabled));
  std::printf(" %u", enabled);
  std::printf(" %d", cudaGraphNodeSetEnabled(made.executable, made.second, 1));
  std::printf(" %d", cudaGraphNodeSetEnabled(made.executable, made.first, 0));
  std::printf(" %d", cudaGraphUpload(made.executable, stream));
  clear();
  std::printf(" %d\n", run(made.executable));
  tell_results(" seen", 4, 100);
  made = updatable(20);
  clear();
  std::printf("half-wrong %d\n", run(made.executable));
  tell_results(" answers", 1);
  tell_results(" seen", 4, 100);
  // Kernels that launch kernels.
  cudaGraph_t nested = empty();
  node = add(nested, reinterpret_cast<void*>(nest), {});
  try_instantiate("nested", nested, node);
  cudaGraph_t launches_both = empty();
  add(launches_both, reinterpret_cast<void*>(nest_and_launch), {});
  keep(0, noting(5));
  run_and_tell("nest-and-launch", launches_both, 2);
}
void not_uploaded_update() {
  const Updatable made = updatable(1, false);
  clear();
  std::printf("update-without-upload %d\n", run(made.executable));
  tell_results(" answers", 1);
  tell_results(" seen", 4, 100);
}
template <int kWhich>
void wrong() {
  const Updatable made = updatable(kWhich);
  clear();
  std::printf("update-%d %d\n", kWhich, run(made.executable));
  tell_results(" answers", 3);
  tell_results(" seen", 4, 100);
}

struct Section {
  const char* name;
  void (*run)();
};
const Section kSections[] = {{"instantiate", instantiate},
                             {"modes", modes},
                             {"twice", twice},
                             {"self-tail", self_tail},
                             {"self-twice", self_twice},
                             {"order", in_order},
                             {"limits", limits},
                             {"who", who},
                             {"changes", changes},
                             {"updates", updates},
                             {"rules", rules},
                             {"missing", missing},
                             {"not-uploaded", not_uploaded},
                             {"destroyed", destroyed},
                             {"not-uploaded-update", not_uploaded_update},
                             {"wrong-11", wrong<11>},
                             {"wrong-12", wrong<12>},
                             {"wrong-13", wrong<13>},
                             {"wrong-14", wrong<14>},
                             {"wrong-15", wrong<15>},
                             {"wrong-16", wrong<16>},
                             {"wrong-17", wrong<17>},
                             {"wrong-18", wrong<18>}};

}  // namespace

int main(int count, char** arguments) {
  cudaStreamCreate(&stream);
  for (const Section& section : kSections) {
    if (count > 1 && std::strcmp(arguments[1], section.name) != 0) continue;
    section.run();
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s ends with %d\n", section.name, error);
  }
}
