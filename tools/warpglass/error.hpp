#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "base/diagnostic.hpp"

namespace warpglass::tool {

/// What the user asked for cannot be done: said in one line, exit code 2.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

/// A file that the user gave is wrong: every mistake with its place, exit code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Diagnostics found) : std::runtime_error("bad input"), diagnostics(std::move(found)) {}
  Diagnostics diagnostics;
};

inline constexpr int kUsageExit = 2;

}  // namespace warpglass::tool
