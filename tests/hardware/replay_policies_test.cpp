// The cache policies that an H200 made, made here by the same instructions.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

/// The recorded row (tests/hardware/record/cache_policies.cu) as PTX.
std::string ptx_of(const std::string& row) {
  std::istringstream words(row);
  std::string kind, primary, secondary, first;
  words >> kind >> primary >> secondary >> first;
  std::string opcode = "createpolicy." + kind + ".L2::" + primary;
  if (secondary != "-") opcode += ".L2::" + secondary;
  if (kind == "fractional") return "mov.f32 %f1, " + first + ";\n" + opcode + ".b64 %rd1, %f1;";
  std::uint64_t total = 0;
  std::uint64_t offset = 0;
  words >> total >> offset;
  return "mov.b64 %rd2, " + std::to_string(0x7f0000000000 + offset) + ";\n" + opcode + ".b64 %rd1, [%rd2], " + first +
         ", " + std::to_string(total) + ";";
}

TEST(ReplayPoliciesH200, EveryRecordedPolicyIsMadeAgain) {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/cache_policies.tsv");
  ASSERT_TRUE(file);
  std::string body;
  std::vector<std::string> rows;
  std::vector<std::uint64_t> theirs;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t tab = line.find('\t');
    body += ptx_of(line.substr(0, tab)) + "\nst.global.u64 [%buffer+" + std::to_string(8 * rows.size()) + "], %rd1;\n";
    rows.push_back(line.substr(0, tab));
    theirs.push_back(std::stoull(line.substr(tab + 1), nullptr, 16));
  }
  ASSERT_EQ(rows.size(), 300u);
  std::vector<std::uint64_t> ours(rows.size());
  const Outcome outcome = run_on(ours, kernel_around(body));
  ASSERT_EQ(outcome.errors, "");
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(ours[i], theirs[i]) << rows[i];
}

TEST(ReplayPoliciesH200, WithoutAFractionAllLinesArePrimary) {
  std::vector<std::uint64_t> made(1);
  const Outcome outcome =
      run_on(made, kernel_around("createpolicy.fractional.L2::evict_last.b64 %rd1;\nst.global.u64 [%buffer], %rd1;"));
  ASSERT_EQ(outcome.errors, "");
  EXPECT_EQ(made[0], 0x14f0000000000000u);
}

}  // namespace
}  // namespace warpglass::isa
