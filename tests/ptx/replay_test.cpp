// Replays what an H200 answered to single instructions, and the cases of written.cases: every instruction is parsed,
// bound and executed as a kernel, and must give the recorded bits. Only what the machines themselves approximate may
// differ, by a bound.
//
//   replay_test [--instruction-set=SSE4|AVX2|AVX3|NEON] [GoogleTest flags]

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/ptx/approximation.hpp"
#include "tests/ptx/replayer.hpp"

namespace warpglass::test {
namespace {

bool close(std::string_view text, std::string_view type, std::uint64_t want, std::uint64_t got) {
  if (type.ends_with("x2")) {
    const std::string_view half = type.substr(0, type.size() - 2);
    return close(text, half, want & 0xffff, got & 0xffff) && close(text, half, want >> 16, got >> 16);
  }
  for (const Bound& bound : kBounds) {
    if (!text.starts_with(bound.prefix) || bound.type != type) continue;
    const double a = number(type, want);
    const double b = number(type, got);
    if (!std::isfinite(a) || !std::isfinite(b)) return want == got;
    if (std::signbit(a) != std::signbit(b) && std::abs(a) > bound.absolute) return false;
    return std::abs(a - b) <= bound.absolute + bound.relative * std::abs(a);
  }
  return false;
}

/// What a register of the type reads as after -1 was moved to it.
std::uint64_t all_ones(std::string_view type) {
  const int bytes = register_bytes_of(type);
  return bytes == 0 ? 1 : ~std::uint64_t{0} >> (64 - 8 * bytes);
}

/// What differs from the recording, "" when nothing does.
std::string differences(const RecordedInstruction& instruction, const std::vector<std::uint64_t>& results,
                        bool guarded) {
  int wrong = 0;
  std::string first;
  const std::size_t count = instruction.destinations.size();
  const std::size_t tuples = instruction.results[0].size();
  for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
    const bool active = !guarded || is_active(static_cast<std::uint32_t>(tuple));
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& type = instruction.destinations[i];
      const std::uint64_t want = active ? instruction.results[i][tuple] : all_ones(type);
      const std::uint64_t got = results[count * tuple + i];
      if (got == want || (active && close(instruction.text, type, want, got))) continue;
      if (wrong++ > 0) continue;
      first = fmt::format(" tuple {}:", tuple);
      for (std::size_t k = 0; k < instruction.sources.size(); ++k)
        first += fmt::format(" {:x}", instruction.values[instruction.words() * tuple + k]);
      first += fmt::format(": destination {}: {} {:x}, ours {:x}", i, active ? "recorded" : "inactive, was", want, got);
    }
  }
  if (wrong == 0) return {};
  return fmt::format("  {} ({} of {} values):{}\n", instruction.text, wrong, tuples * count, first);
}

/// The recorded chapters, and what is written down by hand because no recorded chip has it.
std::vector<std::string> chapters() {
  std::vector<std::string> all = recorded_chapters();
  all.emplace_back("written");
  return all;
}
std::vector<RecordedInstruction> read(std::string_view chapter) {
  return chapter == "written" ? read_cases(chapter) : read_recording(chapter);
}

class Replay : public testing::TestWithParam<std::string> {
 protected:
  static void replay(bool guarded) {
    std::vector<RecordedInstruction> recording = read(GetParam());
    if (guarded) std::erase_if(recording, [](const RecordedInstruction& one) { return !one.lanewise(); });
    Replayer replayer(recording, guarded, GetParam() == "written" ? kNewest : kRecorded);
    std::string report;
    int differing = 0;
    for (std::size_t i = 0; i < recording.size(); ++i) {
      const std::string difference = differences(recording[i], replayer.answers(i), guarded);
      differing += difference.empty() ? 0 : 1;
      report += difference;
    }
    EXPECT_EQ(differing, 0) << differing << " of " << recording.size() << " instructions differ:\n" << report;
  }
};

TEST_P(Replay, AnswersAsRecorded) { replay(false); }

TEST_P(Replay, LeavesInactiveLanesAlone) { replay(true); }

INSTANTIATE_TEST_SUITE_P(H200, Replay, testing::ValuesIn(chapters()),
                         [](const auto& chapter) { return chapter.param; });

}  // namespace
}  // namespace warpglass::test
