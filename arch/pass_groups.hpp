// How a machine cuts one shared-memory request into groups of lanes that go through the banks together, and which lanes
// of a group share a pass. The table of the generations: everything that counts passes, or tells which lane is served
// in which, reads it here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "arch/device_model.hpp"
#include "arch/shared_request.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::arch {

/// Which lanes that meet in a bank are served by one pass.
enum class Sharing : std::uint8_t {
  row,        // those that ask for one row of the bank
  broadcast,  // cc 1.x loads: a pass broadcasts one word; each other bank serves one lane
  address,    // cc 1.x stores: those that write one address, of which one wins
  none,       // none: every lane is a pass of its own
};

/// Lanes ask for units of `1 << shift` bytes, each of which lies in one of `banks` banks; what one pass reads of all
/// banks is a row of `1 << row_shift` bytes.
struct PassGroups {
  std::array<LaneMask, 4> lanes{};  // groups, one after another; an empty one costs nothing
  unsigned shift = 2;
  std::uint32_t banks = 32;
  unsigned row_shift = 7;
  Sharing sharing = Sharing::row;
  std::uint32_t parts = 1;         // a group is asked so often, each time for the next 4 bytes of its lanes
  std::uint32_t passes_each = 1;   // passes a bank needs for one unit; 2 for compare-and-swap
  std::uint32_t extra_passes = 0;  // of every group that is not empty, beyond those in which lanes are served

  [[nodiscard]] std::uint32_t bank_of(std::uint64_t address) const {
    return static_cast<std::uint32_t>(address >> shift) & (banks - 1);
  }
  [[nodiscard]] std::uint64_t row_of(std::uint64_t address) const { return address >> row_shift; }
};

/// How a request is cut. Not for atomics that are loops on this machine (is_loop): those are several requests.
[[nodiscard]] PassGroups pass_groups(const SharedMemory& memory, const SharedRequest& request);

/// The groups that Nsight Compute takes for those of a load (Wavefronts::profiled); `groups` for all else.
/// \param groups  pass_groups() of the request
[[nodiscard]] PassGroups profiled_groups(const SharedMemory& memory, const SharedRequest& request, PassGroups groups);

/// Largest number of different units of `1 << shift` bytes that the lanes ask for in one bank, where the 128 bytes of a
/// pass are `128 >> shift` banks. 0 for no lanes. \param shift  2 to 4
[[nodiscard]] std::uint32_t passes(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes, unsigned shift);

/// Least number of passes that move what the lanes ask for, whatever their addresses.
[[nodiscard]] std::uint32_t least_passes(const SharedMemory& memory, LaneMask lanes, std::uint32_t bytes);

/// Serves one part of one group: how many passes it takes. \param pass  of each lane of the group, from 0; may be
/// nullptr
[[nodiscard]] std::uint32_t serve(const PassGroups& groups, std::span<const std::uint64_t, kWarpSize> address,
                                  LaneMask lanes, std::uint32_t part, std::array<std::uint32_t, kWarpSize>* pass);

/// Maxwell brought atomic instructions on shared memory ("Tuning CUDA Applications for Maxwell", Shared Memory
/// Atomics); before, an atomic is a loop of a load that takes locks and a store that gives them back.
[[nodiscard]] bool has_native_atomics(const SharedMemory& memory);

/// True when the machine has no instruction for the request and executes rounds of a load and a store or
/// compare-and-swap.
[[nodiscard]] bool is_loop(const SharedMemory& memory, const SharedRequest& request);

/// One round of such a loop.
struct LoopRound {
  SharedRequest load;   // by all lanes that are left
  SharedRequest write;  // what follows it: a compare-and-swap by all of them, or a store by those that hold a lock
  LaneMask done = 0;    // lanes that need no further round
};

/// The next round of the lanes in `request.lanes`.
[[nodiscard]] LoopRound next_round(const SharedMemory& memory, const SharedRequest& request);

/// A lane, or one of the lane's parts, in a pass.
struct LanePass {
  int lane = 0;
  std::uint32_t bank = 0;   // the first, in the machine's own banks (4 bytes; 8 in the 8-byte mode of cc 3.x)
  std::uint32_t banks = 1;  // neighbouring ones that serve it
  std::uint32_t pass = 0;   // from 0, over all groups and rounds
};

/// Which bank serves which lane in which pass, ordered by pass and lane. A lane is there more than once where the
/// machine serves it in parts (cc 1.x, more than 4 bytes) or in several steps (compare-and-swap, loops). The passes
/// that serve nobody (cc 2.x, 16 bytes) have no entry.
[[nodiscard]] std::vector<LanePass> lane_passes(const SharedMemory& memory, const SharedRequest& request);

}  // namespace warpglass::arch
