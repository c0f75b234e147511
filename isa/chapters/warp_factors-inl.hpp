// The factors and sums of a warp's product, between its registers and vectors. With lane 4 g + t, a register of the
// first factor (A, or B where the product is computed as its transpose) has the t-th word along K of eight rows g, one
// of the second of eight columns g; accumulator v of a lane is row g of the first factor's block v / 2 mod blocks, and
// column 2 t + v mod 2 of the second's block v / 2 div blocks (isa/chapters/fragment.hpp).
//
// Vectors hold the first factor's rows: they are what tensor_product-inl.hpp calls wide.
#if defined(WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP
#undef WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP
#else
#define WARPGLASS_ISA_CHAPTERS_WARP_FACTORS_INL_HPP
#endif

#include "isa/chapters/product.hpp"
#include "isa/chapters/tensor_product-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kBlock = 8;   // rows or columns that a register has
constexpr std::size_t kGroups = 4;  // words of each
constexpr std::size_t kFirst = 32;  // rows of the first factor, at most
constexpr std::size_t kSecond = 16;
constexpr std::size_t kWords = 8;  // along K, at most

/// What both factors have in common.
struct Plan {
  bool transposed;
  std::size_t first_blocks;
  std::size_t second_blocks;
  std::size_t depth;    // K
  std::size_t at_once;  // of K, that are added at once
  std::size_t values;   // of an accumulator

  explicit Plan(const Product& product)
      : transposed(is_transposed(product.shape)),
        first_blocks((transposed ? product.shape.n : product.shape.m) / kBlock),
        second_blocks((transposed ? product.shape.m : product.shape.n) / kBlock),
        depth(product.shape.k),
        at_once(product.at_once(product.shape.k)),
        values(product.shape.m * product.shape.n / kWarpSize) {}

  /// Rows of the first factor that vectors hold: with none beside it, a block has half of a vector.
  [[nodiscard]] std::size_t rows() const { return std::max(first_blocks * kBlock, N); }
};

// ---- Lanes of one t beside each other ----

// Words t = 0 to 3 of N rows: those of one register, of a part of it where vectors are shorter than a block, of two
// where they are longer. Without a second one: zeros.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

alignas(64) constexpr u32 kEvenGroups[N] = {0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29};
alignas(64) constexpr u32 kOddGroups[N] = {2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31};
alignas(64) constexpr u32 kLowerLanes[N] = {0, 8, 16, 24, 1, 9, 17, 25, 2, 10, 18, 26, 3, 11, 19, 27};
alignas(64) constexpr u32 kUpperLanes[N] = {4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31};

HWY_INLINE VU pick(VU first, VU second, const u32 (&lanes)[N]) {
  return VU{_mm512_permutex2var_epi32(first.raw, hn::Load(DU(), lanes).raw, second.raw)};
}

HWY_INLINE void load_groups(const std::byte* first, const std::byte* second, std::size_t, VU (&to)[kGroups]) {
  const DU du;
  const VU low = load<u32, N>(first, 0);
  const VU high = load<u32, N>(first, N);
  const VU even = pick(low, high, kEvenGroups);
  const VU odd = pick(low, high, kOddGroups);
  VU other_even = hn::Zero(du);
  VU other_odd = hn::Zero(du);
  if (second != nullptr) {
    const VU other_low = load<u32, N>(second, 0);
    const VU other_high = load<u32, N>(second, N);
    other_even = pick(other_low, other_high, kEvenGroups);
    other_odd = pick(other_low, other_high, kOddGroups);
  }
  to[0] = hn::ConcatLowerLower(du, other_even, even);
  to[1] = hn::ConcatUpperUpper(du, other_even, even);
  to[2] = hn::ConcatLowerLower(du, other_odd, odd);
  to[3] = hn::ConcatUpperUpper(du, other_odd, odd);
}

HWY_INLINE void store_groups(const VU (&from)[kGroups], std::byte* first, std::byte* second, std::size_t) {
  const DU du;
  const auto store = [&](VU even, VU odd, std::byte* row) HWY_ATTR {
    auto* const to = reinterpret_cast<u32*>(row);
    hn::StoreU(pick(even, odd, kLowerLanes), du, to);
    hn::StoreU(pick(even, odd, kUpperLanes), du, to + N);
  };
  store(hn::ConcatLowerLower(du, from[1], from[0]), hn::ConcatLowerLower(du, from[3], from[2]), first);
  if (second != nullptr)
    store(hn::ConcatUpperUpper(du, from[1], from[0]), hn::ConcatUpperUpper(du, from[3], from[2]), second);
}

#else

static_assert(N <= kBlock);

HWY_INLINE void load_groups(const std::byte* row, const std::byte*, std::size_t part, VU (&to)[kGroups]) {
  const u32* const from = reinterpret_cast<const u32*>(row) + part * kGroups * N;
  hn::LoadInterleaved4(DU(), from, to[0], to[1], to[2], to[3]);
}

HWY_INLINE void store_groups(const VU (&from)[kGroups], std::byte* row, std::byte*, std::size_t part) {
  u32* const to = reinterpret_cast<u32*>(row) + part * kGroups * N;
  hn::StoreInterleaved4(from[0], from[1], from[2], from[3], DU(), to);
}

#endif

/// Which registers the rows from `at` on are in.
struct Rows {
  std::size_t block;
  std::size_t part;  // of the block
  bool two;          // blocks, else one or a part of it

  Rows(std::size_t at, std::size_t blocks)
      : block(at / kBlock), part(at % kBlock / N), two(N > kBlock && block + 1 < blocks) {}
};

// ---- Factors ----

using FirstWords = FactorWords<kFirst, kWords>;
using SecondWords = FactorWords<kBlock, kSecond / kBlock * kWords>;  // one block behind the other

using FirstFactor = Decoded<kFirst, kMaxDepth>;
using SecondFactor = Decoded<kBlock, kSecond / kBlock * kMaxDepth>;

/// Both factors, taken apart.
struct Both {
  FirstFactor first;
  SecondFactor second;
  Bounds bounds_of_first;
  Bounds bounds_of_second;
};

std::size_t register_at(const OperandLayout& layout, std::size_t block, std::size_t step) {
  return (block / layout.blocks * layout.steps + step) * layout.blocks + block % layout.blocks;
}

void load_first(const Plan& plan, const sim::Warp& warp, const std::uint32_t* rows, const OperandLayout& layout,
                FirstWords& to) {
  for (std::size_t at = 0; at < plan.rows(); at += N) {
    const Rows those(at, plan.first_blocks);
    for (std::size_t step = 0; step < layout.steps; ++step) {
      const std::byte* const own = warp.rows + rows[register_at(layout, those.block, step)];
      const std::byte* const next = those.two ? warp.rows + rows[register_at(layout, those.block + 1, step)] : nullptr;
      VU words[kGroups];
      load_groups(own, next, those.part, words);
      for (std::size_t t = 0; t < kGroups; ++t) hn::Store(words[t], DU(), to.words[step * kGroups + t] + at);
    }
  }
}

template <class V>
HWY_INLINE void store_rows_of_block(V words, u32* to) {
  const hn::DFromV<V> d;
  if constexpr (N > kBlock) {
    const hn::Half<decltype(d)> half;
    hn::Store(hn::LowerHalf(half, words), half, to);
  } else {
    hn::Store(words, d, to);
  }
}

void load_second(const Plan& plan, const sim::Warp& warp, const std::uint32_t* rows, const OperandLayout& layout,
                 SecondWords& to) {
  constexpr std::size_t kParts = std::max<std::size_t>(1, kBlock / N);
  for (std::size_t block = 0; block < plan.second_blocks; ++block) {
    for (std::size_t step = 0; step < layout.steps; ++step) {
      auto* const words = to.words + (block * layout.steps + step) * kGroups;
      for (std::size_t part = 0; part < kParts; ++part) {
        const std::byte* const own = warp.rows + rows[register_at(layout, block, step)];
        VU of_groups[kGroups];
        load_groups(own, nullptr, part, of_groups);
        for (std::size_t t = 0; t < kGroups; ++t) store_rows_of_block(of_groups[t], words[t] + part * N);
      }
    }
  }
}

template <ElementType kType, class Words, class Factor>
void decode_as(const Product& product, const Words& words, Extent extent, Factor& to, Bounds& bounds) {
  extent.in_halves = product.unit.fp8_as_halves;
  if constexpr (kType == ElementType::e4m3) {
    if (!product.unit.fp8_as_halves) return decode<kType, Fp8::as_it_is>(words, extent, to, bounds);
  }
  decode<kType, Fp8::as_halves>(words, extent, to, bounds);
}

void load_factors(const Plan& plan, const sim::Warp& warp, const Product& product, const ProductRows& rows,
                  Both& factors) {
  with_type(plan.transposed ? product.b : product.a, [&](auto type) {
    const OperandLayout layout = plan.transposed ? product.b_layout() : product.a_layout();
    FirstWords words;
    load_first(plan, warp, plan.transposed ? rows.b : rows.a, layout, words);
    const std::size_t along = layout.steps * kGroups;
    decode_as<type()>(product, words, {.words = along, .outer = plan.rows(), .along = along}, factors.first,
                      factors.bounds_of_first);
  });
  with_type(plan.transposed ? product.a : product.b, [&](auto type) {
    const OperandLayout layout = plan.transposed ? product.a_layout() : product.b_layout();
    SecondWords words;
    load_second(plan, warp, plan.transposed ? rows.a : rows.b, layout, words);
    const std::size_t along = layout.steps * kGroups;
    decode_as<type()>(product, words, {.words = plan.second_blocks * along, .outer = kBlock, .along = along},
                      factors.second, factors.bounds_of_second);
  });
}

// ---- Sums ----

/// Accumulators: a column of the second factor, the first's rows beside each other.
struct Accumulators {
  alignas(64) u32 words[kSecond][kFirst];
};

/// Calls `visit(register of the first block, of the one beside it or that again, rows, first column of the second's
/// block, parity)` for all registers that hold accumulators: 32 bits, or two columns of 16, `parity` 0.
template <class Visit>
HWY_INLINE void for_each_group_of_sums(const Plan& plan, bool halves, Visit&& visit) {
  for (std::size_t block = 0; block < plan.second_blocks; ++block) {
    for (std::size_t at = 0; at < plan.rows(); at += N) {
      const Rows those(at, plan.first_blocks);
      for (std::size_t parity = 0; parity < (halves ? 1 : 2); ++parity) {
        const std::size_t v = (block * plan.first_blocks + those.block) * (halves ? 1 : 2) + parity;
        visit(v, v + (halves ? 1 : 2), those, at, block * kBlock + parity);
      }
    }
  }
}

/// \param unpack  makes what the table holds of a word and the half that is wanted: 0 or 1
template <class Unpack>
HWY_INLINE void load_sums(const Plan& plan, const sim::Warp& warp, const std::uint32_t* registers, bool halves,
                          Accumulators& to, Unpack&& unpack) {
  const DU du;
  for_each_group_of_sums(
      plan, halves,
      [&](std::size_t own, std::size_t next, const Rows& those, std::size_t at, std::size_t column) HWY_ATTR {
        VU words[kGroups];
        load_groups(warp.rows + registers[own], those.two ? warp.rows + registers[next] : nullptr, those.part, words);
        for (std::size_t t = 0; t < kGroups; ++t) {
          hn::Store(unpack(words[t], 0), du, to.words[column + 2 * t] + at);
          if (halves) hn::Store(unpack(words[t], 1), du, to.words[column + 2 * t + 1] + at);
        }
      });
}

/// \param pack  makes a register's word of what the table holds of one column, or of two where it has halves
template <class Pack>
HWY_INLINE void store_sums(const Plan& plan, sim::Warp& warp, const std::uint32_t* registers, bool halves,
                           const Accumulators& from, Pack&& pack) {
  const DU du;
  for_each_group_of_sums(
      plan, halves,
      [&](std::size_t own, std::size_t next, const Rows& those, std::size_t at, std::size_t column) HWY_ATTR {
        VU words[kGroups];
        for (std::size_t t = 0; t < kGroups; ++t) {
          const VU even = hn::Load(du, from.words[column + 2 * t] + at);
          words[t] = halves ? pack(even, hn::Load(du, from.words[column + 2 * t + 1] + at)) : even;
        }
        store_groups(words, warp.rows + registers[own], those.two ? warp.rows + registers[next] : nullptr, those.part);
      });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#endif  // per target
