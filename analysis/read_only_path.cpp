// Memory that is read by the read-only data cache, by textures or as constants, and written by the same launch, as
// findings: one for each place.
#include <fmt/format.h>

#include "analysis/analyser.hpp"
#include "analysis/by_place.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/stale_reads.hpp"

namespace warpglass::analysis {
namespace {

std::string_view name_of(StalePath path) {
  switch (path) {
    case StalePath::read_only: return "by the read-only data cache";
    case StalePath::texture: return "by a texture";
    case StalePath::surface: return "by a surface";
    case StalePath::constant: break;
  }
  return "as a constant";
}

std::string_view remedy(StalePath path) {
  switch (path) {
    case StalePath::read_only:
      return "that cache does not see what the launch writes, and may give the value before (PTX ISA, ld.global.nc): "
             "leave out __ldg(), or const with __restrict__ on the pointer that is read by, or write in an earlier "
             "launch";
    case StalePath::texture:
    case StalePath::surface:
      return "textures and surfaces see what earlier launches and copies have written, and of their own launch's "
             "writes "
             "nothing for certain (CUDA Programming Guide, Read/Write Coherency): read by a pointer, or write in an "
             "earlier launch";
    case StalePath::constant: break;
  }
  return "constant memory is cached for as long as a launch runs, and its loads may give the value before: copy to it "
         "between launches, as by cudaMemcpyToSymbol()";
}

class ReadOnlyPath final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [place, read] : detector_.reads()) add(kernel.stale_reads, place, read);
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    return findings_by_place(kernel, kernel.stale_reads, finding_of);
  }

 private:
  static Finding finding_of(const KernelRecord& kernel, std::uint32_t pc, StalePath path, const StaleRead& read) {
    Finding finding = finding_at(kernel, pc);
    finding.rule = "stale-read";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.block = index_at(read.thread.block, read.grid);
    finding.thread = index_at(std::uint64_t{read.thread.warp} * kWarpSize + read.thread.lane, read.threads);
    finding.warp = read.thread.warp;
    finding.lanes = lane_bit(read.thread.lane);
    const bool writes = path == StalePath::constant;
    finding.access = {
        .space = "global", .write = writes, .bytes = kernel.facts[pc].access_bytes, .address = read.address};
    finding.count = read.count;
    finding.excess = read.count;
    finding.detail = read.object.empty() ? fmt::format("global memory at {:#x}", read.address) : read.object;
    const std::string who = fmt::format("thread {} of block {}", index_text(finding.thread), index_text(finding.block));
    if (writes) {
      finding.message = fmt::format("{} writes constant memory in a kernel that reads constants", who);
    } else {
      finding.message = fmt::format("{} reads {} what the same launch has written", who, name_of(path));
      RelatedPlace& written = finding.related.emplace_back();
      written.where = position_of(kernel, read.writer);
      written.pc = read.writer;
      written.message = "written";
    }
    finding.notes.emplace_back(remedy(path));
    return finding;
  }

  StaleReadDetector detector_;
};

constexpr std::string_view kReadOnlyRules[] = {"stale-read"};

}  // namespace

Analyser read_only_path_analyser() {
  return {.name = "read-only-path",
          .flag = "--stale-reads",
          .help = "also find reads by the read-only cache or textures of what the launch itself writes",
          .page = "memory_checks.md",
          .rules = kReadOnlyRules,
          .checks = true,
          .start = start_analysis<ReadOnlyPath>};
}

}  // namespace warpglass::analysis
