// What the driver sets an SM's memory to for a launch, where shared memory and first-level cache are one and every
// kernel has its own setting (cc 7.0 and later). The CUDA C++ Programming Guide calls the choice the driver's own; the
// rules here are those of an H200 with every launch of tests/hardware/h200/facts/carve_outs.tsv, whose table tests
// replay, and are taken for its relatives.
#pragma once

#include <cstdint>
#include <optional>

#include "arch/device_model.hpp"
#include "arch/occupancy.hpp"

namespace warpglass::arch {

/// Bytes of shared memory on each SM that a program asks for; nothing where it does not, or the device has no choice.
/// \param percent  cudaFuncAttributePreferredSharedMemoryCarveout: of shared_bytes_per_sm, 0 to 100; -1: none
/// \param config   cudaFuncSetCacheConfig; counts where there is no percentage
[[nodiscard]] std::optional<std::uint32_t> asked_carve_out(const Limits& limits, std::int32_t percent,
                                                           CacheConfig config);

/// The carve-out of a launch, one of Limits::shared_carve_outs.
/// \param blocks       that would fit an SM if shared memory were no limit
/// \param block_bytes  of shared memory that a block takes, with what is reserved (Occupancy::shared_bytes_per_block)
/// \param asked        asked_carve_out()
[[nodiscard]] std::uint32_t chosen_carve_out(const Limits& limits, std::uint32_t blocks, std::uint32_t block_bytes,
                                             std::optional<std::uint32_t> asked);

}  // namespace warpglass::arch
