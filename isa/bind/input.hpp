// What a bind() is given beside its kernel: the modules loaded together, and how to bind.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace warpglass::isa {

/// Modules that were loaded together, with the addresses given to their variables.
struct LinkedModules {
  std::vector<const ptx::Module*> modules;
  /// Address of a .global or .const variable as seen from `module` (internal ones first, then visible ones of all);
  /// 0 when there is none.
  std::function<std::uint64_t(const ptx::Module& module, std::string_view name)> address_of;
  /// Function definition as seen from `module`; sets `owner` to the module that defines it. nullptr when none.
  std::function<const ptx::Function*(const ptx::Module& module, std::string_view name, const ptx::Module*& owner)>
      function_of;
  /// Address that stands for a function (for indirect calls); stable per function. Program::functions indices are
  /// looked up by it at run time through the handler's table.
  std::function<std::uint64_t(std::string_view name)> function_address_of;
};

struct BindOptions {
  std::uint32_t sm = 90;          // what %arch-dependent rows check; an instruction above it is an error
  bool observe = true;            // bind counting handlers
  bool watch_arithmetic = false;  // look at the numbers that arithmetic takes and makes (bind/arithmetic_watch.hpp)
  bool lower = false;             // let the counters be those of what the assembler makes of the PTX (isa/lowering)
  bool share_rows = true;  // registers whose live ranges do not meet use one row; off: each has its own, zero at first
};

}  // namespace warpglass::isa
