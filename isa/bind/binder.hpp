// PTX modules in, executable programs out: names linked across modules, operands turned into rows, control flow
// analysed, every instruction bound to its row of the table. What can not be bound is named with its place before
// anything runs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "ptx/module.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// Where a module-scope variable lives once loaded.
struct LinkedVariable {
  std::string_view name;
  std::uint64_t address = 0;  // in the arena
};

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
  std::uint32_t sm = 90;   // what %arch-dependent rows check; an instruction above it is an error
  bool observe = true;     // bind counting handlers
  bool lower = false;      // let the counters be those of what the assembler makes of the PTX (isa/lowering)
  bool share_rows = true;  // registers whose live ranges do not meet use one row; off: each has its own, zero at first
};

struct BindResult {
  std::unique_ptr<sim::Program> program;  // nullptr when there are errors
  Diagnostics diagnostics;
};

/// Binds one kernel and every function it can reach.
[[nodiscard]] BindResult bind(const LinkedModules& linked, const ptx::Module& module, const ptx::Function& kernel,
                              const BindOptions& options);

/// True for functions called but not defined that the engine provides itself (vprintf, malloc, free, __assertfail,
/// __nv_*).
[[nodiscard]] bool is_provided(std::string_view function);
/// True for those that are the device's runtime on a machine, which takes registers of the launch.
[[nodiscard]] bool is_of_runtime(std::string_view function);

}  // namespace warpglass::isa
