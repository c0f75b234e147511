#pragma once

#include <stdexcept>
#include <string>

namespace warpglass::tool {

/// What the user asked for can not be done: said in one line, exit code 2.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

inline constexpr int kUsageExit = 2;

}  // namespace warpglass::tool
