// Words of global memory that a thread writes twice, with loads, branches and barriers between: which stores are made.
#include <cstdio>

constexpr int kThreads = 256;
constexpr int kWords = 4 * kThreads;

struct Arrays {
  const int* read;  // may be written, for all that the compiler knows
  int* out;
  int* more;
};

#define KERNEL(name) __global__ void name(Arrays arrays, const int* __restrict__ constant, int n)
#define PLACES                                                  \
  const int i = blockIdx.x * blockDim.x + threadIdx.x;          \
  const int lane = threadIdx.x & 31;                            \
  int* const out = arrays.out;                                  \
  int* const more = arrays.more;                                \
  const int* const read = arrays.read;                          \
  (void)lane, (void)more, (void)read

// Nothing between, and then a load that no store changes.
KERNEL(twice) {
  PLACES;
  out[i] = i * n;
  out[i] = lane;
}
KERNEL(over_constant) {
  PLACES;
  int sum = i;
  out[i] = sum;
  sum += __ldg(constant + i);
  out[i] += lane;
  more[i] = sum;
}
KERNEL(over_constant_twice) {
  PLACES;
  int sum = i;
  out[i] = sum;
  sum += __ldg(constant + i);
  out[i] += lane;
  sum += __ldg(constant + i * 2);
  out[i] += n;
  more[i] = sum;
}
KERNEL(over_constant_value) {
  PLACES;
  out[i] = n;
  out[i] = __ldg(constant + i);
}
// A load between that may be of the same word.
KERNEL(over_load) {
  PLACES;
  int sum = i;
  out[i] = sum;
  sum += read[i + 1];
  out[i] += lane;
  more[i] = sum;
}
KERNEL(over_both) {
  PLACES;
  int sum = i;
  out[i] = sum;
  sum += __ldg(constant + i);
  out[i] += lane;
  sum += read[i + 1];
  out[i] = sum;
  sum += __ldg(constant + i * 2);
  out[i] += lane;
  more[i] = sum;
}
KERNEL(behind_load) {
  PLACES;
  int sum = i + read[i];
  out[i] = sum;
  sum += __ldg(constant + i);
  out[i] += lane;
  sum += read[i + 1];
  more[i] = sum;
}
// Under a condition.
KERNEL(then_some) {
  PLACES;
  out[i] = n;
  if (lane < 9) out[i] = lane;
}
KERNEL(then_some_loaded) {
  PLACES;
  out[i] = n;
  if (lane < 9) out[i] = __ldg(constant + i);
}
KERNEL(then_some_read) {
  PLACES;
  out[i] = n;
  if (lane < 9) out[i] = read[i];
}
KERNEL(then_some_updated) {
  PLACES;
  int sum = i;
  out[i] = sum;
  if (i < n) {
    sum += __ldg(constant + i);
    out[i] += lane;
  }
  more[i] = sum;
}
KERNEL(then_some_far) {
  PLACES;
  out[i] = n;
  if (lane < 9) {
    int sum = 0;
    for (int k = 0; k < n; ++k) sum += __ldg(constant + ((i + k * 33) & 255));
    out[i] = sum;
  }
}
KERNEL(some_then_all) {
  PLACES;
  if (lane < 9) out[i] = n;
  out[i] = lane;
}
KERNEL(one_or_other) {
  PLACES;
  if (lane < 9)
    out[i] = n;
  else
    out[i] = lane;
}
KERNEL(one_or_other_loaded) {
  PLACES;
  if (lane < 9)
    out[i] = __ldg(constant + i);
  else
    out[i] = __ldg(constant + 2 * i + 1);
}
KERNEL(some_twice) {
  PLACES;
  if (lane < 9) {
    out[i] = n;
    more[i] = __ldg(constant + i);
    out[i] = lane;
  }
}
KERNEL(some_updated) {
  PLACES;
  int sum = i;
  if (lane < 9) {
    out[i] = sum;
    sum += __ldg(constant + i);
    out[i] += lane;
  }
  more[i] = sum;
}
// In between other stores.
KERNEL(around_other) {
  PLACES;
  out[i] = n;
  more[i] = lane;
  out[i] = lane;
}
KERNEL(around_neighbour) {
  PLACES;
  out[i] = n;
  out[i + kThreads] = lane;
  out[i] = lane;
}
KERNEL(sums_in_place) {
  PLACES;
  out[i] = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) out[i] += __ldg(constant + i + k);
}
KERNEL(sums_in_place_read) {
  PLACES;
  out[i] = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) out[i] += read[i + k];
}
KERNEL(sums_in_loop) {
  PLACES;
  out[i] = 0;
  for (int k = 0; k < n; ++k) out[i] += __ldg(constant + i + k);
}
KERNEL(around_barrier) {
  PLACES;
  out[i] = n;
  __syncthreads();
  out[i] = lane;
}
KERNEL(shared_words) {
  PLACES;
  __shared__ int words[kThreads];
  words[threadIdx.x] = n;
  const int more_of_it = __ldg(constant + i);
  words[threadIdx.x] += lane;
  if (lane < 9) words[threadIdx.x] = more_of_it;
  __syncthreads();
  out[i] = words[threadIdx.x ^ 1];
}
KERNEL(pairs) {
  PLACES;
  out[2 * i] = n;
  const int value = __ldg(constant + i);
  out[2 * i + 1] = value;
}
KERNEL(pairs_read) {
  PLACES;
  out[2 * i] = n;
  const int value = read[i];
  out[2 * i + 1] = value;
}
// Both ways load, and more than a few instructions.
KERNEL(both_load) {
  PLACES;
  float sum = 1;
  int found;
  if (i < n * 20) {
    const int at = read[i & 255];
    found = read[(at * 3) & 255];
    const float x = __int_as_float(read[(i * 3) & 255]), y = __int_as_float(read[(i * 3 + 1) & 255]);
    sum += x * x + y * y + x * y;
  } else {
    found = read[(i * 2) & 255];
    const int at = read[i & 255];
    const int4 four = reinterpret_cast<const int4*>(read)[at & 63];
    sum += __int_as_float(four.x) + __int_as_float(four.y) + __int_as_float(four.z);
  }
  out[i] = found + (sum > 3);
}
// A call of which half of the result is used, and arrays of a thread beside it.
__device__ __noinline__ long long walked(const long long* at, int from, int steps) {
  long long sum = 0;
  for (int k = 0; k < steps; ++k) sum += at[(from + k * 32) & 127];
  return sum;
}
KERNEL(half_of_result) {
  PLACES;
  out[i] = static_cast<int>(walked(reinterpret_cast<const long long*>(read), i, 3));
}
KERNEL(array_and_call) {
  PLACES;
  int three[3];
  for (int k = 0; k < 3; ++k) three[k] = __ldg(constant + i + k * 32);
  const int chosen = three[(i + n) % 3];
  out[i] = chosen + static_cast<int>(walked(reinterpret_cast<const long long*>(read), i, 2));
}

int main() {
  int* memory;
  cudaMalloc(&memory, 6 * kWords * sizeof(int));
  int host[kWords];
  for (int i = 0; i < kWords; ++i) host[i] = i * 7 % 61;
  cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(memory + kWords, host, sizeof host, cudaMemcpyHostToDevice);
  const Arrays arrays{memory, memory + 2 * kWords, memory + 4 * kWords};
  using Kernel = void (*)(Arrays, const int*, int);
  const Kernel kernels[] = {twice, over_constant, over_constant_twice, over_constant_value, over_load, over_both, behind_load, then_some,
                            then_some_loaded, then_some_read, then_some_updated, then_some_far, some_then_all, one_or_other, one_or_other_loaded,
                            some_twice, some_updated, around_other, around_neighbour, sums_in_place, sums_in_place_read, sums_in_loop,
                            around_barrier, shared_words, pairs, pairs_read, both_load, half_of_result, array_and_call};
  for (Kernel kernel : kernels) kernel<<<2, kThreads>>>(arrays, memory + kWords, 5);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s rewritten: %d launches\n", error == cudaSuccess ? "PASS" : "FAIL", static_cast<int>(sizeof kernels / sizeof kernels[0]));
  return error != cudaSuccess;
}
