// Device code that is a file or a text of its own is alone, so what is static in it can be asked for by name: nvcc and
// NVRTC give it the name that it would have if it were not. clang marks such names (Itanium C++ ABI, <unscoped-name>
// and <source-name>: _ZL5total is a variable, _ZL4stepPi a function); here the mark goes. Within namespaces nvcc puts a
// name made of the file's path before them, and clang's stay.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::toolkit {

[[nodiscard]] std::string with_names_of_statics(std::string_view ptx);

/// What keeps the static variables of such code (kept_variables_flags()) keeps all constants of the C++ library as
/// well, some 500 of which nothing reads.
[[nodiscard]] std::string without_unread_library_constants(std::string_view ptx);

/// Both.
[[nodiscard]] std::string as_if_alone(std::string_view ptx);

/// The same in a file, and without clang's mark for debuggers (ptxas.hpp).
/// \param has_host  a host's side of the same source asks for its statics: these keep their names
/// \return  false when it cannot be read or written
[[nodiscard]] bool name_statics_in(const std::string& ptx_file, bool has_host = false);

}  // namespace warpglass::toolkit
