// The arrays of --arg in memory: made, read, written.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/spread.hpp"
#include "tools/warpglass/kernel_argument.hpp"

namespace warpglass::tool {

/// Of an array that comes from a file: its contents. Sets the shape from the file when none is given.
/// \throws UsageError
[[nodiscard]] std::vector<std::byte> contents_of_file(KernelArgument& argument);

/// Makes the elements of another array as its argument asks. Random numbers are uniform: in [0, 1) for floating types,
/// over all values for integers; the same for the same seed everywhere.
/// \throws UsageError
void fill_array(const KernelArgument& argument, std::span<std::byte> contents, const runtime::Spread& spread = {});

/// Saves and prints what the argument asks for. \throws UsageError
void put_out(const KernelArgument& argument, std::size_t position, std::span<const std::byte> contents);

}  // namespace warpglass::tool
