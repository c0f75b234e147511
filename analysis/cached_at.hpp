// What the caches had of the accesses of one instruction; sectors of 32 bytes.
#pragma once

#include <cstdint>

namespace warpglass::analysis {

struct CachedAt {
  std::uint64_t l1_sectors = 0;
  std::uint64_t l1_hits = 0;
  std::uint64_t l2_sectors = 0;
  std::uint64_t l2_hits = 0;
  std::uint64_t read_only_hits = 0;    // that the read-only path would find in the first level, and this one does not
  bool reads_what_is_written = false;  // by the same launch: that path is not for it

  void add(const CachedAt& other) {
    l1_sectors += other.l1_sectors;
    l1_hits += other.l1_hits;
    l2_sectors += other.l2_sectors;
    l2_hits += other.l2_hits;
    read_only_hits += other.read_only_hits;
    reads_what_is_written = reads_what_is_written || other.reads_what_is_written;
  }
};

}  // namespace warpglass::analysis
