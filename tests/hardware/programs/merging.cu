// Neighbouring words in shared memory: what the assembler merges into 64- and 128-bit accesses, and what keeps it from
// doing so.
#include "check.hpp"

// Every thread adds up a row of 32 words; the pitch says how the rows are aligned.
template <int kPitch>
__global__ void sum_row(int* out) {
  __shared__ int tile[32 * kPitch];
  const int lane = threadIdx.x;
  for (int row = 0; row < 32; ++row) tile[row * kPitch + lane] = row * 100 + lane;
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 32; ++k) sum += tile[lane * kPitch + k];
  out[lane] = sum;
}

// `count` words from `first` on, of records of eight words.
template <int kFirst, int kCount>
__global__ void sum_record(int* out) {
  __shared__ int records[64 * 8];
  const int lane = threadIdx.x;
  for (int k = 0; k < 8; ++k) records[k * 64 + lane] = k * 64 + lane;
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int k = 0; k < kCount; ++k) sum += records[lane * 8 + kFirst + k];
  out[lane] = sum;
}

__global__ void words_with_hole(int* out) {
  __shared__ int records[32 * 4];
  const int lane = threadIdx.x;
  for (int k = 0; k < 4; ++k) records[k * 32 + lane] = k * 32 + lane;
  __syncthreads();
  out[lane] = records[lane * 4] + records[lane * 4 + 1] + records[lane * 4 + 3];
}

__global__ void unknown_pitch(int* out, int pitch) {
  __shared__ int records[32 * 8];
  const int lane = threadIdx.x;
  for (int k = 0; k < 8; ++k) records[k * 32 + lane] = k * 32 + lane;
  __syncthreads();
  const int at = lane * pitch;
  out[lane] = records[at] + records[at + 1] + records[at + 2] + records[at + 3];
}

__global__ void four_times_unknown_pitch(int* out, int pitch) {
  __shared__ int records[32 * 8];
  const int lane = threadIdx.x;
  for (int k = 0; k < 8; ++k) records[k * 32 + lane] = k * 32 + lane;
  __syncthreads();
  const int at = lane * 4 * pitch;
  out[lane] = records[at] + records[at + 1] + records[at + 2] + records[at + 3];
}

__global__ void stores(int* out) {
  __shared__ int pairs[32 * 2];
  __shared__ int fours[32 * 4];
  __shared__ int threes[32 * 4];
  const int lane = threadIdx.x;
  pairs[lane * 2] = lane;
  pairs[lane * 2 + 1] = lane + 1;
  fours[lane * 4 + 3] = lane + 3;
  fours[lane * 4 + 1] = lane + 1;
  fours[lane * 4] = lane;
  fours[lane * 4 + 2] = lane + 2;
  threes[lane * 4] = lane;
  threes[lane * 4 + 1] = lane;
  threes[lane * 4 + 2] = lane;
  __syncthreads();
  const int other = 31 - lane;
  out[lane] = pairs[other * 2 + 1] + fours[other * 4 + 2] + threes[other * 4 + 1];
}

__global__ void stores_by_turns(int* out) {
  __shared__ int first[32 * 2];
  __shared__ int second[32 * 2];
  const int lane = threadIdx.x;
  first[lane * 2] = lane;
  second[lane * 2] = lane + 1;
  first[lane * 2 + 1] = lane + 2;
  second[lane * 2 + 1] = lane + 3;
  __syncthreads();
  const int other = 63 - lane;
  out[lane] = first[other] * 100 + second[other];
}

__global__ void store_between(int* out, int* other) {
  __shared__ int pairs[32 * 2];
  __shared__ int mark[32];
  const int lane = threadIdx.x;
  pairs[lane] = lane;
  pairs[lane + 32] = lane + 32;
  __syncthreads();
  const int a = pairs[lane * 2];
  mark[lane] = a;
  const int b = pairs[lane * 2 + 1];
  __syncthreads();
  out[lane] = a + b + mark[31 - lane];
  other[lane] = a;
}

__global__ void global_store_between(int* out, int* other) {
  __shared__ int pairs[32 * 2];
  const int lane = threadIdx.x;
  pairs[lane] = lane;
  pairs[lane + 32] = lane + 32;
  __syncthreads();
  const int a = pairs[lane * 2];
  other[lane] = a;
  out[lane] = a + pairs[lane * 2 + 1];
}

__global__ void barrier_between(int* out) {
  __shared__ int pairs[32 * 2];
  const int lane = threadIdx.x;
  pairs[lane] = lane;
  pairs[lane + 32] = lane + 32;
  __syncthreads();
  const int a = pairs[lane * 2];
  __syncthreads();
  out[lane] = a + pairs[lane * 2 + 1];
}

__global__ void volatile_words(int* out) {
  __shared__ volatile int pairs[32 * 2];
  const int lane = threadIdx.x;
  pairs[lane] = lane;
  pairs[lane + 32] = lane + 32;
  __syncthreads();
  out[lane] = pairs[lane * 2] + pairs[lane * 2 + 1];
}

__global__ void short_words(int* out) {
  __shared__ short halves[32 * 4];
  __shared__ unsigned char bytes[32 * 4];
  const int lane = threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    halves[lane * 4 + k] = static_cast<short>(lane + k);
    bytes[lane * 4 + k] = static_cast<unsigned char>(lane * k);
  }
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) sum += halves[(31 - lane) * 4 + k] + bytes[(31 - lane) * 4 + k];
  out[lane] = sum;
}

__global__ void doubles(double* out) {
  __shared__ double pairs[32 * 2];
  const int lane = threadIdx.x;
  pairs[lane] = lane;
  pairs[lane + 32] = lane + 32;
  __syncthreads();
  out[lane] = pairs[lane * 2] + pairs[lane * 2 + 1];
}

struct Triple {
  int x, y, z;
};

__global__ void triples(int* out) {
  __shared__ Triple all[32];
  const int lane = threadIdx.x;
  all[lane] = {lane, lane + 1, lane + 2};
  __syncthreads();
  const Triple t = all[31 - lane];
  out[lane] = t.x + t.y * 100 + t.z * 10000;
}

__global__ void across_branches(int* out, int limit) {
  __shared__ int pairs[32 * 2];
  const int lane = threadIdx.x;
  pairs[lane] = lane;
  pairs[lane + 32] = lane + 32;
  __syncthreads();
  int value = pairs[lane * 2];
  if (value > limit) {
    for (int k = 0; k < limit; ++k) value = value * 3 + (value >> 2);
    value += pairs[lane * 2 + 1];
  }
  out[lane] = value;
}

__global__ void again_after_branch(int* out, int limit) {
  __shared__ int words[32];
  const int lane = threadIdx.x;
  words[lane] = lane;
  __syncthreads();
  int value = words[31 - lane];
  if (value > limit) {
    for (int k = 0; k < limit; ++k) value = value * 3 + (value >> 2);
  }
  out[lane] = value + words[31 - lane];
}

__global__ void store_then_load(int* out) {
  __shared__ int words[64];
  const int lane = threadIdx.x;
  words[lane] = lane * 3;
  const int own = words[lane];
  __syncthreads();
  out[lane] = own + words[63 - lane - 32];
}

int rounds(int value, int limit) {
  if (value > limit) {
    for (int k = 0; k < limit; ++k) value = value * 3 + (value >> 2);
  }
  return value;
}

int main() {
  const auto row = [](int lane) { return lane * 100 * 32 + 31 * 16; };
  check::words("sum_row<32>", sum_row<32>, 1, 32, 32, row);
  check::words("sum_row<33>", sum_row<33>, 1, 32, 32, row);
  check::words("sum_row<34>", sum_row<34>, 1, 32, 32, row);
  check::words("sum_row<36>", sum_row<36>, 1, 32, 32, row);
  check::words("sum_row<40>", sum_row<40>, 1, 32, 32, row);
  const auto record = [](int first, int count) {
    return [=](int lane) { return count * (lane * 8 + first) + count * (count - 1) / 2; };
  };
  check::words("sum_record<0, 2>", sum_record<0, 2>, 1, 64, 64, record(0, 2));
  check::words("sum_record<0, 3>", sum_record<0, 3>, 1, 64, 64, record(0, 3));
  check::words("sum_record<0, 5>", sum_record<0, 5>, 1, 64, 64, record(0, 5));
  check::words("sum_record<0, 6>", sum_record<0, 6>, 1, 64, 64, record(0, 6));
  check::words("sum_record<0, 7>", sum_record<0, 7>, 1, 64, 64, record(0, 7));
  check::words("sum_record<0, 8>", sum_record<0, 8>, 1, 64, 64, record(0, 8));
  check::words("sum_record<1, 4>", sum_record<1, 4>, 1, 64, 64, record(1, 4));
  check::words("sum_record<2, 4>", sum_record<2, 4>, 1, 64, 64, record(2, 4));
  check::words("sum_record<3, 4>", sum_record<3, 4>, 1, 64, 64, record(3, 4));
  check::words("words_with_hole", words_with_hole, 1, 32, 32, [](int lane) { return 12 * lane + 4; });
  check::words("unknown_pitch", unknown_pitch, 1, 32, 32, [](int lane) { return 4 * lane * 5 + 6; }, 5);
  check::words("four_times_unknown_pitch", four_times_unknown_pitch, 1, 32, 32,
               [](int lane) { return 4 * lane * 4 + 6; }, 1);
  check::words("stores", stores, 1, 32, 32, [](int lane) { return 3 * (31 - lane) + 3; });
  check::words("stores_by_turns", stores_by_turns, 1, 32, 32, [](int lane) {
    const int other = 63 - lane, from = other / 2;
    return (other % 2 == 0 ? from : from + 2) * 100 + (other % 2 == 0 ? from + 1 : from + 3);
  });
  int* other = check::array<int>(64, [](int) { return 0; });
  check::words("store_between", store_between, 1, 32, 32, [](int lane) { return 4 * lane + 1 + 2 * (31 - lane); },
               other);
  check::words("global_store_between", global_store_between, 1, 32, 32, [](int lane) { return 4 * lane + 1; }, other);
  check::words("barrier_between", barrier_between, 1, 32, 32, [](int lane) { return 4 * lane + 1; });
  check::words("volatile_words", volatile_words, 1, 32, 32, [](int lane) { return 4 * lane + 1; });
  check::words("short_words", short_words, 1, 32, 32, [](int lane) { return (31 - lane) * 10 + 6; });
  check::words("doubles", doubles, 1, 32, 32, [](int lane) { return 4 * lane + 1; });
  check::words("triples", triples, 1, 32, 32, [](int lane) {
    const int x = 31 - lane;
    return x + (x + 1) * 100 + (x + 2) * 10000;
  });
  check::words("across_branches", across_branches, 1, 32, 32, [](int lane) {
    const int value = lane * 2;
    return value > 9 ? rounds(value, 9) + value + 1 : value;
  }, 9);
  check::words("again_after_branch", again_after_branch, 1, 32, 32,
               [](int lane) { return rounds(31 - lane, 9) + 31 - lane; }, 9);
  check::words("store_then_load", store_then_load, 1, 32, 32, [](int lane) { return lane * 3 + (31 - lane) * 3; });
  return check::finish("merging");
}
