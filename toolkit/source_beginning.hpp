// What most sources begin with: comments and includes.
#pragma once

#include <string_view>

namespace warpglass::toolkit {

/// Up to and with the last line of those that include something. Before it are comments, blank lines, definitions of
/// macros and `#pragma once` alone; whatever is harder to read ends it. Empty: there is none.
[[nodiscard]] std::string_view source_beginning(std::string_view source);

/// Whether a line of it includes something, in a comment too.
[[nodiscard]] bool includes_something(std::string_view source);

}  // namespace warpglass::toolkit
