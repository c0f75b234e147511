#include "arch/processing_clusters.hpp"

#include <algorithm>

namespace warpglass::arch {
namespace {

constexpr std::uint32_t kMostBlocksOfClusters = 8;  // on one multiprocessor

/// Multiprocessors that clusters of more than a pair find in each processing cluster. The H200 has eight that take none
/// (max_active_clusters.tsv).
std::array<std::uint32_t, kProcessingClusters> room_for_clusters(std::uint32_t sm_count) {
  auto room = processing_clusters(sm_count);
  if (sm_count == 132) room.front() -= 8;
  return room;
}

}  // namespace

std::array<std::uint32_t, kProcessingClusters> processing_clusters(std::uint32_t sm_count) {
  const std::uint32_t pairs = sm_count / 2;
  std::array<std::uint32_t, kProcessingClusters> sizes{};
  for (std::uint32_t i = 0; i < kProcessingClusters; ++i)
    sizes[i] = 2 * (pairs / kProcessingClusters + (i + pairs % kProcessingClusters >= kProcessingClusters ? 1 : 0));
  sizes.back() += sm_count % 2;
  return sizes;
}

std::uint32_t processing_cluster_of(std::uint32_t sm, std::uint32_t sm_count) {
  std::uint32_t cluster = 0;
  for (const std::uint32_t size : processing_clusters(sm_count)) {
    if (sm < size) break;
    sm -= size;
    ++cluster;
  }
  return cluster < kProcessingClusters ? cluster : kProcessingClusters - 1;
}

std::uint32_t max_active_clusters(std::uint32_t sm_count, std::uint32_t blocks_per_sm, std::uint32_t cluster_size) {
  const std::uint32_t blocks = std::min(blocks_per_sm, kMostBlocksOfClusters);
  if (cluster_size <= 2) return sm_count * blocks / cluster_size;
  std::uint32_t clusters = 0;
  for (const std::uint32_t sms : room_for_clusters(sm_count)) {
    if (cluster_size <= sms) clusters += sms * blocks / cluster_size;
  }
  return clusters;
}

}  // namespace warpglass::arch
