#include "base/elf.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace warpglass::tool {
namespace {

/// This program, of some hundred megabytes where it has debug information: read once, and in one piece.
std::string self() {
  static const std::string bytes = [] {
    std::string read(std::filesystem::file_size("/proc/self/exe"), '\0');
    std::ifstream file("/proc/self/exe", std::ios::binary);
    file.read(read.data(), static_cast<std::streamsize>(read.size()));
    return read;
  }();
  return bytes;
}

std::optional<ElfFile> read(std::string_view bytes) { return read_elf(std::as_bytes(std::span(bytes))); }

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
  std::string bytes = self();
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const std::size_t size = round % 3 == 0 ? random() % bytes.size() : bytes.size();
    std::map<std::size_t, char> before;
    for (int i = 0; i < 40 && size != 0; ++i) {
      const std::size_t at = i % 2 == 0 ? random() % std::min<std::size_t>(size, 1024) : random() % size;
      if (at <= 3) continue;
      before.try_emplace(at, bytes[at]);
      bytes[at] = static_cast<char>(random());
    }
    const std::string_view damaged = std::string_view(bytes).substr(0, size);
    (void)read(damaged);
    (void)elf_functions(std::as_bytes(std::span(damaged)));
    for (const auto& [at, byte] : before) bytes[at] = byte;
  }
}

}  // namespace
}  // namespace warpglass::tool
