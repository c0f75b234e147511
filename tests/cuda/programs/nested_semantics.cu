// What the API answers to launches from device code: error numbers, limits, orders. One line a fact, "name value ...".
// With an argument also those that depend on how soon launches begin. On a GPU:
//   nvcc -rdc=true -arch=sm_90 nested_semantics.cu -o nested_semantics && ./nested_semantics > nested_semantics.expected
#include <cstdio>

__device__ int order[64];
__device__ int at;
__device__ int results[64];
__device__ int deepest;

__global__ void none() {}
__global__ void note(int what) { order[atomicAdd(&at, 1)] = what; }
__global__ void wait_and_note(int what, long long clocks) {
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
  order[atomicAdd(&at, 1)] = what;
}
__global__ void wait(long long clocks) {
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
}
__global__ void __launch_bounds__(64) bounded() {}
__global__ void big_shared() {
  extern __shared__ int words[];
  words[threadIdx.x] = 1;
}

// How many of `count` launches one thread gets through, where the first fails, and with what.
__global__ void flood(int count, cudaStream_t stream, long long clocks) {
  int failures = 0, first = -1, error = 0;
  for (int i = 0; i < count; ++i) {
    wait<<<1, 1, 0, stream>>>(clocks);
    const int answer = cudaGetLastError();
    if (answer == 0) continue;
    if (failures++ == 0) first = i, error = answer;
  }
  results[0] = failures;
  results[1] = first;
  results[2] = error;
}
__global__ void nest(int depth, int most) {
  atomicMax(&deepest, depth);
  if (depth == most) return;
  nest<<<1, 1>>>(depth + 1, most);
  const int answer = cudaGetLastError();
  if (answer != 0) results[0] = answer;
}
__global__ void nest_in_tail(int depth, int most) {
  deepest = depth;
  if (depth == most) return;
  nest_in_tail<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1, most);
  const int answer = cudaGetLastError();
  if (answer != 0) results[0] = answer;
}
__global__ void wrong(int which, int *device_memory) {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  int answer = -1;
  switch (which) {
    case 0: none<<<1, 2048>>>(); break;
    case 1: none<<<0, 1>>>(); break;
    case 2: none<<<1, 0>>>(); break;
    case 3: none<<<1, 1, 1 << 20>>>(); break;
    case 4: big_shared<<<1, 1, 64 * 1024>>>(); break;
    case 5: bounded<<<1, 128>>>(); break;
    case 6: none<<<dim3(1, 65536), 1>>>(); break;
    case 7: none<<<1, dim3(1, 1, 65)>>>(); break;
    case 8: none<<<1, 1, 0, (cudaStream_t)77>>>(); break;
    case 9: answer = cudaStreamCreateWithFlags(&stream, cudaStreamDefault); break;
    case 10: answer = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); break;
    case 11: answer = cudaEventCreateWithFlags(&event, cudaEventDefault); break;
    case 12: answer = cudaEventCreateWithFlags(&event, cudaEventDisableTiming); break;
    case 13: answer = cudaStreamDestroy((cudaStream_t)77); break;
    case 14: answer = cudaStreamDestroy(nullptr); break;
    case 15: answer = cudaEventRecord(nullptr, nullptr); break;
    case 16: answer = cudaEventDestroy(nullptr); break;
    case 17: answer = cudaStreamWaitEvent(nullptr, nullptr, 0); break;
    case 18: answer = cudaMemsetAsync(nullptr, 0, 4); break;
    case 19: answer = cudaMemcpyAsync(device_memory, device_memory + 1, 4, cudaMemcpyHostToDevice); break;
    case 20: answer = cudaMemcpyAsync(device_memory, device_memory + 1, 4, cudaMemcpyDefault); break;
    case 21: answer = cudaMemcpyAsync(device_memory, &answer, 4, cudaMemcpyDeviceToDevice); break;
    case 22: answer = cudaMemcpyAsync(device_memory, device_memory + 1, 0, cudaMemcpyDeviceToDevice); break;
    case 23: answer = cudaMemsetAsync(device_memory, 0, 4, cudaStreamTailLaunch); break;
    case 24: answer = cudaMemsetAsync(device_memory, 0, 4, cudaStreamFireAndForget); break;
    case 25:
      cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
      answer = cudaEventRecord(event, cudaStreamFireAndForget);
      break;
    case 26:
      cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
      answer = cudaEventRecord(event, cudaStreamTailLaunch);
      break;
    case 27:
      cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
      answer = cudaStreamWaitEvent(cudaStreamTailLaunch, event, 0);
      break;
    case 28: none<<<1, 1, 0, cudaStreamPerThread>>>(); break;
    case 29: none<<<1, 1, 0, cudaStreamLegacy>>>(); break;
    case 30: answer = cudaMemcpyAsync(device_memory, device_memory + 1, 4, cudaMemcpyKind(9)); break;
    case 31: answer = cudaGetDevice(nullptr); break;
    case 32: {
      int value = 0;
      answer = cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 3);
      break;
    }
    case 33: {
      int value = 0;
      answer = cudaDeviceGetAttribute(&value, cudaDeviceAttr(9999), 0);
      break;
    }
    default: break;
  }
  results[0] = answer;
  results[1] = cudaPeekAtLastError();
  results[2] = cudaGetLastError();
  results[3] = cudaGetLastError();
}
// Whether one thread's error is another's.
__global__ void whose_error() {
  if (threadIdx.x == 0) none<<<1, 2048>>>();
  __syncthreads();
  results[threadIdx.x] = cudaPeekAtLastError();
}
__global__ void ask() {
  int device = -1, count = -1, value = -1, version = -1;
  size_t limit = 0;
  results[0] = cudaGetDevice(&device), results[1] = device;
  results[2] = cudaGetDeviceCount(&count), results[3] = count;
  results[4] = cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0), results[5] = value;
  results[6] = cudaRuntimeGetVersion(&version), results[7] = version;
  const cudaLimit limits[] = {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
                              cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount};
  for (int i = 0; i < 5; ++i) results[8 + 2 * i] = cudaDeviceGetLimit(&limit, limits[i]), results[9 + 2 * i] = limit;
  cudaFuncAttributes attributes;
  results[20] = cudaFuncGetAttributes(&attributes, (const void *)bounded);
  results[21] = attributes.maxThreadsPerBlock;
  results[22] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, (const void *)none, 128, 0);
  results[23] = value;
  void *memory = nullptr;
  results[24] = cudaMalloc(&memory, 64), results[25] = memory != nullptr, results[26] = cudaFree(memory);
  printf("text %s %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorInvalidValue));
}
__global__ void tail_child(int what) {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(what + 1);
  note<<<1, 1>>>(what + 2);
  order[atomicAdd(&at, 1)] = what;
}
__global__ void tails() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(50);
  tail_child<<<1, 1, 0, cudaStreamTailLaunch>>>(60);
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(70);
  wait_and_note<<<1, 1>>>(20, 200000);
  tail_child<<<1, 1>>>(30);
  wait_and_note<<<1, 1>>>(40, 1000);
  order[atomicAdd(&at, 1)] = 10;
}
__global__ void chain() {  // children of the block's null stream, from several threads
  for (int turn = 0; turn < 4; ++turn) {
    if (threadIdx.x == turn) wait_and_note<<<1, 1>>>(turn, 100000 - 20000 * turn);
    __syncthreads();
  }
}

static void show(const char *name, int count) {
  const cudaError_t error = cudaDeviceSynchronize();
  int values[64];
  printf("%s %d", name, int(error));
  if (cudaMemcpyFromSymbol(values, results, sizeof values) == cudaSuccess)
    for (int i = 0; i < count; ++i) printf(" %d", values[i]);
  int depth = 0;
  cudaMemcpyFromSymbol(&depth, deepest, sizeof depth);
  if (depth != 0) printf(" deepest %d", depth);
  printf("\n");
  const int zeros[64] = {};
  cudaMemcpyToSymbol(results, zeros, sizeof zeros);
  cudaMemcpyToSymbol(order, zeros, sizeof zeros);
  cudaMemcpyToSymbol(at, zeros, sizeof(int));
  cudaMemcpyToSymbol(deepest, zeros, sizeof(int));
}
static void show_order(const char *name) {
  const cudaError_t error = cudaDeviceSynchronize();
  int values[64], count = 0;
  cudaMemcpyFromSymbol(values, order, sizeof values);
  cudaMemcpyFromSymbol(&count, at, sizeof count);
  printf("%s %d", name, int(error));
  for (int i = 0; i < count && i < 64; ++i) printf(" %d", values[i]);
  printf("\n");
  const int zeros[64] = {};
  cudaMemcpyToSymbol(order, zeros, sizeof zeros);
  cudaMemcpyToSymbol(at, zeros, sizeof(int));
}

int main(int count, char **) {
  const bool slow = count > 1;
  setvbuf(stdout, nullptr, _IOLBF, 0);
  int *memory;
  cudaMalloc(&memory, 64);
  for (int which = 0; which < 34; ++which) {
    char name[32];
    snprintf(name, sizeof name, "wrong-%d", which);
    wrong<<<1, 1>>>(which, memory);
    show(name, 4);
  }
  whose_error<<<1, 2>>>();
  show("whose", 2);
  ask<<<1, 1>>>();
  show("ask", 27);
  tails<<<1, 1>>>();
  show_order("tails");
  chain<<<1, 32>>>();
  show_order("chain");
  nest<<<1, 1>>>(1, 100);
  show("nest", 1);
  nest_in_tail<<<1, 1>>>(1, 1000);
  show("nest-in-tail", 1);
  flood<<<1, 1>>>(5000, nullptr, 0);
  show("flood-null-quick", 3);
  if (slow) {
    flood<<<1, 1>>>(5000, nullptr, 1000000);
    show("flood-null-slow", 3);
  }
  flood<<<1, 1>>>(5000, cudaStreamFireAndForget, 0);
  show("flood-forget-quick", 3);
  if (slow) {
    flood<<<1, 1>>>(5000, cudaStreamFireAndForget, 1000000);
    show("flood-forget-slow", 3);
  }
  flood<<<1, 1>>>(5000, cudaStreamTailLaunch, 0);
  show("flood-tail", 3);
  printf("set-limit %d\n", int(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096)));
  if (slow) {
    flood<<<1, 1>>>(5000, nullptr, 1000000);
    show("flood-null-slow-4096", 3);
  }
  flood<<<1, 1>>>(5000, cudaStreamTailLaunch, 0);
  show("flood-tail-4096", 3);
  return 0;
}
