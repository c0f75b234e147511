// Functions and lines of addresses in executables and libraries, from their line tables (DWARF), else their symbols.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/profile.hpp"

struct Dwfl;
struct Dwfl_Module;

namespace warpglass::tool {

/// Reads each file once.
class Symbols {
 public:
  Symbols();
  ~Symbols();
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  /// The frame with what is known of it. Functions that were inlined there have frames of their own before it, the
  /// innermost first.
  [[nodiscard]] analysis::HostTrace frames_at(const analysis::HostFrame& frame);

 private:
  struct File {
    Dwfl* session = nullptr;
    Dwfl_Module* module = nullptr;  // nullptr where the file cannot be read
  };
  Dwfl_Module* module_of(const std::string& path);

  std::map<std::string, File> files_;  // by path
};

}  // namespace warpglass::tool
