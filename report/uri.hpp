// Files as addresses (RFC 3986).
#pragma once

#include <string>
#include <string_view>

namespace warpglass::report {

/// A path, percent-encoded where an address needs it. Bytes that are no UTF-8 are encoded as they are.
[[nodiscard]] std::string uri_of_path(std::string_view path);

/// "file:///src/a%20b.cu" of an absolute path.
[[nodiscard]] std::string file_uri(std::string_view path);

}  // namespace warpglass::report
