#include "base/cache_policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpglass {
namespace {

constexpr std::uint64_t kPolicy = 0x1000000000000000;
constexpr std::uint64_t kRange = 0x0800000000000000;
constexpr int kPriorityBit = 57;
constexpr std::uint64_t kOthersFirst = std::uint64_t{1} << 56;
constexpr int kSizeBit = 52;
constexpr int kStartBit = 44;
constexpr int kCountBit = 37;
constexpr std::uint64_t kGranules = 128;
constexpr std::uint64_t kLeastGranule = 4096;

constexpr std::array<EvictionPriority, 4> kPriorities = {EvictionPriority::unchanged, EvictionPriority::first,
                                                         EvictionPriority::last, EvictionPriority::normal};

std::uint64_t head_of(const PolicyPriorities& priorities) {
  const auto* const found = std::find(kPriorities.begin(), kPriorities.end(), priorities.primary);
  const auto code = static_cast<std::uint64_t>(found - kPriorities.begin()) % kPriorities.size();
  return kPolicy | code << kPriorityBit | (priorities.others_first ? kOthersFirst : 0);
}

}  // namespace

std::uint64_t fractional_policy(const PolicyPriorities& priorities, float fraction) {
  const float sixteenths = fraction > 0 ? std::ceil(16 * std::min(fraction, 1.0f)) : 1;
  return head_of(priorities) | (static_cast<std::uint64_t>(sixteenths) - 1) << kSizeBit;
}

std::uint64_t range_policy(const PolicyPriorities& priorities, std::uint64_t address, std::uint32_t primary_bytes,
                           std::uint32_t total_bytes) {
  std::uint64_t size = 0;
  while (kGranules * kLeastGranule << size < total_bytes) ++size;
  const std::uint64_t granule = kLeastGranule << size;
  const std::uint64_t first = address / granule;
  const std::uint64_t end = (address + primary_bytes + granule - 1) / granule;
  const std::uint64_t count = primary_bytes == 0 ? 0 : std::min(end - first, kGranules - 1);
  return head_of(priorities) | kRange | size << kSizeBit | first % kGranules << kStartBit | count << kCountBit;
}

EvictionPriority priority_of_line(std::uint64_t policy, std::uint64_t number, std::uint64_t address) {
  if (policy >> 60 != kPolicy >> 60) return EvictionPriority::none;
  const std::uint64_t size = policy >> kSizeBit & 15;
  bool primary = false;
  if ((policy & kRange) != 0) {
    const std::uint64_t from_start = address / (kLeastGranule << size) - (policy >> kStartBit);
    primary = from_start % kGranules < (policy >> kCountBit) % kGranules;
  } else {
    primary = (number * 0x9e3779b97f4a7c15 >> 52 & 15) <= size;
  }
  if (primary) return kPriorities[policy >> kPriorityBit & 3];
  return (policy & kOthersFirst) != 0 ? EvictionPriority::first : EvictionPriority::unchanged;
}

}  // namespace warpglass
