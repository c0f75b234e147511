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

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "base/lane_mask.hpp"
#include "sim/fault.hpp"
#include "sim/op_facts.hpp"

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

/// A place in the user's source, and what was inlined there: where that is code of the system's headers
/// (base/system_file.hpp), the place is the innermost that is not.
struct Source {
  SourcePosition where;
  std::vector<SourcePosition> inlined_from;  // of a library's code that was inlined at `where`: innermost first
  std::vector<SourcePosition> inlined_at;    // calls that `where` was inlined through itself: innermost first
};

/// A named piece of shared, local or parameter memory, for naming addresses.
struct NamedObject {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // 0: extends to the end (dynamic shared memory)
};

/// Where a function's parameter or result lies, if not in its parameter bytes.
struct FormalRow {
  std::uint32_t row = Op::kNone;
  std::uint32_t bytes = 0;  // per lane
};

struct Function {
  std::string name;
  std::uint32_t first_op = 0;
  std::uint32_t op_count = 0;
  std::uint32_t frame_bytes = 0;  // all rows; multiple of 64
  /// Where rows begin, ascending: each ends where the next one begins at the latest. Rows side by side that belong
  /// together are one.
  std::vector<std::uint32_t> row_begins;
  std::vector<std::byte> constants;  // initial bytes of rows [0, constants.size()); begins with the always-row
  std::uint32_t zero_bytes =
      0;  // rows [constants.size(), + zero_bytes) may be read before they are written: must be zero
  std::uint32_t local_bytes = 0;  // per thread and activation; multiple of 16
  std::uint32_t param_bytes = 0;  // per thread: `.param` variables of the function and what it calls with
  std::uint32_t return_bytes = 0;
  std::vector<FormalRow> argument_rows;  // by number
  std::vector<FormalRow> result_rows;
  std::vector<NamedObject> local_objects;
};

/// Ops that are executed one after another: control comes in at the first and leaves behind the last.
struct BasicBlock {
  std::uint32_t first_op = 0;
  std::uint32_t op_count = 0;  // of a function's first block, with those that take its parameters
  std::uint32_t function = 0;
  std::uint32_t join = Op::kNone;           // block where lanes that part at the end meet; none where they do not
  std::vector<std::uint32_t> successors;    // blocks of the same function; calls go on behind themselves
  std::vector<RegisterId> wanted_at_entry;  // registers whose values the block, or one after it, still reads
};

/// Immutable once made; shared by all launches of the kernel.
struct Program {
  std::string name;  // as mangled
  std::vector<Op> ops;
  std::vector<OpFacts> facts;         // one per op
  std::vector<OperandFact> operands;  // of all ops, what each reads and writes: operands_of()
  std::vector<BasicBlock> blocks;     // OpFacts::block; executions are counted by block
  std::vector<Handler> watched;       // by pc, of ops whose numbers are looked at: what they really do; may be shorter
  std::vector<Source> sources;
  std::vector<Function> functions;                // [0] is the kernel
  std::vector<std::vector<std::uint32_t>> lists;  // operand rows of vectors, branch tables, call arguments
  std::uint32_t site_count = 0;                   // access sites
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
  /// More values are wanted at once than there are registers: the assembler would spill some or load others again.
  bool runs_out_of_registers = false;
  /// Of some function it was not found out which registers are wanted where: BasicBlock::wanted_at_entry is empty.
  bool wanted_unknown = false;
  /// Of a product of matrices that takes several machine instructions only some elements are read: the assembler
  /// leaves the rest out, and what only the rest would load.
  bool reads_parts_of_products = false;
  bool multiplies_beside = false;     // products of warp groups, which go on beside its threads
  std::uint32_t least_registers = 0;  // that a launch takes, whatever the assembler says
  bool has_global_atomics = false;    // blocks may talk to each other: atomics, fences, volatile or acquiring loads
  bool launches = false;              // kernels or graphs, from device code
  bool launches_graphs = false;       // likewise
  bool asks_runtime = false;          // calls the device's runtime for anything but graphs
  bool has_calls = false;
  bool has_stack = false;  // alloca and its kin
};

}  // namespace warpglass::sim
