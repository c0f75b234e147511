#include "base/elf.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// So that a damaged file of a few megabytes has no billions of them.
TEST(Elf, FunctionsAreThoseOfOneTable) {
  constexpr std::uint16_t kSections = 100;
  constexpr std::uint64_t kFunctions = 50;
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shoff = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = kSections;
  Elf64_Shdr section{};
  section.sh_type = SHT_SYMTAB;
  section.sh_offset = sizeof header + kSections * sizeof section;
  section.sh_size = kFunctions * sizeof(Elf64_Sym);
  std::string bytes;
  append(bytes, header);
  for (int i = 0; i < kSections; ++i) append(bytes, section);
  for (std::uint64_t i = 0; i < kFunctions; ++i) {
    Elf64_Sym symbol{};
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = 1;
    symbol.st_value = 16 * (kFunctions - i);
    append(bytes, symbol);
  }
  const std::vector<ElfFunction> functions = elf_functions(std::as_bytes(std::span(bytes)));
  ASSERT_EQ(functions.size(), kFunctions);
  EXPECT_EQ(functions.front().address, 16u);
  EXPECT_EQ(functions.front().room, 16u);
}

}  // namespace
}  // namespace warpglass::tool
