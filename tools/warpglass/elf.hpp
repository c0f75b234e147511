// As much of the ELF format as it takes to see what a program wants from CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpglass::tool {

struct ElfFile {
  bool is_executable = false;         // a program (an executable, or a position-independent one with an interpreter)
  bool matches_host = false;          // 64-bit, little-endian, of this machine's instruction set
  std::vector<std::string> needed;    // DT_NEEDED: names of shared libraries
  bool has_device_code = false;       // a section .nv_fatbin or __nv_relfatbin
  std::vector<std::string> run_path;  // DT_RPATH, which comes before the environment's search path
};

/// Never reads outside `bytes`, whatever they are. Empty for what is no ELF file; a damaged one yields what could be
/// read.
[[nodiscard]] std::optional<ElfFile> read_elf(std::span<const std::byte> bytes);

}  // namespace warpglass::tool
