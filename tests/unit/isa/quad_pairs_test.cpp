// mma.m8n8k4 of f16 against its four products, an element at a time, as the routine of an H200 adds them up, or Volta's
// and Turing's tensor units.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "tests/unit/isa/kernel_around.hpp"
#include "tests/unit/isa/published_sum.hpp"

namespace warpglass::isa {
namespace {

struct Types {
  bool column_major_a, row_major_b, single_d, single_c;
  std::uint32_t sm = 90;
  int places = 0;  // of its tensor unit, if it has one for this
};

class QuadPairs : public testing::TestWithParam<Types> {};

float value_of(std::uint32_t word, std::uint32_t e) {
  return half_to_float(static_cast<std::uint16_t>(word >> 16 * e));
}

/// Where accumulator v of lane i is.
std::array<std::uint32_t, 2> row_and_column(bool single, std::uint32_t i, std::uint32_t v) {
  if (!single) return {i, v};
  return {(i & 1) + (v & 2) + (i & 4), (v & 4) + (i & 2) + (v & 1)};
}

TEST_P(QuadPairs, AreFourProducts) {
  const Types types = GetParam();
  std::mt19937 random(17);
  enum class Are : std::uint8_t { middling, special, halfway, negative_zero };
  for (const Are numbers : {Are::middling, Are::special, Are::halfway, Are::negative_zero}) {
    const bool special = numbers == Are::special;
    if (types.places != 0 && special) continue;  // the same for all units
    // Of each lane: 2 words of a, 2 of b, 8 of c, 8 of d.
    constexpr std::uint32_t kWords = 20;
    std::vector<std::uint32_t> values(32 * kWords, 0xeeeeeeee);
    const auto half = [&] {
      if (special && random() % 16 == 0) return random() % 2 == 0 ? 0x7c00u : 0xfc00u;
      const auto exponent = special ? random() % 31 : 12 + random() % 6;
      return static_cast<std::uint32_t>((random() & 0x83ff) | exponent << 10);
    };
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      for (std::uint32_t word = 0; word < 12; ++word) {
        std::uint32_t bits = half() << 16 | half();
        if (word >= 4 && types.single_c)
          bits = static_cast<std::uint32_t>(random() & 0x807fffff) | static_cast<std::uint32_t>(90 + random() % 50)
                                                                         << 23;
        values[lane * kWords + word] = bits;
      }
    }
    // Two products that fp32 adds to one together and not one by one, and one that then is half of a half's last place;
    // and products and accumulators that are all -0.
    const bool halfway = numbers == Are::halfway;
    for (std::uint32_t lane = 0; lane < 32 && (halfway || numbers == Are::negative_zero); ++lane) {
      const auto factor = [&](bool across, std::uint32_t word, const std::array<std::uint32_t, 4>& along_k) {
        const std::uint32_t one = along_k[lane % 4];
        return across ? one << 16 | one : along_k[2 * word + 1] << 16 | along_k[2 * word];
      };
      const std::uint32_t small = lane % 8 < 4 ? 0x0800 : 0x8800;
      std::uint32_t* const own = values.data() + lane * kWords;
      for (std::uint32_t word = 0; word < 2; ++word) {
        own[word] = factor(types.column_major_a, word,
                           halfway ? std::array{0x0e00u, 0x0e00u, 0x2800u, 0u} : std::array{0u, 0u, 0u, 0u});
        own[2 + word] =
            factor(types.row_major_b, word,
                   halfway ? std::array{small, small, 0x2400u, 0u} : std::array{0x8000u, 0xbc00u, 0x8000u, 0xc000u});
      }
      const std::uint32_t one = types.single_c ? 0x3f800000 : 0x3c003c00;
      std::fill_n(own + 4, 8, halfway ? one : types.single_c ? 0x80000000 : 0x80008000);
    }
    const std::vector<std::uint32_t> before = values;
    const auto list = [](char kind, int from, int count) {
      std::string text;
      for (int i = 0; i < count; ++i) text += fmt::format("{}%{}{}", i == 0 ? "" : ", ", kind, from + i);
      return text;
    };
    std::string body = fmt::format("mad.wide.u32 %rd1, %thread, {}, %buffer;\n", 4 * kWords);
    for (int i = 0; i < 12; ++i)
      body += fmt::format("ld.global.b32 %{0}{1}, [%rd1+{2}];\n", i >= 4 && types.single_c ? 'f' : 'r', i, 4 * i);
    body += fmt::format("mma.sync.aligned.m8n8k4.{}.{}.{}.f16.f16.{} {{{}}}, {{{}}}, {{{}}}, {{{}}};\n",
                        types.column_major_a ? "col" : "row", types.row_major_b ? "row" : "col",
                        types.single_d ? "f32" : "f16", types.single_c ? "f32" : "f16",
                        types.single_d ? list('f', 20, 8) : list('r', 20, 4), list('r', 0, 2), list('r', 2, 2),
                        types.single_c ? list('f', 4, 8) : list('r', 4, 4));
    for (int i = 0; i < (types.single_d ? 8 : 4); ++i)
      body += fmt::format("st.global.b32 [%rd1+{}], %{}{};\n", 48 + 4 * i, types.single_d ? 'f' : 'r', 20 + i);
    ASSERT_EQ(run_on(values, kernel_around(body), {.sm = types.sm}).errors, "");

    for (std::uint32_t pair = 0; pair < 4; ++pair) {
      const auto word = [&](std::uint32_t i, std::uint32_t at) {
        return before[(4 * pair + i % 4 + (i < 4 ? 0 : 16)) * kWords + at];
      };
      std::array<std::array<float, 4>, 8> a;
      std::array<std::array<float, 4>, 8> b;
      std::array<std::array<float, 8>, 8> c;
      for (std::uint32_t i = 0; i < 8; ++i) {
        for (std::uint32_t e = 0; e < 4; ++e) {
          (types.column_major_a ? a[e + (i & 4)][i % 4] : a[i][e]) = value_of(word(i, e / 2), e % 2);
          (types.row_major_b ? b[e + (i & 4)][i % 4] : b[i][e]) = value_of(word(i, 2 + e / 2), e % 2);
        }
        for (std::uint32_t v = 0; v < 8; ++v) {
          const auto [row, column] = row_and_column(types.single_c, i, v);
          c[row][column] = types.single_c ? std::bit_cast<float>(word(i, 4 + v)) : value_of(word(i, 4 + v / 2), v % 2);
        }
      }
      for (std::uint32_t i = 0; i < 8; ++i) {
        for (std::uint32_t v = 0; v < 8; ++v) {
          const auto [row, column] = row_and_column(types.single_d, i, v);
          const auto& left = a[row];
          const auto& right = b[column];
          float sum = 0;
          if (types.single_d) {
            for (std::size_t k = 0; k < 4; ++k) sum = std::fma(left[k], right[k], sum);
            sum = c[row][column] + sum;
          } else {
            const float first = std::fma(left[1], right[1], left[0] * right[0]);
            const float second = std::fma(left[3], right[3], left[2] * right[2]);
            sum = (c[row][column] + first) + second;
          }
          const std::uint32_t lane = 4 * pair + i % 4 + (i < 4 ? 0 : 16);
          const std::uint32_t found = values[lane * kWords + 12 + (types.single_d ? v : v / 2)];
          if (types.places != 0) {
            const ElementType type_of_c = types.single_c ? ElementType::f32 : ElementType::f16;
            const ElementType type_of_d = types.single_d ? ElementType::f32 : ElementType::f16;
            std::vector<PublishedTerm> products;
            for (std::size_t k = 0; k < 4; ++k)
              products.push_back(term_of(left[k], ElementType::f16, right[k], ElementType::f16));
            const float own = c[row][column];
            const std::uint32_t bits = types.single_c ? std::bit_cast<std::uint32_t>(own) : float_to_half(own);
            ASSERT_EQ(types.single_d ? found : found >> 16 * (v % 2) & 0xffff,
                      published_sum({.at_once = 4, .places = types.places}, type_of_c, type_of_d, products, bits))
                << "pair " << pair << ", " << row << ", " << column;
            continue;
          }
          if (types.single_d) {
            ASSERT_EQ(found, std::isnan(sum) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(sum))
                << "pair " << pair << ", " << row << ", " << column;
          } else {
            ASSERT_EQ(found >> 16 * (v % 2) & 0xffff, float_to_half(sum))
                << "pair " << pair << ", " << row << ", " << column;
          }
        }
      }
    }
  }
}

std::vector<Types> all_types() {
  std::vector<Types> types;
  for (const bool column_major_a : {false, true})
    for (const bool row_major_b : {false, true})
      for (const auto& [single_d, single_c] : {std::pair{false, false}, {true, false}, {true, true}})
        for (const auto& [sm, places] : {std::pair{70u, 23}, {75u, 24}, {90u, 0}})
          types.push_back({column_major_a, row_major_b, single_d, single_c, sm, places});
  return types;
}

INSTANTIATE_TEST_SUITE_P(Types, QuadPairs, testing::ValuesIn(all_types()), [](const auto& tested) {
  const Types& types = tested.param;
  return fmt::format("{}_{}_{}_{}_sm_{}", types.column_major_a ? "col" : "row", types.row_major_b ? "row" : "col",
                     types.single_d ? "f32" : "f16", types.single_c ? "f32" : "f16", types.sm);
});

}  // namespace
}  // namespace warpglass::isa
