// What an address is that lies in none of the device's allocations: freed memory, or memory of the host's own.
#pragma once

#include <cstdint>
#include <string>

#include "sim/fault.hpp"
#include "sim/memory.hpp"

namespace warpglass::runtime {

/// Says of a kernel's access outside all allocations what its address is, where that is known.
void explain_address(sim::Fault& fault, const sim::Memory& memory);

/// "memory of the host's heap (malloc, new)", "a variable of the host's program": what memory of this process
/// outside the arena holds the address; empty: none does.
[[nodiscard]] std::string host_memory_at(const sim::Memory& memory, std::uint64_t address);

/// "cudaMalloc #3 (1024 bytes)", "16 bytes into cudaMalloc #3 (1024 bytes)".
[[nodiscard]] std::string place_in(const sim::Allocation& allocation, std::uint64_t address);

}  // namespace warpglass::runtime
