// Products of a sparse A on several generations: those that are there are added up as the ones of a dense A.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/fragment.hpp"
#include "tests/unit/isa/kernel_around.hpp"
#include "tests/unit/isa/published_sum.hpp"

namespace warpglass::isa {
namespace sparse_sums {

using enum ElementType;

struct SparseKind {
  std::string types;
  MatrixShape shape;
  ElementType a, b, d;
  std::uint32_t sm;
  PublishedRule rule;
};

class SparseSums : public testing::TestWithParam<SparseKind> {};

/// Of every four elements along K the first two are there, or of every two of 32 bits the first.
constexpr std::string_view kMetadata = "0x44444444";

std::uint32_t place_of_kept(ElementType type, std::uint32_t at) { return type == tf32 ? 2 * at : at / 2 * 4 + at % 2; }

TEST_P(SparseSums, AreThosePublished) {
  const SparseKind& kind = GetParam();
  constexpr std::uint32_t kA = 4, kB = 4, kWords = kA + kB + 4 + 4;  // of a lane: a, b, c, d
  const bool half = kind.d == f16;
  const auto list = [](std::uint32_t first, std::uint32_t count) {
    std::string text;
    for (std::uint32_t i = 0; i < count; ++i) text += fmt::format("{}%r{}", i == 0 ? "" : ", ", first + i);
    return "{" + text + "}";
  };
  std::string body = fmt::format("mad.wide.u32 %rd1, %thread, {}, %buffer;\n", 4 * kWords);
  for (std::uint32_t i = 0; i < kWords; ++i) body += fmt::format("ld.global.b32 %r{}, [%rd1+{}];\n", i, 4 * i);
  body += fmt::format("mov.b32 %r30, {};\n", kMetadata);
  for (std::uint32_t i = 0; i < 4; ++i) body += fmt::format("mov.b32 %f{}, %r{};\n", i, kA + kB + i);
  body += fmt::format("mma.sp::ordered_metadata.sync.aligned.m16n8k{}.row.col.{} {}, {}, {}, {}, %r30, 0;\n",
                      kind.shape.k, kind.types, half ? list(12, 2) : "{%f4, %f5, %f6, %f7}", list(0, kA), list(kA, kB),
                      half ? list(8, 2) : "{%f0, %f1, %f2, %f3}");
  for (std::uint32_t i = 0; i < 4 && !half; ++i) body += fmt::format("mov.b32 %r{}, %f{};\n", 12 + i, 4 + i);
  for (std::uint32_t i = 0; i < 4; ++i) body += fmt::format("st.global.b32 [%rd1+{}], %r{};\n", 48 + 4 * i, 12 + i);
  const std::string kernel = kernel_around(body);
  const std::uint32_t kept = kind.shape.k / 2;
  const OperandLayout of_a = operand_layout({16, 8, kept}, kind.a, false);
  const OperandLayout of_b = operand_layout(kind.shape, kind.b, true);
  ASSERT_EQ(of_a.registers(), kA);
  ASSERT_EQ(of_b.registers(), kB);

  std::mt19937 random(5);
  for (int round = 0; round < 10; ++round) {
    std::vector<std::uint32_t> values(32 * kWords);
    const auto element = [&](ElementType type) {
      const std::uint32_t width = bits_of(type);
      const std::uint32_t fraction = type == f16 ? 10 : type == bf16 ? 7 : type == e4m3 ? 3 : type == e5m2 ? 2 : 23;
      const std::uint32_t bias = (1u << (width - 2 - fraction)) - 1;
      const auto bits = static_cast<std::uint32_t>(random());
      return (bits >> 31) << (width - 1) | (bias - 2 + bits % 5) << fraction | (bits >> 3 & ((1u << fraction) - 1));
    };
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      for (std::uint32_t i = 0; i < kA + kB + 4; ++i) {
        const ElementType type = i < kA ? kind.a : i < kA + kB ? kind.b : kind.d;
        std::uint32_t& word = values[lane * kWords + i];
        for (std::uint32_t at = 0; at < 32; at += bits_of(type)) word |= element(type) << at;
      }
    const std::vector<std::uint32_t> before = values;
    ASSERT_EQ(run_on(values, kernel, {.sm = kind.sm}).errors, "");
    std::vector<std::vector<std::uint32_t>> a(16, std::vector<std::uint32_t>(kept));
    std::vector<std::vector<std::uint32_t>> b(8, std::vector<std::uint32_t>(kind.shape.k));
    const auto take = [&](const OperandLayout& layout, ElementType type, std::uint32_t first, auto& to) {
      for (std::uint32_t lane = 0; lane < 32; ++lane)
        for (std::uint32_t j = 0; j < layout.registers(); ++j)
          for (std::uint32_t e = 0; e < elements_per_register(type); ++e) {
            const OperandElement at = operand_element(layout, j, e, lane);
            to[at.outer][at.inner] = before[lane * kWords + first + j] >> e * bits_of(type);
          }
    };
    take(of_a, kind.a, 0, a);
    take(of_b, kind.b, kA, b);
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      for (std::uint32_t v = 0; v < 4; ++v) {
        const AccumulatorElement at = accumulator_element(kind.shape, v, lane);
        std::vector<PublishedTerm> products;
        for (std::uint32_t i = 0; i < kept; ++i)
          products.push_back(term_of(element_value(kind.a, a[at.row][i]), kind.a,
                                     element_value(kind.b, b[at.column][place_of_kept(kind.a, i)]), kind.b));
        const auto word = [&](const std::vector<std::uint32_t>& from, std::uint32_t first) {
          const std::uint32_t* const own = from.data() + lane * kWords + first;
          return half ? own[v / 2] >> 16 * (v % 2) & 0xffffu : own[v];
        };
        ASSERT_EQ(word(values, 12), published_sum(kind.rule, kind.d, kind.d, products, word(before, 8)))
            << "round " << round << " row " << at.row << " column " << at.column;
      }
  }
}

std::vector<SparseKind> kinds() {
  std::vector<SparseKind> all;
  struct Generation {
    std::uint32_t sm;
    PublishedRule halves, tf32, fp8;
  };
  for (const Generation& g : {Generation{80, {8, 24}, {4, 24}, {}}, Generation{89, {8, 24}, {4, 24}, {16, 13}},
                              Generation{90, {16, 25}, {8, 25}, {}}, Generation{120, {16, 25}, {8, 25}, {32, 25}}}) {
    all.push_back({"f32.f16.f16.f32", {16, 8, 32}, f16, f16, f32, g.sm, g.halves});
    all.push_back({"f16.f16.f16.f16", {16, 8, 32}, f16, f16, f16, g.sm, g.halves});
    all.push_back({"f32.bf16.bf16.f32", {16, 8, 32}, bf16, bf16, f32, g.sm, g.halves});
    all.push_back({"f32.tf32.tf32.f32", {16, 8, 16}, tf32, tf32, f32, g.sm, g.tf32});
    if (g.fp8.at_once != 0) all.push_back({"f32.e4m3.e5m2.f32", {16, 8, 64}, e4m3, e5m2, f32, g.sm, g.fp8});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Kinds, SparseSums, testing::ValuesIn(kinds()), [](const auto& tested) {
  std::string name = fmt::format("{}.sm_{}", tested.param.types, tested.param.sm);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

}  // namespace sparse_sums
}  // namespace warpglass::isa
