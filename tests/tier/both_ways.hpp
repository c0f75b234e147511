// A kernel of a test executed by the interpreter and by the tier, and what both have computed and counted.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "arch/device_model.hpp"
#include "sim/listener.hpp"
#include "tests/tier/other_ops.hpp"
#include "tests/unit/isa/run_ptx.hpp"
#include "tier/tier.hpp"

namespace warpglass {

inline constexpr const char* kCompiler = WARPGLASS_BINARY_DIR "/lib/warpglass/warpglass-tier";
inline constexpr std::uint32_t kThreads = 96;       // full warps
inline constexpr std::uint32_t kOddThreads = 77;    // and one of 13 lanes
inline constexpr std::uint32_t kListenedTurn = 16;  // back edges, where the order of accesses is heard

struct Result {
  std::vector<std::uint32_t> memory;
  std::vector<sim::OpCounters> counters;
  std::string faults;
  const sim::Op* ops = nullptr;  // that a block executed, the last at least; nothing without a tier
  bool compiled = false;         // they are other than the program's own
  std::size_t changes = 0;       // of ops in the middle of blocks
};

/// Kernel `k` of one array, which has so many words for each thread.
class Kernel {
 public:
  explicit Kernel(const std::string& body, std::uint32_t words_per_thread = 1)
      : ptx_(body), program_(ptx_.bind_kernel("k").program.release()), words_per_thread_(words_per_thread) {}

  bool counts = true;
  /// Warps have short turns, behind each of which a block goes on by the other way.
  bool changes = false;
  // What words hold at first.
  std::function<std::uint32_t(std::size_t)> first_value = [](std::size_t i) {
    return static_cast<std::uint32_t>(i * 2654435761u);
  };

  /// \param listener  hears the launch, where there is one
  Result run(tier::Tier* tier, std::uint32_t threads, int workers = 1, sim::Listener* listener = nullptr) {
    constexpr std::uint32_t kBlocks = 5;
    std::vector<std::uint32_t> words(std::size_t{kBlocks} * threads * words_per_thread_);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = first_value(i);
    const std::uint64_t address = ptx_.upload(words);
    sim::LaunchRequest request;
    request.program = program_.get();
    request.memory = &ptx_.memory;
    request.grid = {kBlocks, 1, 1};
    request.block = {threads, 1, 1};
    request.workers = workers;
    if (listener != nullptr) {
      request.listeners = {listener};
      request.turn = kListenedTurn;
    }
    request.costs = counts ? costs_.get() : nullptr;
    request.params.resize(8);
    std::memcpy(request.params.data(), &address, sizeof address);
    const std::shared_ptr<sim::TieredOps> tiered = tier == nullptr ? nullptr : tier->begin(program_, request);
    request.tier = tiered.get();
    std::unique_ptr<test::OtherOps> in_turn;
    if (changes && tiered != nullptr) {
      in_turn = std::make_unique<test::OtherOps>(*program_, tiered.get());
      request.tier = in_turn.get();
      request.turn = 1;
    }
    Result result;
    const sim::LaunchResult launch = sim::launch(request);
    if (in_turn != nullptr) result.changes = in_turn->changes();
    result.ops = tiered == nullptr ? nullptr : tiered->start({}).first;
    result.compiled = tiered != nullptr && result.ops != program_->ops.data();
    for (const sim::Fault& fault : launch.faults) result.faults += fault.message + '\n';
    result.counters = launch.counters;
    result.memory = ptx_.download<std::uint32_t>(address, words.size());
    return result;
  }

 private:
  isa::LoadedPtx ptx_;
  std::shared_ptr<const sim::Program> program_;
  std::uint32_t words_per_thread_;
  std::unique_ptr<sim::CostModel> costs_ = analysis::make_cost_model(arch::default_device());
};

/// A kernel whose thread has the address of its word in %a, the word in %v and its number in the block in %t; what is
/// in %v at the end is stored.
inline std::string kernel_of(const std::string& body) {
  return R"(.visible .entry k(.param .u64 p) {
  .reg .b64 %a, %x, %y; .reg .b32 %v, %t, %i, %w, %s; .reg .f32 %f, %g, %h; .reg .f64 %d, %e; .reg .pred %p, %q;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %a, [p];
  mov.u32 %t, %ctaid.x; mov.u32 %v, %ntid.x; mov.u32 %w, %tid.x;
  mad.lo.u32 %t, %t, %v, %w;
  mul.wide.u32 %x, %t, 4; add.u64 %a, %a, %x;
  ld.global.u32 %v, [%a]; mov.u32 %t, %tid.x;
)" + body +
         R"(
  st.global.u32 [%a], %v;
  ret;
})";
}

/// \param learns  what is compiled is made for what the first block's accesses were like, else for what is guessed
inline tier::Options options(tier::When when, bool learns = false) {
  return {.when = when, .learns = learns, .compiler = kCompiler, .notice = [](const std::string& text) {
            ADD_FAILURE() << text;
          }};
}

inline auto numbers(const sim::OpCounters& c) {
  return std::array{c.executions, c.threads,       c.threads_pred_on, c.requests,  c.wavefronts,   c.wavefronts_ideal,
                    c.sectors,    c.sectors_ideal, c.lines,           c.divergent, c.sector_turns, c.shared_requests};
}

inline void expect_same(const Result& tiered, const Result& interpreted) {
  EXPECT_EQ(tiered.memory, interpreted.memory);
  EXPECT_EQ(tiered.faults, interpreted.faults);
  ASSERT_EQ(tiered.counters.size(), interpreted.counters.size());
  for (std::size_t pc = 0; pc < tiered.counters.size(); ++pc)
    EXPECT_EQ(numbers(tiered.counters[pc]), numbers(interpreted.counters[pc])) << "op " << pc;
}

}  // namespace warpglass
