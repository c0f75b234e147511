// Whether a kernel's blocks reach each other by reductions only, and what the addresses are made of that reach global
// memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "isa/control_flow.hpp"
#include "isa/liveness.hpp"
#include "ptx/module.hpp"
#include "sim/effects.hpp"
#include "sim/reductions.hpp"

namespace warpglass::isa {

/// What a name of module scope stands for in an address.
struct NamedMemory {
  bool global = false;  // of global memory: at `address`; else shared
  std::uint64_t address = 0;
};

/// A kernel that calls nothing.
struct ReductionInput {
  const ptx::Function& function;
  const ControlFlow& flow;
  std::span<const sim::Effects> effects;         // by instruction
  std::span<const RegisterUse> uses;             // sorted by instruction; of the function's registers
  std::span<const std::uint32_t> param_offsets;  // of Function::params
  std::function<std::optional<NamedMemory>(std::string_view)> named;
};

/// Whether blocks may notice each other through the instruction, so that their order matters.
[[nodiscard]] bool talks_to_blocks(const sim::Effects& effects);

/// Nothing when blocks may notice each other in another way, or when it cannot be said what an address is made of.
[[nodiscard]] std::optional<sim::Reductions> find_reductions(const ReductionInput& input);

}  // namespace warpglass::isa
