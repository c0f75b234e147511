#include "tools/warpglass/user_file.hpp"

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/read_file.hpp"

namespace warpglass::tool {

std::string read_user_file(const std::string& name, Diagnostics& problems) {
  if (std::optional<std::string> text = contents_of(name)) return *std::move(text);
  const std::string reason = std::strerror(errno);
  problems.push_back({.severity = Severity::error,
                      .where = {.file = name, .line = 0, .column = 0},
                      .message = "cannot be read: " + reason,
                      .rule = {}});
  return "";
}

}  // namespace warpglass::tool
