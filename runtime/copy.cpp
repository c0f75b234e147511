#include "runtime/copy.hpp"

#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <string_view>

#include "base/counted.hpp"
#include "runtime/wild_address.hpp"

namespace warpglass::runtime {
namespace {

// What one side of a copy has to be. A kind that names the host takes device memory there as well, as the API does.
enum class Side : std::uint8_t { device, either };

Side source_side(CopyKind kind) {
  switch (kind) {
    case CopyKind::host_to_host:
    case CopyKind::host_to_device:
    case CopyKind::by_address: return Side::either;
    case CopyKind::device_to_host:
    case CopyKind::device_to_device: return Side::device;
  }
  return Side::either;
}

Side destination_side(CopyKind kind) {
  switch (kind) {
    case CopyKind::host_to_host:
    case CopyKind::device_to_host:
    case CopyKind::by_address: return Side::either;
    case CopyKind::host_to_device:
    case CopyKind::device_to_device: return Side::device;
  }
  return Side::either;
}

// Bytes from a region's base to the end of its last row; nothing when they do not fit an address.
std::optional<std::uint64_t> span_of(const Region& region, const Extent& extent) {
  const std::uint64_t last_row = (extent.depth - 1) * region.rows_per_slice + extent.height - 1;
  std::uint64_t slices = 0, offset = 0, span = 0;
  if (__builtin_mul_overflow(extent.depth - 1, region.rows_per_slice, &slices) || slices > last_row ||
      __builtin_mul_overflow(last_row, region.pitch, &offset) || __builtin_add_overflow(offset, extent.width, &span) ||
      region.base + span < region.base)
    return std::nullopt;
  return span;
}

bool has_valid_rows(const Region& region, const Extent& extent) {
  return (extent.height * extent.depth == 1 || region.pitch >= extent.width) &&
         (extent.depth == 1 || region.rows_per_slice >= extent.height);
}

bool is_allowed(const sim::Memory& memory, const Region& region, const Extent& extent, Side side) {
  const std::optional<std::uint64_t> span = span_of(region, extent);
  if (!span || region.base == 0 || !has_valid_rows(region, extent)) return false;
  const std::optional<sim::Allocation> allocation = memory.find(region.base);
  // What the device could have is never the host's: it was the device's, or lies between what is.
  if (!allocation) return side != Side::device && !memory.in_arena(region.base);
  return region.base + *span <= memory.end_of(region.base);
}

CopyRefusal refusal_of_side(const sim::Memory& memory, std::string_view name, const Region& region,
                            const Extent& extent, Side side) {
  const auto about = [&](std::string_view what, const sim::Allocation& allocation, bool freed) {
    return CopyRefusal{.why = fmt::format("the {} {}", name, what), .object = allocation.serial, .freed = freed};
  };
  if (is_allowed(memory, region, extent, side)) return {};
  if (region.base == 0) return {.why = fmt::format("the {} is null", name)};
  if (!has_valid_rows(region, extent))
    return {.why = fmt::format("the {}'s pitch of {} is less than the {} of a row", name, counted(region.pitch, "byte"),
                               counted(extent.width, "byte"))};
  if (const auto gone = memory.find_freed(region.base))
    return about(fmt::format("is freed memory, {}", place_in(*gone, region.base)), *gone, true);
  const std::optional<std::uint64_t> span = span_of(region, extent);
  if (const auto allocation = memory.find(region.base); allocation && span)
    return about(fmt::format("has {} of the {} that it needs: it is {}", memory.end_of(region.base) - region.base,
                             counted(*span, "byte"), place_in(*allocation, region.base)),
                 *allocation, false);
  if (const std::string host = host_memory_at(memory, region.base); !host.empty() && span)
    return {.why = fmt::format("the {} has to be the device's, and {:#x} is {}", name, region.base, host)};
  return {.why = fmt::format("the {} at {:#x} is in no memory of the device", name, region.base)};
}

std::uint64_t address_of(const Region& region, std::uint64_t z, std::uint64_t y) {
  return region.base + (z * region.rows_per_slice + y) * region.pitch;
}

bool is_dense(const Region& region, const Extent& extent) {
  return region.pitch == extent.width && (extent.depth == 1 || region.rows_per_slice == extent.height);
}

template <class T>
void repeat(T value, std::byte* row, std::uint64_t bytes) {
  for (std::uint64_t i = 0; i < bytes; i += sizeof value) std::memcpy(row + i, &value, sizeof value);
}

void fill_row(std::byte* row, std::uint64_t bytes, std::uint32_t value, std::uint32_t value_bytes) {
  if (value_bytes == 1) {
    std::memset(row, static_cast<int>(value & 0xffu), bytes);
  } else if (value_bytes == 2) {
    repeat(static_cast<std::uint16_t>(value), row, bytes);
  } else {
    repeat(value, row, bytes);
  }
}

/// Whether that is there already.
bool is_filled(const std::byte* row, std::uint64_t bytes, std::uint32_t value, std::uint32_t value_bytes) {
  if (std::memcmp(row, &value, std::min<std::uint64_t>(bytes, value_bytes)) != 0) return false;
  // Each element is the one before.
  return bytes <= value_bytes || std::memcmp(row + value_bytes, row, bytes - value_bytes) == 0;
}

/// What is worth another thread: a huge page, so that no two threads want the same one for the first time.
constexpr std::uint64_t kPart = std::uint64_t{2} << 20;

/// Calls `work(z, y, begin, end)` for stretches of bytes of rows that make up the extent.
template <class Work>
void for_rows(const Extent& extent, const Spread& spread, const Work& work) {
  if (extent.width >= kPart) {
    for (std::uint64_t z = 0; z < extent.depth; ++z) {
      for (std::uint64_t y = 0; y < extent.height; ++y)
        spread.over(extent.width, kPart, [&](std::uint64_t begin, std::uint64_t end) { work(z, y, begin, end); });
    }
    return;
  }
  spread.over(extent.height * extent.depth, kPart / extent.width, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t row = begin; row < end; ++row)
      work(row / extent.height, row % extent.height, std::uint64_t{0}, extent.width);
  });
}

bool overlap(const Region& a, const Region& b, const Extent& extent) {
  const std::optional<std::uint64_t> a_span = span_of(a, extent), b_span = span_of(b, extent);
  return !a_span || !b_span || (a.base < b.base + *b_span && b.base < a.base + *a_span);
}

bool is_empty(const Extent& extent) { return extent.width == 0 || extent.height == 0 || extent.depth == 0; }

}  // namespace

bool is_device_range(const sim::Memory& memory, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = memory.end_of(address);
  return end != 0 && bytes <= end - address;
}

Status copy(const sim::Memory& memory, std::uint64_t to, std::uint64_t from, std::uint64_t bytes, CopyKind kind,
            const Spread& spread) {
  return copy(memory, Region{.base = to, .pitch = bytes}, Region{.base = from, .pitch = bytes}, Extent{.width = bytes},
              kind, spread);
}

Status copy(const sim::Memory& memory, const Region& to, const Region& from, const Extent& extent, CopyKind kind,
            const Spread& spread) {
  const bool to_device = memory.find(to.base).has_value(), from_device = memory.find(from.base).has_value();
  if (is_empty(extent)) return Status::ok;
  if (!is_allowed(memory, to, extent, destination_side(kind)) || !is_allowed(memory, from, extent, source_side(kind)))
    return Status::invalid_value;
  const bool dense = is_dense(to, extent) && is_dense(from, extent);
  const Extent rows = dense ? Extent{.width = extent.width * extent.height * extent.depth} : extent;
  // Programs that measure themselves put the same there again and again.
  std::atomic<bool> differs = false;
  // In one piece, or row by row, what lies over itself comes out as memmove has it.
  for_rows(rows, overlap(to, from, extent) ? Spread() : spread,
           [&](std::uint64_t z, std::uint64_t y, std::uint64_t begin, std::uint64_t end) {
             std::byte* const target = sim::Memory::host(address_of(to, z, y) + begin);
             const std::byte* const source = sim::Memory::host(address_of(from, z, y) + begin);
             if (to_device && !differs.load(std::memory_order_relaxed)) {
               if (std::memcmp(target, source, end - begin) == 0) return;
               differs.store(true, std::memory_order_relaxed);
             }
             std::memmove(target, source, end - begin);
           });
  const bool same = !differs;
  const auto tell = [&](std::uint64_t z, std::uint64_t y, std::uint64_t bytes) {
    const std::uint64_t target = address_of(to, z, y), source = address_of(from, z, y);
    if (to_device) {
      const auto what = from_device ? sim::MemoryAction::copy : sim::MemoryAction::write;
      memory.tell({.what = what, .address = target, .bytes = bytes, .from = source, .same = same});
    } else if (from_device) {
      memory.tell({.what = sim::MemoryAction::read, .address = source, .bytes = bytes});
    }
  };
  for (std::uint64_t z = 0; z < rows.depth; ++z) {
    for (std::uint64_t y = 0; y < rows.height; ++y) tell(z, y, rows.width);
  }
  return Status::ok;
}

CopyRefusal refusal_of_copy(const sim::Memory& memory, const Region& to, const Region& from, const Extent& extent,
                            CopyKind kind) {
  if (is_empty(extent)) return {};
  CopyRefusal refusal = refusal_of_side(memory, "destination", to, extent, destination_side(kind));
  return refusal.why.empty() ? refusal_of_side(memory, "source", from, extent, source_side(kind)) : refusal;
}

CopyRefusal refusal_of_fill(const sim::Memory& memory, const Region& region, const Extent& extent) {
  return is_empty(extent) ? CopyRefusal{} : refusal_of_side(memory, "destination", region, extent, Side::device);
}

CopyRefusal refusal_of_use(const sim::Memory& memory, std::string_view name, const Region& region,
                           const Extent& extent) {
  return is_empty(extent) ? CopyRefusal{} : refusal_of_side(memory, name, region, extent, Side::device);
}

Status fill(const sim::Memory& memory, const Region& region, const Extent& extent, std::uint32_t value,
            std::uint32_t value_bytes, const Spread& spread) {
  if (is_empty(extent)) return Status::ok;
  if (value_bytes != 1 && value_bytes != 2 && value_bytes != 4) return Status::invalid_value;
  if ((region.base | extent.width) % value_bytes != 0) return Status::invalid_value;
  const bool one_row = extent.height * extent.depth == 1;
  if (!one_row && region.pitch % value_bytes != 0) return Status::invalid_value;
  if (!is_allowed(memory, region, extent, Side::device)) return Status::invalid_value;
  std::atomic<bool> differs = false;
  for_rows(extent, spread, [&](std::uint64_t z, std::uint64_t y, std::uint64_t begin, std::uint64_t end) {
    std::byte* const row = sim::Memory::host(address_of(region, z, y) + begin);
    if (!differs.load(std::memory_order_relaxed)) {
      if (is_filled(row, end - begin, value, value_bytes)) return;
      differs.store(true, std::memory_order_relaxed);
    }
    fill_row(row, end - begin, value, value_bytes);
  });
  for (std::uint64_t z = 0; z < extent.depth; ++z) {
    for (std::uint64_t y = 0; y < extent.height; ++y)
      memory.tell({.what = sim::MemoryAction::fill,
                   .address = address_of(region, z, y),
                   .bytes = extent.width,
                   .same = !differs});
  }
  return Status::ok;
}

}  // namespace warpglass::runtime
