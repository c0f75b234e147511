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

__global__ void __launch_bounds__(128) k00(const float* a, const float* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ int tile1[256];
  tile1[tid] = acc;
  __syncthreads();
  for (int step = 1; step < 128; step <<= 1) { const int v = tid >= step ? tile1[tid - step] : 0; __syncthreads(); tile1[tid] += v; __syncthreads(); }
  acc += tile1[threads - 1];
  }
  {
  acc = __reduce_max_sync(0xffffffffu, acc);
  }
  {
  switch (acc & 7) {
  case 0:
  acc += __popc(small(a[(i) & 8191]));
  break;
  case 1:
  acc += order[i & 1023] < 286 || order[i & 1023] < 684 ? small(b[(tid * 2) & 8191]) : small(__ldg(&a[(col * 64 + row) & 8191]));
  break;
  case 2:
  acc ^= small(a[((i ^ 1)) & 8191]) << 1;
  break;
  case 3:
  f = fmaf(f, 0.25f, (float)small(a[(order[i & 1023]) & 8191]));
  break;
  default:
  acc += __popc(small(inside(b, i + 1, n)));
  }
  }
  {
  acc += __popc(__ballot_sync(0xffffffffu, acc > 10));
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k01(const short* a, const short* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  atomicAdd(&counts[acc & 63], 1);
  }
  {
  f = fmaf(f, 0.25f, (float)b[(i) & 8191]);
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k02(const long long* __restrict__ a, const long long* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  if (small(a[(fixed[lane]) & 8191]) > 26 && order[i & 1023] < 451) atomicMax(&counts[256 + (i & 31)], acc);
  }
  {
  if (i + 1 < n && fixed[49] > 3) {
  for (int k1 = 0; k1 < 16; ++k1) {
  Pair p2 = pairs[(i) & 1023];
  p2.first += acc;
  acc += p2.next + p2.second;
  out[i] = small(f);
  }
  if ((tid & 1) != 0 && i < n) atomicAdd(&counts[300], 1);
  }
  }
  {
  const Vec3 p3 = points[(order[i & 1023]) & 2047];
  f += dot(p3, p3);
  }
  __syncthreads();
  {
  f = fmaf(f, 0.25f, (float)small(a[(lane * 33) & 8191]));
  }
  __syncthreads();
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void __launch_bounds__(64) k03(const double* __restrict__ a, const double* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ float tile1a[16][17], tile1b[16][17];
  float sum = 0;
  for (int k2 = 0; k2 < m; ++k2) {
  for (int c = tid; c < 256; c += threads) { tile1a[c / 16][c % 16] = (float)a[((row & 15) * 64 + k2 * 16 + c) & 8191]; tile1b[c / 16][c % 16] = (float)b[(k2 * 1024 + c) & 8191]; }
  __syncthreads();
  #pragma unroll
  for (int e = 0; e < 16; ++e) sum += tile1a[row & 15][e] * tile1b[e][col & 15];
  __syncthreads();
  }
  f += sum;
  }
  __syncthreads();
  {
  acc += order[i & 1023] < 745 ? small(a[((n - 1 - i)) & 8191]) : small(inside(b, i - 1, n));
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k04(const float* a, const float* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  const Vec3 p1 = points[(i) & 2047];
  f += dot(p1, p1);
  }
  {
  for (int k2 = 0; k2 < m; ++k2) {
  acc += small(a[(tid * 2 + k2 * 32) & 8191]) / max(m, 1) + small(inside(a, i * 2, n)) % 7;
  }
  }
  {
  acc += small(a[((tid >> 2)) & 8191]) * small(a[(i + 1) & 8191]);
  }
  {
  __shared__ float tile3[258];
  tile3[tid + 1] = i < n ? (float)a[(i) & 8191] : 0;
  if (tid < 1) { tile3[tid] = i >= 1 ? (float)a[(i - 1) & 8191] : 0; tile3[tid + threads + 1] = i + threads < n ? (float)a[(i + threads) & 8191] : 0; }
  __syncthreads();
  acc += small((tile3[tid + 0] + tile3[tid + 1] + tile3[tid + 2]));
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k05(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n || small(inside(b, i - 1, n)) == 3) return;
  {
  for (int k1 = 0; k1 < 4; ++k1) {
  f += __expf(-fabsf(f) * 0.01f);
  }
  }
  {
  for (int k2 = i; k2 < n; k2 += 256) acc += small(a[k2]);
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k06(const short* a, const short* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  if (i % 2 == 0 && i < n) {
  acc += a[(i) & 8191];
  int x2 = acc & 1023 + 1;
  for (int k1 = 0; x2 > 1 && k1 < 12; ++k1) {
  x2 = x2 & 1 ? 3 * x2 + 1 : x2 >> 1;
  acc += a[x2 & 8191];
  }
  } else {
  if (order[i & 1023] < 112) {
  out[i] = acc;
  acc += b[(i) & 8191];
  out[i] += acc;
  } else {
  f += sqrtf(fabsf((float)b[(tid * 2) & 8191]));
  }
  }
  }
  {
  acc = __reduce_max_sync(0xffffffffu, acc);
  }
  {
  for (int k3 = 0; k3 < 8; ++k3) {
  wide[i & 2047] = make_float2(f, (float)acc);
  if (m > 4 && i + 1 < n) {
  f += sqrtf(fabsf((float)a[(tid * 2 + k3 * 256) & 8191]));
  if (lane < 7) atomicAdd(&counts[300 + (lane & 3)], 1);
  } else {
  out[i * 2 + 4096] = small(f);
  acc += (tid & 1) != 0 ? inside(b, i - 1, n) : 2;
  }
  }
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k07(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n) return;
  {
  switch (order[i & 1023] & 7) {
  case 0:
  acc += small(a[(order[i & 1023]) & 8191]);
  break;
  default:
  f += sqrtf(fabsf((float)small(b[(tid * 2) & 8191])));
  break;
  }
  }
  {
  for (int k1 = 0; k1 < 16; ++k1) {
  if (row > 1 || lane < 1) {
  out[i] = acc;
  acc += small(__ldg(&b[(fixed[lane] + k1 * 256) & 8191]));
  out[i] += lane;
  }
  const auto* p3 = a + (((i ^ 1)) & 2047);
  for (int k2 = 0; k2 < m; ++k2) {
  acc += small(*p3);
  p3 += 32;
  }
  }
  }
  {
  for (int k4 = 0; k4 < 8; ++k4) {
  const Body p5 = bodies[(i) & 2047];
  f += p5.x + p5.y + p5.z;
  }
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k08(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n || small(clamped(a, i - 1, n)) == 3) return;
  {
  if (col < 11) {
  if (i < n - 37) f = fmaf(f, 0.25f, (float)small(clamped(a, i + 3, n)));
  else if (acc > 77) acc += i % 2 == 0 || lane < 13 ? small(a[(i) & 8191]) : small(a[(col * 64 + row) & 8191]);
  else acc += small(a[(row * 64 + col) & 8191]);
  out[i] = acc;
  acc += small(b[(tid * 2) & 8191]);
  out[i] += lane;
  }
  }
  {
  const float4 p1 = ((const float4*)bodies)[(i) & 2047];
  f += p1.x + p1.w;
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void __launch_bounds__(256) k09(const int* a, const int* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  f += __sinf(f * 0.001f);
  }
  __syncthreads();
  {
  f += (float)small(a[(tid * 2) & 8191]) * 0.5f;
  }
  {
  acc += lane < 16 && acc > 124 ? small(b[(i) & 8191]) : small(__ldg(&a[(tid * 2) & 8191]));
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k10(const long long* a, const long long* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ float tile1a[16][17], tile1b[16][17];
  float sum = 0;
  for (int k2 = 0; k2 < m; ++k2) {
  for (int c = tid; c < 256; c += threads) { tile1a[c / 16][c % 16] = (float)a[((row & 15) * 64 + k2 * 16 + c) & 8191]; tile1b[c / 16][c % 16] = (float)b[(k2 * 1024 + c) & 8191]; }
  __syncthreads();
  #pragma unroll 4
  for (int e = 0; e < 16; ++e) sum += tile1a[row & 15][e] * tile1b[e][col & 15];
  __syncthreads();
  }
  f += sum;
  }
  {
  acc += order[i & 1023] < 286 ? small(clamped(a, i * 2 - n, n)) : small(a[(tid) & 8191]);
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k11(const double* a, const double* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  out_pairs[i & 2047].second = acc;
  out_pairs[i & 2047].weight = f;
  }
  {
  __shared__ int tile2[256];
  tile2[tid] = acc;
  __syncthreads();
  for (int step = 1; step < threads; step *= 2) { const int v = tid >= step ? tile2[tid - step] : 0; __syncthreads(); tile2[tid] += v; __syncthreads(); }
  acc += tile2[threads - 1];
  }
  __syncthreads();
  if (i < n) out[8192 + i] = acc + small(f);
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
  run("k00", [&] { k00<<<2, dim3(128, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 517, 6); });
  run("k01", [&] { k01<<<6, dim3(100, 1)>>>((const short*)memory, (const short*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 565, 3); });
  run("k02", [&] { k02<<<6, dim3(128, 1)>>>((const long long*)memory, (const long long*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 768, 4); });
  run("k03", [&] { k03<<<3, dim3(8, 8)>>>((const double*)memory, (const double*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 397, 5); });
  run("k04", [&] { k04<<<2, dim3(32, 8)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 512, 4); });
  run("k05", [&] { k05<<<6, dim3(128, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 387, 4); });
  run("k06", [&] { k06<<<2, dim3(128, 1)>>>((const short*)memory, (const short*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 413, 2); });
  run("k07", [&] { k07<<<6, dim3(32, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 192, 1); });
  run("k08", [&] { k08<<<3, dim3(16, 16)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 766, 1); });
  run("k09", [&] { k09<<<3, dim3(32, 8)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 361, 1); });
  run("k10", [&] { k10<<<1, dim3(8, 8)>>>((const long long*)memory, (const long long*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 53, 2); });
  run("k11", [&] { k11<<<3, dim3(16, 16)>>>((const double*)memory, (const double*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 1250, 4); });
  std::printf("%s code_055: 12 kernels", passed ? "PASS" : "FAIL");
  for (unsigned digest : digests) std::printf(" %08x", digest);
  std::printf("\n");
  return !passed;
}
