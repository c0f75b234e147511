// Shared loads of 8 and 16 bytes whose lanes share addresses, as an H200's unit counted them and as its profiler worked
// them out from the addresses: facts/shared_wide_loads.tsv.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "arch/device_model.hpp"
#include "arch/shared_wavefronts.hpp"

namespace warpglass {
namespace {

struct WideRow {
  std::uint32_t bytes = 0;
  LaneMask lanes = 0;
  std::uint32_t profiled = 0;
  std::uint32_t taken = 0;
  std::uint32_t profiled_ideal = 0;
  std::array<std::uint64_t, 32> address{};
  int line = 0;
};

std::vector<WideRow> wide_rows() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/shared_wide_loads.tsv");
  std::vector<WideRow> all;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (!line.starts_with("ld.")) continue;
    std::istringstream fields(line);
    WideRow row;
    row.line = number;
    std::string instruction;
    std::uint32_t executed = 0;
    std::uint32_t conflicts = 0;
    fields >> instruction >> std::hex >> row.lanes >> std::dec >> executed >> row.profiled >> row.taken >>
        row.profiled_ideal >> conflicts;
    for (std::uint64_t& address : row.address) fields >> address;
    EXPECT_TRUE(fields) << "line " << number;
    row.bytes = instruction == "ld.v2.u32" ? 8 : 16;
    all.push_back(row);
  }
  return all;
}

arch::Wavefronts wavefronts(const WideRow& row) {
  const arch::SharedRequest request{
      .access = arch::SharedAccess::load, .bytes = row.bytes, .lanes = row.lanes, .address = row.address};
  return arch::shared_wavefronts(arch::default_device().shared_memory(), request);
}

TEST(SharedWideLoads, TakeWhatTheUnitCounts) {
  ASSERT_EQ(wide_rows().size(), 840u);
  for (const WideRow& row : wide_rows()) EXPECT_EQ(wavefronts(row).taken, row.taken) << "line " << row.line;
}

TEST(SharedWideLoads, AreProfiledAsTheProfilerDoes) {
  int unexplained = 0;
  for (const WideRow& row : wide_rows()) {
    const arch::Wavefronts ours = wavefronts(row);
    // What the profiler makes of some partial warps is not known.
    if (row.bytes == 16 && row.lanes != kFullMask && ours.profiled != row.profiled) {
      ++unexplained;
      continue;
    }
    EXPECT_EQ(ours.profiled, row.profiled) << "line " << row.line;
    EXPECT_EQ(ours.profiled_ideal, row.profiled_ideal) << "line " << row.line;
  }
  EXPECT_EQ(unexplained, 39);
}

}  // namespace
}  // namespace warpglass
