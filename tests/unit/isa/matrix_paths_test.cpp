// Products of whole warps are computed on vectors over the lanes, those of a warp that lanes have left one element at a
// time. Both must say the same, on every generation what was published of it (isa/chapters/tensor_unit.hpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/fragment.hpp"
#include "tests/unit/isa/kernel_around.hpp"
#include "tests/unit/isa/published_sum.hpp"

namespace warpglass::isa {
namespace {

struct MatrixKind {
  std::string instruction;
  MatrixShape shape;
  ElementType a, b, c, d;
  std::uint32_t sm = 90;
  PublishedRule rule;  // of fp8 that is widened to f16: not asked for

  friend void PrintTo(const MatrixKind& kind, std::ostream* out) { *out << kind.instruction; }
};

/// Elements of the formats, for one register.
struct Numbers {
  int exponent_bits, fraction_bits;
  std::uint32_t width;
};
Numbers numbers_of(ElementType type) {
  switch (type) {
    case ElementType::f16: return {5, 10, 16};
    case ElementType::bf16: return {8, 7, 16};
    case ElementType::e4m3: return {4, 3, 8};
    case ElementType::e5m2: return {5, 2, 8};
    default: return {8, 23, 32};
  }
}

enum class Range : std::uint8_t {
  near_one,
  small_and_zero,
  any,
  just_below_two,
  with_infinities_and_nans,
  // Of formats that have such: whose products fp32 does not hold, by themselves and beside others.
  around_the_least,
  around_the_largest,
  far_above,
  some_tiny,
};

/// A finite number, but where the range says otherwise.
std::uint32_t random_element(ElementType type, Range range, std::mt19937& random) {
  const Numbers own = numbers_of(type);
  const std::uint32_t bias = (1u << (own.exponent_bits - 1)) - 1;
  std::uint32_t exponent = random() % ((1u << own.exponent_bits) - 1);
  if (range == Range::with_infinities_and_nans && random() % 32 == 0)
    exponent = (1u << own.exponent_bits) - 1;
  else if (range == Range::near_one || range == Range::with_infinities_and_nans)
    exponent = bias - 2 + random() % 5;
  if (range == Range::small_and_zero) exponent = random() % 3;
  // Products of two around fp32's least number, and sums around the least whose scale fp32 has.
  if (range == Range::around_the_least) exponent = own.exponent_bits == 8 ? bias - 75 + random() % 45 : random() % 10;
  if (range == Range::around_the_largest) exponent = own.exponent_bits == 8 ? bias + 54 + random() % 12 : random() % 10;
  // Times numbers near one, products around the largest of which fp32 holds all.
  if (range == Range::far_above) exponent = own.exponent_bits == 8 ? bias + 118 + random() % 8 : random() % 10;
  if (range == Range::some_tiny) {
    exponent = random() % 16 == 0 ? random() % (bias / 2) : bias - 2 + random() % 5;
    if (random() % 64 == 0) exponent = (1u << own.exponent_bits) - 1;
  }
  std::uint32_t fraction = static_cast<std::uint32_t>(random()) & ((1u << own.fraction_bits) - 1);
  if (range == Range::small_and_zero && random() % 4 == 0) exponent = fraction = 0;
  // Sums of these take more than 32 bits.
  if (range == Range::just_below_two) return bias << own.fraction_bits | ((1u << own.fraction_bits) - 1);
  if (exponent == (1u << own.exponent_bits) - 1 && own.exponent_bits != 4 && random() % 2 == 0) fraction = 0;
  const auto sign = static_cast<std::uint32_t>(random() % 2);
  return sign << (own.width - 1) | exponent << own.fraction_bits | fraction;
}

std::uint32_t random_register(ElementType type, Range range, std::mt19937& random) {
  const std::uint32_t width = numbers_of(type).width;
  std::uint32_t bits = 0;
  for (std::uint32_t at = 0; at < 32; at += width) bits |= random_element(type, range, random) << at;
  return bits;
}

struct Registers {
  std::uint32_t a, b, c, d;

  explicit Registers(const MatrixKind& kind)
      : a(operand_layout(kind.shape, kind.a, false).registers()),
        b(operand_layout(kind.shape, kind.b, true).registers()),
        c(accumulator_registers(kind.c, kind.shape)),
        d(accumulator_registers(kind.d, kind.shape)) {}
  [[nodiscard]] std::uint32_t in() const { return a + b + c; }
  [[nodiscard]] std::uint32_t all() const { return in() + d; }
};

std::string fragment(std::string_view reg, std::uint32_t first, std::uint32_t count) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) text += fmt::format("{}{}{}", i == 0 ? "" : ", ", reg, first + i);
  return "{" + text + "}";
}

/// wmma's fragments repeat their registers to eight.
std::string factor(const MatrixKind& kind, std::uint32_t first, std::uint32_t count) {
  const bool repeats = kind.instruction.starts_with("wmma") && kind.a == ElementType::f16;
  std::string text = fragment("%r", first, count);
  if (repeats && count < 8) {
    text.pop_back();
    for (std::uint32_t i = count; i < 8; ++i) text += fmt::format(", %r{}", first + i % count);
    text += "}";
  }
  return text;
}

/// Every lane's registers of a, b and c, and behind them those of d.
/// \param all  otherwise the last lane leaves once it has loaded them
std::string kernel_of(const MatrixKind& kind, bool all) {
  const Registers count(kind);
  std::string body =
      fmt::format("mul.wide.u32 %rd1, %thread, {};\nadd.s64 %rd1, %buffer, %rd1;\n", std::size_t{4} * count.all());
  for (std::uint32_t i = 0; i < count.in(); ++i) body += fmt::format("ld.global.u32 %r{}, [%rd1+{}];\n", i, 4 * i);
  const std::uint32_t c = count.a + count.b;
  const bool c_is_float = kind.c == ElementType::f32;
  const bool d_is_float = kind.d == ElementType::f32;
  if (c_is_float)
    for (std::uint32_t i = 0; i < count.c; ++i) body += fmt::format("mov.b32 %f{}, %r{};\n", i, c + i);
  if (!all) body += "setp.eq.u32 %p1, %thread, 31;\n@%p1 ret;\n";
  body +=
      fmt::format("{} {}, {}, {}, {};\n", kind.instruction,
                  d_is_float ? fragment("%f", 20, count.d) : fragment("%r", 40, count.d), factor(kind, 0, count.a),
                  factor(kind, count.a, count.b), c_is_float ? fragment("%f", 0, count.c) : fragment("%r", c, count.c));
  for (std::uint32_t i = 0; i < count.d; ++i) {
    body += d_is_float ? fmt::format("st.global.f32 [%rd1+{}], %f{};\n", 4 * (count.in() + i), 20 + i)
                       : fmt::format("st.global.u32 [%rd1+{}], %r{};\n", 4 * (count.in() + i), 40 + i);
  }
  return kernel_around(body);
}

std::uint32_t accumulator(const std::vector<std::uint32_t>& values, const MatrixKind& kind, std::uint32_t lane,
                          std::uint32_t v) {
  const Registers count(kind);
  const std::uint32_t* const d = values.data() + std::size_t{lane} * count.all() + count.in();
  return kind.d == ElementType::f16 ? d[v / 2] >> (16 * (v % 2)) & 0xffffu : d[v];
}

class ProductPaths : public testing::TestWithParam<MatrixKind> {};

TEST_P(ProductPaths, Agree) {
  const MatrixKind& kind = GetParam();
  const Registers count(kind);
  const std::string of_all = kernel_of(kind, true);
  const std::string of_most = kernel_of(kind, false);
  std::mt19937 random(11);
  struct Ranges {
    Range a;
    Range b;
  };
  std::vector<Ranges> tried = {{Range::far_above, Range::near_one}, {Range::near_one, Range::far_above}};
  for (const Range both :
       {Range::near_one, Range::small_and_zero, Range::any, Range::just_below_two, Range::with_infinities_and_nans,
        Range::around_the_least, Range::around_the_largest, Range::some_tiny})
    tried.push_back({both, both});
  for (const Ranges& range : tried) {
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint32_t> values;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        for (std::uint32_t i = 0; i < count.a; ++i) values.push_back(random_register(kind.a, range.a, random));
        for (std::uint32_t i = 0; i < count.b; ++i) values.push_back(random_register(kind.b, range.b, random));
        for (std::uint32_t i = 0; i < count.c; ++i) values.push_back(random_register(kind.c, range.b, random));
        values.insert(values.end(), count.d, 0);
      }
      std::vector<std::uint32_t> of_left = values;
      ASSERT_EQ(run_on(values, of_all, {.sm = kind.sm}).errors, "");
      ASSERT_EQ(run_on(of_left, of_most, {.sm = kind.sm}).errors, "");
      for (std::uint32_t lane = 0; lane < 31; ++lane) {
        for (std::uint32_t v = 0; v < kind.shape.m * kind.shape.n / 32; ++v) {
          const AccumulatorElement at = accumulator_element(kind.shape, v, lane);
          ASSERT_EQ(accumulator(values, kind, lane, v), accumulator(of_left, kind, lane, v))
              << "ranges " << int(range.a) << ' ' << int(range.b) << " round " << round << " row " << at.row
              << " column " << at.column;
        }
      }
    }
  }
}

// ---- The sums of each generation ----

class GenerationsSums : public testing::TestWithParam<MatrixKind> {};

TEST_P(GenerationsSums, AreThosePublished) {
  const MatrixKind& kind = GetParam();
  const Registers count(kind);
  const std::string kernel = kernel_of(kind, true);
  std::mt19937 random(23);
  for (const Range range : {Range::near_one, Range::small_and_zero, Range::just_below_two}) {
    // Sums of tf32's and bf16's least are too small for units in doubles to be numbers that a float cuts.
    if (range == Range::small_and_zero && numbers_of(kind.a).exponent_bits == 8) continue;
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint32_t> values;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        for (std::uint32_t i = 0; i < count.a; ++i) values.push_back(random_register(kind.a, range, random));
        for (std::uint32_t i = 0; i < count.b; ++i) values.push_back(random_register(kind.b, range, random));
        for (std::uint32_t i = 0; i < count.c; ++i) values.push_back(random_register(kind.c, Range::near_one, random));
        values.insert(values.end(), count.d, 0);
      }
      const std::vector<std::uint32_t> before = values;
      ASSERT_EQ(run_on(values, kernel, {.sm = kind.sm}).errors, "");
      using Elements = std::vector<std::vector<std::uint32_t>>;
      const auto factor = [&](ElementType type, bool is_b, std::uint32_t first) {
        const OperandLayout layout = operand_layout(kind.shape, type, is_b);
        Elements elements(32, std::vector<std::uint32_t>(kind.shape.k));
        for (std::uint32_t lane = 0; lane < 32; ++lane)
          for (std::uint32_t j = 0; j < layout.registers(); ++j)
            for (std::uint32_t e = 0; e < elements_per_register(type); ++e) {
              const OperandElement at = operand_element(layout, j, e, lane);
              elements[at.outer][at.inner] = before[std::size_t{lane} * count.all() + first + j] >> e * bits_of(type);
            }
        return elements;
      };
      const Elements a = factor(kind.a, false, 0);
      const Elements b = factor(kind.b, true, count.a);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        for (std::uint32_t v = 0; v < kind.shape.m * kind.shape.n / 32; ++v) {
          const AccumulatorElement at = accumulator_element(kind.shape, v, lane);
          std::vector<PublishedTerm> products;
          for (std::uint32_t k = 0; k < kind.shape.k; ++k) {
            const double x = element_value(kind.a, a[at.row][k]);
            const double y = element_value(kind.b, b[at.column][k]);
            products.push_back(term_of(x, kind.a, y, kind.b));
          }
          const std::uint32_t* const c = before.data() + std::size_t{lane} * count.all() + count.a + count.b;
          const std::uint32_t own = kind.c == ElementType::f16 ? c[v / 2] >> (16 * (v % 2)) & 0xffffu : c[v];
          ASSERT_EQ(accumulator(values, kind, lane, v), published_sum(kind.rule, kind.c, kind.d, products, own))
              << "range " << int(range) << " round " << round << " row " << at.row << " column " << at.column;
        }
      }
    }
  }
}

using enum ElementType;

/// The same instruction on other generations.
const std::vector<MatrixKind>& kinds_of_generations() {
  static const std::vector<MatrixKind> kinds = [] {
    struct Generation {
      std::uint32_t sm, halves, tf32, tf32_of_wmma, fp8;
      int places, places_of_fp8;
    };
    std::vector<MatrixKind> all;
    for (const Generation& g :
         {Generation{70, 4, 0, 0, 0, 23, 0}, Generation{75, 8, 0, 0, 0, 24, 0}, Generation{80, 8, 4, 4, 0, 24, 0},
          Generation{89, 8, 4, 4, 16, 24, 13}, Generation{90, 16, 8, 4, 0, 25, 0}, Generation{100, 16, 8, 4, 0, 25, 0},
          Generation{120, 16, 8, 4, 32, 25, 25}}) {
      const auto add = [&](std::string_view text, MatrixShape shape, std::array<ElementType, 4> types,
                           std::uint32_t at_once, int places) {
        all.push_back({std::string(text),
                       shape,
                       types[0],
                       types[1],
                       types[2],
                       types[3],
                       g.sm,
                       {.at_once = std::min(at_once, shape.k), .places = places}});
      };
      add("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", {16, 16, 16}, {f16, f16, f32, f32}, g.halves, g.places);
      add("wmma.mma.sync.aligned.row.col.m8n32k16.f16.f16", {8, 32, 16}, {f16, f16, f16, f16}, g.halves, g.places);
      add("wmma.mma.sync.aligned.row.col.m32n8k16.f32.f16", {32, 8, 16}, {f16, f16, f16, f32}, g.halves, g.places);
      if (g.sm < 75) continue;
      add("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", {16, 8, 8}, {f16, f16, f32, f32}, g.halves, g.places);
      add("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", {16, 8, 8}, {f16, f16, f16, f16}, g.halves, g.places);
      if (g.sm < 80) continue;
      add("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", {16, 8, 16}, {f16, f16, f32, f32}, g.halves, g.places);
      add("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", {16, 8, 16}, {f16, f16, f16, f16}, g.halves, g.places);
      add("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", {16, 8, 16}, {bf16, bf16, f32, f32}, g.halves,
          g.places);
      add("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", {16, 8, 4}, {tf32, tf32, f32, f32}, g.tf32, g.places);
      add("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", {16, 8, 8}, {tf32, tf32, f32, f32}, g.tf32, g.places);
      add("wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32", {16, 16, 8}, {tf32, tf32, f32, f32},
          g.tf32_of_wmma, g.places);
      if (g.sm < 89) continue;
      add("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32", {16, 8, 32}, {e4m3, e5m2, f32, f32}, g.fp8,
          g.places_of_fp8);
      add("mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16", {16, 8, 32}, {e5m2, e4m3, f16, f16}, g.fp8,
          g.places_of_fp8);
      add("mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32", {16, 8, 16}, {e4m3, e4m3, f32, f32}, g.fp8,
          g.places_of_fp8);
    }
    return all;
  }();
  return kinds;
}

std::string name_of(const testing::TestParamInfo<MatrixKind>& tested) {
  std::string name = fmt::format("{}.sm_{}", tested.param.instruction, tested.param.sm);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::vector<MatrixKind> published() {
  std::vector<MatrixKind> kinds = kinds_of_generations();
  std::erase_if(kinds, [](const MatrixKind& kind) { return kind.rule.at_once == 0; });
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Kinds, ProductPaths, testing::ValuesIn(kinds_of_generations()), name_of);
INSTANTIATE_TEST_SUITE_P(Kinds, GenerationsSums, testing::ValuesIn(published()), name_of);

/// Registers of d may be those of c in another order.
TEST(Product, ReadsTheAccumulatorBeforeItWritesAny) {
  for (const char* const factor : {"0x3c003c00", "0x7c003c00"}) {  // the second has infinities, times zero
    std::vector<float> values(4 * 32);
    const Outcome outcome = run_on(values, kernel_around(fmt::format(R"(
      mov.b32 %r1, {};
      mov.b32 %r2, 0;
      mov.f32 %f0, 0f3f800000;
      mov.f32 %f1, 0f40000000;
      mov.f32 %f2, 0f40400000;
      mov.f32 %f3, 0f40800000;
      mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{%f3, %f2, %f1, %f0}}, {{%r2, %r2, %r2, %r2}}, {{%r2, %r2}}, {{%f0, %f1, %f2, %f3}};
      mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{%f1, %f0, %f3, %f2}}, {{%r1, %r2, %r2, %r2}}, {{%r2, %r2}}, {{%f0, %f1, %f2, %f3}};
      st.global.v4.f32 [%here], {{%f0, %f1, %f2, %f3}};)",
                                                                     factor)));
    ASSERT_EQ(outcome.errors, "");
    // Rows 8 to 15, which the infinities do not reach: first turned round, then exchanged in pairs.
    EXPECT_EQ(values[2], 1.0f) << factor;
    EXPECT_EQ(values[3], 2.0f) << factor;
  }
}

/// Of what is too small for the result nothing is left, not even its sign.
TEST(Product, NoSumIsNegativeZero) {
  struct Case {
    const char* types;
    const char* a;
    const char* b;
    const char* c;
  };
  for (const Case& one : {Case{"f32.bf16.bf16.f32", "0x8d80", "0x0d80", "0x80000000"},  // -2^-100 times 2^-100
                          Case{"f16.f16.f16.f16", "0x8001", "0x0001", "0x80008000"}}) {
    const std::string four = one.types[1] == '3' ? "{%r6, %r7, %r8, %r9}" : "{%r6, %r7}";
    const std::string c = one.types[1] == '3' ? "{%r5, %r5, %r5, %r5}" : "{%r5, %r5}";
    for (const char* const lanes : {"0", "1"}) {  // all, and one that stays away, where no vectors are used
      std::vector<std::uint32_t> values(4 * 32, 1);
      const Outcome outcome = run_on(
          values, kernel_around(fmt::format("setp.lt.u32 %p1, %thread, {};\nmov.b32 %r2, {};\nmov.b32 %r3, {};\n"
                                            "mov.b32 %r4, 0;\nmov.b32 %r5, {};\n"
                                            "@!%p1 mma.sync.aligned.m16n8k16.row.col.{} {}, {{%r2, %r4, %r4, %r4}}, "
                                            "{{%r3, %r4}}, {};\nst.global.v2.u32 [%here], {{%r6, %r7}};",
                                            lanes, one.a, one.b, one.c, one.types, four, c)));
      ASSERT_EQ(outcome.errors, "");
      EXPECT_EQ(values[4], 0u) << one.types;
      EXPECT_EQ(values[5], 0u) << one.types;
    }
  }
}

/// What a sum has below fp32's last bit decides where it lies half way between two halves: 1 + 2^-11, with and without
/// 2^-25.
TEST(Product, HalvesAreRoundedOnce) {
  struct Case {
    const char* a;
    const char* b;
    std::uint32_t sum;
  };
  for (const Case& one : {Case{"0x0c002800", "0x08002400", 0x3c01}, Case{"0x00002800", "0x08002400", 0x3c00}}) {
    std::vector<std::uint32_t> values(4 * 32);
    const Outcome outcome = run_on(values, kernel_around(fmt::format(R"(
      and.b32 %r1, %thread, 3;
      setp.eq.u32 %p1, %r1, 0;
      selp.b32 %r2, {}, 0, %p1;
      selp.b32 %r3, {}, 0, %p1;
      mov.b32 %r4, 0;
      mov.b32 %r5, 0x3c003c00;
      mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {{%r6, %r7}}, {{%r2, %r4, %r4, %r4}}, {{%r3, %r4}}, {{%r5, %r5}};
      st.global.v2.u32 [%here], {{%r6, %r7}};)",
                                                                     one.a, one.b)));
    ASSERT_EQ(outcome.errors, "");
    EXPECT_EQ(values[0], one.sum << 16 | one.sum);
    EXPECT_EQ(values[1], 0x3c003c00u);
  }
}

}  // namespace
}  // namespace warpglass::isa
