// The loads and stores that the assembler may merge, move or drop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/lowering/lowering.hpp"
#include "isa/use_index.hpp"
#include "ptx/module.hpp"
#include "sim/effects.hpp"

namespace warpglass::isa {

/// A load or store of shared, global or local memory that is neither volatile nor ordered, its state space written or
/// that of the variable it names.
struct MemoryAccess {
  std::uint32_t instruction = 0;
  bool store = false;
  bool guarded = false;
  bool certain = true;     // made by all lanes: without a guard, or under one that is always true, as Triton writes it
  bool is_masked = false;  // a pragma says which words are used, and it stays apart from others at its place
  sim::Space space = sim::Space::global;
  bool read_only = false;        // ld.global.nc: no store is taken to change what it reads
  std::uint32_t unit_bytes = 4;  // of what is loaded or stored whole: an element, or a vector of shorter ones than 4
  std::string policy;            // what else tells accesses apart: cache words, and the type where it is short
  const ptx::Operand* address = nullptr;
  std::vector<const ptx::Operand*> elements;  // registers, literals, or `_`
  std::uint32_t elements_each = 1;            // of a unit

  [[nodiscard]] std::size_t units() const { return elements.size() / elements_each; }
  [[nodiscard]] std::uint32_t bytes() const { return unit_bytes * static_cast<std::uint32_t>(units()); }
};

[[nodiscard]] std::optional<MemoryAccess> memory_access(const LoweringInput& input, std::uint32_t instruction);

/// Whether a predicate that guards an instruction is true whatever happens. The assembler finds that out after it has
/// merged neighbours, and before it drops what is loaded twice (tests/hardware/frameworks).
[[nodiscard]] bool is_always_true(const LoweringInput& input, const UseIndex& uses, std::uint32_t predicate);

/// Which memories may hold something else after an instruction, as the assembler takes it.
struct Changes {
  bool shared = false;
  bool global = false;
  bool local = false;
  bool read_only = false;  // even what `ld.global.nc` read

  [[nodiscard]] bool of(sim::Space space) const {
    return space == sim::Space::shared ? shared : space == sim::Space::local ? local : global;
  }
};
[[nodiscard]] Changes changes_of(const sim::Effects& effects);

/// Whether the instruction may read memory of the space, or wait until others have written it.
[[nodiscard]] bool reads(const sim::Effects& effects, sim::Space space);

}  // namespace warpglass::isa
