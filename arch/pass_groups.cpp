#include "arch/pass_groups.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "arch/lane_counts.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::span<const std::uint64_t, kWarpSize>;

constexpr LaneMask kHalfWarp = 0x0000ffffu;
constexpr LaneMask kQuarter = 0x000000ffu;

/// True when for d = 1, or for d = 2, every active lane whose partner `lane ^ d` is active has its partner's address.
bool neighbours_agree(Addresses address, LaneMask lanes) {
  for (const int d : {1, 2}) {
    bool agree = true;
    for_each_lane(lanes, [&](int lane) {
      const int partner = lane ^ d;
      if ((lanes & lane_bit(partner)) != 0 && address[lane] != address[partner]) agree = false;
    });
    if (agree) return true;
  }
  return false;
}

/// The whole warp, its halves or its quarters, and what is left of them.
PassGroups cut(LaneMask lanes, LaneMask group, PassGroups groups) {
  groups.lanes = {};
  std::size_t next = 0;
  for (int first = 0; first < kWarpSize; first += lane_count(group)) groups.lanes[next++] = lanes & (group << first);
  return groups;
}

/// cc 1.x: 16 banks of 4 bytes, a request per half-warp; wider accesses are several 32-bit ones. A load broadcasts one
/// word a pass. (Guide 4.2, F.3.3; lanes that store to one address: "only one thread per half-warp performs a write")
PassGroups tesla(const SharedRequest& request, bool load) {
  return cut(request.lanes, kHalfWarp,
             {.shift = 2,
              .banks = 16,
              .row_shift = 6,
              .sharing = load ? Sharing::broadcast : Sharing::address,
              .parts = std::max(1u, request.bytes / 4)});
}

/// cc 2.x: 32 banks of 4 bytes. 64-bit accesses conflict within half-warps only; 128-bit ones within quarter-warps, and
/// take one pass more than there are different addresses in a bank. (Guide 4.2, F.4.3)
PassGroups fermi(const SharedRequest& request) {
  if (request.bytes <= 4) return cut(request.lanes, kFullMask, {});
  if (request.bytes == 8) return cut(request.lanes, kHalfWarp, {.shift = 3, .banks = 16});
  return cut(request.lanes, kQuarter, {.shift = 4, .banks = 8, .extra_passes = 1});
}

/// cc 3.x: banks of 8 bytes, so a row is 256 bytes. In the 8-byte mode successive 8-byte words are in successive banks;
/// in the 4-byte mode successive 4-byte words are, and a bank's row holds words i and i + 32 of a 64-word segment.
/// (Guide 7.5, G.4.3; NVIDIA, "GPU Performance Analysis and Optimization", GTC 2012: address bits HBBBBBxx.) The guide
/// has no rule for wide accesses. Ours: a lane gets as many bytes a pass as a bank is wide, which is how the 8-byte
/// mode doubles the bandwidth of 64-bit accesses.
PassGroups kepler(const SharedRequest& request, std::uint32_t bank_bytes) {
  constexpr unsigned kRow = 8;
  if (bank_bytes == 8) {
    if (request.bytes <= 8) return cut(request.lanes, kFullMask, {.shift = 3, .banks = 32, .row_shift = kRow});
    return cut(request.lanes, kHalfWarp, {.shift = 4, .banks = 16, .row_shift = kRow});
  }
  if (request.bytes <= 4) return cut(request.lanes, kFullMask, {.row_shift = kRow});
  if (request.bytes == 8) return cut(request.lanes, kHalfWarp, {.shift = 3, .banks = 16, .row_shift = kRow});
  return cut(request.lanes, kQuarter, {.shift = 4, .banks = 8, .row_shift = kRow});
}

/// cc 7.x and later, as recorded; cc 5.x and 6.x are taken to be the same, since the guide (7.5, G.5.3) says no more
/// than that lanes of one word do not conflict.
PassGroups volta(const SharedRequest& request, bool load) {
  if (request.bytes <= 4) return cut(request.lanes, kFullMask, {});
  const bool merged = load && neighbours_agree(request.address, request.lanes);
  if (request.bytes == 8) return cut(request.lanes, merged ? kFullMask : kHalfWarp, {.shift = 3, .banks = 16});
  return cut(request.lanes, merged ? kHalfWarp : kQuarter, {.shift = 4, .banks = 8});
}

/// Lanes of a load that the profiler lets go together: neighbours agree, and one pass serves them all.
bool profiled_together(const SharedRequest& request, LaneMask lanes, unsigned shift) {
  return neighbours_agree(request.address, lanes) && passes(request.address, lanes, shift) <= 1;
}

PassGroups groups_of(const SharedMemory& memory, const SharedRequest& request, bool load) {
  switch (memory.rules) {
    case BankRules::tesla: return tesla(request, load);
    case BankRules::fermi: return fermi(request);
    case BankRules::kepler: return kepler(request, memory.bank_bytes);
    case BankRules::maxwell:
    case BankRules::volta: break;
  }
  return volta(request, load);
}

PassGroups groups_of_atomic(const SharedMemory& memory, const SharedRequest& request, std::uint32_t passes_each) {
  PassGroups groups = groups_of(memory, request, false);
  groups.passes_each = passes_each;
  groups.sharing = Sharing::none;
  return groups;
}

/// The rows of a matrix are quarters that are never merged, as those of a store.
PassGroups groups_of_matrices(const SharedMemory& memory, SharedRequest request) {
  if (request.matrices < 4) request.lanes &= lane_bit(static_cast<int>(8 * request.matrices)) - 1;
  return groups_of(memory, request, false);
}

/// The first lane of each bank and group.
LaneMask first_of_each_bank(const PassGroups& groups, Addresses address) {
  LaneMask first = 0;
  for (const LaneMask group : groups.lanes) {
    std::uint32_t taken = 0;
    for_each_lane(group, [&](int lane) {
      const std::uint32_t bank = 1u << groups.bank_of(address[lane]);
      if ((taken & bank) == 0) first |= lane_bit(lane);
      taken |= bank;
    });
  }
  return first;
}

/// The first lane of each address.
LaneMask first_of_each_address(LaneMask lanes, Addresses address) {
  // Lanes that are first of theirs, by the low bits of the word: the last, and for each the one before.
  constexpr std::uint64_t kPlaces = 64;
  constexpr std::uint8_t kNone = kWarpSize;
  std::array<std::uint8_t, kPlaces> last;
  last.fill(kNone);
  std::array<std::uint8_t, kWarpSize> before;
  LaneMask first = 0;
  for_each_lane(lanes, [&](int lane) {
    std::uint8_t& place = last[address[lane] / 4 % kPlaces];
    std::uint8_t other = place;
    while (other != kNone && address[other] != address[lane]) other = before[other];
    if (other != kNone) return;
    before[static_cast<std::size_t>(lane)] = std::exchange(place, static_cast<std::uint8_t>(lane));
    first |= lane_bit(lane);
  });
  return first;
}

/// Passes of a cc 1.x load: each broadcasts the word of the first lane that is left and serves one lane of every other
/// bank. (The guide leaves open which word and which lane; the first one is our choice.)
std::uint32_t serve_broadcasts(const PassGroups& groups, Addresses address, LaneMask lanes, std::uint32_t part,
                               std::array<std::uint32_t, kWarpSize>* pass) {
  const auto word = [&](int lane) { return (address[lane] >> groups.shift) + part; };
  const auto bank = [&](int lane) { return 1u << (word(lane) & (groups.banks - 1)); };
  std::uint32_t count = 0;
  for (LaneMask left = lanes; left != 0; ++count) {
    const int chosen = first_lane(left);
    std::uint32_t taken = bank(chosen);
    LaneMask served = 0;
    for_each_lane(left, [&](int lane) {
      if (word(lane) != word(chosen) && (taken & bank(lane)) != 0) return;
      taken |= bank(lane);
      served |= lane_bit(lane);
      if (pass != nullptr) (*pass)[static_cast<std::size_t>(lane)] = count;
    });
    left &= ~served;
  }
  return count;
}

}  // namespace

bool has_native_atomics(const SharedMemory& memory) {
  return memory.rules == BankRules::maxwell || memory.rules == BankRules::volta;
}

std::uint32_t passes(Addresses address, LaneMask lanes, unsigned shift) {
  assert(shift >= 2 && shift <= 4);
  const std::uint32_t banks = 32u >> (shift - 2);
  if (const auto most = units_in_fullest_bank(address, lanes, shift, banks)) return *most;
  return serve({.shift = shift, .banks = banks}, address, lanes, 0, nullptr);
}

std::uint32_t least_passes(const SharedMemory& memory, LaneMask lanes, std::uint32_t bytes) {
  if (memory.rules == BankRules::tesla) {
    const std::uint32_t halves = ((lanes & kHalfWarp) != 0 ? 1u : 0u) + ((lanes & ~kHalfWarp) != 0 ? 1u : 0u);
    return halves * std::max(1u, bytes / 4);
  }
  const std::uint32_t pass_bytes = 32 * memory.bank_bytes;
  return (static_cast<std::uint32_t>(lane_count(lanes)) * bytes + pass_bytes - 1) / pass_bytes;
}

std::uint32_t serve(const PassGroups& groups, Addresses address, LaneMask lanes, std::uint32_t part,
                    std::array<std::uint32_t, kWarpSize>* pass) {
  assert(part < groups.parts);
  assert(std::has_single_bit(groups.banks) && groups.banks <= 32);
  if (groups.sharing == Sharing::broadcast) return serve_broadcasts(groups, address, lanes, part, pass);
  std::array<std::array<std::uint64_t, kWarpSize>, 32> seen;
  std::array<std::uint32_t, 32> count{};
  std::uint32_t most = 0;
  for_each_lane(lanes, [&](int lane) {
    const std::uint64_t at = address[lane] + std::uint64_t{4} * part;
    const std::uint64_t shared = groups.sharing == Sharing::row       ? groups.row_of(at)
                                 : groups.sharing == Sharing::address ? at
                                                                      : static_cast<std::uint64_t>(lane);
    const std::uint32_t bank = groups.bank_of(at);
    auto& known = seen[bank];
    std::uint32_t index = 0;
    while (index < count[bank] && known[index] != shared) ++index;
    if (index == count[bank]) known[count[bank]++] = shared;
    most = std::max(most, count[bank]);
    if (pass != nullptr) (*pass)[static_cast<std::size_t>(lane)] = index;
  });
  return most;
}

PassGroups profiled_groups(const SharedMemory& memory, const SharedRequest& request, PassGroups groups) {
  const bool may_merge = memory.rules == BankRules::volta || memory.rules == BankRules::maxwell;
  if (!may_merge || request.access != SharedAccess::load || request.bytes < 8) return groups;
  if (request.bytes == 8) {
    return profiled_together(request, request.lanes, groups.shift) ? cut(request.lanes, kFullMask, groups)
                                                                   : cut(request.lanes, kHalfWarp, groups);
  }
  groups = cut(request.lanes, kQuarter, groups);
  for (std::size_t half = 0; half < 2; ++half) {
    const LaneMask lanes = groups.lanes[2 * half] | groups.lanes[2 * half + 1];
    if (!profiled_together(request, lanes, groups.shift)) continue;
    groups.lanes[2 * half] = lanes;
    groups.lanes[2 * half + 1] = 0;
  }
  return groups;
}

PassGroups pass_groups(const SharedMemory& memory, const SharedRequest& request) {
  assert(std::has_single_bit(request.bytes) && request.bytes <= 16);
  switch (request.access) {
    case SharedAccess::load: return groups_of(memory, request, true);
    case SharedAccess::store: return groups_of(memory, request, false);
    case SharedAccess::atomic: return groups_of_atomic(memory, request, 1);
    case SharedAccess::compare_and_swap: return groups_of_atomic(memory, request, 2);
    case SharedAccess::atomic_loop: return groups_of_atomic(memory, request, 2);
    case SharedAccess::matrix: return groups_of_matrices(memory, request);
    case SharedAccess::async_copy: return groups_of_atomic(memory, request, 1);
  }
  return {};
}

bool is_loop(const SharedMemory& memory, const SharedRequest& request) {
  switch (request.access) {
    case SharedAccess::atomic: return !has_native_atomics(memory);
    case SharedAccess::compare_and_swap: return !has_native_atomics(memory) || request.bytes == 2;
    case SharedAccess::atomic_loop: return true;
    case SharedAccess::load:
    case SharedAccess::store:
    case SharedAccess::matrix:
    case SharedAccess::async_copy: break;
  }
  return false;
}

LoopRound next_round(const SharedMemory& memory, const SharedRequest& request) {
  LoopRound round{.load = request, .write = request};
  round.load.access = SharedAccess::load;
  if (has_native_atomics(memory)) {
    // The swap gives up on lanes that do not come through in its first pass. Of those that do, a lane fails whose
    // address a lane before it has just changed. As recorded where every round stores another value.
    round.write.access = SharedAccess::compare_and_swap;
    round.write.lanes = first_of_each_bank(pass_groups(memory, round.write), request.address);
    round.done = first_of_each_address(round.write.lanes, request.address);
  } else {
    // The load takes a lock of each word for one lane; that lane stores and unlocks, the others try again.
    // (J. Gomez-Luna et al., "Performance Modeling of Atomic Additions on GPU Scratchpad Memory", 2013; that distant
    // words can share a lock is left out.)
    round.write.access = SharedAccess::store;
    round.write.lanes = first_of_each_address(request.lanes, request.address);
    round.done = round.write.lanes;
  }
  return round;
}

}  // namespace warpglass::arch
