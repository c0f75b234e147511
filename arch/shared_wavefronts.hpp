// How many wavefronts (passes through the shared-memory data path) one warp instruction takes.
//
// Shared memory has 32 banks of 4 bytes, bank = byte / 4 mod 32. A pass serves each bank once; lanes that ask for the
// same word of a bank are served together. Accesses of 8 and 16 bytes a lane do not fit into one pass and are cut into
// halves or quarters of the warp, unless neighbouring lanes ask for the same address. The rules reproduce what an H200
// counted for single instructions (tests/hardware/h200: shared_wavefronts.tsv, facts/shared_atomics.tsv,
// facts/async_copies.tsv); what is not recorded says so.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/lane_mask.hpp"

namespace warpglass::arch {

enum class SharedAccess : std::uint8_t {
  load,
  store,
  atomic,            // native operations and exchange: a lane is a pass of its own even where lanes share a word
  compare_and_swap,  // twice that
  atomic_loop,       // no native operation (64-bit arithmetic, fp32 addition): rounds of a load and a
                     // compare-and-swap. 8 bytes as recorded where every round stores; 4 bytes by analogy
  matrix,            // ldmatrix, stmatrix: lanes 8k..8k+7 hold the rows of matrix k
  async_copy,        // cp.async.ca from consecutive global addresses: lanes in the fullest bank. Scattered sources
                     // and .cg add passes that are not modelled
};

struct SharedRequest {
  SharedAccess access = SharedAccess::load;
  std::uint32_t bytes = 4;     // per lane: 1, 2, 4, 8 or 16; addresses are multiples of it. Matrices: 16, the row
  std::uint32_t matrices = 0;  // matrix: 1, 2 or 4
  LaneMask lanes = 0;          // that take part
  std::span<const std::uint64_t, kWarpSize> address;  // byte offsets in shared memory; read for lanes that take part
};

struct Wavefronts {
  std::uint32_t taken = 0;
  /// Without bank conflicts, as Nsight Compute counts it: passes of 128 bytes for all bytes asked for, or `taken` where
  /// lanes share addresses and so take fewer; twice that for compare-and-swap.
  std::uint32_t ideal = 0;
};

/// BankRules::volta. No lane taking part costs nothing.
[[nodiscard]] Wavefronts shared_wavefronts(const SharedRequest& request);

/// Lanes that go through the banks together, and the size of the units they ask for.
struct PassGroups {
  std::array<LaneMask, 4> lanes{};  // groups; an empty one costs nothing
  unsigned shift = 2;               // units of `1 << shift` bytes; a pass has `128 >> shift` banks of them
  std::uint32_t passes_each = 1;    // passes a bank needs for one unit; 2 for compare-and-swap
  bool lanes_count = false;         // true: lanes that ask for the same unit do not share a pass
};

/// How a request is cut into groups; their passes add up. Not for atomic_loop, which is several requests.
[[nodiscard]] PassGroups pass_groups(const SharedRequest& request);

/// Largest number of different units of `1 << shift` bytes that the lanes ask for in one bank, where the 128 bytes of a
/// pass are `128 >> shift` banks. 0 for no lanes. \param shift  2 to 4
[[nodiscard]] std::uint32_t passes(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes, unsigned shift);

}  // namespace warpglass::arch
