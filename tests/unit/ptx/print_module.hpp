// Writes a module's tree as PTX again, with every register, variable and label renamed by its index, so that names
// which inlined assembly declares many times are told apart. What the parser got wrong shows when the text is read
// again, or assembled.
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace warpglass::ptx {

[[nodiscard]] std::string print(const Module& module);

}  // namespace warpglass::ptx
