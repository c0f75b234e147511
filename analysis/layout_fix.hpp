// The repair of a bank conflict, from what every run counts: of each instruction the few shapes of its accesses, how
// often each came and where its first lane has been. A layout is named only where that is all that was asked of the
// array.
#pragma once

#include <optional>
#include <string>

#include "analysis/kernel_record.hpp"
#include "arch/device_model.hpp"

namespace warpglass::analysis {

/// Of the static shared array at an offset in the block's shared memory, one line: "fix: tile[32][33] of 4-byte
/// elements takes 256 wavefronts instead of 4,224 (exact; warpglass advise proves it)". How the array is declared is
/// not known: the rows are those that the lanes' distances show, and paddings of them are what is looked for. Nothing
/// where the accesses are not all known, where they show no rows, and where no layout costs less.
[[nodiscard]] std::optional<std::string> layout_fix(const KernelRecord& kernel, const arch::DeviceModel& device,
                                                    std::uint64_t offset);

}  // namespace warpglass::analysis
