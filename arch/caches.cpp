#include "arch/caches.hpp"

#include <algorithm>
#include <array>

#include "arch/processing_clusters.hpp"

namespace warpglass::arch {
namespace {

struct FirstLevelRow {
  std::uint32_t sm;
  std::uint32_t kib;
  bool with_shared;  // shared memory is taken out of it
};

// CUDA C++ Programming Guide, Compute Capabilities: "Architecture" and "Shared Memory" of each; cc 2.x to 6.x
// editions 4.2 to 12.
constexpr auto kFirstLevel = std::to_array<FirstLevelRow>({
    {20, 64, true},   {21, 64, true},   {30, 64, true},   {32, 64, true},   {35, 64, true},
    {37, 128, true},  {50, 24, false},  {52, 24, false},  {53, 24, false},  {60, 24, false},
    {61, 48, false},  {62, 24, false},  {70, 128, true},  {75, 96, true},   {80, 192, true},
    {86, 128, true},  {87, 192, true},  {88, 128, true},  {89, 128, true},  {90, 256, true},
    {100, 256, true}, {103, 256, true}, {110, 256, true}, {120, 128, true}, {121, 128, true},
});

constexpr std::array<std::uint32_t, kProcessingClusters> kPartitionOfCluster = {0, 0, 0, 1, 1, 1, 0, 1};

}  // namespace

std::uint32_t near_partition(std::uint32_t sm, std::uint32_t sm_count) {
  return sm_count < 2 * kProcessingClusters ? 0 : kPartitionOfCluster[processing_cluster_of(sm, sm_count)];
}

EvictionHints meaning_of(EvictionHints hints) {
  const auto or_none = [](EvictionPriority p) { return p == EvictionPriority::normal ? EvictionPriority::none : p; };
  // What the first level is not to keep, the second does not either, unless told.
  const bool passing = hints.l1 == EvictionPriority::first || hints.l1 == EvictionPriority::no_allocate;
  if (hints.l2 == EvictionPriority::none && passing) hints.l2 = EvictionPriority::first;
  return {.l1 = or_none(hints.l1), .l2 = or_none(hints.l2)};
}

CacheRules cache_rules(const DeviceModel& device, std::uint64_t shared_carve_out) {
  const std::uint32_t sm = device.capability.sm();
  const std::uint32_t major = device.capability.major;
  CacheRules rules;
  const auto row =
      std::find_if(kFirstLevel.begin(), kFirstLevel.end(), [sm](const FirstLevelRow& r) { return r.sm == sm; });
  if (row != kFirstLevel.end()) {
    const std::uint64_t all = std::uint64_t{row->kib} * 1024;
    rules.l1_bytes = row->with_shared ? all - std::min(all, shared_carve_out) : all;
  }
  rules.l1_fetches_lines = major == 2 || major == 3;
  rules.l1_keeps_stores = major >= 7;
  // "Tuning CUDA Applications for Maxwell", L1 Cache: local loads are cached only in L2.
  rules.l1_caches_local = major == 2 || major == 3 || major >= 7;
  rules.l2_bytes = device.l2_bytes;
  if (major >= 7) {
    rules.l2_fetch_sectors = 2;  // H200: a sector asked for brings 64 bytes
    rules.l2_dirty_ways = 7;     // H200: 25.7 of 60 MiB wait to be written
    // H200: evict_last keeps 128 of 224 KiB and 11.0 of 60 MiB; taken as shares of other sizes.
    rules.heeds_hints = true;
    rules.l1_eviction = {.last_ways = 5, .newest_first = true, .unchanged_is_first = true};
    rules.l2_eviction = {.last_ways = 3};
  }
  // "NVIDIA A100 Tensor Core GPU Architecture", L2 Cache; H200: one SM finds 30 of the 60 MiB.
  if (sm == 80 || sm == 90 || major == 10) rules.l2_partitions = 2;
  return rules;
}

}  // namespace warpglass::arch
