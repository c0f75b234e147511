// Accesses to shared memory that are meant for another array than they reach, as findings: one for each place.
#include <fmt/format.h>

#include "analysis/analyser.hpp"
#include "analysis/by_place.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/shared_bounds.hpp"
#include "base/counted.hpp"

namespace warpglass::analysis {
namespace {

/// "16 bytes past the end of s (256 bytes), at byte 16 of u"
std::string place_of(const KernelRecord& kernel, const StrayAccess& access) {
  const sim::NamedObject& object = kernel.shared_objects[access.object];
  const std::string name = object_name(object.name);
  std::string place;
  if (access.address < object.offset) {
    place = fmt::format("{} before {}", counted(grouped(object.offset - access.address), "byte"), name);
  } else if (access.address >= object.offset + object.size) {
    place = fmt::format("{} past the end of {} ({})",
                        counted(grouped(access.address - object.offset - object.size), "byte"), name,
                        counted(grouped(object.size), "byte"));
  } else {
    place = fmt::format("across the end of {} ({})", name, counted(grouped(object.size), "byte"));
  }
  for (const sim::NamedObject& other : kernel.shared_objects) {
    if (other.offset <= access.address && access.address < other.offset + other.size && other.name != object.name)
      return fmt::format("{}, at byte {} of {}", place, grouped(access.address - other.offset),
                         object_name(other.name));
  }
  return place;
}

class SharedArrays final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [where, access] : detector_.accesses()) add(kernel.strays, where.first, where.second, access);
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    return findings_by_place(kernel, kernel.strays, finding_of);
  }

 private:
  static Finding finding_of(const KernelRecord& kernel, std::uint32_t pc, Astray how, const StrayAccess& access) {
    Finding finding = finding_at(kernel, pc);
    finding.launch = kernel.first_launch;
    finding.block = index_at(access.thread.block, access.grid);
    finding.thread = index_at(std::uint64_t{access.thread.warp} * kWarpSize + access.thread.lane, access.threads);
    finding.warp = access.thread.warp;
    finding.lanes = lane_bit(access.thread.lane);
    finding.access = {.space = "shared", .write = access.writes, .bytes = access.bytes, .address = access.address};
    finding.count = access.count;
    finding.excess = access.count;
    const std::string name = object_name(kernel.shared_objects[access.object].name);
    const std::string who = fmt::format("thread {} of block {}", index_text(finding.thread), index_text(finding.block));
    if (how == Astray::neighbour) {
      finding.rule = "out-of-bounds";
      finding.severity = Severity::error;
      finding.message = fmt::format("{} {} {} outside the shared array {}", who, access.writes ? "writes" : "reads",
                                    counted(access.bytes, "byte"), name);
      finding.detail = place_of(kernel, access);
      finding.notes.emplace_back("the chip does not notice: the bytes belong to the block all the same");
      return finding;
    }
    finding.rule = "shared-alias";
    finding.severity = Severity::warning;
    const std::string other = object_name(kernel.shared_objects[access.other].name);
    finding.message = fmt::format("{} reads by the name {} what was written by the name {}", who, name, other);
    finding.detail =
        fmt::format("byte {} of {}", grouped(access.address - kernel.shared_objects[access.object].offset), name);
    RelatedPlace& written = finding.related.emplace_back();
    written.where = position_of(kernel, access.writer);
    written.pc = access.writer;
    written.block = finding.block;
    written.thread = finding.thread;
    written.access = finding.access;
    written.access.write = true;
    written.message = fmt::format("{} is written", other);
    finding.notes.push_back(fmt::format(
        "all `extern __shared__` arrays begin at the same byte: declare one, and give {} a part of it behind {}", name,
        other));
    return finding;
  }

  StrayDetector detector_;
};

constexpr std::string_view kArrayRules[] = {"shared-alias"};

}  // namespace

Analyser shared_arrays_analyser() {
  return {.name = "shared-arrays",
          .flag = "--shared-arrays",
          .help = "also find accesses that leave their shared array for another",
          .page = "memory_checks.md",
          .rules = kArrayRules,
          .checks = true,
          .start = start_analysis<SharedArrays>};
}

}  // namespace warpglass::analysis
