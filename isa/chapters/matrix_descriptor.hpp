// Descriptors of matrices in shared memory, which products of warp groups read: 64 bits that say where a matrix begins,
// how far its parts are from each other, and how they are swizzled (PTX ISA, Asynchronous warpgroup level matrix shared
// memory layout; which element is where is recorded in tests/hardware/wgmma).
//
// A factor is read in units of 16 bytes: neighbours along K, or, where it lies across K, along its rows or columns (the
// outer index).
#pragma once

#include <array>
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
    const std::uint32_t units = row_bytes / kUnit;
    return swizzled(start + outer % 8 * row_bytes + outer / 8 * stride + unit % units * kUnit + unit / units * leading);
  }
  /// The same of a unit across K, at `k`.
  [[nodiscard]] constexpr std::uint32_t across(std::uint32_t unit, std::uint32_t k) const {
    if (row_bytes == kUnit) return start + unit * stride + k % 8 * kUnit + k / 8 * leading;
    const std::uint32_t units = row_bytes / kUnit;
    return swizzled(start + unit % units * kUnit + unit / units * leading + k % 8 * row_bytes + k / 8 * stride);
  }

  static constexpr std::uint32_t kUnit = 16;

 private:
  static constexpr std::array<std::uint32_t, 4> kRowBytes = {16, 128, 64, 32};  // by the swizzle's field

  static constexpr std::uint32_t field(std::uint64_t bits, unsigned at) {
    return (static_cast<std::uint32_t>(bits >> at) & 0x3fffu) << 4;
  }
  /// The unit's place within a row is exchanged by the number of the row of 128 bytes.
  [[nodiscard]] constexpr std::uint32_t swizzled(std::uint32_t address) const {
    const std::uint32_t row = ((address >> 7) - base) & (row_bytes / kUnit - 1);
    return address ^ row << 4;
  }
};

}  // namespace warpglass::isa
