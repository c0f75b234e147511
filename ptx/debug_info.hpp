// The debugging directives: `.file`, `.loc` and `.section`. Of the sections `.debug_str` is read, where the names of
// inlined functions stand, and of `.debug_info` the calls that were inlined; the rest describes types and variables to
// debuggers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ptx/constant.hpp"
#include "ptx/cursor.hpp"
#include "ptx/inlined_calls.hpp"
#include "ptx/module.hpp"

namespace warpglass::ptx {

class DebugInfo {
 public:
  explicit DebugInfo(Module& module) : module_(module) {}

  // Each begins behind the directive's own word.
  void read_file(Cursor& cursor);
  /// Index of the location in Module::locations; equal ones are one.
  [[nodiscard]] std::int32_t read_location(Cursor& cursor);
  void read_section(Cursor& cursor);

  /// At the end of the text: gives the inlined functions their names from `.debug_str`.
  void name_inlined_functions();
  /// Then: where the locations do not say what they were inlined into, as the debug information does.
  void place_inlined_code();

 private:
  struct LocationHash {
    std::size_t operator()(const SourceLocation& l) const;
  };
  struct LocationEqual {
    bool operator()(const SourceLocation& a, const SourceLocation& b) const;
  };
  using Label = std::pair<std::string_view, std::uint64_t>;  // name and offset behind it

  [[nodiscard]] std::int32_t index_of(const SourceLocation& location);
  [[nodiscard]] std::int32_t read_inlined_function(Cursor& cursor);
  [[nodiscard]] std::int32_t read_call_site(Cursor& cursor);

  Module& module_;
  std::unordered_map<SourceLocation, std::int32_t, LocationHash, LocationEqual> locations_;
  std::unordered_map<std::uint64_t, std::int32_t> newest_;  // by hash of place alone; checked when found
  std::map<Label, std::int32_t> inlined_functions_;
  SectionBytes strings_;        // .debug_str
  SectionBytes info_;           // .debug_info
  SectionBytes abbreviations_;  // .debug_abbrev
};

}  // namespace warpglass::ptx
