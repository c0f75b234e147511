// Who can not go on, and why: barriers that nobody else will come to, and loops that nobody will end.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/counted.hpp"
#include "sim/block.hpp"
#include "sim/cluster.hpp"

namespace warpglass::sim {
namespace {

/// Under a seed turns are short and there are many more of them.
constexpr std::uint32_t kSeededTurns = 64;
constexpr std::size_t kMostHeld = 1024;

/// Ops at which threads of the block wait, with how many.
using Waiting = std::map<const Op*, std::uint32_t>;

std::vector<std::string> waiting_notes(const Program& program, const Waiting& waiting, std::uint32_t converging) {
  std::vector<std::string> notes;
  for (const auto& [op, threads] : waiting)
    notes.push_back(fmt::format("{} {} at {}: {}", counted(threads, "thread"), threads == 1 ? "waits" : "wait",
                                place_of(program, op), program.facts[op->pc].text));
  if (converging != 0)
    notes.push_back(fmt::format("{} for the other lanes of their warp where the paths meet again",
                                converging == 1 ? "1 thread waits" : fmt::format("{} threads wait", converging)));
  return notes;
}

std::uint32_t converging_lanes(const Warp& warp) {
  std::uint32_t lanes = 0;
  for (const Convergence& c : warp.convergences)
    if (c.at != nullptr) lanes += static_cast<std::uint32_t>(lane_count(c.arrived));
  return lanes;
}

/// Order matters; a few gigabytes a second.
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 29;
}

std::uint64_t mix_bytes(std::uint64_t hash, const std::byte* bytes, std::size_t size) {
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes + i, sizeof word);
    hash = mix(hash, word);
  }
  return hash;
}

std::uint64_t values_and_places(const Program& program, const std::vector<Warp>& warps) {
  std::uint64_t hash = 0;
  for (const Warp& warp : warps) {
    hash = mix(hash, warp.live);
    for (const Split& split : warp.parked) {
      hash = mix(hash, std::uint64_t{split.pc->pc});
      hash = mix(hash, std::uint64_t{split.lanes} << 8 | static_cast<std::uint64_t>(split.state));
      for (const Frame* frame = split.frame; frame != nullptr; frame = frame->caller)
        hash = mix_bytes(hash, frame->rows, program.functions[frame->function].frame_bytes);
    }
  }
  return hash;
}

/// Wherever the threads are, and in whatever groups.
std::uint64_t values_held(const Program& program, const std::vector<Warp>& warps) {
  std::uint64_t hash = 0;
  for (const Warp& warp : warps) {
    std::set<const Frame*> frames;
    for (const Split& split : warp.parked) {
      for (const Frame* frame = split.frame; frame != nullptr; frame = frame->caller) frames.insert(frame);
    }
    std::uint64_t values = 0;  // in no order
    for (const Frame* frame : frames)
      values += mix_bytes(0, frame->rows, program.functions[frame->function].frame_bytes);
    hash = mix(mix(hash, warp.live), values);
  }
  return hash;
}

bool at_some_barrier(const Split& split) {
  return split.state == Split::State::at_barrier || split.state == Split::State::at_cluster;
}

/// The last split that only spins; nullptr when there is none.
const Split* spinning_split(const Warp& warp) {
  const auto it = std::find_if(warp.parked.rbegin(), warp.parked.rend(), [](const Split& split) {
    return split.state == Split::State::ready && split.waits_at != nullptr;
  });
  return it == warp.parked.rend() ? nullptr : &*it;
}

}  // namespace

/// Compares what the block's threads hold with what they held when its last turn ended. Under a seed a turn may end
/// anywhere in a loop: then with all that they held before.
void Block::note_turn() {
  put_down_gate();
  if (std::exchange(brief_, false)) {
    const std::uint64_t now = values_and_places(*request_.program, warps_);
    const bool unchanged = now == fingerprint_;
    fingerprint_ = now;
    if (!unchanged) ++brief_refuted_;
    unchanged_turns_ = unchanged ? unchanged_turns_ + 1 : 0;
    return;
  }
  if (++short_turns_ < (schedule_ ? kSeededTurns : kCredit / request_.turn)) return;
  short_turns_ = 0;
  bool unchanged = false;
  if (schedule_) {
    if (held_.size() > kMostHeld) held_.clear();
    unchanged = !held_.insert(values_held(*request_.program, warps_)).second;
  } else {
    const std::uint64_t now = values_and_places(*request_.program, warps_);
    unchanged = now == fingerprint_;
    fingerprint_ = now;
  }
  unchanged_turns_ = unchanged ? unchanged_turns_ + 1 : 0;
}

void Block::note_deadlock() {
  put_down_gate();
  const Program& program = *request_.program;
  // Who waits where: op -> threads.
  Waiting waiting;
  std::uint32_t converging = 0;
  Warp* first_warp = nullptr;
  const Split* first = nullptr;
  for (Warp& warp : warps_) {
    for (const Split& split : warp.parked) {
      waiting[split.waits_at] += static_cast<std::uint32_t>(lane_count(split.lanes));
      const bool better = first == nullptr || (!at_some_barrier(*first) && at_some_barrier(split));
      if (better) {
        first = &split;
        first_warp = &warp;
      }
    }
    converging += converging_lanes(warp);
  }
  Fault fault;
  fault.kind = FaultKind::deadlock;
  const Op* at = first == nullptr ? program.ops.data() : first->waits_at;
  if (first != nullptr && first->state == Split::State::at_barrier) {
    fault.kind = FaultKind::barrier_divergence;
    const Barrier& barrier = barriers_[first->barrier];
    std::uint32_t arrived = 0;
    std::uint32_t live = 0;
    for (const Warp& warp : warps_) {
      arrived += static_cast<std::uint32_t>(lane_count(barrier.arrived[warp.index]));
      live += static_cast<std::uint32_t>(lane_count(warp.live));
    }
    if (barrier.expected != 0) {
      arrived = barrier.counted;
      live = barrier.expected;
    }
    fault.message =
        first->barrier < kBarriers
            ? fmt::format("barrier {} can not be met: {} of {} threads have arrived and the others never will",
                          unsigned{first->barrier}, arrived, live)
            : fmt::format("four warps multiply together: {} of {} threads have come and the others never will", arrived,
                          live);
  } else if (first != nullptr && first->state == Split::State::at_cluster) {
    fault.kind = FaultKind::barrier_divergence;
    fault.message = fmt::format(
        "the cluster's barrier can not be met: {} threads have arrived and the others never will", cluster_.arrivals());
  } else {
    fault.message = "no thread of the block can go on";
  }
  fault.notes = waiting_notes(program, waiting, converging);
  Warp& warp = first_warp == nullptr ? warps_.front() : *first_warp;
  faults_.push_back(placed(warp, at, first == nullptr ? warp.live : first->lanes, std::move(fault)));
}

void Block::note_standstill() {
  put_down_gate();
  const Program& program = *request_.program;
  // Of the warps that spin, one whose other lanes wait explains most.
  const Warp* warp = nullptr;
  Waiting waiting;
  std::uint32_t converging = 0;
  for (const Warp& candidate : warps_) {
    const std::uint32_t here = converging_lanes(candidate);
    converging += here;
    for (const Split& split : candidate.parked)
      if (split.state != Split::State::ready)
        waiting[split.waits_at] += static_cast<std::uint32_t>(lane_count(split.lanes));
    if (spinning_split(candidate) == nullptr) continue;
    if (warp == nullptr || (here != 0 && converging_lanes(*warp) == 0)) warp = &candidate;
  }
  if (warp == nullptr) return note_deadlock();
  const Split& spinning = *spinning_split(*warp);
  Fault fault;
  const LaneMask others = warp->live & ~spinning.lanes;
  if (request_.lockstep && others != 0) {
    fault.kind = FaultKind::deadlock;
    const auto lanes = [](LaneMask mask) { return counted(lane_count(mask), "lane"); };
    fault.message = fmt::format(
        "the loop never ends for {}, with {} of their warp held up: before compute capability 7.0 a warp takes one "
        "path "
        "at a time, so what the others would do next never happens",
        lanes(spinning.lanes), lanes(others));
  } else if (!waiting.empty()) {
    fault.kind = FaultKind::deadlock;
    fault.message = "the loop never ends: nothing that its threads read changes any more, and the others wait";
  } else {
    fault.kind = FaultKind::endless_loop;
    fault.message = "the loop never ends: nothing that its threads read changes any more";
  }
  fault.notes = waiting_notes(program, waiting, converging);
  faults_.push_back(placed(*warp, spinning.waits_at, spinning.lanes, std::move(fault)));
}

}  // namespace warpglass::sim
