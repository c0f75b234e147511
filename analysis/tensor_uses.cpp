#include "analysis/tensor_uses.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "sim/tensor_memory.hpp"

namespace warpglass::analysis {
namespace {

using sim::TensorEvent;
using sim::TensorMemory;

bool is_apart(sim::TensorUse use) { return use == sim::TensorUse::product || use == sim::TensorUse::copy; }

/// Whether any of the lanes knows what any lane of the other had done at its count `at`: they use tensor memory
/// together.
bool any_knows(const WarpClock& warp, LaneMask lanes, const WarpName& other, Clock at) {
  const auto says = [&](const Knowledge& known) {
    const Seen seen = known.of(other);
    return at <= std::max(seen.all, seen.some);
  };
  return says(warp.known) || (warp.some_know && (warp.some & lanes) != 0 && says(*warp.some_know));
}

}  // namespace

struct TensorUses::Memory {
  std::array<std::array<Cell, TensorMemory::kColumns>, TensorEvent::kGroups> cells{};
};

TensorUses::Memory& TensorUses::memory_of(std::uint64_t block) {
  std::shared_ptr<Memory>& memory = blocks_[block];
  if (memory == nullptr) memory = std::make_shared<Memory>();
  return *memory;
}

std::optional<Lack> TensorUses::lack(const Use& earlier, const Use& now, const WarpClock& warp, LaneMask lanes) const {
  const WarpName name{.block = earlier.block, .warp = earlier.warp};
  const bool one_warp = earlier.block == now.block && earlier.warp == now.warp;
  const CopyGroups& groups = clocks_.copies();
  if (one_warp && earlier.apart == now.apart) return std::nullopt;
  if (earlier.apart && now.apart && any_knows(warp, lanes, name, earlier.clock)) return std::nullopt;
  const Clock done = groups.done(earlier.group);
  if (done == CopyGroups::kNever) return Lack::wait;
  if (earlier.apart)
    return any_knows(warp, lanes, groups.doer(earlier.group, name), done) ? std::nullopt : std::optional(Lack::signal);
  if (one_warp || any_knows(warp, lanes, name, done)) return std::nullopt;
  return warp.lack(std::countr_zero(lanes), name, earlier.lane, done);
}

void TensorUses::on_tensor(const TensorEvent& event, Races& races) {
  const WarpClock& warp = clocks_.warp_of(event.at);
  const Use now{.pc = event.at.pc,
                .block = static_cast<std::uint32_t>(event.at.block),
                .cluster = static_cast<std::uint32_t>(clocks_.cluster_of(event.at.block)),
                .clock = warp.clock,
                .group = clocks_.group_of(event),
                .warp = static_cast<std::uint8_t>(event.at.warp),
                .lane = static_cast<std::uint8_t>(std::countr_zero(event.at.lanes)),
                .apart = is_apart(event.use),
                .writes = event.writes};
  // Neighbours were mostly used by the same.
  Use last;
  std::optional<Lack> of_last;
  const auto compare = [&](const Use& earlier, std::uint32_t address) {
    if (earlier.group == 0) return;
    if (earlier != last) {
      last = earlier;
      of_last = lack(earlier, now, warp, event.at.lanes);
    }
    if (!of_last) return;
    add(races,
        {.first = earlier.pc,
         .second = now.pc,
         .conflict = !earlier.writes ? Conflict::read_then_write
                     : now.writes    ? Conflict::write_then_write
                                     : Conflict::write_then_read,
         .tensor = true,
         .lack = *of_last},
        {.count = 1,
         .address = address,
         .first = {.block = earlier.block, .cluster = earlier.cluster, .warp = earlier.warp, .lane = earlier.lane},
         .second = {.block = now.block, .cluster = now.cluster, .warp = now.warp, .lane = now.lane}});
  };
  Memory& memory = memory_of(event.owner);
  const std::uint32_t end = std::min(event.column + event.columns, TensorMemory::kColumns);
  for (std::uint32_t rest = event.groups; rest != 0; rest &= rest - 1) {
    const auto group = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (std::uint32_t column = event.column; column < end; ++column) {
      Cell& cell = memory.cells[group][column];
      const std::uint32_t address = group * TensorEvent::kLanesInGroup << 16 | column;
      compare(cell.write, address);
      if (event.writes) {
        compare(cell.product_read, address);
        compare(cell.load, address);
      }
      // What comes before a write in order is none of later ones' business.
      if (event.writes) cell = {};
      (event.writes ? cell.write : now.apart ? cell.product_read : cell.load) = now;
    }
  }
}

}  // namespace warpglass::analysis
