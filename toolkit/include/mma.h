// Matrix products by the tensor units, a warp together: wmma fragments, their loads and stores, and the product.
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(__cplusplus) && defined(__CUDA__)

#define WG_MMA static __device__ __inline__ __attribute__((always_inline, nodebug, unused))

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major = 0, mem_col_major = 1 };

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};

namespace precision {
struct tf32 {};
}  // namespace precision

namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

/// One warp's share of a matrix: the elements x[0] ... x[num_elements - 1] of the calling thread.
template <class Use, int m, int n, int k, class T, class Layout = void>
struct fragment;

namespace details {

template <class Element, int Count>
struct elements {
  static constexpr int num_elements = Count;
  static constexpr int num_storage_elements = Count;
  Element x[Count];
};

}  // namespace details

#define WG_FRAGMENT(use, m, n, k, type, element, count)                             \
  template <class Layout>                                                           \
  struct fragment<use, m, n, k, type, Layout> : details::elements<element, count> { \
    typedef element element_type;                                                   \
    typedef element storage_element_type;                                           \
  };
#define WG_ACCUMULATOR(m, n, k, type, count)                                           \
  template <>                                                                          \
  struct fragment<accumulator, m, n, k, type, void> : details::elements<type, count> { \
    typedef type element_type;                                                         \
    typedef type storage_element_type;                                                 \
  };

// Loads and stores: `layout` is 0 for rows, 1 for columns, a constant of the instruction.
#define WG_LOAD_WORDS(use, m, n, k, type, pointer, word, builtin)                                           \
  WG_MMA void load_matrix_sync(fragment<use, m, n, k, type, row_major>& f, const pointer* p, unsigned ld) { \
    builtin((word*)f.x, (word*)p, ld, 0);                                                                   \
  }                                                                                                         \
  WG_MMA void load_matrix_sync(fragment<use, m, n, k, type, col_major>& f, const pointer* p, unsigned ld) { \
    builtin((word*)f.x, (word*)p, ld, 1);                                                                   \
  }
#define WG_LOAD(use, m, n, k, type, pointer, builtin) WG_LOAD_WORDS(use, m, n, k, type, pointer, int, builtin)
#define WG_ACCUMULATOR_MEMORY(m, n, k, type, word, load, store)                                                        \
  WG_MMA void load_matrix_sync(fragment<accumulator, m, n, k, type>& f, const type* p, unsigned ld, layout_t layout) { \
    if (layout == mem_row_major) {                                                                                     \
      load((word*)f.x, (word*)p, ld, 0);                                                                               \
    } else {                                                                                                           \
      load((word*)f.x, (word*)p, ld, 1);                                                                               \
    }                                                                                                                  \
  }                                                                                                                    \
  WG_MMA void store_matrix_sync(type* p, const fragment<accumulator, m, n, k, type>& f, unsigned ld,                   \
                                layout_t layout) {                                                                     \
    if (layout == mem_row_major) {                                                                                     \
      store((word*)p, (word*)f.x, ld, 0);                                                                              \
    } else {                                                                                                           \
      store((word*)p, (word*)f.x, ld, 1);                                                                              \
    }                                                                                                                  \
  }
// The product, for one pair of layouts; `order` numbers them: row row, row col, col row, col col.
#define WG_PRODUCT_WORDS(m, n, k, in, word, d_type, c_type, d_word, c_word, builtin, layout_a, layout_b, order)       \
  WG_MMA void mma_sync(fragment<accumulator, m, n, k, d_type>& d, const fragment<matrix_a, m, n, k, in, layout_a>& a, \
                       const fragment<matrix_b, m, n, k, in, layout_b>& b,                                            \
                       const fragment<accumulator, m, n, k, c_type>& c) {                                             \
    builtin((d_word*)d.x, (word*)a.x, (word*)b.x, (c_word*)c.x, order, 0);                                            \
  }
#define WG_PRODUCT(m, n, k, in, ...) WG_PRODUCT_WORDS(m, n, k, in, int, __VA_ARGS__)
// Sums of integers wrap around, or end at their limits.
#define WG_INTEGER_PRODUCT(m, n, k, in, builtin, layout_a, layout_b, order)                                        \
  WG_MMA void mma_sync(fragment<accumulator, m, n, k, int>& d, const fragment<matrix_a, m, n, k, in, layout_a>& a, \
                       const fragment<matrix_b, m, n, k, in, layout_b>& b,                                         \
                       const fragment<accumulator, m, n, k, int>& c, bool satf = false) {                          \
    if (satf) {                                                                                                    \
      builtin((int*)d.x, (int*)a.x, (int*)b.x, (int*)c.x, order, 1);                                               \
    } else {                                                                                                       \
      builtin((int*)d.x, (int*)a.x, (int*)b.x, (int*)c.x, order, 0);                                               \
    }                                                                                                              \
  }
#define WG_INTEGER_PRODUCTS(...)                           \
  WG_INTEGER_PRODUCT(__VA_ARGS__, row_major, row_major, 0) \
  WG_INTEGER_PRODUCT(__VA_ARGS__, row_major, col_major, 1) \
  WG_INTEGER_PRODUCT(__VA_ARGS__, col_major, row_major, 2) \
  WG_INTEGER_PRODUCT(__VA_ARGS__, col_major, col_major, 3)
#define WG_PRODUCTS(...)                           \
  WG_PRODUCT(__VA_ARGS__, row_major, row_major, 0) \
  WG_PRODUCT(__VA_ARGS__, row_major, col_major, 1) \
  WG_PRODUCT(__VA_ARGS__, col_major, row_major, 2) \
  WG_PRODUCT(__VA_ARGS__, col_major, col_major, 3)

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define WG_HALF_SHAPE(m, n, k, shape)                                                                \
  WG_FRAGMENT(matrix_a, m, n, k, __half, __half, 16)                                                 \
  WG_FRAGMENT(matrix_b, m, n, k, __half, __half, 16)                                                 \
  WG_ACCUMULATOR(m, n, k, __half, 8)                                                                 \
  WG_ACCUMULATOR(m, n, k, float, 8)                                                                  \
  WG_LOAD(matrix_a, m, n, k, __half, __half, __hmma_##shape##_ld_a)                                  \
  WG_LOAD(matrix_b, m, n, k, __half, __half, __hmma_##shape##_ld_b)                                  \
  WG_ACCUMULATOR_MEMORY(m, n, k, __half, int, __hmma_##shape##_ld_c_f16, __hmma_##shape##_st_c_f16)  \
  WG_ACCUMULATOR_MEMORY(m, n, k, float, float, __hmma_##shape##_ld_c_f32, __hmma_##shape##_st_c_f32) \
  WG_PRODUCTS(m, n, k, __half, float, float, float, float, __hmma_##shape##_mma_f32f32)              \
  WG_PRODUCTS(m, n, k, __half, __half, __half, int, int, __hmma_##shape##_mma_f16f16)                \
  WG_PRODUCTS(m, n, k, __half, float, __half, float, int, __hmma_##shape##_mma_f32f16)               \
  WG_PRODUCTS(m, n, k, __half, __half, float, int, float, __hmma_##shape##_mma_f16f32)
WG_HALF_SHAPE(16, 16, 16, m16n16k16)
WG_HALF_SHAPE(32, 8, 16, m32n8k16)
WG_HALF_SHAPE(8, 32, 16, m8n32k16)
#undef WG_HALF_SHAPE
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 720
#define WG_BYTE_SHAPE(m, n, k, shape, count_a, count_b)                                      \
  WG_FRAGMENT(matrix_a, m, n, k, signed char, signed char, count_a)                          \
  WG_FRAGMENT(matrix_b, m, n, k, signed char, signed char, count_b)                          \
  WG_FRAGMENT(matrix_a, m, n, k, unsigned char, unsigned char, count_a)                      \
  WG_FRAGMENT(matrix_b, m, n, k, unsigned char, unsigned char, count_b)                      \
  WG_ACCUMULATOR(m, n, k, int, 8)                                                            \
  WG_LOAD(matrix_a, m, n, k, signed char, signed char, __imma_##shape##_ld_a_s8)             \
  WG_LOAD(matrix_b, m, n, k, signed char, signed char, __imma_##shape##_ld_b_s8)             \
  WG_LOAD(matrix_a, m, n, k, unsigned char, unsigned char, __imma_##shape##_ld_a_u8)         \
  WG_LOAD(matrix_b, m, n, k, unsigned char, unsigned char, __imma_##shape##_ld_b_u8)         \
  WG_ACCUMULATOR_MEMORY(m, n, k, int, int, __imma_##shape##_ld_c, __imma_##shape##_st_c_i32) \
  WG_INTEGER_PRODUCTS(m, n, k, signed char, __imma_##shape##_mma_s8)                         \
  WG_INTEGER_PRODUCTS(m, n, k, unsigned char, __imma_##shape##_mma_u8)
WG_BYTE_SHAPE(16, 16, 16, m16n16k16, 8, 8)
WG_BYTE_SHAPE(32, 8, 16, m32n8k16, 16, 4)
WG_BYTE_SHAPE(8, 32, 16, m8n32k16, 4, 16)
#undef WG_BYTE_SHAPE
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 750
// Elements of less than a byte: A by rows and B by columns, several in a word. Distances are in elements.
#define WG_PACKED_FRAGMENT(use, k, type, layout, word, count)            \
  template <>                                                            \
  struct fragment<use, 8, 8, k, experimental::precision::type, layout> { \
    typedef experimental::precision::type element_type;                  \
    typedef word storage_element_type;                                   \
    static constexpr int num_elements = count;                           \
    static constexpr int num_storage_elements = 1;                       \
    word x[1];                                                           \
  };
#define WG_PACKED_LOAD(use, k, type, layout, by_columns, builtin)                                               \
  WG_MMA void load_matrix_sync(fragment<use, 8, 8, k, experimental::precision::type, layout>& f, const void* p, \
                               unsigned ld) {                                                                   \
    builtin((int*)f.x, (int*)p, ld, by_columns);                                                                \
  }
#define WG_PACKED_TYPE(k, type, word, count, load_a, load_b)    \
  WG_PACKED_FRAGMENT(matrix_a, k, type, row_major, word, count) \
  WG_PACKED_FRAGMENT(matrix_b, k, type, col_major, word, count) \
  WG_PACKED_LOAD(matrix_a, k, type, row_major, 0, load_a)       \
  WG_PACKED_LOAD(matrix_b, k, type, col_major, 1, load_b)
WG_PACKED_TYPE(32, s4, int, 8, __imma_m8n8k32_ld_a_s4, __imma_m8n8k32_ld_b_s4)
WG_PACKED_TYPE(32, u4, unsigned, 8, __imma_m8n8k32_ld_a_u4, __imma_m8n8k32_ld_b_u4)
WG_PACKED_TYPE(128, b1, unsigned, 32, __bmma_m8n8k128_ld_a_b1, __bmma_m8n8k128_ld_b_b1)
WG_ACCUMULATOR(8, 8, 32, int, 2)
WG_ACCUMULATOR(8, 8, 128, int, 2)
WG_ACCUMULATOR_MEMORY(8, 8, 32, int, int, __imma_m8n8k32_ld_c, __imma_m8n8k32_st_c_i32)
WG_ACCUMULATOR_MEMORY(8, 8, 128, int, int, __bmma_m8n8k128_ld_c, __bmma_m8n8k128_st_c_i32)
WG_INTEGER_PRODUCT(8, 8, 32, experimental::precision::s4, __imma_m8n8k32_mma_s4, row_major, col_major, 1)
WG_INTEGER_PRODUCT(8, 8, 32, experimental::precision::u4, __imma_m8n8k32_mma_u4, row_major, col_major, 1)

/// Adds how many bits differ, or, of chips of capability 8.0 and later, how many are set in both.
WG_MMA void bmma_sync(fragment<accumulator, 8, 8, 128, int>& d,
                      const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
                      const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
                      const fragment<accumulator, 8, 8, 128, int>& c,
                      experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
                      experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if (op == experimental::bmmaBitOpAND) {
    __bmma_m8n8k128_mma_and_popc_b1((int*)d.x, (int*)a.x, (int*)b.x, (int*)c.x, 1);
    return;
  }
#endif
  __bmma_m8n8k128_mma_xor_popc_b1((int*)d.x, (int*)a.x, (int*)b.x, (int*)c.x, 1);
}
#undef WG_PACKED_FRAGMENT
#undef WG_PACKED_LOAD
#undef WG_PACKED_TYPE
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define WG_BFLOAT_SHAPE(m, n, k, shape, count_a, count_b)                             \
  WG_FRAGMENT(matrix_a, m, n, k, __nv_bfloat16, __nv_bfloat16, count_a)               \
  WG_FRAGMENT(matrix_b, m, n, k, __nv_bfloat16, __nv_bfloat16, count_b)               \
  WG_LOAD(matrix_a, m, n, k, __nv_bfloat16, __nv_bfloat16, __mma_bf16_##shape##_ld_a) \
  WG_LOAD(matrix_b, m, n, k, __nv_bfloat16, __nv_bfloat16, __mma_bf16_##shape##_ld_b) \
  WG_PRODUCTS(m, n, k, __nv_bfloat16, float, float, float, float, __mma_bf16_##shape##_mma_f32)
WG_BFLOAT_SHAPE(16, 16, 16, m16n16k16, 8, 8)
WG_BFLOAT_SHAPE(32, 8, 16, m32n8k16, 16, 4)
WG_BFLOAT_SHAPE(8, 32, 16, m8n32k16, 4, 16)
#undef WG_BFLOAT_SHAPE

WG_FRAGMENT(matrix_a, 16, 16, 8, precision::tf32, float, 4)
WG_FRAGMENT(matrix_b, 16, 16, 8, precision::tf32, float, 4)
WG_ACCUMULATOR(16, 16, 8, float, 8)
WG_LOAD(matrix_a, 16, 16, 8, precision::tf32, float, __mma_tf32_m16n16k8_ld_a)
WG_LOAD(matrix_b, 16, 16, 8, precision::tf32, float, __mma_tf32_m16n16k8_ld_b)
WG_ACCUMULATOR_MEMORY(16, 16, 8, float, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32)
WG_PRODUCTS(16, 16, 8, precision::tf32, float, float, float, float, __mma_tf32_m16n16k8_mma_f32)

WG_FRAGMENT(matrix_a, 8, 8, 4, double, double, 1)
WG_FRAGMENT(matrix_b, 8, 8, 4, double, double, 1)
WG_ACCUMULATOR(8, 8, 4, double, 2)
WG_LOAD_WORDS(matrix_a, 8, 8, 4, double, double, double, __dmma_m8n8k4_ld_a)
WG_LOAD_WORDS(matrix_b, 8, 8, 4, double, double, double, __dmma_m8n8k4_ld_b)
WG_ACCUMULATOR_MEMORY(8, 8, 4, double, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64)
#define WG_DOUBLES(...) WG_PRODUCT_WORDS(8, 8, 4, double, double, double, double, double, double, __VA_ARGS__)
WG_DOUBLES(__dmma_m8n8k4_mma_f64, row_major, row_major, 0)
WG_DOUBLES(__dmma_m8n8k4_mma_f64, row_major, col_major, 1)
WG_DOUBLES(__dmma_m8n8k4_mma_f64, col_major, row_major, 2)
WG_DOUBLES(__dmma_m8n8k4_mma_f64, col_major, col_major, 3)
#undef WG_DOUBLES

/// A float rounded to the 10 bits of fraction that a tf32 product takes.
WG_MMA float __float_to_tf32(float f) {
  unsigned int bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(f));
  return __builtin_bit_cast(float, bits);
}
#endif

template <class Use, int m, int n, int k, class T, class Layout, class Value>
WG_MMA void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, Value value) {
#pragma unroll
  for (int i = 0; i < f.num_elements; ++i) {
    f.x[i] = static_cast<typename fragment<Use, m, n, k, T, Layout>::element_type>(value);
  }
}

#undef WG_FRAGMENT
#undef WG_ACCUMULATOR
#undef WG_LOAD_WORDS
#undef WG_LOAD
#undef WG_ACCUMULATOR_MEMORY
#undef WG_PRODUCT_WORDS
#undef WG_PRODUCT
#undef WG_PRODUCTS
#undef WG_INTEGER_PRODUCT
#undef WG_INTEGER_PRODUCTS

}  // namespace wmma
}  // namespace nvcuda

#undef WG_MMA

#endif

#endif
