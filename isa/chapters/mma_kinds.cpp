// mma of elements of 4, 6 and 8 bits, with scales along K or without (PTX ISA, mma, .kind). Fragments are those of
// 8-bit integers, an element of six bits in the low end of its byte and one of four in the middle; or, of K = 64, those
// of 4-bit integers. They are multiplied and added up as a tensor memory's are (isa/chapters/block_scales.hpp).
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/block_scales.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/chapters/product.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/chapters/tensor_factors.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kProductRows = 16, kProductColumns = 8;
constexpr std::uint32_t kRegistersA = 4, kRegistersB = 2;

/// What the handler needs, as Program::lists[extra] holds it: these numbers, then the rows of a, b, c, d and of the
/// scales and what selects them.
struct KindProduct {
  std::uint32_t depth = 32;  // K
  std::uint32_t field_a = 0, field_b = 0;
  ElementType c = ElementType::f32;
  std::uint32_t parts = 0;  // of K that have scales; 0: there are none
  bool by_powers = true;    // scales: UE8M0; else UE4M3

  enum Number : std::uint8_t { kDepth, kA, kB, kC, kParts, kByPowers, kNumbers };

  [[nodiscard]] std::vector<std::uint32_t> list() const {
    return {depth, field_a, field_b, static_cast<std::uint32_t>(c), parts, std::uint32_t{by_powers}};
  }
  [[nodiscard]] static KindProduct of(const std::vector<std::uint32_t>& list) {
    return {.depth = list[kDepth],
            .field_a = list[kA],
            .field_b = list[kB],
            .c = static_cast<ElementType>(list[kC]),
            .parts = list[kParts],
            .by_powers = list[kByPowers] != 0};
  }
  [[nodiscard]] std::uint32_t c_registers() const { return c == ElementType::f16 ? 2 : 4; }
};

struct KindRows {
  const std::uint32_t* a;
  const std::uint32_t* b;
  const std::uint32_t* c;
  const std::uint32_t* d;
  const std::uint32_t* scales_a;  // data, byte, thread
  const std::uint32_t* scales_b;

  KindRows(const KindProduct& product, const std::vector<std::uint32_t>& list)
      : a(list.data() + KindProduct::kNumbers),
        b(a + kRegistersA),
        c(b + kRegistersB),
        d(c + product.c_registers()),
        scales_a(d + product.c_registers()),
        scales_b(scales_a + 3) {}
};

/// An element of a byte as the e4m3 or e5m2 that is multiplied.
std::uint32_t multiplied(std::uint32_t byte, const FactorElements& elements) {
  if (elements.bits == 8) return byte;
  if (elements.bits == 4) byte >>= 2;
  return as_e4m3(byte & ((1u << elements.bits) - 1), elements);
}

/// \param quarter  of 64 elements along K; 0 for 32
template <class Factor>
void load_fragment(const sim::Warp& warp, const std::uint32_t* rows, const KindProduct& product,
                   const FactorElements& elements, bool is_b, std::uint32_t quarter, Factor& to) {
  for (auto& word : to.words) std::fill(std::begin(word), std::end(word), 0u);
  const MatrixShape shape{kProductRows, kProductColumns, product.depth};
  const auto put = [&](std::uint32_t outer, std::uint32_t k, std::uint32_t bits) {
    to.words[k / 4][outer] |= bits << k % 4 * 8;
  };
  if (product.depth == 32) {
    for_each_element<ElementType::u8>(warp, rows, operand_layout(shape, ElementType::u8, is_b),
                                      [&](auto, std::uint32_t outer, std::uint32_t k, std::uint64_t bits) {
                                        put(outer, k, multiplied(static_cast<std::uint32_t>(bits & 0xff), elements));
                                      });
    return;
  }
  for_each_element<ElementType::u4>(warp, rows, operand_layout(shape, ElementType::u4, is_b),
                                    [&](auto, std::uint32_t outer, std::uint32_t k, std::uint64_t bits) {
                                      if (k / 16 == quarter)
                                        put(outer, k % 16, as_e4m3(static_cast<std::uint32_t>(bits & 0xf), elements));
                                    });
}

/// Which lane of a quad has the scales is its operand's: of A a pair of them, for rows t / 4 and t / 4 + 8; of B one.
class Scales {
 public:
  Scales(const sim::Warp& warp, const KindProduct& product, const KindRows& rows) : by_powers_(product.by_powers) {
    const auto take = [&](const std::uint32_t* operands, std::uint32_t lanes, auto& to) {
      const std::uint32_t first_byte = sim::lane_value<std::uint16_t>(warp, operands[1], 0);
      const std::uint32_t thread = sim::lane_value<std::uint16_t>(warp, operands[2], 0);
      for (std::uint32_t outer = 0; outer < to.size(); ++outer) {
        const std::uint32_t lane = outer % 8 * 4 + (thread * lanes + outer / 8) % 4;
        to[outer] = sim::lane_value<std::uint32_t>(warp, operands[0], static_cast<int>(lane)) >> first_byte % 4 * 8;
      }
    };
    take(rows.scales_a, 2, of_rows_);
    take(rows.scales_b, 1, of_columns_);
  }
  [[nodiscard]] BlockScale of_row(std::size_t row, std::uint32_t part) const { return scale(of_rows_[row], part); }
  [[nodiscard]] BlockScale of_column(std::size_t column, std::uint32_t part) const {
    return scale(of_columns_[column], part);
  }

 private:
  [[nodiscard]] BlockScale scale(std::uint32_t bytes, std::uint32_t part) const {
    return block_scale(bytes >> part % 4 * 8 & 0xff, by_powers_);
  }

  bool by_powers_;
  std::array<std::uint32_t, kProductRows> of_rows_{};
  std::array<std::uint32_t, kProductColumns> of_columns_{};
};

/// The rules are a group's, of which a warp's product has all rows and eight columns.
struct Work {
  GroupFactorA a;
  GroupFactorB b;
  GroupSums sums;
  GroupSums scratch;
  QuarterSums quarters;
};

void multiply_in_quarters(const sim::Warp& warp, const KindProduct& product, const KindRows& rows,
                          const GroupProduct& plain, Work& work) {
  const Scales scales(warp, product, rows);
  const FactorElements elements = factor_elements_named("e2m1");
  for (std::uint32_t quarter = 0; quarter < QuarterSums::kQuarters; ++quarter) {
    load_fragment(warp, rows.a, product, elements, false, quarter, work.a);
    load_fragment(warp, rows.b, product, elements, true, quarter, work.b);
    work.quarters.take(quarter, plain, work.a, work.b, work.scratch);
  }
  const auto each = static_cast<std::uint32_t>(QuarterSums::kQuarters) / product.parts;
  for (std::size_t row = 0; row < kProductRows; ++row) {
    for (std::size_t column = 0; column < kProductColumns; ++column) {
      std::array<ScaledPart, QuarterSums::kQuarters> parts;
      for (std::uint32_t quarter = 0; quarter < QuarterSums::kQuarters; ++quarter)
        parts[quarter] = {.fourths = work.quarters.fourths(quarter, row, column),
                          .of_a = scales.of_row(row, quarter / each),
                          .of_b = scales.of_column(column, quarter / each)};
      work.sums[row][column] = sum_of_parts(parts, work.sums[row][column]);
    }
  }
}

void multiply_at_once(const sim::Warp& warp, const KindProduct& product, const KindRows& rows,
                      const GroupProduct& plain, const FactorElements& a, const FactorElements& b, Work& work) {
  load_fragment(warp, rows.a, product, a, false, 0, work.a);
  load_fragment(warp, rows.b, product, b, true, 0, work.b);
  if (product.parts == 0) return multiply_group(plain, work.a, work.b, nullptr, work.sums);
  const Scales scales(warp, product, rows);
  std::array<BlockScale, kProductRows> of_rows;
  std::array<BlockScale, kProductColumns> of_columns;
  for (std::size_t row = 0; row < kProductRows; ++row) of_rows[row] = scales.of_row(row, 0);
  for (std::size_t column = 0; column < kProductColumns; ++column) of_columns[column] = scales.of_column(column, 0);
  multiply_scaled_group(plain, work.a, work.b, of_rows, of_columns, work.sums);
}

const sim::Op* multiply(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const std::vector<std::uint32_t>& list = warp.launch->program->lists[op->extra];
  const KindProduct product = KindProduct::of(list);
  const KindRows rows(product, list);
  const LaneMask lanes = exec_lanes(warp, op);
  const MatrixShape shape{kProductRows, kProductColumns, product.depth};
  const auto elements = [](std::uint32_t field) { return *factor_elements(ProductKind::f8f6f4, field); };
  const FactorElements a = elements(product.field_a);
  const FactorElements b = elements(product.field_b);
  const GroupProduct plain{
      .columns = kProductColumns, .a = a.type, .b = b.type, .d = product.c, .adds = true, .wide = true};
  const std::uint32_t values = kProductRows * kProductColumns / kWarpSize;
  Work work;
  for (auto& row : work.sums.rows) std::fill(std::begin(row), std::begin(row) + kGroupStep, 0u);
  const auto for_each_value = [&](LaneMask of, auto&& visit) {
    for_each_lane(of, [&](int lane) {
      for (std::uint32_t v = 0; v < values; ++v) {
        const AccumulatorElement at = accumulator_element(shape, v, static_cast<std::uint32_t>(lane));
        visit(static_cast<std::uint32_t>(lane), v, work.sums[at.row][at.column]);
      }
    });
  };
  for_each_value(kFullMask, [&](std::uint32_t lane, std::uint32_t v, std::uint32_t& sum) {
    sum = static_cast<std::uint32_t>(accumulator_bits(warp, rows.c, product.c, v, lane));
  });
  if (product.parts > 1) {
    multiply_in_quarters(warp, product, rows, plain, work);
  } else {
    multiply_at_once(warp, product, rows, plain, a, b, work);
  }
  for_each_value(lanes, [&](std::uint32_t lane, std::uint32_t v, std::uint32_t& sum) {
    set_accumulator(warp, rows.d, product.c, v, lane, sum);
  });
  return op + 1;
}

// ---- Binding ----

std::uint32_t field_of(std::string_view type) {
  constexpr std::string_view kTypes[] = {"e4m3", "e5m2", "", "e2m3", "e3m2", "e2m1"};  // by the descriptor's numbers
  return static_cast<std::uint32_t>(std::ranges::find(kTypes, type) - std::begin(kTypes));
}

void add_fragment(BindContext& context, const ptx::Operand& operand, std::uint32_t registers, bool destination,
                  std::vector<std::uint32_t>& list) {
  const auto elements = context.children(operand);
  if (elements.size() != registers)
    return context.error(operand.position,
                         fmt::format("this fragment has {} registers, not {}", registers, elements.size()));
  for (const ptx::Operand& one : elements)
    list.push_back(destination ? context.destination_row(one, ptx::Type::b32)
                               : context.source_row(one, ptx::Type::b32));
}

/// The scales' register, with braces around it or without, and the numbers of byte and thread.
void add_scales(BindContext& context, const ptx::Operand& scales, const ptx::Operand& selector,
                std::vector<std::uint32_t>& list) {
  if (scales.kind == ptx::Operand::Kind::vector) {
    add_fragment(context, scales, 1, false, list);
  } else {
    list.push_back(context.source_row(scales, ptx::Type::b32));
  }
  const auto numbers = context.children(selector);
  if (numbers.size() != 2)
    return context.error(selector.position, "the numbers of a byte and a thread are wanted here, as in {0, 0}");
  for (const ptx::Operand& one : numbers) list.push_back(context.source_row(one, ptx::Type::u16));
}

void bind_kind(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  KindProduct product;
  product.depth = matrix_shape(spelling.word("shape")).k;
  product.field_a = field_of(spelling.word("atype"));
  product.field_b = field_of(spelling.word("btype"));
  product.c = element_type(spelling.word("ctype"));
  product.by_powers = spelling.word("stype") != "ue4m3";
  const std::string_view vector = spelling.word("vec");
  if (spelling.has("block_scale")) product.parts = product.depth == 32 ? 1 : vector == "scale_vec::4X" ? 4 : 2;
  std::vector<std::uint32_t> list = product.list();
  add_fragment(context, operands[1], kRegistersA, false, list);
  add_fragment(context, operands[2], kRegistersB, false, list);
  add_fragment(context, operands[3], product.c_registers(), false, list);
  add_fragment(context, operands[0], product.c_registers(), true, list);
  if (product.parts != 0) {
    add_scales(context, operands[4], operands[5], list);
    add_scales(context, operands[6], operands[7], list);
  }
  context.op().extra = context.list(std::move(list));
  context.op().run = context.op().body = multiply;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::multiplies, costs::matrix_product),
          .bind = bind_kind,
          .since = "8.7",
          .sm = 120,
          .chapter = "Warp-Level Matrix Instructions: mma",
          .accuracy = "no chip of its generation was recorded"};
}

#define FACTORS " {d}, {a}, {b}, {c}"
#define SCALES ", e, {f}, g, {h}"
#define SHORT "shape = m16n8k32; atype = e4m3 e5m2 e3m2 e2m3 e2m1; btype = e4m3 e5m2 e3m2 e2m3 e2m1; "
#define PLAIN SHORT "kind = kind::f8f6f4; "
#define HALVES PLAIN "dtype = f16; ctype = f16"
#define FLOATS "dtype = f32; ctype = f32; "
#define BYTES SHORT FLOATS "kind = kind::mxf8f6f4; vec = scale_vec::1X; stype = ue8m0"
#define NIBBLES "shape = m16n8k64; atype = e2m1; btype = e2m1; " FLOATS
#define BY_32 NIBBLES "vec = scale_vec::2X; stype = ue8m0; "
#define BY_16 NIBBLES "vec = scale_vec::4X; stype = ue4m3; "
#define TYPES ".dtype.atype.btype.ctype"

// The manual has the kind behind the layouts, compilers write it before the shape.
#define LATE "mma.sync.aligned.shape.row.col.kind"
#define EARLY "mma.sync.aligned.kind"
#define THEN ".shape.row.col"

// clang-format off
constexpr InstructionDef kRows[] = {
    row(LATE TYPES FACTORS, PLAIN FLOATS),
    row(EARLY THEN TYPES FACTORS, PLAIN FLOATS),
    row(LATE TYPES FACTORS, HALVES),
    row(EARLY THEN TYPES FACTORS, HALVES),
    row(LATE ".block_scale{.vec}" TYPES ".stype" FACTORS SCALES, BYTES),
    row(EARLY ".block_scale{.vec}" THEN TYPES ".stype" FACTORS SCALES, BYTES),
    row(LATE ".block_scale{.vec}" TYPES ".stype" FACTORS SCALES, BY_32 "kind = kind::mxf4"),
    row(EARLY ".block_scale{.vec}" THEN TYPES ".stype" FACTORS SCALES, BY_32 "kind = kind::mxf4"),
    row(LATE ".block_scale.vec" TYPES ".stype" FACTORS SCALES, BY_32 "kind = kind::mxf4nvf4"),
    row(EARLY ".block_scale.vec" THEN TYPES ".stype" FACTORS SCALES, BY_32 "kind = kind::mxf4nvf4"),
    row(LATE ".block_scale.vec" TYPES ".stype" FACTORS SCALES, BY_16 "kind = kind::mxf4nvf4"),
    row(EARLY ".block_scale.vec" THEN TYPES ".stype" FACTORS SCALES, BY_16 "kind = kind::mxf4nvf4"),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> mma_kind_rows() { return kRows; }

}  // namespace warpglass::isa
