#include "isa/chapters/matrix_places.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/fault.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {

void check_place(const sim::Warp& warp, const sim::Op* op, LaneMask lanes, const MatrixPart& part,
                 std::uint32_t shared_bytes, std::string_view which) {
  if (part.last() + MatrixDescriptor::kUnit <= shared_bytes) [[likely]]
    return;
  std::uint32_t last = 0;
  for_each_unit(part, [&](std::uint32_t address) { last = std::max(last, address); });
  if (last + MatrixDescriptor::kUnit <= shared_bytes) return;
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.space = sim::Space::shared;
  fault.address = last;
  fault.bytes = MatrixDescriptor::kUnit;
  fault.message = fmt::format(
      "the descriptor of {} names bytes up to {} of shared memory, and the block has {}: start {}, leading dimension "
      "{}, "
      "stride {} bytes",
      which, last + MatrixDescriptor::kUnit, shared_bytes, part.matrix.start, part.matrix.leading, part.matrix.stride);
  raise(warp, op, lanes, std::move(fault));
}

void note_reads(sim::Warp& warp, const sim::Op* op, int lane, const MatrixPart& part, sim::Via via, std::uint64_t of) {
  std::vector<std::uint32_t> units;
  for_each_unit(part, [&](std::uint32_t address) { units.push_back(address); });
  std::sort(units.begin(), units.end());
  for (std::size_t i = 0; i < units.size();) {
    std::size_t end = i + 1;
    while (end < units.size() && units[end] <= units[end - 1] + MatrixDescriptor::kUnit) ++end;
    note_run(warp, op, lane,
             {.space = sim::Space::shared,
              .address = units[i] | of,
              .size = units[end - 1] + MatrixDescriptor::kUnit - units[i],
              .via = via,
              .direction = sim::Direction::read});
    i = end;
  }
}

}  // namespace warpglass::isa
