#include "tools/warpglass/user_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace warpglass::tool {

std::string read_user_file(const std::string& name, Diagnostics& problems) {
  errno = 0;
  std::ifstream file(name, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.is_open() && !file.bad()) return text;
  const std::string reason = errno != 0 ? std::strerror(errno) : "it is no text";
  problems.push_back({.severity = Severity::error,
                      .where = {.file = name, .line = 0, .column = 0},
                      .message = "cannot be read: " + reason,
                      .rule = {}});
  return "";
}

}  // namespace warpglass::tool
