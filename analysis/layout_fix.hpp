// The repair of a bank conflict, from what every run counts: of each instruction the few shapes of its accesses, how
// often each came and where its first lane has been. A layout is named only where that is all that was asked of the
// array.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/kernel_record.hpp"
#include "arch/device_model.hpp"

namespace warpglass::analysis {

/// Layouts of the static shared array at an offset in the block's shared memory, in which all that was asked of it
/// takes fewer wavefronts: the best padding, then a swizzle that costs no more; of an array that boxes of a tensor
/// fill, without gaps, the swizzle that their tensor map can have. How the array is declared is not known: the rows are
/// those that the lanes' distances show. None where the accesses are not all known, where they show no rows, and where
/// no layout costs less.
[[nodiscard]] std::vector<ProposedLayout> layouts_for(const KernelRecord& kernel, const arch::DeviceModel& device,
                                                      std::uint64_t offset);

/// Whether nothing that the kernel did has written a static shared array but copies of boxes of a tensor, as far as all
/// of it is known.
[[nodiscard]] bool is_filled_by_boxes(const KernelRecord& kernel, const sim::NamedObject& array);

/// Of all static shared arrays that have bank conflicts.
[[nodiscard]] std::vector<ProposedLayout> proposed_layouts(const KernelRecord& kernel, const arch::DeviceModel& device);

/// What becomes of an access in those of the layouts that are its array's.
[[nodiscard]] std::vector<ProposedAccess> in_layouts(std::span<const ProposedLayout> layouts,
                                                     const KernelRecord& kernel, const sim::AccessPattern& pattern);

/// The padding that is the repair of the array's conflicts, one line: "fix: tile[32][33] of 4-byte elements takes 256
/// wavefronts instead of 4,224 (exact; warpglass advise proves it)"; of an array that boxes of a tensor fill the
/// swizzle of their tensor map, or that a padding is none.
[[nodiscard]] std::optional<std::string> layout_fix(const KernelRecord& kernel, const arch::DeviceModel& device,
                                                    std::uint64_t offset);

}  // namespace warpglass::analysis
