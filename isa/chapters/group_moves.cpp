#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/group_moves.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/group_moves.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

using D4 = hn::FixedTag<u32, 4>;
using V4 = hn::Vec<D4>;

constexpr std::size_t kLanesOfRow = 4;  // lane 4 g + t has columns 2 t and 2 t + 1 of row g, or of K the t-th words
constexpr std::size_t kRowsOfRegister = 8;
constexpr std::uint32_t kNeighbours = 8;  // elements of 16 bits in a unit

HWY_INLINE V4 words_at(const std::byte* place) { return hn::LoadU(D4(), reinterpret_cast<const u32*>(place)); }

// ---- Factors ----

/// Four units side by side in memory along K: words of four rows or columns.
template <std::size_t kOuter, std::size_t kWords>
HWY_INLINE void store_transposed(const V4 (&units)[4], FactorWords<kOuter, kWords>& to, std::size_t word,
                                 std::size_t outer) {
  const D4 d;
  const hn::Repartition<u64, D4> d64;
  const auto half = [&](const auto& low, const auto& high, std::size_t first) HWY_ATTR {
    const auto a = hn::BitCast(d64, low);
    const auto b = hn::BitCast(d64, high);
    hn::Store(hn::BitCast(d, hn::InterleaveLower(d64, a, b)), d, to.words[word + first] + outer);
    hn::Store(hn::BitCast(d, hn::InterleaveUpper(d64, a, b)), d, to.words[word + first + 1] + outer);
  };
  half(hn::InterleaveLower(d, units[0], units[1]), hn::InterleaveLower(d, units[2], units[3]), 0);
  half(hn::InterleaveUpper(d, units[0], units[1]), hn::InterleaveUpper(d, units[2], units[3]), 2);
}

template <std::size_t kOuter, std::size_t kWords>
void load_along(const std::byte* shared, const MatrixPart& part, FactorWords<kOuter, kWords>& to) {
  for (std::uint32_t unit = 0; unit < part.units; ++unit) {
    for (std::uint32_t outer = 0; outer < part.count; outer += 4) {
      const auto at = [&](std::uint32_t i)
                          HWY_ATTR { return words_at(shared + part.matrix.along(part.first + outer + i, unit)); };
      store_transposed({at(0), at(1), at(2), at(3)}, to, std::size_t{4} * unit, outer);
    }
  }
}

/// Eight neighbours at k and the same at k + 1 become eight words.
template <std::size_t kOuter, std::size_t kWords>
void load_across(const std::byte* shared, const MatrixPart& part, FactorWords<kOuter, kWords>& to) {
  const D4 d;
  const hn::Repartition<u16, D4> d16;
  for (std::uint32_t outer = 0; outer < part.count; outer += kNeighbours) {
    const std::uint32_t unit = (part.first + outer) / kNeighbours;
    for (std::uint32_t k = 0; k < kNeighbours * part.units; k += 2) {
      const auto even = hn::BitCast(d16, words_at(shared + part.matrix.across(unit, k)));
      const auto odd = hn::BitCast(d16, words_at(shared + part.matrix.across(unit, k + 1)));
      u32* const words = to.words[k / 2] + outer;
      hn::Store(hn::BitCast(d, hn::InterleaveLower(d16, even, odd)), d, words);
      hn::Store(hn::BitCast(d, hn::InterleaveUpper(d16, even, odd)), d, words + 4);
    }
  }
}

template <class To>
HWY_INLINE void load_part(const std::byte* shared, const MatrixPart& part, To& to) {
  if (part.across) return load_across(shared, part, to);
  load_along(shared, part, to);
}

void load_part_of_a(const std::byte* shared, const MatrixPart& part, GroupFactorA& to) { load_part(shared, part, to); }
void load_part_of_b(const std::byte* shared, const MatrixPart& part, GroupFactorB& to) { load_part(shared, part, to); }

/// Words t of eight rows or columns g.
template <std::size_t kOuter, std::size_t kWords>
HWY_INLINE void load_register(const std::byte* row, FactorWords<kOuter, kWords>& to, std::size_t word,
                              std::size_t outer) {
  for (std::size_t g = 0; g < kRowsOfRegister; g += 4) {
    const auto at = [&](std::size_t i) HWY_ATTR { return words_at(row + (g + i) * sizeof(u32[4])); };
    store_transposed({at(0), at(1), at(2), at(3)}, to, word, outer + g);
  }
}

void load_registers_of_a(const std::byte* rows, const std::uint32_t* registers, std::size_t count, GroupFactorA& to) {
  for (std::size_t j = 0; j < count; ++j)
    load_register(rows + registers[j], to, j / 2 * kLanesOfRow, j % 2 * kRowsOfRegister);
}
void load_registers_of_b(const std::byte* rows, const std::uint32_t* registers, std::size_t count, GroupFactorB& to) {
  for (std::size_t j = 0; j < count; ++j) load_register(rows + registers[j], to, j * kLanesOfRow, 0);
}

// ---- Sums ----

/// Calls `body(first row of eight, first column of eight, register)` for all registers that hold accumulators: one of
/// two columns of 16 bits in each lane, or the first of two of 32.
template <class Body>
HWY_INLINE void for_each_sum(const GroupProduct& product, Body&& body) {
  const std::size_t registers = product.d == ElementType::f16 ? 1 : 2;
  for (std::size_t column = 0; column < product.columns; column += 2 * kLanesOfRow)
    for (std::size_t block = 0; block < 2; ++block)
      body(block * kRowsOfRegister, column, (column / 4 + block) * registers);
}

void load_accumulators(const std::byte* rows, const std::uint32_t* registers, const GroupProduct& product,
                       GroupSums& to) {
  const D4 d;
  const bool halves = product.d == ElementType::f16;
  for_each_sum(product, [&](std::size_t row, std::size_t column, std::size_t j) HWY_ATTR {
    for (std::size_t g = 0; g < kRowsOfRegister; ++g) {
      const V4 even = words_at(rows + registers[j] + g * sizeof(u32[4]));
      u32* const own = to.rows[row + g] + column;
      if (halves) {
        hn::StoreInterleaved2(hn::And(even, hn::Set(d, 0xffffu)), hn::ShiftRight<16>(even), d, own);
      } else {
        hn::StoreInterleaved2(even, words_at(rows + registers[j + 1] + g * sizeof(u32[4])), d, own);
      }
    }
  });
}

void store_accumulators(std::byte* rows, const std::uint32_t* registers, const GroupProduct& product,
                        const GroupSums& from) {
  const D4 d;
  const bool halves = product.d == ElementType::f16;
  for_each_sum(product, [&](std::size_t row, std::size_t column, std::size_t j) HWY_ATTR {
    for (std::size_t g = 0; g < kRowsOfRegister; ++g) {
      V4 even;
      V4 odd;
      hn::LoadInterleaved2(d, from.rows[row + g] + column, even, odd);
      const auto store = [&](V4 words, std::size_t i) HWY_ATTR {
        hn::StoreU(words, d, reinterpret_cast<u32*>(rows + registers[i]) + g * kLanesOfRow);
      };
      if (halves) {
        store(hn::Or(even, hn::ShiftLeft<16>(odd)), j);
      } else {
        store(even, j);
        store(odd, j + 1);
      }
    }
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(load_part_of_a);
HWY_EXPORT(load_part_of_b);
HWY_EXPORT(load_registers_of_a);
HWY_EXPORT(load_registers_of_b);
HWY_EXPORT(load_accumulators);
HWY_EXPORT(store_accumulators);

void load_factor(const std::byte* shared, const MatrixPart& a, GroupFactorA& to) {
  HWY_DYNAMIC_DISPATCH(load_part_of_a)(shared, a, to);
}
void load_factor(const std::byte* shared, const MatrixPart& b, GroupFactorB& to) {
  HWY_DYNAMIC_DISPATCH(load_part_of_b)(shared, b, to);
}
void load_registers(const std::byte* rows, const std::uint32_t* registers, std::size_t count, GroupFactorA& to) {
  HWY_DYNAMIC_DISPATCH(load_registers_of_a)(rows, registers, count, to);
}
void load_registers(const std::byte* rows, const std::uint32_t* registers, std::size_t count, GroupFactorB& to) {
  HWY_DYNAMIC_DISPATCH(load_registers_of_b)(rows, registers, count, to);
}
void load_sums(const std::byte* rows, const std::uint32_t* registers, const GroupProduct& product, GroupSums& to) {
  HWY_DYNAMIC_DISPATCH(load_accumulators)(rows, registers, product, to);
}
void store_sums(std::byte* rows, const std::uint32_t* registers, const GroupProduct& product, const GroupSums& from) {
  HWY_DYNAMIC_DISPATCH(store_accumulators)(rows, registers, product, from);
}

}  // namespace warpglass::isa
#endif
