// mbarrier: arrivals and bytes are counted by the lanes one after another; waiting is asking again, and a warp whose
// question was answered no lets others run first.
#include "isa/chapters/mbarrier.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/chapters/pair_addresses.hpp"
#include "isa/chapters/time_taken.hpp"
#include "isa/instruction.hpp"
#include "sim/access.hpp"
#include "sim/divergence.hpp"
#include "sim/memory.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {
namespace {

// Fields: a, imm  address row and offset of the barrier
//         b       row of the count, the bytes, the state or the parity (kNone: count 1)
//         d       destination row (kNone: not wanted)
//         mode    address bytes, space << 8
sim::LaneAddresses barriers_at(sim::Warp& warp, const sim::Op* op, LaneMask lanes) {
  return access_lanes(warp, op, lanes, static_cast<sim::Space>(op->mode >> 8), sim::AccessKind::atomic_loop, 8,
                      op->mode & 0xff, true, 8);
}

std::uint32_t operand_of(const sim::Warp& warp, const sim::Op* op, int lane) {
  return op->b == sim::Op::kNone ? 1 : sim::lane_value<std::uint32_t>(warp, op->b, lane);
}

[[noreturn]] void raise_count(const sim::Warp& warp, const sim::Op* op, int lane, std::string message) {
  sim::Fault fault;
  fault.kind = sim::FaultKind::barrier_divergence;
  fault.message = std::move(message);
  raise(warp, op, lane_bit(lane), std::move(fault));
}

enum class Change : std::uint8_t {
  init,
  invalidate,
  arrive,
  arrive_drop,
  arrive_expect,
  arrive_drop_expect,
  expect,
  complete,
  arrive_pending,
  arrive_copied,  // as arrive, when the thread's copies are done
};

template <Change kChange>
void change(sim::Warp& warp, const sim::Op* op, int lane, MbarrierState& state) {
  const std::uint32_t count = operand_of(warp, op, lane);
  constexpr bool kArrives = kChange == Change::arrive || kChange == Change::arrive_copied ||
                            kChange == Change::arrive_drop || kChange == Change::arrive_expect ||
                            kChange == Change::arrive_drop_expect;
  constexpr bool kDrops = kChange == Change::arrive_drop || kChange == Change::arrive_drop_expect;
  constexpr bool kExpects =
      kChange == Change::expect || kChange == Change::arrive_expect || kChange == Change::arrive_drop_expect;
  if constexpr (kChange == Change::init) {
    if (count == 0 || count > MbarrierState::kMaxCount)
      raise_count(warp, op, lane, "an mbarrier expects 1 to 1048575 arrivals");
    state = {.pending = count, .expected = count};
  } else if constexpr (kChange == Change::invalidate) {
    state = {};
  } else if constexpr (kChange == Change::complete) {
    state.bytes -= static_cast<std::int32_t>(count);
  }
  if constexpr (kExpects) state.bytes += static_cast<std::int32_t>(count);
  if constexpr (kArrives) {
    const std::uint32_t arrivals = kExpects ? 1 : count;
    if (arrivals > state.pending)
      raise_count(warp, op, lane, "more threads arrive at the mbarrier than it expects in this phase");
    state.pending -= arrivals;
    if constexpr (kDrops) state.expected -= arrivals;
  }
  if constexpr (kArrives || kChange == Change::complete) state.settle();
}

constexpr sim::Sync sync_of(Change change) {
  switch (change) {
    case Change::init: return sim::Sync::mbarrier_init;
    case Change::invalidate: return sim::Sync::mbarrier_invalidate;
    case Change::expect: return sim::Sync::mbarrier_expect;
    case Change::complete: return sim::Sync::mbarrier_complete;
    case Change::arrive_copied:
    case Change::arrive_pending: return sim::Sync::async_arrive;
    case Change::arrive:
    case Change::arrive_drop:
    case Change::arrive_expect:
    case Change::arrive_drop_expect: break;
  }
  return sim::Sync::mbarrier_arrive;
}

/// One lane's dealings with a barrier object.
void note_barrier(sim::Warp& warp, const sim::Op* op, int lane, std::uint64_t address, sim::SyncEvent&& event) {
  event.address = address & ~sim::kClusterMask & ~sim::kWindowMask;
  event.owner = owner_of(warp, address);
  note_sync(warp, op, lane_bit(lane), static_cast<sim::SyncEvent&&>(event));
}

template <Change kChange>
void note_change(sim::Warp& warp, const sim::Op* op, int lane, std::uint64_t address, bool completes) {
  constexpr bool kExpects = kChange == Change::arrive_expect || kChange == Change::arrive_drop_expect;
  const std::uint32_t count = operand_of(warp, op, lane);
  if (kExpects) note_barrier(warp, op, lane, address, {.what = sim::Sync::mbarrier_expect, .count = count});
  note_barrier(warp, op, lane, address,
               {.what = sync_of(kChange), .count = kExpects ? 1 : count, .completes = completes});
}

template <Change kChange>
const sim::Op* change_barriers(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const sim::LaneAddresses at = barriers_at(warp, op, lanes);
  // The state that an arrival returns is that from before the instruction, for every lane.
  Lanes<std::uint64_t> before{};
  bool completes = false;
  for_each_lane(lanes, [&](int lane) { std::memcpy(&before[std::size_t(lane)], at.host[lane], sizeof before[0]); });
  for_each_lane(lanes, [&](int lane) {
    std::uint64_t bits;
    std::memcpy(&bits, at.host[lane], sizeof bits);
    MbarrierState state = MbarrierState::unpack(bits);
    const std::uint32_t phase = state.phase;
    change<kChange>(warp, op, lane, state);
    bits = state.packed();
    std::memcpy(at.host[lane], &bits, sizeof bits);
    completes |= state.phase != phase;
    if (warp.audience != nullptr) note_change<kChange>(warp, op, lane, at.address[lane], state.phase != phase);
  });
  if (op->d != sim::Op::kNone) write_row(warp, op->d, lanes, before);
  // Where bytes are expected, copies have brought them already that a machine would still wait for.
  return after_copy(warp, op + 1, kChange == Change::arrive_expect && completes);
}

constexpr std::uint64_t kRoundsSuspended = 1024;

// Complete when the barrier is in another phase than the one asked about. The machine suspends a warp that tries until
// its phase is complete: it is then told so, though the next phase may be complete as well before it goes on.
template <bool kParity, bool kTry>
const sim::Op* test_wait(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const sim::LaneAddresses at = barriers_at(warp, op, lanes);
  const sim::SuspendedWait before = kTry ? std::exchange(warp.suspended, {}) : sim::SuspendedWait{};
  const LaneMask complete = lanes_where(lanes, [&](int lane) {
    std::uint64_t bits;
    std::memcpy(&bits, at.host[lane], sizeof bits);
    const MbarrierState state = MbarrierState::unpack(bits);
    if constexpr (!kParity)
      return MbarrierState::unpack(sim::lane_value<std::uint64_t>(warp, op->b, lane)).phase != state.phase;
    const std::uint32_t asked = sim::lane_value<std::uint32_t>(warp, op->b, lane) & 1u;
    if (state.parity() != asked) return true;
    if constexpr (!kTry) return false;
    if (before.at == op && before.barrier == at.host[lane] && (before.phase & 1u) == asked) {
      if (before.phase != state.phase) return true;
    }
    warp.suspended = {.at = op, .barrier = at.host[lane], .phase = state.phase};
    return false;
  });
  set_predicate_row(warp, op->d, lanes, complete);
  if (warp.audience != nullptr) {
    for_each_lane(lanes, [&](int lane) {
      note_barrier(warp, op, lane, at.address[lane],
                   {.what = sim::Sync::mbarrier_test, .complete = complete & lane_bit(lane)});
    });
  }
  if (!kTry) return op + 1;
  if (complete == lanes) {
    warp.loops = 0;
    return op + 1;
  }
  // The machine suspends the warp for a while, so that programs loop around this rarely: an endless wait is known by
  // fewer rounds than an endless computation.
  warp.loops += kRoundsSuspended;
  return yield_warp(warp, op + 1);
}

const sim::Op* pending_count(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    set_lane_value(warp, op->d, lane, MbarrierState::unpack(sim::lane_value<std::uint64_t>(warp, op->a, lane)).pending);
  });
  return op + 1;
}

sim::Handler select_pending_count(const Spelling&) { return pending_count; }

// ---- Binding ----

/// d: the addresses in a as those of the first block of the pair.
const sim::Op* map_to_first_of_pair(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const auto address = sim::lane_value<std::uint32_t>(warp, op->a, lane);
    set_lane_value(warp, op->d, lane, static_cast<std::uint32_t>(of_first_of_pair(warp, address)));
  });
  return op + 1;
}

void bind_barrier(BindContext& context, const ptx::Operand& place) {
  std::uint32_t mapped = sim::Op::kNone;
  if (context.spelling().word("space") == "shared::cluster" && is_of_first_of_pair(context, place)) {
    mapped = context.op().d = context.scratch_row(sizeof(std::uint32_t));
    context.op().a = context.address(place).row;
    context.op().run = context.op().body = map_to_first_of_pair;
    context.next_op();
  }
  const Address address = bind_address(context, place);
  sim::Op& op = context.op();
  if (mapped != sim::Op::kNone) op.a = mapped;
  op.mode = address.bytes | static_cast<std::uint32_t>(space_of(context.spelling(), address)) << 8;
  op.b = op.d = sim::Op::kNone;
  context.new_site();
}

/// `[a]{, b}`
template <Change kChange>
void bind_change(BindContext& context) {
  const auto operands = context.operands();
  bind_barrier(context, operands[0]);
  sim::Op& op = context.op();
  if (operands.size() > 1) op.b = context.source_row(operands[1], ptx::Type::u32);
  op.run = op.body = change_barriers<kChange>;
}

/// `d, [a]{, b}`
template <Change kChange>
void bind_arrive(BindContext& context) {
  const auto operands = context.operands();
  bind_barrier(context, operands[1]);
  sim::Op& op = context.op();
  if (operands[0].kind != ptx::Operand::Kind::sink) op.d = context.destination_row(operands[0], ptx::Type::b64);
  if (operands.size() > 2) op.b = context.source_row(operands[2], ptx::Type::u32);
  op.run = op.body = change_barriers<kChange>;
}

/// `p, [a], b{, t}`
template <bool kTry>
void bind_wait(BindContext& context) {
  const auto operands = context.operands();
  const bool parity = context.spelling().has("parity");
  bind_barrier(context, operands[1]);
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], ptx::Type::pred);
  op.b = context.source_row(operands[2], parity ? ptx::Type::u32 : ptx::Type::b64);
  op.run = op.body = parity ? test_wait<true, kTry> : test_wait<false, kTry>;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where, BindInstruction bind,
                             std::string_view since, std::uint16_t sm, sim::Order order = sim::Order::weak) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::signals, costs::barrier_object, order),
          .bind = bind,
          .since = since,
          .sm = sm,
          .chapter = "Parallel Synchronization and Communication Instructions: mbarrier"};
}

#define SPACES "space = shared shared::cta shared::cluster"
#define OWN_SPACES "space = shared shared::cta"
#define RELAXED "sem = relaxed; scope = cta cluster; "
#define ORDER "sem = release relaxed; scope = cta cluster; "
#define WAIT_ORDER "sem = acquire relaxed; scope = cta cluster; "

// clang-format off
constexpr InstructionDef kRows[] = {
    row("mbarrier.init{.space}.b64 [a], b", OWN_SPACES "; b : u32", bind_change<Change::init>, "7.0", 80),
    row("mbarrier.inval{.space}.b64 [a]", OWN_SPACES, bind_change<Change::invalidate>, "7.0", 80),
    row("mbarrier.expect_tx{.sem}{.scope}{.space}.b64 [a], b", RELAXED SPACES "; b : u32", bind_change<Change::expect>, "8.0", 90),
    row("mbarrier.complete_tx{.sem}{.scope}{.space}.b64 [a], b", RELAXED SPACES "; b : u32", bind_change<Change::complete>, "8.0", 90),
    row("mbarrier.arrive{.sem}{.scope}{.space}.b64 d, [a]{, b}", ORDER SPACES "; d : b64; b : u32",
        bind_arrive<Change::arrive>, "7.0", 80, sim::Order::release),
    row("mbarrier.arrive.noComplete{.sem}{.scope}{.space}.b64 d, [a], b", ORDER SPACES "; d : b64; b : u32",
        bind_arrive<Change::arrive>, "7.0", 80, sim::Order::release),
    row("mbarrier.arrive.expect_tx{.sem}{.scope}{.space}.b64 d, [a], b", ORDER SPACES "; d : b64; b : u32",
        bind_arrive<Change::arrive_expect>, "8.0", 90, sim::Order::release),
    row("mbarrier.arrive_drop{.sem}{.scope}{.space}.b64 d, [a]{, b}", ORDER SPACES "; d : b64; b : u32",
        bind_arrive<Change::arrive_drop>, "7.0", 80, sim::Order::release),
    row("mbarrier.arrive_drop.noComplete{.sem}{.scope}{.space}.b64 d, [a], b", ORDER SPACES "; d : b64; b : u32",
        bind_arrive<Change::arrive_drop>, "7.0", 80, sim::Order::release),
    row("mbarrier.arrive_drop.expect_tx{.sem}{.scope}{.space}.b64 d, [a], b", ORDER SPACES "; d : b64; b : u32",
        bind_arrive<Change::arrive_drop_expect>, "8.0", 90, sim::Order::release),
    row("mbarrier.test_wait{.parity}{.sem}{.scope}{.space}.b64 p, [a], b", WAIT_ORDER OWN_SPACES, bind_wait<false>, "7.0", 80, sim::Order::acquire),
    row("mbarrier.try_wait{.parity}{.sem}{.scope}{.space}.b64 p, [a], b{, t}", WAIT_ORDER OWN_SPACES "; t : u32", bind_wait<true>, "7.8", 90, sim::Order::acquire),

    // Copies are complete when they are issued: what they would signal later arrives now, and what they would have
    // added to the count first cancels out.
    row("cp.async.mbarrier.arrive{.space}.b64 [a]", OWN_SPACES, bind_change<Change::arrive_pending>, "7.0", 80),
    row("cp.async.mbarrier.arrive.noinc{.space}.b64 [a]", OWN_SPACES, bind_change<Change::arrive_copied>, "7.0", 80),

    {.syntax = "mbarrier.pending_count.b64 d, a", .where = "d : u32; a : b64", .effects = computes(costs::unknown), .select = select_pending_count,
     .since = "7.0", .sm = 80, .chapter = "Parallel Synchronization and Communication Instructions: mbarrier"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> mbarrier_rows() { return kRows; }

}  // namespace warpglass::isa
