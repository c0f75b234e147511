#include <fmt/format.h>

#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "base/counted.hpp"
#include "sim/fault.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {
namespace {

/// Of what a launch goes on after, and a program may well mean.
Severity severity_of(sim::FaultKind kind) {
  if (kind == sim::FaultKind::heap_exhausted) return Severity::note;
  return kind == sim::FaultKind::array_index ? Severity::warning : Severity::error;
}

/// Byte offset in the block's shared memory; before its begin it is negative. Addresses are 32 bits wide in shared
/// memory and 64 bits with a window on top when they are generic.
std::int64_t shared_offset(std::uint64_t address) {
  const std::uint64_t offset = address & ~sim::kWindowMask;
  if (address >> 32 == 0) return static_cast<std::int32_t>(address);
  if ((address & sim::kWindowMask) == sim::kSharedWindow) return static_cast<std::int64_t>(offset);
  return static_cast<std::int64_t>(address);
}

/// The address relative to the object it lies in or behind, as the programmer would index it: "s[-1]", "s[256], past
/// its 1024 bytes", "tile + 4101" when it is no multiple of the access's width. An array without a size has what the
/// launch gives it.
std::string shared_place(const std::vector<sim::NamedObject>& objects, std::uint64_t address, std::uint32_t bytes,
                         std::uint64_t dynamic_bytes) {
  const std::int64_t offset = shared_offset(address);
  const sim::NamedObject* nearest = nullptr;
  for (const sim::NamedObject& object : objects) {
    const bool below = static_cast<std::int64_t>(object.offset) <= offset;
    if (nearest == nullptr || (below && object.offset >= nearest->offset)) nearest = &object;
  }
  if (nearest == nullptr) return "";
  const std::int64_t distance = offset - static_cast<std::int64_t>(nearest->offset);
  const std::string name = object_name(nearest->name);
  const bool dynamic = nearest->size == 0;
  const std::uint64_t size = dynamic ? dynamic_bytes : nearest->size;
  std::string where;
  if (distance < 0) {
    where = ", before it begins";
  } else if (dynamic && distance + std::int64_t{bytes} > std::int64_t(size)) {
    where =
        fmt::format(", past the {} that the launch gives it: <<<grid, block, bytes>>>", counted(grouped(size), "byte"));
  } else if (distance >= std::int64_t(size)) {
    where = fmt::format(", past its {}", counted(grouped(size), "byte"));
  }
  if (distance % bytes == 0) return fmt::format("{}[{}]{}", name, distance / std::int64_t(bytes), where);
  return fmt::format("{} {} {}{}", name, distance < 0 ? '-' : '+', distance < 0 ? -distance : distance, where);
}

}  // namespace

Finding finding_of(const sim::Fault& fault, const KernelRecord& kernel, std::uint64_t launch,
                   std::uint64_t dynamic_shared_bytes) {
  Finding finding = finding_at(kernel, fault.pc);
  finding.rule = std::string(sim::rule_of(fault.kind));
  finding.severity = severity_of(fault.kind);
  finding.launch = launch;
  finding.block = fault.block;
  finding.thread = fault.thread;
  finding.warp = fault.warp;
  finding.lanes = fault.lanes;
  finding.message = fault.message;
  finding.object = fault.object;
  if (fault.lanes != 0) {
    finding.detail = fmt::format("block {} thread {}", index_text(fault.block), index_text(fault.thread));
    finding.detail += fmt::format(", warp {} {}", fault.warp, lanes_text(fault.lanes));
  } else {
    finding.detail = fmt::format("block {}", index_text(fault.block));
  }
  if (fault.bytes != 0) {
    const sim::Space space = fault.space == sim::Space::generic ? sim::Space::global : fault.space;
    finding.access = {
        .space = std::string(name_of(space)), .write = fault.write, .bytes = fault.bytes, .address = fault.address};
  }
  if (fault.space == sim::Space::shared && fault.bytes != 0) {
    const std::string place = shared_place(kernel.shared_objects, fault.address, fault.bytes, dynamic_shared_bytes);
    if (!place.empty()) finding.notes.push_back(fmt::format("the address is that of {}", place));
  }
  finding.notes.insert(finding.notes.end(), fault.notes.begin(), fault.notes.end());
  if (fault.times > 1) finding.count = fault.times;
  return finding;
}

}  // namespace warpglass::analysis
