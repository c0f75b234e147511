// What an H200's driver set an SM's memory to (tests/hardware/h200/facts/carve_outs.tsv), launch by launch.
#include "arch/carve_out.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "arch/device_model.hpp"

namespace warpglass::arch {
namespace {

std::vector<std::string> split(const std::string& line, char at) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, at);) fields.push_back(field);
  return fields;
}

TEST(CarveOut, IsWhatAnH200sDriverChose) {
  const Limits& limits = find_device("sm_90").device->limits;
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/carve_outs.tsv");
  ASSERT_TRUE(file);
  std::vector<std::string> header;
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> row = split(line, '\t');
    if (header.empty()) {
      header = row;
      continue;
    }
    const auto number = [&](const std::string& column) {
      const auto at = std::find(header.begin(), header.end(), column) - header.begin();
      return static_cast<std::uint32_t>(std::stoul(row.at(static_cast<std::size_t>(at))));
    };
    const std::vector<std::string> asked = split(row.at(0), ' ');
    const int value = std::stoi(asked.at(1));
    const std::uint32_t blocks =
        std::min({number("launch__occupancy_limit_warps"), number("launch__occupancy_limit_registers"),
                  number("launch__occupancy_limit_blocks")});
    const std::uint32_t dynamic = number("mask");
    const std::uint32_t block_bytes =
        (dynamic + limits.shared_unit - 1) / limits.shared_unit * limits.shared_unit + limits.shared_bytes_reserved;
    const auto wish = asked.at(0) == "percent" ? asked_carve_out(limits, value, CacheConfig::none)
                                               : asked_carve_out(limits, -1, static_cast<CacheConfig>(value));
    EXPECT_EQ(chosen_carve_out(limits, blocks, block_bytes, wish), number("launch__shared_mem_config_size")) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 246);
}

TEST(CarveOut, IsTheConfigurationsBeforeVolta) {
  const Limits& fermi = find_device("sm_20").device->limits;
  const auto of = [&](CacheConfig config, std::uint32_t block_bytes) {
    return chosen_carve_out(fermi, 8, block_bytes, asked_carve_out(fermi, -1, config)) / 1024;
  };
  EXPECT_EQ(of(CacheConfig::l1, 4096), 16u);
  EXPECT_EQ(of(CacheConfig::shared, 4096), 48u);
  EXPECT_EQ(of(CacheConfig::l1, 20 * 1024), 48u) << "a block that needs more gets it";
}

}  // namespace
}  // namespace warpglass::arch
