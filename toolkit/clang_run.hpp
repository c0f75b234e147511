// clang as everything here runs it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

/// What clang read in files' places, by their absolute paths.
using RewrittenFiles = std::map<std::string, std::string>;

/// Runs one of clang's command lines, its output captured; where it refuses what nvcc takes
/// (toolkit/refused_source.hpp), once more with a rewritten copy that it reads in the file's place, so that what it
/// says and writes keeps the file's name. What an overlay of the command has in the file's place is what is rewritten.
/// \param rewritten  the copies of the last run, if that is asked
/// \param for_many   more compilations of this source are to come: what it begins with is read once (Prelude)
[[nodiscard]] ProcessResult run_clang(const Toolchain& toolchain, const std::vector<std::string>& command,
                                      RewrittenFiles* rewritten = nullptr, bool for_many = false);

}  // namespace warpglass::toolkit
