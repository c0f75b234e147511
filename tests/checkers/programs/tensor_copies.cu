// Copies through tensor maps: as bulk copies, they are in order with nothing until their barrier object or their group has
// been waited for, and see what threads have stored only behind a proxy fence. Of a box, only what is in the tensor is
// read or written.
#include <cuda.h>
#include <cuda_runtime.h>

constexpr int kSide = 16;             // of a box
constexpr int kBox = kSide * kSide;
constexpr int kBlock = kBox;

using Object = unsigned long long;

__device__ unsigned address_of(const void* object) { return static_cast<unsigned>(__cvta_generic_to_shared(object)); }
__device__ void init(Object* object, int count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(object)), "r"(count) : "memory");
}
__device__ void wait_parity(Object* object, int parity) {
  int done = 0;
  while (done == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address_of(object)), "r"(parity)
                 : "memory");
}
__device__ void fence_proxy() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void expect(Object* object, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(address_of(object)), "r"(bytes) : "memory");
}
#define LOAD_BOX(to, map, x, y, object)                                                                              \
  asm volatile(                                                                                                      \
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" \
      ::"r"(address_of(to)), "l"(map), "r"(x), "r"(y), "r"(address_of(object))                                       \
      : "memory")
#define STORE_BOX(map, x, y, from)                                                                   \
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map), \
               "r"(x), "r"(y), "r"(address_of(from))                                                 \
               : "memory")
#define ADD_BOX(map, x, y, from)                                                                             \
  asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" \
               ::"l"(map), "r"(x), "r"(y), "r"(address_of(from))                                             \
               : "memory")
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void wait_groups() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ void wait_groups_read() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }

// A load is done when its barrier object says so.
__global__ void load_wrong(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Object bar;
  __shared__ __align__(1024) int s[kBox];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, sizeof s);
    LOAD_BOX(s, &map, 8, 8, &bar);
  }
  __syncthreads();
  out[t] = s[kBlock - 1 - t];  // finds: shared-race
}

__global__ void load_right(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Object bar;
  __shared__ __align__(1024) int s[kBox];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, sizeof s);
    LOAD_BOX(s, &map, 8, 8, &bar);
  }
  __syncthreads();
  wait_parity(&bar, 0);
  out[t] = s[kBlock - 1 - t];
}

// Elements outside the tensor are written to shared memory too.
__global__ void outside_wrong(const __grid_constant__ CUtensorMap map, int* out) {
  __shared__ Object bar;
  __shared__ __align__(1024) int s[kBox];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 1);
    fence_proxy();
    expect(&bar, sizeof s);
    LOAD_BOX(s, &map, 0, 1000, &bar);
  }
  __syncthreads();
  out[t] = s[t];  // finds: shared-race
}

// What threads have stored a copy sees behind a fence.
__global__ void store_unfenced_wrong(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int s[kBox];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t == 0) {
    STORE_BOX(&map, 0, 0, s);  // finds: missing-fence
    commit();
    wait_groups();
  }
}

__global__ void store_right(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int s[kBox];
  const int t = threadIdx.x;
  s[t] = t;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    STORE_BOX(&map, 0, 0, s);
    commit();
    wait_groups();
  }
}

// The box is read until its group has been waited for.
__global__ void store_overwritten_wrong(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int s[kBox];
  const int t = threadIdx.x;
  s[t] = t;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    STORE_BOX(&map, 0, 0, s);
    commit();
  }
  __syncthreads();
  s[t] = -t;  // finds: shared-race
  if (t == 0) wait_groups();
}

__global__ void store_overwritten_right(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int s[kBox];
  const int t = threadIdx.x;
  s[t] = t;
  fence_proxy();
  __syncthreads();
  if (t == 0) {
    STORE_BOX(&map, 0, 0, s);
    commit();
    wait_groups_read();
  }
  __syncthreads();
  s[t] = -t;
  if (t == 0) wait_groups();
}

// Blocks that store in boxes beside each other, and in the same one.
__global__ void beside_right(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int s[kBox];
  s[threadIdx.x] = threadIdx.x;
  fence_proxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    STORE_BOX(&map, kSide * blockIdx.x, 0, s);
    commit();
    wait_groups();
  }
}

__global__ void same_wrong(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int s[kBox];
  s[threadIdx.x] = threadIdx.x;
  fence_proxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    STORE_BOX(&map, 4 * blockIdx.x, 0, s);  // finds: global-race
    commit();
    wait_groups();
  }
}

// Sums may be made at once.
__global__ void add_right(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int s[kBox];
  s[threadIdx.x] = threadIdx.x;
  fence_proxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    ADD_BOX(&map, 4 * blockIdx.x, 0, s);
    commit();
    wait_groups();
  }
}

int main() {
  int *tensor, *out;
  cudaMalloc(&tensor, 64 * 64 * sizeof(int));
  cudaMalloc(&out, kBlock * sizeof(int));
  cudaMemset(tensor, 1, 64 * 64 * sizeof(int));
  CUtensorMap map;
  const cuuint64_t dims[] = {64, 64}, strides[] = {64 * sizeof(int)};
  const cuuint32_t box[] = {kSide, kSide}, steps[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, tensor, dims, strides, box, steps,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    return 2;
  load_wrong<<<1, kBlock>>>(map, out);
  load_right<<<1, kBlock>>>(map, out);
  outside_wrong<<<1, kBlock>>>(map, out);
  store_unfenced_wrong<<<1, kBlock>>>(map);
  store_right<<<1, kBlock>>>(map);
  store_overwritten_wrong<<<1, kBlock>>>(map);
  store_overwritten_right<<<1, kBlock>>>(map);
  beside_right<<<4, kBlock>>>(map);
  same_wrong<<<2, kBlock>>>(map);
  add_right<<<2, kBlock>>>(map);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
