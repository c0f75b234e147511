// Prefix sums of a block, and what is built on them.
#include <cuda_runtime.h>

constexpr int kBlock = 128;
constexpr int kWarps = kBlock / 32;
constexpr unsigned kAll = 0xffffffffu;

// Hillis and Steele in one array: everybody has to have read before anybody writes.
__global__ void one_buffer_no_read_barrier(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    const int before = t >= step ? s[t - step] : 0;  // finds: shared-race
    s[t] += before;                                  // finds: shared-race
    __syncthreads();
  }
  out[t] = s[t];
}

__global__ void one_buffer_no_write_barrier(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    const int before = t >= step ? s[t - step] : 0;  // finds: shared-race
    __syncthreads();
    s[t] += before;  // finds: shared-race
  }
  out[t] = s[t];
}

__global__ void one_buffer_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    const int before = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += before;
    __syncthreads();
  }
  out[t] = s[t];
}

__global__ void two_buffers_wrong(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int from = 0;
  s[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    s[1 - from][t] = s[from][t] + (t >= step ? s[from][t - step] : 0);  // finds: shared-race
    from = 1 - from;
  }
  out[t] = s[from][t];
}

__global__ void two_buffers_right(const int* in, int* out) {
  __shared__ int s[2][kBlock];
  const int t = threadIdx.x;
  int from = 0;
  s[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    s[1 - from][t] = s[from][t] + (t >= step ? s[from][t - step] : 0);
    __syncthreads();
    from = 1 - from;
  }
  out[t] = s[from][t];
}

// A row longer than the block, in pieces, with what the pieces before add up to.
__global__ void pieces_wrong(const int* in, int* out) {
  __shared__ int s[kBlock];
  __shared__ int carry;
  const int t = threadIdx.x;
  if (t == 0) carry = 0;
#pragma unroll 1
  for (int from = 0; from < 3 * kBlock; from += kBlock) {
    s[t] = in[from + t];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i <= t; ++i) sum += s[i];
    out[from + t] = carry + sum;        // finds: shared-race
    if (t == kBlock - 1) carry += sum;  // finds: shared-race
    __syncthreads();
  }
}

__global__ void pieces_right(const int* in, int* out) {
  __shared__ int s[kBlock];
  __shared__ int carry;
  const int t = threadIdx.x;
  if (t == 0) carry = 0;
#pragma unroll 1
  for (int from = 0; from < 3 * kBlock; from += kBlock) {
    s[t] = in[from + t];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i <= t; ++i) sum += s[i];
    out[from + t] = carry + sum;
    __syncthreads();
    if (t == kBlock - 1) carry += sum;
    __syncthreads();
  }
}

// Values that are wanted move together; their places come from votes and from the counts of the warps before.
__global__ void compact_wrong(const int* in, int* out) {
  __shared__ int counts[kWarps];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const bool wanted = in[t] % 3 == 0;
  const unsigned votes = __ballot_sync(kAll, wanted);
  if (lane == 0) counts[warp] = __popc(votes);
  int place = __popc(votes & ((1u << lane) - 1));
  for (int w = 0; w < warp; ++w) place += counts[w];  // finds: shared-race
  if (wanted) out[place] = in[t];  // finds: global-race
}

__global__ void compact_right(const int* in, int* out) {
  __shared__ int counts[kWarps];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const bool wanted = in[t] % 3 == 0;
  const unsigned votes = __ballot_sync(kAll, wanted);
  if (lane == 0) counts[warp] = __popc(votes);
  __syncthreads();
  int place = __popc(votes & ((1u << lane) - 1));
  for (int w = 0; w < warp; ++w) place += counts[w];
  if (wanted) out[place] = in[t];
}

// In place: values move down while others have not been read yet.
__global__ void compact_in_place_wrong(int* a) {
  const int t = threadIdx.x;
  const int value = a[t];
  const bool wanted = value % 2 == 0;
  int place = 0;
#pragma unroll 1
  for (int i = 0; i < t; ++i) place += a[i] % 2 == 0;  // finds: global-race
  if (wanted) a[place] = value;                        // finds: global-race
}

__global__ void compact_in_place_right(int* a) {
  const int t = threadIdx.x;
  const int value = a[t];
  const bool wanted = value % 2 == 0;
  int place = 0;
#pragma unroll 1
  for (int i = 0; i < t; ++i) place += a[i] % 2 == 0;
  __syncthreads();
  if (wanted) a[place] = value;
}

// Places by a counter instead of a prefix sum: any order, but no two the same.
__global__ void append_wrong(const int* in, int* out) {
  __shared__ int next;
  const int t = threadIdx.x;
  if (t == 0) next = 0;
  if (in[t] % 3 == 0) out[atomicAdd(&next, 1)] = in[t];  // finds: shared-race
}

__global__ void append_right(const int* in, int* out) {
  __shared__ int next;
  const int t = threadIdx.x;
  if (t == 0) next = 0;
  __syncthreads();
  if (in[t] % 3 == 0) out[atomicAdd(&next, 1)] = in[t];
}

// Segment flags travel with the values.
__global__ void segmented_wrong(const int* in, const int* heads, int* out) {
  __shared__ int sums[kBlock];
  __shared__ int flags[kBlock];
  const int t = threadIdx.x;
  sums[t] = in[t];
  flags[t] = heads[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    const int sum = t >= step ? sums[t - step] : 0;
    const int flag = t >= step ? flags[t - step] : 0;  // finds: shared-race
    if (flags[t] == 0) sums[t] += sum;                 // finds: shared-race
    flags[t] |= flag;                                  // finds: shared-race
    __syncthreads();
  }
  out[t] = sums[t];
}

__global__ void segmented_right(const int* in, const int* heads, int* out) {
  __shared__ int sums[kBlock];
  __shared__ int flags[kBlock];
  const int t = threadIdx.x;
  sums[t] = in[t];
  flags[t] = heads[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < kBlock; step *= 2) {
    const int sum = t >= step ? sums[t - step] : 0;
    const int flag = t >= step ? flags[t - step] : 0;
    __syncthreads();
    if (flags[t] == 0) sums[t] += sum;
    flags[t] |= flag;
    __syncthreads();
  }
  out[t] = sums[t];
}

int main() {
  int values[3 * kBlock];
  for (int i = 0; i < 3 * kBlock; ++i) values[i] = i * 7 % 10;
  int *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(out, values, sizeof values, cudaMemcpyHostToDevice);
  one_buffer_no_read_barrier<<<1, kBlock>>>(in, out);
  one_buffer_no_write_barrier<<<1, kBlock>>>(in, out);
  one_buffer_right<<<1, kBlock>>>(in, out);
  two_buffers_wrong<<<1, kBlock>>>(in, out);
  two_buffers_right<<<1, kBlock>>>(in, out);
  pieces_wrong<<<1, kBlock>>>(in, out);
  pieces_right<<<1, kBlock>>>(in, out);
  compact_wrong<<<1, kBlock>>>(in, out);
  compact_right<<<1, kBlock>>>(in, out);
  compact_in_place_wrong<<<1, kBlock>>>(out);
  compact_in_place_right<<<1, kBlock>>>(out);
  append_wrong<<<1, kBlock>>>(in, out);
  append_right<<<1, kBlock>>>(in, out);
  segmented_wrong<<<1, kBlock>>>(in, in + kBlock, out);
  segmented_right<<<1, kBlock>>>(in, in + kBlock, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
