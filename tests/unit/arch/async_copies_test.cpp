// Every cp.async that was counted on an H200, in three recordings: copies with one side or both scattered, tiles as
// programs copy them, and copies of which some lanes write zeros.
#include "arch/async_copies.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

struct CopyRow {
  std::string instruction;  // up to the width
  std::string about;        // what stands behind it
  LaneMask lanes = 0;
  std::uint32_t bytes = 0;
  std::vector<std::uint64_t> addresses;
  std::map<std::string, std::uint32_t> counted;
};

std::vector<CopyRow> recorded_copies(const std::string& name) {
  std::ifstream file(std::string(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/") + name);
  EXPECT_TRUE(file) << name;
  std::vector<std::string> header;
  std::vector<CopyRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    if (header.empty()) {
      header = row;
      continue;
    }
    CopyRow found;
    const std::size_t width = row[0].find(", ");
    const std::size_t about = row[0].find(", ", width + 2);
    found.instruction = row[0].substr(0, width);
    found.bytes = static_cast<std::uint32_t>(std::stoul(row[0].substr(width + 2)));
    found.about = row[0].substr(about + 2);
    found.lanes = static_cast<LaneMask>(std::stoul(row[1], nullptr, 16));
    std::istringstream addresses(row.back());
    for (std::uint64_t address = 0; addresses >> address;) found.addresses.push_back(address);
    for (std::size_t i = 2; i + 1 < row.size(); ++i)
      found.counted[header[i]] = static_cast<std::uint32_t>(std::stoul(row[i]));
    rows.push_back(std::move(found));
  }
  return rows;
}

CopyCost cost_of(const CopyRow& row, LaneMask reads, const Addresses& to, const Addresses& from) {
  return copy_cost({.bytes = row.bytes,
                    .past_first_level = row.instruction.starts_with("cp.async.cg"),
                    .lanes = row.lanes,
                    .reads = reads,
                    .to = to,
                    .from = from});
}

/// Both sides of a row that lists 32 shared addresses, then 32 global ones.
CopyCost cost_of(const CopyRow& row, LaneMask reads) {
  Addresses to{};
  Addresses from{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    to[lane] = row.addresses.at(lane);
    from[lane] = row.addresses.at(kWarpSize + lane);
  }
  return cost_of(row, reads, to, from);
}

std::string text_of(const CopyRow& row) { return row.instruction + ", " + row.about + ' ' + std::to_string(row.lanes); }

/// Whether two lanes write one address.
bool writes_twice(const CopyRow& row) {
  std::map<std::uint64_t, int> writers;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if ((row.lanes >> lane & 1u) != 0 && ++writers[row.addresses[lane]] > 1) return true;
  }
  return false;
}

TEST(AsyncCopies, ScatteredOnesEqualWhatTheH200Counted) {
  const std::vector<CopyRow> rows = recorded_copies("async_copies.tsv");
  ASSERT_EQ(rows.size(), 384u);
  for (const CopyRow& row : rows) {
    Addresses to{};
    Addresses from{};
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
      const std::uint64_t linear = lane * row.bytes;
      const std::uint64_t varied = row.addresses.at(lane);
      to[lane] = row.about == "global addresses" ? linear : varied;
      from[lane] = row.about == "shared addresses"   ? linear
                   : row.about == "global addresses" ? varied
                                                     : row.addresses.at((lane * 5 + 3) % kWarpSize);
    }
    const CopyCost cost = cost_of(row, row.lanes, to, from);
    EXPECT_EQ(cost.shared.profiled, row.counted.at("memory_l1_wavefronts_shared")) << text_of(row);
    EXPECT_EQ(cost.shared.profiled_ideal, row.counted.at("memory_l1_wavefronts_shared_ideal")) << text_of(row);
    EXPECT_EQ(cost.global.sectors, row.counted.at("memory_l2_theoretical_sectors_global")) << text_of(row);
  }
}

TEST(AsyncCopies, TilesEqualWhatTheH200Counted) {
  int rows = 0;
  int one_more = 0;
  for (const CopyRow& row : recorded_copies("async_tiles.tsv")) {
    if (!row.about.starts_with("plain")) continue;
    const CopyCost cost = cost_of(row, row.lanes);
    const std::uint32_t counted = row.counted.at("memory_l1_wavefronts_shared");
    const bool differs = cost.shared.profiled != counted && row.bytes == 16 && writes_twice(row);
    EXPECT_EQ(cost.shared.profiled + (differs ? 1 : 0), counted) << text_of(row);
    one_more += differs ? 1 : 0;
    EXPECT_EQ(cost.shared.profiled_ideal, row.counted.at("memory_l1_wavefronts_shared_ideal")) << text_of(row);
    EXPECT_EQ(cost.global.sectors, row.counted.at("memory_l2_theoretical_sectors_global")) << text_of(row);
    EXPECT_EQ(cost.global.ideal, row.counted.at("memory_l2_theoretical_sectors_global_ideal")) << text_of(row);
    EXPECT_EQ(cost.global.lines, row.counted.at("memory_l1_tag_requests_global")) << text_of(row);
    ++rows;
  }
  EXPECT_EQ(rows, 383);
  EXPECT_LE(one_more, 8);  // of scattered lanes that write one address
}

TEST(AsyncCopies, LanesThatFillZerosReadNothing) {
  int rows = 0;
  for (const CopyRow& row : recorded_copies("async_tiles.tsv")) {
    const bool ignored = row.about.starts_with("ignored");
    if (!ignored && !row.about.starts_with("source size 0")) continue;
    const auto filled = static_cast<LaneMask>(std::stoul(row.about.substr(row.about.rfind(' ')), nullptr, 16));
    const CopyCost cost = cost_of(row, row.lanes & ~filled);
    EXPECT_EQ(cost.global.sectors, row.counted.at("memory_l2_theoretical_sectors_global")) << text_of(row);
    EXPECT_EQ(cost.global.ideal, row.counted.at("memory_l2_theoretical_sectors_global_ideal")) << text_of(row);
    EXPECT_EQ(cost.global.lines, row.counted.at("memory_l1_tag_requests_global")) << text_of(row);
    if (row.bytes == 4 || (!ignored && (row.lanes & ~filled) == 0)) {
      EXPECT_EQ(cost.shared.profiled, row.counted.at("memory_l1_wavefronts_shared")) << text_of(row);
    }
    if (row.bytes == 4 || !ignored) {
      EXPECT_EQ(cost.shared.profiled_ideal, row.counted.at("memory_l1_wavefronts_shared_ideal")) << text_of(row);
    }
    ++rows;
  }
  EXPECT_EQ(rows, 48);
}

// What the unit takes: a store of all lanes, and one of those that fill zeros.
TEST(AsyncCopies, TheUnitStoresOnceMoreWhatIsFilled) {
  int rows = 0;
  for (CopyRow row : recorded_copies("async_filled.tsv")) {
    if (row.about.find("behind") != std::string::npos) continue;
    const LaneMask reads = row.lanes;
    row.lanes = kFullMask;
    const CopyCost cost = cost_of(row, reads);
    EXPECT_EQ(cost.shared.taken, row.counted.at("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"))
        << text_of(row) << reads;
    EXPECT_EQ(cost.global.sectors, row.counted.at("memory_l2_theoretical_sectors_global")) << text_of(row) << reads;
    EXPECT_EQ(cost.global.lines, row.counted.at("memory_l1_tag_requests_global")) << text_of(row) << reads;
    ++rows;
  }
  EXPECT_EQ(rows, 160);
}

}  // namespace
}  // namespace warpglass::arch
