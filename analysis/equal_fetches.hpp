// Fetches of textures that are written twice.
#pragma once

#include "analysis/kernel_record.hpp"

namespace warpglass::analysis {

/// Whether two fetches of the kernel name the same texture and coordinates: the assembler may make one of them, for
/// which it looks further than is followed (recorded: `edges` of `tests/hardware/programs/textures.cu`, from clang's
/// code).
[[nodiscard]] bool has_equal_fetches(const KernelRecord& kernel);

}  // namespace warpglass::analysis
