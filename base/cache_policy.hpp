// Cache policies: the 64-bit numbers that createpolicy makes and `L2::cache_hint` takes. Their bits are not documented;
// these are what an H200 writes (tests/hardware/h200/facts/cache_policies.tsv), and what libraries have as constants
// (0x12f0000000000000: evict_first, 0x14f0000000000000: evict_last):
//
//   63..60  1
//   59      the policy is of a range of addresses, else of a fraction of the lines
//   58..57  primary priority: 0 evict_unchanged, 1 evict_first, 2 evict_last, 3 evict_normal
//   56      the others are evict_first, else evict_unchanged
//   55..52  fraction: n sixteenths less one          range: granules of 4096 << g bytes, 128 of which hold it all
//   50..44                                           first granule of the primary part, modulo 128
//   43..37                                           granules of the primary part
#pragma once

#include <cstdint>

#include "base/cache_operator.hpp"

namespace warpglass {

/// What a policy does, beside where.
struct PolicyPriorities {
  EvictionPriority primary = EvictionPriority::unchanged;  // unchanged, first, last or normal
  bool others_first = false;                               // the secondary priority is evict_first
};

/// \param fraction  of the lines that are primary; taken to lie in (0, 1]
[[nodiscard]] std::uint64_t fractional_policy(const PolicyPriorities& priorities, float fraction);

/// \param primary_bytes  from `address` on; granules that they touch, 127 at most
/// \param total_bytes    of the range
[[nodiscard]] std::uint64_t range_policy(const PolicyPriorities& priorities, std::uint64_t address,
                                         std::uint32_t primary_bytes, std::uint32_t total_bytes);

/// The priority that a policy gives a line of 128 bytes: none where the number is no policy.
/// \param number   tells lines apart; which of them are in a fraction is a hash of it
/// \param address  of the line
[[nodiscard]] EvictionPriority priority_of_line(std::uint64_t policy, std::uint64_t number, std::uint64_t address);

}  // namespace warpglass
