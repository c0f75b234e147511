// The factors of a product for vectors over the lanes, laid out so that neighbouring lanes need one load of each. With
// lane 4 g + t, the first factor (A, or B where the product is computed as its transpose) has element [8 block + g][k]
// in all four lanes of a group g, the second has elements [k][8 block + 2 t + p], the same four for every group:
// accumulator v of a lane is first block v / 2 mod blocks, second block v / 2 div blocks and p = v mod 2
// (isa/chapters/fragment.hpp).
//
// K's order is the registers': (register along K, element of the register, t). Sums are exact, so that it is free.
#if defined(WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP
#undef WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP
#else
#define WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP
#endif

#include "isa/chapters/product.hpp"
#include "isa/chapters/tensor_elements-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kFirst = 128;  // blocks * K, at most
constexpr std::size_t kSecond = 64;  // blocks * K, at most
constexpr std::size_t kColumns = 4;  // of one parity in a block

template <class T>
struct Factors {
  alignas(64) T first[kFirst][kWarpSize];
  alignas(64) T second[kSecond][2][kColumns];
};

/// What both factors have in common.
struct Plan {
  bool transposed;
  std::size_t first_blocks;
  std::size_t second_blocks;
  std::size_t depth;   // K
  std::size_t halves;  // steps that K is divided into, one after another: 1 or 2
  std::size_t values;  // of an accumulator

  explicit Plan(const Product& product)
      : transposed(is_transposed(product.shape)),
        first_blocks((transposed ? product.shape.n : product.shape.m) / 8),
        second_blocks((transposed ? product.shape.m : product.shape.n) / 8),
        depth(product.shape.k),
        halves(product.steps() == Steps::one ? 1 : 2),
        values(product.shape.m * product.shape.n / kWarpSize) {}
};

/// Both factors; the exponents of short floats alone.
struct Both {
  Factors<f32> values;
  Factors<s32> exponents;
  Bounds bounds;
};

/// Place of an element's four t within K: divided in halves as Steps say.
template <ElementType kType>
std::size_t place_in_k(const Plan& plan, std::size_t along, std::size_t e, std::size_t along_k) {
  constexpr std::size_t kElements = elements_per_register(kType);
  if (plan.halves == 2 && kElements == 4) return (e / 2 * along_k * 2 + along * 2 + e % 2) * 4;
  return (along * kElements + e) * 4;
}

/// The four values of each group of four lanes, one after another in all lanes of the group.
template <class V, class T>
HWY_INLINE void spread(V x, T (*to)[kWarpSize], std::size_t lane) {
  const hn::DFromV<V> d;
  hn::Store(hn::Broadcast<0>(x), d, to[0] + lane);
  hn::Store(hn::Broadcast<1>(x), d, to[1] + lane);
  hn::Store(hn::Broadcast<2>(x), d, to[2] + lane);
  hn::Store(hn::Broadcast<3>(x), d, to[3] + lane);
}

template <ElementType kType>
void lay_out_first(const Plan& plan, const sim::Warp& warp, const std::uint32_t* rows, const OperandLayout& layout,
                   Both& factors) {
  for (std::size_t j = 0; j < layout.registers(); ++j) {
    const std::size_t tile = j / (layout.blocks * layout.steps);
    const std::size_t within = j % (layout.blocks * layout.steps);
    const std::size_t block = tile * layout.blocks + within % layout.blocks;
    for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
      const VU bits = load<u32, N>(warp.rows + rows[j], lane);
      for (std::uint32_t e = 0; e < elements_per_register(kType); ++e) {
        const std::size_t k = place_in_k<kType>(plan, within / layout.blocks, e, layout.steps);
        const VF x = value_of<kType>(bits, e);
        spread(x, factors.values.first + block * plan.depth + k, lane);
        if constexpr (is_integer(kType)) continue;
        const VI exponent = exponent_of(x, least_exponent(kType));
        factors.bounds.take(exponent);
        spread(exponent, factors.exponents.first + block * plan.depth + k, lane);
      }
    }
  }
}

/// Lanes of one t and g = p, p + 2, p + 4, p + 6 become neighbours.
template <class T>
void gather_columns(const T* lanes, T (*to)[2][kColumns]) {
  const hn::FixedTag<T, kColumns> d;
  for (std::size_t p = 0; p < 2; ++p) {
    const T* const group = lanes + 4 * p;
    alignas(16) T columns[4][kColumns];
    hn::StoreInterleaved4(hn::Load(d, group), hn::Load(d, group + 8), hn::Load(d, group + 16), hn::Load(d, group + 24),
                          d, columns[0]);
    for (std::size_t t = 0; t < 4; ++t) hn::Store(hn::Load(d, columns[t]), d, to[t][p]);
  }
}

template <ElementType kType>
void lay_out_second(const Plan& plan, const sim::Warp& warp, const std::uint32_t* rows, const OperandLayout& layout,
                    Both& factors) {
  const DF df;
  const DI di;
  for (std::size_t j = 0; j < layout.registers(); ++j) {
    const std::size_t tile = j / (layout.blocks * layout.steps);
    const std::size_t within = j % (layout.blocks * layout.steps);
    const std::size_t block = tile * layout.blocks + within % layout.blocks;
    for (std::uint32_t e = 0; e < elements_per_register(kType); ++e) {
      alignas(64) f32 values[kWarpSize];
      alignas(64) s32 exponents[kWarpSize];
      for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
        const VF x = value_of<kType>(load<u32, N>(warp.rows + rows[j], lane), e);
        hn::Store(x, df, values + lane);
        if constexpr (is_integer(kType)) continue;
        const VI exponent = exponent_of(x, least_exponent(kType));
        factors.bounds.take(exponent);
        hn::Store(exponent, di, exponents + lane);
      }
      const std::size_t k = place_in_k<kType>(plan, within / layout.blocks, e, layout.steps);
      gather_columns(values, factors.values.second + block * plan.depth + k);
      if constexpr (!is_integer(kType)) gather_columns(exponents, factors.exponents.second + block * plan.depth + k);
    }
  }
}

void lay_out(const Plan& plan, const sim::Warp& warp, const Product& product, const ProductRows& rows, Both& factors) {
  with_type(plan.transposed ? product.b : product.a, [&](auto type) {
    const OperandLayout layout = plan.transposed ? product.b_layout() : product.a_layout();
    lay_out_first<type()>(plan, warp, plan.transposed ? rows.b : rows.a, layout, factors);
  });
  with_type(plan.transposed ? product.a : product.b, [&](auto type) {
    const OperandLayout layout = plan.transposed ? product.a_layout() : product.b_layout();
    lay_out_second<type()>(plan, warp, plan.transposed ? rows.a : rows.b, layout, factors);
  });
}

/// Four columns for every group of lanes in a vector.
template <class D, class T>
HWY_INLINE auto load_columns(D d, const T* columns) {
  return hn::LoadDup128(d, columns);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
