// Products of a sparse matrix: mma.sp, d = a * b + c, where half of A's elements are there. Every row of A meets its
// own elements of B; what those are multiplied and how they are added up is mma's (isa/chapters/mma.cpp) of half the K.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/group_moves.hpp"
#include "isa/chapters/group_product.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/product.hpp"
#include "isa/chapters/short_floats.hpp"
#include "isa/chapters/sparsity.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kRows = 16;
constexpr std::uint32_t kColumns = 8;
constexpr std::uint32_t kMostKept = 32;                    // units of a row
constexpr std::uint32_t kLastUnits = 4 * kGroupWords - 2;  // two of 16 bits, of a warp group's B

/// What the handler needs, as Program::lists[extra] holds it: the product's numbers, which lanes' metadata counts, the
/// rows of the metadata, of a, b, c and d.
struct SparseProduct {
  Product product;
  std::uint32_t selector;

  explicit SparseProduct(const std::vector<std::uint32_t>& list)
      : product(Product::read(list)), selector(list[Product::kNumbers]) {}

  [[nodiscard]] std::uint32_t kept() const { return product.shape.k / 2; }
  [[nodiscard]] std::uint32_t kept_units() const { return kept() * bits_of(product.a) / unit_bits_of(product.a); }
  [[nodiscard]] std::uint32_t lanes_with_metadata() const {
    return isa::lanes_with_metadata(product.a, kept() * bits_of(product.a));
  }
  [[nodiscard]] OperandLayout a_layout() const {
    return operand_layout({.m = kRows, .n = kColumns, .k = kept()}, product.a, false);
  }
};

struct Rows {
  std::uint32_t metadata;
  const std::uint32_t* a;
  const std::uint32_t* b;
  const std::uint32_t* c;
  const std::uint32_t* d;

  Rows(const SparseProduct& sparse, const std::vector<std::uint32_t>& list)
      : metadata(list[Product::kNumbers + 1]),
        a(list.data() + Product::kNumbers + 2),
        b(a + sparse.a_layout().registers()),
        c(b + sparse.product.b_registers()),
        d(c + sparse.product.c_registers()) {}
};

/// The factors by units (isa/chapters/sparsity.hpp), and which of B's each of A's meets.
struct Factors {
  std::uint32_t kept = 0;  // units of a row of A
  std::array<std::array<std::uint16_t, kMostKept>, kRows> a;
  std::array<std::array<std::uint16_t, 2 * kMostKept>, kColumns> b;
  std::array<std::array<std::uint8_t, kMostKept>, kRows> meets;

  Factors(const sim::Warp& warp, const SparseProduct& sparse, const Rows& rows) {
    const Product& product = sparse.product;
    const std::uint32_t bits = unit_bits_of(product.a);
    kept = sparse.kept_units();
    take_units(warp, rows.a, bits, sparse.a_layout(), a);
    take_units(warp, rows.b, bits, product.b_layout(), b);
    take_met_units(product.a, read_row<std::uint32_t>(warp, rows.metadata),
                   sparse.selector * sparse.lanes_with_metadata(), kept, meets);
  }

  /// A register has as many units as elements of a type that is one.
  template <class To>
  static void take_units(const sim::Warp& warp, const std::uint32_t* rows, std::uint32_t bits, OperandLayout layout,
                         To& to) {
    layout.per_register = 32 / bits;
    const auto put = [&to](auto kind, std::uint32_t outer, std::uint32_t unit, std::uint64_t value) {
      to[outer][unit] = static_cast<std::uint16_t>(value & ((1u << bits_of(kind())) - 1));
    };
    if (bits == 16) {
      for_each_element<ElementType::f16>(warp, rows, layout, put);
    } else {
      for_each_element<ElementType::u8>(warp, rows, layout, put);
    }
  }

  /// The unit of a column of B that a unit of A meets.
  [[nodiscard]] std::uint32_t met(std::uint32_t row, std::uint32_t column, std::uint32_t at) const {
    return b[column][meets[row][at]];
  }
};

using Sums = std::array<std::array<std::uint32_t, kColumns>, kRows>;

/// The product of two units: of elements, or of two pairs of 4-bit ones.
std::int32_t unit_product(const Product& product, std::uint32_t a, std::uint32_t b) {
  std::int32_t sum = 0;
  for (std::uint32_t low = 0; low < 8; low += bits_of(product.a))
    sum += integer_value(product.a, a >> low) * integer_value(product.b, b >> low);
  return sum;
}

void add_integers(const SparseProduct& sparse, const Factors& factors, Sums& sums) {
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      std::int64_t sum = static_cast<std::int32_t>(sums[row][column]);
      for (std::uint32_t at = 0; at < factors.kept; ++at)
        sum += unit_product(sparse.product, factors.a[row][at], factors.met(row, column, at));
      sums[row][column] = static_cast<std::uint32_t>(clamped(sparse.product, sum));
    }
  }
}

void add_floats(const SparseProduct& sparse, const Factors& factors, Sums& sums) {
  ShortFactors one;
  one.rows = 1;
  one.columns = kColumns;
  one.depth = sparse.kept();
  ShortSums sum;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    one.a[0].fill(0);
    for (std::uint32_t column = 0; column < kColumns; ++column) one.b[column].fill(0);
    for (std::uint32_t at = 0; at < factors.kept; ++at) {
      const std::uint32_t element = at * one.depth / factors.kept;
      const std::uint32_t low = at * one.depth % factors.kept != 0 ? 16 : 0;  // of tf32
      one.a[0][element] |= std::uint32_t{factors.a[row][at]} << low;
      for (std::uint32_t column = 0; column < kColumns; ++column)
        one.b[column][element] |= factors.met(row, column, at) << low;
    }
    std::copy_n(sums[row].begin(), kColumns, sum[0].begin());
    add_short_products(sparse.product, one, sum);
    std::copy_n(sum[0].begin(), kColumns, sums[row].begin());
  }
}

// ---- On vectors: the product of one warp of a group, of fewer columns and with zeros for what its K has less ----

struct GroupFactors {
  GroupFactorA a{};
  GroupFactorB b;
  MetUnits met;

  GroupFactors() {
    for (auto& words : b.words) std::fill_n(words, kGroupStep, 0u);
    // Zeros that A has less meet the last of B, which are zeros then.
    for (auto& row : met)
      for (std::size_t at = 0; at < row.size(); ++at) row[at] = static_cast<std::uint8_t>(kLastUnits + at % 2);
  }
  GroupFactors(const sim::Warp& warp, const SparseProduct& sparse, const Rows& rows) : GroupFactors() {
    load_registers(warp.rows, rows.a, sparse.a_layout().registers(), a);
    load_registers(warp.rows, rows.b, sparse.product.b_registers(), b);
    take_met_units(sparse.product.a, read_row<std::uint32_t>(warp, rows.metadata),
                   sparse.selector * sparse.lanes_with_metadata(), sparse.kept_units(), met);
  }
};

void clear(GroupSums& sums) {
  for (auto& row : sums.rows) std::fill_n(row, kGroupStep, 0u);
}

/// Adds one element of each byte, in the upper half of its byte, to the sums of them, 256 times.
bool add_upper_halves(const Product& product, const GroupFactors& factors, int below, GroupSums& sums) {
  const auto byte_type = [](ElementType type) { return type == ElementType::s4 ? ElementType::s8 : ElementType::u8; };
  const GroupProduct bytes{
      .columns = kColumns, .a = byte_type(product.a), .b = byte_type(product.b), .d = ElementType::s32};
  GroupFactorA a;
  GroupFactorB b;
  const auto take = [&](const auto& from, auto& to, std::size_t outer) {
    for (std::size_t word = 0; word < std::size(from.words); ++word)
      for (std::size_t at = 0; at < outer; ++at) to.words[word][at] = from.words[word][at] << below & 0xf0f0f0f0u;
  };
  take(factors.a, a, kGroupRows);
  take(factors.b, b, kGroupStep);
  return multiply_group_in_vectors(bytes, a, b, &factors.met, sums);
}

bool multiply_of_4_bits(sim::Warp& warp, const SparseProduct& sparse, const Rows& rows) {
  const GroupFactors factors(warp, sparse, rows);
  GroupSums products;
  clear(products);
  if (!add_upper_halves(sparse.product, factors, 4, products) ||
      !add_upper_halves(sparse.product, factors, 0, products))
    return false;
  const GroupProduct own{.columns = kColumns, .d = ElementType::s32};
  GroupSums sums;
  load_sums(warp.rows, rows.c, own, sums);
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      const auto total = std::int64_t{static_cast<std::int32_t>(sums[row][column])} +
                         static_cast<std::int32_t>(products[row][column]) / 256;
      sums[row][column] = static_cast<std::uint32_t>(clamped(sparse.product, total));
    }
  }
  store_sums(warp.rows, rows.d, own, sums);
  return true;
}

/// Of every four elements of A along K two, which meet every other four of B: a step where fp8 is widened to f16.
GroupFactors halves_of_step(const Product& product, const GroupFactors& factors, std::size_t step) {
  GroupFactors halves;
  const auto pair = [](ElementType type, std::uint32_t word, std::size_t first) {
    const auto half = [&](std::size_t e) { return std::uint32_t{half_of_fp8(type, word >> 8 * e & 0xff)}; };
    return half(first + 1) << 16 | half(first);
  };
  for (std::size_t word = 0; word < kGroupWords; ++word) {
    for (std::size_t row = 0; row < kGroupRows; ++row) {
      halves.a.words[word][row] = pair(product.a, factors.a.words[word][row], 2 * step);
      for (std::size_t e = 0; e < 2; ++e)
        halves.met[row][2 * word + e] =
            static_cast<std::uint8_t>(4 * word + factors.met[row][4 * word + 2 * step + e] % 4);
    }
    for (std::size_t column = 0; column < kColumns; ++column)
      for (std::size_t e = 0; e < 2; ++e)
        halves.b.words[2 * word + e][column] = pair(product.b, factors.b.words[2 * word + step][column], 2 * e);
  }
  return halves;
}

bool multiply_fp8(sim::Warp& warp, const SparseProduct& sparse, const Rows& rows) {
  const GroupFactors factors(warp, sparse, rows);
  const GroupProduct own{.columns = kColumns};  // of f16, in f32
  GroupSums products;
  clear(products);
  for (const std::size_t step : {std::size_t{0}, std::size_t{1}}) {
    const GroupFactors halves = halves_of_step(sparse.product, factors, step);
    if (!multiply_group_in_vectors(own, halves.a, halves.b, &halves.met, products)) return false;
  }
  GroupSums sums;
  load_sums(warp.rows, rows.c, own, sums);
  for (std::uint32_t row = 0; row < kRows; ++row) {
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      const float total = std::bit_cast<float>(sums[row][column]) + std::bit_cast<float>(products[row][column]);
      sums[row][column] = std::isnan(total) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(total);
    }
  }
  store_sums(warp.rows, rows.d, own, sums);
  return true;
}

/// All lanes' sums; false, with nothing written, where vectors do not do.
bool multiply_in_vectors(sim::Warp& warp, const SparseProduct& sparse, const Rows& rows) {
  const Product& product = sparse.product;
  if (product.c != product.d) return false;
  if (bits_of(product.a) == 4) return multiply_of_4_bits(warp, sparse, rows);
  // A group's product adds all at once, to TensorUnit()'s places.
  const bool fp8 = product.unit.fp8_as_halves;
  const bool at_once = product.at_once(sparse.kept()) == sparse.kept() && product.unit.places == TensorUnit().places;
  if (!is_integer(product.a) && !fp8 && !at_once) return false;
  if (fp8) return multiply_fp8(warp, sparse, rows);
  const GroupFactors factors(warp, sparse, rows);
  const GroupProduct own{
      .columns = kColumns, .a = product.a, .b = product.b, .d = product.d, .saturates = product.saturate, .wide = true};
  GroupSums sums;
  clear(sums);
  load_sums(warp.rows, rows.c, own, sums);
  if (!multiply_group_in_vectors(own, factors.a, factors.b, &factors.met, sums)) return false;
  store_sums(warp.rows, rows.d, own, sums);
  return true;
}

const sim::Op* multiply(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const std::vector<std::uint32_t>& list = warp.launch->program->lists[op->extra];
  const SparseProduct sparse(list);
  const Product& product = sparse.product;
  const Rows rows(sparse, list);
  if (exec_lanes(warp, op) == kFullMask && multiply_in_vectors(warp, sparse, rows)) return op + 1;
  const Factors factors(warp, sparse, rows);
  Sums sums;
  const std::uint32_t values = kRows * kColumns / kWarpSize;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t v = 0; v < values; ++v) {
      const AccumulatorElement at = accumulator_element(product.shape, v, lane);
      sums[at.row][at.column] = static_cast<std::uint32_t>(accumulator_bits(warp, rows.c, product.c, v, lane));
    }
  }
  if (is_integer(product.a)) {
    add_integers(sparse, factors, sums);
  } else {
    add_floats(sparse, factors, sums);
  }
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    for (std::uint32_t v = 0; v < values; ++v) {
      const AccumulatorElement at = accumulator_element(product.shape, v, std::uint32_t(lane));
      set_accumulator(warp, rows.d, product.d, v, std::uint32_t(lane), sums[at.row][at.column]);
    }
  });
  return op + 1;
}

// ---- Binding ----

void bind_product(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const Product product{
      .shape = matrix_shape(spelling.word("shape")),
      .a = element_type(spelling.word("atype")),
      .b = element_type(spelling.word("btype")),
      .c = element_type(spelling.word("ctype")),
      .d = element_type(spelling.word("dtype")),
      .saturate = spelling.has("satfinite"),
      .bits = BitOperation::none,
      .rounding = Rounding::nearest,
      .unit = tensor_unit(context.sm(), element_type(spelling.word("atype")), false),
  };
  std::vector<std::uint32_t> list;
  product.write(list);
  const auto selector = static_cast<std::int64_t>(context.literal(operands[5]));
  list.push_back(static_cast<std::uint32_t>(selector));
  const SparseProduct sparse(list);
  const std::int64_t selectors = 4 / sparse.lanes_with_metadata();
  if (selector < 0 || selector >= selectors) return refuse_selector(context, operands[5], selectors);
  list.push_back(context.source_row(operands[4], ptx::Type::b32));
  const auto add_rows = [&](const ptx::Operand& operand, ElementType type, std::uint32_t wanted, bool destination) {
    const auto elements = context.children(operand);
    if (elements.size() != wanted) {
      context.error(operand.position, fmt::format("this fragment has {} registers, not {}", wanted, elements.size()));
      return;
    }
    for (const ptx::Operand& one : elements) {
      list.push_back(destination ? context.destination_row(one, register_type(type))
                                 : context.source_row(one, register_type(type)));
    }
  };
  add_rows(operands[1], product.a, sparse.a_layout().registers(), false);
  add_rows(operands[2], product.b, product.b_registers(), false);
  add_rows(operands[3], product.c, product.c_registers(), false);
  add_rows(operands[0], product.d, accumulator_registers(product.d, product.shape), true);
  context.op().extra = context.list(std::move(list));
  context.op().run = context.op().body = multiply;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                             std::string_view accuracy) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::multiplies, costs::matrix_product),
          .bind = bind_product,
          .since = since,
          .sm = sm,
          .chapter = "Warp-Level Matrix Instructions: mma.sp",
          .accuracy = accuracy};
}

// Of other generations nothing was recorded (isa/chapters/tensor_unit.hpp).
constexpr std::string_view kSumAccuracy = "exact for sm_90, else as published";
constexpr std::string_view kExact = "exact";

#define FLOATS "sync.aligned.shape.row.col.dtype.atype.btype.ctype {d}, {a}, {b}, {c}, e, f"
#define INTEGERS "sync.aligned.shape.row.col{.satfinite}.dtype.atype.btype.ctype {d}, {a}, {b}, {c}, e, f"
#define METADATA "; e : b32; f : b32"
#define ROWS(WORD, SINCE, FP8)                                                                                         \
  row(WORD FLOATS, "shape = m16n8k16 m16n8k32; dtype = f32; atype = f16; btype = f16; ctype = f32" METADATA, SINCE,    \
      80, kSumAccuracy),                                                                                               \
      row(WORD FLOATS, "shape = m16n8k16 m16n8k32; dtype = f16; atype = f16; btype = f16; ctype = f16" METADATA,       \
          SINCE, 80, kSumAccuracy),                                                                                    \
      row(WORD FLOATS, "shape = m16n8k16 m16n8k32; dtype = f32; atype = bf16; btype = bf16; ctype = f32" METADATA,     \
          SINCE, 80, kSumAccuracy),                                                                                    \
      row(WORD FLOATS, "shape = m16n8k8 m16n8k16; dtype = f32; atype = tf32; btype = tf32; ctype = f32" METADATA,      \
          SINCE, 80, kSumAccuracy),                                                                                    \
      row(WORD FLOATS, "shape = m16n8k64; dtype = f32; atype = e4m3 e5m2; btype = e4m3 e5m2; ctype = f32" METADATA,    \
          FP8, 89, kSumAccuracy),                                                                                      \
      row(WORD INTEGERS, "shape = m16n8k32 m16n8k64; dtype = s32; atype = u8 s8; btype = u8 s8; ctype = s32" METADATA, \
          SINCE, 80, kExact),                                                                                          \
      row(WORD INTEGERS,                                                                                               \
          "shape = m16n8k64 m16n8k128; dtype = s32; atype = u4 s4; btype = u4 s4; ctype = s32" METADATA, SINCE, 80,    \
          kExact)

constexpr InstructionDef kTable[] = {
    ROWS("mma.sp.", "7.1", "8.4"),
    ROWS("mma.sp::ordered_metadata.", "8.5", "8.5"),
};
static_assert(well_formed(kTable));

}  // namespace

std::span<const InstructionDef> sparse_mma_rows() { return kTable; }

}  // namespace warpglass::isa
