// Loads, stores and what else touches memory, told from an instruction's words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx/module.hpp"
#include "sim/fault.hpp"

namespace warpglass::isa {

/// An `ld` or `st` of shared, global or local memory that the assembler may change: not volatile, not ordered, its
/// state space written or that of the variable it names.
struct MemoryAccess {
  std::uint32_t instruction = 0;
  bool store = false;
  bool guarded = false;
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

[[nodiscard]] std::optional<MemoryAccess> memory_access(const ptx::Function& function, std::uint32_t instruction);

/// Which memories may hold something else after an instruction, as the assembler takes it.
struct Changes {
  bool shared = false;
  bool global = false;
  bool local = false;
  bool read_only = false;  // even what `ld.global.nc` read

  [[nodiscard]] bool of(sim::Space space) const {
    return space == sim::Space::shared ? shared : space == sim::Space::local ? local : global;
  }
  [[nodiscard]] bool any() const { return shared || global || local || read_only; }
};
[[nodiscard]] Changes changes_of(const ptx::Function& function, std::uint32_t instruction);

/// Whether the instruction may read memory of the space (plain loads, atomics, copies).
[[nodiscard]] bool reads(const ptx::Function& function, std::uint32_t instruction, sim::Space space);

/// Whether the instruction does something beside writing its registers: it stays though nobody reads them.
[[nodiscard]] bool has_effect(const ptx::Function& function, std::uint32_t instruction);

}  // namespace warpglass::isa
