// Addresses that are reserved first and backed later.
#pragma once

#include <cstdint>
#include <optional>

#include "cuda/driver/api.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

/// What cuMemAddressReserve reserved around an address.
[[nodiscard]] std::optional<AddressRange> reserved_range_at(std::uint64_t address);

/// Whether memory of cuMemCreate is mapped there.
[[nodiscard]] bool is_virtual_memory(std::uint64_t address);

}  // namespace warpglass::cuda
