// Which spellings of instructions the binder takes, and for which targets, beside NVIDIA's assembler
// (tests/ptx/spellings.tsv.zst, recorded by record/spellings.py with ptxas 13.0.88, 2026-11-30).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "tests/ptx/recording.hpp"
#include "tests/tier/random_line.hpp"

namespace warpglass::isa {
namespace {

constexpr std::array<std::uint32_t, 6> kTargets = {75, 80, 86, 89, 90, 100};

std::size_t second_brace(std::string_view line) { return line.find('{', line.find('{') + 1); }

/// Whether binder and assembler differ for a reason: `taken` is what the binder says.
bool is_known_to_differ(std::string_view line, std::uint32_t sm, bool taken) {
  const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
  if (!taken) {
    // ptxas takes a vector of one element, factors of other sizes of a sparse integer product and of the least of fp8,
    // vectors of eight short elements, which it translates to accesses of some of them, and other registers than the
    // manual says.
    if (has("mov.b")) return has("{") && line.find(',') == line.rfind(',');
    if (has("mma.sp")) return has("}, %r");
    if (has("mma.sync.aligned.m16n8k16"))
      return (has("e4m3") || has("e5m2")) && line.find(',', line.find('{', second_brace(line) + 1)) <
                                                 line.find('}', line.find('{', second_brace(line) + 1));
    if (has(".v8.")) return !has("32 ");
    if (has("cvt.pack") || has("x2.f32")) return has("%l");
    return has("isspacep") && has(", %r");
  }
  // Forms of PTX 1.x; what only some chips of a generation have ("sm_100a").
  if (has("shfl.") || has("vote.")) return !has(".sync");
  for (const char* const opcode :
       {"cos.f",   "cos.ftz", "div.f", "div.ftz", "ex2.f",   "ex2.ftz",   "lg2.f", "lg2.ftz", "mad.f32", "mad.f64",
        "mad.ftz", "mad.sat", "rcp.f", "rcp.ftz", "rsqrt.f", "rsqrt.ftz", "sin.f", "sin.ftz", "sqrt.f",  "sqrt.ftz"})
    if (has(opcode)) return true;
  return sm == 100 && (has("e2m3") || has("e3m2") || has("e2m1") || has("ue8m0") || has("redux.sync.m"));
}

TEST(ReplaySpellings, AreTakenWhereTheAssemblerTakesThem) {
  std::istringstream recorded(test::unpacked(WARPGLASS_SOURCE_DIR "/tests/ptx/spellings.tsv.zst"));
  std::string line;
  std::getline(recorded, line);
  ASSERT_EQ(line, "sm_75\tsm_80\tsm_86\tsm_89\tsm_90\tsm_100\tinstruction");
  std::size_t lines = 0;
  for (; std::getline(recorded, line); ++lines) {
    const std::string instruction = line.substr(2 * kTargets.size());
    for (std::size_t i = 0; i < kTargets.size(); ++i) {
      const bool taken = test::mistakes_in(instruction, kTargets[i]) == 0;
      const bool wanted = line[2 * i] == '1';
      EXPECT_TRUE(taken == wanted || is_known_to_differ(instruction, kTargets[i], taken))
          << (taken ? "taken for sm_" : "refused for sm_") << kTargets[i] << ": " << instruction;
    }
  }
  EXPECT_GT(lines, 12'000u);
}

}  // namespace
}  // namespace warpglass::isa
