#include "analysis/race_clocks.hpp"

#include <bit>
#include <utility>

namespace warpglass::analysis {
namespace {

using sim::Direction;
using sim::Sync;

/// Lets others know what the warp has done so far.
void tell(Knowledge& others, WarpClock& warp, const sim::Where& at) {
  others.learn(warp.known);
  others.learn({at.block, at.warp}, warp.clock++);
}

/// Learns what others, or lanes of the warp itself, have told.
void hear(WarpClock& warp, const sim::Where& at, const Knowledge& others) {
  warp.known.learn(others);
  warp.lanes.learn(at.lanes, others.of({at.block, at.warp}));
}

void hear_pending(WarpClock& warp, const sim::Where& at) {
  if (warp.pending) hear(warp, at, *std::exchange(warp.pending, std::nullopt));
}

void fence(WarpClock& warp, const sim::Where& at) {
  hear_pending(warp, at);
  warp.fenced = warp.known;
  warp.fenced->learn({at.block, at.warp}, warp.clock++);
}

}  // namespace

std::uint64_t RaceClocks::cluster_of(std::uint64_t block) const {
  if (!has_clusters()) return block;
  const Dim3 at = index_at(block, grid_extent_);
  const Dim3& size = cluster_extent_;
  return number_of({at.x / size.x, at.y / size.y, at.z / size.z},
                   {grid_extent_.x / size.x, grid_extent_.y / size.y, grid_extent_.z / size.z});
}

BlockClocks& RaceClocks::block_of(std::uint64_t number) {
  if (last_ == nullptr || number != last_number_) {
    const auto [found, fresh] = blocks_.try_emplace(number);
    if (fresh) {
      found->second.cluster = cluster_of(number);
      ++clusters_[found->second.cluster].blocks;
    }
    last_ = &found->second;
    last_number_ = number;
  }
  return *last_;
}

WarpClock& RaceClocks::warp_of(BlockClocks& block, const sim::Where& at) {
  std::unique_ptr<WarpClock>& warp = block.warps[at.warp];
  if (warp == nullptr) warp = std::make_unique<WarpClock>(at.block);
  return *warp;
}

Knowledge& RaceClocks::words_of(std::uint64_t owner, std::uint64_t address) {
  return block_of(owner).words.try_emplace(address & ~sim::kClusterMask, Knowledge(owner)).first->second;
}

void RaceClocks::end(std::uint64_t number) {
  const auto block = blocks_.find(number);
  if (block == blocks_.end()) return;
  const auto cluster = clusters_.find(block->second.cluster);
  if (--cluster->second.blocks == 0) clusters_.erase(cluster);
  blocks_.erase(block);
  last_ = nullptr;
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
    case Sync::warp_barrier: warp.lanes.meet(at.lanes, warp.clock++); break;
    case Sync::fence: fence(warp, at); break;
    case Sync::mbarrier_arrive:
    case Sync::async_arrive: tell(words_of(event.owner, event.address), warp, at); break;
    case Sync::mbarrier_test:
      if (event.complete != 0) hear(warp, at, words_of(event.owner, event.address));
      break;
    case Sync::cluster_arrive: tell(clusters_[block.cluster].known, warp, at); break;
    case Sync::cluster_wait: {
      Cluster& cluster = clusters_[block.cluster];
      hear(warp, at, cluster.known);
      cluster.waiting.push_back({at.block, at.warp});
      break;
    }
    case Sync::grid_arrive: tell(grid_, warp, at); break;
    case Sync::grid_test: hear(warp, at, grid_); break;
    case Sync::warp_gather:
    case Sync::mbarrier_init:
    case Sync::mbarrier_invalidate:
    case Sync::mbarrier_expect:
    case Sync::mbarrier_complete:
    case Sync::async_commit:
    case Sync::async_wait:
    case Sync::cluster_release: break;
  }
  return false;
}

bool RaceClocks::tell_and_learn(const sim::AccessEvent& event) {
  BlockClocks& block = block_of(event.at.block);
  WarpClock& warp = warp_of(block, event.at);
  const bool writes = event.direction != Direction::read;
  const bool reads = event.direction != Direction::write;
  const bool says = writes && (releases(event.order) || warp.fenced);
  Words& words = event.space == sim::Space::shared ? block.words : words_;
  if (!says && words.empty()) return false;
  bool told = false;
  for_each_lane(event.at.lanes, [&](int lane) {
    const std::uint64_t address = event.address(lane);
    auto word = words.find(address);
    if (reads && word != words.end()) {
      if (acquires(event.order)) {
        hear(warp, event.at, word->second);
      } else {
        if (!warp.pending) warp.pending.emplace(event.at.block);
        warp.pending->learn(word->second);
      }
    }
    if (!says) return;
    if (word == words.end()) word = words.try_emplace(address, Knowledge(kNobody)).first;
    if (warp.fenced) word->second.learn(*warp.fenced);
    if (!releases(event.order)) return;
    word->second.learn(warp.known);
    word->second.learn({event.at.block, event.at.warp}, warp.clock);
    told = true;
  });
  if (told) ++warp.clock;
  return true;
}

void RaceClocks::come(BlockClocks& block, WarpClock& warp, const sim::SyncEvent& event) {
  // A barrier makes known what strong reads have brought, as a fence does.
  hear_pending(warp, event.at);
  BlockBarrier& barrier = block.barriers[event.number % block.barriers.size()];
  if (!barrier.known) barrier.known.emplace(event.at.block);
  tell(*barrier.known, warp, event.at);
  barrier.of_all = barrier.of_all && event.threads == 0;
  if (event.what == Sync::barrier_wait) barrier.waiting |= 1u << event.at.warp;
}

bool RaceClocks::release(BlockClocks& block, std::uint64_t number, std::uint32_t which) {
  BlockBarrier& barrier = block.barriers[which % block.barriers.size()];
  if (!barrier.known) return false;
  for (std::uint32_t waiting = barrier.waiting; waiting != 0; waiting &= waiting - 1) {
    const auto w = static_cast<std::uint32_t>(std::countr_zero(waiting));
    WarpClock& warp = warp_of(block, {.block = number, .warp = w});
    warp.known.learn(*barrier.known);
    warp.lanes.meet(kFullMask, warp.clock++);
  }
  // Those that have exited have not come, and nobody knows of what they did.
  bool all = barrier.of_all;
  for (std::uint32_t w = 0; w < kWarpsPerBlock; ++w)
    all = all && (block.warps[w] == nullptr || (barrier.waiting >> w & 1) != 0);
  barrier = {};
  return all;
}

void RaceClocks::release_cluster(std::uint64_t number) {
  Cluster& cluster = clusters_[number];
  for (const WarpName& name : cluster.waiting) {
    const auto block = blocks_.find(name.block);
    if (block == blocks_.end() || block->second.warps[name.warp] == nullptr) continue;
    WarpClock& warp = *block->second.warps[name.warp];
    warp.known.learn(cluster.known);
    warp.lanes.meet(kFullMask, warp.clock++);
  }
  cluster.waiting.clear();
}

}  // namespace warpglass::analysis
