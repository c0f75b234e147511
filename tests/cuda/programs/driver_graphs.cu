// Graphs by the driver API: memory, conditions, attributes, edges, objects.
#include "driver_expect.hpp"

#include <cstring>

namespace {

const char* const kDecides = R"(
.version 8.5
.target sm_90
.address_size 64
.extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
.visible .entry count_down(.param .u64 counter, .param .u64 handle) {
  .reg .b64 %rd<3>; .reg .b32 %r<3>; .reg .pred %p;
  ld.param.u64 %rd1, [counter];
  ld.param.u64 %rd2, [handle];
  ld.global.u32 %r1, [%rd1];
  add.u32 %r1, %r1, -1;
  st.global.u32 [%rd1], %r1;
  setp.ne.u32 %p, %r1, 0;
  selp.u32 %r2, 1, 0, %p;
  { .param .b64 h; .param .b32 v;
    st.param.b64 [h], %rd2;
    st.param.b32 [v], %r2;
    call.uni cudaGraphSetConditional, (h, v); }
  ret;
}
)";

CUDA_MEM_ALLOC_NODE_PARAMS wanted(size_t bytes) {
  CUDA_MEM_ALLOC_NODE_PARAMS p;
  std::memset(&p, 0, sizeof p);
  p.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  p.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  p.bytesize = bytes;
  return p;
}

CUDA_KERNEL_NODE_PARAMS launch_of(CUfunction function, void** arguments) {
  CUDA_KERNEL_NODE_PARAMS p;
  std::memset(&p, 0, sizeof p);
  p.func = function;
  p.gridDimX = p.gridDimY = p.gridDimZ = p.blockDimX = p.blockDimY = p.blockDimZ = 1;
  p.kernelParams = arguments;
  return p;
}

void memory(CUfunction add_amount, CUfunction nothing) {
  CUgraph graph = nullptr;
  CUgraphNode allocate = nullptr, fill = nullptr, kernel = nullptr, copy = nullptr, free_node = nullptr;
  EXPECT_DONE(cuGraphCreate(&graph, 0));
  CUDA_MEM_ALLOC_NODE_PARAMS p = wanted(64);
  EXPECT_DONE(cuGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &p));
  EXPECT(p.dptr != 0);
  CUcontext context = nullptr;
  EXPECT_DONE(cuCtxGetCurrent(&context));
  CUDA_MEMSET_NODE_PARAMS zero;
  std::memset(&zero, 0, sizeof zero);
  zero.dst = p.dptr;
  zero.elementSize = 4;
  zero.width = 16;
  zero.height = 1;
  EXPECT_DONE(cuGraphAddMemsetNode(&fill, graph, &allocate, 1, &zero, context));
  unsigned more = 4;
  void* arguments[] = {&p.dptr, &more};
  CUDA_KERNEL_NODE_PARAMS launch = launch_of(add_amount, arguments);
  EXPECT_DONE(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &launch));
  unsigned host = 0;
  CUDA_MEMCPY3D out;
  std::memset(&out, 0, sizeof out);
  out.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  out.srcDevice = p.dptr;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = &host;
  out.WidthInBytes = 4;
  out.Height = out.Depth = 1;
  EXPECT_DONE(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &out, context));
  EXPECT_DONE(cuGraphAddMemFreeNode(&free_node, graph, &copy, 1, p.dptr));
  EXPECT_ANSWER(cuGraphAddMemFreeNode(&free_node, graph, &copy, 1, p.dptr), CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr freed = 0;
  EXPECT_DONE(cuGraphMemFreeNodeGetParams(free_node, &freed));
  EXPECT(freed == p.dptr);
  CUDA_MEM_ALLOC_NODE_PARAMS read;
  EXPECT_DONE(cuGraphMemAllocNodeGetParams(allocate, &read));
  EXPECT(read.dptr == p.dptr && read.bytesize == 64);

  // Attributes of the kernel, data of an edge.
  CUkernelNodeAttrValue value;
  std::memset(&value, 0, sizeof value);
  value.priority = -1;
  EXPECT_DONE(cuGraphKernelNodeSetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
  CUgraphNodeParams any;
  std::memset(&any, 0, sizeof any);
  any.type = CU_GRAPH_NODE_TYPE_KERNEL;
  any.kernel.func = nothing;
  any.kernel.gridDimX = any.kernel.gridDimY = any.kernel.gridDimZ = 1;
  any.kernel.blockDimX = any.kernel.blockDimY = any.kernel.blockDimZ = 1;
  CUgraphEdgeData early;
  std::memset(&early, 0, sizeof early);
  early.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
  early.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  CUgraphNode follower = nullptr;
  EXPECT_DONE(cuGraphAddNode(&follower, graph, &kernel, &early, 1, &any));
  EXPECT_DONE(cuGraphKernelNodeCopyAttributes(follower, kernel));
  value.priority = 0;
  EXPECT_DONE(cuGraphKernelNodeGetAttribute(follower, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
  EXPECT(value.priority == -1);
  CUgraphNode before = nullptr;
  CUgraphEdgeData found;
  size_t count = 1;
  EXPECT_ANSWER(cuGraphNodeGetDependencies(follower, &before, nullptr, &count), CUDA_ERROR_LOSSY_QUERY);
  EXPECT_DONE(cuGraphNodeGetDependencies(follower, &before, &found, &count));
  EXPECT(before == kernel && found.type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);

  CUgraphExec executable = nullptr;
  EXPECT_DONE(cuGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 2; ++i) EXPECT_DONE(cuGraphLaunch(executable, nullptr));
  EXPECT_DONE(cuCtxSynchronize());
  EXPECT(host == 7);
  unsigned long long bytes = 0;
  EXPECT_DONE(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &bytes));
  EXPECT(bytes != 0);
  EXPECT_DONE(cuGraphExecDestroy(executable));
  EXPECT_DONE(cuGraphDestroy(graph));
  EXPECT_DONE(cuDeviceGraphMemTrim(0));
  EXPECT_DONE(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &bytes));
  EXPECT(bytes == 0);
}

CUstreamBatchMemOpParams writes(CUdeviceptr address, cuuint32_t value) {
  CUstreamBatchMemOpParams p = {};
  p.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  p.writeValue.address = address;
  p.writeValue.value = value;
  return p;
}
CUstreamBatchMemOpParams waits(CUdeviceptr address, cuuint32_t value) {
  CUstreamBatchMemOpParams p = {};
  p.waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  p.waitValue.address = address;
  p.waitValue.value = value;
  p.waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  return p;
}
unsigned word_at(CUdeviceptr address) {
  unsigned value = 0;
  EXPECT_DONE(cuMemcpyDtoH(&value, address, 4));
  return value;
}

// A graph that writes one word and waits for another, behind which a kernel adds.
void words(CUfunction add_amount) {
  CUdeviceptr memory = 0;
  CUcontext context = nullptr;
  EXPECT_DONE(cuCtxGetCurrent(&context));
  EXPECT_DONE(cuMemAlloc(&memory, 16));
  EXPECT_DONE(cuMemsetD32(memory, 0, 4));
  const CUdeviceptr asked = memory, answered = memory + 4, sum = memory + 8;
  CUgraph graph = nullptr;
  CUgraphNode node = nullptr, kernel = nullptr;
  EXPECT_DONE(cuGraphCreate(&graph, 0));
  CUstreamBatchMemOpParams operations[2] = {writes(asked, 1), waits(answered, 1)};
  CUDA_BATCH_MEM_OP_NODE_PARAMS p = {context, 2, operations, 0};
  EXPECT_DONE(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &p));
  unsigned more = 4;
  void* arguments[] = {const_cast<CUdeviceptr*>(&sum), &more};
  CUDA_KERNEL_NODE_PARAMS launch = launch_of(add_amount, arguments);
  EXPECT_DONE(cuGraphAddKernelNode(&kernel, graph, &node, 1, &launch));
  CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
  EXPECT_DONE(cuGraphNodeGetType(node, &type));
  EXPECT(type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  operations[0].writeValue.value = 77;  // the node has its own
  CUDA_BATCH_MEM_OP_NODE_PARAMS read = {};
  EXPECT_DONE(cuGraphBatchMemOpNodeGetParams(node, &read));
  EXPECT(read.count == 2 && read.ctx == context && read.paramArray[0].writeValue.value == 1);
  EXPECT(read.paramArray[1].waitValue.address == answered);

  CUgraphExec executable = nullptr;
  EXPECT_DONE(cuGraphInstantiate(&executable, graph, 0));
  CUstream first = nullptr, second = nullptr;
  EXPECT_DONE(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
  EXPECT_DONE(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
  EXPECT_DONE(cuGraphLaunch(executable, first));
  EXPECT(cuStreamQuery(first) == CUDA_ERROR_NOT_READY);
  EXPECT_DONE(cuStreamWaitValue32(second, asked, 1, CU_STREAM_WAIT_VALUE_EQ));
  EXPECT_DONE(cuStreamWriteValue32(second, answered, 1, 0));
  EXPECT_DONE(cuCtxSynchronize());
  EXPECT(word_at(sum) == 7);  // 3 of its own and 4

  // Other values, in the executable and in the graph; kinds and number stay in an executable.
  operations[0] = writes(asked, 5);
  EXPECT_DONE(cuGraphExecBatchMemOpNodeSetParams(executable, node, &p));
  EXPECT_DONE(cuGraphLaunch(executable, first));
  EXPECT_DONE(cuCtxSynchronize());
  EXPECT(word_at(asked) == 5 && word_at(sum) == 14);
  p.count = 1;
  EXPECT_ANSWER(cuGraphExecBatchMemOpNodeSetParams(executable, node, &p), CUDA_ERROR_INVALID_VALUE);
  EXPECT_DONE(cuGraphBatchMemOpNodeSetParams(node, &p));
  EXPECT_DONE(cuGraphBatchMemOpNodeGetParams(node, &read));
  EXPECT(read.count == 1);
  p.flags = 1;
  EXPECT_ANSWER(cuGraphBatchMemOpNodeSetParams(node, &p), CUDA_ERROR_INVALID_VALUE);
  EXPECT_ANSWER(cuGraphBatchMemOpNodeGetParams(kernel, &read), CUDA_ERROR_INVALID_VALUE);
  EXPECT_DONE(cuGraphExecDestroy(executable));
  EXPECT_DONE(cuGraphDestroy(graph));

  // As a node of any kind, and captured.
  EXPECT_DONE(cuGraphCreate(&graph, 0));
  CUgraphNodeParams any;
  std::memset(&any, 0, sizeof any);
  any.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  operations[0] = writes(asked, 9);
  any.memOp.ctx = context;
  any.memOp.count = 1;
  any.memOp.paramArray = operations;
  EXPECT_DONE(cuGraphAddNode(&node, graph, nullptr, nullptr, 0, &any));
  EXPECT_DONE(cuGraphInstantiate(&executable, graph, 0));
  EXPECT_DONE(cuGraphLaunch(executable, first));
  EXPECT_DONE(cuStreamSynchronize(first));
  EXPECT(word_at(asked) == 9);
  EXPECT_DONE(cuGraphExecDestroy(executable));
  EXPECT_DONE(cuGraphDestroy(graph));
  EXPECT_DONE(cuStreamBeginCapture(first, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT_DONE(cuStreamWriteValue32(first, asked, 11, 0));
  EXPECT_DONE(cuStreamEndCapture(first, &graph));
  EXPECT(word_at(asked) == 9);
  size_t count = 1;
  EXPECT_DONE(cuGraphGetNodes(graph, &node, &count));
  EXPECT_DONE(cuGraphNodeGetType(node, &type));
  EXPECT(count == 1 && type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  EXPECT_DONE(cuGraphInstantiate(&executable, graph, 0));
  EXPECT_DONE(cuGraphLaunch(executable, first));
  EXPECT_DONE(cuStreamSynchronize(first));
  EXPECT(word_at(asked) == 11);
  EXPECT_DONE(cuGraphExecDestroy(executable));
  EXPECT_DONE(cuGraphDestroy(graph));
  EXPECT_DONE(cuStreamDestroy(first));
  EXPECT_DONE(cuStreamDestroy(second));
  EXPECT_DONE(cuMemFree(memory));
}

void conditions(CUfunction count_down) {
  CUgraph graph = nullptr;
  CUcontext context = nullptr;
  CUgraphConditionalHandle handle = 0;
  CUdeviceptr counter = 0;
  EXPECT_DONE(cuCtxGetCurrent(&context));
  EXPECT_DONE(cuMemAlloc(&counter, 4));
  EXPECT_DONE(cuMemsetD32(counter, 5, 1));
  EXPECT_DONE(cuGraphCreate(&graph, 0));
  EXPECT_DONE(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
  CUgraphNodeParams p;
  std::memset(&p, 0, sizeof p);
  p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  p.conditional.handle = handle;
  p.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
  p.conditional.size = 1;
  p.conditional.ctx = context;
  CUgraphNode loop = nullptr;
  EXPECT_DONE(cuGraphAddNode(&loop, graph, nullptr, nullptr, 0, &p));
  CUstream stream = nullptr;
  CUgraph body = p.conditional.phGraph_out[0], ended = nullptr;
  EXPECT_DONE(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  EXPECT_DONE(cuStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, CU_STREAM_CAPTURE_MODE_RELAXED));
  void* arguments[] = {&counter, &handle};
  EXPECT_DONE(cuLaunchKernel(count_down, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
  EXPECT_DONE(cuStreamEndCapture(stream, &ended));
  EXPECT(ended == body);
  CUgraphExec executable = nullptr;
  EXPECT_DONE(cuGraphInstantiate(&executable, graph, 0));
  EXPECT_DONE(cuGraphLaunch(executable, stream));
  unsigned left = 9;
  EXPECT_DONE(cuStreamSynchronize(stream));
  EXPECT_DONE(cuMemcpyDtoH(&left, counter, sizeof left));
  EXPECT(left == 0);
  EXPECT_DONE(cuGraphExecDestroy(executable));
  EXPECT_DONE(cuGraphDestroy(graph));
  EXPECT_DONE(cuStreamDestroy(stream));
  EXPECT_DONE(cuMemFree(counter));
}

void CUDA_CB count_call(void* calls) { ++*static_cast<int*>(calls); }

void objects() {
  int calls = 0;
  CUgraph graph = nullptr;
  CUuserObject object = nullptr;
  EXPECT_DONE(cuGraphCreate(&graph, 0));
  EXPECT_DONE(cuUserObjectCreate(&object, &calls, count_call, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  EXPECT_DONE(cuUserObjectRetain(object, 2));
  EXPECT_DONE(cuUserObjectRelease(object, 2));
  EXPECT_DONE(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  EXPECT(calls == 0);
  EXPECT_DONE(cuGraphReleaseUserObject(graph, object, 1));
  EXPECT(calls == 1);
  EXPECT_DONE(cuGraphDestroy(graph));
}

}  // namespace

int main() {
  CUcontext context = nullptr;
  CUmodule module = nullptr, decides = nullptr;
  CUfunction add_amount = nullptr, nothing = nullptr, count_down = nullptr;
  EXPECT_DONE(cuInit(0));
  EXPECT_DONE(cuDevicePrimaryCtxRetain(&context, 0));
  EXPECT_DONE(cuCtxSetCurrent(context));
  EXPECT_DONE(cuModuleLoadData(&module, kText));
  EXPECT_DONE(cuModuleLoadData(&decides, kDecides));
  EXPECT_DONE(cuModuleGetFunction(&add_amount, module, "add_amount"));
  EXPECT_DONE(cuModuleGetFunction(&nothing, module, "nothing"));
  EXPECT_DONE(cuModuleGetFunction(&count_down, decides, "count_down"));
  memory(add_amount, nothing);
  words(add_amount);
  conditions(count_down);
  objects();
  return failures;
}
