#include "analysis/race_clocks.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/block.hpp"

namespace warpglass::analysis {
namespace {

using sim::Direction;
using sim::Sync;

// Words at which something is said without a fence, of which it is remembered what would have been known with one.
constexpr std::size_t kUntoldWords = 4096;

void learn(std::optional<Knowledge>& known, const sim::Where& at, const Knowledge& other) {
  if (!known) known.emplace(at.block);
  known->learn(other);
}

/// What lanes of the warp can let others know: of others, and of the warp itself.
void say(Knowledge& to, const WarpClock& warp, const sim::Where& at) {
  to.learn(warp.known);
  if (warp.some_know && (warp.some & at.lanes) != 0) to.learn(*warp.some_know);
  to.learn({at.block, at.warp}, warp.lanes.seen_by(at.lanes, warp.clock));
}

/// Lets others know what the lanes have done so far.
void tell(Knowledge& others, WarpClock& warp, const sim::Where& at) {
  say(others, warp, at);
  ++warp.clock;
}

/// Lanes learn what others, or lanes of the warp itself, have told.
void hear(WarpClock& warp, const sim::Where& at, const Knowledge& others) {
  if (at.lanes == kFullMask) {
    warp.known.learn(others);
  } else {
    warp.some |= at.lanes;
    learn(warp.some_know, at, others);
  }
  warp.lanes.learn(at.lanes, others.of({at.block, at.warp}));
}

/// Lanes have come together: what one of them knows all of them do.
void meet(WarpClock& warp, LaneMask lanes) {
  warp.lanes.meet(lanes, warp.clock++);
  if ((warp.guessing & lanes) != 0) warp.guessing |= lanes;
  if ((warp.outside & lanes) != 0) warp.outside |= lanes;
  if ((warp.some & lanes) == 0) return;
  if (lanes == kFullMask) {
    warp.known.learn(*std::exchange(warp.some_know, std::nullopt));
    warp.some = 0;
  } else {
    warp.some |= lanes;
  }
}

constexpr std::size_t index(Reach reach) { return static_cast<std::size_t>(reach); }

void hear_what_was_read(WarpClock& warp, const sim::Where& at, Reach reach) {
  if ((warp.reading & at.lanes) == 0) return;
  sim::Where readers = at;
  readers.lanes &= warp.reading;
  for (std::size_t r = 0; r <= index(reach); ++r) {
    if (warp.read[r]) hear(warp, readers, *std::exchange(warp.read[r], std::nullopt));
  }
  if (std::ranges::none_of(warp.read, [](const auto& rest) { return rest.has_value(); })) warp.reading = 0;
}

/// Of what was fenced, what lanes can say: of each lane of the warp what they know and was fenced.
Seen own_of(const Seen& fenced, const WarpClock& warp, LaneMask lanes) {
  const Clock limit = std::max(fenced.all, fenced.some);
  const Seen known = warp.lanes.seen_by(lanes, limit);
  Seen own{.all = std::min(known.all, limit)};
  own.learn({.all = own.all, .some = std::min(known.some, fenced.all), .lanes = known.lanes & ~fenced.lanes});
  own.learn({.all = own.all, .some = known.some, .lanes = known.lanes & fenced.lanes});
  return own;
}

/// The first of some lanes, and those behind it that access the same word.
LaneMask first_of_one_word(const sim::AccessEvent& event, LaneMask lanes) {
  const std::uint64_t address = event.address(std::countr_zero(lanes));
  LaneMask same = 0;
  for (; lanes != 0 && event.address(std::countr_zero(lanes)) == address; lanes &= lanes - 1)
    same |= lanes & (~lanes + 1);
  return same;
}

}  // namespace

bool WarpClock::knows(int lane, const WarpName& other, int of, Clock at) const {
  if (at <= known.of(other).of(of)) return true;
  return some_know && (some & lane_bit(lane)) != 0 && at <= some_know->of(other).of(of);
}

Lack WarpClock::lack(int lane, const WarpName& other, int of, Clock at) const {
  const auto in = [&](const std::optional<Knowledge>& told) { return told && at <= told->of(other).of(of); };
  const bool has_read = (reading & lane_bit(lane)) != 0 && std::ranges::any_of(read, in);
  if (has_read) return Lack::fence;
  if ((outside & lane_bit(lane)) != 0 && in(scoped)) return Lack::scope;
  return (guessing & lane_bit(lane)) != 0 && in(untold) ? Lack::fence : Lack::order;
}

/// A block that is its cluster's only one has nobody else in it.
Reach RaceClocks::reach_of(sim::Scope scope) const {
  if (scope == sim::Scope::cluster) return has_clusters() ? Reach::cluster : Reach::block;
  return scope == sim::Scope::cta ? Reach::block : Reach::all;
}

std::uint64_t RaceClocks::cluster_of(std::uint64_t block) const {
  if (!has_clusters()) return block;
  const Dim3 at = index_at(block, grid_extent_);
  const Dim3& size = cluster_extent_;
  return number_of({at.x / size.x, at.y / size.y, at.z / size.z},
                   {grid_extent_.x / size.x, grid_extent_.y / size.y, grid_extent_.z / size.z});
}

void RaceClocks::fence(WarpClock& warp, const sim::SyncEvent& event) const {
  const sim::Where& at = event.at;
  const Reach reach = reach_of(event.scope);
  hear_what_was_read(warp, at, reach);
  Fenced now{.own = warp.lanes.seen_by(at.lanes, warp.clock), .known = warp.known, .clock = warp.clock};
  if (warp.some_know && (warp.some & at.lanes) != 0) now.known.learn(*warp.some_know);
  ++warp.clock;
  const auto set = [&](Reach so_far) {
    std::optional<Fenced>& last = warp.fences[index(so_far)];
    Fenced next = now;
    // Other lanes may have fenced before.
    if (last && at.lanes != kFullMask) {
      next.known.learn(last->known);
      next.own.learn(last->own);
    }
    last = std::move(next);
  };
  if (reach == Reach::all) set(Reach::all);
  if (reach != Reach::block && has_clusters()) set(Reach::cluster);
  set(Reach::block);
}

void BlockBarrier::open() {
  known.reset();
  for (std::optional<Knowledge>& rest : fenced) rest.reset();
  untold.reset();
  scoped.reset();
  waiting = 0;
  of_all = true;
}

BlockClocks& RaceClocks::find_block(std::uint64_t number) {
  const auto [found, fresh] = blocks_.try_emplace(number);
  if (fresh) {
    found->second.cluster = cluster_of(number);
    ++clusters_[found->second.cluster].blocks;
  }
  last_ = &found->second;
  last_number_ = number;
  return *last_;
}

WarpClock& RaceClocks::begin_warp(BlockClocks& block, const sim::Where& at) {
  std::unique_ptr<WarpClock>& warp = block.warps[at.warp];
  block.acted |= 1u << at.warp;
  if (spare_.empty()) {
    warp = std::make_unique<WarpClock>(at.block);
  } else {
    warp = std::move(spare_.back());
    spare_.pop_back();
    *warp = WarpClock(at.block);
  }
  return *warp;
}

void RaceClocks::acted(std::uint64_t block, std::uint32_t warps) {
  BlockClocks& clocks = block_of(block);
  for (warps &= ~clocks.acted; warps != 0; warps &= warps - 1)
    begin_warp(clocks, {.block = block, .warp = static_cast<std::uint32_t>(std::countr_zero(warps))});
}

void RaceClocks::counts_of(std::uint64_t block, std::array<Clock, kWarpsPerBlock>& counts) {
  const BlockClocks& clocks = block_of(block);
  for (std::size_t warp = 0; warp < kWarpsPerBlock; ++warp)
    counts[warp] = clocks.warps[warp] == nullptr ? WarpClock::kFirst : clocks.warps[warp]->clock;
}

Phases& RaceClocks::object_at(std::uint64_t owner, std::uint64_t address) {
  return block_of(owner).objects[address & ~sim::kClusterMask];
}

void RaceClocks::end(std::uint64_t number) {
  const auto block = blocks_.find(number);
  if (block == blocks_.end()) return;
  const auto cluster = clusters_.find(block->second.cluster);
  if (--cluster->second.blocks == 0) clusters_.erase(cluster);
  for (std::unique_ptr<WarpClock>& warp : block->second.warps)
    if (warp != nullptr) spare_.push_back(std::move(warp));
  blocks_.erase(block);
  last_ = nullptr;
}

void Phases::complete() {
  ++count;
  if (object != 0) now.learn(CopyGroups::name_of(object), {.all = count});
  done = now;
}

std::uint32_t RaceClocks::open_group(ApartQueue& apart) {
  if (apart.open == 0) apart.open = copies_.open();
  return apart.open;
}

/// Each commit is of all the thread's products before it, those of other commits too (PTX ISA, tcgen05.commit).
void RaceClocks::commit_apart(ApartQueue& apart, Phases& told) {
  if (apart.object == 0) apart.object = copies_.object();
  if (apart.open != 0) copies_.tell(std::exchange(apart.open, 0), apart.object, ++apart.committed);
  told.now.learn(CopyGroups::name_of(apart.object), {.all = apart.committed});
}

std::uint32_t RaceClocks::group_of(const sim::TensorEvent& event) {
  WarpClock& warp = warp_of(event.at);
  switch (event.use) {
    case sim::TensorUse::load: return warp.tensor_loads.join(copies_);
    case sim::TensorUse::store: return warp.tensor_stores.join(copies_);
    case sim::TensorUse::product:
    case sim::TensorUse::copy: break;
  }
  return open_group(warp.apart);
}

std::uint32_t RaceClocks::copy_of(const sim::AccessEvent& event) {
  if (event.via == sim::Via::async_copy) return warp_of(event.at).copies.join(copies_);
  if (event.via == sim::Via::matrix) {
    std::uint32_t& open = warp_of(event.at).products.open;
    if (open == 0) open = copies_.open();
    return open;
  }
  if (event.via != sim::Via::bulk_copy && event.via != sim::Via::async_store) return 0;
  WarpClock& warp = warp_of(event.at);
  const sim::Does does = facts_[event.at.pc].effects.does;
  if (does == sim::Does::multiplies_apart || does == sim::Does::copies_apart) return open_group(warp.apart);
  // What is copied to global memory is waited for by groups; what comes from there, or goes to another block, is told
  // to a barrier object.
  if (facts_[event.at.pc].effects.writes.has(sim::Space::global)) return warp.bulk_copies.join(copies_);
  if (warp.told_copies == 0) warp.told_copies = copies_.open();
  return warp.told_copies;
}

void RaceClocks::commit(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event) {
  // A group may have no copies; it counts all the same.
  switch (event.group) {
    case sim::AsyncGroup::copies: return warp.copies.commit();
    case sim::AsyncGroup::bulk_copies: return warp.bulk_copies.commit();
    case sim::AsyncGroup::tensor_loads:
    case sim::AsyncGroup::tensor_stores: return;
    case sim::AsyncGroup::products: break;
  }
  ++warp.products.committed;
  if (warp.products.open == 0) return;
  std::uint32_t& object = block.products[event.at.warp / sim::kWarpsInGroup];
  if (object == 0) object = copies_.object();
  copies_.commit_products(std::exchange(warp.products.open, 0), object, warp.products.committed);
}

void RaceClocks::wait(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event) {
  switch (event.group) {
    case sim::AsyncGroup::copies: return warp.copies.wait(copies_, event.count, event.all, warp.clock);
    case sim::AsyncGroup::bulk_copies: return warp.bulk_copies.wait(copies_, event.count, event.all, warp.clock);
    case sim::AsyncGroup::tensor_loads: return warp.tensor_loads.wait(copies_, 0, true, warp.clock);
    case sim::AsyncGroup::tensor_stores: return warp.tensor_stores.wait(copies_, 0, true, warp.clock);
    case sim::AsyncGroup::products: break;
  }
  const std::uint32_t object = block.products[event.at.warp / sim::kWarpsInGroup];
  if (object == 0 || warp.products.committed <= event.count) return;
  const Clock done = warp.products.committed - event.count;
  warp.known.learn(CopyGroups::name_of(object), {.all = done});
  copies_.heard(object, done);
}

bool RaceClocks::synchronise(const sim::SyncEvent& event) {
  const sim::Where& at = event.at;
  if (event.what == Sync::cluster_release) {
    release_cluster(cluster_of(at.block));
    return false;
  }
  BlockClocks& block = block_of(at.block);
  WarpClock& warp = warp_of(block, at);
  switch (event.what) {
    case Sync::barrier_arrive:
    case Sync::barrier_wait: come(block, warp, event); break;
    case Sync::barrier_release: return release(block, at.block, event.number);
    case Sync::warp_barrier: meet(warp, at.lanes); break;
    case Sync::fence: fence(warp, event); break;
    case Sync::mbarrier_arrive:
    case Sync::async_arrive: {
      Phases& object = object_at(event.owner, event.address);
      // The object is told when the copies are done: who waits for it waits for them.
      if (event.what == Sync::async_arrive) warp.copies.wait(copies_, 0, true, warp.clock);
      if (event.order != sim::Order::relaxed) tell(object.now, warp, at);
      if (event.completes) object.complete();
      break;
    }
    case Sync::mbarrier_complete: {
      Phases& object = object_at(event.owner, event.address);
      if (event.count == 0) {
        commit_apart(warp.apart, object);
      } else if (warp.told_copies != 0 && event.all) {
        copies_.end(std::exchange(warp.told_copies, 0), warp.clock);
      } else if (warp.told_copies != 0) {
        if (object.object == 0) object.object = copies_.object();
        copies_.tell(std::exchange(warp.told_copies, 0), object.object, object.count + 1);
      }
      if (event.completes) object.complete();
      break;
    }
    case Sync::mbarrier_test:
      if (event.complete != 0 && event.order != sim::Order::relaxed) {
        const Phases& object = object_at(event.owner, event.address);
        sim::Where those = at;
        those.lanes = event.complete;
        hear(warp, those, object.done);
        if (object.object != 0) copies_.heard(object.object, object.count);
      }
      break;
    case Sync::cluster_arrive:
      if (event.order != sim::Order::relaxed) tell(clusters_[block.cluster].phases.now, warp, at);
      break;
    case Sync::cluster_wait: {
      Cluster& cluster = clusters_[block.cluster];
      hear(warp, at, cluster.phases.done);
      cluster.waiting.push_back({at.block, at.warp});
      break;
    }
    case Sync::grid_arrive:
      tell(grid_.now, warp, at);
      if (++grid_arrivals_ % grid_extent_.volume() == 0) grid_.done = grid_.now;
      break;
    case Sync::grid_test: hear(warp, at, grid_.done); break;
    case Sync::async_commit: commit(block, warp, event); break;
    case Sync::async_wait: wait(block, warp, event); break;
    case Sync::warp_gather:
    case Sync::stray_shuffle:
    case Sync::mbarrier_init:
    case Sync::mbarrier_invalidate:
    case Sync::mbarrier_expect:
    case Sync::nested_launch:
    case Sync::cluster_release: break;
  }
  return false;
}

Knowledge RaceClocks::launch_from(const sim::Where& at) {
  Knowledge known(at.block);
  tell(known, warp_of(at), at);
  return known;
}

bool RaceClocks::tell_and_learn(const sim::AccessEvent& event) {
  BlockClocks& block = block_of(event.at.block);
  WarpClock& warp = warp_of(block, event.at);
  const bool writes = event.direction != Direction::read;
  const bool reads = gets_value(event);
  const bool says = writes && (releases(event.order) || warp.fences[index(Reach::block)]);
  Words& words = event.space == sim::Space::shared ? block_of(event.owner).words : words_;
  // Who signals without a fence, or behind one that came too early, is one thread; a warp that counts is not.
  const bool signals =
      writes && !releases(event.order) && lane_count(event.at.lanes) == 1 && words.size() < kUntoldWords;
  if (!says && !signals && words.empty()) return false;
  bool learnt = false;
  for (LaneMask rest = event.at.lanes; rest != 0;) {
    sim::Where at = event.at;
    // Lanes that say nothing learn together what a word says.
    at.lanes = says ? lane_bit(std::countr_zero(rest)) : first_of_one_word(event, rest);
    const std::uint64_t address = event.address(std::countr_zero(rest));
    rest &= ~at.lanes;
    // Barriers of the grid are heard as what they synchronise: their words, in phases, may tell of the next one.
    if (event.space == sim::Space::global && address - grid_workspace_ < sim::kGridWorkspaceBytes) continue;
    auto word = words.find(address);
    if (reads && word != words.end()) {
      learn_from(word->second, warp, at, event);
      learnt = learnt || word->second.all.has_value();
    }
    // Only a read and a write in one step hand on what was said before (PTX ISA, Observation Order).
    if (event.direction == Direction::write && word != words.end()) {
      words.erase(word);
      word = words.end();
    }
    if (!says && !signals) continue;
    if (word == words.end()) word = words.try_emplace(address).first;
    Told& told = word->second;
    if (says) tell_at(told, warp, at, event);
    if (!signals) continue;
    if (!told.untold) told.untold.emplace(kNobody);
    say(*told.untold, warp, at);
  }
  if (says && releases(event.order)) ++warp.clock;
  return says || learnt;
}

Told::Part& Told::part_of(Parts& parts, std::uint64_t name) {
  const auto found = std::ranges::find(parts.rbegin(), parts.rend(), name, &Part::name);
  if (found != parts.rend()) return *found;
  if (parts.size() == kMostParts) parts.erase(parts.begin());
  return parts.emplace_back(Part{.name = name});
}

void RaceClocks::tell_at(Told& told, WarpClock& warp, const sim::Where& at, const sim::AccessEvent& event) const {
  if (!told.all) told.all.emplace(kNobody);
  const auto say_to = [&](Reach reach, Knowledge& to) {
    if (const std::optional<Fenced>& fenced = warp.fences[index(reach)]) {
      to.learn(fenced->known);
      to.learn({at.block, at.warp}, own_of(fenced->own, warp, at.lanes));
    }
    if (releases(event.order)) say(to, warp, at);
  };
  const Reach reach = reach_of(event.scope);
  const auto say_to_part = [&](Reach to, Told::Part& part) {
    say_to(to, part.known);
    const auto clock_of = [&](Reach of) { return warp.fences[index(of)] ? warp.fences[index(of)]->clock : 0; };
    part.more = part.more || reach != Reach::all || clock_of(to) != clock_of(Reach::all);
  };
  say_to_part(Reach::block, Told::part_of(told.blocks, at.block));
  if (reach >= Reach::cluster && has_clusters())
    say_to_part(Reach::cluster, Told::part_of(told.clusters, cluster_of(at.block)));
  if (reach == Reach::all) say_to(Reach::all, *told.all);
}

void RaceClocks::learn_from(const Told& told, WarpClock& warp, const sim::Where& at,
                            const sim::AccessEvent& event) const {
  if (told.untold) {
    warp.guessing |= at.lanes;
    learn(warp.untold, at, *told.untold);
  }
  if (!told.all) return;
  const auto learn_said = [&](Reach from, bool heard, const Knowledge& said) {
    if (!heard) {
      warp.outside |= at.lanes;
      learn(warp.scoped, at, said);
    } else if (acquires(event.order)) {
      hear(warp, at, said);
    } else {
      warp.reading |= at.lanes;
      learn(warp.read[index(from)], at, said);
    }
  };
  // Each side has to include the other. What is said to a block is heard there with any scope.
  const Reach reach = reach_of(event.scope);
  const auto learn_part = [&](Reach from, bool heard, const Told::Part& part) {
    if (heard || part.more) learn_said(from, heard, part.known);
  };
  for (const Told::Part& part : told.blocks) learn_part(Reach::block, part.name == at.block, part);
  for (const Told::Part& part : told.clusters)
    learn_part(Reach::cluster, reach >= Reach::cluster && part.name == cluster_of(at.block), part);
  learn_said(Reach::all, reach == Reach::all, *told.all);
}

void RaceClocks::come(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event) {
  // A barrier makes known what strong reads have brought, as a fence does.
  hear_what_was_read(warp, event.at, Reach::all);
  BlockBarrier& barrier = block.barriers[event.number % block.barriers.size()];
  if (!barrier.known) barrier.known.emplace(event.at.block);
  tell(*barrier.known, warp, event.at);
  // All fence, all come together, one says so: on every chip that is enough.
  for (const Reach reach : {Reach::cluster, Reach::all}) {
    const std::optional<Fenced>& fenced = warp.fences[index(reach)];
    if (!fenced) continue;
    std::optional<Knowledge>& of_all = barrier.fenced[index(reach)];
    learn(of_all, event.at, fenced->known);
    of_all->learn({event.at.block, event.at.warp}, fenced->own);
  }
  if (warp.untold) learn(barrier.untold, event.at, *warp.untold);
  if (warp.scoped) learn(barrier.scoped, event.at, *warp.scoped);
  barrier.of_all = barrier.of_all && event.threads == 0;
  if (event.what != Sync::barrier_wait) return;
  const std::uint32_t bit = 1u << event.at.warp;
  LaneMask& lanes = barrier.lanes[event.at.warp];
  lanes = ((barrier.waiting & bit) != 0 ? lanes : 0) | event.at.lanes;
  barrier.waiting |= bit;
}

bool RaceClocks::release(BlockClocks& block, std::uint64_t number, std::uint32_t which) {
  BlockBarrier& barrier = block.barriers[which % block.barriers.size()];
  if (!barrier.known) return false;
  // Those that have exited have not come, and nobody knows of what they did.
  bool all = barrier.of_all && (block.acted & ~barrier.waiting) == 0;
  for (std::uint32_t waiting = barrier.waiting; waiting != 0; waiting &= waiting - 1) {
    const auto w = static_cast<std::uint32_t>(std::countr_zero(waiting));
    WarpClock& warp = warp_of(block, {.block = number, .warp = w});
    warp.known.learn(*barrier.known);
    const bool all_lanes = (lanes_of(w) & ~barrier.lanes[w]) == 0;
    all = all && all_lanes;
    meet(warp, all_lanes ? kFullMask : barrier.lanes[w]);
    if (barrier.untold) {
      warp.guessing = kFullMask;
      learn(warp.untold, {.block = number}, *barrier.untold);
    }
    if (barrier.scoped) {
      warp.outside = kFullMask;
      learn(warp.scoped, {.block = number}, *barrier.scoped);
    }
    for (const Reach reach : {Reach::cluster, Reach::all}) {
      const std::optional<Knowledge>& fenced = barrier.fenced[index(reach)];
      if (!fenced || !warp.fences[index(reach)]) continue;
      warp.fences[index(reach)]->known.learn(*fenced);
      warp.fences[index(Reach::block)]->known.learn(*fenced);
    }
  }
  barrier.open();
  return all;
}

void RaceClocks::release_cluster(std::uint64_t number) {
  Cluster& cluster = clusters_[number];
  cluster.phases.done = cluster.phases.now;
  for (const WarpName& name : cluster.waiting) {
    const auto block = blocks_.find(name.block);
    if (block == blocks_.end() || block->second.warps[name.warp] == nullptr) continue;
    WarpClock& warp = *block->second.warps[name.warp];
    warp.known.learn(cluster.phases.done);
    meet(warp, kFullMask);
  }
  cluster.waiting.clear();
}

}  // namespace warpglass::analysis
