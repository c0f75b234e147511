// The recording of what the vendor's occupancy header answers, as rows of a file. The inputs are not in it: they are
// the first of OccupancyCases with the compute capability as seed.
#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

#include "arch/device_model.hpp"
#include "arch/occupancy.hpp"

namespace warpglass::arch {

inline constexpr const char* kOccupancyVectors = WARPGLASS_SOURCE_DIR "/tests/unit/arch/occupancy_vectors.tsv";

inline constexpr const char* kOccupancyVectorsHead =
    "# Answers of cuda_occupancy.h of CUDA 13.0 to OccupancyCases (occupancy_cases.hpp), seeded with the compute\n"
    "# capability. - stands for no limit; binding is the sum of 1 warps, 2 registers, 4 shared memory, 8 blocks,\n"
    "# 16 barriers. Written by occupancy_header_test.cpp.\n"
    "sm\tcase\tby_warps\tby_registers\tby_shared\tby_blocks\tby_barriers\tblocks_per_sm\tregisters_per_block\t"
    "shared_bytes_per_block\tbinding\tpartitioned_caching\n";

/// The numbers that the header and our rules both give.
struct OccupancyAnswer {
  std::uint32_t by_warps = 0;
  std::uint32_t by_registers = 0;
  std::uint32_t by_shared = 0;
  std::uint32_t by_blocks = 0;
  std::uint32_t by_barriers = 0;
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t registers_per_block = 0;
  std::uint32_t shared_bytes_per_block = 0;
  std::uint32_t binding = 0;
  std::uint32_t partitioned_caching = 0;

  friend bool operator==(const OccupancyAnswer&, const OccupancyAnswer&) = default;
};

inline OccupancyAnswer answer_of(const Occupancy& occupancy) {
  OccupancyAnswer answer{.by_warps = occupancy.by_warps,
                         .by_registers = occupancy.by_registers,
                         .by_shared = occupancy.by_shared,
                         .by_blocks = occupancy.by_blocks,
                         .by_barriers = occupancy.by_barriers,
                         .blocks_per_sm = occupancy.blocks_per_sm,
                         .registers_per_block = occupancy.registers_per_block,
                         .shared_bytes_per_block = occupancy.shared_bytes_per_block,
                         .partitioned_caching = occupancy.partitioned_caching};
  for (const OccupancyLimit limit : occupancy.binding()) answer.binding |= 1u << static_cast<unsigned>(limit);
  return answer;
}

inline std::string row_of(std::uint32_t sm, std::uint32_t index, const OccupancyAnswer& answer) {
  const auto limit = [](std::uint32_t blocks) { return blocks == kNoLimit ? "-" : fmt::format("{}", blocks); };
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", sm, index, limit(answer.by_warps),
                     limit(answer.by_registers), limit(answer.by_shared), limit(answer.by_blocks),
                     limit(answer.by_barriers), answer.blocks_per_sm, answer.registers_per_block,
                     answer.shared_bytes_per_block, answer.binding, answer.partitioned_caching);
}

inline void PrintTo(const OccupancyAnswer& answer, std::ostream* out) { *out << row_of(0, 0, answer); }

/// One GPU of every compute capability that the header knows.
inline std::vector<DeviceModel> occupancy_devices() {
  std::vector<DeviceModel> all;
  for (const DeviceModel& device : devices()) {
    if (device.capability.major < 3 || (!all.empty() && all.back().capability == device.capability)) continue;
    all.push_back(device);
  }
  return all;
}

}  // namespace warpglass::arch
