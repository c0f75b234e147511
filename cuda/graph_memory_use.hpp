// How much memory the graphs of a device have, and at which addresses.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

namespace warpglass::cuda {

class GraphAddresses;

/// An executable may be the last to have addresses when no other lock is held.
struct GraphMemoryUse {
  std::mutex mutex;
  std::map<std::uint64_t, GraphAddresses*> kept;  // by beginning
  std::map<std::uint64_t, std::uint64_t> live;    // allocations: physical bytes by beginning
  std::uint64_t live_bytes = 0;
  // Graphs keep what they have freed until the device is trimmed.
  std::uint64_t kept_bytes = 0, used_high = 0, reserved_high = 0;

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
