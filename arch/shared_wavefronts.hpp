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
#include <optional>

#include "arch/device_model.hpp"
#include "arch/lane_batches.hpp"
#include "arch/shared_request.hpp"

namespace warpglass::arch {

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
  std::uint32_t rounds = 0;    // each has an atomic or a store
  std::uint32_t requests = 0;  // loads: one a round, or one for all of them
  Wavefronts all;
  Wavefronts loads;  // of `all`
};

/// For requests that are loops on this machine (is_loop). Recordings:
/// tests/hardware/h200/facts/shared_float_atomics.tsv, every row of additions of 4 and 8 bytes; of 2 bytes
/// tests/hardware/h200/counted_ptx.
[[nodiscard]] LoopWavefronts loop_wavefronts(const SharedMemory& memory, const SharedRequest& request);

/// No lane taking part costs nothing.
[[nodiscard]] Wavefronts shared_wavefronts(const SharedMemory& memory, const SharedRequest& request);

/// Of accesses of which `profiled` is `taken`.
struct BatchWavefronts {
  BatchCounts taken;
  BatchCounts ideal;
};

/// Of each access of a batch, whose addresses lie below `within` and are multiples of the access's bytes. Nothing where
/// each is to be asked for by itself. \param common  lanes and addresses are of no account
[[nodiscard]] std::optional<BatchWavefronts> shared_wavefronts(const SharedMemory& memory, SharedRequest common,
                                                               const LaneBatch& batch, std::uint64_t within);

}  // namespace warpglass::arch
