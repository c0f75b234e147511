// Block barriers, counted by threads as Volta and later count them: a barrier is complete when every thread of the
// block that has not exited has arrived, or, with a thread count, when that many have (a warp counts 32). Before Volta
// any lane that comes brings its whole warp.
#include "sim/barrier.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "sim/block.hpp"
#include "sim/cluster.hpp"
#include "sim/divergence.hpp"
#include "sim/note.hpp"

namespace warpglass::sim {

bool Block::complete(const Barrier& barrier) const {
  if (barrier.expected != 0) return barrier.counted >= barrier.expected;
  for (std::size_t w = warps_.size(); w-- > 0;)
    if ((warps_[w].live & ~barrier.arrived[w]) != 0) return false;
  return true;
}

Barrier& Block::note_arrival(Warp& warp, unsigned number, std::uint32_t threads) {
  if (gate_.waiting != 0) put_down_gate();
  Barrier& barrier = barriers_[number];
  open_barriers_ |= 1u << number;
  barrier.expected = threads;
  const LaneMask arriving = request_.lockstep ? warp.live : warp.active;
  barrier.arrived[warp.index] |= arriving;
  barrier.counted += arriving == warp.live ? 32u : static_cast<std::uint32_t>(lane_count(warp.active));
  return barrier;
}

void Block::close(unsigned number) {
  open_barriers_ &= ~(1u << number);
  // Of all words of `arrived` only those that the block's warps have set: there is a barrier in many an inner loop.
  Barrier& barrier = barriers_[number];
  barrier.expected = barrier.counted = barrier.count_true = barrier.count_all = 0;
  std::fill_n(barrier.arrived.begin(), warps_.size(), LaneMask{0});
}

namespace {

/// Out of the way of those whom nobody hears, where a barrier takes a few nanoseconds.
[[gnu::noinline]] void note_wait(const Warp& warp, const Op* op, unsigned number, std::uint32_t threads) {
  note_sync(warp, op, warp.active,
            {.what = Sync::barrier_wait, .number = number, .threads = threads, .members = warp.live});
}

[[gnu::noinline]] void note_release(const Warp& last, const Op* op, unsigned number) {
  note_sync(last, op, last.active, {.what = Sync::barrier_release, .number = number});
}

}  // namespace

void Block::release(Warp& last, const Op* op, unsigned number) {
  const Barrier& barrier = barriers_[number];
  for (Warp& warp : warps_) {
    for (Split& split : warp.parked) {
      if (split.state != Split::State::at_barrier || split.barrier != number) continue;
      split.state = Split::State::ready;
      if (split.finish != nullptr) {
        std::byte* rows = std::exchange(warp.rows, split.frame->rows);
        split.finish(warp, split.waits_at, split.lanes, barrier.count_true, barrier.count_all);
        warp.rows = rows;
        split.finish = nullptr;
      }
    }
  }
  close(number);
  if (number < kBarriers && hears(last, Interest::sync)) [[unlikely]]
    note_release(last, op, number);
}

const Op* Block::wait(Warp& warp, const Op* op, unsigned number, std::uint32_t threads, LaneMask value, bool reduce,
                      BarrierReduction finish, const Op* next) {
  Barrier& barrier = note_arrival(warp, number, threads);
  if (number < kBarriers && hears(warp, Interest::sync)) [[unlikely]]
    note_wait(warp, op, number, threads);
  if (reduce) {
    barrier.count_true += static_cast<std::uint32_t>(lane_count(value & warp.active));
    barrier.count_all += static_cast<std::uint32_t>(lane_count(warp.active));
  }
  if (complete(barrier)) {
    if (finish != nullptr) finish(warp, op, warp.active, barrier.count_true, barrier.count_all);
    release(warp, op, number);
    return next;
  }
  Split& split = park(warp, next);
  split.state = Split::State::at_barrier;
  split.barrier = static_cast<std::uint8_t>(number);
  split.waits_at = op;
  split.finish = finish;
  return warp.parked.size() == 1 ? nullptr : resume_any(warp);
}

const Op* Block::wait_for_all(Warp& warp, const Op* op, unsigned number, const Op* next) {
  const bool fits = open_barriers_ == 0 && warp.active == warp.live && warp.parked.empty() &&
                    warp.schedule == nullptr && (gate_.waiting == 0 || gate_.number == number);
  if (!fits) return wait(warp, op, number, 0, 0, false, nullptr, next);
  if (hears(warp, Interest::sync)) [[unlikely]]
    note_wait(warp, op, number, 0);
  gate_.number = number;
  if (gate_.expected == 0) {
    for (const Warp& other : warps_) gate_.expected += other.live != 0 ? 1 : 0;
  }
  if (++gate_.waiting == gate_.expected) {
    gate_.waiting = 0;
    ++gate_.openings;
    if (hears(warp, Interest::sync)) [[unlikely]]
      note_release(warp, op, number);
    return next;
  }
  warp.behind_gate = next;
  warp.gated_at = op;
  warp.gate_openings = gate_.openings;
  return nullptr;
}

void Block::put_down_gate() {
  for (Warp& warp : warps_) {
    if (warp.behind_gate == nullptr) continue;
    Split& split = park(warp, std::exchange(warp.behind_gate, nullptr));
    split.barrier = static_cast<std::uint8_t>(gate_.number);
    split.waits_at = warp.gated_at;
    if (warp.gate_openings != gate_.openings) continue;
    split.state = Split::State::at_barrier;
    open_barriers_ |= 1u << gate_.number;
    barriers_[gate_.number].arrived[warp.index] = warp.live;
    barriers_[gate_.number].counted += kWarpSize;
  }
  gate_.waiting = 0;
}

void Block::arrive(Warp& warp, const Op* op, unsigned number, std::uint32_t threads) {
  const Barrier& barrier = note_arrival(warp, number, threads);
  if (hears(warp, Interest::sync))
    note_sync(warp, op, warp.active,
              {.what = Sync::barrier_arrive, .number = number, .threads = threads, .members = warp.live});
  if (complete(barrier)) release(warp, op, number);
}

void Block::lanes_exited(Warp& warp) {
  if (gate_.waiting != 0) put_down_gate();
  gate_.expected = 0;
  for (std::uint32_t open = open_barriers_; open != 0; open &= open - 1) {
    const auto number = static_cast<unsigned>(std::countr_zero(open));
    if (complete(barriers_[number])) release(warp, nullptr, number);
  }
  cluster_.settle();
}

const Op* exit_lanes(Warp& warp, LaneMask lanes, const Op* next) {
  if (hears(warp, Interest::flow)) note_flow(warp, nullptr, lanes, {.what = Flow::exit});
  warp.live &= ~lanes;
  warp.active &= ~lanes;
  withdraw(warp, lanes);
  settle(warp);
  warp.block->lanes_exited(warp);
  return warp.active != 0 ? next : resume_any(warp);
}

const Op* wait_at_barrier(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads, const Op* next) {
  return threads == 0 ? warp.block->wait_for_all(warp, op, barrier, next)
                      : warp.block->wait(warp, op, barrier, threads, 0, false, nullptr, next);
}

const Op* arrive_at_barrier(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads, const Op* next) {
  warp.block->arrive(warp, op, barrier, threads);
  return next;
}

const Op* reduce_at_barrier(Warp& warp, const Op* op, unsigned barrier, std::uint32_t threads, LaneMask value,
                            BarrierReduction finish, const Op* next) {
  return warp.block->wait(warp, op, barrier, threads, value, true, finish, next);
}

const Op* meet_warp_group(Warp& warp, const Op* op, BarrierReduction finish, const Op* next) {
  return warp.block->wait(warp, op, kBarriers + warp.index / kWarpsInGroup, kWarpsInGroup * kWarpSize, 0, false, finish,
                          next);
}

const Op* arrive_at_cluster(Warp& warp, const Op* op, const Op* next) {
  warp.block->arrive_at_cluster(warp, op);
  return next;
}

const Op* wait_for_cluster(Warp& warp, const Op* op, const Op* next) {
  return warp.block->wait_for_cluster(warp, op, next);
}

}  // namespace warpglass::sim
