// Moving bytes between host and device, and setting them. Every device range is checked: it must lie within one
// allocation as a whole, or in virtual memory that is mapped all along (sim::Memory::end_of). Ranges on the host can
// not be checked and are the caller's word.
//
// All functions answer invalid_value for a range or direction that is wrong, and do nothing then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/spread.hpp"
#include "runtime/status.hpp"
#include "sim/memory.hpp"

namespace warpglass::runtime {

enum class CopyKind : std::uint8_t { host_to_host, host_to_device, device_to_host, device_to_device, by_address };

/// Rows of bytes in memory: row y of slice z begins at base + (z * rows_per_slice + y) * pitch.
struct Region {
  std::uint64_t base = 0;
  std::uint64_t pitch = 0;           // bytes from one row to the next; at least the width when there are several rows
  std::uint64_t rows_per_slice = 1;  // at least the height when there are several slices
};

struct Extent {
  std::uint64_t width = 0;  // bytes of a row
  std::uint64_t height = 1;
  std::uint64_t depth = 1;
};

[[nodiscard]] Status copy(const sim::Memory& memory, std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
                          CopyKind kind, const Spread& spread = {});
[[nodiscard]] Status copy(const sim::Memory& memory, const Region& to, const Region& from, const Extent& extent,
                          CopyKind kind, const Spread& spread = {});

/// Writes the lowest `value_bytes` (1, 2 or 4) of `value` over the region; width must be a multiple of them, and base
/// and pitch aligned to them.
[[nodiscard]] Status fill(const sim::Memory& memory, const Region& region, const Extent& extent, std::uint32_t value,
                          std::uint32_t value_bytes = 1, const Spread& spread = {});

/// What is wrong with a copy or a fill that answered invalid_value.
struct CopyRefusal {
  std::string why;           // "the destination runs 512 bytes past ..."; empty: the addresses are right
  std::uint64_t object = 0;  // Allocation::serial of what it is about; 0: of none
  bool freed = false;        // which was freed before
};
[[nodiscard]] CopyRefusal refusal_of_copy(const sim::Memory& memory, const Region& to, const Region& from,
                                          const Extent& extent, CopyKind kind);
[[nodiscard]] CopyRefusal refusal_of_fill(const sim::Memory& memory, const Region& region, const Extent& extent);

/// Of other work that uses a region of the device's. \param name  "matrix A"
[[nodiscard]] CopyRefusal refusal_of_use(const sim::Memory& memory, std::string_view name, const Region& region,
                                         const Extent& extent);

/// True when [address, address + bytes) lies within one such piece.
[[nodiscard]] bool is_device_range(const sim::Memory& memory, std::uint64_t address, std::uint64_t bytes);

}  // namespace warpglass::runtime
