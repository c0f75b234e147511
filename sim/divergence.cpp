// The bookkeeping of splits: which lanes each open convergence
// barrier still expects, which splits are parked and why, and who goes on when nobody else can.
#include "sim/divergence.hpp"

#include <algorithm>
#include <utility>

#include "sim/note.hpp"
#include "sim/schedule.hpp"

namespace warpglass::sim {
namespace {

const Op* run_split(Warp& warp, const Split& split) {
  warp.active = split.lanes;
  warp.convergence = split.convergence;
  warp.frame = split.frame;
  warp.rows = split.frame->rows;
  return split.pc;
}

std::int32_t open_convergence(Warp& warp, const Op* join) {
  Convergence fresh;
  fresh.at = join;
  fresh.frame = warp.frame;
  fresh.expected = warp.active;
  fresh.parent = warp.convergence;
  const auto free_slot = std::find_if(warp.convergences.begin(), warp.convergences.end(),
                                      [](const Convergence& c) { return c.at == nullptr; });
  if (free_slot != warp.convergences.end()) {
    *free_slot = fresh;
    return static_cast<std::int32_t>(free_slot - warp.convergences.begin());
  }
  warp.convergences.push_back(fresh);
  return static_cast<std::int32_t>(warp.convergences.size()) - 1;
}

/// The convergence barrier for a branch that joins at `join`: the innermost one when it waits there already, so that
/// lanes leaving a loop one after another gather at one place.
std::int32_t convergence_for(Warp& warp, const Op* join) {
  if (join == nullptr) return warp.convergence;
  if (warp.convergence >= 0) {
    const Convergence& innermost = warp.convergences[std::size_t(warp.convergence)];
    if (innermost.at == join && innermost.frame == warp.frame) return warp.convergence;
  }
  return open_convergence(warp, join);
}

/// Lets the lanes that have arrived go on; the barrier is gone when it expects nobody else. They have passed the join
/// op already, so where outer barriers meet at the same op they arrive there directly.
void let_go(Warp& warp, std::size_t index) {
  const Op* pc = warp.convergences[index].at + 1;
  Frame* frame = warp.convergences[index].frame;
  LaneMask lanes = 0;
  std::int32_t convergence = -1;
  for (;;) {
    Convergence& c = warp.convergences[index];
    const Op* at = c.at;
    lanes = std::exchange(c.arrived, 0);
    convergence = c.parent;
    c.expected &= ~lanes;
    if (c.expected == 0) c.at = nullptr;
    if (c.parent < 0) break;
    index = std::size_t(c.parent);
    Convergence& outer = warp.convergences[index];
    if (outer.at != at || outer.frame != frame) break;
    outer.arrived |= lanes;
    if (outer.arrived != outer.expected) return;
  }
  Split& split = park(warp, pc);
  split.lanes = lanes;
  split.convergence = convergence;
  split.frame = frame;
}

std::size_t ready_split(const Warp& warp) {
  const auto it = std::find_if(warp.parked.begin(), warp.parked.end(),
                               [](const Split& s) { return s.state == Split::State::ready; });
  return static_cast<std::size_t>(it - warp.parked.begin());
}

/// Under a seed. There is at least one.
std::size_t any_ready_split(const Warp& warp) {
  const auto ready = std::count_if(warp.parked.begin(), warp.parked.end(),
                                   [](const Split& s) { return s.state == Split::State::ready; });
  std::uint32_t left = warp.schedule->below(static_cast<std::uint32_t>(ready));
  std::size_t i = ready_split(warp);
  for (; left != 0; --left) {
    do ++i;
    while (warp.parked[i].state != Split::State::ready);
  }
  return i;
}

/// Before Volta: the path taken last, or none while that one waits.
const Op* resume_last(Warp& warp) {
  if (warp.parked.empty() || warp.parked.back().state != Split::State::ready) return nullptr;
  const Op* pc = run_split(warp, warp.parked.back());
  warp.parked.pop_back();
  return pc;
}

bool is_ancestor_or_self(const Warp& warp, std::int32_t ancestor, std::int32_t node) {
  for (; node >= 0; node = warp.convergences[std::size_t(node)].parent)
    if (node == ancestor) return true;
  return ancestor < 0;
}

/// Joins parked split `from` into parked split `into` (same pc and frame): they go on as one from here.
void merge_splits(Warp& warp, std::size_t into, std::size_t from) {
  Split& a = warp.parked[into];
  const Split b = warp.parked[from];
  std::int32_t common = a.convergence;
  while (common >= 0 && !is_ancestor_or_self(warp, common, b.convergence))
    common = warp.convergences[std::size_t(common)].parent;
  auto leave = [&](std::int32_t node, LaneMask lanes) {
    for (; node != common && node >= 0; node = warp.convergences[std::size_t(node)].parent)
      warp.convergences[std::size_t(node)].expected &= ~lanes;
  };
  leave(a.convergence, a.lanes);
  leave(b.convergence, b.lanes);
  a.lanes |= b.lanes;
  a.convergence = common;
  warp.parked.erase(warp.parked.begin() + static_cast<std::ptrdiff_t>(from));
}

/// Convergence barriers whose expected lanes have all come, or gone, are opened.
void open_satisfied(Warp& warp) {
  for (std::size_t i = 0; i < warp.convergences.size(); ++i) {
    const Convergence& c = warp.convergences[i];
    if (c.at == nullptr) continue;
    if (c.expected == 0) {
      warp.convergences[i].at = nullptr;
    } else if (c.arrived == c.expected) {
      let_go(warp, i);
    }
  }
}

/// Warp-level synchronisations whose members have all gathered become ready.
void settle_syncs(Warp& warp) {
  for (std::size_t i = 0; i < warp.parked.size(); ++i) {
    const Split::State state = warp.parked[i].state;
    if (state != Split::State::at_sync && state != Split::State::at_warp_barrier) continue;
    const LaneMask members = warp.parked[i].members;
    const Op* waits_at = warp.parked[i].waits_at;
    auto together = [&](const Split& s) {
      return s.state == state &&
             (state == Split::State::at_warp_barrier ? s.members == members : s.waits_at == waits_at);
    };
    LaneMask gathered = 0;
    for (const Split& s : warp.parked)
      if (together(s)) gathered |= s.lanes;
    if ((members & warp.live & ~gathered) != 0) continue;
    if (state == Split::State::at_warp_barrier && hears(warp, Interest::sync))
      note_sync(warp, waits_at, gathered, {.what = Sync::warp_barrier, .members = members});
    for (std::size_t j = warp.parked.size(); j-- > i + 1;) {
      Split& other = warp.parked[j];
      if (!together(other)) continue;
      if (other.pc == warp.parked[i].pc && other.frame == warp.parked[i].frame) {
        merge_splits(warp, i, j);
      } else {
        other.state = Split::State::ready;
      }
    }
    warp.parked[i].state = Split::State::ready;
  }
  open_satisfied(warp);
}

}  // namespace

// Built in place: a split that is copied right after its members were written makes the machine wait.
Split& park(Warp& warp, const Op* pc) {
  Split& split = warp.parked.emplace_back();
  split.pc = pc;
  split.lanes = warp.active;
  split.convergence = warp.convergence;
  split.frame = warp.frame;
  return split;
}

void withdraw(Warp& warp, LaneMask lanes, const Frame* only_frame) {
  for (Convergence& c : warp.convergences) {
    if (c.at != nullptr && (only_frame == nullptr || c.frame == only_frame)) c.expected &= ~lanes;
  }
  open_satisfied(warp);
}

const Op* resume_any(Warp& warp) {
  // A warp that is one and has come from a barrier, first of all.
  if (warp.parked.size() == 1 && warp.parked.front().state == Split::State::ready && warp.schedule == nullptr)
      [[likely]] {
    const Op* const pc = run_split(warp, warp.parked.front());
    warp.parked.pop_back();
    return pc;
  }
  if (warp.launch->lockstep) return resume_last(warp);
  std::size_t i = ready_split(warp);
  if (i == warp.parked.size() && !warp.parked.empty()) {
    open_satisfied(warp);
    settle_syncs(warp);
    i = ready_split(warp);
    const bool syncing = std::any_of(warp.parked.begin(), warp.parked.end(), [](const Split& s) {
      return s.state == Split::State::at_sync || s.state == Split::State::at_warp_barrier;
    });
    if (i == warp.parked.size() && syncing) {
      // Lanes that others synchronise with may be waiting to converge: they go on (independent thread scheduling).
      for (std::size_t c = 0; c < warp.convergences.size(); ++c)
        if (warp.convergences[c].at != nullptr && warp.convergences[c].arrived != 0) let_go(warp, c);
      i = ready_split(warp);
    }
  }
  if (i == warp.parked.size()) return nullptr;
  if (warp.schedule != nullptr) i = any_ready_split(warp);
  const Op* pc = run_split(warp, warp.parked[i]);
  if (i + 1 == warp.parked.size()) {
    warp.parked.pop_back();
  } else {
    warp.parked.erase(warp.parked.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return pc;
}

const Op* diverge(Warp& warp, const Op* target, const Op* fallthrough, LaneMask taken, const Op* join) {
  warp.convergence = convergence_for(warp, join);
  if (warp.credit > 1) --warp.credit;
  if (warp.schedule != nullptr && !warp.launch->lockstep && warp.schedule->toss()) {
    park(warp, fallthrough).lanes = warp.active & ~taken;
    warp.active = taken;
    return target;
  }
  park(warp, target).lanes = taken;
  warp.active &= ~taken;
  return fallthrough;
}

const Op* diverge_many(Warp& warp, const Op* const target[32], const Op* join) {
  const Op* first = target[first_lane(warp.active)];
  LaneMask rest = warp.active;
  for_each_lane(warp.active, [&](int lane) {
    if (target[lane] == first) rest &= ~lane_bit(lane);
  });
  if (rest == 0) return first;
  warp.convergence = convergence_for(warp, join);
  if (warp.credit > 1) --warp.credit;
  const LaneMask stay = warp.active & ~rest;
  while (rest != 0) {
    const Op* pc = target[first_lane(rest)];
    LaneMask lanes = 0;
    for_each_lane(rest, [&](int lane) {
      if (target[lane] == pc) lanes |= lane_bit(lane);
    });
    rest &= ~lanes;
    park(warp, pc).lanes = lanes;
  }
  warp.active = stay;
  return first;
}

const Op* arrive_at_join(Warp& warp, const Op* op) {
  while (warp.convergence >= 0) {
    Convergence& c = warp.convergences[std::size_t(warp.convergence)];
    if (c.at != op || c.frame != warp.frame) break;
    c.arrived |= warp.active;
    if (c.arrived != c.expected) return resume_any(warp);
    warp.active = c.arrived;
    warp.convergence = c.parent;
    c.at = nullptr;
  }
  return op + 1;
}

void settle(Warp& warp) {
  if (!warp.parked.empty()) settle_syncs(warp);
}

namespace {

// The caller of gather_for_sync takes its own op for "execute now"; a split that is to come to that op afresh gets
// there by way of this one.
const Op* redispatch(Warp& warp, const Op*) { return warp.redispatch; }
constexpr Op kRedispatch{.run = redispatch, .body = redispatch};

const Op* come_afresh(Warp& warp, const Op* op) {
  warp.redispatch = op;
  return &kRedispatch;
}

}  // namespace

const Op* gather_for_sync(Warp& warp, const Op* op, LaneMask members) {
  const LaneMask needed = members & warp.live;
  if ((needed & ~warp.active) == 0 || warp.launch->lockstep) return op;
  if (warp.forced_sync == op) {
    warp.forced_sync = nullptr;
    return op;
  }
  Split& self = park(warp, op);
  self.state = Split::State::at_sync;
  self.members = members;
  self.waits_at = op;
  settle_syncs(warp);
  const Op* next = resume_any(warp);
  if (next != nullptr) return next == op ? come_afresh(warp, op) : next;
  const bool others_wait_at_barrier = std::any_of(warp.parked.begin(), warp.parked.end(), [](const Split& s) {
    return s.state == Split::State::at_barrier || s.state == Split::State::at_cluster;
  });
  if (others_wait_at_barrier) return nullptr;
  // Nobody else of the warp can come: execute with those that are here, as the machine does when a program names lanes
  // that do not take part.
  for (Split& s : warp.parked) {
    if (s.state != Split::State::at_sync || s.waits_at != op) continue;
    const Split alone = s;
    warp.parked.erase(warp.parked.begin() + (&s - warp.parked.data()));
    warp.forced_sync = op;
    return come_afresh(warp, run_split(warp, alone));
  }
  return nullptr;
}

const Op* sync_warp(Warp& warp, const Op* op, LaneMask members, const Op* next) {
  if ((members & warp.live & ~warp.active) == 0 || warp.launch->lockstep) {
    if (hears(warp, Interest::sync)) note_sync(warp, op, warp.active, {.what = Sync::warp_barrier, .members = members});
    return next;
  }
  Split& self = park(warp, next);
  self.state = Split::State::at_warp_barrier;
  self.members = members;
  self.waits_at = op;
  settle_syncs(warp);
  return resume_any(warp);
}

const Op* take_back_edge_slow(Warp& warp, const Op* op, const Op* target) {
  warp.credit = warp.launch->turn;
  warp.loops += warp.launch->turn;
  if (warp.loops > warp.launch->loop_limit) {
    Fault fault;
    fault.kind = FaultKind::endless_loop;
    fault.message =
        "the loop has not ended after " + std::to_string(warp.launch->loop_limit) + " iterations of one warp";
    if (warp.launch->lockstep && warp.active != warp.live)
      fault.notes.push_back(std::to_string(lane_count(warp.live & ~warp.active)) +
                            " other lanes of the warp wait for those in the loop: before compute capability 7.0 a warp "
                            "takes one path at a time");
    raise(warp, op, warp.active, std::move(fault));
  }
  const bool only_turn_is_over = warp.loops / kCredit == (warp.loops - warp.launch->turn) / kCredit;
  // Where somebody hears accesses, only a warp that was heard gives way to be heard beside others; under a seed any
  // may.
  const auto gives_way = [&] {
    return std::exchange(warp.heard, false) ||
           (warp.schedule != nullptr ? warp.schedule->toss() : !hears(warp, Interest::global));
  };
  if (only_turn_is_over && !gives_way()) return target;
  if (only_turn_is_over || warp.launch->lockstep) {
    park(warp, target).waits_at = op;
    return nullptr;
  }
  // Others of the warp first: they may hold what the running lanes spin for. Waiting to converge gives way too.
  if (ready_split(warp) == warp.parked.size()) {
    for (std::size_t c = 0; c < warp.convergences.size(); ++c)
      if (warp.convergences[c].at != nullptr && warp.convergences[c].arrived != 0) let_go(warp, c);
  }
  const bool others_ready = ready_split(warp) != warp.parked.size();
  park(warp, target).waits_at = op;
  return others_ready ? resume_any(warp) : nullptr;
}

const Op* yield_warp(Warp& warp, const Op* resume) {
  park(warp, resume).waits_at = resume;
  warp.loops += 1;
  return nullptr;
}

}  // namespace warpglass::sim
