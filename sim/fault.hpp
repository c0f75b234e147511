// A kernel's own mistake. The handler that notices it throws a Fault; the launch catches it once, stops, and hands it
// on as a finding. Faults never harm the host process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::sim {

enum class Space : std::uint8_t { generic, global, shared, local, constant, param };

[[nodiscard]] std::string_view name_of(Space space);

enum class FaultKind : std::uint8_t {
  out_of_bounds,       // an address in no allocation, or beyond the block's shared or the thread's local memory
  use_after_free,      // an address in an allocation that was freed
  misaligned,          // an address that is no multiple of the access width
  barrier_divergence,  // a barrier that can not be met
  deadlock,            // nobody can run: barriers, convergence and warp synchronisation wait for each other
  endless_loop,        // a warp passed more back edges than the launch allows
  trap,                // trap, or brkpt with no debugger
  assertion,           // assert() in device code
  stack_overflow,      // calls nested deeper than the launch allows
  wrong_mask,          // a member mask that leaves out a lane which executes the instruction
  invalid_call,        // an indirect call or branch to no target
  illegal_operands,    // an instruction with operands that a chip ends with "illegal instruction"
  division_by_zero,    // of integers; looked for on request, and passed over
  not_finite,          // a NaN or an infinity comes of finite numbers; likewise
  heap_exhausted,      // malloc in device code gets a null pointer; passed over
  array_index,         // an index outside the array's type, by a check of the compiler; passed over
};

/// Rule id of the finding, "out-of-bounds" and so on.
[[nodiscard]] std::string_view rule_of(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::trap;
  std::uint32_t pc = 0;          // index into Program::ops
  LaneMask lanes = 0;            // lanes of the warp at fault
  int lane = 0;                  // the lowest of them
  Dim3 block{0, 0, 0};           // its blockIdx
  Dim3 thread{0, 0, 0};          // its threadIdx
  std::uint32_t warp = 0;        // warp within the block
  Space space = Space::generic;  // of a memory access
  bool write = false;
  std::uint64_t address = 0;       // of a memory access: as the instruction saw it
  std::uint64_t times = 1;         // that it came, where the launch went on after it
  std::uint32_t bytes = 0;         // width of the access per lane
  std::uint64_t object = 0;        // Allocation::serial of what the address is, was or lies nearest to; 0: unknown
  std::string message;             // what happened, one line, without position
  std::vector<std::string> notes;  // who waits for what, nearest objects
};

}  // namespace warpglass::sim
