// Loads and stores of less and of more than four bytes, in every shape that lanes' addresses have a short way for.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

/// Where lane t's element is, in elements: PTX that leaves it in %r2, and the same in C++.
struct Shape {
  std::string_view name;
  std::string_view text;
  std::uint32_t (*element)(std::uint32_t lane);
};
constexpr std::array kShapes = {
    Shape{"one for all", "mov.u32 %r2, 5;", [](std::uint32_t) { return 5u; }},
    Shape{"neighbours", "add.u32 %r2, %thread, 3;", [](std::uint32_t lane) { return lane + 3; }},
    Shape{"apart", "mul.lo.u32 %r2, %thread, 3;", [](std::uint32_t lane) { return 3 * lane; }},
    Shape{"backwards", "sub.u32 %r2, 31, %thread;", [](std::uint32_t lane) { return 31 - lane; }},
    Shape{"at the end", "add.u32 %r2, %thread, 96;", [](std::uint32_t lane) { return lane + 96; }},
    Shape{"apart, at the end", "mad.lo.u32 %r2, %thread, 2, 65;", [](std::uint32_t lane) { return 2 * lane + 65; }},
    Shape{"in fours", "shr.u32 %r2, %thread, 2;", [](std::uint32_t lane) { return lane / 4; }},
};
constexpr std::size_t kElements = 128;

/// Executed three times: a shape is known from the second on.
std::string thrice(std::string_view body) {
  return fmt::format("mov.u32 %r9, 3;\nAGAIN:\n{}\nsub.u32 %r9, %r9, 1;\nsetp.ne.u32 %p9, %r9, 0;\n@%p9 bra AGAIN;\n",
                     body);
}

struct Width {
  std::string_view type;
  std::string_view reg;
  std::string_view as;  // the register's own type
  std::size_t bytes;
  int register_bits;
  bool is_signed;

  friend void PrintTo(const Width& width, std::ostream* out) { *out << width.type << " in " << width.register_bits; }
};

class Narrow : public testing::TestWithParam<Width> {};

TEST_P(Narrow, LoadsWhatLiesThere) {
  const Width& width = GetParam();
  for (const Shape& shape : kShapes) {
    for (const std::uint32_t mask : {0xffffffffu, 0x0ff0f00fu}) {
      SCOPED_TRACE(fmt::format("{} {} of {:#x}", width.type, shape.name, mask));
      // Results first, then the elements: their last is the buffer's last.
      std::vector<std::uint8_t> bytes(32 * 4 + kElements * width.bytes);
      for (std::size_t i = 128; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 73 + 91);
      const std::vector<std::uint8_t> before = bytes;
      const std::string body = thrice(
          fmt::format("{0}\nmul.wide.u32 %rd2, %r2, {1};\nadd.s64 %rd2, %rd2, %buffer;\nshl.b32 %r3, 1, %thread;\n"
                      "and.b32 %r3, %r3, {2};\nsetp.ne.u32 %p1, %r3, 0;\n@!%p1 bra SKIP;\n"
                      "ld.global.{3} {4}1, [%rd2+128];\nmul.wide.u32 %rd3, %thread, 4;\nadd.s64 %rd3, %rd3, %buffer;\n"
                      "st.global.{5} [%rd3], {4}1;\nSKIP:",
                      shape.text, width.bytes, mask, width.type, width.reg, width.as));
      ASSERT_EQ(run_on(bytes, kernel_around(body)).errors, "");
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        std::uint64_t expected = 0;
        if ((mask >> lane & 1) != 0) {
          std::memcpy(&expected, before.data() + 128 + shape.element(lane) * width.bytes, width.bytes);
          const auto bits = static_cast<int>(8 * width.bytes);
          if (width.is_signed && (expected >> (bits - 1) & 1) != 0) expected |= ~std::uint64_t{0} << bits;
        }
        std::uint32_t found = 0;
        std::memcpy(&found, bytes.data() + std::size_t{4} * lane, 4);
        ASSERT_EQ(found, static_cast<std::uint32_t>(expected & ((std::uint64_t{1} << width.register_bits) - 1)))
            << lane;
      }
    }
  }
}

TEST_P(Narrow, StoresItAndNothingElse) {
  const Width& width = GetParam();
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(fmt::format("{} {}", width.type, shape.name));
    std::vector<std::uint8_t> bytes(kElements * width.bytes, 0xee);
    const std::string body = thrice(fmt::format(
        "{0}\nmul.wide.u32 %rd2, %r2, {1};\nadd.s64 %rd2, %rd2, %buffer;\nmad.lo.u32 %r4, %thread, 1001, 7;\n"
        "cvt.u16.u32 %h4, %r4;\nst.global.{2} [%rd2], {3}4;",
        shape.text, width.bytes, width.type, width.reg));
    ASSERT_EQ(run_on(bytes, kernel_around(body)).errors, "");
    std::vector<std::uint8_t> expected(bytes.size(), 0xee);
    for (std::uint32_t lane = 32; lane-- > 0;) {  // the lowest lane's stays
      const std::uint32_t value = lane * 1001 + 7;
      std::memcpy(expected.data() + shape.element(lane) * width.bytes, &value, width.bytes);
    }
    ASSERT_EQ(bytes, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Narrow,
                         testing::Values(Width{"u8", "%h", "u16", 1, 16, false}, Width{"s8", "%h", "u16", 1, 16, true},
                                         Width{"u8", "%r", "u32", 1, 32, false}, Width{"s8", "%r", "u32", 1, 32, true},
                                         Width{"u16", "%h", "u16", 2, 16, false},
                                         Width{"u16", "%r", "u32", 2, 32, false},
                                         Width{"s16", "%r", "u32", 2, 32, true}),
                         [](const auto& tested) {
                           return fmt::format("{}_in_{}", tested.param.type, tested.param.register_bits);
                         });

TEST(VectorOfFour, MovesEachLanesWords) {
  for (const Shape& shape : kShapes) {
    for (const std::uint32_t mask : {0xffffffffu, 0x00ffff00u, 0x0000000fu}) {
      SCOPED_TRACE(fmt::format("{} of {:#x}", shape.name, mask));
      std::vector<std::uint32_t> words(32 * 4 + 2 * kElements * 4);
      for (std::uint32_t i = 0; i < kElements * 4; ++i) words[128 + i] = 3 * i + 1;
      std::vector<std::uint32_t> expected = words;
      // From the elements to the lane's own four words, and from there to another place of the same shape.
      const std::string body = thrice(fmt::format(
          "{0}\nmul.wide.u32 %rd2, %r2, 16;\nadd.s64 %rd2, %rd2, %buffer;\nshl.b32 %r3, 1, %thread;\n"
          "and.b32 %r3, %r3, {1};\nsetp.ne.u32 %p1, %r3, 0;\n@!%p1 bra SKIP;\n"
          "ld.global.v4.u32 {{%r4, %r5, %r6, %r7}}, [%rd2+512];\nst.global.v4.u32 [%here], {{%r4, %r5, %r6, %r7}};\n"
          "add.u32 %r5, %r5, %thread;\nst.global.v4.u32 [%rd2+{2}], {{%r7, %r6, %r5, %r4}};\nSKIP:",
          shape.text, mask, 512 + kElements * 16));
      ASSERT_EQ(run_on(words, kernel_around(body)).errors, "");
      for (std::uint32_t i = 0; i < 32; ++i) {
        const std::uint32_t lane = i ^ 7;  // of each eight the lowest one's stays
        if ((mask >> lane & 1) == 0) continue;
        const std::uint32_t* const from = expected.data() + 128 + std::size_t{4} * shape.element(lane);
        const std::array<std::uint32_t, 4> found = {from[0], from[1], from[2], from[3]};
        std::copy(found.begin(), found.end(), expected.begin() + std::size_t{4} * lane);
        const std::array<std::uint32_t, 4> turned = {found[3], found[2], found[1] + lane, found[0]};
        std::copy(turned.begin(), turned.end(),
                  expected.begin() + 128 + kElements * 4 + std::size_t{4} * shape.element(lane));
      }
      ASSERT_EQ(words, expected);
    }
  }
}

}  // namespace
}  // namespace warpglass::isa
