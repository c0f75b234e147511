// Every shared-memory instruction that was counted on an H200, executed here: the engine must count what the chip did.
// The recorded instruction is the only access to shared memory of its kernel, made by the recorded lanes at the
// recorded addresses.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "tests/unit/isa/kernel_around.hpp"

namespace warpglass::isa {
namespace {

struct SharedRecording {
  std::string instruction;
  LaneMask lanes = 0;
  std::uint64_t wavefronts = 0;
  std::array<std::uint32_t, 32> address{};
  int line = 0;
};

std::vector<SharedRecording> shared_recordings() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/shared_wavefronts.tsv");
  std::vector<SharedRecording> all;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    SharedRecording recording;
    recording.line = number;
    fields >> recording.instruction >> std::hex >> recording.lanes >> std::dec >> recording.wavefronts;
    for (std::uint32_t& address : recording.address) fields >> address;
    EXPECT_TRUE(fields) << "line " << number;
    all.push_back(recording);
  }
  return all;
}

/// The recorded instruction as PTX, by its name in the recording; the address is in %r1.
const std::map<std::string, std::string>& instructions() {
  static const std::map<std::string, std::string> all{
      {"ld.u8", "ld.shared.u8 %r2, [%r1];"},
      {"ld.u16", "ld.shared.u16 %r2, [%r1];"},
      {"ld.u32", "ld.shared.u32 %r2, [%r1];"},
      {"ld.v2.u32", "ld.shared.v2.u32 {%r2, %r3}, [%r1];"},
      {"ld.v4.u32", "ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [%r1];"},
      {"st.u8", "st.shared.u8 [%r1], %r2;"},
      {"st.u16", "st.shared.u16 [%r1], %r2;"},
      {"st.u32", "st.shared.u32 [%r1], %r2;"},
      {"st.v2.u32", "st.shared.v2.u32 [%r1], {%r2, %r3};"},
      {"st.v4.u32", "st.shared.v4.u32 [%r1], {%r2, %r3, %r4, %r5};"},
      {"atom.add.u32", "atom.shared.add.u32 %r2, [%r1], %r3;"},
      {"atom.exch.b32", "atom.shared.exch.b32 %r2, [%r1], %r3;"},
      {"atom.cas.b32", "atom.shared.cas.b32 %r2, [%r1], %r3, %r4;"},
      {"red.add.u32", "red.shared.add.u32 [%r1], %r3;"},
      {"ldmatrix.x1", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r2}, [%r1];"},
      {"ldmatrix.x2", "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r2, %r3}, [%r1];"},
      {"ldmatrix.x4", "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%r1];"},
      {"ldmatrix.x4.trans", "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r2, %r3, %r4, %r5}, [%r1];"},
      {"stmatrix.x4", "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r1], {%r2, %r3, %r4, %r5};"},
  };
  return all;
}

/// Two words a lane: whether it takes part, and its address.
std::string shared_kernel(const std::string& instruction) {
  return kernel_around(R"(
    mul.wide.u32 %rd1, %thread, 8;
    add.s64 %rd1, %buffer, %rd1;
    ld.global.v2.u32 {%r6, %r1}, [%rd1];
    setp.ne.u32 %p1, %r6, 0;
    @!%p1 bra DONE;
    )" + instruction + "\nDONE:\n",
                       ".extern .shared .align 16 .b8 dynamic[];\n");
}

TEST(ReplaySharedH200, CountsTheWavefrontsTheChipCounted) {
  const auto costs = analysis::make_cost_model(*arch::find_device("H200").device);
  const auto all = shared_recordings();
  ASSERT_EQ(all.size(), 1240u);
  for (const SharedRecording& recording : all) {
    ASSERT_TRUE(instructions().contains(recording.instruction)) << recording.instruction;
    std::vector<std::uint32_t> table;
    for (int lane = 0; lane < kWarpSize; ++lane) {
      table.push_back(recording.lanes >> lane & 1u);
      table.push_back(recording.address[std::size_t(lane)]);
    }
    const Outcome outcome = run_on(table, shared_kernel(instructions().at(recording.instruction)),
                                   {.dynamic_shared_bytes = 64 * 1024, .costs = costs.get()});
    ASSERT_EQ(outcome.errors, "");
    std::uint64_t wavefronts = 0;
    std::uint64_t requests = 0;
    for (std::size_t pc = 0; pc < outcome.result.counters.size(); ++pc) {
      if (outcome.program->facts[pc].space != sim::Space::shared) continue;
      wavefronts += outcome.result.counters[pc].wavefronts;
      requests += outcome.result.counters[pc].requests;
    }
    EXPECT_EQ(requests, 1u) << "line " << recording.line;
    EXPECT_EQ(wavefronts, recording.wavefronts) << "line " << recording.line << ": " << recording.instruction;
  }
}

}  // namespace
}  // namespace warpglass::isa
