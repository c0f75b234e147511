// Code as people write it, at random; written by random_code.py. Launches: 12.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

struct Body { float x, y, z, mass; };
struct Vec3 { float x, y, z; };
struct Record { int key; short kind; unsigned char flags[6]; double value; };
struct alignas(16) Pair { int first; int second; float weight; int next; };
__constant__ int fixed[64];

__device__ __forceinline__ int small(float v) { return (int)fminf(fmaxf(v, -1000.0f), 1000.0f); }
__device__ __forceinline__ int small(double v) { return (int)fmin(fmax(v, -1000.0), 1000.0); }
__device__ __forceinline__ int small(int v) { return v; }
__device__ __forceinline__ int small(unsigned v) { return (int)v; }
__device__ __forceinline__ int small(long long v) { return (int)v; }
template <typename T> __device__ __forceinline__ T clamped(const T* at, int i, int n) { return at[i < 0 ? 0 : i >= n ? n - 1 : i]; }
template <typename T> __device__ __forceinline__ T inside(const T* at, int i, int n) { return i >= 0 && i < n ? at[i] : T(0); }
template <typename T, int N> __device__ T summed(const T* at, int stride) {
  T sum = 0;
#pragma unroll
  for (int k = 0; k < N; ++k) sum += at[k * stride];
  return sum;
}
template <typename T> __device__ __noinline__ T walked(const T* at, int from, int steps) {
  T sum = 0;
  for (int k = 0; k < steps; ++k) sum += at[(from + k * 32) & 8191];
  return sum;
}
__device__ int lower(const int* sorted, int n, int value) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
__device__ Vec3 operator+(Vec3 p, Vec3 q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }
__device__ float dot(const Vec3& p, const Vec3& q) { return p.x * q.x + p.y * q.y + p.z * q.z; }

__global__ void k00(const short* __restrict__ a, const short* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ int tile1[256];
  tile1[tid] = acc;
  __syncthreads();
  for (int step = 1; step < 128; step <<= 1) { const int v = tid >= step ? tile1[tid - step] : 0; __syncthreads(); tile1[tid] += v; __syncthreads(); }
  acc += tile1[0];
  }
  {
  Pair p2 = pairs[(tid) & 1023];
  p2.first += acc;
  acc += p2.first;
  }
  {
  acc += walked(a, (tid) & 2047, 3);
  }
  {
  if (fixed[25] > 3) {
  acc += fixed[22] > 3 && i + 1 < n ? __ldg(&a[((i ^ 1)) & 8191]) : b[(row * 64 + col) & 8191];
  }
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void __launch_bounds__(32) k01(const int* __restrict__ a, const int* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ int tile1[256];
  for (int c = tid; c < 256; c += threads) tile1[c] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&tile1[small(clamped(a, i * 2 - n, n)) & 255], lane);
  __syncthreads();
  for (int c = tid; c < 256; c += threads) atomicAdd(&counts[c], tile1[c]);
  }
  {
  acc += small(b[(i + 1) & 8191]);
  }
  {
  __shared__ float tile2[260];
  tile2[tid + 2] = i < n ? (float)a[(i) & 8191] : 0;
  if (tid < 2) { tile2[tid] = i >= 2 ? (float)a[(i - 2) & 8191] : 0; tile2[tid + threads + 2] = i + threads < n ? (float)a[(i + threads) & 8191] : 0; }
  __syncthreads();
  acc += small((tile2[tid + 0] + tile2[tid + 1] + tile2[tid + 2] + tile2[tid + 3] + tile2[tid + 4]));
  }
  {
  if (col < 27) f += (float)small(clamped(a, i - 1, n)) * 0.5f;
  else if (fixed[37] > 3) acc += small(a[(i * 3) & 8191]) / max(m, 1) + small(a[(i) & 8191]) % 7;
  else acc += small(b[(i) & 8191]) * small(b[((i ^ 1)) & 8191]);
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k02(const long long* a, const long long* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  acc += small(walked(a, (i) & 2047, 3));
  }
  __syncthreads();
  {
  acc += m > 4 && m > 3 ? small(b[(col * 64 + row) & 8191]) : 2;
  }
  {
  acc = max(acc, small(__ldg(&a[((tid >> 2)) & 8191])));
  }
  {
  for (int k1 = 0; k1 < 40; ++k1) {
  switch (lane & 7) {
  case 0:
  acc += small(a[(i + k1 * m) & 8191]) * small(__ldg(&b[(i + k1 * 256) & 8191]));
  break;
  default:
  f = fmaf(f, 0.25f, (float)small(b[(blockIdx.x * 32 + lane + k1) & 8191]));
  }
  }
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void __launch_bounds__(256) k03(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  for (int k1 = i; k1 < n; k1 += 128) acc += small(a[k1]);
  }
  {
  f += sqrtf(fabsf((float)small(__ldg(&a[(col * 64 + row) & 8191]))));
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k04(const int* a, const int* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ float tile1a[16][17], tile1b[16][16];
  float sum = 0;
  for (int k2 = 0; k2 < m; ++k2) {
  for (int c = tid; c < 256; c += threads) { tile1a[c / 16][c % 16] = (float)a[((row & 15) * 64 + k2 * 16 + c) & 8191]; tile1b[c / 16][c % 16] = (float)b[(k2 * 1024 + c) & 8191]; }
  __syncthreads();
  
  for (int e = 0; e < 16; ++e) sum += tile1a[row & 15][e] * tile1b[e][col & 15];
  __syncthreads();
  }
  f += sum;
  }
  {
  int r3[8];
  for (int k4 = 0; k4 < 8; ++k4) r3[k4] = small(a[(i + k4 * 32) & 8191]);
  acc += r3[0] * 3 + r3[7];
  for (int k4 = 0; k4 < 8; ++k4) acc ^= r3[k4];
  }
  {
  acc += __popc(__ballot_sync(0xffffffffu, acc > 10));
  }
  {
  #pragma unroll 4
  for (int k5 = 0; k5 < m; ++k5) {
  out[i * 2 + 4096] = acc;
  }
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k05(const unsigned* a, const unsigned* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n) return;
  {
  if (small(a[(lane * 33) & 8191]) > 40) acc += small(b[(i * 3) & 8191]);
  if (i < n - 63 && fixed[8] > 3) out[i * 2 + 4096] = small(f);
  }
  {
  acc += __popc(small(clamped(b, n - i, n)));
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k06(const int* a, const int* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  acc += col < 10 ? small(b[((tid >> 2)) & 8191]) : small(clamped(b, n - i, n));
  }
  {
  acc += i < n - 84 ? small(__ldg(&a[(col * 64 + row) & 8191])) : small(inside(a, i - (int)blockDim.x, n));
  }
  {
  __shared__ float tile1a[16][16], tile1b[16][17];
  float sum = 0;
  for (int k2 = 0; k2 < 2; ++k2) {
  for (int c = tid; c < 256; c += threads) { tile1a[c / 16][c % 16] = (float)a[((row & 15) * 64 + k2 * 16 + c) & 8191]; tile1b[c / 16][c % 16] = (float)b[(k2 * 1024 + c) & 8191]; }
  __syncthreads();
  
  for (int e = 0; e < 16; ++e) sum += tile1a[row & 15][e] * tile1b[e][col & 15];
  __syncthreads();
  }
  f += sum;
  }
  {
  if (i % 5 == 0 && lane < 13) {
  const Body p3 = bodies[(order[i & 1023]) & 2047];
  f += p3.x * p3.mass;
  out[i] = acc;
  acc += small(b[(i * 3) & 8191]);
  out[i] += lane;
  }
  }
  __syncthreads();
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k07(const float* a, const float* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  acc += (tid & 1) != 0 ? small(b[(tid * 2) & 8191]) : 8;
  }
  {
  acc = __reduce_max_sync(0xffffffffu, acc);
  }
  {
  const Vec3 p1 = points[(i) & 2047];
  f += p1.z;
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k08(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  switch (small(a[((n - 1 - i)) & 8191]) & 3) {
  case 0:
  acc += __popc(small(b[(i + 1) & 8191]));
  break;
  case 1:
  acc = max(acc, small(a[(i) & 8191]));
  break;
  case 2:
  acc ^= small(b[(blockIdx.x * 32 + lane) & 8191]) << 1;
  break;
  case 3:
  acc += __popc(small(b[(blockIdx.x * 32 + lane) & 8191]));
  break;
  default:
  acc += row > 1 || row > 2 ? small(b[((tid >> 2)) & 8191]) : 9;
  }
  }
  {
  out_pairs[i & 2047].next = acc;
  out_pairs[i & 2047].weight = f;
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void __launch_bounds__(64) k09(const double* __restrict__ a, const double* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n) return;
  {
  if (order[i & 1023] < 761 && i + 1 < n) atomicMax(&counts[256 + (i & 31)], acc);
  }
  {
  atomicAdd(&counts[0], acc & 15);
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k10(const float* a, const float* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  if (row > 0 && (tid & 1) != 0) {
  out_pairs[i & 2047].next = acc;
  out_pairs[i & 2047].weight = f;
  } else {
  if (i < n) acc += __popc(small(inside(a, i * 2, n)));
  else if (row > 3 && i + 1 < n) f += sqrtf(fabsf((float)small(a[((tid >> 2)) & 8191])));
  else f = fmaf(f, 0.25f, (float)small(a[((i ^ 1)) & 8191]));
  }
  }
  {
  const Body p2 = bodies[(i * 2) & 2047];
  f += p2.x;
  }
  {
  if (i < n && small(b[(fixed[lane]) & 8191]) > 41) f += (float)small(a[(order[i & 1023]) & 8191]) * 0.5f;
  else if (i % 3 == 0) acc += small(a[(tid * 2) & 8191]) * small(__ldg(&b[(i + 1) & 8191]));
  else f += sqrtf(fabsf((float)small(b[(blockIdx.x * 32 + lane) & 8191])));
  }
  __syncthreads();
  {
  acc += small(a[((i ^ 1)) & 8191]) * small(inside(a, i - (int)blockDim.x, n));
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k11(const float* a, const float* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  switch (acc & 3) {
  case 0:
  f += sqrtf(fabsf((float)small(a[(blockIdx.x * 32 + lane) & 8191])));
  break;
  case 1:
  acc += col < 28 ? small(a[(tid) & 8191]) : small(inside(a, i - (int)blockDim.x, n));
  break;
  case 2:
  acc += small(a[((n - 1 - i)) & 8191]);
  break;
  case 3:
  acc += small(b[(blockIdx.x * 32 + lane) & 8191]);
  break;
  default:
  acc += small(a[(order[i & 1023]) & 8191]) * small(a[(order[i & 1023]) & 8191]);
  break;
  }
  }
  {
  int r1[3];
  for (int k2 = 0; k2 < 3; ++k2) r1[k2] = small(a[(i + k2 * 32) & 8191]);
  acc += r1[acc & 2];
  }
  {
  f += __sinf(f * 0.001f);
  }
  out[8192 + i] = acc + small(f);
}

int main() {
  char* memory;
  int *order, *out, *counts;
  constexpr int kOut = 1 << 17;
  cudaMalloc(&memory, 1 << 18);
  cudaMalloc(&order, 2048 * sizeof(int));
  cudaMalloc(&out, kOut * sizeof(int));
  cudaMalloc(&counts, 1024 * sizeof(int));
  std::vector<unsigned char> bytes(1 << 18);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = i % 4 == 3 ? 0x41 : i % 8 == 6 ? 0x10 : (unsigned char)((unsigned)i * 2654435761u >> 13);
  cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  int host[2048];
  for (int i = 0; i < 1024; ++i) host[i] = (int)((unsigned)i * 2654435761u >> 7 & 1023), host[1024 + i] = i * 3 / 4;
  cudaMemcpy(order, host, sizeof host, cudaMemcpyHostToDevice);
  int table[64];
  for (int i = 0; i < 64; ++i) table[i] = i * 7 % 31;
  cudaMemcpyToSymbol(fixed, table, sizeof table);
  bool passed = true;
  std::vector<int> left(kOut + 1024);
  std::vector<unsigned> digests;
  const auto run = [&](const char* name, auto launch) {
    cudaMemset(out, 0, kOut * sizeof(int));
    cudaMemset(counts, 0, 1024 * sizeof(int));
    launch();
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s: %s\n", name, cudaGetErrorName(error)), passed = false;
    cudaMemcpy(left.data(), out, kOut * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(left.data() + kOut, counts, 1024 * sizeof(int), cudaMemcpyDeviceToHost);
    unsigned digest = 2166136261u;
    for (int word : left) digest = (digest ^ (unsigned)word) * 16777619u;
    digests.push_back(digest);
  };
  run("k00", [&] { k00<<<6, dim3(256, 1)>>>((const short*)memory, (const short*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 1524, 1); });
  run("k01", [&] { k01<<<2, dim3(32, 1)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 64, 5); });
  run("k02", [&] { k02<<<2, dim3(20, 5)>>>((const long long*)memory, (const long long*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 615, 5); });
  run("k03", [&] { k03<<<2, dim3(256, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 512, 4); });
  run("k04", [&] { k04<<<1, dim3(256, 1)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 711, 4); });
  run("k05", [&] { k05<<<3, dim3(32, 4)>>>((const unsigned*)memory, (const unsigned*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 327, 6); });
  run("k06", [&] { k06<<<3, dim3(32, 8)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 404, 1); });
  run("k07", [&] { k07<<<2, dim3(16, 16)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 512, 5); });
  run("k08", [&] { k08<<<1, dim3(100, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 100, 2); });
  run("k09", [&] { k09<<<3, dim3(64, 1)>>>((const double*)memory, (const double*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 187, 2); });
  run("k10", [&] { k10<<<2, dim3(128, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 256, 6); });
  run("k11", [&] { k11<<<6, dim3(20, 5)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 600, 3); });
  std::printf("%s code_041: 12 kernels", passed ? "PASS" : "FAIL");
  for (unsigned digest : digests) std::printf(" %08x", digest);
  std::printf("\n");
  return !passed;
}
