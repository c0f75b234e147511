// mma.m8n8k4 of f16, Volta's own shape: the warp computes four products of 8x8x4 at once. Quad pair p, lanes 4 p .. 4 p
// + 3 and 16 + 4 p .. 16 + 4 p + 3, holds one; i below numbers a lane within it, 0 to 7 (PTX ISA, Matrix Fragments for
// mma.m8n8k4). Later chips keep the layout. An H200 adds the four products up by fused multiply-adds in fp32, in the
// order of K, and then the accumulator (tests/hardware/isa).
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"
#include "isa/soft_float.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kExtent = 8;
constexpr std::uint32_t kDepth = 4;

// Program::lists[extra]: these words, then the rows of a (2), b (2), c and d (4 of f16, 8 of f32).
enum Word : std::uint32_t { kColumnMajorA, kRowMajorB, kFloatC, kFloatD, kRowsBegin };

std::uint32_t lane_of(std::uint32_t pair, std::uint32_t i) { return 4 * pair + i % 4 + (i < 4 ? 0 : 16); }

struct Place {
  std::uint32_t outer = 0;  // row of A, column of B
  std::uint32_t k = 0;
};

/// Where element e of lane i is. A lane holds four neighbours along K, or along the other side when `across`.
Place factor_place(bool across, std::uint32_t i, std::uint32_t e) {
  if (across) return {.outer = e + (i < 4 ? 0 : 4), .k = i % 4};
  return {.outer = i, .k = e};
}

struct Element {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

/// Accumulators: f16 a row of the lane's own, f32 in pairs of columns of two rows.
Element accumulator_place(bool single, std::uint32_t i, std::uint32_t v) {
  if (!single) return {.row = i, .column = v};
  return {.row = (i & 1) + (v & 2) + (i < 4 ? 0 : 4), .column = (v & 4) + (i & 2) + (v & 1)};
}

std::uint16_t half_at(const sim::Warp& warp, const std::uint32_t* rows, std::uint32_t lane, std::uint32_t e) {
  return sim::lane_value<std::uint16_t>(warp, rows[e / 2], static_cast<int>(2 * lane + e % 2));
}

using Factors = std::array<std::array<std::uint16_t, kDepth>, kExtent>;

Factors factors(const sim::Warp& warp, const std::uint32_t* rows, std::uint32_t pair, bool across) {
  Factors matrix{};
  for (std::uint32_t i = 0; i < kExtent; ++i) {
    for (std::uint32_t e = 0; e < kDepth; ++e) {
      const Place at = factor_place(across, i, e);
      matrix[at.outer][at.k] = half_at(warp, rows, lane_of(pair, i), e);
    }
  }
  return matrix;
}

/// Sum of the products of a row of A and a column of B.
float dot(const std::array<std::uint16_t, kDepth>& a, const std::array<std::uint16_t, kDepth>& b) {
  float sum = half_to_float(a[0]) * half_to_float(b[0]);
  for (std::uint32_t k = 1; k < kDepth; ++k) sum = std::fma(half_to_float(a[k]), half_to_float(b[k]), sum);
  return sum;
}

std::uint32_t accumulator_bits(const sim::Warp& warp, const std::uint32_t* rows, bool single, std::uint32_t lane,
                               std::uint32_t v) {
  return single ? sim::lane_value<std::uint32_t>(warp, rows[v], static_cast<int>(lane)) : half_at(warp, rows, lane, v);
}

float accumulator_value(bool single, std::uint32_t bits) {
  return single ? std::bit_cast<float>(bits) : half_to_float(static_cast<std::uint16_t>(bits));
}

/// To nearest, once.
std::uint16_t half_of(double value) {
  if (std::isnan(value)) return 0x7fff;
  return static_cast<std::uint16_t>(pack(kF16, unpack(kF64, std::bit_cast<std::uint64_t>(value)), Rounding::nearest));
}

const sim::Op* multiply_quad_pairs(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const LaneMask lanes = exec_lanes(warp, op);
  const auto& list = warp.launch->program->lists[op->extra];
  const std::uint32_t* a = list.data() + kRowsBegin;
  const std::uint32_t* c = a + 4;
  const bool single_c = list[kFloatC] != 0;
  const bool single_d = list[kFloatD] != 0;
  const std::uint32_t* d = c + (single_c ? 8 : 4);
  for (std::uint32_t pair = 0; pair < 4; ++pair) {
    const Factors left = factors(warp, a, pair, list[kColumnMajorA] != 0);
    const Factors right = factors(warp, a + 2, pair, list[kRowMajorB] != 0);
    std::array<std::array<double, kExtent>, kExtent> sum{};
    for (std::uint32_t i = 0; i < kExtent; ++i) {
      for (std::uint32_t v = 0; v < kExtent; ++v) {
        const Element at = accumulator_place(single_c, i, v);
        const std::uint32_t bits = accumulator_bits(warp, c, single_c, lane_of(pair, i), v);
        const double own = accumulator_value(single_c, bits);
        sum[at.row][at.column] = double{dot(left[at.row], right[at.column])} + own;  // exact but for far smaller terms
      }
    }
    for (std::uint32_t i = 0; i < kExtent; ++i) {
      const std::uint32_t lane = lane_of(pair, i);
      if ((lanes & lane_bit(static_cast<int>(lane))) == 0) continue;
      for (std::uint32_t v = 0; v < kExtent; ++v) {
        const Element at = accumulator_place(single_d, i, v);
        const auto value = static_cast<float>(sum[at.row][at.column]);
        if (single_d) {
          set_lane_value(warp, d[v], static_cast<int>(lane),
                         std::isnan(value) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(value));
        } else {
          set_lane_value(warp, d[v / 2], static_cast<int>(2 * lane + v % 2), half_of(sum[at.row][at.column]));
        }
      }
    }
  }
  return op + 1;
}

void bind_quad_pairs(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const bool single_d = spelling.word("dtype") == "f32";
  const bool single_c = spelling.word("ctype") == "f32";
  std::vector<std::uint32_t> list = {spelling.word("alayout") == "col", spelling.word("blayout") == "row", single_c,
                                     single_d};
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
  context.op().run = context.op().body = multiply_quad_pairs;
}

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "mma.sync.aligned.m8n8k4.alayout.blayout.dtype.f16.f16.ctype {d}, {a}, {b}, {c}",
     .where = "alayout = row col; blayout = row col; dtype = f16 f32; ctype = f16 f32", .effects = effects(Does::multiplies, costs::matrix_product),
     .bind = bind_quad_pairs, .since = "6.4", .sm = 70, .chapter = "Warp-Level Matrix Instructions: mma",
     .accuracy = "exact for sm_90; f16 to 1 ulp"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> mma_m8n8k4_rows() { return kRows; }

}  // namespace warpglass::isa
