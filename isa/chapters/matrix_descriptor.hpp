// Descriptors of matrices in shared memory, which products of warp groups read: 64 bits that say where a matrix begins,
// how far its parts are from each other, and how they are swizzled (PTX ISA, Asynchronous warpgroup level matrix shared
// memory layout; which element is where is recorded in tests/hardware/wgmma).
//
// A factor is read in units of 16 bytes: neighbours along K, or, where it lies across K, along its rows or columns (the
// outer index).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpglass::isa {

struct MatrixDescriptor {
  std::uint32_t start = 0;      // bytes, as all distances; multiples of 16
  std::uint32_t leading = 0;    // leading dimension byte offset
  std::uint32_t stride = 0;     // stride dimension byte offset
  std::uint32_t base = 0;       // base offset: by how many rows of 128 bytes the swizzle's pattern begins later
  std::uint32_t row_bytes = 0;  // of the swizzle: 128, 64, 32, or 16 without one

  explicit constexpr MatrixDescriptor(std::uint64_t bits)
      : start(field(bits, 0)),
        leading(field(bits, 16)),
        stride(field(bits, 32)),
        base(static_cast<std::uint32_t>(bits >> 49) & 7u),
        row_bytes(kRowBytes[bits >> 62]) {}

  /// Address in shared memory of a unit of row `outer` along K.
  [[nodiscard]] constexpr std::uint32_t along(std::uint32_t outer, std::uint32_t unit) const {
    return swizzled(start + outer % 8 * row_bytes + outer / 8 * stride + in_row(unit) * kUnit + row_of(unit) * leading);
  }
  /// The same of a unit across K, at `k`.
  [[nodiscard]] constexpr std::uint32_t across(std::uint32_t unit, std::uint32_t k) const {
    if (row_bytes == kUnit) return start + unit * stride + k % 8 * kUnit + k / 8 * leading;
    return swizzled(start + in_row(unit) * kUnit + row_of(unit) * leading + k % 8 * row_bytes + k / 8 * stride);
  }
  /// No unit of a matrix begins behind this: along K with outer indices and units up to those given, across K with
  /// units and k.
  [[nodiscard]] constexpr std::uint64_t last_along(std::uint32_t outer, std::uint32_t units) const {
    return std::uint64_t{start} + 9 * row_bytes + std::uint64_t{outer / 8} * stride +
           std::uint64_t{row_of(units)} * leading;
  }
  [[nodiscard]] constexpr std::uint64_t last_across(std::uint32_t units, std::uint32_t k) const {
    if (row_bytes == kUnit)
      return std::uint64_t{start} + std::uint64_t{units} * stride + 8 * kUnit + std::uint64_t{k / 8} * leading;
    return last_along(k, units);
  }

  static constexpr std::uint32_t kUnit = 16;

 private:
  static constexpr std::array<std::uint32_t, 4> kRowBytes = {16, 128, 64, 32};  // by the swizzle's field

  static constexpr std::uint32_t field(std::uint64_t bits, unsigned at) {
    return (static_cast<std::uint32_t>(bits >> at) & 0x3fffu) << 4;
  }
  /// A unit's place in a row of the swizzle, and how many rows come before it.
  [[nodiscard]] constexpr std::uint32_t in_row(std::uint32_t unit) const { return unit & (row_bytes / kUnit - 1); }
  [[nodiscard]] constexpr std::uint32_t row_of(std::uint32_t unit) const {
    return unit >> std::countr_zero(row_bytes / kUnit);
  }
  /// The unit's place within a row is exchanged by the number of the row of 128 bytes.
  [[nodiscard]] constexpr std::uint32_t swizzled(std::uint32_t address) const {
    const std::uint32_t row = ((address >> 7) - base) & (row_bytes / kUnit - 1);
    return address ^ row << 4;
  }
};

/// Part of a factor in shared memory.
struct MatrixPart {
  MatrixDescriptor matrix;
  bool across = false;
  std::uint32_t first = 0;       // row of A or column of B
  std::uint32_t count = 0;       // of them, a multiple of eight, not 0
  std::uint32_t units = 2;       // of 16 bytes along K
  std::uint32_t neighbours = 8;  // elements in a unit: they have 16 bits

  /// No unit begins behind this.
  [[nodiscard]] constexpr std::uint64_t last() const {
    return across ? matrix.last_across((first + count + neighbours - 1) / neighbours - 1, neighbours * units - 1)
                  : matrix.last_along(first + count - 1, units - 1);
  }
};

/// Calls `visit(address)` for every 16 bytes.
template <class Visit>
void for_each_unit(const MatrixPart& part, Visit&& visit) {
  if (part.across) {
    for (std::uint32_t outer = 0; outer < part.count; outer += part.neighbours)
      for (std::uint32_t k = 0; k < part.neighbours * part.units; ++k)
        visit(part.matrix.across((part.first + outer) / part.neighbours, k));
  } else {
    for (std::uint32_t outer = 0; outer < part.count; ++outer)
      for (std::uint32_t unit = 0; unit < part.units; ++unit) visit(part.matrix.along(part.first + outer, unit));
  }
}

}  // namespace warpglass::isa
