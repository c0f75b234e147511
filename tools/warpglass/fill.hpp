// The arrays of --arg in memory: made, read, written.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tools/warpglass/kernel_argument.hpp"

namespace warpglass::tool {

/// Contents of the array as its argument asks; sets the shape from the file when none is given. Random numbers are
/// uniform: in [0, 1) for floating types, over all values for integers; the same for the same seed everywhere.
/// \throws UsageError
[[nodiscard]] std::vector<std::byte> initial_contents(KernelArgument& argument);

/// Saves and prints what the argument asks for. \throws UsageError
void put_out(const KernelArgument& argument, std::size_t position, std::span<const std::byte> contents);

}  // namespace warpglass::tool
