#include "tools/warpglass/fill.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

std::vector<std::byte> initial_contents(KernelArgument& argument, const runtime::Spread& spread = {}) {
  if (argument.fill == FillKind::file) return contents_of_file(argument);
  std::vector<std::byte> contents(argument.elements() * size_of(argument.type), std::byte{0xa5});
  fill_array(argument, contents, spread);
  return contents;
}

std::vector<std::string> texts(const std::string& notation) {
  KernelArgument argument = parse_kernel_argument(notation);
  const std::vector<std::byte> contents = initial_contents(argument);
  EXPECT_EQ(contents.size(), argument.elements() * size_of(argument.type));
  std::vector<std::string> all;
  for (std::uint64_t i = 0; i < argument.elements(); ++i) all.push_back(element_text(contents, i, argument.type));
  return all;
}

using Texts = std::vector<std::string>;

TEST(Fill, Kinds) {
  EXPECT_EQ(texts("i32[3]"), (Texts{"0", "0", "0"}));
  EXPECT_EQ(texts("u8[3]:iota"), (Texts{"0", "1", "2"}));
  EXPECT_EQ(texts("f16[3]:iota"), (Texts{"0", "1", "2"}));
  EXPECT_EQ(texts("f32[2]:value:-2.5"), (Texts{"-2.5", "-2.5"}));
  EXPECT_EQ(texts("bf16[1]:value:1.5"), (Texts{"1.5"}));
  EXPECT_EQ(texts("i64[1]:value:-9000000000"), (Texts{"-9000000000"}));
  EXPECT_EQ(texts("f16[1]:value:-inf"), (Texts{"-inf"}));
}

TEST(Fill, RandomIsTheSameForASeed) {
  EXPECT_EQ(texts("f32[64]:random:1"), texts("f32[64]:random:1"));
  EXPECT_NE(texts("f32[64]:random:1"), texts("f32[64]:random:2"));
  for (const std::string& text : texts("f32[1000]:random:3")) {
    const double value = std::stod(text);
    EXPECT_GE(value, 0);
    EXPECT_LT(value, 1);
  }
  // Written once, so that a seed means the same numbers for ever.
  EXPECT_EQ(texts("u32[2]:random:1"), (Texts{"2298633409", "1703865447"}));
}

TEST(Fill, IsTheSameOnAnyNumberOfThreads) {
  sim::ThreadPool threads;
  for (const char* type : {"u8", "i16", "u32", "i64", "f16", "bf16", "f32", "f64"}) {
    for (const char* fill : {"", ":iota", ":random:7", ":value:3"}) {
      KernelArgument argument = parse_kernel_argument(std::string(type) + "[1300013]" + fill);
      EXPECT_EQ(initial_contents(argument, {threads, 3}), initial_contents(argument)) << argument.text;
    }
  }
}

TEST(Fill, EachElementIsThatOfItsIndex) {
  KernelArgument argument = parse_kernel_argument("f32[70000]:iota");
  const std::vector<std::byte> contents = initial_contents(argument);
  for (std::uint64_t i = 0; i < argument.elements(); ++i)
    ASSERT_EQ(element_text(contents, i, argument.type), std::to_string(i));
}

TEST(Fill, FilesGoRound) {
  for (const char* name : {"wg_fill.npy", "wg_fill.raw"}) {
    const std::string path = testing::TempDir() + name;
    KernelArgument argument = parse_kernel_argument("i32[2x3]:iota:" + path);
    put_out(argument, 0, initial_contents(argument));
    EXPECT_EQ(texts("i32[]:file:" + path), (Texts{"0", "1", "2", "3", "4", "5"}));
    EXPECT_EQ(texts("i32[6]:file:" + path).size(), 6u);
    KernelArgument wrong = parse_kernel_argument("i32[7]:file:" + path);
    EXPECT_THROW((void)initial_contents(wrong), UsageError);
    std::remove(path.c_str());
    EXPECT_THROW((void)initial_contents(wrong), UsageError);
  }
}

TEST(Fill, AFileHoldsIntegersOfTheSameSize) {
  const std::string path = testing::TempDir() + "wg_signs.npy";
  KernelArgument out = parse_kernel_argument("i16[2]:value:-2:" + path);
  put_out(out, 0, initial_contents(out));
  EXPECT_EQ(texts("u16[]:file:" + path), (Texts{"65534", "65534"}));
  EXPECT_EQ(texts("i16[]:file:" + path), (Texts{"-2", "-2"}));
  for (const char* other : {"i32[]", "u8[]", "f16[]"}) {
    KernelArgument wrong = parse_kernel_argument(other + (":file:" + path));
    EXPECT_THROW((void)initial_contents(wrong), UsageError) << other;
  }
  out = parse_kernel_argument("bf16[1]:value:1.5:" + path);
  put_out(out, 0, initial_contents(out));
  EXPECT_EQ(texts("bf16[]:file:" + path), (Texts{"1.5"}));
  std::remove(path.c_str());
}

TEST(Fill, NarrowNumbersAreRoundedOnce) {
  // Just above the middle of two neighbours: by way of float it would be the middle, and go to the even one.
  EXPECT_EQ(floating_bytes(0x1.002000000001p0, ValueType::f16), raw_bytes(std::uint16_t{0x3c01}));
  EXPECT_EQ(floating_bytes(-0x1.002000000001p0, ValueType::f16), raw_bytes(std::uint16_t{0xbc01}));
  EXPECT_EQ(floating_bytes(0x1.002p0, ValueType::f16), raw_bytes(std::uint16_t{0x3c00}));
  EXPECT_EQ(floating_bytes(0x1.010000000001p0, ValueType::bf16), raw_bytes(std::uint16_t{0x3f81}));
  EXPECT_EQ(floating_bytes(1e-300, ValueType::f16), raw_bytes(std::uint16_t{0}));
  EXPECT_EQ(floating_bytes(1e300, ValueType::f16), raw_bytes(std::uint16_t{0x7c00}));
}

TEST(Fill, ARawFileHoldsWholeElements) {
  const std::string path = testing::TempDir() + "wg_odd.raw";
  std::ofstream(path) << "12345";
  KernelArgument argument = parse_kernel_argument("i32[]:file:" + path);
  EXPECT_THROW((void)initial_contents(argument), UsageError);
  EXPECT_EQ(texts("u8[]:file:" + path), (Texts{"49", "50", "51", "52", "53"}));
  std::remove(path.c_str());
}

TEST(Fill, PrintsRows) {
  KernelArgument argument = parse_kernel_argument("i32[2x3]:iota:print");
  const std::vector<std::byte> contents = initial_contents(argument);
  testing::internal::CaptureStdout();
  put_out(argument, 1, contents);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "argument 1  i32[2x3]\n       0: 0 1 2\n       3: 3 4 5\n");
}

}  // namespace
}  // namespace warpglass::tool
