// Matrix products of the tensor units: mma and wmma.mma, d = a * b + c. Products of the short formats are exact in
// double and are summed there in the order of K, and the sum is rounded once to the accumulator's type; the machine
// sums in an order of its own, so results in f16 and f32 agree to its rounding, integer ones exactly. f64 is a chain of
// fused multiply-adds in the order of K.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/fragment.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

enum class BitOperation : std::uint8_t { none, bit_and, bit_xor };

/// What a product's handler needs, as Program::lists[extra] holds it: these numbers, then the rows of a, b, c and d.
struct Product {
  MatrixShape shape;
  ElementType a, b, c, d;
  bool saturate;
  BitOperation bits;

  static constexpr std::size_t kNumbers = 9;

  void write(std::vector<std::uint32_t>& list) const {
    list = {shape.m,
            shape.n,
            shape.k,
            std::uint32_t(a),
            std::uint32_t(b),
            std::uint32_t(c),
            std::uint32_t(d),
            std::uint32_t{saturate},
            std::uint32_t(bits)};
  }
  static Product read(const std::vector<std::uint32_t>& list) {
    return {.shape = {list[0], list[1], list[2]},
            .a = ElementType(list[3]),
            .b = ElementType(list[4]),
            .c = ElementType(list[5]),
            .d = ElementType(list[6]),
            .saturate = list[7] != 0,
            .bits = BitOperation(list[8])};
  }
  [[nodiscard]] std::uint32_t a_registers() const { return operand_registers(a, shape.m, shape.k); }
  [[nodiscard]] std::uint32_t b_registers() const { return operand_registers(b, shape.n, shape.k); }
  [[nodiscard]] std::uint32_t c_registers() const { return accumulator_registers(c, shape); }
};

constexpr std::size_t kMaxExtent = 32;
constexpr std::size_t kMaxDepth = 64;  // of all but single bits

/// An operand as a matrix: A as it is, B by its columns or, so that a row of it meets an element of A, by its rows.
template <class T>
using ByOuter = std::array<std::array<T, kMaxDepth>, kMaxExtent>;
template <class T>
using ByDepth = std::array<std::array<T, kMaxExtent>, kMaxDepth>;

/// Calls `put(outer index, index along K, value)` for every element of an operand.
template <ElementType kType, class Put>
void for_each_element(const sim::Warp& warp, const std::uint32_t* rows, std::uint32_t outer, std::uint32_t k,
                      Put&& put) {
  using Register = std::conditional_t<kType == ElementType::f64, std::uint64_t, std::uint32_t>;
  constexpr std::uint32_t kWidth = bits_of(kType);
  constexpr std::uint32_t kPerRegister = elements_per_register(kType);
  for (std::uint32_t j = 0; j < operand_registers(kType, outer, k); ++j) {
    const auto values = read_row<Register>(warp, rows[j]);
    const OperandElement origin = operand_element(outer / 8, kPerRegister, j, 0, 0);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint32_t at = origin.outer + lane / 4;
      const std::uint32_t inner = origin.inner + lane % 4 * kPerRegister;
      for (std::uint32_t e = 0; e < kPerRegister; ++e) {
        const std::uint64_t bits = std::uint64_t{values[lane]} >> (e * kWidth);
        if constexpr (is_integer(kType)) {
          put(at, inner + e, integer_value(kType, bits));
        } else {
          put(at, inner + e, element_value(kType, bits));
        }
      }
    }
  }
}

template <class Put>
void for_each_element(const sim::Warp& warp, const std::uint32_t* rows, ElementType type, std::uint32_t outer,
                      std::uint32_t k, Put&& put) {
  switch (type) {
    case ElementType::f16: return for_each_element<ElementType::f16>(warp, rows, outer, k, put);
    case ElementType::bf16: return for_each_element<ElementType::bf16>(warp, rows, outer, k, put);
    case ElementType::tf32: return for_each_element<ElementType::tf32>(warp, rows, outer, k, put);
    case ElementType::f64: return for_each_element<ElementType::f64>(warp, rows, outer, k, put);
    case ElementType::e4m3: return for_each_element<ElementType::e4m3>(warp, rows, outer, k, put);
    case ElementType::e5m2: return for_each_element<ElementType::e5m2>(warp, rows, outer, k, put);
    case ElementType::s8: return for_each_element<ElementType::s8>(warp, rows, outer, k, put);
    case ElementType::u8: return for_each_element<ElementType::u8>(warp, rows, outer, k, put);
    case ElementType::s4: return for_each_element<ElementType::s4>(warp, rows, outer, k, put);
    case ElementType::u4: return for_each_element<ElementType::u4>(warp, rows, outer, k, put);
    case ElementType::b1:
    case ElementType::f32:
    case ElementType::s32:
    case ElementType::none: return;  // no operands of this kind come here
  }
}

std::uint64_t accumulator_bits(const sim::Warp& warp, const std::uint32_t* rows, ElementType type, std::uint32_t v,
                               std::uint32_t lane) {
  switch (type) {
    case ElementType::f64: return sim::lane_value<std::uint64_t>(warp, rows[v], int(lane));
    case ElementType::f16: return sim::lane_value<std::uint16_t>(warp, rows[v / 2], int(lane * 2 + v % 2));
    default: return sim::lane_value<std::uint32_t>(warp, rows[v], int(lane));
  }
}

void set_accumulator(sim::Warp& warp, const std::uint32_t* rows, ElementType type, std::uint32_t v, std::uint32_t lane,
                     std::uint64_t bits) {
  switch (type) {
    case ElementType::f64: set_lane_value(warp, rows[v], int(lane), bits); return;
    case ElementType::f16:
      set_lane_value(warp, rows[v / 2], int(lane * 2 + v % 2), static_cast<std::uint16_t>(bits));
      return;
    default: set_lane_value(warp, rows[v], int(lane), static_cast<std::uint32_t>(bits)); return;
  }
}

std::uint64_t rounded(ElementType type, double sum) {
  if (type == ElementType::f64) return std::isnan(sum) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(sum);
  if (type == ElementType::f16) return float_to_half(static_cast<float>(sum));
  return std::isnan(sum) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(static_cast<float>(sum));
}

std::uint64_t clamped(const Product& product, std::int64_t sum) {
  if (product.saturate) {
    sum = std::clamp<std::int64_t>(sum, std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max());
  }
  return static_cast<std::uint32_t>(sum);
}

/// Calls `sum(row, column, value of c)` for every element of the accumulator and writes what it returns.
template <class Sum>
void for_each_result(sim::Warp& warp, const Product& product, const std::uint32_t* c, const std::uint32_t* d,
                     LaneMask lanes, Sum&& sum) {
  const std::uint32_t values = product.shape.m * product.shape.n / 32;
  for_each_lane(lanes, [&](int lane) {
    for (std::uint32_t v = 0; v < values; ++v) {
      const AccumulatorElement at = accumulator_element(product.shape.m, v, std::uint32_t(lane));
      const std::uint64_t bits = accumulator_bits(warp, c, product.c, v, std::uint32_t(lane));
      set_accumulator(warp, d, product.d, v, std::uint32_t(lane), sum(at.row, at.column, bits));
    }
  });
}

void multiply_floats(sim::Warp& warp, const Product& product, const std::uint32_t* rows, LaneMask lanes) {
  const MatrixShape& shape = product.shape;
  const std::uint32_t* b_rows = rows + product.a_registers();
  const std::uint32_t* c_rows = b_rows + product.b_registers();
  const std::uint32_t* d_rows = c_rows + product.c_registers();
  ByOuter<double> a;
  ByDepth<double> b;
  for_each_element(warp, rows, product.a, shape.m, shape.k,
                   [&](std::uint32_t row, std::uint32_t k, auto value) { a[row][k] = value; });
  for_each_element(warp, b_rows, product.b, shape.n, shape.k,
                   [&](std::uint32_t column, std::uint32_t k, auto value) { b[k][column] = value; });
  if (product.d == ElementType::f64) {
    for_each_result(warp, product, c_rows, d_rows, lanes,
                    [&](std::uint32_t row, std::uint32_t column, std::uint64_t c) {
                      auto sum = std::bit_cast<double>(c);
                      for (std::uint32_t k = 0; k < shape.k; ++k) sum = std::fma(a[row][k], b[k][column], sum);
                      return rounded(product.d, sum);
                    });
    return;
  }
  // Eight columns side by side.
  std::array<std::array<double, kMaxExtent>, kMaxExtent> sums;
  for (std::uint32_t row = 0; row < shape.m; ++row) {
    for (std::uint32_t first = 0; first < shape.n; first += 8) {
      std::array<double, 8> sum{};
      for (std::uint32_t k = 0; k < shape.k; ++k) {
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += a[row][k] * b[k][first + i];
      }
      std::copy(sum.begin(), sum.end(), sums[row].begin() + first);
    }
  }
  for_each_result(warp, product, c_rows, d_rows, lanes, [&](std::uint32_t row, std::uint32_t column, std::uint64_t c) {
    return rounded(product.d, element_value(product.c, c) + sums[row][column]);
  });
}

void multiply_integers(sim::Warp& warp, const Product& product, const std::uint32_t* rows, LaneMask lanes) {
  const MatrixShape& shape = product.shape;
  const std::uint32_t* b_rows = rows + product.a_registers();
  const std::uint32_t* c_rows = b_rows + product.b_registers();
  // 16 bits hold every element, and processors multiply and add pairs of those at once.
  const std::size_t depth = shape.k;
  ByOuter<std::int16_t> a;
  ByOuter<std::int16_t> b;
  for_each_element(warp, rows, product.a, shape.m, shape.k, [&](std::uint32_t row, std::uint32_t k, auto value) {
    a[row][k] = static_cast<std::int16_t>(value);
  });
  for_each_element(warp, b_rows, product.b, shape.n, shape.k, [&](std::uint32_t column, std::uint32_t k, auto value) {
    b[column][k] = static_cast<std::int16_t>(value);
  });
  for_each_result(warp, product, c_rows, c_rows + product.c_registers(), lanes,
                  [&](std::uint32_t row, std::uint32_t column, std::uint64_t c) {
                    std::int32_t sum = 0;  // at most 64 * 2^16
                    const std::int16_t* x = a[row].data();
                    const std::int16_t* y = b[column].data();
                    for (std::size_t k = 0; k < depth; ++k) sum += x[k] * y[k];
                    return clamped(product, std::int64_t{static_cast<std::int32_t>(c)} + sum);
                  });
}

/// Single bits are multiplied 32 at a time and the ones of the result counted.
void multiply_bits(sim::Warp& warp, const Product& product, const std::uint32_t* rows, LaneMask lanes) {
  using Words = std::array<std::array<std::uint32_t, 8>, kMaxExtent>;
  const auto words = [&](const std::uint32_t* operand, std::uint32_t registers, std::uint32_t outer) {
    Words matrix{};
    for (std::uint32_t j = 0; j < registers; ++j) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        const OperandElement at = operand_element(outer / 8, 32, j, 0, lane);
        matrix[at.outer][at.inner / 32] = sim::lane_value<std::uint32_t>(warp, operand[j], int(lane));
      }
    }
    return matrix;
  };
  const std::uint32_t* b_rows = rows + product.a_registers();
  const std::uint32_t* c_rows = b_rows + product.b_registers();
  const Words a = words(rows, product.a_registers(), product.shape.m);
  const Words b = words(b_rows, product.b_registers(), product.shape.n);
  for_each_result(warp, product, c_rows, c_rows + product.c_registers(), lanes,
                  [&](std::uint32_t row, std::uint32_t column, std::uint64_t c) {
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
  if ((warp.live & ~warp.active) != 0) {
    if (const sim::Op* other = gather_for_sync(warp, op, warp.live); other != op) return other;
  }
  const std::vector<std::uint32_t>& list = warp.launch->program->lists[op->extra];
  const Product product = Product::read(list);
  const std::uint32_t* rows = list.data() + Product::kNumbers;
  const LaneMask lanes = exec_lanes(warp, op);
  if (product.bits != BitOperation::none) {
    multiply_bits(warp, product, rows, lanes);
  } else if (is_integer(product.a)) {
    multiply_integers(warp, product, rows, lanes);
  } else {
    multiply_floats(warp, product, rows, lanes);
  }
  return op + 1;
}

// ---- Binding ----

ptx::Type register_type(ElementType type) {
  switch (type) {
    case ElementType::f64: return ptx::Type::f64;
    case ElementType::f32: return ptx::Type::f32;
    case ElementType::s32: return ptx::Type::s32;
    default: return ptx::Type::b32;
  }
}

/// Adds the first `wanted` rows of a fragment; wmma's may repeat themselves behind those.
void add_rows(BindContext& context, const ptx::Operand& operand, ElementType type, std::uint32_t wanted,
              bool may_repeat, bool destination, std::vector<std::uint32_t>& list) {
  const auto elements = context.children(operand);
  if (elements.size() != wanted && !(may_repeat && wanted != 0 && elements.size() % wanted == 0 && !elements.empty())) {
    context.error(operand.position, fmt::format("this fragment has {} registers, not {}", wanted, elements.size()));
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
  };
  if (bits_of(product.a) != bits_of(product.b)) {
    context.error(operands[1].position, "both factors must have elements of one size");
    return;
  }
  std::vector<std::uint32_t> list;
  product.write(list);
  add_rows(context, operands[1], product.a, product.a_registers(), wmma, false, list);
  add_rows(context, operands[2], product.b, product.b_registers(), wmma, false, list);
  add_rows(context, operands[3], product.c, product.c_registers(), false, false, list);
  add_rows(context, operands[0], product.d, accumulator_registers(product.d, product.shape), false, true, list);
  context.op().extra = context.list(std::move(list));
  context.op().run = context.op().body = multiply;
}

constexpr std::string_view kSumAccuracy = "rounded once; the machine's order of summation differs";

constexpr InstructionDef mma(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                             std::string_view accuracy = "exact") {
  return {.syntax = syntax,
          .where = where,
          .unit = Unit::tensor,
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
          .unit = Unit::tensor,
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
        "shape = m8n8k4 m16n8k4 m16n8k8 m16n8k16; rnd = rn; dtype = f64; atype = f64; btype = f64; ctype = f64", "7.0", 80),
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
         "alayout = row col; blayout = row col; shape = m8n8k4; rnd = rn; dtype = f64; atype = f64; btype = f64; ctype = f64", "7.0", 80),
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
