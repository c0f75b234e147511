#include "analysis/access_cutter.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/line_request.hpp"
#include "arch/global_sectors.hpp"
#include "sim/launch.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::size_t kRemembered = 1024;
constexpr std::uint32_t kLocalLines = 0x80000000u;
// A thread's stack for calls, which the engine gives kernels that make some (sim/block.cpp).
constexpr std::uint64_t kStackBytes = 16 * 1024;

/// Address of the first lane, as it counts for the distances of the others.
std::uint64_t first_byte(const sim::AccessEvent& event, const sim::MachineAccess& access) {
  return event.base + static_cast<std::uint64_t>(std::int64_t{access.offset});
}

}  // namespace

std::uint32_t AccessCutter::line_of(std::uint64_t place) {
  return static_cast<std::uint32_t>(place / arch::kCacheLine) & ~kLocalLines;
}

void AccessCutter::start(const sim::LaunchRequest& launch) {
  known_.assign(kRemembered, {});
  met_.assign(kRemembered, 0);
  origin_ = 0;
  if (launch.memory != nullptr) {
    const std::map<std::uint64_t, sim::Allocation> live = launch.memory->allocations();
    const auto first = std::find_if(live.begin(), live.end(),
                                    [](const auto& one) { return one.second.kind != sim::AllocationKind::pinned; });
    if (first != live.end()) origin_ = first->first;
  }
  const std::uint64_t local_bytes =
      launch.program->functions.front().local_bytes + (launch.program->has_calls ? kStackBytes : 0);
  local_lines_ = (local_bytes + 3) / 4;
  warps_per_block_ = (launch.block.volume() + 31) / 32;
  blocks_per_sm_ = std::max<std::uint64_t>(1, launch.resident_blocks / std::max(1u, launch.sm_count));
}

LinePiece& AccessCutter::Cut::piece_of(std::uint32_t line) {
  if (pieces_.size() >= kMostHashed) [[unlikely]] {
    const auto piece =
        std::find_if(pieces_.begin(), pieces_.end(), [line](const LinePiece& p) { return p.line == line; });
    return piece != pieces_.end() ? *piece : pieces_.emplace_back(LinePiece{.line = line});
  }
  for (std::size_t slot = line * 0x9e3779b1u >> 25;; slot = (slot + 1) % kSlots) {
    if (piece_[slot] == 0) {
      pieces_.push_back({.line = line});
      piece_[slot] = static_cast<std::uint8_t>(pieces_.size());
      return pieces_.back();
    }
    if (LinePiece& piece = pieces_[piece_[slot] - 1u]; piece.line == line) return piece;
  }
}

void AccessCutter::Cut::add(std::uint64_t place, std::uint32_t bytes) {
  while (bytes != 0) {
    const auto sector = static_cast<std::size_t>(place / arch::kCacheSector % arch::kSectorsPerLine);
    const auto offset = static_cast<std::uint32_t>(place % arch::kCacheSector);
    const std::uint32_t here = std::min(bytes, arch::kCacheSector - offset);
    LinePiece& piece = piece_of(line_of(place));
    const auto bit = static_cast<std::uint8_t>(1u << sector);
    piece.sectors |= bit;
    piece.bytes[sector] |= static_cast<std::uint32_t>((std::uint64_t{1} << here) - 1) << offset;
    if (piece.bytes[sector] == kWholeSector) piece.whole |= bit;
    place += here;
    bytes -= here;
  }
}

/// Remembered from the second time on, because a repeated access is cut as it was before: most come once or many times.
LinePieces AccessCutter::cut_global(const sim::AccessEvent& event, const sim::MachineAccess& access) {
  const std::uint64_t base = place_of(first_byte(event, access));
  const std::uint64_t phase = base % arch::kCacheLine;
  const std::uint64_t hash = event.at.pc * 977 + event.shape * 131 + phase / 4 * 7 + access.bytes;
  Known& known = known_[hash % kRemembered];
  const bool repeated = known.pc == event.at.pc && known.shape == event.shape && known.phase == phase &&
                        known.bytes == access.bytes && event.shape != 0;
  if (repeated) return {known.pieces, line_of(base)};
  const bool remember = std::exchange(met_[hash % kRemembered], hash) == hash && event.shape != 0;
  std::vector<LinePiece>& pieces = remember ? known.pieces : pieces_;
  Cut cut(pieces);
  for_each_lane(event.machine_lanes,
                [&](int lane) { cut.add(base + static_cast<std::uint64_t>(event.offset[lane]), access.bytes); });
  for (LinePiece& piece : pieces) piece.line -= line_of(base);
  if (remember) {
    known.pc = event.at.pc;
    known.shape = event.shape;
    known.phase = phase;
    known.bytes = access.bytes;
  }
  return {pieces, line_of(base)};
}

LinePieces AccessCutter::cut(const sim::AccessEvent& event, const sim::MachineAccess& access) {
  if (event.space != sim::Space::local) return cut_global(event, access);
  Cut cut(pieces_);
  // Where this warp's words begin. A block that comes later to the same place on an SM uses the same memory.
  const std::uint64_t slot = event.at.block / std::max(1u, device_.sm_count) % blocks_per_sm_;
  const std::uint64_t own =
      ((event.at.sm * blocks_per_sm_ + slot) * warps_per_block_ + event.at.warp) * local_lines_ * arch::kCacheLine;
  for_each_lane(event.machine_lanes, [&](int lane) {
    const std::uint64_t at = first_byte(event, access) + static_cast<std::uint64_t>(event.offset[lane]);
    for (std::uint32_t done = 0; done < access.bytes; done += 4)
      cut.add(own + arch::local_place(at + done, lane), std::min(4u, access.bytes));
  });
  return {pieces_, kLocalLines};
}

}  // namespace warpglass::analysis
