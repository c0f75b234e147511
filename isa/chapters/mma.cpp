// Matrix products of the tensor units: mma and wmma.mma, d = a * b + c. Short floating-point formats are added up as
// the machine does it (isa/chapters/tensor_sum.hpp); f64 is a chain of fused multiply-adds in the order of K; integers
// are exact.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/chapters/product.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/chapters/warp_product.hpp"
#include "isa/instruction.hpp"
#include "isa/rounding.hpp"

namespace warpglass::isa {
namespace {

/// An operand as a matrix, A row by row, B column by column.
template <class T>
using ByOuter = std::array<std::array<T, kMaxDepth>, kMaxExtent>;

/// a * b + c as the machine answers: the second factor is passed on if it is a NaN, quietened, or else c, or else a.
double multiply_add(double a, double b, double c) {
  for (const double x : {b, c, a}) {
    if (std::isnan(x)) return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) | std::uint64_t{1} << 51);
  }
  const double sum = std::fma(a, b, c);
  return std::isnan(sum) ? std::bit_cast<double>(std::uint64_t{0xfff8000000000000}) : sum;
}

void multiply_doubles(sim::Warp& warp, const Product& product, const ProductRows& rows, LaneMask lanes) {
  const MatrixShape& shape = product.shape;
  const HostRounding rounding(product.rounding);
  ByOuter<double> a;
  ByOuter<double> b;
  const auto into = [](ByOuter<double>& matrix) {
    return [&matrix](auto kind, std::uint32_t outer, std::uint32_t k, std::uint64_t bits) {
      matrix[outer][k] = element_value(kind(), bits);
    };
  };
  for_each_element(warp, rows.a, product.a, product.a_layout(), into(a));
  for_each_element(warp, rows.b, product.b, product.b_layout(), into(b));
  for_each_result(warp, product, rows, lanes, [&](std::uint32_t row, std::uint32_t column, std::uint64_t c) {
    auto sum = std::bit_cast<double>(c);
    for (std::uint32_t k = 0; k < shape.k; ++k) sum = multiply_add(a[row][k], b[column][k], sum);
    return std::bit_cast<std::uint64_t>(sum);
  });
}

void multiply_integers(sim::Warp& warp, const Product& product, const ProductRows& rows, LaneMask lanes) {
  const MatrixShape& shape = product.shape;
  // 16 bits hold every element, and processors multiply and add pairs of those at once.
  const std::size_t depth = shape.k;
  ByOuter<std::int16_t> a;
  ByOuter<std::int16_t> b;
  const auto into = [](ByOuter<std::int16_t>& matrix) {
    return [&matrix](auto kind, std::uint32_t outer, std::uint32_t k, std::uint64_t bits) {
      matrix[outer][k] = static_cast<std::int16_t>(integer_value(kind(), bits));
    };
  };
  for_each_element(warp, rows.a, product.a, product.a_layout(), into(a));
  for_each_element(warp, rows.b, product.b, product.b_layout(), into(b));
  for_each_result(warp, product, rows, lanes, [&](std::uint32_t row, std::uint32_t column, std::uint64_t c) {
    std::int32_t sum = 0;  // at most 64 * 2^16
    const std::int16_t* x = a[row].data();
    const std::int16_t* y = b[column].data();
    for (std::size_t k = 0; k < depth; ++k) sum += x[k] * y[k];
    return clamped(product, std::int64_t{static_cast<std::int32_t>(c)} + sum);
  });
}

/// Single bits are multiplied 32 at a time and the ones of the result counted.
void multiply_bits(sim::Warp& warp, const Product& product, const ProductRows& rows, LaneMask lanes) {
  using Words = std::array<std::array<std::uint32_t, 8>, kMaxExtent>;
  const auto words = [&](const std::uint32_t* operand, const OperandLayout& layout) {
    Words matrix{};
    for (std::uint32_t j = 0; j < layout.registers(); ++j) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        const OperandElement at = operand_element(layout, j, 0, lane);
        matrix[at.outer][at.inner / 32] = sim::lane_value<std::uint32_t>(warp, operand[j], int(lane));
      }
    }
    return matrix;
  };
  const Words a = words(rows.a, product.a_layout());
  const Words b = words(rows.b, product.b_layout());
  for_each_result(warp, product, rows, lanes, [&](std::uint32_t row, std::uint32_t column, std::uint64_t c) {
    std::int64_t sum = static_cast<std::int32_t>(c);
    for (std::uint32_t k = 0; k < product.shape.k / 32; ++k) {
      const std::uint32_t x = a[row][k];
      const std::uint32_t y = b[column][k];
      sum += std::popcount(product.bits == BitOperation::bit_xor ? x ^ y : x & y);
    }
    return clamped(product, sum);
  });
}

const sim::Op* multiply(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const std::vector<std::uint32_t>& list = warp.launch->program->lists[op->extra];
  const Product product = Product::read(list);
  const ProductRows rows(product, list);
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == kFullMask && multiply_in_vectors(warp, product, rows)) return op + 1;
  if (product.bits != BitOperation::none) {
    multiply_bits(warp, product, rows, lanes);
  } else if (is_integer(product.a)) {
    multiply_integers(warp, product, rows, lanes);
  } else if (product.a == ElementType::f64) {
    multiply_doubles(warp, product, rows, lanes);
  } else {
    multiply_short_floats(warp, product, rows, lanes);
  }
  return op + 1;
}

// ---- Binding ----

/// Adds the first `wanted` rows of a fragment, which has `in_all`: behind those it repeats itself.
void add_rows(BindContext& context, const ptx::Operand& operand, ElementType type, std::uint32_t wanted,
              std::uint32_t in_all, bool destination, std::vector<std::uint32_t>& list) {
  const auto elements = context.children(operand);
  if (elements.size() != in_all) {
    context.error(operand.position, fmt::format("this fragment has {} registers, not {}", in_all, elements.size()));
    return;
  }
  for (std::uint32_t i = 0; i < wanted; ++i) {
    list.push_back(destination ? context.destination_row(elements[i], register_type(type))
                               : context.source_row(elements[i], register_type(type)));
  }
}

void bind_product(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const bool wmma = spelling.words[0] == "wmma";
  // Short forms name only the accumulators' types: then the factors are f16.
  const auto type_of = [&](std::string_view slot, ElementType otherwise) {
    const std::string_view word = spelling.word(slot);
    return word.empty() ? otherwise : element_type(word);
  };
  const ElementType d = type_of("dtype", ElementType::s32);
  const std::string_view bits = spelling.word("bits");
  const Product product{
      .shape = matrix_shape(spelling.word("shape")),
      .a = type_of("atype", ElementType::f16),
      .b = type_of("btype", ElementType::f16),
      .c = type_of("ctype", d),
      .d = d,
      .saturate = spelling.has("satfinite"),
      .bits = bits == "xor"   ? BitOperation::bit_xor
              : bits == "and" ? BitOperation::bit_and
                              : BitOperation::none,
      .rounding = rounding_of(spelling),
      .unit = tensor_unit(context.sm(), type_of("atype", ElementType::f16), wmma),
  };
  if (bits_of(product.a) != bits_of(product.b)) {
    context.error(operands[1].position, "both factors must have elements of one size");
    return;
  }
  std::vector<std::uint32_t> list;
  product.write(list);
  const auto add_factor = [&](const ptx::Operand& operand, ElementType type, std::uint32_t registers) {
    add_rows(context, operand, type, registers, wmma ? wmma_registers(type, registers) : registers, false, list);
  };
  add_factor(operands[1], product.a, product.a_registers());
  add_factor(operands[2], product.b, product.b_registers());
  add_rows(context, operands[3], product.c, product.c_registers(), product.c_registers(), false, list);
  const std::uint32_t results = accumulator_registers(product.d, product.shape);
  add_rows(context, operands[0], product.d, results, results, true, list);
  context.op().extra = context.list(std::move(list));
  context.op().run = context.op().body = multiply;
}

// Of other generations nothing was recorded (isa/chapters/tensor_unit.hpp).
constexpr std::string_view kSumAccuracy = "exact for sm_90, else as published";

constexpr InstructionDef mma(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                             std::string_view accuracy = "exact") {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::multiplies, costs::matrix_product),
          .bind = bind_product,
          .since = since,
          .sm = sm,
          .chapter = "Warp-Level Matrix Instructions: mma",
          .accuracy = accuracy};
}

constexpr InstructionDef wmma(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                              std::string_view accuracy = "exact") {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::multiplies, costs::matrix_product),
          .bind = bind_product,
          .since = since,
          .sm = sm,
          .chapter = "Warp-Level Matrix Instructions: wmma.mma",
          .accuracy = accuracy};
}

#define MMA "mma.sync.aligned.shape.row.col"
#define WMMA "wmma.mma.sync.aligned.alayout.blayout.shape"
#define WMMA_SHAPES "alayout = row col; blayout = row col; shape = m16n16k16 m8n32k16 m32n8k16; "

// clang-format off
constexpr InstructionDef kRows[] = {
    mma(MMA ".dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
        "shape = m16n8k8 m16n8k16; dtype = f16 f32; atype = f16; btype = f16; ctype = f16 f32", "6.5", 75, kSumAccuracy),
    mma(MMA ".dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
        "shape = m16n8k8 m16n8k16; dtype = f32; atype = bf16; btype = bf16; ctype = f32", "7.0", 80, kSumAccuracy),
    mma(MMA ".dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
        "shape = m16n8k4 m16n8k8; dtype = f32; atype = tf32; btype = tf32; ctype = f32", "7.0", 80, kSumAccuracy),
    mma(MMA ".dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
        "shape = m16n8k16 m16n8k32; dtype = f16 f32; atype = e4m3 e5m2; btype = e4m3 e5m2; ctype = f16 f32", "8.4", 89, kSumAccuracy),
    mma(MMA "{.rnd}.dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
        "shape = m8n8k4 m16n8k4 m16n8k8 m16n8k16; rnd = rn rz rm rp; dtype = f64; atype = f64; btype = f64; ctype = f64", "7.0", 80),
    mma(MMA "{.satfinite}.dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
        "shape = m8n8k16 m16n8k16 m16n8k32; dtype = s32; atype = u8 s8; btype = u8 s8; ctype = s32", "6.5", 75),
    mma(MMA "{.satfinite}.dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
        "shape = m8n8k32 m16n8k32 m16n8k64; dtype = s32; atype = u4 s4; btype = u4 s4; ctype = s32", "6.5", 75),
    mma(MMA ".dtype.atype.btype.ctype.bits.popc {d}, {a}, {b}, {c}",
        "shape = m8n8k128 m16n8k128 m16n8k256; dtype = s32; atype = b1; btype = b1; ctype = s32; bits = xor and", "7.0", 75),

    wmma(WMMA ".dtype.ctype {d}, {a}, {b}, {c}", WMMA_SHAPES "dtype = f16 f32; ctype = f16 f32", "6.0", 70, kSumAccuracy),
    wmma(WMMA ".dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
         WMMA_SHAPES "dtype = f32; atype = bf16; btype = bf16; ctype = f32", "7.0", 80, kSumAccuracy),
    wmma(WMMA ".dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
         "alayout = row col; blayout = row col; shape = m16n16k8; dtype = f32; atype = tf32; btype = tf32; ctype = f32", "7.0", 80, kSumAccuracy),
    wmma(WMMA "{.rnd}.dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
         "alayout = row col; blayout = row col; shape = m8n8k4; rnd = rn rz rm rp; dtype = f64; atype = f64; btype = f64; ctype = f64", "7.0", 80),
    wmma(WMMA ".dtype.atype.btype.ctype{.satfinite} {d}, {a}, {b}, {c}",
         WMMA_SHAPES "dtype = s32; atype = u8 s8; btype = u8 s8; ctype = s32", "6.3", 72),
    wmma("wmma.mma.sync.aligned.row.col.shape.dtype.atype.btype.ctype{.satfinite} {d}, {a}, {b}, {c}",
         "shape = m8n8k32; dtype = s32; atype = u4 s4; btype = u4 s4; ctype = s32", "6.3", 75),
    wmma("wmma.mma.bits.popc.sync.aligned.row.col.shape.dtype.atype.btype.ctype {d}, {a}, {b}, {c}",
         "bits = xor and; shape = m8n8k128; dtype = s32; atype = b1; btype = b1; ctype = s32", "6.3", 75),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> mma_rows() { return kRows; }

}  // namespace warpglass::isa
