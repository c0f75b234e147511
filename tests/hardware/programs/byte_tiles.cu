// Products of bytes, halves of bytes and bits, whose factors are loaded from shared memory: along K, where the machine
// fetches them as ldmatrix does, and the other way.
#include <type_traits>

#include <mma.h>

#include "check.hpp"

using namespace nvcuda;

constexpr int kBytes = 3072;  // that a factor has at most, with its pitch

template <class Type, int kBits>
struct Element {
  using type = Type;
  static constexpr int bits = kBits;
};
using Signed = Element<signed char, 8>;
using Unsigned = Element<unsigned char, 8>;
using Nibble = Element<wmma::experimental::precision::s4, 4>;
using Bit = Element<wmma::experimental::precision::b1, 1>;

__host__ __device__ unsigned char byte_at(int i) { return static_cast<unsigned char>(i * 37 + i / 5); }

template <class E, int kM, int kN, int kK, class LayoutA, class LayoutB>
__global__ void product(int* out, unsigned pitch_a, unsigned pitch_b) {
  __shared__ __align__(128) unsigned char a[kBytes];
  __shared__ __align__(128) unsigned char b[kBytes];
  for (int i = threadIdx.x; i < kBytes; i += 32) {
    a[i] = byte_at(i);
    b[i] = byte_at(i + 7);
  }
  __syncwarp();
  wmma::fragment<wmma::matrix_a, kM, kN, kK, typename E::type, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, kM, kN, kK, typename E::type, LayoutB> fb;
  wmma::fragment<wmma::accumulator, kM, kN, kK, int> sum;
  using Loaded = std::conditional_t<E::bits == 8, typename E::type, void>;
  wmma::load_matrix_sync(fa, static_cast<const Loaded*>(static_cast<const void*>(a)), pitch_a);
  wmma::load_matrix_sync(fb, static_cast<const Loaded*>(static_cast<const void*>(b)), pitch_b);
  wmma::fill_fragment(sum, 3);
  if constexpr (E::bits == 1)
    wmma::bmma_sync(sum, fa, fb, sum);
  else
    wmma::mma_sync(sum, fa, fb, sum);
  wmma::store_matrix_sync(out, sum, kN, wmma::mem_row_major);
}

/// Element `i` of a factor whose bytes begin with byte_at(first).
template <class E>
int element(int first, unsigned i) {
  const int byte = byte_at(first + static_cast<int>(i * E::bits / 8));
  if constexpr (E::bits == 1) return byte >> (i % 8) & 1;
  if constexpr (E::bits == 4)
    return static_cast<signed char>((byte >> (i % 2 * 4)) << 4) >> 4;
  return std::is_same_v<E, Signed> ? static_cast<signed char>(byte) : byte;
}

template <class E, int kM, int kN, int kK, class LayoutA, class LayoutB>
void test(const char* name, unsigned pitch_a, unsigned pitch_b) {
  constexpr bool kRows = std::is_same_v<LayoutA, wmma::row_major>;
  constexpr bool kColumns = std::is_same_v<LayoutB, wmma::col_major>;
  check::words<int>(name, product<E, kM, kN, kK, LayoutA, LayoutB>, 1, 32, kM * kN, [=](int i) {
    int sum = 3;
    for (unsigned k = 0; k < kK; ++k) {
      const unsigned row = i / kN, column = i % kN;
      const int x = element<E>(0, kRows ? row * pitch_a + k : k * pitch_a + row);
      const int y = element<E>(7, kColumns ? column * pitch_b + k : k * pitch_b + column);
      sum += E::bits == 1 ? x ^ y : x * y;
    }
    return sum;
  }, pitch_a, pitch_b);
}

int main() {
  using wmma::col_major;
  using wmma::row_major;
  for (const unsigned pitch : {16u, 32u, 48u, 64u, 80u}) {
    test<Signed, 16, 16, 16, row_major, col_major>("16 x 16, along K", pitch, pitch);
    test<Unsigned, 16, 16, 16, col_major, row_major>("16 x 16, across", pitch, pitch);
    test<Signed, 32, 8, 16, row_major, col_major>("32 x 8, along K", pitch, pitch);
    test<Unsigned, 8, 32, 16, row_major, col_major>("8 x 32, along K", pitch, pitch);
    test<Nibble, 8, 8, 32, row_major, col_major>("halves of bytes", 2 * pitch, 2 * pitch);
    test<Bit, 8, 8, 128, row_major, col_major>("bits", 8 * pitch, 8 * pitch);
  }
  test<Unsigned, 32, 8, 16, col_major, row_major>("32 x 8, across", 32, 16);
  test<Signed, 8, 32, 16, col_major, row_major>("8 x 32, across", 16, 32);
  return check::finish("byte_tiles");
}
