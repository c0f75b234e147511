// Kernels whose PTX covers what compilers emit. kernels.nvcc.ptx and kernels.clang.ptx were made from this file by
//   nvcc -ptx -lineinfo -arch=sm_90 kernels.cu
//   clang++ --cuda-device-only -nocudainc -nocudalib -S -O2 -gline-tables-only --cuda-gpu-arch=sm_90 kernels.cu
#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __device__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
struct Index {
  int x, y, z;
};
#define threadIdx (Index{__nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), 0})
#define blockIdx (Index{__nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(), 0})
#define __popc __builtin_popcount
#define atomicAdd __nvvm_atom_add_gen_i
struct float3 {
  float x, y, z;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
typedef unsigned long uint64_t;
extern "C" __device__ int vprintf(const char*, const char*);
template <class A, class B>
__device__ int printf(const char* format, A a, B b) {
  struct {
    A a;
    B b;
  } arguments = {a, b};
  return vprintf(format, reinterpret_cast<const char*>(&arguments));
}
extern "C" __device__ inline __attribute__((used)) void __cxa_pure_virtual() {}
#else
#include <cstdint>
#include <cstdio>
#endif

struct Shape {
  int width, height;
  double scale;
  char name[5];
};

struct Filter {
  __device__ virtual float apply(float x) const = 0;
};
struct Twice : Filter {
  __device__ float apply(float x) const override { return 2 * x; }
};
struct Square : Filter {
  __device__ float apply(float x) const override { return x * x; }
};

__constant__ int steps[5] = {1, -2, 3};
__constant__ float weights[2][3] = {{0.5f, 1}, {2, -0.0f, 1e-30f}};
__device__ double pi = 3.14159265358979;
__device__ const char* const words[] = {"north", "south", nullptr, "east"};
__device__ int counter = 7;
__device__ int* pointer = &counter;
__device__ float4 vector_value = {1, 2, 3, 4};
__managed__ unsigned managed_value;

__device__ __noinline__ float slow(float x, int n) {
  for (int i = 0; i < n; ++i) x = x * 1.5f + n;
  return x;
}
__device__ __noinline__ Shape doubled(Shape s) {
  s.width *= 2;
  s.scale = s.scale * 2;
  return s;
}
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ __forceinline__ float inner(float x) { return slow(x, 3) + 1; }
__device__ __forceinline__ float outer(float x) { return inner(x) * inner(x + 1); }

__device__ float add_one(float x) { return x + 1; }
__device__ float sub_one(float x) { return x - 1; }
typedef float (*Unary)(float);
__device__ Unary table[2] = {add_one, sub_one};

extern "C" __global__ void __launch_bounds__(256, 2) transpose(float* out, const float* __restrict__ in, int n) {
  __shared__ float tile[32][33];
  extern __shared__ unsigned char dynamic[];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  dynamic[threadIdx.x] = static_cast<unsigned char>(x);
  __syncthreads();
  if (x < n && y < n) out[x * n + y] = outer(tile[threadIdx.x][threadIdx.y]) + dynamic[threadIdx.y];
}

extern "C" __global__ void structures(Shape s, float3 v, bool flag, short k, long long* out) {
  Shape d = doubled(s);
  *out = d.width + static_cast<long long>(d.scale) + s.name[k & 3] + flag + static_cast<long long>(v.x + v.z) + k;
}

extern "C" __global__ void indirect(float* p, int which) {
  p[threadIdx.x] = table[which](p[threadIdx.x]);
  Twice twice;
  Square square;
  const Filter* filter = which != 0 ? static_cast<const Filter*>(&twice) : &square;
  p[threadIdx.x] += filter->apply(p[threadIdx.x]);
}

extern "C" __global__ void switches(int* p, int n) {
  int v = p[threadIdx.x];
  switch (n) {
    case 0: v += 1; break;
    case 1: v *= 3; break;
    case 2: v ^= 0x55; break;
    case 3: v = factorial(v); break;
    case 4: v -= steps[v & 3]; break;
    case 5: v = __popc(v); break;
    case 6: v = atomicAdd(&counter, v); break;
    case 7: printf("%d %s\n", v, words[v & 3]); break;
    default: v = static_cast<int>(pi * v + weights[1][v & 1]);
  }
  p[threadIdx.x] = v;
}

extern "C" __global__ void assembly(unsigned* p, unsigned long long address) {
  unsigned a = p[threadIdx.x], b, c;
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    asm volatile(
        "{\n\t"
        ".reg .pred %%p, q;\n\t"
        ".reg .b32 t<4>;\n\t"
        "mov.u32 t0, %1;\n\t"
        "again: add.u32 t0, t0, 1;\n\t"
        "setp.lt.u32 %%p, t0, 100;\n\t"
        "@%%p bra again;\n\t"
        "{ .reg .b32 t1; mov.b32 t1, t0; setp.ne.u32 q, t1, 7; @!q bra out; mov.b32 t0, 0; out: }\n\t"
        "out: mov.u32 %0, t0;\n\t"
        "}"
        : "=r"(b)
        : "r"(a + i));
    a = b;
  }
  asm volatile("{ .reg .pred done; shfl.sync.idx.b32 %0|done, %1, 3, 0x1f, 0xffffffff; @!done trap; }" : "=r"(c) : "r"(a), "l"(address));
  asm volatile("prmt.b32 %0, %1, %2, 0x5410U; /* bytes */ // words" : "=r"(c) : "r"(a), "r"(c));
  uint64_t wide;
  asm volatile("mov.b64 %0, {%1, %2};" : "=l"(wide) : "r"(a), "r"(c));
  asm volatile("mov.b64 {%0, _}, %1;" : "=r"(c) : "l"(wide));
  p[threadIdx.x] = c;
}

extern "C" __global__ void halves(unsigned* p) {
  unsigned sum;
  asm("{fma.rn.f16x2 %0,%1,%2,%3;\n}" : "=r"(sum) : "r"(p[0]), "r"(p[1]), "r"(p[2]));
  p[threadIdx.x] = sum + static_cast<unsigned>(vector_value.y);
  managed_value = *pointer;
}
