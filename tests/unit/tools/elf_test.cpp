#include "base/elf.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

namespace warpglass::tool {
namespace {

std::string self() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<ElfFile> read(const std::string& bytes) { return read_elf(std::as_bytes(std::span(bytes))); }

TEST(Elf, ReadsThisVeryProgram) {
  const auto elf = read(self());
  ASSERT_TRUE(elf);
  EXPECT_TRUE(elf->is_executable);
  EXPECT_TRUE(elf->matches_host);
  EXPECT_FALSE(elf->has_device_code);
  bool c_library = false;
  for (const std::string& name : elf->needed) c_library |= name == "libc.so.6";
  EXPECT_TRUE(c_library);
}

TEST(Elf, OtherFilesAreNone) {
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("#!/bin/sh\n"));
  EXPECT_FALSE(
      read("\x7f"
           "ELF"));
  EXPECT_TRUE(
      read("\x7f"
           "ELF" +
           std::string(60, '\0')));
}

TEST(Elf, OfAnotherMachine) {
  std::string bytes = self();
  bytes[18] = '\x28';  // e_machine: 32-bit Arm
  bytes[19] = '\0';
  EXPECT_FALSE(read(bytes)->matches_host);
  bytes = self();
  bytes[4] = '\1';  // 32-bit
  EXPECT_FALSE(read(bytes)->matches_host);
}

TEST(Elf, DamageIsHarmless) {
  const std::string whole = self();
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = whole.substr(0, round % 3 == 0 ? random() % whole.size() : whole.size());
    for (int i = 0; i < 40 && !bytes.empty(); ++i) {
      const std::size_t at =
          i % 2 == 0 ? random() % std::min<std::size_t>(bytes.size(), 1024) : random() % bytes.size();
      if (at > 3) bytes[at] = static_cast<char>(random());
    }
    (void)read(bytes);
  }
}

}  // namespace
}  // namespace warpglass::tool
