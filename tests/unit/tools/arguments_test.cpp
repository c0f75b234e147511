#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "tools/warpglass/error.hpp"
#include "tools/warpglass/kernel_argument.hpp"

namespace warpglass::tool {
namespace {

template <class T>
T value_of(const std::string& text, ValueType type) {
  const std::vector<std::byte> bytes = bytes_of(text, type, "here");
  T value{};
  EXPECT_EQ(bytes.size(), sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::string refusal_of(const std::string& text) {
  try {
    (void)parse_kernel_argument(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(KernelArgument, Scalars) {
  KernelArgument argument = parse_kernel_argument("i32:-64");
  EXPECT_FALSE(argument.is_array);
  EXPECT_TRUE(argument.has_type);
  EXPECT_EQ(argument.type, ValueType::i32);
  EXPECT_EQ(argument.value, "-64");
  argument = parse_kernel_argument("3.5");
  EXPECT_FALSE(argument.has_type);
  EXPECT_EQ(argument.value, "3.5");
}

TEST(KernelArgument, Arrays) {
  KernelArgument argument = parse_kernel_argument("f32[64x32]:random:7:out.npy:print");
  EXPECT_TRUE(argument.is_array);
  EXPECT_EQ(argument.type, ValueType::f32);
  EXPECT_EQ(argument.shape, (std::vector<std::uint64_t>{64, 32}));
  EXPECT_EQ(argument.elements(), 2048u);
  EXPECT_EQ(argument.fill, FillKind::random);
  EXPECT_EQ(argument.seed, 7u);
  EXPECT_EQ(argument.outputs, (std::vector<std::string>{"out.npy"}));
  EXPECT_TRUE(argument.print);

  argument = parse_kernel_argument("u8[10]");
  EXPECT_EQ(argument.fill, FillKind::zero);
  argument = parse_kernel_argument("f64[3*4]:value:-1e3");
  EXPECT_EQ(argument.fill, FillKind::value);
  EXPECT_EQ(argument.value, "-1e3");
  EXPECT_EQ(argument.elements(), 12u);
  argument = parse_kernel_argument("i32[]:file:in.npy");
  EXPECT_EQ(argument.input, "in.npy");
  EXPECT_TRUE(argument.shape.empty());
  argument = parse_kernel_argument("i32[4]:random:out.raw");
  EXPECT_EQ(argument.seed, 0u);
  EXPECT_EQ(argument.outputs, (std::vector<std::string>{"out.raw"}));
}

TEST(KernelArgument, RefusalsSayWhatIsWrong) {
  for (const char* text : {"",
                           "i32",
                           "i32:",
                           "i32:x",
                           "i32:1:2",
                           "i32:2147483648",
                           "u32:-1",
                           "u8:256",
                           "i8:-129",
                           "q32:1",
                           "q32[4]",
                           "f32[",
                           "f32[4",
                           "f32[0]",
                           "f32[-1]",
                           "f32[4x]",
                           "f32[x4]",
                           "f32[99999999999999999999]",
                           "f32[4294967296x4294967296]",
                           "f32[]",
                           "f32[]:zero",
                           "f32[4]:what",
                           "f32[4]:value",
                           "f32[4]:value:",
                           "f32[4]:value:x",
                           "u8[4]:value:256",
                           "f32[4]:random:x",
                           "f32[4]:file",
                           "f32[4]:file:",
                           "f32[4]:iota:what",
                           "f32[4]:zero:",
                           "f32[4]x:zero"}) {
    const std::string error = refusal_of(text);
    EXPECT_NE(error, "") << text;
    EXPECT_THAT(error, testing::StartsWith("--arg '")) << text;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST(KernelArgument, Bytes) {
  EXPECT_EQ(value_of<std::int32_t>("-64", ValueType::i32), -64);
  EXPECT_EQ(value_of<std::int32_t>("-2147483648", ValueType::i32), INT32_MIN);
  EXPECT_EQ(value_of<std::int32_t>("0xffffffff", ValueType::i32), -1);
  EXPECT_EQ(value_of<std::uint32_t>("4294967295", ValueType::u32), UINT32_MAX);
  EXPECT_EQ(value_of<std::int64_t>("-9223372036854775808", ValueType::i64), INT64_MIN);
  EXPECT_EQ(value_of<std::uint64_t>("18446744073709551615", ValueType::u64), UINT64_MAX);
  EXPECT_EQ(value_of<std::int8_t>("-128", ValueType::i8), -128);
  EXPECT_EQ(value_of<float>("1.5", ValueType::f32), 1.5f);
  EXPECT_EQ(value_of<double>("+1e-3", ValueType::f64), 1e-3);
}

TEST(KernelArgument, HalvesRoundToNearestEven) {
  const auto half = [](const char* text) { return value_of<std::uint16_t>(text, ValueType::f16); };
  EXPECT_EQ(half("1"), 0x3c00);
  EXPECT_EQ(half("-2"), 0xc000);
  EXPECT_EQ(half("65504"), 0x7bff);
  EXPECT_EQ(half("65519.99"), 0x7bff);
  EXPECT_EQ(half("65520"), 0x7c00);
  EXPECT_EQ(half("inf"), 0x7c00);
  EXPECT_EQ(half("6.103515625e-05"), 0x0400);     // smallest normal
  EXPECT_EQ(half("5.9604644775390625e-08"), 1);   // smallest subnormal
  EXPECT_EQ(half("2.98023223876953125e-08"), 0);  // half of it: to even
  EXPECT_EQ(half("1.00048828125"), 0x3c00);       // halfway: to even
  EXPECT_EQ(half("1.00146484375"), 0x3c02);
  EXPECT_EQ(half("0.99999"), 0x3c00);  // carries into the exponent
  EXPECT_EQ(half("-0"), 0x8000);
  const auto brain = [](const char* text) { return value_of<std::uint16_t>(text, ValueType::bf16); };
  EXPECT_EQ(brain("1"), 0x3f80);
  EXPECT_EQ(brain("3.140625"), 0x4049);
  EXPECT_EQ(brain("3.4e38"), 0x7f80);
}

}  // namespace
}  // namespace warpglass::tool
