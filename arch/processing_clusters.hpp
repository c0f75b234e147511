// Graphics processing clusters: multiprocessors that share their way to the second level, and hold a thread block
// cluster whole.
#pragma once

#include <array>
#include <cstdint>

namespace warpglass::arch {

inline constexpr std::uint32_t kProcessingClusters = 8;

/// Multiprocessors of each cluster, in the order in which blocks are put on them: pairs are dealt out evenly, and the
/// last few clusters have one more. On an H200 six of 16 and two of 18 (tests/hardware/h200/facts/block_placement.tsv),
/// taken for the others.
[[nodiscard]] std::array<std::uint32_t, kProcessingClusters> processing_clusters(std::uint32_t sm_count);

/// The one that a multiprocessor is in; multiprocessors count in the order of blocks.
[[nodiscard]] std::uint32_t processing_cluster_of(std::uint32_t sm, std::uint32_t sm_count);

/// Thread block clusters of so many blocks that the machine holds at once: each lies within one processing cluster of
/// at least as many multiprocessors (tests/hardware/h200/facts/max_active_clusters.tsv).
/// \param blocks_per_sm  that each multiprocessor could hold
/// \param cluster_size   at least 1
[[nodiscard]] std::uint32_t max_active_clusters(std::uint32_t sm_count, std::uint32_t blocks_per_sm,
                                                std::uint32_t cluster_size);

}  // namespace warpglass::arch
