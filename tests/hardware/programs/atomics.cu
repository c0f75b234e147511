// Atomics: one address for the whole warp or many, results used or not, each width and operation that has a way of its
// own in the machine.
#include "check.hpp"

constexpr int kThreads = 256;

__global__ void one_counter(unsigned* out) { atomicAdd(out, 1u); }

__global__ void one_sum(unsigned* out) { atomicAdd(out, threadIdx.x); }

__global__ void one_signed_sum(int* out) { atomicAdd(out, static_cast<int>(threadIdx.x) - 5); }

__global__ void one_maximum(unsigned* out) { atomicMax(out, threadIdx.x * 7 % 256); }

__global__ void one_bit_set(unsigned* out) { atomicOr(out, 1u << (threadIdx.x % 32)); }

__global__ void one_ticket(unsigned* out, unsigned* counter) {
  const unsigned ticket = atomicAdd(counter, 1u);
  out[ticket] = ticket;
}

__global__ void one_a_block(unsigned* out) { atomicAdd(out + blockIdx.x, 3u); }

__global__ void one_float(float* out) { atomicAdd(out, 1.0f); }

__global__ void one_long(unsigned long long* out) { atomicAdd(out, 2ull); }

__global__ void long_values(unsigned long long* out) {
  atomicAdd(out, static_cast<unsigned long long>(threadIdx.x));
}

__global__ void own_words(unsigned* out) { atomicAdd(out + threadIdx.x, 2u); }

__global__ void spread_words(unsigned* out) { atomicXor(out + threadIdx.x * 37 % 256, threadIdx.x); }

__global__ void exchanged(unsigned* out) { atomicExch(out + threadIdx.x, threadIdx.x + 1); }

__global__ void lanes_of_a_branch(unsigned* out) {
  if (threadIdx.x % 3 == 0) atomicAdd(out, threadIdx.x);
}

__global__ void first_of_a_block(unsigned* out) {
  __shared__ unsigned sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__global__ void shared_count(unsigned* out) {
  __shared__ unsigned bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x * threadIdx.x % 8], 1u);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}

__global__ void shared_count_signed(int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x * threadIdx.x % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}

__global__ void shared_ranks(unsigned* out) {
  __shared__ unsigned bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  const unsigned rank = atomicAdd(&bins[threadIdx.x % 8], 1u);
  atomicMax(out + threadIdx.x % 8, rank);
}

__global__ void shared_values(unsigned* out) {
  __shared__ unsigned bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 8], threadIdx.x);
  atomicMin(&bins[(threadIdx.x + 1) % 8], 1000000u);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  const auto first = [](unsigned value) { return [=](int i) { return i == 0 ? value : 0u; }; };
  check::words("one_counter", one_counter, 4, kThreads, 1, first(4 * kThreads));
  check::words("one_sum", one_sum, 2, kThreads, 1, first(2 * kThreads * (kThreads - 1) / 2));
  check::words("one_signed_sum", one_signed_sum, 1, 100, 1, [](int) { return 100 * 99 / 2 - 500; });
  check::words("one_maximum", one_maximum, 1, 256, 1, first(255));
  check::words("one_bit_set", one_bit_set, 1, 48, 1, first(~0u));
  unsigned* counter = check::array<unsigned>(1, [](int) { return 0u; });
  check::words("one_ticket", one_ticket, 1, kThreads, kThreads, [](int i) { return i; }, counter);
  check::words("one_a_block", one_a_block, 3, kThreads, 3, [](int) { return 3 * kThreads; });
  check::words("one_float", one_float, 1, 64, 1, [](int) { return 64; });
  check::words("one_long", one_long, 1, kThreads, 1, [](int) { return 2 * kThreads; });
  check::words("long_values", long_values, 1, 64, 1, [](int) { return 64 * 63 / 2; });
  check::words("own_words", own_words, 2, kThreads, kThreads, [](int) { return 4; });
  check::words("spread_words", spread_words, 1, 256, 256, [](int i) { return i * 173 % 256; });
  check::words("exchanged", exchanged, 1, kThreads, kThreads, [](int i) { return i + 1; });
  check::words("lanes_of_a_branch", lanes_of_a_branch, 1, 96, 1, first(3 * 31 * 32 / 2));
  check::words("first_of_a_block", first_of_a_block, 2, kThreads, 1, first(kThreads * (kThreads - 1)));
  const auto squares = [](int i) { return i == 0 || i == 4 ? 64 : i == 1 ? 128 : 0; };
  check::words("shared_count", shared_count, 1, kThreads, 8, squares);
  check::words("shared_count_signed", shared_count_signed, 1, kThreads, 8, squares);
  check::words("shared_ranks", shared_ranks, 1, kThreads, 8, [](int) { return 31; });
  check::words("shared_values", shared_values, 1, 64, 8, [](int i) { return 8 * i + 8 * 28; });
  return check::finish("atomics");
}
