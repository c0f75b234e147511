// Launches that give way: when they ask, what becomes of the answer, and that another launch may run meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <vector>

#include "runtime/device.hpp"
#include "sim/turns.hpp"
#include "tests/unit/runtime/ptx_images.hpp"

namespace warpglass::runtime {
namespace {

using ::testing::ElementsAre;

// polls: until [flag] is at least `value`, then [flag + 4] += 1. counts: as often as an atomic says.
const std::string kTurnsText = ptx(R"(
.visible .entry polls(.param .u64 flag, .param .u32 value) {
  .reg .b64 %rd1; .reg .b32 %r<5>; .reg .pred %p1;
  ld.param.u64 %rd1, [flag];
  ld.param.u32 %r1, [value];
again:
  ld.volatile.global.u32 %r2, [%rd1];
  setp.lt.u32 %p1, %r2, %r1;
  @%p1 bra again;
  ld.global.u32 %r3, [%rd1 + 4];
  add.u32 %r3, %r3, 1;
  st.global.u32 [%rd1 + 4], %r3;
  ret;
}
.visible .entry adds(.param .u64 sum, .param .u32 more) {
  .reg .b64 %rd1; .reg .b32 %r<5>;
  ld.param.u64 %rd1, [sum];
  ld.param.u32 %r1, [more];
  red.global.add.u32 [%rd1], %r1;
  ret;
}
)");

/// Hears what launches there are, and keeps the name of the one under way.
class Hearer final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override { return sim::Interest::uncounted; }
  void on_start(const sim::LaunchRequest& launch) override { name_ = launch.program->name; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t) override { return std::make_unique<sim::Shard>(); }
  void on_end(const sim::LaunchResult&) override { ended.push_back(name_); }
  [[nodiscard]] std::function<void()> put_aside() override { return aside(name_); }

  std::vector<std::string> ended;

 private:
  std::string name_;
};

class Turns final : public sim::Turns {
 public:
  explicit Turns(std::function<sim::Turn(const sim::Stand&)> answer) : answer_(std::move(answer)) {}
  [[nodiscard]] sim::Turn give_way(const sim::Stand& stand) override {
    moved.push_back(stand.moved);
    return answer_(stand);
  }
  std::vector<bool> moved;

 private:
  std::function<sim::Turn(const sim::Stand&)> answer_;
};

class TurnsTest : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  TurnsTest() {
    device_.launches().listeners.push_back(&hearer_);
    device_.launches().seed = GetParam();
    module_ = device_.modules().add({image_of(kTurnsText)}, "test");
    EXPECT_EQ(device_.allocate(8, sim::AllocationKind::device, "words", words_), Status::ok);
    std::memset(sim::Memory::host(words_), 0, 8);
  }

  Kernel& kernel(std::string_view name) {
    Kernel* found = nullptr;
    EXPECT_EQ(device_.modules().find_kernel(module_, name, found), Status::ok) << name;
    EXPECT_EQ(device_.prepare(*found), Status::ok);
    return *found;
  }
  Status launch(std::string_view name, std::uint32_t value, std::uint64_t stream, sim::Turns* turns, Dim3 grid) {
    const void* const arguments[] = {&words_, &value};
    return device_.launch(kernel(name), {.grid = grid, .block = {32, 1, 1}}, arguments, stream, turns);
  }
  [[nodiscard]] std::uint32_t word(int index) const {
    std::uint32_t value = 0;
    std::memcpy(&value, sim::Memory::host(words_) + 4 * index, sizeof value);
    return value;
  }

  Hearer hearer_;
  Device device_{*arch::find_device("sm_90").device, {.memory_bytes = 1 << 20}};
  ModuleId module_{};
  std::uint64_t words_ = 0;
};

TEST_P(TurnsTest, AnotherLaunchMayRunMeanwhile) {
  Turns turns([&](const sim::Stand&) {
    EXPECT_EQ(launch("adds", 1, 2, nullptr, {1, 1, 1}), Status::ok);
    return sim::Turn::go_on;
  });
  EXPECT_EQ(launch("polls", 64, 1, &turns, {1, 1, 1}), Status::ok);
  EXPECT_EQ(device_.sticky(), Status::ok);
  EXPECT_EQ(word(0), 64u);  // two launches of 32 threads
  EXPECT_EQ(word(1), 1u);
  EXPECT_THAT(turns.moved, ElementsAre(true, true));  // the flag's value is another one
  EXPECT_THAT(hearer_.ended, ElementsAre("adds", "adds", "polls"));
}

TEST_P(TurnsTest, ItSaysWhetherItHasMoved) {
  int asked = 0;
  Turns turns([&](const sim::Stand&) {
    if (++asked == 3) *reinterpret_cast<std::uint32_t*>(sim::Memory::host(words_)) = 1;
    return sim::Turn::go_on;
  });
  EXPECT_EQ(launch("polls", 1, 1, &turns, {1, 1, 1}), Status::ok);
  EXPECT_THAT(turns.moved, ElementsAre(true, false, false));
}

TEST_P(TurnsTest, ItStandsForGoodOnceItWouldBeCalledEndless) {
  device_.launches().loop_limit = std::uint64_t{1} << 26;
  std::size_t asked = 0;
  Turns turns([&](const sim::Stand& stand) {
    ++asked;
    return stand.for_good ? sim::Turn::give_up : sim::Turn::go_on;
  });
  device_.launches().standstill_notes = [] { return std::vector<std::string>{"others wait"}; };
  EXPECT_EQ(launch("polls", 1, 1, &turns, {2, 1, 1}), Status::ok);
  EXPECT_EQ(device_.sticky(), Status::launch_timeout);
  EXPECT_GT(asked, 4u);
  EXPECT_EQ(word(1), 0u);
}

TEST_P(TurnsTest, OneThatIsAbandonedFaultsNot) {
  Turns turns([](const sim::Stand&) { return sim::Turn::abandon; });
  EXPECT_EQ(launch("polls", 1, 1, &turns, {1, 1, 1}), Status::cancelled);
  EXPECT_EQ(device_.sticky(), Status::ok);
  EXPECT_THAT(hearer_.ended, ElementsAre("polls"));
  // Nothing of it is left.
  EXPECT_EQ(launch("adds", 1, 1, nullptr, {1, 1, 1}), Status::ok);
}

TEST_P(TurnsTest, OnlyKernelsThatPollInALoopMayWait) {
  EXPECT_FALSE(device_.may_wait(kernel("polls")));  // nobody else is there
  (void)device_.create_stream(0, 0);
  EXPECT_TRUE(device_.may_wait(kernel("polls")));
  EXPECT_FALSE(device_.may_wait(kernel("adds")));
}

INSTANTIATE_TEST_SUITE_P(Seeds, TurnsTest, ::testing::Values(0, 1, 7));

}  // namespace
}  // namespace warpglass::runtime
