// Recorded instructions as kernels, executed by the engine on the values they were recorded with.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tests/ptx/recording.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::test {

constexpr std::uint32_t kRecorded = 90;  // the machine that the recordings are of
constexpr std::uint32_t kNewest = 120;

class Replayer {
 public:
  /// \param sm  of the machine that answers
  Replayer(const std::vector<RecordedInstruction>& recording, bool guarded, std::uint32_t sm)
      : recording_(recording), sm_(sm), loaded_(module_of(recording, guarded)) {
    target_ = loaded_.upload(std::vector<std::uint64_t>(kMostDestinations * kTuples));
    source_ = loaded_.upload(std::vector<std::uint64_t>(kMostWords * kTuples));
  }

  /// What instruction `i` answers: a word for each destination of each tuple.
  std::vector<std::uint64_t> answers(std::size_t i) {
    const RecordedInstruction& one = recording_[i];
    std::memcpy(sim::Memory::host(source_), one.values.data(), one.values.size() * sizeof(std::uint64_t));
    const isa::BindResult bound = loaded_.bind_kernel("k" + std::to_string(i), {.sm = sm_, .observe = false});
    EXPECT_EQ(isa::all_of(bound.diagnostics), "") << one.text;
    if (bound.program != nullptr) run(*bound.program, one.text);
    return loaded_.download<std::uint64_t>(target_, one.destinations.size() * kTuples);
  }

 private:
  static constexpr std::size_t kMostWords = 40;
  static constexpr std::size_t kMostDestinations = 8;

  static std::string module_of(const std::vector<RecordedInstruction>& recording, bool guarded) {
    std::string module;
    for (std::size_t i = 0; i < recording.size(); ++i)
      module += kernel_for(recording[i], "k" + std::to_string(i), guarded);
    return module;
  }

  void run(const sim::Program& program, const std::string& text) {
    sim::LaunchRequest request;
    request.program = &program;
    request.memory = &loaded_.memory;
    request.grid = {kTuples / kThreadsPerBlock, 1, 1};
    request.block = {kThreadsPerBlock, 1, 1};
    request.params.resize(16);
    std::memcpy(request.params.data(), &source_, 8);
    std::memcpy(request.params.data() + 8, &target_, 8);
    const sim::LaunchResult result = launch(request);
    EXPECT_TRUE(result.faults.empty()) << text << ": " << result.faults[0].message;
  }

  const std::vector<RecordedInstruction>& recording_;
  std::uint32_t sm_;
  isa::LoadedPtx loaded_;
  std::uint64_t target_ = 0;
  std::uint64_t source_ = 0;
};

}  // namespace warpglass::test
