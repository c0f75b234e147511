// Warp-level, atomic and matrix instructions that an H200 executed (record/kernels.py), executed here: the same words
// in memory afterwards, bit for bit.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

struct Recording {
  std::string name, body, before, after;
};

std::vector<Recording> recordings() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/kernels.tsv");
  std::vector<Recording> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == '\t') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    EXPECT_EQ(fields.size(), 4u);
    if (fields.size() == 4) all.push_back({fields[0], fields[1], fields[2], fields[3]});
  }
  return all;
}

std::vector<std::uint32_t> words_of(std::string_view text) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i + 8 <= text.size(); i += 8) {
    words.push_back(static_cast<std::uint32_t>(std::stoul(std::string(text.substr(i, 8)), nullptr, 16)));
  }
  return words;
}

TEST(ReplayKernelsH200, LeavesTheWordsThatTheChipLeft) {
  const auto all = recordings();
  ASSERT_GE(all.size(), 150u);
  std::map<std::string, std::pair<int, int>> words_by_name;  // compared, different
  for (const Recording& recording : all) {
    std::vector<std::uint32_t> words = words_of(recording.before);
    const std::vector<std::uint32_t> expected = words_of(recording.after);
    ASSERT_EQ(words.size(), expected.size()) << recording.name;
    const Outcome outcome = run_on(words, kernel_around(recording.body));
    ASSERT_EQ(outcome.errors, "") << recording.name;
    auto& [compared, different] = words_by_name[recording.name];
    for (std::size_t i = 0; i < words.size(); ++i) {
      ++compared;
      if (words[i] != expected[i] && different++ == 0) {
        ADD_FAILURE() << recording.name << ": word " << i << " is " << std::hex << words[i] << ", on the chip "
                      << expected[i];
      }
    }
  }
  for (const auto& [name, counts] : words_by_name) {
    EXPECT_EQ(counts.second, 0) << name << ": of " << counts.first << " words";
  }
}

}  // namespace
}  // namespace warpglass::isa
