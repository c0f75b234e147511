// A program of NVRTC's is alone, so what is static in it can be asked for by name: NVRTC gives it the name that it
// would have if it were not. clang marks such names (Itanium C++ ABI, <unscoped-name> and <source-name>: _ZL5total is a
// variable, _ZL4stepPi a function); here the mark goes.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::nvrtc {

[[nodiscard]] std::string with_names_of_statics(std::string_view ptx);

}  // namespace warpglass::nvrtc
