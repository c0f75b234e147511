// mma.m8n8k4 of f16, Volta's own shape: the warp computes four products of 8x8x4 at once. Quad pair p, lanes 4 p .. 4 p
// + 3 and 16 + 4 p .. 16 + 4 p + 3, holds one; i below numbers a lane within it, 0 to 7 (PTX ISA, Matrix Fragments for
// mma.m8n8k4). Volta's and Turing's units add its four products to the accumulator at once
// (isa/chapters/tensor_sum.hpp). Later chips keep the layout, and have no unit for it: an H200 calls a routine of its
// assembler's, which works in fp32. With results of f32 that adds the four products up by fused multiply-adds in the
// order of K, from zero, and adds that to the accumulator; with results of f16 it adds to the accumulator the first two
// products, then the other two, each pair by one multiplication and one fused multiply-add (tests/hardware/isa).
//
// A block of four lanes of a vector is a quad: what an accumulator meets lies in blocks at the same place.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/mma_m8n8k4.cpp"
#include <hwy/foreach_target.h>
//
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/chapters/tensor_product-inl.hpp"
#include "isa/half-inl.hpp"
#include "isa/instruction.hpp"
#include "isa/lanewise-inl.hpp"

#ifndef WARPGLASS_ISA_CHAPTERS_MMA_M8N8K4_ONCE
#define WARPGLASS_ISA_CHAPTERS_MMA_M8N8K4_ONCE
namespace warpglass::isa {
namespace {

constexpr std::uint32_t kExtent = 8;
constexpr std::uint32_t kDepth = 4;

// Program::lists[extra]: these words, then the rows of a (2), b (2), c and d (4 of f16, 8 of f32).
enum Word : std::uint32_t { kColumnMajorA, kRowMajorB, kFloatC, kFloatD, kPlaces, kRowsBegin };

struct Element {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

/// Accumulators: f16 a row of the lane's own, f32 in pairs of columns of two rows.
constexpr Element accumulator_place(bool single, std::uint32_t i, std::uint32_t v) {
  if (!single) return {.row = i, .column = v};
  return {.row = (i & 1) + (v & 2) + (i < 4 ? 0 : 4), .column = (v & 4) + (i & 2) + (v & 1)};
}

/// Where accumulators of f16 have what those of f32 have in v of a lane.
struct Elsewhere {
  std::uint8_t v = 0;
  std::uint8_t lane = 0;
};
constexpr std::array<std::array<Elsewhere, kWarpSize>, kExtent> other_places() {
  std::array<std::array<Elsewhere, kWarpSize>, kExtent> places{};
  const auto lane_of = [](std::uint32_t pair, std::uint32_t i) { return 4 * pair + i % 4 + (i < 4 ? 0 : 16); };
  for (std::uint32_t i = 0; i < kExtent; ++i) {
    for (std::uint32_t v = 0; v < kExtent; ++v) {
      const Element wanted = accumulator_place(true, i, v);
      for (std::uint32_t from = 0; from < kExtent * kExtent; ++from) {
        const Element found = accumulator_place(false, from / kExtent, from % kExtent);
        if (found.row != wanted.row || found.column != wanted.column) continue;
        for (std::uint32_t pair = 0; pair < 4; ++pair)
          places[v][lane_of(pair, i)] = {.v = static_cast<std::uint8_t>(from % kExtent),
                                         .lane = static_cast<std::uint8_t>(lane_of(pair, from / kExtent))};
      }
    }
  }
  return places;
}

}  // namespace
}  // namespace warpglass::isa
#endif  // once

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

/// Four products of N lanes' rows and columns.
struct QuadTerms {
  static constexpr std::size_t kTerms = kDepth;

  std::array<VF, kDepth> rows;
  std::array<VF, kDepth> columns;

  HWY_INLINE VI largest_exponent() const {
    const auto sum = [&](std::size_t k) HWY_ATTR {
      constexpr ElementType kHalf = ElementType::f16;
      return hn::Add(factor_exponent<kHalf, Fp8::as_it_is>(rows[k]), factor_exponent<kHalf, Fp8::as_it_is>(columns[k]));
    };
    return hn::Max(hn::Max(sum(0), sum(1)), hn::Max(sum(2), sum(3)));
  }
  HWY_INLINE VF operator()(std::size_t k) const { return hn::Mul(rows[k], columns[k]); }
};

/// A value of each lane, by accumulator.
struct Accumulators {
  alignas(64) f32 values[kExtent][kWarpSize];
};

/// Elements 0 to 3 along K of N lanes' rows of A, or columns of B. A lane holds them, or four neighbours along the
/// other side when `across`.
HWY_INLINE std::array<VF, kDepth> factor_at(const sim::Warp& warp, const std::uint32_t* rows, bool across,
                                            std::size_t lane) {
  const DU du;
  const hn::Repartition<u64, DU> pairs;
  std::array<VF, kDepth> held;
  for (std::size_t word = 0; word < 2; ++word) {
    const auto both = hn::LoadU(du, reinterpret_cast<const u32*>(warp.rows + rows[word]) + lane);
    held[2 * word] = Half<>::widen(du, hn::And(both, hn::Set(du, 0xffffu)));
    held[2 * word + 1] = Half<>::widen(du, hn::ShiftRight<16>(both));
  }
  if (!across) return held;
  const DF df;
  const auto low = [&](VF a, VF b) HWY_ATTR { return hn::BitCast(pairs, hn::InterleaveLower(df, a, b)); };
  const auto high = [&](VF a, VF b) HWY_ATTR { return hn::BitCast(pairs, hn::InterleaveUpper(df, a, b)); };
  const auto low_01 = low(held[0], held[1]);
  const auto high_01 = high(held[0], held[1]);
  const auto low_23 = low(held[2], held[3]);
  const auto high_23 = high(held[2], held[3]);
  return {hn::BitCast(df, hn::InterleaveLower(pairs, low_01, low_23)),
          hn::BitCast(df, hn::InterleaveUpper(pairs, low_01, low_23)),
          hn::BitCast(df, hn::InterleaveLower(pairs, high_01, high_23)),
          hn::BitCast(df, hn::InterleaveUpper(pairs, high_01, high_23))};
}

/// Of a quad's rows, those of accumulator kV.
template <bool kSingle, std::size_t kV>
HWY_INLINE VF row_of(VF a) {
  if constexpr (!kSingle) {
    return a;
  } else {
    const DF df;
    const hn::Repartition<u64, DU> pairs;
    const auto two = hn::BitCast(pairs, a);
    if constexpr ((kV & 2) == 0)
      return hn::BitCast(df, hn::InterleaveLower(pairs, two, two));
    else
      return hn::BitCast(df, hn::InterleaveUpper(pairs, two, two));
  }
}

/// Of a quad's columns, those of accumulator kV.
template <bool kSingle, std::size_t kV>
HWY_INLINE VF column_of(VF b) {
  if constexpr (!kSingle)
    return hn::Broadcast<kV % 4>(b);
  else if constexpr ((kV & 1) == 0)
    return hn::DupEven(b);
  else
    return hn::DupOdd(b);
}

/// How a machine adds the products up.
struct Rule {
  s32 places;  // of its tensor unit; 0: there is none
  s32 least_of_c;
};

/// \param sums  of these lanes, to which the products are added
template <bool kSingle, std::size_t... V>
HWY_INLINE void multiply(const std::array<VF, kDepth>& a, const std::array<VF, kDepth> (&b)[2], std::size_t lane,
                         const Rule& rule, Accumulators& sums, std::index_sequence<V...>) {
  const DF df;
  const auto add_at_once = [&]<std::size_t kV>(std::integral_constant<std::size_t, kV>) HWY_ATTR {
    QuadTerms terms;
    for (std::size_t k = 0; k < kDepth; ++k) {
      terms.rows[k] = row_of<kSingle, kV>(a[k]);
      terms.columns[k] = column_of<kSingle, kV>(b[kV / 4][k]);
    }
    f32* const place = sums.values[kV] + lane;
    VI aside = hn::Zero(DI());  // sums of two halves' products are never too small
    const VF c = hn::Load(df, place);
    const VF sum = add_products<false, !kSingle, true>(terms, c, rule.least_of_c, rule.places, aside);
    hn::Store(kSingle ? sum : rounded_to_half(sum), df, place);
  };
  if (rule.places != 0) return (add_at_once(std::integral_constant<std::size_t, V>()), ...);
  const auto add = [&]<std::size_t kV>(std::integral_constant<std::size_t, kV>) HWY_ATTR {
    const std::array<VF, kDepth>& columns = b[kV / 4];
    const auto term = [&](std::size_t k) HWY_ATTR {
      return hn::Mul(row_of<kSingle, kV>(a[k]), column_of<kSingle, kV>(columns[k]));  // exact
    };
    f32* const place = sums.values[kV] + lane;
    VF sum = hn::Load(df, place);
    if constexpr (kSingle) {
      VF products = hn::Zero(df);
      for (std::size_t k = 0; k < kDepth; ++k) products = hn::Add(products, term(k));
      sum = hn::Add(sum, products);
    } else {
      for (std::size_t k = 0; k < kDepth; k += 2) sum = hn::Add(sum, hn::Add(term(k), term(k + 1)));
    }
    hn::Store(sum, df, place);
  };
  (add(std::integral_constant<std::size_t, V>()), ...);
}

/// \param rows  those of c
HWY_INLINE void load_accumulators(const sim::Warp& warp, const std::uint32_t* rows, bool single, Accumulators& c) {
  const DU du;
  const DF df;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    for (std::size_t v = 0; v < kExtent; ++v) {
      const auto word = hn::LoadU(du, reinterpret_cast<const u32*>(warp.rows + rows[single ? v : v / 2]) + lane);
      const auto half = v % 2 == 0 ? hn::And(word, hn::Set(du, 0xffffu)) : hn::ShiftRight<16>(word);
      hn::Store(single ? hn::BitCast(df, word) : Half<>::widen(du, half), df, c.values[v] + lane);
    }
  }
}

HWY_INLINE void store_words(sim::Warp& warp, std::uint32_t row, LaneMask lanes, std::size_t lane, hn::Vec<DU> words) {
  const DU du;
  auto* const to = reinterpret_cast<u32*>(warp.rows + row) + lane;
  hn::StoreU(hn::IfThenElse(mask_from_bits(du, lanes, lane), words, hn::LoadU(du, to)), du, to);
}

template <bool kSingle>
const sim::Op* multiply_quad_pairs(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const LaneMask lanes = exec_lanes(warp, op);
  const auto& list = warp.launch->program->lists[op->extra];
  const std::uint32_t* const a = list.data() + kRowsBegin;
  const std::uint32_t* const b = a + 2;
  const std::uint32_t* const c = b + 2;
  const bool single_c = list[kFloatC] != 0;
  const Rule rule{.places = static_cast<s32>(list[kPlaces]),
                  .least_of_c = least_exponent(single_c ? ElementType::f32 : ElementType::f16)};
  const std::uint32_t* const d = c + (single_c ? 8 : 4);
  constexpr std::size_t kHalfWarp = kWarpSize / 2;
  Accumulators sums;
  load_accumulators(warp, c, single_c, sums);
  if (kSingle && !single_c) {
    static constexpr auto kPlaces = other_places();
    const Accumulators there = sums;
    for (std::size_t v = 0; v < kExtent; ++v)
      for (std::size_t lane = 0; lane < kWarpSize; ++lane)
        sums.values[v][lane] = there.values[kPlaces[v][lane].v][kPlaces[v][lane].lane];
  }
  for (std::size_t lane = 0; lane < kHalfWarp; lane += N) {
    const std::array<VF, kDepth> columns[2] = {factor_at(warp, b, list[kRowMajorB] != 0, lane),
                                               factor_at(warp, b, list[kRowMajorB] != 0, lane + kHalfWarp)};
    for (std::size_t half = 0; half < kWarpSize; half += kHalfWarp)
      multiply<kSingle>(factor_at(warp, a, list[kColumnMajorA] != 0, lane + half), columns, lane + half, rule, sums,
                        std::make_index_sequence<kExtent>());
  }
  const DU du;
  const DF df;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    const auto sum = [&](std::size_t v) HWY_ATTR { return hn::Load(df, sums.values[v] + lane); };
    if constexpr (kSingle) {
      for (std::size_t v = 0; v < kExtent; ++v)
        store_words(warp, d[v], lanes, lane, hn::BitCast(du, canonical_nan(df, sum(v))));
    } else {
      for (std::size_t v = 0; v < kExtent; v += 2) {
        const auto upper = Half<>::narrow(df, sum(v + 1));
        store_words(warp, d[v / 2], lanes, lane, hn::Or(hn::ShiftLeft<16>(upper), Half<>::narrow(df, sum(v))));
      }
    }
  }
  return op + 1;
}

sim::Handler quad_pairs(bool single_d) { return single_d ? multiply_quad_pairs<true> : multiply_quad_pairs<false>; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(quad_pairs);

namespace {

void bind_quad_pairs(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const bool single_d = spelling.word("dtype") == "f32";
  const bool single_c = spelling.word("ctype") == "f32";
  const bool has_unit = context.sm() < 80;
  const auto places = static_cast<std::uint32_t>(tensor_unit(context.sm(), ElementType::f16, false).places);
  std::vector<std::uint32_t> list = {spelling.word("alayout") == "col", spelling.word("blayout") == "row", single_c,
                                     single_d, has_unit ? places : 0};
  const auto add = [&](const ptx::Operand& fragment, std::uint32_t wanted, bool single, bool destination) {
    const auto elements = context.children(fragment);
    if (elements.size() != wanted)
      context.error(fragment.position, fmt::format("this fragment has {} registers, not {}", wanted, elements.size()));
    for (const ptx::Operand& element : elements.first(std::min<std::size_t>(elements.size(), wanted))) {
      const ptx::Type type = single ? ptx::Type::f32 : ptx::Type::b32;
      list.push_back(destination ? context.destination_row(element, type) : context.source_row(element, type));
    }
  };
  add(operands[1], 2, false, false);
  add(operands[2], 2, false, false);
  add(operands[3], single_c ? 8 : 4, single_c, false);
  add(operands[0], single_d ? 8 : 4, single_d, true);
  context.op().extra = context.list(std::move(list));
  context.op().run = context.op().body = HWY_DYNAMIC_DISPATCH(quad_pairs)(single_d);
}

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "mma.sync.aligned.m8n8k4.alayout.blayout.dtype.f16.f16.ctype {d}, {a}, {b}, {c}",
     .where = "alayout = row col; blayout = row col; dtype = f16 f32; ctype = f16 f32", .effects = effects(Does::multiplies, costs::matrix_product),
     .bind = bind_quad_pairs, .since = "6.4", .sm = 70, .chapter = "Warp-Level Matrix Instructions: mma",
     .accuracy = "exact for sm_90, else as published"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> mma_m8n8k4_rows() { return kRows; }

}  // namespace warpglass::isa
#endif
