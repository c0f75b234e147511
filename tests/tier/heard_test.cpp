// Launches that somebody hears, by the tier: the same accesses in the same order, and those that are expected unheard.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/listener.hpp"
#include "tests/tier/both_ways.hpp"
#include "tier/tier.hpp"

namespace warpglass {
namespace {

/// Every access to global memory, in the order in which it is heard.
class Order final : public sim::Listener {
 public:
  [[nodiscard]] sim::Interests interests() const override { return sim::Interest::global | sim::Interest::order; }
  std::unique_ptr<sim::Shard> make_shard(std::size_t) override {
    class Heard final : public sim::Shard {
     public:
      explicit Heard(std::vector<std::string>& accesses) : accesses_(accesses) {}
      void on_access(const sim::AccessEvent& event) override {
        accesses_.push_back(fmt::format("op {} block {} warp {} lanes {:x}", event.at.pc, event.at.block, event.at.warp,
                                        event.at.lanes));
      }

     private:
      std::vector<std::string>& accesses_;
    };
    return std::make_unique<Heard>(accesses);
  }
  std::vector<std::string> accesses;
};

/// \param accesses  instructions in the loop that others look at, too
void expect_the_same_order(const std::string& accesses, bool compiled, bool counts = true) {
  std::string body = "mov.u32 %i, 100;\nLOOP:" + accesses;
  for (int i = 0; i < 16; ++i) body += "mad.lo.u32 %v, %v, %t, 1013904223; xor.b32 %v, %v, %i;";
  Kernel kernel(kernel_of(body + "add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0; @%p bra LOOP;"));
  kernel.counts = counts;
  tier::Tier tier(options(tier::When::always));
  for (const std::uint32_t threads : {kThreads, kOddThreads}) {
    Order order;
    const Result interpreted = kernel.run(nullptr, threads, 1, &order);
    Order tiered_order;
    const Result tiered = kernel.run(&tier, threads, 1, &tiered_order);
    EXPECT_EQ(tiered.compiled, compiled);
    expect_same(tiered, interpreted);
    EXPECT_EQ(tiered_order.accesses, order.accesses);
  }
}

std::string loads(int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += "ld.global.u32 %w, [%a];";
  return all;
}

TEST(Tier, LetsAccessesBeHeardInTheSameOrder) {
  expect_the_same_order(loads(8), true);
  expect_the_same_order("st.global.u32 [%a], %v; ld.global.u32 %w, [%a];", true);
  expect_the_same_order("atom.global.add.u32 %w, [%a], 1;", true);
}

TEST(Tier, LeavesWhatIsHeardOftenToTheInterpreter) { expect_the_same_order(loads(16), false); }

TEST(Tier, LetsAccessesBeHeardWhereNothingIsCounted) { expect_the_same_order("st.global.u32 [%a], %v;", true, false); }

/// Expects of each block what the first did in shared memory.
class ExpectsTheSame final : public sim::Listener {
 public:
  [[nodiscard]] sim::Interests interests() const override { return sim::Interest::shared | sim::Interest::blocks; }
  std::unique_ptr<sim::Shard> make_shard(std::size_t) override {
    class Heard final : public sim::Shard {
     public:
      explicit Heard(std::vector<std::string>& accesses) : accesses_(accesses) {}
      sim::Expectation* expectation(std::span<sim::Shard* const>) override { return &expectation_; }
      void on_access(const sim::AccessEvent& event) override {
        accesses_.push_back(
            fmt::format("op {} block {} warp {} base {}", event.at.pc, event.at.block, event.at.warp, event.base));
        const auto next = static_cast<std::uint32_t>(steps_.size() + 1);
        if (event.at.block == 0)
          steps_.push_back({.shape = event.shape,
                            .base = static_cast<std::uint32_t>(event.base),
                            .pc = event.at.pc,
                            .warp = event.at.warp,
                            .next = next});
      }
      void on_flow(const sim::FlowEvent& event) override {
        if (event.what != sim::Flow::block_start) return;
        if (event.at.block == 1) steps_.emplace_back();
        if (event.at.block != 0) expectation_ = {.block = event.at.block, .steps = steps_.data()};
      }

     private:
      std::vector<std::string>& accesses_;
      std::vector<sim::Expectation::Step> steps_;
      sim::Expectation expectation_;
    };
    return std::make_unique<Heard>(accesses);
  }
  std::vector<std::string> accesses;
};

TEST(Tier, LetsExpectedAccessesPassUnheard) {
  Kernel kernel(kernel_of(R"(
  mul.lo.u32 %s, %w, 4; mov.u32 %i, tile; add.u32 %s, %s, %i;
  mov.u32 %i, 20;
LOOP:
  st.shared.u32 [%s], %v;
  ld.shared.u32 %w, [%s];
  add.u32 %v, %v, %w;
  add.u32 %i, %i, -1; setp.gt.s32 %p, %i, 0; @%p bra LOOP;
  mov.u32 %w, %ctaid.x; setp.eq.u32 %p, %w, 2;
  @!%p bra END;
  st.shared.u32 [%s+4], %v;
END:)"));
  kernel.counts = false;
  tier::Tier tier(options(tier::When::always));
  ExpectsTheSame interpreted_heard;
  const Result interpreted = kernel.run(nullptr, kThreads, 1, &interpreted_heard);
  ExpectsTheSame heard;
  const Result tiered = kernel.run(&tier, kThreads, 1, &heard);
  EXPECT_TRUE(tiered.compiled);
  expect_same(tiered, interpreted);
  EXPECT_EQ(heard.accesses, interpreted_heard.accesses);
  // All of the first block, and what one of the others does beside.
  const std::size_t warps = kThreads / 32;
  EXPECT_EQ(heard.accesses.size(), warps * 40 + warps);
}

}  // namespace
}  // namespace warpglass
