// Races between streams as findings: at the kernel that came later, or at the only one.
#include <fmt/format.h>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/stream_races.hpp"

namespace warpglass::analysis {
namespace {

std::string name_of(const StreamSide& side) {
  if (side.kernel.empty()) return fmt::format("a copy or a fill in {}", stream_name(side.stream));
  return fmt::format("{} (launch {}, in {})", demangled(side.kernel), side.launch, stream_name(side.stream));
}

class StreamFindings final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    std::vector<Finding> all;
    for (const StreamRace& race : detector_.races()) {
      const StreamSide& at = race.second.kernel.empty() ? race.first : race.second;
      if (at.kernel == kernel.profile.mangled_name) all.push_back(finding_of(kernel, race, at));
    }
    return all;
  }

 private:
  static Finding finding_of(const KernelRecord& kernel, const StreamRace& race, const StreamSide& at) {
    const StreamSide& other = &at == &race.second ? race.first : race.second;
    Finding finding = finding_at(kernel, at.pc);
    finding.rule = "stream-race";
    finding.severity = Severity::error;
    finding.launch = at.launch;
    finding.block = index_at(at.block, at.grid);
    finding.message = fmt::format("race between streams: {} {} what {} {}, and nothing orders the two", name_of(at),
                                  reads_or_writes(at.writes), name_of(other), reads_or_writes(other.writes));
    finding.detail = race.object.empty() ? fmt::format("global memory at {:#x}", race.address) : race.object;
    finding.access = {
        .space = "global", .write = at.writes, .bytes = kernel.facts[at.pc].access_bytes, .address = race.address};
    if (!other.kernel.empty()) {
      RelatedPlace& place = finding.related.emplace_back();
      place.where = other.where;
      place.pc = other.pc;
      place.block = index_at(other.block, other.grid);
      place.access = finding.access;
      place.access.write = other.writes;
      place.message = fmt::format("{} {} it", demangled(other.kernel), reads_or_writes(other.writes));
    }
    finding.notes.emplace_back(kStreamRemedy);
    finding.count = race.lines;
    finding.excess = race.lines;
    return finding;
  }

  StreamRaceDetector detector_;
};

constexpr std::string_view kStreamRules[] = {"stream-race"};

}  // namespace

Analyser streams_analyser() {
  return {.name = "streams",
          .flag = "--streams",
          .help = "also find kernels and copies of different streams that touch the same bytes in no order",
          .page = "races.md",
          .rules = kStreamRules,
          .checks = true,
          .start = start_analysis<StreamFindings>};
}

}  // namespace warpglass::analysis
