// Barriers of the block in code that part of a warp executes, and member masks that leave out who executes the
// instruction. Where that stops a chip it is a fault (sim/fault.hpp); here is what goes unnoticed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/happens_before.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/partial_sync.hpp"
#include "base/counted.hpp"
#include "sim/launch.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {
namespace {

using sim::Sync;

void add(PartialSyncs& all, const PartialSyncs::key_type& place, const PartialSync& sync) {
  const auto [known, fresh] = all.try_emplace(place, sync);
  if (fresh) return;
  const std::uint64_t count = known->second.count + sync.count;
  if (sync.thread.block < known->second.thread.block) known->second = sync;
  known->second.count = count;
}

/// Lanes that a warp of a block of so many threads begins with.
LaneMask first_lanes(std::uint64_t threads, std::uint32_t warp) {
  const std::uint64_t rest = threads - std::uint64_t{warp} * kWarpSize;
  return rest >= kWarpSize ? kFullMask : (LaneMask{1} << rest) - 1;
}

class SyncShard final : public sim::Shard {
 public:
  explicit SyncShard(const sim::LaunchRequest& launch)
      : program_(*launch.program), threads_(launch.block.volume()), lockstep_(launch.lockstep) {}

  void on_sync(const sim::SyncEvent& event) override {
    const bool block = event.what == Sync::barrier_wait || event.what == Sync::barrier_arrive;
    if (event.what == Sync::barrier_release) end_phase(event);
    const bool warp = event.what == Sync::warp_barrier || event.what == Sync::warp_gather;
    if (block && event.at.lanes != first_lanes(threads_, event.at.warp) &&
        program_.facts[event.at.pc].effects.aligned) {
      // Lanes that have parted may come one after another; that they come to one instruction is what counts.
      const auto [first, fresh] = parted_[{event.at.block, event.number}].try_emplace(event.at.warp, event);
      if (!fresh) first->second.at.lanes |= event.at.lanes;
      if (first->second.at.pc != event.at.pc) note(event, Partial::barrier, first_lane(event.at.lanes), event.members);
    }
    if (warp && (event.at.lanes & ~event.members) != 0)
      note(event, Partial::mask, first_lane(event.at.lanes & ~event.members), event.members);
    // Threads that the last warp of a block does not have have no value either, and are read by sums of all sizes.
    if (event.what == Sync::stray_shuffle && !lockstep_) {
      if (const LaneMask there = event.members & first_lanes(threads_, event.at.warp); there != 0)
        note(event, Partial::stray, first_lane(there), there);
    }
  }

  PartialSyncs syncs;

 private:
  /// All that a barrier waits for have come. Who has not by now has exited, where it is for the whole block.
  void end_phase(const sim::SyncEvent& release) {
    const auto phase = parted_.find({release.at.block, release.number});
    if (phase == parted_.end()) return;
    for (const auto& [warp, arrived] : phase->second) {
      const LaneMask all = first_lanes(threads_, warp);
      if (const LaneMask missing = all & ~arrived.at.lanes; missing != 0 && arrived.threads == 0 && !lockstep_)
        note(arrived, Partial::exited, first_lane(missing), all);
    }
    parted_.erase(phase);
  }

  void note(const sim::SyncEvent& event, Partial partial, int lane, LaneMask members) {
    add(syncs, {event.at.pc, partial},
        {.count = 1,
         .lanes = event.at.lanes,
         .members = members,
         .thread = {.block = static_cast<std::uint32_t>(event.at.block),
                    .warp = static_cast<std::uint8_t>(event.at.warp),
                    .lane = static_cast<std::uint8_t>(lane)}});
  }

  const sim::Program& program_;
  const std::uint64_t threads_;
  const bool lockstep_;
  // Of each barrier that is open, by block and number: of warps that come in parts what came first, with the lanes of
  // all that came.
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::map<std::uint32_t, sim::SyncEvent>> parted_;
};

class Detector final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::sync | sim::Interest::apart | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override {
    launch_ = &launch;
    syncs_.clear();
  }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t) override {
    return std::make_unique<SyncShard>(*launch_);
  }
  void merge(sim::Shard& shard) override {
    for (const auto& [place, sync] : static_cast<SyncShard&>(shard).syncs) {
      PartialSync complete = sync;
      complete.grid = launch_->grid;
      complete.threads = launch_->block;
      add(syncs_, place, complete);
    }
  }
  [[nodiscard]] std::function<void()> put_aside() override { return aside(launch_, syncs_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::recollection_of(syncs_);
  }
  [[nodiscard]] const PartialSyncs& syncs() const { return syncs_; }

 private:
  const sim::LaunchRequest* launch_ = nullptr;
  PartialSyncs syncs_;
};

class WarpSync final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [place, sync] : detector_.syncs()) add(kernel.partial_syncs, place, sync);
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    std::vector<Finding> all;
    std::vector<Finding> left;   // barriers that exited threads have not come to
    std::vector<Finding> stray;  // shuffles that read from lanes elsewhere
    for (const auto& [place, sync] : kernel.partial_syncs) {
      std::vector<Finding>& of_kind = place.second == Partial::exited  ? left
                                      : place.second == Partial::stray ? stray
                                                                       : all;
      Finding finding = finding_at(kernel, place.first);
      const bool known = std::ranges::any_of(of_kind, [&](const Finding& other) {
        return other.rule == rule_of(place.second) && to_string(other.where) == to_string(finding.where);
      });
      if (!known) of_kind.push_back(complete(std::move(finding), kernel, place.second, sync));
    }
    add_first(all, left, "other barrier");
    add_first(all, stray, "other shuffle");
    return all;
  }

 private:
  static std::string rule_of(Partial partial) {
    const bool of_barrier = partial == Partial::barrier || partial == Partial::exited;
    return of_barrier ? "barrier-divergence" : "warp-mask";
  }

  /// Who is elsewhere or has returned misses all that stands there or behind, which is one thing to tell.
  static void add_first(std::vector<Finding>& all, std::vector<Finding>& likewise, std::string_view what) {
    if (likewise.empty()) return;
    if (const std::size_t others = likewise.size() - 1; others != 0)
      likewise.front().notes.push_back("likewise at " + counted(others, what));
    all.push_back(std::move(likewise.front()));
  }

  static Finding complete(Finding finding, const KernelRecord& kernel, Partial partial, const PartialSync& sync) {
    finding.rule = rule_of(partial);
    finding.severity = partial == Partial::exited || partial == Partial::stray ? Severity::note : Severity::warning;
    finding.launch = kernel.first_launch;
    finding.block = index_at(sync.thread.block, sync.grid);
    finding.thread = index_at(std::uint64_t{sync.thread.warp} * kWarpSize + sync.thread.lane, sync.threads);
    finding.warp = sync.thread.warp;
    finding.excess = sync.count;
    finding.detail = fmt::format("block {}, warp {}", index_text(finding.block), finding.warp);
    word(finding, partial, sync);
    finding.notes.push_back(counted(grouped(sync.count), "time"));
    return finding;
  }

  static void word(Finding& finding, Partial partial, const PartialSync& sync) {
    switch (partial) {
      case Partial::barrier:
        finding.lanes = sync.lanes;
        finding.message = fmt::format("threads of one warp come to a barrier at different instructions: here {} of {}",
                                      lanes_text(sync.lanes), lanes_text(sync.members));
        finding.notes.emplace_back(
            "all threads of a warp have to execute an aligned barrier together (PTX ISA, bar): put one barrier behind "
            "the branch in place of one on each side");
        break;
      case Partial::exited:
        finding.lanes = sync.members & ~sync.lanes;
        finding.message = fmt::format("{} of a warp exit{} without coming to this barrier, and {} wait{} at it",
                                      lanes_text(finding.lanes), lane_count(finding.lanes) == 1 ? "s" : "",
                                      lanes_text(sync.lanes), lane_count(sync.lanes) == 1 ? "s" : "");
        finding.notes.emplace_back(
            "chips of compute capability 7.0 and later do not wait for them, but all threads of a warp have to execute "
            "an aligned barrier (PTX ISA, bar): let them skip the work and not the barrier, in place of a return");
        break;
      case Partial::mask:
        finding.lanes = sync.lanes & ~sync.members;
        finding.message =
            fmt::format("the member mask {:#010x} leaves out {} that execute{} the instruction", sync.members,
                        lanes_text(finding.lanes), lane_count(finding.lanes) == 1 ? "s" : "");
        finding.notes.emplace_back(
            "here all lanes are together, and a chip takes them for members; where they have parted it stops with "
            "\"illegal instruction\"");
        break;
      case Partial::stray:
        finding.lanes = sync.members;
        finding.message =
            fmt::format("a shuffle of {} reads from {}, which its mask names and which do{} not execute it",
                        lanes_text(sync.lanes), lanes_text(sync.members), lane_count(sync.members) == 1 ? "es" : "");
        finding.notes.emplace_back(
            "what it reads there is undefined (CUDA Programming Guide, Warp Shuffle Functions), 0 on an H200: let "
            "every "
            "lane of the warp come here, those that have nothing to add with 0, in place of a branch or a return");
        break;
    }
  }

  Detector detector_;
};

// Faults have these rules too.
constexpr std::string_view kWarpRules[] = {"barrier-divergence", "warp-mask"};

}  // namespace

Analyser warp_sync_analyser() {
  return {.name = "warp-sync",
          .flag = "--partial-sync",
          .help = "also find barriers and member masks that leave out threads of a warp",
          .page = "races.md",
          .rules = kWarpRules,
          .checks = true,
          .start = start_analysis<WarpSync>};
}

}  // namespace warpglass::analysis
