#include "sim/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/block_order.hpp"
#include "sim/divergence.hpp"
#include "sim/note.hpp"

namespace warpglass::sim {
namespace {

std::uint32_t sm_of(std::uint64_t block, const LaunchRequest& request) {
  return static_cast<std::uint32_t>(sm_of_block(block, request.grid.volume(), request.sm_count));
}

}  // namespace

Cluster::Cluster(const LaunchRequest& request, Worker& worker, std::uint64_t params_address)
    : request_(request), members_(request.cluster.volume()) {
  for (std::uint32_t rank = 0; rank < size(); ++rank)
    members_[rank].block = std::make_unique<Block>(request, worker, params_address, *this, rank);
}

Dim3 Cluster::index_of(std::uint64_t rank) const {
  const Dim3 cluster = index_at(number_, clusters_of(request_));
  const Dim3 within = index_at(rank, request_.cluster);
  const Dim3& size = request_.cluster;
  return {cluster.x * size.x + within.x, cluster.y * size.y + within.y, cluster.z * size.z + within.z};
}

void Cluster::start(std::uint64_t number) {
  number_ = number;
  open_ = false;
  if (request_.seed != 0 && size() > 1) {
    // Not the numbers of one of its blocks.
    schedule_.emplace(request_.seed, request_.grid_id, ~number);
    order_.resize(size());
    std::iota(order_.begin(), order_.end(), 0u);
  }
  for (std::uint32_t rank = 0; rank < size(); ++rank) {
    Member& member = members_[rank];
    member.ended = member.waiting = false;
    member.block->start(index_of(rank), sm_of(number * size() + rank, request_));
  }
}

Block::Status Cluster::run() {
  bool moved = false;
  bool all_ended = true;
  if (schedule_) schedule_->shuffle(std::span(order_));
  for (std::size_t turn = 0; turn < members_.size(); ++turn) {
    Member& member = members_[order_.empty() ? turn : order_[turn]];
    if (member.ended) continue;
    const Block::Status status = member.block->run();
    member.waiting = status == Block::Status::waiting;
    moved |= !member.waiting;
    if (status == Block::Status::faulted) return status;
    member.ended = status == Block::Status::finished;
    all_ended &= member.ended;
  }
  if (all_ended) return Block::Status::finished;
  if (moved) return Block::Status::yielded;
  note_standstill();
  return Block::Status::faulted;
}

void Cluster::expect_no_change() {
  for (Member& member : members_)
    if (!member.ended) member.block->expect_no_change();
}

bool Cluster::stands_still(std::uint64_t turns) const {
  return std::all_of(members_.begin(), members_.end(), [&](const Member& member) {
    return member.ended || member.waiting || member.block->unchanged_turns() >= turns;
  });
}

void Cluster::note_standstill() {
  for (Member& member : members_) {
    if (member.ended || member.waiting) continue;
    return member.block->note_standstill();
  }
  for (Member& member : members_) {
    if (!member.ended) return member.block->note_deadlock();
  }
}

const std::vector<Fault>& Cluster::faults() const {
  for (const Member& member : members_) {
    if (!member.block->faults().empty()) return member.block->faults();
  }
  return members_.front().block->faults();
}

const Block* Cluster::running(std::uint64_t rank) const {
  return rank < members_.size() && !members_[rank].ended ? members_[rank].block.get() : nullptr;
}

void Cluster::settle() {
  if (!open_) return;
  for (const Member& member : members_) {
    if (!member.block->has_all_at_cluster()) return;
  }
  open_ = false;
  for (Member& member : members_) {
    member.waiting = false;  // also of those that have had their turn
    member.block->release_from_cluster();
  }
}

std::string Cluster::arrivals() const {
  std::uint32_t arrived = 0;
  std::uint32_t live = 0;
  for (const Member& member : members_) {
    arrived += member.block->arrived_at_cluster();
    live += member.block->live_threads();
  }
  return fmt::format("{} of {}", arrived, live);
}

// ---- A block's part in the barrier. ----

std::uint32_t Block::live_threads() const {
  std::uint32_t threads = 0;
  for (const Warp& warp : warps_) threads += static_cast<std::uint32_t>(lane_count(warp.live));
  return threads;
}

std::uint32_t Block::arrived_at_cluster() const {
  std::uint32_t threads = 0;
  for (const LaneMask lanes : at_cluster_) threads += static_cast<std::uint32_t>(lane_count(lanes));
  return threads;
}

bool Block::has_all_at_cluster() const {
  return std::all_of(warps_.begin(), warps_.end(),
                     [&](const Warp& warp) { return (warp.live & ~at_cluster_[warp.index]) == 0; });
}

void Block::release_from_cluster() {
  at_cluster_ = {};
  for (Warp& warp : warps_) {
    for (Split& split : warp.parked) {
      if (split.state == Split::State::at_cluster) split.state = Split::State::ready;
    }
  }
  if (hears(warps_.front(), Interest::sync)) note_sync(warps_.front(), nullptr, 0, {.what = Sync::cluster_release});
}

void Block::arrive_at_cluster(Warp& warp, const Op* op) {
  if (const LaneMask again = owes_a_wait_[warp.index] & warp.active; again != 0) {
    Fault fault;
    fault.kind = FaultKind::barrier_divergence;
    fault.message = "the thread arrives at the cluster's barrier again, and has not waited for it since";
    raise(warp, op, again, std::move(fault));
  }
  if (hears(warp, Interest::sync)) note_sync(warp, op, warp.active, {.what = Sync::cluster_arrive});
  owes_a_wait_[warp.index] |= warp.active;
  at_cluster_[warp.index] |= warp.active;
  cluster_.note_arrival();
  cluster_.settle();
}

const Op* Block::wait_for_cluster(Warp& warp, const Op* op, const Op* next) {
  if (const LaneMask early = warp.active & ~owes_a_wait_[warp.index]; early != 0) {
    Fault fault;
    fault.kind = FaultKind::barrier_divergence;
    fault.message = "the thread waits for the cluster's barrier and has not arrived there";
    raise(warp, op, early, std::move(fault));
  }
  if (hears(warp, Interest::sync)) note_sync(warp, op, warp.active, {.what = Sync::cluster_wait});
  owes_a_wait_[warp.index] &= ~warp.active;
  if ((at_cluster_[warp.index] & warp.active) == 0) return next;
  Split& split = park(warp, next);
  split.state = Split::State::at_cluster;
  split.waits_at = op;
  return warp.parked.size() == 1 ? nullptr : resume_any(warp);
}

}  // namespace warpglass::sim
