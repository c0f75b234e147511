// A decoded kernel: what `isa` makes of PTX and the engine executes. It knows neither PTX nor CUDA.
//
// Registers are rows of 32 lanes, structure of arrays, addressed by byte offsets into the frame of the function that
// runs; constants are rows too, filled once, so that a handler never asks what an operand is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/cache_operator.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/lane_mask.hpp"
#include "sim/fault.hpp"

namespace warpglass::sim {

struct Op;
struct Warp;

/// Executes one op for the active lanes and returns the op to go on with; nullptr leaves the warp's loop (the warp
/// has saved where to resume). Throws Fault.
using Handler = const Op* (*)(Warp& warp, const Op* op);

/// One decoded instruction. Row fields are byte offsets into the frame; 64 bytes, so that a cache line holds one.
struct alignas(64) Op {
  Handler run = nullptr;   // what the engine calls
  Handler body = nullptr;  // the instruction itself; differs from `run` when that one observes and then calls it
  std::uint32_t d = 0;     // destination row
  std::uint32_t a = 0;     // source rows
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t e = 0;          // fourth source, or second destination
  std::uint32_t guard = 0;      // row of the guard predicate (kAlwaysRow when there is none)
  LaneMask guard_flip = 0;      // all ones for `@!p`
  std::int32_t imm = 0;         // address offset in bytes, branch distance in ops, or what the row says
  std::uint32_t mode = 0;       // modifiers, as the instruction's row packs them
  std::uint32_t extra = kNone;  // index into Program::lists or what the row says
  std::uint32_t site = kNone;   // memory ops: access site; block ends: block counter
  std::uint32_t pc = 0;         // own index in Program::ops

  static constexpr std::uint32_t kNone = 0xffffffffu;
};
static_assert(sizeof(Op) == 64);

/// Row 0 of every frame holds a predicate that is true in every lane.
inline constexpr std::uint32_t kAlwaysRow = 0;

/// Bytes of a row of 32 values of `size` bytes (a predicate row is one LaneMask: 4 bytes).
[[nodiscard]] constexpr std::uint32_t row_bytes(std::uint32_t size) { return 32u * size; }

/// What kind of work an instruction is, for the executed-instruction counters and the reports.
enum class OpKind : std::uint8_t {
  other,
  pseudo,  // put in by the decoder (joins): not counted as an instruction
  load,
  store,
  atomic,
  reduction,  // reduction: atomic without a destination
  matrix_load,
  matrix_store,  // ldmatrix, stmatrix
  async_copy,    // cp.async; `site` is of the shared side, `site + 1` of the global side
  branch,
  call,
  ret,
  exit,
  barrier,
};

/// True for the kinds that have an access site.
[[nodiscard]] constexpr bool is_memory_access(OpKind kind) {
  switch (kind) {
    case OpKind::load:
    case OpKind::store:
    case OpKind::atomic:
    case OpKind::reduction:
    case OpKind::matrix_load:
    case OpKind::matrix_store:
    case OpKind::async_copy: return true;
    case OpKind::other:
    case OpKind::pseudo:
    case OpKind::branch:
    case OpKind::call:
    case OpKind::ret:
    case OpKind::exit:
    case OpKind::barrier: break;
  }
  return false;
}

/// What the vendor's assembler makes of an instruction before the machine executes it. `isa/lowering` decides; the
/// engine executes every op as it is written all the same, and only counts what the machine would.
enum class Lowered : std::uint8_t {
  as_written,
  resized,      // other widths: with the words of neighbours, or without elements that nobody reads
  merged,       // done by another op's access
  redundant,    // a load of what has been loaded or stored before
  unused,       // a load whose value nobody reads
  overwritten,  // a store that the next one replaces
  reduction,    // an atomic whose old value nobody reads
  counted,      // a shared addition of 1: lanes of one word are counted, not serialised (ATOMS.POPC.INC)
  predicated,   // a branch around few instructions, which are predicated instead
};

/// One access that the machine makes for an op.
struct MachineAccess {
  std::int32_t offset = 0;  // bytes from the op's own address
  std::uint32_t bytes = 0;  // per lane

  friend bool operator==(const MachineAccess&, const MachineAccess&) = default;
};

struct Lowering {
  Lowered how = Lowered::as_written;
  bool one_lane = false;                // an atomic: the warp's values are combined and one lane performs it
  std::vector<MachineAccess> accesses;  // resized: what is executed instead, at least one

  /// Whether counters differ from those of the access as written.
  [[nodiscard]] bool changes_access() const { return how != Lowered::as_written || one_lane; }
  /// Machine instructions for each time the op is executed.
  [[nodiscard]] std::uint32_t instructions() const {
    switch (how) {
      case Lowered::as_written:
      case Lowered::reduction:
      case Lowered::counted: return 1;
      case Lowered::resized: return static_cast<std::uint32_t>(accesses.size());
      case Lowered::merged:
      case Lowered::redundant:
      case Lowered::unused:
      case Lowered::overwritten:
      case Lowered::predicated: break;
    }
    return 0;
  }
};

/// Facts about ops[pc] for reports; never read while executing.
struct OpFacts {
  OpKind kind = OpKind::other;
  Space space = Space::generic;  // memory ops: as the instruction names it
  CacheOperator cache = CacheOperator::none;
  EvictionHints eviction;
  std::uint32_t policy = Op::kNone;  // row of the cache policy that `L2::cache_hint` names
  std::uint16_t access_bytes = 0;    // memory ops: bytes per lane, all vector elements together
  std::uint32_t block = 0;           // counter index of the basic block it belongs to
  std::uint32_t issue_block = 0;     // of the block whose executions issue it: another one when it was predicated
  Lowering lowering;
  std::uint32_t function = 0;  // index into Program::functions
  bool guarded = false;
  SourcePosition ptx;                // file, line and column in the PTX text
  std::uint32_t source = Op::kNone;  // index into Program::sources, kNone when the PTX has no line table
  std::string text;                  // the instruction in PTX
};

/// A place in the user's source, with the chain of calls it was inlined through (innermost first).
struct Source {
  SourcePosition where;
  std::vector<SourcePosition> inlined_at;
};

/// A named piece of shared, local or parameter memory, for naming addresses.
struct NamedObject {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // 0: extends to the end (dynamic shared memory)
};

struct Function {
  std::string name;
  std::uint32_t first_op = 0;
  std::uint32_t op_count = 0;
  std::uint32_t frame_bytes = 0;     // all rows; multiple of 64
  std::vector<std::byte> constants;  // initial bytes of rows [0, constants.size()); begins with the always-row
  std::uint32_t zero_bytes =
      0;  // rows [constants.size(), + zero_bytes) may be read before they are written: must be zero
  std::uint32_t local_bytes = 0;  // per thread and activation; multiple of 16
  std::uint32_t param_bytes = 0;  // per thread: `.param` variables of the function and what it calls with
  std::uint32_t return_bytes = 0;
  std::vector<NamedObject> local_objects;
};

/// Immutable once made; shared by all launches of the kernel.
struct Program {
  std::string name;  // as mangled
  std::vector<Op> ops;
  std::vector<OpFacts> facts;  // one per op
  std::vector<Source> sources;
  std::vector<Function> functions;                // [0] is the kernel
  std::vector<std::vector<std::uint32_t>> lists;  // operand rows of vectors, branch tables, call arguments
  std::uint32_t site_count = 0;                   // access sites
  std::uint32_t block_count = 0;                  // basic-block counters
  std::uint32_t param_bytes = 0;                  // kernel parameters
  std::vector<std::uint32_t> param_offsets;       // of each kernel parameter
  std::vector<std::uint32_t> param_sizes;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_offset = 0;  // where `extern __shared__` begins (aligned end of static shared memory)
  std::vector<NamedObject> shared_objects;
  Dim3 max_threads{0, 0, 0};               // .maxntid; 0 = not given
  Dim3 required_threads{0, 0, 0};          // .reqntid
  Dim3 required_cluster{0, 0, 0};          // .reqnctapercluster
  std::uint32_t min_blocks_per_sm = 0;     // .minnctapersm
  std::uint32_t registers_per_thread = 0;  // 32-bit; estimate of the decoder
  std::uint32_t least_registers = 0;       // that a launch takes, whatever the assembler says
  bool has_global_atomics = false;  // blocks may talk to each other: atomics, fences, volatile or acquiring loads
  bool has_calls = false;
  bool has_stack = false;  // alloca and its kin
};

}  // namespace warpglass::sim
