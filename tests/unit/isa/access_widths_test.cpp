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

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
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
    Shape{"rows of 16", "shr.u32 %r3, %thread, 4; and.b32 %r2, %thread, 15; mad.lo.u32 %r2, %r3, 112, %r2;",
          [](std::uint32_t lane) { return lane / 16 * 112 + lane % 16; }},
    Shape{"rows of 8", "shr.u32 %r3, %thread, 3; and.b32 %r2, %thread, 7; mad.lo.u32 %r2, %r3, 40, %r2;",
          [](std::uint32_t lane) { return lane / 8 * 40 + lane % 8; }},
    Shape{"rows of 4", "shr.u32 %r3, %thread, 2; and.b32 %r2, %thread, 3; mad.lo.u32 %r2, %r3, 17, %r2;",
          [](std::uint32_t lane) { return lane / 4 * 17 + lane % 4; }},
    Shape{"rows of 16, backwards",
          "shr.u32 %r3, %thread, 4; not.b32 %r2, %thread; and.b32 %r2, %r2, 15; mad.lo.u32 %r2, %r3, 100, %r2;",
          [](std::uint32_t lane) { return lane / 16 * 100 + 15 - lane % 16; }},
    Shape{"rows of 8, the last one first",
          "shr.u32 %r3, %thread, 3; xor.b32 %r3, %r3, 3; and.b32 %r2, %thread, 7; mad.lo.u32 %r2, %r3, 40, %r2;",
          [](std::uint32_t lane) { return (lane / 8 ^ 3) * 40 + lane % 8; }},
    Shape{"rows of 8 that overlap", "shr.u32 %r3, %thread, 3; and.b32 %r2, %thread, 7; mad.lo.u32 %r2, %r3, 3, %r2;",
          [](std::uint32_t lane) { return lane / 8 * 3 + lane % 8; }},
    Shape{"rows of 16 at one element each", "shr.u32 %r3, %thread, 4; mad.lo.u32 %r2, %r3, 112, 15;",
          [](std::uint32_t lane) { return lane / 16 * 112 + 15; }},
    Shape{"rows of 8 at one element each, the last one first",
          "shr.u32 %r3, %thread, 3; xor.b32 %r3, %r3, 3; mad.lo.u32 %r2, %r3, 40, 7;",
          [](std::uint32_t lane) { return (lane / 8 ^ 3) * 40 + 7; }},
    Shape{"rows of 4 at one element each", "shr.u32 %r3, %thread, 2; mul.lo.u32 %r2, %r3, 17;",
          [](std::uint32_t lane) { return lane / 4 * 17; }},
    Shape{"one row twice", "and.b32 %r2, %thread, 15;", [](std::uint32_t lane) { return lane % 16; }},
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

/// Two or four elements at once, all lanes' and a part's: read into registers, and written in another order.
TEST_P(Narrow, VectorsMoveEachLanesElements) {
  const Width& width = GetParam();
  const auto own_bytes = static_cast<std::uint32_t>(width.register_bits / 8);
  for (const std::uint32_t count : {2u, 4u}) {
    const auto size = static_cast<std::uint32_t>(count * width.bytes);
    const std::uint32_t from = 32 * 16;  // behind what each lane has read
    const std::uint32_t to = from + kElements * size;
    const auto names = [&](bool backwards) {
      std::string text;
      for (std::uint32_t i = 0; i < count; ++i)
        text += fmt::format("{}{}{}", i == 0 ? "" : ", ", width.reg, 20 + (backwards ? count - 1 - i : i));
      return text;
    };
    std::string sevens;
    std::string results;
    for (std::uint32_t i = 0; i < count; ++i) {
      sevens += fmt::format("mov.{} {}{}, 7;\n", width.as, width.reg, 20 + i);
      results += fmt::format("st.global.{} [%here+{}], {}{};\n", width.as, i * own_bytes, width.reg, 20 + i);
    }
    for (const Shape& shape : kShapes) {
      for (const std::uint32_t mask : {0xffffffffu, 0x00ffff00u, 0x0000000fu}) {
        SCOPED_TRACE(fmt::format("{} of {:#x}, {} each", shape.name, mask, count));
        std::vector<std::uint8_t> bytes(to + kElements * size, 0xee);
        for (std::uint32_t i = from; i < to; ++i) bytes[i] = static_cast<std::uint8_t>(i * 37 + i / 256);
        std::vector<std::uint8_t> expected = bytes;
        const std::string body = thrice(fmt::format(
            "{9}{0}\nmul.wide.u32 %rd2, %r2, {1};\nadd.s64 %rd2, %rd2, %buffer;\nshl.b32 %r3, 1, %thread;\n"
            "and.b32 %r3, %r3, {2};\nsetp.ne.u32 %p1, %r3, 0;\n@!%p1 bra SKIP;\n"
            "ld.global.v{3}.{4} {{{5}}}, [%rd2+{6}];\nst.global.v{3}.{4} [%rd2+{7}], {{{8}}};\nSKIP:\n{10}",
            shape.text, size, mask, count, width.type, names(false), from, to, names(true), sevens, results));
        ASSERT_EQ(run_on(bytes, kernel_around(body)).errors, "");
        for (std::uint32_t i = 0; i < 32; ++i) {
          const std::uint32_t lane = i ^ 31;  // the lowest one's stays
          for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t seven = 7;
            std::memcpy(expected.data() + 16 * lane + k * own_bytes, &seven, own_bytes);
            if ((mask >> lane & 1) == 0) continue;
            const std::size_t element = from + shape.element(lane) * size + k * width.bytes;
            std::uint32_t value = 0;
            std::memcpy(&value, expected.data() + element, width.bytes);
            const auto bits = static_cast<std::uint32_t>(8 * width.bytes);
            const bool negative = width.is_signed && (value >> (bits - 1) & 1) != 0;
            const std::uint32_t extended = negative ? value | ~0u << bits : value;
            std::memcpy(expected.data() + 16 * lane + k * own_bytes, &extended, own_bytes);
            const std::size_t turned = to + shape.element(lane) * size + (count - 1 - k) * width.bytes;
            std::memcpy(expected.data() + turned, &value, width.bytes);
          }
        }
        ASSERT_EQ(bytes, expected);
      }
    }
  }
}

struct VectorOf {
  int count;
  int bits;  // of an element
};
std::string name_of(const VectorOf& vector) { return fmt::format("v{}_u{}", vector.count, vector.bits); }
void PrintTo(const VectorOf& vector, std::ostream* out) { *out << name_of(vector); }

/// One element or several.
class Vectors : public testing::TestWithParam<VectorOf> {};

TEST_P(Vectors, MoveEachLanesElements) {
  const int count = GetParam().count;
  const int bits = GetParam().bits;
  const auto size = static_cast<std::uint32_t>(count * bits / 8);
  const std::uint32_t at_once = std::min(32u, 128 / size);
  const std::uint32_t lane_words = size / 4;
  const auto names = [count](std::string_view first, bool backwards) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += fmt::format("{}{}{}", i == 0 ? "" : ", ", first, backwards ? count - i : i + 1);
    return count == 1 ? text : fmt::format("{{{}}}", text);
  };
  std::string marked;
  for (int i = 1; i <= count; ++i) marked += fmt::format("xor.b{0} %e{1}, %e{1}, %mark;\n", bits, i);
  const std::string type = count == 1 ? fmt::format("u{}", bits) : fmt::format("v{}.u{}", count, bits);
  for (const Shape& shape : kShapes) {
    for (const std::uint32_t mask : {0xffffffffu, 0x00ffff00u, 0x0000000fu}) {
      SCOPED_TRACE(fmt::format("{} of {:#x}", shape.name, mask));
      const std::uint32_t from_begin = 32 * lane_words;
      const std::uint32_t to_begin = from_begin + kElements * lane_words;
      std::vector<std::uint32_t> words(to_begin + kElements * lane_words);
      for (std::uint32_t i = from_begin; i < to_begin; ++i) words[i] = 3 * i + 1;
      std::vector<std::uint32_t> expected = words;
      // From the elements to the lane's own place, and from there, turned round and marked by the lane's number, to
      // another one of the same shape.
      const std::string body = thrice(
          fmt::format("{{ .reg .b{0} %e<5>, %mark; .reg .b64 %own;\n{1}\nmul.wide.u32 %rd2, %r2, {2};\nadd.s64 %rd2, "
                      "%rd2, %buffer;\n"
                      "mul.wide.u32 %own, %thread, {2};\nadd.s64 %own, %own, %buffer;\nshl.b32 %r3, 1, %thread;\n"
                      "and.b32 %r3, %r3, {3};\nsetp.ne.u32 %p1, %r3, 0;\n@!%p1 bra SKIP;\n"
                      "ld.global.{4} {5}, [%rd2+{7}];\nst.global.{4} [%own], {5};\ncvt.u{0}.u32 %mark, %thread;\n{9}"
                      "st.global.{4} [%rd2+{8}], {6};\nSKIP: }}",
                      bits, shape.text, size, mask, type, names("%e", false), names("%e", true), from_begin * 4,
                      to_begin * 4, marked));
      ASSERT_EQ(run_on(words, kernel_around(body)).errors, "");
      const std::uint32_t element_words = lane_words / static_cast<std::uint32_t>(count);
      for (std::uint32_t i = 0; i < 32; ++i) {
        const std::uint32_t lane = i ^ (at_once - 1);  // of those taken at once the lowest one's stays
        if ((mask >> lane & 1) == 0) continue;
        for (std::uint32_t w = 0; w < lane_words; ++w) {
          const std::uint32_t word = expected[from_begin + lane_words * shape.element(lane) + w];
          const std::uint32_t turned =
              lane_words - element_words - w / element_words * element_words + w % element_words;
          expected[lane_words * lane + w] = word;
          expected[to_begin + lane_words * shape.element(lane) + turned] = w % element_words == 0 ? word ^ lane : word;
        }
      }
      ASSERT_EQ(words, expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Vectors,
                         testing::Values(VectorOf{1, 32}, VectorOf{1, 64}, VectorOf{4, 32}, VectorOf{2, 32},
                                         VectorOf{2, 64}),
                         [](const auto& tested) { return name_of(tested.param); });

/// Of bits.
class OwnMemory : public testing::TestWithParam<int> {};

// Elements that lie apart over the lanes as well, each in its thread's own array; what lies beside them stays. Bytes of
// them, which go another way, are where they should be.
TEST_P(OwnMemory, KeepsEachThreadsElements) {
  const int bits = GetParam();
  const int size = bits / 8;
  const auto costs = analysis::make_cost_model(arch::default_device());  // shapes are known where they are counted
  for (const Shape& shape : kShapes) {
    for (const std::uint32_t mask : {0xffffffffu, 0x00ffff00u}) {
      SCOPED_TRACE(fmt::format("{} of {:#x}", shape.name, mask));
      std::vector<std::uint32_t> words(64);
      const std::string body =
          fmt::format(
              "{{ .local .align 8 .b8 array[{0}]; .reg .b{1} %e<3>; .reg .b64 %own; .reg .b32 %sum, %beside;\n"
              "mov.u32 %sum, 0; mov.u32 %beside, 0;\n{2}\nmov.u64 %own, array; mul.wide.u32 %rd2, %r2, {3};\n"
              "add.s64 %own, %own, %rd2; shl.b32 %r3, 1, %thread; and.b32 %r3, %r3, {4}; setp.ne.u32 %p1, %r3, 0;\n"
              "@!%p1 bra SKIP;\n",
              (kElements + 1) * static_cast<std::size_t>(size), bits, shape.text, size, mask) +
          thrice(fmt::format("mad.lo.u32 %r4, %thread, 100, %r9; shl.b32 %r4, %r4, 1; cvt.u{0}.u32 %e1, "
                             "%r4;\nst.local.u{0} [%own], %e1;\n"
                             "ld.local.u8 %r5, [%own]; add.u32 %r5, %r5, 1; st.local.u8 [%own], %r5;\n"
                             "ld.local.u{0} %e2, [%own]; cvt.u32.u{0} %r5, %e2; add.u32 %sum, %sum, %r5;\n"
                             "ld.local.u{0} %e2, [%own+{1}]; cvt.u32.u{0} %r5, %e2; add.u32 %beside, %beside, %r5;",
                             bits, size)) +
          "SKIP: mul.wide.u32 %rd2, %thread, 8; add.s64 %rd2, %rd2, %buffer;\n"
          "st.global.v2.u32 [%rd2], {%sum, %beside}; }";
      ASSERT_EQ(run_on(words, kernel_around(body), {.costs = costs.get()}).errors, "");
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const bool takes_part = (mask >> lane & 1) != 0;
        ASSERT_EQ(words[2 * lane], takes_part ? 600 * lane + 15 : 0) << lane;
        ASSERT_EQ(words[2 * lane + 1], 0u) << lane;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bits, OwnMemory, testing::Values(32, 64));

}  // namespace
}  // namespace warpglass::isa
