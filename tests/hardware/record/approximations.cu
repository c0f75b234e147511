// What a chip's approximate instructions answer to all arguments of 32 bits, as a digest for each sign and exponent:
// the recording of tests/hardware/approximate.
//
//   nvcc -arch=sm_90 -o approximations approximations.cu && ./approximations > digests.tsv
//
// A digest is the sum of result * (2 argument + 1), modulo 2^64, folded to 32 bits. Arguments: the 2^23 that have the upper
// nine bits of the digest's number. An f64 is its upper half. A divisor is made of the dividend. Halves are the lower 16
// bits of the argument, and have one digest.
#include <cstdint>
#include <cstdio>

// name, instruction
#define OF_SINGLE(name, instruction)                                     \
  struct name {                                                          \
    static constexpr const char* kText = instruction;                    \
    __device__ static uint32_t of(uint32_t x) {                          \
      uint32_t y;                                                        \
      asm volatile(instruction " %0, %1;" : "=r"(y) : "r"(x));           \
      return y;                                                          \
    }                                                                    \
  };
#define OF_HALF(name, instruction)                                                \
  struct name {                                                                   \
    static constexpr const char* kText = instruction;                             \
    __device__ static uint32_t of(uint32_t x) {                                   \
      uint16_t y;                                                                 \
      asm volatile(instruction " %0, %1;" : "=h"(y) : "h"(static_cast<uint16_t>(x))); \
      return y;                                                                   \
    }                                                                             \
  };
#define OF_DOUBLE(name, instruction)                                                         \
  struct name {                                                                              \
    static constexpr const char* kText = instruction;                                        \
    __device__ static uint32_t of(uint32_t x) {                                              \
      double y;                                                                              \
      asm volatile(instruction " %0, %1;" : "=d"(y) : "d"(__hiloint2double(static_cast<int>(x), 0))); \
      return static_cast<uint32_t>(__double2hiint(y));                                       \
    }                                                                                        \
  };
#define OF_TWO(name, instruction)                                                             \
  struct name {                                                                               \
    static constexpr const char* kText = instruction;                                         \
    __device__ static uint32_t of(uint32_t x) {                                               \
      uint32_t y;                                                                             \
      asm volatile(instruction " %0, %1, %2;" : "=r"(y) : "r"(x), "r"(x * 2654435761u + 12345u)); \
      return y;                                                                               \
    }                                                                                         \
  };

OF_SINGLE(Rcp, "rcp.approx.f32")
OF_SINGLE(RcpFtz, "rcp.approx.ftz.f32")
OF_SINGLE(Rsqrt, "rsqrt.approx.f32")
OF_SINGLE(RsqrtFtz, "rsqrt.approx.ftz.f32")
OF_SINGLE(Sqrt, "sqrt.approx.f32")
OF_SINGLE(SqrtFtz, "sqrt.approx.ftz.f32")
OF_SINGLE(Ex2, "ex2.approx.f32")
OF_SINGLE(Ex2Ftz, "ex2.approx.ftz.f32")
OF_SINGLE(Lg2, "lg2.approx.f32")
OF_SINGLE(Lg2Ftz, "lg2.approx.ftz.f32")
OF_SINGLE(Sin, "sin.approx.f32")
OF_SINGLE(SinFtz, "sin.approx.ftz.f32")
OF_SINGLE(Cos, "cos.approx.f32")
OF_SINGLE(CosFtz, "cos.approx.ftz.f32")
OF_SINGLE(Tanh, "tanh.approx.f32")
OF_TWO(Div, "div.approx.f32")
OF_TWO(DivFtz, "div.approx.ftz.f32")
OF_TWO(DivFull, "div.full.f32")
OF_TWO(DivFullFtz, "div.full.ftz.f32")
OF_DOUBLE(Rcp64, "rcp.approx.ftz.f64")
OF_DOUBLE(Rsqrt64, "rsqrt.approx.ftz.f64")
OF_HALF(Ex2Half, "ex2.approx.f16")
OF_HALF(Ex2Brain, "ex2.approx.ftz.bf16")
OF_HALF(TanhHalf, "tanh.approx.f16")
OF_HALF(TanhBrain, "tanh.approx.bf16")

template <class Instruction>
__global__ void digest(uint32_t first, uint32_t each, unsigned long long* sum) {
  const uint32_t threads = gridDim.x * blockDim.x;
  unsigned long long own = 0;
  for (uint32_t i = 0; i < each; ++i) {
    const uint32_t x = first + i * threads + blockIdx.x * blockDim.x + threadIdx.x;
    own += static_cast<unsigned long long>(Instruction::of(x)) * (2 * x + 1);
  }
  atomicAdd(sum, own);
}

template <class Instruction>
void record(unsigned long long* sums, bool is_half) {
  const uint32_t count = is_half ? 1 : 512;
  cudaMemset(sums, 0, 512 * sizeof *sums);
  for (uint32_t i = 0; i < count; ++i) digest<Instruction><<<256, 256>>>(i << 23, is_half ? 1 : 128, sums + i);
  unsigned long long results[512];
  cudaMemcpy(results, sums, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%s\t", Instruction::kText);
  for (uint32_t i = 0; i < count; ++i) std::printf("%08x", static_cast<uint32_t>(results[i] ^ results[i] >> 32));
  std::printf("\n");
}

template <class... Instruction>
void record_all(unsigned long long* sums, bool is_half) {
  (record<Instruction>(sums, is_half), ...);
}

int main() {
  unsigned long long* sums = nullptr;
  cudaMalloc(&sums, 512 * sizeof *sums);
  record_all<Rcp, RcpFtz, Rsqrt, RsqrtFtz, Sqrt, SqrtFtz, Ex2, Ex2Ftz, Lg2, Lg2Ftz, Sin, SinFtz, Cos, CosFtz, Tanh, Div, DivFtz,
             DivFull, DivFullFtz, Rcp64, Rsqrt64>(sums, false);
  record_all<Ex2Half, Ex2Brain, TanhHalf, TanhBrain>(sums, true);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "error: %s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
