// Products of elements of less than a byte, and sums of integers that end at their limits, beside plain loops.
// prints: 0 wrong
#include <cuda_runtime.h>
#include <mma.h>

#include <cstdio>

namespace wmma = nvcuda::wmma;
namespace narrow = nvcuda::wmma::experimental;

constexpr int kSide = 8;
constexpr int kWords = 4;  // of a row of A or a column of B
constexpr int kMost = 2147483647;

template <class Type>
__global__ void multiply_fours(const void* a, const void* b, int* d, int from, bool saturate) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, Type, wmma::row_major> first;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, Type, wmma::col_major> second;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
  wmma::load_matrix_sync(first, a, 32);
  wmma::load_matrix_sync(second, b, 32);
  wmma::fill_fragment(sum, from);
  wmma::mma_sync(sum, first, second, sum, saturate);
  wmma::store_matrix_sync(d, sum, kSide, wmma::mem_row_major);
}

template <narrow::bmmaBitOp kOp>
__global__ void multiply_bits(const void* a, const void* b, int* d) {
  wmma::fragment<wmma::matrix_a, 8, 8, 128, narrow::precision::b1, wmma::row_major> first;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, narrow::precision::b1, wmma::col_major> second;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
  wmma::load_matrix_sync(first, a, 128);
  wmma::load_matrix_sync(second, b, 128);
  wmma::fill_fragment(sum, 0);
  wmma::bmma_sync(sum, first, second, sum, kOp);
  wmma::store_matrix_sync(d, sum, kSide, wmma::mem_row_major);
}

unsigned *g_a, *g_b;
int* g_d;

template <class Product>
int wrong(Product&& product) {
  cudaDeviceSynchronize();
  int count = 0;
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      count += g_d[row * kSide + column] != product(g_a + row * kWords, g_b + column * kWords);
  return count;
}

int four(unsigned word, int e, bool is_signed) {
  return is_signed ? static_cast<int>(word << (28 - 4 * e)) >> 28 : static_cast<int>(word >> 4 * e & 15);
}

long long fours(const unsigned* a, const unsigned* b, bool is_signed) {
  long long sum = 0;
  for (int k = 0; k < 32; ++k) sum += four(a[k / 8], k % 8, is_signed) * four(b[k / 8], k % 8, is_signed);
  return sum;
}

int main() {
  cudaMallocManaged(&g_a, kSide * kWords * sizeof *g_a);
  cudaMallocManaged(&g_b, kSide * kWords * sizeof *g_b);
  cudaMallocManaged(&g_d, kSide * kSide * sizeof *g_d);
  for (unsigned i = 0; i < kSide * kWords; ++i) g_a[i] = i * 2654435761u, g_b[i] = ~g_a[i] * 40503u + i;
  int count = 0;
  for (const int from : {1, kMost}) {
    const auto wraps = [&](bool is_signed) {
      return [=](const unsigned* a, const unsigned* b) {
        return static_cast<int>(static_cast<unsigned>(from) + static_cast<unsigned>(fours(a, b, is_signed)));
      };
    };
    multiply_fours<narrow::precision::s4><<<1, 32>>>(g_a, g_b, g_d, from, false);
    count += wrong(wraps(true));
    multiply_fours<narrow::precision::u4><<<1, 32>>>(g_a, g_b, g_d, from, false);
    count += wrong(wraps(false));
    multiply_fours<narrow::precision::s4><<<1, 32>>>(g_a, g_b, g_d, from, true);
    count += wrong([&](const unsigned* a, const unsigned* b) {
      const long long sum = from + fours(a, b, true);
      return static_cast<int>(sum > kMost ? kMost : sum);
    });
  }
  const auto bits = [](const unsigned* a, const unsigned* b, bool both) {
    int sum = 0;
    for (int w = 0; w < kWords; ++w) sum += __builtin_popcount(both ? a[w] & b[w] : a[w] ^ b[w]);
    return sum;
  };
  multiply_bits<narrow::bmmaBitOpXOR><<<1, 32>>>(g_a, g_b, g_d);
  count += wrong([&](const unsigned* a, const unsigned* b) { return bits(a, b, false); });
  multiply_bits<narrow::bmmaBitOpAND><<<1, 32>>>(g_a, g_b, g_d);
  count += wrong([&](const unsigned* a, const unsigned* b) { return bits(a, b, true); });
  std::printf("%d wrong\n", count);
  return count != 0;
}
