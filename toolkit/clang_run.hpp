// clang as everything here runs it.
#pragma once

#include <string>
#include <vector>

#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

/// Runs one of clang's command lines, its output captured; where it refuses what nvcc takes
/// (toolkit/refused_source.hpp), once more with a rewritten copy that it reads in the file's place, so that what it
/// says and writes keeps the file's name.
[[nodiscard]] ProcessResult run_clang(const Toolchain& toolchain, const std::vector<std::string>& command);

}  // namespace warpglass::toolkit
