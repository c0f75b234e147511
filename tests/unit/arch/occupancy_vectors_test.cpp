// What the vendor's occupancy header answered, replayed.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/arch/occupancy_cases.hpp"
#include "tests/unit/arch/occupancy_vectors.hpp"

namespace warpglass::arch {
namespace {

TEST(OccupancyVectors, EveryRecordedAnswer) {
  std::ifstream file(kOccupancyVectors);
  ASSERT_TRUE(file);
  for (std::string head; file.peek() == '#' || file.peek() == 's';) std::getline(file, head);
  std::uint32_t rows = 0;
  for (const DeviceModel& device : occupancy_devices()) {
    const std::uint32_t sm = device.capability.sm();
    OccupancyCases cases(device);
    std::string row;
    for (std::uint32_t i = 0; i < 100; ++i, ++rows) {
      ASSERT_TRUE(std::getline(file, row)) << "the recording ends before " << device.sm_name();
      ASSERT_EQ(row_of(sm, i, answer_of(occupancy_of(device.limits, cases.next()))), row + '\n');
    }
  }
  EXPECT_TRUE(file.peek() == std::ifstream::traits_type::eof());
  EXPECT_EQ(rows, 2200u);
}

}  // namespace
}  // namespace warpglass::arch
