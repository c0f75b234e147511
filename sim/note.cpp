#include "sim/note.hpp"

#include <cstring>
#include <memory>
#include <vector>

#include "sim/tally.hpp"

namespace warpglass::sim {
namespace {

Where where(const Warp& warp, const Op* op, LaneMask lanes) {
  return {.pc = op == nullptr ? Op::kNone : op->pc,
          .sm = warp.sm,
          .block = warp.block_number,
          .warp = warp.index,
          .lanes = lanes};
}

Direction direction_of(AccessKind kind) {
  if (is_atomic(kind)) return Direction::update;
  const bool writes = kind == AccessKind::store || kind == AccessKind::matrix_store || kind == AccessKind::async_copy;
  return writes ? Direction::write : Direction::read;
}

/// Of what has access sites, only barrier objects have no kind of their own.
Via via_of(OpKind kind) {
  if (kind == OpKind::async_copy) return Via::async_copy;
  return kind == OpKind::other ? Via::mbarrier : Via::instruction;
}

/// What is the same in all of an op's accesses at one site.
HeardAccess& heard_access(const Warp& warp, const Op* op, AccessSite& site) {
  if (site.event) return *site.event;
  const OpFacts& facts = warp.launch->program->facts[op->pc];
  site.event = std::make_unique<HeardAccess>();
  AccessEvent& event = site.event->event;
  event.direction = direction_of(site.kind);
  event.via = via_of(facts.kind);
  event.kind = site.kind;
  event.order = facts.effects.order;
  event.scope = facts.effects.scope;
  event.cache = site.cache;
  event.eviction = facts.eviction;
  event.elements = facts.effects.elements;
  if (facts.effects.does == Does::stores && event.via == Via::instruction)
    event.stored_bytes = event.elements == 1 ? stored_bytes(*op) : site.bytes;
  if (event.via == Via::async_copy) event.stored_bytes = site.bytes;
  return *site.event;
}

/// Barriers of the grid are made of accesses to one word.
void note_grid_barrier(Warp& warp, const Op* op, const AccessEvent& event) {
  const std::uint64_t word = warp.launch->grid_workspace;
  LaneMask lanes = 0;
  for_each_lane(event.at.lanes, [&](int lane) {
    if (event.address(lane) - word < kGridWorkspaceBytes) lanes |= lane_bit(lane);
  });
  if (lanes == 0) return;
  note_sync(warp, op, lanes, {.what = event.direction == Direction::read ? Sync::grid_test : Sync::grid_arrive});
}

/// What lanes store of a vector, element behind element.
const std::byte* vector_values(const Warp& warp, const Op* op, HeardAccess& heard, LaneMask lanes) {
  const std::vector<std::uint32_t>& rows = warp.launch->program->lists[op->extra];
  const std::size_t whole = heard.event.stored_bytes;
  const std::size_t part = whole / rows.size();
  heard.values.resize(whole * kWarpSize);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for_each_lane(lanes, [&](int lane) {
      std::memcpy(heard.values.data() + static_cast<std::size_t>(lane) * whole + k * part,
                  warp.rows + rows[k] + static_cast<std::size_t>(lane) * stored_bytes(*op), part);
    });
  }
  return heard.values.data();
}

/// Where the lanes of an access are.
struct Lanes {
  std::uint64_t base = 0;  // of `first`
  int first = 0;
  const std::int64_t* offset = nullptr;  // from `base`
  std::uint64_t shape = 0;               // AccessEvent::shape
  bool contiguous = false;
};

Lanes lanes_of(const Shape& shape, std::uint64_t base) {
  return {.base = base,
          .first = shape.first,
          .offset = shape.offset,
          .shape = shape.serial,
          .contiguous = shape.move == Move::contiguous};
}

/// \param lanes  those of `at` that reach the memory of `owner`
void tell(Warp& warp, const Op* op, AccessSite& site, const Lanes& at, LaneMask lanes, Space space, std::uint64_t owner,
          std::uint32_t sectors) {
  Audience& audience = *warp.audience;
  HeardAccess& heard = heard_access(warp, op, site);
  AccessEvent& event = heard.event;
  event.at = where(warp, op, lanes);
  event.space = space;
  event.policy = site.policy == Op::kNone ? 0 : lane_value<std::uint64_t>(warp, site.policy, at.first);
  event.bytes = site.bytes;
  event.owner = owner;
  event.base = at.base;
  event.offset = at.offset;
  event.shape = at.shape;
  event.stored = event.stored_bytes == 0        ? nullptr
                 : event.via == Via::async_copy ? warp.copied
                 : event.elements == 1          ? warp.rows + op->d
                                                : vector_values(warp, op, heard, lanes);
  event.memory = nullptr;
  if (event.stored != nullptr && space == Space::global) event.memory = Memory::host(at.base);
  if (event.stored != nullptr && space == Space::shared && owner == warp.block_number)
    event.memory = warp.shared + at.base;
  event.contiguous = lanes == kFullMask && at.contiguous;
  event.sectors = sectors;
  event.machine_lanes = lanes;
  if (site.lowering != nullptr && site.lowering->one_lane) event.machine_lanes = lane_bit(first_lane(lanes));
  if (site.makes_no_access()) {
    event.machine = {};
  } else if (site.lowering != nullptr && site.lowering->how == Lowered::resized) {
    event.machine = site.lowering->accesses;
  } else {
    heard.as_written.bytes = site.bytes;
    event.machine = {&heard.as_written, 1};
  }
  const bool in_order = !event.machine.empty() && audience.orders(interest_in(space));
  const bool may_poll = event.order != Order::weak && event.direction != Direction::write;
  if (in_order || may_poll) warp.heard = true;
  if (space == Space::global && warp.launch->grid_workspace != 0) note_grid_barrier(warp, op, event);
  audience.tell(event);
}

}  // namespace

std::uint64_t owner_of(const Warp& warp, std::uint64_t address) {
  const auto rank = named_rank(address);
  if (!rank) return warp.block_number;
  const Dim3& size = warp.launch->cluster;
  const Dim3& own = warp.block_index;
  const Dim3 within = index_at(*rank, size);
  return number_of(
      {own.x / size.x * size.x + within.x, own.y / size.y * size.y + within.y, own.z / size.z * size.z + within.z},
      warp.launch->grid);
}

void note_access(Warp& warp, const Op* op, AccessSite& site, Shape& shape, std::uint64_t base, Space space) {
  const CostModel* const costs = warp.launch->costs;
  GlobalPrice price;
  if (space == Space::shared) {
    if (costs != nullptr) count_shared(*costs, site, shape, base);
  } else {
    if (space != Space::local) space = outside_shared(site);
    if (costs != nullptr) price = count_sectors(*costs, site, shape, base, space);
    if (site.space == Space::param && space == Space::global) space = Space::param;
  }
  if (!site.heard) return;
  if (space == Space::shared) {
    Expectation* const expected = warp.audience->expectation();
    if (expected != nullptr && expected->pass(warp.block_number, warp.index, op->pc, shape.serial, base)) return;
  }
  tell(warp, op, site, lanes_of(shape, base), shape.lanes, space, warp.block_number, price.turns);
}

void count_only(Warp& warp, AccessSite& site, AccessKind kind, std::uint32_t bytes, const std::uint64_t address[32],
                LaneMask lanes) {
  const CostModel* const costs = warp.launch->costs;
  if (costs == nullptr) return;
  site.kind = kind;
  site.bytes = bytes;
  count_sectors(*costs, site, shape_of(site, address, lanes, warp), address[first_lane(lanes)], Space::global);
}

void note_alone(Warp& warp, const Op* op, AccessSite& site, const LoneAccess& access) {
  if (take_like_last(site, access, warp)) return;
  Space space = access.space;
  if (space != Space::shared && space != Space::local) space = outside_shared(site);
  const CostModel* const costs = warp.launch->costs;
  if (costs != nullptr && !site.heard && (site.makes_no_access() || count_later(*costs, site, access, space, warp)))
    return;
  GlobalPrice price;
  if (costs != nullptr) {
    PatternCount written;
    describe(site, written.pattern);
    written.pattern.space = space;
    written.pattern.lanes = access.lanes;
    for_each_lane(access.lanes,
                  [&](int lane) { written.pattern.address[static_cast<std::size_t>(lane)] = access.address[lane]; });
    written.block = warp.block_index;
    written.warp = warp.index;
    price = count_alone(*costs, site, written, access.reached);
  }
  if (!site.heard) return;
  if (site.space == Space::param && space == Space::global) space = Space::param;
  const LaneMask lanes = access.lanes;
  const int first = first_lane(lanes);
  const std::uint64_t base = access.address[first];
  std::int64_t offset[32] = {};
  bool contiguous = true;
  for_each_lane(lanes, [&](int lane) {
    offset[lane] = static_cast<std::int64_t>(access.address[lane] - base);
    contiguous &= offset[lane] == lane * static_cast<std::int64_t>(site.bytes);
  });
  tell(warp, op, site,
       {.base = base, .first = first, .offset = offset, .shape = ++site.serials, .contiguous = contiguous}, lanes,
       space, warp.block_number, price.turns);
}

// A load asks for the sectors that a global one would (tests/hardware/h200/facts/cluster_accesses.tsv).
void note_cluster_access(Warp& warp, const Op* op, AccessSite& site, Shape& shape, std::uint64_t base,
                         const std::uint64_t named[32]) {
  if (warp.launch->costs != nullptr) count_sectors(*warp.launch->costs, site, shape, base, Space::global);
  if (!site.heard) return;
  for (LaneMask rest = shape.lanes; rest != 0;) {
    const std::uint64_t owner = owner_of(warp, named[first_lane(rest)]);
    LaneMask lanes = 0;
    for_each_lane(rest, [&](int lane) {
      if (owner_of(warp, named[lane]) == owner) lanes |= lane_bit(lane);
    });
    tell(warp, op, site, lanes_of(shape, base), lanes, Space::shared, owner, 0);
    rest &= ~lanes;
  }
}

void note_run(Warp& warp, const Op* op, int lane, const RunOfBytes& run) {
  if (!hears(warp, interest_in(run.space))) return;
  static constexpr std::int64_t kNoOffset[32] = {};
  AccessEvent event;
  event.at = where(warp, op, lane_bit(lane));
  event.direction = run.direction;
  event.via = run.via;
  event.kind = run.direction == Direction::read    ? AccessKind::load
               : run.direction == Direction::write ? AccessKind::store
                                                   : AccessKind::atomic_loop;
  event.space = run.space;
  event.bytes = static_cast<std::uint32_t>(run.size);
  event.owner = owner_of(warp, run.space == Space::shared ? run.address : 0);
  event.base = run.space == Space::shared ? run.address & ~kClusterMask : run.address;
  event.offset = kNoOffset;
  warp.audience->tell(event);
}

void note_tensor(const Warp& warp, const Op* op, LaneMask lanes, std::optional<std::uint32_t> rank, TensorEvent event) {
  if (!hears(warp, Interest::tensor)) return;
  event.at = where(warp, op, lanes);
  event.owner = owner_of(warp, rank ? mapped_to(0, *rank) : 0);
  warp.audience->tell(event);
}

void note_sync(const Warp& warp, const Op* op, LaneMask lanes, SyncEvent&& event) {
  if (!hears(warp, Interest::sync)) return;
  event.at = where(warp, op, lanes);
  if (op != nullptr) {
    const Effects& effects = warp.launch->program->facts[op->pc].effects;
    event.order = effects.order;
    event.scope = effects.scope;
  }
  warp.audience->tell(event);
}

void tell_gathered(Warp& warp, const Op* op, LaneMask lanes, LaneMask members) {
  note_sync(warp, op, lanes, {.what = Sync::warp_gather, .members = members});
}

void tell_stray_shuffle(Warp& warp, const Op* op, LaneMask lanes, LaneMask sources) {
  note_sync(warp, op, lanes, {.what = Sync::stray_shuffle, .members = sources});
}

void note_fence(Warp& warp, const Op* op, LaneMask lanes) {
  const Fence fence = warp.launch->program->facts[op->pc].effects.fence;
  if (fence != Fence::none) note_sync(warp, op, lanes, {.what = Sync::fence, .fence = fence});
}

void note_flow(Warp& warp, const Op* op, LaneMask lanes, FlowEvent event) {
  if (!hears(warp, interest_in(event.what))) return;
  event.at = where(warp, op, lanes);
  warp.audience->tell(event);
}

void note_block_end(Warp& warp, const Op* op, LaneMask lanes, bool divergent, bool guarded) {
  if (warp.heard_counts != nullptr) {
    warp.heard_counts[op->site].add(warp.active, divergent);
    if (guarded) warp.guard_counts[op->pc] += static_cast<std::uint64_t>(lane_count(lanes));
  }
  if (warp.launch->program->multiplies_beside)
    note_flow(warp, op, warp.active, {.what = Flow::passed, .passed = op->site});
  if (!hears(warp, Interest::flow) || warp.launch->program->facts[op->pc].kind != OpKind::branch) return;
  note_flow(warp, op, warp.active, {.what = Flow::branch, .taken = lanes, .divergent = divergent});
}

}  // namespace warpglass::sim
