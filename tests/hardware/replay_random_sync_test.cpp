// Random kernels that synchronise in every way that there is, by barriers, flags, barrier objects, copies that go on
// beside them and clusters, and leave the same whatever the order of their threads: what an H200 left in memory
// (tests/hardware/h200/random_sync, recorded by record/random_sync.py).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "tests/hardware/recorded_rows.hpp"
#include "tests/ptx/recording.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

constexpr std::size_t kData = 256;  // words: of the arrays, the flags, and what each block shows of its shared memory
constexpr std::size_t kFlags = 64;
constexpr std::size_t kShownOfBlock = 256;

struct SynchronisingKernel {
  std::string seed;
  std::string ptx;
  std::uint32_t grid = 0;
  std::uint32_t block = 0;
  std::uint32_t cluster = 0;
};

std::vector<SynchronisingKernel> kernels_that_synchronise() {
  std::istringstream text(test::unpacked(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/random_sync/kernels.ptx.zst"));
  const std::string mark = "// kernel ";
  std::vector<SynchronisingKernel> kernels;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with(mark)) {
      if (!line.starts_with(".version") && !line.starts_with(".target") && !line.starts_with(".address_size"))
        kernels.back().ptx += line + "\n";
      continue;
    }
    SynchronisingKernel& kernel = kernels.emplace_back();
    std::istringstream(line.substr(mark.size())) >> kernel.seed >> kernel.grid >> kernel.block >> kernel.cluster;
  }
  return kernels;
}

std::string result_of(const SynchronisingKernel& kernel) {
  LoadedPtx ptx(kernel.ptx);
  std::vector<std::uint32_t> words(kData + kFlags + kShownOfBlock * kernel.grid);
  std::iota(words.begin(), words.begin() + kData, 0u);
  const std::uint64_t data = ptx.upload(words);
  const std::uint64_t flags = data + kData * 4;
  const sim::LaunchResult result = ptx.run("k", {kernel.grid, 1, 1}, {kernel.block, 1, 1},
                                           {data, flags, flags + kFlags * 4}, nullptr, 0, {kernel.cluster, 1, 1});
  EXPECT_TRUE(result.faults.empty()) << "kernel " << kernel.seed;
  std::uint64_t value = 0xcbf29ce484222325;
  for (const std::uint32_t word : ptx.download<std::uint32_t>(data, words.size()))
    value = (value ^ word) * 0x100000001b3;
  return fmt::format("{:016x}", value);
}

TEST(ReplayRandomSyncH200, LeavesInMemoryWhatTheChipLeft) {
  const std::vector<SynchronisingKernel> kernels = kernels_that_synchronise();
  const auto rows = recorded_rows("results.tsv", "h200/random_sync");
  ASSERT_EQ(rows.size(), kernels.size() + 1);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ASSERT_EQ(kernels[i - 1].seed, rows[i][0]);
    EXPECT_EQ(result_of(kernels[i - 1]), rows[i][1]) << "kernel " << rows[i][0] << "\n" << kernels[i - 1].ptx;
  }
}

}  // namespace
}  // namespace warpglass::isa
