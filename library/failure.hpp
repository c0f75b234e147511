// What stops a call: an answer and the words for it.
#pragma once

#include <stdexcept>
#include <string>

#include "base/diagnostic.hpp"
#include "warpglass/warpglass.h"

namespace warpglass::library {

class Failure : public std::runtime_error {
 public:
  Failure(warpglass_status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  [[nodiscard]] warpglass_status status() const { return status_; }

 private:
  warpglass_status status_;
};

/// Errors first, a line each.
[[nodiscard]] std::string text_of(const Diagnostics& diagnostics);

}  // namespace warpglass::library
