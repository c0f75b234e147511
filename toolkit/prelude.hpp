// What clang reads before every CUDA source, its own headers for CUDA and ours, is nearly all that it does for a small
// program. Read once, it is kept in the cache as precompiled headers, for each list of flags that has come twice, and
// for the sides (device, host or both) that such commands compile. What is kept is taken while the compiler, the
// environment and every file that was read for it are what they were; what a program may include itself is in none of
// it.
#pragma once

#include <cstddef>
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

  /// After a command that has come to its end with it: the rule for make that was asked for names what it would
  /// without, the source first.
  void put_rule_right() const;

  /// After a command that came to its end without it alone: so that it is made anew, unless that has been so before.
  void forget() const;

 private:
  std::vector<std::string> command_;
  Toolchain toolchain_;
  std::string source_;
  std::string rule_;  // file; empty: none is asked for
  std::string key_;   // empty: there is none for such a command
  std::string folder_;
  std::size_t faults_ = 0;
};

}  // namespace warpglass::toolkit
