// What clang reads before every CUDA source, its own headers for CUDA and ours, is nearly all that it does for a small
// program. Read once, it is kept in the cache as precompiled headers, for each list of flags that has come twice, and
// for the sides (device, host or both) that such commands compile. What is kept is taken while the compiler, the
// environment and every file that was read for it are what they were; what a program may include itself is in none of
// it.
//
// Where many compilations of one source are to come, as those of `advise`, what the source itself begins with is read
// once as well: the includes at its head. Clang skips that part of the source then, so that nothing is included twice.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "toolkit/precompiled.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::toolkit {

class Prelude {
 public:
  enum class Make : unsigned char {
    when_due,
    never,
    with_beginning  // at once, and with what the source begins with
  };

  /// That of a command line of clang. There is none for commands that compile no CUDA source, or write what was read
  /// before it is compiled.
  Prelude(const Toolchain& toolchain, std::vector<std::string> command, Make make = Make::when_due);

  [[nodiscard]] bool is_there() const { return !folder_.empty(); }

  /// Whether what the source begins with is in it: what clang says of that is not said then, as warnings are.
  [[nodiscard]] bool has_beginning() const { return beginning_ != 0; }

  /// Whether all that the source includes is in it; with_beginning alone tells.
  [[nodiscard]] bool has_includes() const { return has_beginning() || (is_there() && includes_nothing_); }

  /// The command line, with the prelude where there is one.
  [[nodiscard]] std::vector<std::string> command() const;

  /// After a command that has come to its end with it: the rules for make that were asked for name what they would
  /// without, the source first.
  void put_rules_right() const;

  /// After a command that came to its end without it alone: so that it is made anew, unless that has been so before.
  void forget() const;

 private:
  /// Takes what is kept, or makes it. \return whether it is there
  bool take(const std::string& key, const Reading& reading, const std::vector<std::string>& sides,
            const std::vector<std::string>& overlays, Make make, std::size_t most_faults);

  /// A rule for make that is asked for.
  struct Rule {
    std::string file;
    std::string side;
  };
  void put_right(const Rule& rule) const;

  std::vector<std::string> command_;
  Toolchain toolchain_;
  std::string source_;
  std::vector<Rule> rules_;
  bool names_system_ = false;  // the rules name the system's headers too, beside those in users_folders_
  std::set<std::string> users_folders_;
  std::string key_;  // empty: there is none for such a command
  std::string folder_;
  std::vector<Precompiled::Side> sides_;  // of what is in the folder
  std::size_t beginning_ = 0;             // bytes of the source
  bool includes_nothing_ = false;
  std::size_t faults_ = 0;
};

}  // namespace warpglass::toolkit
