// How many wavefronts (passes through the shared-memory data path) one warp instruction takes, on every generation.
//
// Shared memory is a row of banks; a pass serves each bank once, and lanes that ask for the same word of a bank are
// served together. What differs between generations is how many banks there are and how wide, how wide accesses are cut
// into halves or quarters of the warp, and whether atomics are instructions or loops. arch/pass_groups.hpp has those
// rules.
//
// BankRules::volta reproduces what an H200 counted for single instructions (tests/hardware/h200: shared_wavefronts.tsv,
// facts/shared_atomics.tsv, facts/async_copies.tsv). Those of earlier machines are the CUDA C Programming Guide's
// (editions 4.2 and 7.5, appendix "Compute Capabilities"); no chip was asked.
#pragma once

#include <cstdint>
#include <span>

#include "arch/device_model.hpp"
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

struct Wavefronts {
  std::uint32_t taken = 0;
  /// Without bank conflicts. From Volta on as Nsight Compute counts it: passes of 128 bytes for all bytes asked for, or
  /// `taken` where lanes share addresses and so take fewer; twice that for compare-and-swap. Before, likewise with the
  /// bytes that a pass of that machine moves; of a loop, one round.
  std::uint32_t ideal = 0;

  /// What Nsight Compute works out from the addresses (`memory_l1_wavefronts_shared`, `sm__sass_l1tex_*`), where the
  /// unit's own counter (`l1tex__data_pipe_lsu_wavefronts_mem_shared_*`) says `taken`, and its ideal. They differ for
  /// loads of more than 4 bytes whose lanes share addresses with their neighbours: the profiler lets halves, or
  /// quarters, go together only when that takes a single pass, and looks at each half of a 16-byte load by itself.
  /// Recording: tests/hardware/h200/facts/shared_wide_loads.tsv, all 420 rows of 8 bytes and 381 of 420 of 16 bytes;
  /// the other 39 are partial warps.
  std::uint32_t profiled = 0;
  std::uint32_t profiled_ideal = 0;
};

/// An atomic that the machine executes as a loop.
struct LoopWavefronts {
  std::uint32_t rounds = 0;  // each has a load, and an atomic or a store
  Wavefronts all;
  Wavefronts loads;  // of `all`
};

/// For requests that are loops on this machine (is_loop). Recording:
/// tests/hardware/h200/facts/shared_float_atomics.tsv, every row of additions of 4 and 8 bytes.
[[nodiscard]] LoopWavefronts loop_wavefronts(const SharedMemory& memory, SharedRequest request);

/// No lane taking part costs nothing.
[[nodiscard]] Wavefronts shared_wavefronts(const SharedMemory& memory, const SharedRequest& request);

/// Largest number of different units of `1 << shift` bytes that the lanes ask for in one bank, where the 128 bytes of a
/// pass are `128 >> shift` banks. 0 for no lanes. \param shift  2 to 4
[[nodiscard]] std::uint32_t passes(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes, unsigned shift);

}  // namespace warpglass::arch
