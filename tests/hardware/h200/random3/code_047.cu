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

__global__ void k00(const int* a, const int* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n || small(a[(tid * 2) & 8191]) == 3) return;
  {
  acc += __popc(small(inside(a, i - 1, n)));
  }
  {
  const Vec3 p1 = points[(i * 2) & 2047];
  f += p1.z;
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void __launch_bounds__(256) k01(const int* a, const int* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  acc = max(acc, small(b[((tid >> 2)) & 8191]));
  }
  {
  const Body p1 = bodies[(i * 2) & 2047];
  f += p1.x * p1.y + p1.z * p1.mass;
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void __launch_bounds__(128) k02(const short* __restrict__ a, const short* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  acc += __popc(clamped(a, i - 1, n));
  }
  {
  out_pairs[i & 2047].first = acc;
  out_pairs[i & 2047].weight = f;
  }
  {
  __shared__ int tile2[256];
  tile2[tid] = acc;
  __syncthreads();
  for (int step = 1; step < 128; step <<= 1) { const int v = tid >= step ? tile2[tid - step] : 0; __syncthreads(); tile2[tid] += v; __syncthreads(); }
  acc += tile2[0];
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k03(const short* __restrict__ a, const short* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  for (int k1 = 0; k1 < 16; ++k1) {
  f += __expf(-fabsf(f) * 0.01f);
  out[i * 2 + 4096] = small(f);
  }
  }
  {
  acc ^= clamped(a, n - i, n) << 3;
  }
  __syncthreads();
  {
  if (lane < 27) {
  out[i] = acc;
  acc += a[(tid * 2) & 8191];
  out[i] += acc;
  acc = max(acc, a[(i) & 8191]);
  } else {
  out[i] = acc;
  }
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k04(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n) return;
  {
  if (small(a[(row * 64 + col) & 8191]) > 19) atomicAdd(&counts[300 + (lane & 3)], 1);
  }
  {
  const Record& p1 = records[(i * 2) & 1023];
  acc += p1.key;
  }
  {
  int x3 = order[i & 1023] + 1;
  for (int k2 = 0; x3 > 1 && k2 < 12; ++k2) {
  x3 = x3 & 1 ? 3 * x3 + 1 : x3 >> 1;
  acc += small(a[x3 & 8191]);
  }
  }
  {
  acc = max(acc, small(b[(blockIdx.x * 32 + lane) & 8191]));
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k05(const long long* a, const long long* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ float tile1[32][32];
  for (int r = row; r < 32; r += blockDim.y) for (int c = col; c < 32; c += blockDim.x) tile1[r][c] = (float)a[(r * 100 + c) & 8191];
  __syncthreads();
  acc += small(tile1[col & 31][row & 31]);
  acc += small(tile1[(row + 1) & 31][col & 31]);
  }
  __syncthreads();
  {
  if (fixed[50] > 3) acc += small(clamped(a, n - i, n));
  if (row > 2) wide[i & 2047] = make_float2(f, (float)acc);
  }
  {
  if (fixed[18] > 3 || lane < 6) {
  #pragma unroll 1
  for (int k2 = 0; k2 < m; ++k2) {
  if (i + 1 < n) atomicMax(&counts[256 + (i & 31)], acc);
  acc += small(walked(a, (i * 3 + k2 * 32) & 2047, 3));
  if (order[i & 1023] < 569 && (tid & 1) != 0) break;
  }
  }
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k06(const int* __restrict__ a, const int* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  acc += small(clamped(a, i * 2 - n, n));
  }
  {
  __shared__ int tile1[16];
  for (int c = tid; c < 16; c += threads) tile1[c] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&tile1[small(a[((tid >> 2)) & 8191]) & 15], lane);
  __syncthreads();
  if (tid < 16 && tile1[tid] > 0) atomicAdd(&counts[tid], tile1[tid]);
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k07(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  __shared__ int tile1[64];
  for (int c = tid; c < 64; c += threads) tile1[c] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&tile1[small(a[(i) & 8191]) & 63], 1);
  __syncthreads();
  acc += tile1[tid & 63];
  }
  __syncthreads();
  {
  int r2[8];
  for (int k3 = 0; k3 < 8; ++k3) r2[k3] = small(a[(i + k3 * 32) & 8191]);
  acc += r2[m & 7];
  }
  __syncthreads();
  {
  __shared__ int tile4[256];
  tile4[tid] = acc;
  __syncthreads();
  for (int step = 1; step < threads; step *= 2) { const int v = tid >= step ? tile4[tid - step] : 0; __syncthreads(); tile4[tid] += v; __syncthreads(); }
  acc += tile4[0];
  }
  {
  __shared__ int tile5[256];
  tile5[tid] = acc;
  __syncthreads();
  for (int step = 1; step < threads; step *= 2) { const int v = tid >= step ? tile5[tid - step] : 0; __syncthreads(); tile5[tid] += v; __syncthreads(); }
  acc += tile5[0];
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k08(const long long* a, const long long* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n) return;
  {
  switch (lane & 7) {
  case 0:
  acc ^= small(inside(b, i - 1, n)) << 4;
  default:
  acc += small(a[(i) & 8191]);
  break;
  }
  }
  {
  for (int k1 = 0; k1 < 3; ++k1) {
  acc += small(summed<long long, 8>(a + ((fixed[lane] + k1) & 2047), 64));
  }
  }
  if (i < n) out[8192 + i] = acc + small(f);
}

__global__ void k09(const int* a, const int* b, const int* order, const int* order_sorted, const Body* bodies, const Vec3* points,
    const Record* records, const Pair* pairs, Pair* out_pairs, float2* wide, int* out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n) return;
  {
  f += rsqrtf((float)(lane + 1));
  }
  {
  const Body p1 = bodies[(i) & 2047];
  f += p1.x * p1.y + p1.z * p1.mass;
  }
  {
  int r2[3];
  for (int k3 = 0; k3 < 3; ++k3) r2[k3] = small(a[(i + k3 * 256) & 8191]);
  acc += r2[m & 2];
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k10(const double* __restrict__ a, const double* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  if (i >= n) return;
  {
  for (int k1 = 0; k1 < 8; ++k1) {
  acc += small(a[(tid * 2 + k1) & 8191]) / max(m, 1) + small(clamped(a, i * 2 - n, n)) % 7;
  switch (lane & 3) {
  case 0:
  acc += lane < 10 || i < n - 21 ? small(a[(tid * 2 + k1 * 32) & 8191]) : 7;
  break;
  case 1:
  acc += small(b[(tid * 2 + k1 * 32) & 8191]) * small(a[(order[i & 1023] + k1 * m) & 8191]);
  break;
  case 2:
  acc += small(b[(i) & 8191]);
  break;
  case 3:
  acc += order[i & 1023] < 722 ? small(__ldg(&b[((n - 1 - i)) & 8191])) : small(a[(i + k1 * m) & 8191]);
  break;
  default:
  f = fmaf(f, 0.25f, (float)small(inside(a, i * 2, n)));
  break;
  }
  if (fixed[17] > 3) break;
  }
  }
  {
  acc += small(b[(fixed[lane]) & 8191]);
  }
  out[8192 + i] = acc + small(f);
}

__global__ void k11(const float* __restrict__ a, const float* __restrict__ b, const int* __restrict__ order, const int* __restrict__ order_sorted, const Body* bodies, const Vec3* __restrict__ points,
    const Record* records, const Pair* __restrict__ pairs, Pair* out_pairs, float2* wide, int* __restrict__ out, int* counts, int n, int m) {
  const int row = threadIdx.y, col = threadIdx.x, tid = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int lane = tid & 31, i = blockIdx.x * threads + tid;
  int acc = tid;
  float f = 1;
  {
  const Body p1 = bodies[(i * 2) & 2047];
  f += p1.x;
  }
  {
  int r2[3];
  for (int k3 = 0; k3 < 3; ++k3) r2[k3] = small(a[(i + k3 * 1) & 8191]);
  for (int k3 = 0; k3 + 1 < 3; ++k3) if (r2[k3] > r2[k3 + 1]) { const int t = r2[k3]; r2[k3] = r2[k3 + 1]; r2[k3 + 1] = t; }
  acc += r2[0] * 3 + r2[2];
  for (int k3 = 0; k3 < 3; ++k3) acc ^= r2[k3];
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
  run("k00", [&] { k00<<<3, dim3(8, 8)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 148, 6); });
  run("k01", [&] { k01<<<3, dim3(256, 1)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 768, 6); });
  run("k02", [&] { k02<<<1, dim3(128, 1)>>>((const short*)memory, (const short*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 520, 1); });
  run("k03", [&] { k03<<<1, dim3(20, 5)>>>((const short*)memory, (const short*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 977, 1); });
  run("k04", [&] { k04<<<1, dim3(32, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, -23, 2); });
  run("k05", [&] { k05<<<3, dim3(8, 8)>>>((const long long*)memory, (const long long*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 1472, 6); });
  run("k06", [&] { k06<<<2, dim3(32, 4)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 919, 4); });
  run("k07", [&] { k07<<<6, dim3(64, 1)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 384, 4); });
  run("k08", [&] { k08<<<1, dim3(32, 1)>>>((const long long*)memory, (const long long*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, -7, 4); });
  run("k09", [&] { k09<<<1, dim3(64, 1)>>>((const int*)memory, (const int*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 64, 3); });
  run("k10", [&] { k10<<<1, dim3(100, 1)>>>((const double*)memory, (const double*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 100, 1); });
  run("k11", [&] { k11<<<1, dim3(16, 16)>>>((const float*)memory, (const float*)memory + 3000, order, order + 1024, (const Body*)memory, (const Vec3*)memory,
      (const Record*)memory, (const Pair*)memory, (Pair*)(out + 32768), (float2*)(out + 65536), out, counts, 256, 3); });
  std::printf("%s code_047: 12 kernels", passed ? "PASS" : "FAIL");
  for (unsigned digest : digests) std::printf(" %08x", digest);
  std::printf("\n");
  return !passed;
}
