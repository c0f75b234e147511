#include <fmt/format.h>

#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "sim/fault.hpp"

namespace warpglass::analysis {

Finding finding_of(const sim::Fault& fault, const KernelRecord& kernel, std::uint64_t launch) {
  Finding finding = finding_at(kernel, fault.pc);
  finding.rule = std::string(sim::rule_of(fault.kind));
  finding.severity = Severity::error;
  finding.launch = launch;
  finding.block = fault.block;
  finding.thread = fault.thread;
  finding.warp = fault.warp;
  finding.lanes = fault.lanes;
  finding.message = fault.message;
  if (fault.lanes != 0) {
    finding.detail = fmt::format("block {} thread {}", index_text(fault.block), index_text(fault.thread));
    finding.detail += fmt::format(", warp {} {}", fault.warp, lanes_text(fault.lanes));
  } else {
    finding.detail = fmt::format("block {}", index_text(fault.block));
  }
  if (fault.space == sim::Space::shared && fault.bytes != 0) {
    // Named relative to the object the address lies behind, as the programmer would index it.
    const sim::NamedObject* below = nullptr;
    for (const sim::NamedObject& object : kernel.shared_objects) {
      if (object.offset <= fault.address && (below == nullptr || object.offset > below->offset)) below = &object;
    }
    if (below != nullptr) {
      finding.notes.push_back(
          fmt::format("the address is {} + {}", object_name(below->name), fault.address - below->offset));
    }
  }
  finding.notes.insert(finding.notes.end(), fault.notes.begin(), fault.notes.end());
  return finding;
}

}  // namespace warpglass::analysis
