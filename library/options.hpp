// What the caller's options ask for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "arch/device_model.hpp"
#include "session/settings.hpp"
#include "warpglass/warpglass.h"

namespace warpglass::library {

struct Options {
  std::shared_ptr<const arch::DeviceModel> model;
  session::Settings settings;
  std::function<void(std::string_view)> print;
  std::string clang;  // empty: the first that is found
};

/// \param options  may be nullptr
/// \throws Failure
[[nodiscard]] Options read_options(const warpglass_options* options);

/// A file's contents. \throws Failure
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace warpglass::library
