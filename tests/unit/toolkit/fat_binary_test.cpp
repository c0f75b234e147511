#include "toolkit/fat_binary.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace warpglass::toolkit {
namespace {

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

TEST(FatBinary, HoldsThePtxAsItIs) {
  const std::string ptx = "// a comment\n.version 8.5\n.target sm_90\n";
  const std::array images{PtxImage{.text = ptx, .architecture = 90}};
  const std::string bytes = fat_binary(images);
  EXPECT_EQ(at<std::uint32_t>(bytes, 0), kFatBinaryMagic);
  EXPECT_EQ(at<std::uint16_t>(bytes, 4), 1);
  EXPECT_EQ(at<std::uint16_t>(bytes, 6), 16);
  EXPECT_EQ(at<std::uint64_t>(bytes, 8), bytes.size() - 16);
  EXPECT_EQ(at<std::uint16_t>(bytes, 16), 1) << "kind PTX";
  EXPECT_EQ(at<std::uint32_t>(bytes, 20), 64u) << "header bytes";
  const auto payload = at<std::uint64_t>(bytes, 24);
  EXPECT_EQ(payload % 8, 0u);
  EXPECT_EQ(bytes.size(), 16 + 64 + payload);
  EXPECT_EQ(at<std::uint16_t>(bytes, 16 + 24), 5) << "PTX version's minor";
  EXPECT_EQ(at<std::uint16_t>(bytes, 16 + 26), 8) << "and major";
  EXPECT_EQ(at<std::uint32_t>(bytes, 16 + 28), 90u);
  EXPECT_STREQ(bytes.c_str() + 80, ptx.c_str());
}

TEST(FatBinary, TextOfEightBytesStillEndsInAZero) {
  const std::array images{PtxImage{.text = "12345678", .architecture = 70}};
  EXPECT_EQ(at<std::uint64_t>(fat_binary(images), 24), 16u);
}

TEST(FatBinary, KnowsPtxFromMachineCode) {
  EXPECT_TRUE(is_ptx("\n//\n/* x */ .version 7.0"));
  EXPECT_FALSE(
      is_ptx("\x7f"
             "ELF"));
  EXPECT_FALSE(is_ptx(""));
}

TEST(RegisterLimit, IsWrittenBeforeTheBodyOfEveryKernel) {
  EXPECT_EQ(with_register_limit(".entry a(\n)\n{ }\n.func b() { }\n.entry c()\n.maxntid 32,1,1\n{ }", 40),
            ".entry a(\n)\n.maxnreg 40\n{ }\n.func b() { }\n.entry c()\n.maxntid 32,1,1\n.maxnreg 40\n{ }");
}

TEST(RegisterLimit, LeavesAKernelThatStatesItsOwn) {
  const std::string ptx = ".entry a()\n.maxnreg 16\n{ }";
  EXPECT_EQ(with_register_limit(ptx, 40), ptx);
}

}  // namespace
}  // namespace warpglass::toolkit
