#include "arch/global_sectors.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

Addresses strided_lanes(std::uint64_t base, std::uint64_t step) {
  Addresses address{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) address[lane] = base + step * lane;
  return address;
}

TEST(GlobalSectors, RegularAccesses) {
  const auto sectors = [](const Addresses& address, std::uint32_t bytes) {
    return global_sectors(address, kFullMask, bytes);
  };
  EXPECT_EQ(sectors(strided_lanes(4096, 4), 4).sectors, 4u);
  EXPECT_EQ(sectors(strided_lanes(4096, 4), 4).lines, 1u);
  EXPECT_EQ(sectors(strided_lanes(4100, 4), 4).sectors, 5u);  // one word off
  EXPECT_EQ(sectors(strided_lanes(4100, 4), 4).lines, 2u);
  EXPECT_EQ(sectors(strided_lanes(4100, 4), 4).ideal, 4u);
  EXPECT_EQ(sectors(strided_lanes(4096, 8), 4).sectors, 8u);  // stride 2
  EXPECT_EQ(sectors(strided_lanes(4096, 32), 4).sectors, 32u);
  EXPECT_EQ(sectors(strided_lanes(4096, 4096), 4).sectors, 32u);
  EXPECT_EQ(sectors(strided_lanes(4096, 4096), 4).lines, 32u);
  EXPECT_EQ(sectors(strided_lanes(4096, 16), 16).sectors, 16u);
  EXPECT_EQ(sectors(strided_lanes(4096, 16), 16).lines, 4u);
  EXPECT_EQ(sectors(strided_lanes(4096, 0), 4).sectors, 1u);
  EXPECT_EQ(sectors(strided_lanes(4096, 0), 4).ideal, 1u);
  EXPECT_EQ(sectors(strided_lanes(4096, 1), 1).sectors, 1u);
}

std::uint32_t bytes_of(const std::string& instruction) {
  const std::uint32_t element = instruction.ends_with("8")    ? 1
                                : instruction.ends_with("16") ? 2
                                : instruction.ends_with("64") ? 8
                                                              : 4;
  return element * (instruction.find(".v4.") != std::string::npos ? 4 : 1);
}

TEST(GlobalSectors, EqualsWhatTheH200Counted) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/global_accesses.tsv");
  ASSERT_TRUE(file);
  std::vector<std::string> header;
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    if (header.empty()) {
      header = row;
      continue;
    }
    std::map<std::string, std::string> named;
    for (std::size_t i = 0; i < header.size(); ++i) named[header[i]] = row.at(i);
    Addresses address{};
    std::istringstream lanes(named["addresses"]);
    for (std::uint64_t& lane : address) lanes >> lane;
    const Sectors ours = global_sectors(address, static_cast<LaneMask>(std::stoul(named["mask"], nullptr, 16)),
                                        bytes_of(named["instruction"]));
    EXPECT_EQ(std::to_string(ours.sectors), named["memory_l2_theoretical_sectors_global"]) << line;
    EXPECT_EQ(std::to_string(ours.ideal), named["memory_l2_theoretical_sectors_global_ideal"]) << line;
    EXPECT_EQ(std::to_string(ours.lines), named["memory_l1_tag_requests_global"]) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 20 * 32);
}

TEST(GlobalSectors, NoLanesCostNothing) {
  const Sectors none = global_sectors(strided_lanes(0, 4), 0, 4);
  EXPECT_EQ(none.sectors + none.lines + none.ideal, 0u);
}

TEST(GlobalSectors, EqualsCounting) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 20000; ++round) {
    const LaneMask lanes = static_cast<LaneMask>(random()) | 1u;
    const std::uint32_t bytes = 1u << random() % 6;
    const std::uint64_t range = std::uint64_t{64} << random() % 12;
    const std::uint64_t base = random() % 3 == 0 ? ~std::uint64_t{0} - 2 * range - 4096 : random() % 65536;
    Addresses address{};
    for (std::uint64_t& lane : address) lane = base + random() % range;
    std::set<std::uint64_t> sectors;
    std::set<std::uint64_t> lines;
    for_each_lane(lanes, [&](int lane) {
      for (std::uint32_t byte = 0; byte < bytes; ++byte) {
        sectors.insert((address[static_cast<std::size_t>(lane)] + byte) / 32);
        lines.insert((address[static_cast<std::size_t>(lane)] + byte) / 128);
      }
    });
    const Sectors ours = global_sectors(address, lanes, bytes);
    ASSERT_EQ(ours.sectors, sectors.size()) << round;
    ASSERT_EQ(ours.lines, lines.size()) << round;
    ASSERT_LE(ours.ideal, ours.sectors);
  }
}

}  // namespace
}  // namespace warpglass::arch
