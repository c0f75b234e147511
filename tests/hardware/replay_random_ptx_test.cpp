// Random kernels of instructions of all rows, among branches, loops, accesses, votes and barriers: what an H200 left in
// memory (tests/hardware/h200/random_ptx, recorded by record/random_ptx.py).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/hardware/recorded_rows.hpp"
#include "tests/ptx/recording.hpp"
#include "tests/tier/random_kernel.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kThreads = 96;

/// By seed.
std::map<std::string, std::string> recorded_kernels() {
  const std::string text = test::unpacked(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/random_ptx/kernels.ptx.zst");
  const std::string mark = "// kernel ";
  std::map<std::string, std::string> kernels;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line_end = text.find('\n', at);
    const std::size_t next = std::min(text.find(mark, line_end), text.size());
    kernels[text.substr(at + mark.size(), line_end - at - mark.size())] = text.substr(line_end, next - line_end);
    at = next;
  }
  return kernels;
}

std::string digest(const std::vector<std::uint32_t>& words) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const std::uint32_t word : words) value = (value ^ word) * 0x100000001b3;
  return fmt::format("{:016x}", value);
}

std::string result_of(const std::string& kernel, std::uint32_t seed) {
  LoadedPtx ptx(kernel);
  std::vector<std::uint32_t> words(std::size_t{kThreads} * test::kWordsPerThread);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = test::random_word(i, seed);
  const std::uint64_t array = ptx.upload(words);
  EXPECT_TRUE(ptx.run("k", {1, 1, 1}, {kThreads, 1, 1}, {array}).faults.empty());
  return digest(ptx.download<std::uint32_t>(array, words.size()));
}

TEST(ReplayRandomPtxH200, LeavesInMemoryWhatTheChipLeft) {
  // ptxas 13.0 takes a register that an instruction on floats has written for a float where it is then a shift's amount
  // or stored as 8 bits, and converts it.
  const std::set<std::string> of_the_assembler = {"60", "177", "215", "345"};
  const std::map<std::string, std::string> kernels = recorded_kernels();
  const auto rows = recorded_rows("results.tsv", "h200/random_ptx");
  ASSERT_EQ(rows.size(), kernels.size() + 1);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string& seed = rows[i][0];
    const bool same = result_of(kernels.at(seed), static_cast<std::uint32_t>(std::stoul(seed))) == rows[i][1];
    EXPECT_EQ(same, !of_the_assembler.contains(seed)) << "kernel " << seed << kernels.at(seed);
  }
}

}  // namespace
}  // namespace warpglass::isa
