// Tables of a kernel, arrays that are filled and structures that are copied: what both compilers make of them, and how
// the assembler joins it.
#include <cstdio>
#include <cstring>

constexpr int kThreads = 64;

__device__ const int device_table[32] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3,
                                         2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5};
__constant__ const int constant_table[32] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3,
                                             2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5};

// Each lane reads another element.
__global__ void table_of_device(const char* in, char* out, int n) {
  reinterpret_cast<int*>(out)[threadIdx.x] = device_table[in[threadIdx.x] % n];
}
__global__ void table_of_constants(const char* in, char* out, int n) {
  reinterpret_cast<int*>(out)[threadIdx.x] = constant_table[in[threadIdx.x] % n];
}
__global__ void table_kept(const char* in, char* out, int n) {
  static const int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  reinterpret_cast<int*>(out)[threadIdx.x] = table[in[threadIdx.x] % n % 16];
}
__global__ void table_of_4(const char* in, char* out, int n) {
  const int table[4] = {3, 1, 4, 1};
  reinterpret_cast<int*>(out)[threadIdx.x] = table[in[threadIdx.x] % n % 4];
}
__global__ void table_of_16(const char* in, char* out, int n) {
  const int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  reinterpret_cast<int*>(out)[threadIdx.x] = table[in[threadIdx.x] % n % 16];
}
__global__ void table_of_17(const char* in, char* out, int n) {
  const int table[17] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2};
  reinterpret_cast<int*>(out)[threadIdx.x] = table[in[threadIdx.x] % n % 17];
}
__global__ void table_of_32(const char* in, char* out, int n) {
  const float table[32] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3,
                           2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5};
  reinterpret_cast<float*>(out)[threadIdx.x] = table[in[threadIdx.x] % n];
}
__global__ void table_of_doubles(const char* in, char* out, int n) {
  const double table[20] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
  reinterpret_cast<double*>(out)[threadIdx.x] = table[in[threadIdx.x] % n % 20];
}
__global__ void table_of_rows(const char* in, char* out, int n) {
  const int table[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
  const int row = in[threadIdx.x] % n % 8;
  reinterpret_cast<int*>(out)[threadIdx.x] = 10 * table[row][0] + table[row][1];
}
__global__ void table_in_part(const char* in, char* out, int n) {
  const int table[20] = {3, 1, 4};
  reinterpret_cast<int*>(out)[threadIdx.x] = table[in[threadIdx.x] % n % 20];
}

template <class T, int kElements>
__device__ void count(const char* in, char* out, int n) {
  T counts[kElements] = {};
  for (int i = 0; i < n; ++i) ++counts[in[i * 2 + threadIdx.x] % kElements];
  reinterpret_cast<T*>(out)[threadIdx.x] = counts[in[threadIdx.x] % kElements];
}
__global__ void zeros_of_16(const char* in, char* out, int n) { count<int, 16>(in, out, n); }
__global__ void zeros_of_20(const char* in, char* out, int n) { count<int, 20>(in, out, n); }
__global__ void zeros_of_64(const char* in, char* out, int n) { count<int, 64>(in, out, n); }
__global__ void zeros_of_doubles(const char* in, char* out, int n) { count<double, 20>(in, out, n); }

template <class T, int kElements>
struct Of {
  T values[kElements];
};
template <class S>
__device__ void copy(const char* in, char* out) {
  reinterpret_cast<S*>(out)[threadIdx.x] = reinterpret_cast<const S*>(in)[threadIdx.x];
}
__global__ void copy_of_16_ints(const char* in, char* out, int) { copy<Of<int, 16>>(in, out); }
__global__ void copy_of_40_ints(const char* in, char* out, int) { copy<Of<int, 40>>(in, out); }
__global__ void copy_of_20_doubles(const char* in, char* out, int) { copy<Of<double, 20>>(in, out); }
__global__ void copy_of_80_shorts(const char* in, char* out, int) { copy<Of<short, 80>>(in, out); }
__global__ void copy_of_160_bytes(const char* in, char* out, int) { copy<Of<char, 160>>(in, out); }
__global__ void copy_of_10_vectors(const char* in, char* out, int) { copy<Of<float4, 10>>(in, out); }
__global__ void copy_of_20_vectors(const char* in, char* out, int) { copy<Of<float4, 20>>(in, out); }

// Into a variable whose index is not known.
__global__ void copy_in(const char* in, char* out, int n) {
  Of<int, 40> mine = reinterpret_cast<const Of<int, 40>*>(in)[threadIdx.x];
  mine.values[in[threadIdx.x] % n] = 1;
  reinterpret_cast<int*>(out)[threadIdx.x] = mine.values[n];
}

int launches = 0;

bool run(void (*kernel)(const char*, char*, int), int n = 32) {
  constexpr int kBytes = kThreads * 320;
  char* memory;
  cudaMallocManaged(&memory, 2 * kBytes);
  for (int i = 0; i < kBytes; ++i) memory[i] = char(i % 61);
  std::memset(memory + kBytes, 0, kBytes);
  kernel<<<1, kThreads>>>(memory, memory + kBytes, n);
  const bool done = cudaDeviceSynchronize() == cudaSuccess;
  bool any = false;
  for (int i = 0; i < kBytes; ++i) any |= memory[kBytes + i] != 0;
  cudaFree(memory);
  ++launches;
  return done && any;
}

int main() {
  bool done = run(table_of_device) && run(table_of_constants) && run(table_kept) && run(table_of_4) && run(table_of_16);
  done =
      done && run(table_of_17) && run(table_of_32) && run(table_of_doubles) && run(table_of_rows) && run(table_in_part);
  done = done && run(zeros_of_16) && run(zeros_of_20) && run(zeros_of_64) && run(zeros_of_doubles);
  done = done && run(copy_of_16_ints) && run(copy_of_40_ints) && run(copy_of_20_doubles) && run(copy_of_80_shorts);
  done = done && run(copy_of_160_bytes) && run(copy_of_10_vectors) && run(copy_of_20_vectors) && run(copy_in);
  std::printf("%s aggregates: %d launches\n", done ? "PASS" : "FAIL", launches);
  return done ? 0 : 1;
}
