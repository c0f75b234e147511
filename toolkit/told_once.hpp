// What clang says of a CUDA source, which it compiles once for the host and once for each GPU: what it says of all of
// them in the same words is told once.
#pragma once

#include <string>
#include <string_view>

namespace warpglass::toolkit {

/// The compiler's output without the warnings and errors that an earlier compilation of the same call has had word for
/// word, notes and quoted source included. "3 warnings generated when compiling for host." counts those that are left,
/// and goes with the last of them.
[[nodiscard]] std::string told_once(std::string_view output);

}  // namespace warpglass::toolkit
