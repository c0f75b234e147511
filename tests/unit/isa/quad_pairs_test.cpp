// mma.m8n8k4 of f16 against its four products, an element at a time.
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
#include "isa/soft_float.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

struct Types {
  bool column_major_a, row_major_b, single_d, single_c;
};

class QuadPairs : public testing::TestWithParam<Types> {};

/// Rounded once.
std::uint32_t half_sum(float a, float b) {
  const double sum = double{a} + double{b};
  if (std::isnan(sum)) return 0x7fff;
  const double part = sum - double{a};
  const double lost = (double{a} - (sum - part)) + (double{b} - part);
  auto bits = std::bit_cast<std::uint64_t>(sum);
  if (!std::isinf(sum) && lost != 0 && bits % 2 == 0) bits += (lost < 0) == (sum < 0) ? 1 : std::uint64_t{0} - 1;
  return static_cast<std::uint32_t>(pack(kF16, unpack(kF64, bits), Rounding::nearest));
}

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
  enum class Are : std::uint8_t { middling, special, halfway };
  for (const Are numbers : {Are::middling, Are::special, Are::halfway}) {
    const bool special = numbers == Are::special;
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
    // 1 + 2^-11 and a little more or less: halfway between two halves but for what f32 does not hold.
    for (std::uint32_t lane = 0; lane < 32 && numbers == Are::halfway; ++lane) {
      const auto factor = [&](bool across, std::uint32_t word, std::uint32_t first, std::uint32_t second) {
        const std::array<std::uint32_t, 4> along_k = {first, second, 0, 0};
        const std::uint32_t one = along_k[lane % 4];
        return across ? one << 16 | one : along_k[2 * word + 1] << 16 | along_k[2 * word];
      };
      std::uint32_t* const own = values.data() + lane * kWords;
      for (std::uint32_t word = 0; word < 2; ++word) {
        own[word] = factor(types.column_major_a, word, 0x2800, 0x0200);
        own[2 + word] = factor(types.row_major_b, word, 0x2400, lane % 8 < 4 ? 0x0200 : 0x8200);
      }
      std::fill_n(own + 4, 8, types.single_c ? 0x3f800000u : 0x3c003c00u);
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
    ASSERT_EQ(run_on(values, kernel_around(body)).errors, "");

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
          float sum = a[row][0] * b[column][0];
          for (std::size_t k = 1; k < 4; ++k) sum = std::fma(a[row][k], b[column][k], sum);
          const std::uint32_t lane = 4 * pair + i % 4 + (i < 4 ? 0 : 16);
          const std::uint32_t found = values[lane * kWords + 12 + (types.single_d ? v : v / 2)];
          if (types.single_d) {
            const float total = sum + c[row][column];
            ASSERT_EQ(found, std::isnan(total) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(total))
                << "pair " << pair << ", " << row << ", " << column;
          } else {
            ASSERT_EQ(found >> 16 * (v % 2) & 0xffff, half_sum(sum, c[row][column]))
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
        types.push_back({column_major_a, row_major_b, single_d, single_c});
  return types;
}

INSTANTIATE_TEST_SUITE_P(Types, QuadPairs, testing::ValuesIn(all_types()), [](const auto& tested) {
  const Types& types = tested.param;
  return fmt::format("{}_{}_{}_{}", types.column_major_a ? "col" : "row", types.row_major_b ? "row" : "col",
                     types.single_d ? "f32" : "f16", types.single_c ? "f32" : "f16");
});

}  // namespace
}  // namespace warpglass::isa
