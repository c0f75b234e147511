// Launches from device code. clang has none: it refuses them, and says where each one stands. There the source is
// rewritten, in a copy that clang reads in the file's place, so that what it says and writes keeps the file's name, its
// lines and its columns.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/process.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

/// Runs one of clang's command lines, its output captured; once more, rewritten, where device code launches kernels.
[[nodiscard]] ProcessResult run_clang(const Toolchain& toolchain, const std::vector<std::string>& command);

/// A place that clang's output names.
struct RefusedPlace {
  enum class What : unsigned char {
    launch,           // <<< of a launch
    kernel,           // the name of a kernel, whose address is taken
    internal_kernel,  // __global__ of one that other files do not see
  };
  What what = What::launch;
  std::string file;
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // from 1, in bytes
  std::string name;        // of the kernel
  bool in_macro = false;   // in a macro's definition
  friend auto operator<=>(const RefusedPlace&, const RefusedPlace&) = default;
};

/// What clang's output refuses of launches and kernels in device code. Of one that a macro has a part in there are
/// several places, of which one is right.
[[nodiscard]] std::vector<RefusedPlace> refused_places(std::string_view output);

/// The source with the places rewritten. Those where no such launch or name stands are left alone.
[[nodiscard]] std::string with_nested_launches(const std::string& source, const std::vector<RefusedPlace>& places);

}  // namespace warpglass::toolkit
