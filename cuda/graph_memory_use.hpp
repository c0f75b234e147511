// How much memory the graphs of a device have, and at which addresses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

namespace warpglass::cuda {

class GraphAddresses;

/// An executable may be the last to have addresses when no other lock is held.
struct GraphMemoryUse {
  std::mutex mutex;
  std::map<std::uint64_t, GraphAddresses*> kept;  // by beginning
  std::map<std::uint64_t, std::uint64_t> live;    // allocations: bytes by beginning
  std::uint64_t live_bytes = 0;
  // Graphs keep what they have freed until the device is trimmed.
  std::uint64_t kept_bytes = 0, used_high = 0, reserved_high = 0;

  /// Physical memory comes in pieces of this size, as on an H200; recorded for graphs with one allocation each.
  static constexpr std::uint64_t kPiece = std::uint64_t{32} << 20;
  [[nodiscard]] static constexpr std::uint64_t in_pieces(std::uint64_t bytes) {
    return (bytes + kPiece - 1) / kPiece * kPiece;
  }

  /// As many bytes are needed at once. With the lock held.
  void keep(std::uint64_t bytes) {
    kept_bytes = std::max(kept_bytes, in_pieces(bytes));
    used_high = std::max(used_high, kept_bytes);
    reserved_high = std::max(reserved_high, kept_bytes);
  }
  void note_allocated(std::uint64_t address, std::uint64_t bytes) {
    const std::lock_guard lock(mutex);
    live[address] = bytes;
    live_bytes += bytes;
    keep(live_bytes);
  }
  /// Memory was freed; does nothing where no graph has allocated it.
  void note_freed(std::uint64_t address) {
    const std::lock_guard lock(mutex);
    const auto found = live.find(address);
    if (found == live.end()) return;
    live_bytes -= found->second;
    live.erase(found);
  }
  /// With the device, on a reset.
  void forget() {
    const std::lock_guard lock(mutex);
    live.clear();
    live_bytes = kept_bytes = used_high = reserved_high = 0;
  }
};

}  // namespace warpglass::cuda
