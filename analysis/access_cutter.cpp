#include "analysis/access_cutter.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "analysis/line_request.hpp"
#include "arch/global_sectors.hpp"
#include "sim/launch.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::size_t kRemembered = 1024;
// A thread's stack for calls, which the engine gives kernels that make some (sim/block.cpp).
constexpr std::uint64_t kStackBytes = 16 * 1024;

/// Address of the first lane, as it counts for the distances of the others.
std::uint64_t first_byte(const sim::AccessEvent& event, const sim::MachineAccess& access) {
  return event.base + static_cast<std::uint64_t>(std::int64_t{access.offset});
}

}  // namespace

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

AccessCutter::Piece& AccessCutter::Cut::one_of_many(std::uint32_t line) {
  for (Piece& piece : std::span(pieces_, count_)) {
    if (piece.line == line) return piece;
  }
  return pieces_[count_++] = {.line = line};
}

void AccessCutter::Cut::add(std::uint64_t place, std::uint32_t bytes) {
  while (bytes != 0) {
    const auto sector = static_cast<std::size_t>(place / arch::kCacheSector % arch::kSectorsPerLine);
    const auto offset = static_cast<std::uint32_t>(place % arch::kCacheSector);
    const std::uint32_t here = std::min(bytes, arch::kCacheSector - offset);
    Piece& piece = piece_of(line_of(place));
    piece.sectors |= 1u << sector;
    piece.bytes[sector] |= static_cast<std::uint32_t>((std::uint64_t{1} << here) - 1) << offset;
    place += here;
    bytes -= here;
  }
}

/// For the pieces of an access whose lanes come to so many lines each.
void AccessCutter::make_room(std::size_t lines) {
  if (pieces_.size() < lines * kWarpSize) pieces_.resize(lines * kWarpSize);
}

void AccessCutter::write_down(std::span<const Piece> pieces, std::uint32_t first_line, bool writes,
                              std::vector<std::uint32_t>& words) {
  words.resize(pieces.size() * (2 + arch::kSectorsPerLine));
  std::uint32_t* to = words.data();
  for (const Piece& piece : pieces) {
    *to++ = piece.line - first_line;
    if (!writes) {
      *to++ = LineRequest::of_sectors(piece.sectors, 0, 0).bits();
      continue;
    }
    std::uint32_t whole = 0;
    std::uint32_t partly = 0;
    std::uint32_t* const request = to++;
    for (std::uint32_t rest = piece.sectors; rest != 0; rest &= rest - 1) {
      const auto sector = static_cast<std::size_t>(std::countr_zero(rest));
      if (piece.bytes[sector] == kWholeSector) {
        whole |= 1u << sector;
      } else {
        *to++ = piece.bytes[sector];
        ++partly;
      }
    }
    *request = LineRequest::of_sectors(piece.sectors, whole, partly).bits();
  }
  words.resize(static_cast<std::size_t>(to - words.data()));
}

/// Remembered from the second time on, because a repeated access is cut as it was before: most come once or many times.
CutLines AccessCutter::cut_global(const sim::AccessEvent& event, const sim::MachineAccess& access, bool writes) {
  const std::uint64_t base = place_of(first_byte(event, access));
  const std::uint64_t phase = base % arch::kCacheLine;
  const std::uint64_t hash = event.at.pc * 977 + event.shape * 131 + phase / 4 * 7 + access.bytes;
  Known& known = known_[hash % kRemembered];
  const bool repeated = known.pc == event.at.pc && known.shape == event.shape && known.phase == phase &&
                        known.bytes == access.bytes && known.writes == writes && event.shape != 0;
  if (repeated) return {known.words, line_of(base)};
  const bool remember = std::exchange(met_[hash % kRemembered], hash) == hash && event.shape != 0;
  make_room(access.bytes / arch::kCacheLine + 2);
  Cut cut(pieces_);
  std::uint64_t bits = base | access.bytes;
  for_each_lane(event.machine_lanes, [&](int lane) { bits |= static_cast<std::uint64_t>(event.offset[lane]); });
  // Multiples of their own size, a power of two, do not reach over the end of a sector.
  const bool within_sectors =
      std::has_single_bit(access.bytes) && access.bytes <= arch::kCacheSector && (bits & (access.bytes - 1)) == 0;
  if (within_sectors && !writes) {
    for_each_lane(event.machine_lanes,
                  [&](int lane) { cut.add(base + static_cast<std::uint64_t>(event.offset[lane])); });
  } else {
    for_each_lane(event.machine_lanes,
                  [&](int lane) { cut.add(base + static_cast<std::uint64_t>(event.offset[lane]), access.bytes); });
  }
  std::vector<std::uint32_t>& words = remember ? known.words : words_;
  write_down(cut.pieces(), line_of(base), writes, words);
  if (remember) {
    known.pc = event.at.pc;
    known.shape = event.shape;
    known.phase = phase;
    known.bytes = access.bytes;
    known.writes = writes;
  }
  return {words, line_of(base)};
}

CutLines AccessCutter::cut(const sim::AccessEvent& event, const sim::MachineAccess& access, bool writes) {
  if (event.space != sim::Space::local) return cut_global(event, access, writes);
  make_room(2 * (access.bytes / 4 + std::size_t{1}));  // words of a lane lie in different lines
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
  write_down(cut.pieces(), 0, writes, words_);
  return {words_, kLocalLines};
}

}  // namespace warpglass::analysis
