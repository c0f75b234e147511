// A warp as a set of splits: groups of lanes with a program counter each. Handlers see the running split through the
// first members; the verbs in sim/divergence.hpp, barrier.hpp and call.hpp are what control instructions are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/dim3.hpp"
#include "base/lane_mask.hpp"
#include "sim/fault.hpp"
#include "sim/launch_request.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

class Audience;
struct Expectation;
class Block;
class ImageCounts;
class Schedule;
class TouchLog;
struct AccessSite;  // the shape memo of one memory op on one worker (sim/access_site.hpp)

/// Counts of one basic block on one worker, bumped by the op that ends the block.
struct BlockCount {
  std::uint64_t executions = 0;
  std::uint64_t threads = 0;
  std::uint64_t divergent = 0;

  void add(LaneMask active, bool divides) {
    ++executions;
    threads += static_cast<std::uint64_t>(lane_count(active));
    divergent += divides ? 1 : 0;
  }
};

/// Where lanes that called a function together go on.
struct ReturnPlace {
  const Op* at = nullptr;
  LaneMask lanes = 0;
};

/// An activation of a function by lanes of one warp: register rows, parameter bytes and a piece of local memory.
/// Lanes that call the same function from the same frame share the activation, each using its own lane of every row.
struct Frame {
  std::uint32_t function = 0;
  Frame* caller = nullptr;
  std::unique_ptr<std::byte[]> storage;
  std::byte* rows = nullptr;      // 64-byte aligned, Function::frame_bytes
  std::vector<std::byte> params;  // lane-major: lane * Function::param_bytes + offset
  std::uint32_t local_base = 0;   // offset of its local variables in every thread's local memory
  std::uint32_t depth = 0;
  std::vector<ReturnPlace> returns;             // each lane in one at most: where its last call came from
  std::uint32_t stack_top[32] = {};             // per lane: Warp::stack_top when it was called
  std::uint64_t generation = 0;                 // block activation its registers were cleared for
  std::vector<std::unique_ptr<Frame>> callees;  // kept for reuse, one per function
};

/// What a barrier that combines values does once all have come: writes the result for the lanes of a split.
using BarrierReduction = void (*)(Warp& warp, const Op* op, LaneMask lanes, std::uint32_t count_true,
                                  std::uint32_t count_all);

struct Split {
  enum class State : std::uint8_t {
    ready,
    at_barrier,       // block barrier `barrier`
    at_cluster,       // the cluster's barrier
    at_sync,          // a *.sync op, to be executed with the lanes of `members`
    at_warp_barrier,  // bar.warp.sync with `members`
  };
  const Op* pc = nullptr;  // where it goes on
  LaneMask lanes = 0;
  State state = State::ready;
  std::uint8_t barrier = 0;
  LaneMask members = 0;
  std::int32_t convergence = -1;  // innermost convergence barrier it belongs to
  Frame* frame = nullptr;
  const Op* waits_at = nullptr;  // the op that made it wait
  BarrierReduction finish = nullptr;
};

/// An open convergence barrier.
struct Convergence {
  const Op* at = nullptr;  // join op; nullptr: entry of the pool is free
  Frame* frame = nullptr;
  LaneMask expected = 0;
  LaneMask arrived = 0;
  std::int32_t parent = -1;
};

/// Of a warp that an mbarrier's phase makes wait: the op that asked, the barrier, and which phase it was in.
struct SuspendedWait {
  const Op* at = nullptr;
  const std::byte* barrier = nullptr;
  std::uint32_t phase = 0;
};

struct Warp {
  // The running split.
  std::byte* rows = nullptr;  // rows of the running frame
  LaneMask active = 0;
  AccessSite* sites = nullptr;   // worker's, by Op::site
  BlockCount* counts = nullptr;  // worker's, by Op::site of block-ending ops; nullptr when nothing is observed, or when
                                 // somebody hears the flow
  Audience* audience = nullptr;  // worker's; nullptr when nobody listens
  bool observes = false;         // accesses are counted or heard
  Expectation* expected = nullptr;  // worker's, of accesses that are heard and not counted; nullptr: there is none
  std::byte* shared = nullptr;
  std::uint32_t shared_bytes = 0;
  std::byte* local = nullptr;  // lane-major: lane * local_stride + offset
  std::uint32_t local_stride = 0;
  std::uint32_t credit = 0;  // back edges until the warp yields
  Frame* frame = nullptr;
  std::int32_t convergence = -1;
  // At the block's gate (sim::Gate), where its one split waits as the running one.
  const Op* behind_gate = nullptr;  // where it goes on; nullptr: it is not there
  const Op* gated_at = nullptr;     // the op that made it wait
  std::uint32_t gate_openings = 0;  // when it came

  // The warp.
  Block* block = nullptr;
  Schedule* schedule = nullptr;  // the block's, under a seed; nullptr: the engine's own order
  const LaunchRequest* launch = nullptr;
  BlockCount* heard_counts = nullptr;     // as `counts`, when somebody hears the flow
  std::uint64_t* guard_counts = nullptr;  // worker's, per pc: lanes whose guard was true (observed, guarded ops)
  ImageCounts* image_counts = nullptr;    // worker's, per pc; nullptr: nothing is counted
  TouchLog* touched = nullptr;            // worker's; nullptr: nobody asks
  std::uint64_t params_address = 0;       // kernel parameters as bytes in the arena
  std::uint32_t index = 0;                // within the block
  LaneMask live = 0;                      // lanes that exist and have not exited
  std::uint32_t stack_top[32] = {};       // per lane: offset in local memory down to which alloca has taken it
  std::uint64_t loops = 0;                // back edges so far, in whole credits
  std::uint64_t looked = 0;               // at the clock last, in back edges
  std::uint32_t pace = 1;                 // back edges' worth of time that pass with a look at the clock
  Dim3 block_index{0, 0, 0};
  std::uint64_t block_number = 0;  // in block order
  std::uint32_t sm = 0;            // %smid
  std::vector<Split> parked;       // splits other than the running one, oldest first
  std::vector<Convergence> convergences;
  bool stopped = false;  // has faulted
  SuspendedWait suspended;
  std::uint32_t held = 0;             // turns that it leaves out: something that it has begun takes its time
  const std::byte* copied = nullptr;  // while it executes an asynchronous copy that is heard: what is written, by lane
  bool heard = false;                 // since its turn began: an access whose order somebody wants to hear, or a poll
  const Op* redispatch = nullptr;     // op to run next, for gather_for_sync
  const Op* forced_sync = nullptr;    // *.sync op to be executed with the lanes that are there
  std::unique_ptr<Frame> root;

  /// threadIdx of a lane (of the lanes that exist).
  [[nodiscard]] Dim3 thread_index(int lane) const { return index_at(index * 32u + unsigned(lane), launch->block); }
};

/// Leads all places that a warp which is not running keeps to where they are in other ops of the program.
/// \param ops  the first of them
void go_on_with(Warp& warp, const Op* ops);

/// Lanes of the running split whose guard is true.
[[nodiscard]] inline LaneMask exec_lanes(const Warp& warp, const Op* op) {
  LaneMask guard;
  std::memcpy(&guard, warp.rows + op->guard, sizeof guard);
  return warp.active & (guard ^ op->guard_flip);
}

/// Value of a lane in a row.
template <class T>
[[nodiscard]] T lane_value(const Warp& warp, std::uint32_t row, int lane) {
  T value;
  std::memcpy(&value, warp.rows + row + std::size_t(lane) * sizeof(T), sizeof value);
  return value;
}

template <class T>
void set_lane_value(Warp& warp, std::uint32_t row, int lane, T value) {
  std::memcpy(warp.rows + row + std::size_t(lane) * sizeof(T), &value, sizeof value);
}

[[nodiscard]] inline LaneMask predicate_row(const Warp& warp, std::uint32_t row) {
  LaneMask value;
  std::memcpy(&value, warp.rows + row, sizeof value);
  return value;
}

/// Sets the predicate of `lanes` to the bits of `value`; other lanes keep theirs.
inline void set_predicate_row(Warp& warp, std::uint32_t row, LaneMask lanes, LaneMask value) {
  const LaneMask old = predicate_row(warp, row);
  const LaneMask merged = (old & ~lanes) | (value & lanes);
  std::memcpy(warp.rows + row, &merged, sizeof merged);
}

/// "file:line" of an op, as near to the user's source as is known.
[[nodiscard]] std::string place_of(const Program& program, const Op* op);

/// The fault with its place filled in: op, lanes, block, thread.
[[nodiscard]] Fault placed(const Warp& warp, const Op* op, LaneMask lanes, Fault fault);

/// Ends the launch: of `lanes` that execute an op some are not among the `members` that they name.
[[noreturn]] void raise_wrong_mask(const Warp& warp, const Op* op, LaneMask lanes, LaneMask members);

/// Ends the launch: builds the fault's place from warp, op and lanes, and throws it.
[[noreturn]] void raise(const Warp& warp, const Op* op, LaneMask lanes, Fault fault);

}  // namespace warpglass::sim
