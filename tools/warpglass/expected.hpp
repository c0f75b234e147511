// What is expected of a run, held to it.
#pragma once

#include <vector>

#include "report/expectations.hpp"

namespace warpglass::tool {

/// By files, and by comments in the program's sources.
void hold_to(report::Report& report, const std::vector<report::FileExpectation>& expectations);

/// 1 where something expected does not hold and the program itself ended well.
[[nodiscard]] int exit_code_of(int program, const report::Report& report);

}  // namespace warpglass::tool
