// As much of the ELF format as it takes to see what a program wants from CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass {

struct ElfFile {
  bool is_executable = false;         // a program (an executable, or a position-independent one with an interpreter)
  bool matches_host = false;          // 64-bit, little-endian, of this machine's instruction set
  std::vector<std::string> needed;    // DT_NEEDED: names of shared libraries
  bool has_device_code = false;       // a section .nv_fatbin or __nv_relfatbin
  std::vector<std::string> run_path;  // DT_RPATH, which comes before the environment's search path
};

/// A function that a file's table of symbols names.
struct ElfFunction {
  std::string_view name;      // in the file's bytes
  std::uint64_t address = 0;  // before the file is moved to where it is loaded
  std::uint64_t room = 0;     // bytes to the next function
};

/// Never reads outside `bytes`, whatever they are. Empty for what is no ELF file; a damaged one yields what could be
/// read.
[[nodiscard]] std::optional<ElfFile> read_elf(std::span<const std::byte> bytes);

/// The functions that are in the file, those that it keeps to itself as well, by address; none of a stripped file.
/// Never reads outside `bytes`.
[[nodiscard]] std::vector<ElfFunction> elf_functions(std::span<const std::byte> bytes);

}  // namespace warpglass
