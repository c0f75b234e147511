// Barriers of the block in code that part of a warp executes, and member masks that leave out who executes the
// instruction. Where that stops a chip it is a fault (sim/fault.hpp); here is what goes unnoticed.
#include <fmt/format.h>

#include "analysis/analyser.hpp"
#include "analysis/happens_before.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/partial_sync.hpp"
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

class Worker final : public sim::Shard {
 public:
  explicit Worker(const sim::Program& program) : program_(program) {}

  void on_sync(const sim::SyncEvent& event) override {
    const bool block = event.what == Sync::barrier_wait || event.what == Sync::barrier_arrive;
    if (event.what == Sync::barrier_release) parted_.erase({event.at.block, event.number});
    const bool warp = event.what == Sync::warp_barrier || event.what == Sync::warp_gather;
    if (block && event.at.lanes != event.members && program_.facts[event.at.pc].effects.aligned) {
      // Lanes that have parted may come one after another; that they come to one instruction is what counts.
      const auto [first, fresh] = parted_[{event.at.block, event.number}].try_emplace(event.at.warp, event.at.pc);
      if (first->second != event.at.pc) note(event, Partial::barrier, first_lane(event.at.lanes));
    }
    if (warp && (event.at.lanes & ~event.members) != 0)
      note(event, Partial::mask, first_lane(event.at.lanes & ~event.members));
  }

  PartialSyncs syncs;

 private:
  void note(const sim::SyncEvent& event, Partial partial, int lane) {
    add(syncs, {event.at.pc, partial},
        {.count = 1,
         .lanes = event.at.lanes,
         .members = event.members,
         .thread = {.block = static_cast<std::uint32_t>(event.at.block),
                    .warp = static_cast<std::uint8_t>(event.at.warp),
                    .lane = static_cast<std::uint8_t>(lane)}});
  }

  const sim::Program& program_;
  // Of each barrier that is open, by block and number: the instruction at which the first lanes of a warp came to it.
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::map<std::uint32_t, std::uint32_t>> parted_;
};

class Detector final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override { return sim::Interest::sync; }
  void on_start(const sim::LaunchRequest& launch) override {
    launch_ = &launch;
    syncs_.clear();
  }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t) override {
    return std::make_unique<Worker>(*launch_->program);
  }
  void merge(sim::Shard& shard) override {
    for (const auto& [place, sync] : static_cast<Worker&>(shard).syncs) {
      PartialSync complete = sync;
      complete.grid = launch_->grid;
      complete.threads = launch_->block;
      add(syncs_, place, complete);
    }
  }
  [[nodiscard]] std::function<void()> put_aside() override { return aside(launch_, syncs_); }
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
    for (const auto& [place, sync] : kernel.partial_syncs) {
      Finding finding = finding_at(kernel, place.first);
      const bool known = std::ranges::any_of(all, [&](const Finding& other) {
        return other.rule == rule_of(place.second) && to_string(other.where) == to_string(finding.where);
      });
      if (!known) all.push_back(complete(std::move(finding), kernel, place.second, sync));
    }
    return all;
  }

 private:
  static std::string rule_of(Partial partial) {
    return partial == Partial::barrier ? "barrier-divergence" : "warp-mask";
  }

  static Finding complete(Finding finding, const KernelRecord& kernel, Partial partial, const PartialSync& sync) {
    finding.rule = rule_of(partial);
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.block = index_at(sync.thread.block, sync.grid);
    finding.thread = index_at(std::uint64_t{sync.thread.warp} * kWarpSize + sync.thread.lane, sync.threads);
    finding.warp = sync.thread.warp;
    finding.excess = sync.count;
    finding.detail = fmt::format("block {}, warp {}", index_text(finding.block), finding.warp);
    if (partial == Partial::barrier) {
      finding.lanes = sync.lanes;
      finding.message = fmt::format("threads of one warp come to a barrier at different instructions: here {} of {}",
                                    lanes_text(sync.lanes), lanes_text(sync.members));
      finding.notes.emplace_back(
          "all threads of a warp have to execute an aligned barrier together (PTX ISA, bar): put one barrier behind "
          "the "
          "branch in place of one on each side");
    } else {
      finding.lanes = sync.lanes & ~sync.members;
      finding.message = fmt::format("the member mask {:#010x} leaves out {} that execute{} the instruction",
                                    sync.members, lanes_text(finding.lanes), lane_count(finding.lanes) == 1 ? "s" : "");
      finding.notes.emplace_back(
          "here all lanes are together, and a chip takes them for members; where they have parted it stops with "
          "\"illegal instruction\"");
    }
    finding.notes.push_back(fmt::format("{} time{}", grouped(sync.count), sync.count == 1 ? "" : "s"));
    return finding;
  }

  Detector detector_;
};

// Faults have these rules too.
constexpr std::string_view kRules[] = {"barrier-divergence", "warp-mask"};

std::unique_ptr<Analysis> start(const arch::DeviceModel&) { return std::make_unique<WarpSync>(); }

}  // namespace

Analyser warp_sync_analyser() {
  return {.name = "warp-sync",
          .flag = "--partial-sync",
          .help = "also find barriers and member masks that leave out threads of a warp",
          .page = "races.md",
          .rules = kRules,
          .checks = true,
          .start = start};
}

}  // namespace warpglass::analysis
