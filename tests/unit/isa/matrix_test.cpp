// Matrix instructions: fragments in registers against matrices in memory, products against plain sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "base/half.hpp"
#include "isa/chapters/fragment.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

using Words = std::vector<std::uint32_t>;
using Halves = std::vector<std::uint16_t>;

/// Copies the buffer's first 512 bytes to shared memory `tile`: lane t 16 bytes. %r1 is the lane's row of it.
const std::string kFill = R"(
    .shared .align 128 .b8 tile[512];
    mov.u32 %r1, tile;
    shl.b32 %r2, %thread, 4;
    add.s32 %r1, %r1, %r2;
    ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%here];
    st.shared.v4.u32 [%r1], {%r4, %r5, %r6, %r7};
    bar.sync 0;
)";

TEST(LoadMatrix, GivesEachLaneItsPairOfEachMatrix) {
  Halves tile(256);
  std::iota(tile.begin(), tile.end(), std::uint16_t{0});
  const Outcome outcome = run_on(tile, kernel_around(kFill + R"(
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r1];
    st.global.v4.u32 [%here], {%r10, %r11, %r12, %r13};)"));
  ASSERT_EQ(outcome.errors, "");
  for (std::size_t lane = 0; lane < 32; ++lane) {
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(tile[8 * lane + 2 * k], 64 * k + 8 * (lane / 4) + 2 * (lane % 4)) << lane;
      EXPECT_EQ(tile[8 * lane + 2 * k + 1], 64 * k + 8 * (lane / 4) + 2 * (lane % 4) + 1) << lane;
    }
  }
}

TEST(LoadMatrix, TransposesOnTheWay) {
  Halves tile(256);
  std::iota(tile.begin(), tile.end(), std::uint16_t{0});
  const Outcome outcome = run_on(tile, kernel_around(kFill + R"(
    ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%r10, %r11}, [%r1];
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r12}, [%r1];
    movmatrix.sync.aligned.m8n8.trans.b16 %r13, %r12;
    st.global.v4.u32 [%here], {%r10, %r11, %r12, %r13};)"));
  ASSERT_EQ(outcome.errors, "");
  for (std::size_t lane = 0; lane < 32; ++lane) {
    const std::size_t row = lane / 4;
    const std::size_t column = 2 * (lane % 4);
    EXPECT_EQ(tile[8 * lane], 8 * column + row) << lane;
    EXPECT_EQ(tile[8 * lane + 1], 8 * (column + 1) + row) << lane;
    EXPECT_EQ(tile[8 * lane + 2], 64 + 8 * column + row) << lane;
    EXPECT_EQ(tile[8 * lane + 6], 8 * column + row) << lane;
  }
}

TEST(StoreMatrix, IsTheInverseOfTheLoad) {
  for (const std::string trans : {"", ".trans"}) {
    Halves tile(256);
    std::iota(tile.begin(), tile.end(), std::uint16_t{0});
    const Halves before = tile;
    const Outcome outcome =
        run_on(tile, kernel_around(kFill + "ldmatrix.sync.aligned.m8n8.x4" + trans +
                                   ".shared.b16 {%r10, %r11, %r12, %r13}, [%r1];\n"
                                   "mov.u32 %r5, 0;\nst.shared.v4.u32 [%r1], {%r5, %r5, %r5, %r5};\n"
                                   "stmatrix.sync.aligned.m8n8.x4" +
                                   trans +
                                   ".shared.b16 [%r1], {%r10, %r11, %r12, %r13};\n"
                                   "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r1];\n"
                                   "st.global.v4.u32 [%here], {%r4, %r5, %r6, %r7};"));
    ASSERT_EQ(outcome.errors, "");
    EXPECT_EQ(tile, before) << trans;
  }
}

// ---- mma: fragments filled from random matrices as the manual's tables say, read back the same way ----

struct Case {
  std::string words;  // behind "mma.sync.aligned."
  ElementType a, c;
  MatrixShape shape;

  friend void PrintTo(const Case& tested, std::ostream* out) { *out << tested.words; }
};

std::uint64_t random_bits(ElementType type, std::mt19937& random) {
  const double value = static_cast<int>(random() % 17) - 8;
  switch (type) {
    case ElementType::f16: return float_to_half(static_cast<float>(value));
    case ElementType::bf16: return float_to_bfloat16(static_cast<float>(value));
    case ElementType::tf32:
    case ElementType::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case ElementType::f64: return std::bit_cast<std::uint64_t>(value);
    case ElementType::e4m3: return 0x30 | (random() & 0x8f);
    case ElementType::e5m2: return 0x38 | (random() & 0x87);
    default: return random();
  }
}

/// The manual's fragment tables (mma.m16n8k16 and its kin), written out per register for M = 16.
void manual_place(std::uint32_t per_register, bool tall, std::uint32_t j, std::uint32_t e, std::uint32_t lane,
                  std::uint32_t& outer, std::uint32_t& inner) {
  const std::uint32_t group = lane >> 2;
  const std::uint32_t thread = lane % 4;
  outer = tall && (j == 1 || j == 3 || j == 5 || j == 7) ? group + 8 : group;
  inner = thread * per_register + e + 4 * per_register * (tall ? j / 2 : j);
}

class Mma : public testing::TestWithParam<Case> {};

TEST_P(Mma, MultipliesAsAPlainLoopDoes) {
  const auto& [words, type, accumulator, shape] = GetParam();
  std::mt19937 random(7);
  const bool wide = type == ElementType::f64;
  const std::uint32_t per_register = elements_per_register(type);
  const std::uint32_t a_registers = shape.m * shape.k / (32 * per_register);
  const std::uint32_t b_registers = shape.n * shape.k / (32 * per_register);
  const std::uint32_t c_values = shape.m * shape.n / 32;
  const bool packed = accumulator == ElementType::f16;
  const std::uint32_t c_registers = packed ? c_values / 2 : c_values;

  std::vector<std::vector<double>> a(shape.m, std::vector<double>(shape.k)), b(shape.n, std::vector<double>(shape.k)),
      c(shape.m, std::vector<double>(shape.n));
  // Registers of all lanes, one after another: 8 bytes each.
  std::vector<std::uint64_t> registers;
  const std::uint32_t total = a_registers + b_registers + c_registers;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const auto operand = [&](std::uint32_t count, bool tall, auto& matrix) {
      for (std::uint32_t j = 0; j < count; ++j) {
        std::uint64_t bits = 0;
        for (std::uint32_t e = 0; e < per_register; ++e) {
          std::uint32_t outer, inner;
          manual_place(per_register, tall, j, e, lane, outer, inner);
          const std::uint32_t width = bits_of(type);
          const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
          const std::uint64_t element = random_bits(type, random) & mask;
          matrix[outer][inner] = element_value(type, element);
          bits |= element << (width * e % 64);
        }
        registers.push_back(bits);
      }
    };
    operand(a_registers, shape.m == 16, a);
    operand(b_registers, false, b);
    for (std::uint32_t v = 0; v < c_values; ++v) {
      const std::uint64_t bits = accumulator == ElementType::s32 ? random() % 1000 : random_bits(accumulator, random);
      c[lane / 4 + (v >= 2 ? 8 : 0)][lane % 4 * 2 + v % 2] = element_value(accumulator, bits);
      if (packed && v % 2 == 1)
        registers.back() |= bits << 16;
      else
        registers.push_back(bits);
    }
  }

  const std::string reg = wide ? "%rd" : "%r";
  const std::string kind = wide ? "u64" : "u32";
  std::string body =
      "mul.wide.u32 %rd39, %thread, " + std::to_string(8 * total) + ";\nadd.s64 %rd39, %buffer, %rd39;\n";
  const auto fragment = [&](std::uint32_t first, std::uint32_t count, const std::string& as) {
    std::string text = "{";
    for (std::uint32_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + as + std::to_string(first + i);
    return text + "}";
  };
  for (std::uint32_t i = 0; i < total; ++i)
    body += "ld.global." + kind + " " + reg + std::to_string(i) + ", [%rd39+" + std::to_string(8 * i) + "];\n";
  if (wide)
    for (std::uint32_t i = 0; i < total; ++i)
      body += "mov.b64 %d" + std::to_string(i) + ", %rd" + std::to_string(i) + ";\n";
  if (accumulator == ElementType::f32)
    for (std::uint32_t i = 0; i < c_registers; ++i)
      body += "mov.b32 %f" + std::to_string(i) + ", %r" + std::to_string(a_registers + b_registers + i) + ";\n";
  const std::string operand_reg = wide ? "%d" : "%r";
  const std::string c_fragment = accumulator == ElementType::f32
                                     ? fragment(0, c_registers, "%f")
                                     : fragment(a_registers + b_registers, c_registers, operand_reg);
  body += "mma.sync.aligned." + words + " " + c_fragment + ", " + fragment(0, a_registers, operand_reg) + ", " +
          fragment(a_registers, b_registers, operand_reg) + ", " + c_fragment + ";\n";
  for (std::uint32_t i = 0; i < c_registers; ++i) {
    const std::string source = accumulator == ElementType::f32
                                   ? "%f" + std::to_string(i)
                                   : operand_reg + std::to_string(a_registers + b_registers + i);
    body += "st.global." +
            std::string(wide                              ? "f64"
                        : accumulator == ElementType::f32 ? "f32"
                                                          : "u32") +
            " [%rd39+" + std::to_string(8 * i) + "], " + source + ";\n";
  }
  const Outcome outcome = run_on(registers, kernel_around(body));
  ASSERT_EQ(outcome.errors, "");

  const bool bits = type == ElementType::b1;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    for (std::uint32_t v = 0; v < c_values; ++v) {
      const std::uint32_t row = lane / 4 + (v >= 2 ? 8 : 0);
      const std::uint32_t column = lane % 4 * 2 + v % 2;
      double expected = c[row][column];
      for (std::uint32_t k = 0; k < shape.k; ++k) {
        expected += bits && words.find("xor") != std::string::npos ? double(a[row][k] != b[column][k])
                                                                   : a[row][k] * b[column][k];
      }
      std::uint64_t result = registers[lane * total + (packed ? v / 2 : v)];
      if (packed && v % 2 == 1) result >>= 16;
      if (accumulator == ElementType::f16) expected = half_to_float(float_to_half(static_cast<float>(expected)));
      ASSERT_EQ(element_value(accumulator, wide ? result : result & (packed ? 0xffffu : 0xffffffffu)), expected)
          << words << " row " << row << " column " << column;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Mma,
    testing::Values(Case{"m16n8k16.row.col.f32.f16.f16.f32", ElementType::f16, ElementType::f32, {16, 8, 16}},
                    Case{"m16n8k8.row.col.f16.f16.f16.f16", ElementType::f16, ElementType::f16, {16, 8, 8}},
                    Case{"m16n8k16.row.col.f32.bf16.bf16.f32", ElementType::bf16, ElementType::f32, {16, 8, 16}},
                    Case{"m16n8k8.row.col.f32.tf32.tf32.f32", ElementType::tf32, ElementType::f32, {16, 8, 8}},
                    Case{"m16n8k4.row.col.f32.tf32.tf32.f32", ElementType::tf32, ElementType::f32, {16, 8, 4}},
                    Case{"m16n8k32.row.col.f32.e4m3.e4m3.f32", ElementType::e4m3, ElementType::f32, {16, 8, 32}},
                    Case{"m16n8k32.row.col.f32.e5m2.e5m2.f32", ElementType::e5m2, ElementType::f32, {16, 8, 32}},
                    Case{"m8n8k4.row.col.f64.f64.f64.f64", ElementType::f64, ElementType::f64, {8, 8, 4}},
                    Case{"m16n8k16.row.col.f64.f64.f64.f64", ElementType::f64, ElementType::f64, {16, 8, 16}},
                    Case{"m8n8k16.row.col.s32.s8.s8.s32", ElementType::s8, ElementType::s32, {8, 8, 16}},
                    Case{"m16n8k32.row.col.satfinite.s32.u8.u8.s32", ElementType::u8, ElementType::s32, {16, 8, 32}},
                    Case{"m16n8k64.row.col.s32.s4.s4.s32", ElementType::s4, ElementType::s32, {16, 8, 64}},
                    Case{"m8n8k32.row.col.s32.u4.u4.s32", ElementType::u4, ElementType::s32, {8, 8, 32}},
                    Case{"m16n8k256.row.col.s32.b1.b1.s32.and.popc", ElementType::b1, ElementType::s32, {16, 8, 256}},
                    Case{"m8n8k128.row.col.s32.b1.b1.s32.xor.popc", ElementType::b1, ElementType::s32, {8, 8, 128}}),
    [](const auto& tested) {
      std::string name = tested.param.words;
      std::replace(name.begin(), name.end(), '.', '_');
      return name;
    });

TEST(Wmma, LoadsMultipliesAndStores) {
  // a is 16x16 row-major in halves at byte 0, b column-major at 512, c row-major f32 at 1024, d column-major at 2048.
  for (const std::string layouts : {"row.col", "col.row"}) {
    std::vector<std::uint32_t> words(768);
    std::mt19937 random(3);
    const auto half_at = [&](std::size_t byte) {
      return static_cast<double>(half_to_float(static_cast<std::uint16_t>(words[byte / 4] >> (byte % 4 * 8))));
    };
    for (std::size_t i = 0; i < 256; ++i) {
      words[i] = std::uint32_t{float_to_half(static_cast<float>(random() % 9) - 4)} << 16 |
                 float_to_half(static_cast<float>(random() % 9));
      words[256 + i] = std::bit_cast<std::uint32_t>(static_cast<float>(random() % 100));
    }
    const Words before = words;
    const std::string a = "{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}";
    const std::string b = "{%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27}";
    const std::string c = "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}";
    const std::string a_layout = layouts.substr(0, 3);
    const std::string b_layout = layouts.substr(4);
    const Outcome outcome = run_on(
        words,
        kernel_around("wmma.load.a.sync.aligned." + a_layout + ".m16n16k16.global.f16 " + a + ", [%buffer], 16;\n" +
                      "wmma.load.b.sync.aligned." + b_layout + ".m16n16k16.global.f16 " + b + ", [%buffer+512];\n" +
                      "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 " + c + ", [%buffer+1024], 16;\n" +
                      "wmma.mma.sync.aligned." + layouts + ".m16n16k16.f32.f32 " + c + ", " + a + ", " + b + ", " + c +
                      ";\n" + "wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%buffer+2048], " + c + ", 16;"));
    ASSERT_EQ(outcome.errors, "");
    for (std::size_t row = 0; row < 16; ++row) {
      for (std::size_t column = 0; column < 16; ++column) {
        double expected = std::bit_cast<float>(before[256 + 16 * row + column]);
        for (std::size_t k = 0; k < 16; ++k) {
          const std::size_t at_a = a_layout == "row" ? 16 * row + k : 16 * k + row;
          const std::size_t at_b = b_layout == "col" ? 16 * column + k : 16 * k + column;
          expected += half_at(2 * at_a) * half_at(512 + 2 * at_b);
        }
        ASSERT_EQ(std::bit_cast<float>(words[512 + 16 * column + row]), expected) << layouts << row << " " << column;
      }
    }
  }
}

/// PTX wants all lanes to name one matrix. Where they don't, each has elements of its own.
TEST(Wmma, LanesHaveElementsOfTheMatrixThatTheyName) {
  for (const char* const apart : {"add.s64 %rd1, %rd1, 1024;", "mov.u32 %r2, 24;"}) {  // another place, another stride
    std::vector<std::uint32_t> words(128 + 512);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i);
    const Outcome outcome = run_on(words, kernel_around(fmt::format(R"(
      mov.b64 %rd1, %buffer;
      mov.u32 %r2, 16;
      setp.lt.u32 %p1, %thread, 16;
      @%p1 bra SAME;
      {}
    SAME:
      wmma.load.c.sync.aligned.row.m16n16k16.global.s32 {{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}}, [%rd1], %r2;
      st.global.u32 [%here], %r13;)",
                                                                    apart)));
    ASSERT_EQ(outcome.errors, "");
    const bool other_place = apart[0] == 'a';
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const bool same = lane < 16;
      const std::uint32_t row = lane / 4 + 8;
      const std::uint32_t column = lane % 4 * 2 + 1;
      const std::uint32_t word = row * (same || other_place ? 16 : 24) + column + (same || !other_place ? 0 : 256);
      ASSERT_EQ(words[lane * 4], word) << apart << " lane " << lane;
    }
  }
}

/// The machine's matrix load fetches lines of 16 bytes (an H200 faults).
TEST(Wmma, LinesOfBytesInSharedMemoryAreAligned) {
  const auto errors_of_pitch = [](int pitch) {
    std::vector<std::uint32_t> values(4 * 32);
    return run_on(values, kernel_around(fmt::format(R"(
      .shared .align 128 .b8 tile[4096];
      mov.u64 %rd1, tile;
      wmma.load.a.sync.aligned.row.m8n8k128.shared.b1 {{%r1}}, [%rd1], {};
      st.global.u32 [%here], %r1;)",
                                                    pitch)))
        .errors;
  };
  EXPECT_EQ(errors_of_pitch(128), "");
  EXPECT_EQ(errors_of_pitch(32), "read of 16 bytes at 0x4\n");
}

}  // namespace
}  // namespace warpglass::isa
