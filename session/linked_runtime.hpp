// NVIDIA's CUDA runtime as nvcc links it into programs by default, and which of our libraries is its equal. Its
// functions lie in the program under their own names, which the table of symbols tells as long as nobody strips it.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "base/elf.hpp"

namespace warpglass::session {

struct LinkedRuntime {
  std::string_view library;            // ours of the same generation, "libcudart.so.13"; empty: the program has none
  std::vector<ElfFunction> functions;  // that make it up, "cudaMalloc", "__cudaRegisterFatBinary"
};

/// \param program  its bytes, to which the names refer
[[nodiscard]] LinkedRuntime linked_runtime(std::span<const std::byte> program);

}  // namespace warpglass::session
