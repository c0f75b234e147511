// Member masks that leave out a lane which executes the instruction: an H200 ends the launch where lanes have parted,
// and takes no notice where they have not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/hardware/recorded_rows.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

std::string operands_of(const std::string& opcode) {
  if (opcode == "bar.warp.sync") return "%r1";
  if (opcode.starts_with("shfl")) return "%r2, %thread, 0, 31, %r1";
  if (opcode.ends_with("pred")) return "%p2, %p3, %r1";
  if (opcode.starts_with("vote")) return "%r2, %p3, %r1";
  return "%r2, %thread, %r1";
}

TEST(ReplayMasksH200, LanesThatAreNotNamedEndTheLaunch) {
  const auto rows = recorded_rows("sync_masks.tsv");
  ASSERT_EQ(rows.size(), 49u);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    const std::string& opcode = row[0];
    const std::string execute = opcode + " " + operands_of(opcode) + ";\n";
    std::vector<std::uint32_t> nothing(1);
    const Outcome outcome = run_on(nothing, kernel_around("mov.u32 %r1, 0x" + row[2] +
                                                          ";\nsetp.eq.u32 %p3, %thread, 1;\n"
                                                          "setp.ge.u32 %p1, %thread, " +
                                                          row[1] + ";\n@%p1 bra END;\n" + execute + "END:\n"));
    const auto& faults = outcome.result.faults;
    const bool expected = row[3] == "715";
    EXPECT_EQ(!faults.empty(), expected) << opcode << ' ' << row[1] << ' ' << row[2];
    if (!faults.empty()) {
      EXPECT_EQ(faults[0].kind, sim::FaultKind::wrong_mask);
    }
  }
}

}  // namespace
}  // namespace warpglass::isa
