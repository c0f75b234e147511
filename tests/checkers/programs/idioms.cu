// Sound code of kinds that are easily suspected: nothing is found here but what a twin says.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 64;
constexpr unsigned kAll = 0xffffffffu;

struct Node {
  Node* next;
  int value;
};
__device__ Node* list_head;

// A list that grows at its head; nobody follows it before the launch has ended.
__global__ void push_right(Node* nodes) {
  Node* const mine = &nodes[blockIdx.x * kBlock + threadIdx.x];
  mine->value = threadIdx.x;
  auto* const head = reinterpret_cast<unsigned long long*>(&list_head);
  unsigned long long seen = *static_cast<volatile unsigned long long*>(head);
  while (true) {
    mine->next = reinterpret_cast<Node*>(seen);
    const unsigned long long before = atomicCAS(head, seen, reinterpret_cast<unsigned long long>(mine));
    if (before == seen) break;
    seen = before;
  }
}
__global__ void follow_right(int* out) {
  int sum = 0;
  for (const Node* node = list_head; node != nullptr; node = node->next) sum += node->value;
  *out = sum;
}

// Followed in the same launch, without an order.
__global__ void push_and_follow_wrong(Node* nodes, int* out) {
  if (threadIdx.x != 0) return;
  auto* const head = reinterpret_cast<unsigned long long*>(&list_head);
  if (blockIdx.x == 0) {
    nodes[0].value = 5;
    atomicExch(head, reinterpret_cast<unsigned long long>(&nodes[0]));
  } else {
    unsigned long long seen = 0;
    while (seen == 0) seen = atomicAdd(head, 0ull);
    *out = reinterpret_cast<Node*>(seen)->value;  // finds: missing-fence
  }
}

// A hash table: the key is claimed by an atomic, and the value belongs to who has claimed it.
__global__ void hash_insert_wrong(const int* keys, int* table, int* values) {
  const int key = keys[threadIdx.x] + 1;
  int place = key * 7 % 256;
#pragma unroll 1
  while (true) {
    const int before = atomicCAS(&table[place], 0, key);
    if (before == 0 || before == key) {
      values[place] = threadIdx.x;  // finds: global-race
      return;
    }
    place = (place + 1) % 256;
  }
}

__global__ void hash_insert_right(const int* keys, int* table, int* values) {
  const int key = keys[threadIdx.x] + 1;
  int place = key * 7 % 256;
#pragma unroll 1
  while (true) {
    const int before = atomicCAS(&table[place], 0, key);
    if (before == 0) {
      values[place] = threadIdx.x;
      return;
    }
    if (before == key) return;
    place = (place + 1) % 256;
  }
}

// A barrier that answers a question.
__global__ void any_and_all_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  const int any = __syncthreads_or(in[t] > 5);
  out[t] = s[kBlock - 1 - t] + any;
  const int all = __syncthreads_and(in[t] >= 0);
  s[t] = all;
}

// Cooperative groups' reductions move registers only.
__global__ void group_sums_right(const int* in, int* out) {
  __shared__ int sums[kBlock / 32];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int sum = cg::reduce(warp, in[threadIdx.x], cg::plus<int>());
  if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = sum;
  block.sync();
  out[threadIdx.x] = sums[0] + sums[1];
}

// One add for all lanes that want to.
__global__ void aggregated_right(const int* in, int* count, int* out) {
  if (in[threadIdx.x] % 3 != 0) return;
  const cg::coalesced_group group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(count, static_cast<int>(group.size()));
  out[group.shfl(first, 0) + group.thread_rank()] = in[threadIdx.x];
}

// Blocks use the same addresses of shared memory, each its own.
__global__ void shared_of_each_right(int* out) {
  extern __shared__ int dynamic[];
  const int t = threadIdx.x;
  dynamic[t] = blockIdx.x;
  __syncthreads();
  out[blockIdx.x * kBlock + t] = dynamic[kBlock - 1 - t];
}

// Two arrays in one piece of dynamic shared memory: the second begins where the first ends, or before.
__global__ void carved_wrong(int* out) {
  extern __shared__ int dynamic[];
  const int t = threadIdx.x;
  int* const first = dynamic;
  int* const second = dynamic + kBlock / 2;
  first[t] = t + 1;  // finds: shared-race
  second[t] = -t;
  __syncthreads();
  out[t] = first[kBlock - 1 - t] + second[t];
}

__global__ void carved_right(int* out) {
  extern __shared__ int dynamic[];
  const int t = threadIdx.x;
  int* const first = dynamic;
  int* const second = dynamic + kBlock;
  first[t] = t + 1;
  second[t] = -t;
  __syncthreads();
  out[t] = first[kBlock - 1 - t] + second[t];
}

// The array of a thread, on its stack.
__global__ void own_stack_right(const int* in, int* out) {
  int own[8];
  for (int i = 0; i < 8; ++i) own[i] = in[(threadIdx.x + i) % kBlock];
  out[threadIdx.x] = own[in[threadIdx.x] & 7];
}

// A row per thread, walked along by columns: no two threads meet.
__global__ void strided_right(int* out) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < 8 * kBlock; i += gridDim.x * kBlock) out[i] = i;
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < 8 * kBlock; i += gridDim.x * kBlock) out[i] += 1;
}

// The same with another step in the second loop.
__global__ void strided_wrong(int* out) {
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < 8 * kBlock; i += gridDim.x * kBlock)
    out[i] = i;                                                                     // finds: global-race
  for (int i = threadIdx.x; i < kBlock; i += kBlock) out[blockIdx.x + i * 8] += 1;  // finds: global-race
}

// The exchange of a butterfly through shared memory, in two barriers a step, or by shuffles in none.
__global__ void butterfly_right(float* out) {
  __shared__ float s[kBlock];
  const int t = threadIdx.x;
  float value = t;
  for (int step = 1; step < 32; step *= 2) value += __shfl_xor_sync(kAll, value, step);
#pragma unroll 1
  for (int step = 32; step < kBlock; step *= 2) {
    s[t] = value;
    __syncthreads();
    value += s[t ^ step];
    __syncthreads();
  }
  out[t] = value;
}

int main() {
  int values[kBlock];
  for (int i = 0; i < kBlock; ++i) values[i] = i * 5 % 23;
  int *in, *out;
  Node* nodes;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, 8 * sizeof values);
  cudaMalloc(&nodes, 2 * kBlock * sizeof(Node));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 8 * sizeof values);
  push_right<<<2, kBlock>>>(nodes);
  follow_right<<<1, 1>>>(out);
  Node* const none = nullptr;
  cudaMemcpyToSymbol(list_head, &none, sizeof none);
  push_and_follow_wrong<<<2, 32>>>(nodes, out);
  hash_insert_wrong<<<1, kBlock>>>(in, out, out + 256);
  cudaMemset(out, 0, 8 * sizeof values);
  hash_insert_right<<<1, kBlock>>>(in, out, out + 256);
  any_and_all_right<<<1, kBlock>>>(in, out);
  group_sums_right<<<1, kBlock>>>(in, out);
  cudaMemset(out, 0, 8 * sizeof values);
  aggregated_right<<<1, kBlock>>>(in, out, out + kBlock);
  shared_of_each_right<<<4, kBlock, sizeof values>>>(out);
  carved_wrong<<<1, kBlock, 2 * sizeof values>>>(out);
  carved_right<<<1, kBlock, 2 * sizeof values>>>(out);
  own_stack_right<<<1, kBlock>>>(in, out);
  strided_right<<<4, kBlock>>>(out);
  strided_wrong<<<4, kBlock>>>(out);
  butterfly_right<<<1, kBlock>>>(reinterpret_cast<float*>(out));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
