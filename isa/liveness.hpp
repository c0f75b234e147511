// Which registers hold a value that is still wanted, and how many of them at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/control_flow.hpp"

namespace warpglass::isa {

/// One use of a register by an instruction, in the order of the instructions.
struct RegisterUse {
  enum class Kind : std::uint8_t {
    read,
    write,       // all of it, whenever the instruction runs
    write_some,  // under a guard, or a component: what it held before may live on
  };
  std::uint32_t instruction = 0;
  std::uint32_t index = 0;
  Kind kind = Kind::read;
};

/// The instructions from the first to the last, in text order, at which a register holds or takes a wanted value.
struct LiveRange {
  std::uint32_t first = 0xffffffffu;
  std::uint32_t last = 0;

  void include(std::uint32_t instruction) {
    first = first < instruction ? first : instruction;
    last = last > instruction ? last : instruction;
  }
};

struct Liveness {
  std::vector<bool> live_at_entry;                 // by register: may be read before it is written
  std::vector<LiveRange> ranges;                   // by register
  std::uint32_t pressure = 0;                      // most 32-bit registers wanted at once; predicates count nothing
  std::vector<std::vector<std::uint32_t>> wanted;  // by block: registers at its beginning; empty: not known
};

/// Uses sorted by instruction; registers are numbered 0 .. weights.size(), each as heavy as the 32-bit registers that
/// it takes. Functions too large for exact sets (registers times blocks) get the safe answer: every register may be
/// read first, and all are wanted at once.
[[nodiscard]] Liveness analyse_liveness(const ControlFlow& flow, const std::vector<RegisterUse>& uses,
                                        const std::vector<std::uint32_t>& weights);

/// What is left when instructions go whose results nobody reads that stays.
struct Wanted {
  std::vector<bool> stays;   // by instruction
  std::vector<bool> writes;  // by use: of writes, whether an instruction that stays reads the value
};

/// \param uses  sorted by instruction
/// \param lasting  by instruction: stays whoever reads its results
/// Functions too large for exact sets get the safe answer: everything stays and is read.
[[nodiscard]] Wanted find_wanted(const ControlFlow& flow, std::span<const RegisterUse> uses, std::size_t registers,
                                 const std::vector<bool>& lasting);

}  // namespace warpglass::isa
