// Reads of memory that nobody has written, as findings: one for each place.
#include <fmt/format.h>

#include "analysis/analyser.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/unwritten_reads.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

std::string_view remedy(sim::Space space) {
  switch (space) {
    case sim::Space::shared: return "shared memory begins with no value: write it first, and come together behind it";
    case sim::Space::local: return "the thread's own array begins with no value: initialise it";
    case sim::Space::global:
    case sim::Space::generic:
    case sim::Space::constant:
    case sim::Space::param: break;
  }
  return "cudaMalloc() gives memory with no value: cudaMemset() or copy to it first";
}

std::string place_of(const KernelRecord& kernel, const UnwrittenRead& read) {
  if (read.space == sim::Space::global) return fmt::format("byte {} of {}", grouped(read.offset), read.object);
  if (read.space == sim::Space::local) return fmt::format("byte {} of its local memory", grouped(read.address));
  for (const sim::NamedObject& object : kernel.shared_objects) {
    if (object.offset <= read.address && (object.size == 0 || read.address < object.offset + object.size))
      return fmt::format("byte {} of {}", grouped(read.address - object.offset), object_name(object.name));
  }
  return fmt::format("byte {} of shared memory", grouped(read.address));
}

class UnwrittenMemory final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [pc, read] : detector_.reads()) add(kernel.unwritten, pc, read);
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    std::vector<Finding> all;
    std::map<std::string, std::size_t> by_place;  // a loop that was unrolled is one place
    for (const auto& [pc, read] : kernel.unwritten) {
      const auto [known, fresh] = by_place.try_emplace(to_string(position_of(kernel, pc)), all.size());
      if (fresh) {
        all.push_back(finding_of(kernel, pc, read));
      } else {
        all[known->second].count += read.count;
        all[known->second].excess += read.count;
      }
    }
    return all;
  }

 private:
  static Finding finding_of(const KernelRecord& kernel, std::uint32_t pc, const UnwrittenRead& read) {
    Finding finding = finding_at(kernel, pc);
    finding.rule = "uninitialised-read";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.block = index_at(read.thread.block, read.grid);
    finding.thread = index_at(std::uint64_t{read.thread.warp} * kWarpSize + read.thread.lane, read.threads);
    finding.warp = read.thread.warp;
    finding.lanes = lane_bit(read.thread.lane);
    finding.access = {
        .space = std::string(sim::name_of(read.space)), .write = false, .bytes = read.bytes, .address = read.address};
    finding.count = read.count;
    finding.excess = read.count;
    const std::string what = read.missing == read.bytes ? counted(read.bytes, "byte")
                                                        : fmt::format("{} bytes, {} of them", read.bytes, read.missing);
    finding.message =
        fmt::format("thread {} of block {} reads {} of {} memory that nobody has written", index_text(finding.thread),
                    index_text(finding.block), what, sim::name_of(read.space));
    finding.detail = place_of(kernel, read);
    finding.notes.emplace_back(remedy(read.space));
    return finding;
  }

  UnwrittenDetector detector_;
};

constexpr std::string_view kUnwrittenRules[] = {"uninitialised-read"};

}  // namespace

Analyser unwritten_memory_analyser() {
  return {.name = "unwritten-memory",
          .flag = "--uninitialised",
          .help = "also find reads of memory that nobody has written",
          .page = "memory_checks.md",
          .rules = kUnwrittenRules,
          .checks = true,
          .start = start_analysis<UnwrittenMemory>};
}

}  // namespace warpglass::analysis
