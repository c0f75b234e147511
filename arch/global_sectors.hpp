// What one warp instruction asks of global, local and constant memory, on every generation.
//
// From Maxwell on the memory system works on 32-byte sectors of 128-byte lines: what counts is which sectors any lane
// touches. Earlier machines cut the request into halves or quarters of the warp and moved whole lines (cc 2.x) or
// segments of 32 to 128 bytes (cc 1.x). Counts are of 32-byte sectors everywhere, so that generations can be compared:
// a 128-byte transaction is four.
//
// The rule from Maxwell on reproduces an H200 (tests/hardware/h200/facts: global_accesses.tsv, local_accesses.tsv,
// constant_loads.tsv). The others are the CUDA C Programming Guide's (editions 4.2 and 7.5, appendix "Compute
// Capabilities", Global Memory); no chip was asked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arch/device_model.hpp"
#include "arch/lane_batches.hpp"
#include "base/cache_operator.hpp"
#include "base/lane_mask.hpp"

namespace warpglass::arch {

struct Sectors {
  std::uint32_t sectors = 0;
  std::uint32_t ideal = 0;  // least that could hold what the lanes ask for
  std::uint32_t lines = 0;  // 128-byte lines; cc 1.x: transactions
};

enum class GlobalAccess : std::uint8_t { load, store, atomic };

struct GlobalRequest {
  GlobalAccess access = GlobalAccess::load;
  CacheOperator cache = CacheOperator::none;
  std::uint32_t bytes = 4;  // per lane, all vector elements together: 1 to 32; may reach over sector borders
  LaneMask lanes = 0;       // that take part
  std::span<const std::uint64_t, kWarpSize> address;  // read for lanes that take part
};

/// Sectors and lines that any lane touches, over the whole warp: the rule from Maxwell on.
[[nodiscard]] Sectors global_sectors(std::span<const std::uint64_t, kWarpSize> address, LaneMask lanes,
                                     std::uint32_t bytes);

/// True when a load looks in the first-level (or read-only) cache first. Stores and atomics never do.
[[nodiscard]] bool uses_first_level(const ComputeCapability& capability, CacheOperator cache);

/// Whether loads by the read-only path (ld.global.nc) look in the first level, and plain ones do not: cc 3.5 and 3.7,
/// Maxwell, and Pascal but for 6.0. (Guide 7.5, G.4.2 and G.5.2; "Tuning CUDA Applications for Pascal", Unified
/// L1/Texture Cache)
[[nodiscard]] bool read_only_path_differs(const ComputeCapability& capability);

/// Of a machine of this compute capability.
[[nodiscard]] Sectors global_sectors(const ComputeCapability& capability, const GlobalRequest& request);

struct AtomicSectors {
  Sectors asked;  // of a load of the same
  std::uint32_t turns = 0;
};

/// Of a machine of this compute capability. `turns`: sectors that the second level is asked for by an atomic: each as
/// often as there are lanes at one of its words, the word with the most. Equal in 274 of 288 recorded rows of an H200
/// (tests/hardware/h200/facts/global_accesses.tsv), 1 or 2 fewer in the others, whose addresses are random.
[[nodiscard]] AtomicSectors atomic_sectors(const ComputeCapability& capability, const GlobalRequest& request);

/// As Sectors and AtomicSectors have them.
struct BatchAsked {
  BatchCounts sectors;
  BatchCounts ideal;
  BatchCounts lines;
  BatchCounts turns;  // `sectors`, unless they are atomics
};

/// The same of each access of a batch, all lanes of which have addresses in one object of `within` bytes and multiples
/// of the access's own. Nothing where each is to be asked for by itself. \param common  lanes and addresses are of no
/// account
[[nodiscard]] std::optional<BatchAsked> global_sectors(const ComputeCapability& capability, const GlobalRequest& common,
                                                       const LaneBatch& batch, std::uint64_t within);

/// Of local memory: `request.address` are offsets in each lane's own. Neighbouring lanes' 4-byte words lie side by
/// side: word i of lane l at `(32 i + l) * 4`.
[[nodiscard]] Sectors local_sectors(const ComputeCapability& capability, const GlobalRequest& request);

/// The same of each access of a batch, whose places are such offsets below `within`, multiples of the access's own
/// bytes. Nothing where each is to be asked for by itself. \param common  lanes and addresses are of no account
[[nodiscard]] std::optional<BatchAsked> local_sectors(const ComputeCapability& capability, const GlobalRequest& common,
                                                      const LaneBatch& batch, std::uint64_t within);

/// Where byte `offset` of a lane's local memory lies among those of the warp.
[[nodiscard]] constexpr std::uint64_t local_place(std::uint64_t offset, int lane) {
  return (offset / 4 * 32 + static_cast<std::uint64_t>(lane)) * 4 + offset % 4;
}

/// Different 4-byte words that the lanes of a constant-memory load ask for: they are served one after another. cc 1.x:
/// by half-warps, summed.
[[nodiscard]] std::uint32_t constant_words(const ComputeCapability& capability, const GlobalRequest& request);

}  // namespace warpglass::arch
