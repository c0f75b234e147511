// What a warp instruction asks of shared memory.
#pragma once

#include <cstdint>
#include <span>

#include "base/lane_mask.hpp"

namespace warpglass::arch {

enum class SharedAccess : std::uint8_t {
  load,
  store,
  atomic,            // operations that have an instruction from Maxwell on, and exchange
  compare_and_swap,  // the same of compare-and-swap
  atomic_loop,       // those that have none on any machine (64-bit arithmetic, fp32 addition)
  matrix,            // ldmatrix, stmatrix: lanes 8k..8k+7 hold the rows of matrix k
  async_copy,  // the side of cp.async.ca that writes, as if its sources were consecutive (async_copies.hpp has both)
};

struct SharedRequest {
  SharedAccess access = SharedAccess::load;
  std::uint32_t bytes = 4;     // per lane: 1, 2, 4, 8 or 16; addresses are multiples of it. Matrices: 16, the row
  std::uint32_t matrices = 0;  // matrix: 1, 2 or 4
  LaneMask lanes = 0;          // that take part
  std::span<const std::uint64_t, kWarpSize> address;  // byte offsets in shared memory; read for lanes that take part
};

}  // namespace warpglass::arch
