// CUDA source to PTX, by the compiler and the headers that lie beside this library.
#pragma once

#include <string>
#include <vector>

#include "arch/device_model.hpp"

namespace warpglass::library {

struct CompileOrder {
  std::string path;    // of the .cu file; empty: `source` is compiled
  std::string source;  // text, called `name` in messages
  std::string name;
  std::vector<std::string> flags;
  std::string clang;  // empty: the first that is found
};

/// PTX for the machine. \throws Failure
[[nodiscard]] std::string compile(const CompileOrder& order, const arch::DeviceModel& machine);

}  // namespace warpglass::library
