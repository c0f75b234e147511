// Accesses of different widths, side by side and over each other. Bytes count, not words.
#include <cuda_runtime.h>

constexpr int kBlock = 64;

struct Record {
  char kind;
  char level;
  short count;
  int total;
};

struct Flags {
  unsigned low : 4;
  unsigned high : 4;
};

// Neighbours within a word, of different warps.
__global__ void chars_right(char* out) {
  __shared__ char s[kBlock];
  const int t = threadIdx.x;
  const int place = t % 32 * 2 + t / 32;
  s[place] = static_cast<char>(t);
  out[place] = s[place];
}

__global__ void shorts_right(short* out) {
  const int place = threadIdx.x % 32 * 2 + threadIdx.x / 32;
  out[place] = static_cast<short>(threadIdx.x);
}

// Two chars at a time, one of which belongs to the neighbour.
__global__ void pairs_of_chars_wrong(char* out) {
  __shared__ __align__(2) char s[2 * kBlock + 2];
  const int t = threadIdx.x;
  s[t] = static_cast<char>(t);       // finds: shared-race
  s[t + 1] = static_cast<char>(-t);  // finds: shared-race
  __syncthreads();
  out[t] = s[t];
}

__global__ void pairs_of_chars_right(char* out) {
  __shared__ __align__(2) char s[2 * kBlock + 2];
  const int t = threadIdx.x;
  s[2 * t] = static_cast<char>(t);
  s[2 * t + 1] = static_cast<char>(-t);
  __syncthreads();
  out[t] = s[t];
}

// Members of one record by different threads.
__global__ void members_wrong(int* out) {
  __shared__ Record r;
  const int t = threadIdx.x;
  if (t == 0) r.kind = 1;
  if (t == 32) r.level = 2;
  if (t == 1) r.count = 3;
  if (t == 33) r.count = 4;  // finds: shared-race
  __syncthreads();
  out[t] = r.kind + r.level + r.count;
}

__global__ void members_right(int* out) {
  __shared__ Record r;
  const int t = threadIdx.x;
  if (t == 0) r.kind = 1;
  if (t == 32) r.level = 2;
  if (t == 1) r.count = 3;
  if (t == 33) r.total = 4;
  __syncthreads();
  out[t] = r.kind + r.level + r.count;
}

// Bit-fields share a byte, and a store of one rewrites the other.
__global__ void bit_fields_wrong(unsigned* out) {
  __shared__ Flags flags;
  if (threadIdx.x == 0) flags.low = 5;  // finds: shared-race
  if (threadIdx.x == 32) flags.high = 6;
  __syncthreads();
  out[threadIdx.x] = flags.low + flags.high;
}

__global__ void bit_fields_right(unsigned* out) {
  __shared__ Flags low, high;
  if (threadIdx.x == 0) low.low = 5;
  if (threadIdx.x == 32) high.high = 6;
  __syncthreads();
  out[threadIdx.x] = low.low + high.high;
}

// Four floats by one thread, one of them by another.
__global__ void vector_over_scalar_wrong(float* out) {
  __shared__ __align__(16) float s[kBlock];
  const int t = threadIdx.x;
  if (t < 8) *reinterpret_cast<float4*>(&s[4 * t]) = make_float4(t, t, t, t);
  if (t == 40) s[31] = 1;  // finds: shared-race
  __syncthreads();
  out[t] = t < 32 ? s[t] : 0;
}

__global__ void vector_over_scalar_right(float* out) {
  __shared__ __align__(16) float s[kBlock];
  const int t = threadIdx.x;
  if (t < 8) *reinterpret_cast<float4*>(&s[4 * t]) = make_float4(t, t, t, t);
  if (t == 40) s[32] = 1;
  __syncthreads();
  out[t] = t < 32 ? s[t] : 0;
}

// A word, and one of its bytes.
__global__ void byte_of_a_word_wrong(unsigned* out) {
  __shared__ unsigned words[2];
  const int t = threadIdx.x;
  if (t == 0) words[0] = 0x01020304;
  if (t == 32) reinterpret_cast<char*>(words)[3] = 9;  // finds: shared-race
  __syncthreads();
  out[t] = words[0];
}

__global__ void byte_of_a_word_right(unsigned* out) {
  __shared__ unsigned words[2];
  const int t = threadIdx.x;
  if (t == 0) words[0] = 0x01020304;
  if (t == 32) reinterpret_cast<char*>(words)[4] = 9;
  __syncthreads();
  out[t] = words[0];
}

// Counters of a byte each, a column of them for each thread, in no order that comes again.
constexpr int kRows = 64;

__device__ unsigned next_row(unsigned& number) {
  number = number * 1664525u + 1013904223u;
  return number >> 20 & (kRows - 1);
}

__device__ int column_of(int thread) { return thread % 16 * 4 + thread / 16; }

__device__ void clear(unsigned char* counters) {
  for (int i = threadIdx.x; i < kRows * kBlock / 4; i += kBlock) reinterpret_cast<unsigned*>(counters)[i] = 0;
  __syncthreads();
}

__device__ void sum_up(const unsigned char* counters, unsigned* out) {
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < kBlock; ++i) sum += counters[threadIdx.x * kBlock + i];
  out[threadIdx.x] = sum;
}

__global__ void columns_right(unsigned* out) {
  __shared__ __align__(4) unsigned char counters[kRows * kBlock];
  clear(counters);
  unsigned number = threadIdx.x;
  for (int i = 0; i < 200; ++i) ++counters[next_row(number) * kBlock + column_of(threadIdx.x)];
  sum_up(counters, out);
}

// One thread has another's column: one of the other warp's, or of its own.
__global__ void columns_of_warps_wrong(unsigned* out) {
  __shared__ __align__(4) unsigned char counters[kRows * kBlock];
  clear(counters);
  unsigned number = threadIdx.x;
  const int column = column_of(threadIdx.x == 39 ? 7 : threadIdx.x);
  for (int i = 0; i < 200; ++i) ++counters[next_row(number) * kBlock + column];  // finds: shared-race
  sum_up(counters, out);
}

__global__ void columns_of_lanes_wrong(unsigned* out) {
  __shared__ __align__(4) unsigned char counters[kRows * kBlock];
  clear(counters);
  unsigned number = threadIdx.x;
  const int column = column_of(threadIdx.x == 21 ? 5 : threadIdx.x);
  for (int i = 0; i < 200; ++i) ++counters[next_row(number) * kBlock + column];  // finds: shared-race
  sum_up(counters, out);
}

// Words that are read whole before all bytes have been counted.
__global__ void words_of_columns_wrong(unsigned* out) {
  __shared__ __align__(4) unsigned char counters[kRows * kBlock];
  clear(counters);
  unsigned number = threadIdx.x;
  for (int i = 0; i < 20; ++i) ++counters[next_row(number) * kBlock + column_of(threadIdx.x)];  // finds: shared-race
  __syncwarp();
  unsigned sum = 0;
  for (int row = 0; row < kRows; ++row)
    sum += *reinterpret_cast<unsigned*>(&counters[row * kBlock + threadIdx.x % 16 * 4]);  // finds: shared-race
  out[threadIdx.x] = sum;
}

// Eight bytes that another reads as two halves.
__global__ void halves_wrong(unsigned* out) {
  __shared__ unsigned long long s[32];
  const int t = threadIdx.x;
  if (t < 32) s[t] = 0x100000000ull * t + t;
  if (t >= 32) out[t] = reinterpret_cast<unsigned*>(s)[t];  // finds: shared-race
}

__global__ void halves_right(unsigned* out) {
  __shared__ unsigned long long s[32];
  const int t = threadIdx.x;
  if (t < 32) s[t] = 0x100000000ull * t + t;
  __syncthreads();
  if (t >= 32) out[t] = reinterpret_cast<unsigned*>(s)[t];
}

// A vector that is read for three of its members.
__global__ void fourth_member_wrong(float4* points, float* out) {
  const int t = blockIdx.x * kBlock + threadIdx.x;
  const float4 point = points[t ^ kBlock];  // finds: global-race
  out[t] = point.x + point.y + point.z + 0 * point.w;
  points[t].w = 1;
}

__global__ void fourth_member_right(float4* points, float* out) {
  const int t = blockIdx.x * kBlock + threadIdx.x;
  const float* point = &points[t ^ kBlock].x;
  out[t] = point[0] + point[1] + point[2];
  points[t].w = 1;
}

int main() {
  void* memory;
  cudaMalloc(&memory, 8192);
  cudaMemset(memory, 0, 8192);
  int* const out = static_cast<int*>(memory);
  float* const floats = static_cast<float*>(memory);
  unsigned* const words = static_cast<unsigned*>(memory);
  chars_right<<<1, kBlock>>>(static_cast<char*>(memory));
  shorts_right<<<1, kBlock>>>(static_cast<short*>(memory));
  pairs_of_chars_wrong<<<1, kBlock>>>(static_cast<char*>(memory));
  pairs_of_chars_right<<<1, kBlock>>>(static_cast<char*>(memory));
  members_wrong<<<1, kBlock>>>(out);
  members_right<<<1, kBlock>>>(out);
  bit_fields_wrong<<<1, kBlock>>>(words);
  bit_fields_right<<<1, kBlock>>>(words);
  vector_over_scalar_wrong<<<1, kBlock>>>(floats);
  vector_over_scalar_right<<<1, kBlock>>>(floats);
  byte_of_a_word_wrong<<<1, kBlock>>>(words);
  byte_of_a_word_right<<<1, kBlock>>>(words);
  columns_right<<<1, kBlock>>>(words);
  columns_of_warps_wrong<<<1, kBlock>>>(words);
  columns_of_lanes_wrong<<<1, kBlock>>>(words);
  words_of_columns_wrong<<<1, kBlock>>>(words);
  halves_wrong<<<1, kBlock>>>(words);
  halves_right<<<1, kBlock>>>(words);
  fourth_member_wrong<<<2, kBlock>>>(static_cast<float4*>(memory), floats + 1024);
  fourth_member_right<<<2, kBlock>>>(static_cast<float4*>(memory), floats + 1024);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
