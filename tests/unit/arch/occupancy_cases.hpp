// Random inputs of the occupancy rules, the same for every run: what is compared with the vendor's header where that is
// found, and the few of them that are recorded.
#pragma once

#include <cstdint>
#include <random>

#include "arch/occupancy.hpp"

namespace warpglass::arch {

struct OccupancyCase {
  BlockNeeds needs;  // without the carve-out
  std::int32_t carve_out_percent = -1;
  CacheConfig cache = CacheConfig::none;
};

/// Every branch of the rules is met: sizes lie around what a block and an SM hold, and on both sides of it.
class OccupancyCases {
 public:
  explicit OccupancyCases(const DeviceModel& device)
      : most_registers_(device.limits.max_registers_per_thread), random_(device.capability.sm()) {}

  OccupancyCase next() {
    OccupancyCase one;
    BlockNeeds& needs = one.needs;
    needs.threads = chance(3) ? 32 * below(33) + 32 : below(1100) + 1;
    // The header takes 255 registers for cc 3.0 too, whose instructions can name 63, and 256 from cc 7.0 on, where
    // they can name 255: what lies between is left out.
    needs.registers_per_thread = chance(8) ? below(4) : chance(16) ? 257 + below(40) : below(most_registers_ + 1);
    needs.static_shared_bytes = shared_bytes();
    needs.dynamic_shared_bytes = shared_bytes();
    if (chance(2)) {
      needs.max_dynamic_shared_bytes = shared_bytes();
      if (chance(2)) needs.dynamic_shared_bytes = below(*needs.max_dynamic_shared_bytes + 1);
    }
    needs.barriers = chance(3) ? below(17) : 1;
    needs.partitioned_caching = chance(3) ? static_cast<PartitionedCaching>(below(3)) : PartitionedCaching::off;
    if (chance(2)) one.carve_out_percent = chance(8) ? 0 : static_cast<std::int32_t>(below(101));
    one.cache = static_cast<CacheConfig>(below(4));
    return one;
  }

 private:
  // Not the standard's distributions: their results differ from one library to the next.
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  bool chance(std::uint32_t of) { return below(of) == 0; }
  std::uint32_t shared_bytes() {
    if (chance(3)) return 0;
    return below(1u << (4 + below(15)));  // up to 256 KiB
  }

  std::uint32_t most_registers_;
  std::mt19937_64 random_;
};

/// What the rules answer for a case.
inline Occupancy occupancy_of(const Limits& limits, const OccupancyCase& one) {
  BlockNeeds needs = one.needs;
  needs.shared_carve_out_bytes = preferred_carve_out(limits, one.carve_out_percent, one.cache);
  return occupancy(limits, needs);
}

}  // namespace warpglass::arch
