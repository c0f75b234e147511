// Variables of a module that hold no bytes of the program's: texture and surface references.
#pragma once

#include <string_view>

#include "runtime/modules.hpp"

namespace warpglass::runtime {

enum class Opaque : unsigned char { no, texture, surface };

/// What a variable that kernels of the module use was declared as.
[[nodiscard]] Opaque opaque_variable(Modules& modules, ModuleId module, std::string_view name);

}  // namespace warpglass::runtime
