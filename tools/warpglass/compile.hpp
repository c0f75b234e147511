// Compiling the user's source: what the compiler says goes to the standard error stream.
#pragma once

#include <string>
#include <vector>

#include "toolkit/compiler.hpp"

namespace warpglass::tool {

struct CompileJob {
  std::string source;        // .cu
  std::string name;          // what messages call it
  std::string architecture;  // "sm_90"
  std::string folder;        // the result goes there
  toolkit::CompileTo to = toolkit::CompileTo::executable;
  std::vector<std::string> flags;
  std::string cache = {};  // folder of what has been compiled before; empty: it is compiled
};

/// \return path of what was made
/// \throws UsageError when it cannot be compiled
[[nodiscard]] std::string compile(const CompileJob& job);

}  // namespace warpglass::tool
