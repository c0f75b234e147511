// What the readers of the several parts of a module share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/constant.hpp"
#include "ptx/cursor.hpp"
#include "ptx/debug_info.hpp"
#include "ptx/module.hpp"
#include "ptx/names.hpp"

namespace warpglass::ptx {

/// A name used before anything of the module had it. It has to be a module's variable or function by the end.
struct UnknownName {
  NameId name = 0;
  Position position;
};

struct Context {
  Context(Module& m, std::string_view text) : cursor(text, m.file_name), constants(cursor), module(m), debug(m) {}

  Cursor cursor;
  ConstantReader constants;
  Names names;
  Module& module;
  DebugInfo debug;
  std::vector<UnknownName> unknown_names;
};

/// `.pragma "text", ...;` behind its first word: the texts, each without its quotes.
[[nodiscard]] std::vector<std::string_view> read_strings(Cursor& cursor);

}  // namespace warpglass::ptx
