// PTX modules in, executable programs out: names linked across modules, operands turned into rows, control flow
// analysed, every instruction bound to its row of the table. What can not be bound is named with its place before
// anything runs.
#pragma once

#include <memory>

#include "base/diagnostic.hpp"
#include "isa/bind/input.hpp"
#include "ptx/module.hpp"
#include "sim/program.hpp"
#include "sim/reductions.hpp"

namespace warpglass::isa {

struct BindResult {
  std::unique_ptr<sim::Program> program;  // nullptr when there are errors
  /// Of a program whose blocks reach each other by reductions only; nullptr: of any other.
  std::shared_ptr<const sim::Reductions> reductions;
  Diagnostics diagnostics;
};

/// Binds one kernel and every function it can reach.
[[nodiscard]] BindResult bind(const LinkedModules& linked, const ptx::Module& module, const ptx::Function& kernel,
                              const BindOptions& options);

}  // namespace warpglass::isa
