// What clang reads before every CUDA source, its own headers for CUDA and ours, is nearly all that it does for a small
// program. Read once, for the host and for the device, it is kept in the cache as precompiled headers, one pair for
// each list of flags that has come twice. A kept pair is taken while the compiler, the environment and every file that
// was read for it are what they were; what a program may include itself is in none of it.
#pragma once

#include <string>
#include <vector>

#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

class Prelude {
 public:
  enum class Make : unsigned char { when_due, never };

  /// That of a command line of clang. There is none for commands that compile no CUDA source, or write what was read
  /// before it is compiled.
  Prelude(const Toolchain& toolchain, std::vector<std::string> command, Make make = Make::when_due);

  [[nodiscard]] bool is_there() const { return !folder_.empty(); }

  /// The command line, with the prelude where there is one.
  [[nodiscard]] std::vector<std::string> command() const;

  /// So that it is made anew.
  void forget() const;

 private:
  std::vector<std::string> command_;
  std::string folder_;
};

}  // namespace warpglass::toolkit
