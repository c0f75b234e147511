// Names of functions that device code calls and the engine provides. The functions are those of isa/external.
#pragma once

#include <string_view>

namespace warpglass::isa {

/// True for functions called but not defined that the engine provides itself (vprintf, malloc, free, __assertfail,
/// __nv_*).
[[nodiscard]] bool is_provided(std::string_view function);
/// True for those that are the device's runtime on a machine, which takes registers of the launch.
[[nodiscard]] bool is_of_runtime(std::string_view function);

}  // namespace warpglass::isa
