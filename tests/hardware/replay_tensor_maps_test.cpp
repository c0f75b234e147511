// Which tensor maps are encoded, against what an H100's driver answered.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/tensor_map.hpp"

namespace warpglass::sim {
namespace {

std::vector<std::int64_t> numbers_of(const std::string& list) {
  std::vector<std::int64_t> numbers;
  std::istringstream fields(list);
  for (std::string field; std::getline(fields, field, ',');) numbers.push_back(std::stoll(field));
  return numbers;
}

template <class To>
void put(const std::string& list, To& to) {
  const std::vector<std::int64_t> numbers = numbers_of(list);
  for (std::size_t i = 0; i < std::min(numbers.size(), to.size()); ++i)
    to[i] = static_cast<typename To::value_type>(numbers[i]);
}

TEST(ReplayTensorMapsH100, RefusesWhatTheDriverRefuses) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/tensor_maps/encodings.tsv");
  std::string line;
  std::getline(file, line);
  int compared = 0;
  while (std::getline(file, line)) {
    std::vector<std::string> row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    ASSERT_EQ(row.size(), 14u) << line;
    const auto dims = numbers_of(row[2]);
    // Later chips have these: the driver asks which chip it is, not the map. Boxes of 512 KiB no block has room for.
    if (std::stoi(row[1]) >= 13 || std::stoi(row[7]) >= 4 || dims.size() > kMaxTensorRank ||
        row[0].starts_with("box of"))
      continue;
    TensorMap map;
    map.type = static_cast<TensorType>(std::stoi(row[1]));
    map.rank = static_cast<std::uint8_t>(dims.size());
    map.address = 0x10000;
    put(row[2], map.dims);
    put(row[4], map.box);
    put(row[5], map.steps);
    map.interleave = static_cast<TensorInterleave>(std::stoi(row[6]));
    map.swizzle = static_cast<TensorSwizzle>(std::stoi(row[7]));
    map.fills_nan = row[8] == "1";
    map.is_im2col = !row[11].empty();
    if (map.is_im2col) {
      put(row[9], map.lower);
      put(row[10], map.upper);
      map.channels = static_cast<std::uint16_t>(std::stoi(row[11]));
      map.pixels = static_cast<std::uint16_t>(std::stoi(row[12]));
    }
    if (row[3].empty()) {
      std::uint64_t bytes = map.dims[0] * bits_of(map.type) / 8;
      for (std::size_t i = 0; i + 1 < map.rank; ++i) {
        map.strides[i] = bytes;
        bytes *= map.dims[i + 1];
      }
    } else {
      put(row[3], map.strides);
    }
    EXPECT_EQ(mistake_in(map).empty(), row[13] == "0") << line << "\n" << mistake_in(map);
    ++compared;
  }
  EXPECT_GT(compared, 250);
}

}  // namespace
}  // namespace warpglass::sim
