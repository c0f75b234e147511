// Arrays of a thread whose index nobody knows: which of them the assembler keeps in registers.
#include <cstdio>

constexpr int kThreads = 64;

template <class T, int kElements>
__device__ void in_loop(const T* in, T* out, int rounds) {
  T array[kElements];
#pragma unroll
  for (int i = 0; i < kElements; ++i) array[i] = in[i * kThreads + threadIdx.x];
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) array[(i + threadIdx.x) % kElements] += array[i % kElements];
#pragma unroll
  for (int i = 0; i < kElements; ++i) out[i * kThreads + threadIdx.x] = array[i];
}

__global__ void loop_of_4(const int* in, int* out, int rounds) { in_loop<int, 4>(in, out, rounds); }
__global__ void loop_of_6(const int* in, int* out, int rounds) { in_loop<int, 6>(in, out, rounds); }
__global__ void loop_of_8(const int* in, int* out, int rounds) { in_loop<int, 8>(in, out, rounds); }
__global__ void loop_of_16(const int* in, int* out, int rounds) { in_loop<int, 16>(in, out, rounds); }
__global__ void loop_of_4_doubles(const double* in, double* out, int rounds) { in_loop<double, 4>(in, out, rounds); }
__global__ void loop_of_6_floats(const float* in, float* out, int rounds) { in_loop<float, 6>(in, out, rounds); }
__global__ void loop_of_6_shorts(const short* in, short* out, int rounds) { in_loop<short, 6>(in, out, rounds); }
__global__ void loop_of_6_bytes(const char* in, char* out, int rounds) { in_loop<char, 6>(in, out, rounds); }

template <int kElements>
__device__ void once(const int* in, int* out, int rounds) {
  int array[kElements];
#pragma unroll
  for (int i = 0; i < kElements; ++i) array[i] = in[i * kThreads + threadIdx.x];
  array[(rounds + threadIdx.x) % kElements] += 1;
#pragma unroll
  for (int i = 0; i < kElements; ++i) out[i * kThreads + threadIdx.x] = array[i];
}

__global__ void once_of_8(const int* in, int* out, int rounds) { once<8>(in, out, rounds); }
__global__ void once_of_32(const int* in, int* out, int rounds) { once<32>(in, out, rounds); }

template <class T>
bool run(void (*kernel)(const T*, T*, int), int elements) {
  T* memory;
  cudaMallocManaged(&memory, 2 * elements * kThreads * sizeof(T));
  for (int i = 0; i < elements * kThreads; ++i) memory[i] = T(i % 7);
  kernel<<<1, kThreads>>>(memory, memory + elements * kThreads, 10);
  const bool done = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(memory);
  return done;
}

int main() {
  bool done = run(loop_of_4, 4) && run(loop_of_6, 6) && run(loop_of_8, 8) && run(loop_of_16, 16);
  done = done && run(loop_of_4_doubles, 4) && run(loop_of_6_floats, 6) && run(loop_of_6_shorts, 6);
  done = done && run(loop_of_6_bytes, 6) && run(once_of_8, 8) && run(once_of_32, 32);
  std::printf("%s local_arrays: 10 launches\n", done ? "PASS" : "FAIL");
  return done ? 0 : 1;
}
