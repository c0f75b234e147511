// Launches that are not executed because they would do again what an earlier one has done, and those that only look so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/cost_model.hpp"
#include "runtime/copy.hpp"
#include "runtime/device.hpp"
#include "tests/unit/runtime/ptx_images.hpp"

namespace warpglass::runtime {
namespace {

using ::testing::Each;

const arch::DeviceModel& machine() { return *arch::find_device("sm_90").device; }

constexpr std::uint32_t kThreads = 64;
constexpr std::uint64_t kArrayBytes = kThreads * 4;

// All of 64 threads in two blocks, with element i of both arrays.
const std::string kRepeatedBegin = R"(
  .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<2>;
  ld.param.u64 %rd1, [to];
  ld.param.u64 %rd2, [from];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x;
  shl.b32 %r1, %r1, 5; add.u32 %r1, %r1, %r2;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd1, %rd1, %rd3;
  add.u64 %rd2, %rd2, %rd3;
)";
std::string repeated_entry(const std::string& name, const std::string& body) {
  return ".visible .entry " + name + "(.param .u64 to, .param .u64 from) {" + kRepeatedBegin + body + "  ret;\n}\n";
}
const std::string kRepeatedText = ptx(".global .align 4 .b32 step = 1;\n" + repeated_entry("add_step", R"(
  ld.global.u32 %r3, [%rd2];
  ld.global.u32 %r4, [step];
  add.u32 %r3, %r3, %r4;
  st.global.u32 [%rd1], %r3;
)") + repeated_entry("first_half", R"(
  ld.global.u32 %r3, [%rd2];
  setp.ge.u32 %p1, %r1, 32;
  @%p1 ret;
  st.global.u32 [%rd1], %r3;
)") + repeated_entry("sum", R"(
  ld.param.u64 %rd4, [to];
  ld.global.u32 %r3, [%rd2];
  red.global.add.u32 [%rd4], %r3;
)") + repeated_entry("fetch", R"(
  ld.param.u64 %rd4, [from];
  tex.1d.v4.u32.s32 {%r3, %r4, %r5, %r6}, [%rd4, {%r1}];
  st.global.u32 [%rd1], %r3;
)") + repeated_entry("number", R"(
  mov.u64 %rd5, %gridid;
  cvt.u32.u64 %r3, %rd5;
  st.global.u32 [%rd1], %r3;
)"));

class RepeatNotes final : public LaunchObserver {
 public:
  void on_launch(const LaunchRecord& record) override {
    repeated.push_back(record.repeated);
    sectors = 0;
    for (const sim::OpCounters& counters : record.result->counters) sectors += counters.sectors;
    instructions = record.result->warp_instructions;
  }
  std::vector<bool> repeated;
  std::uint64_t sectors = 0;
  std::uint64_t instructions = 0;
};

class RepeatedLaunchesTest : public ::testing::Test {
 protected:
  RepeatedLaunchesTest() {
    module_ = device_.modules().add({image_of(kRepeatedText)}, "test");
    to_ = array(0);
    from_ = array(7);
  }

  std::uint64_t array(std::uint32_t value, sim::AllocationKind kind = sim::AllocationKind::device) {
    std::uint64_t address = 0;
    EXPECT_EQ(device_.allocate(kArrayBytes, kind, "array", address), Status::ok);
    put(address, value);
    return address;
  }

  void put(std::uint64_t address, std::uint32_t value) {
    const std::vector<std::uint32_t> values(kThreads, value);
    EXPECT_EQ(copy(device_.memory(), address, reinterpret_cast<std::uintptr_t>(values.data()), kArrayBytes,
                   CopyKind::host_to_device),
              Status::ok);
  }

  std::vector<std::uint32_t> get(std::uint64_t address) {
    std::vector<std::uint32_t> values(kThreads);
    EXPECT_EQ(copy(device_.memory(), reinterpret_cast<std::uintptr_t>(values.data()), address, kArrayBytes,
                   CopyKind::device_to_host),
              Status::ok);
    return values;
  }

  /// \return  whether it was repeated
  bool launch(std::string_view name, std::uint64_t to, std::uint64_t from) {
    Kernel* kernel = nullptr;
    EXPECT_EQ(device_.modules().find_kernel(module_, name, kernel), Status::ok) << name;
    const void* arguments[] = {&to, &from};
    EXPECT_EQ(device_.launch(*kernel, {.grid = {2, 1, 1}, .block = {32, 1, 1}}, arguments), Status::ok);
    return launches_.repeated.back();
  }

  const std::unique_ptr<sim::CostModel> costs_ = analysis::make_cost_model(machine());
  RepeatNotes launches_;
  Device device_{machine(),
                 {.memory_bytes = 1 << 20,
                  .launches = {.costs = costs_.get(), .observer = &launches_, .repeats = true, .workers = 2}}};
  ModuleId module_{};
  std::uint64_t to_ = 0;
  std::uint64_t from_ = 0;
};

TEST_F(RepeatedLaunchesTest, CountsWhatItDoesNotExecute) {
  EXPECT_FALSE(launch("add_step", to_, from_));
  const std::uint64_t sectors = launches_.sectors, instructions = launches_.instructions;
  EXPECT_TRUE(launch("add_step", to_, from_));
  EXPECT_GT(sectors, 0u);
  EXPECT_EQ(launches_.sectors, sectors);
  EXPECT_EQ(launches_.instructions, instructions);
  EXPECT_THAT(get(to_), Each(8u));
}

TEST_F(RepeatedLaunchesTest, ExecutesOthers) {
  const std::uint64_t other = array(7);
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_FALSE(launch("add_step", to_, other));
  EXPECT_FALSE(launch("first_half", to_, from_));
}

TEST_F(RepeatedLaunchesTest, SeesCopiesAndFills) {
  EXPECT_FALSE(launch("add_step", to_, from_));
  put(from_, 7);  // as it was
  EXPECT_TRUE(launch("add_step", to_, from_));
  put(from_, 9);
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_THAT(get(to_), Each(10u));
  ASSERT_EQ(fill(device_.memory(), {.base = from_, .pitch = kArrayBytes}, {.width = kArrayBytes}, 0, 4), Status::ok);
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_THAT(get(to_), Each(1u));
  ASSERT_EQ(fill(device_.memory(), {.base = from_, .pitch = kArrayBytes}, {.width = kArrayBytes}, 0, 4), Status::ok);
  EXPECT_TRUE(launch("add_step", to_, from_));
}

TEST_F(RepeatedLaunchesTest, SeesVariablesOfTheModule) {
  EXPECT_FALSE(launch("add_step", to_, from_));
  const DeviceVariable* step = nullptr;
  ASSERT_EQ(device_.modules().find_variable(module_, "step", step), Status::ok);
  const std::uint32_t two = 2;
  ASSERT_EQ(copy(device_.memory(), step->address, reinterpret_cast<std::uintptr_t>(&two), sizeof two,
                 CopyKind::host_to_device),
            Status::ok);
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_THAT(get(to_), Each(9u));
}

TEST_F(RepeatedLaunchesTest, SeesWhatOtherKernelsWrite) {
  const std::uint64_t between = array(0);
  EXPECT_FALSE(launch("add_step", between, from_));
  EXPECT_FALSE(launch("add_step", to_, between));
  EXPECT_TRUE(launch("add_step", between, from_));
  EXPECT_TRUE(launch("add_step", to_, between));
  put(from_, 1);
  EXPECT_FALSE(launch("add_step", between, from_));
  EXPECT_FALSE(launch("add_step", to_, between));
  EXPECT_THAT(get(to_), Each(3u));
}

TEST_F(RepeatedLaunchesTest, GoesOnFromWhatWasComputed) {
  for (std::uint32_t round = 1; round <= 5; ++round) {
    EXPECT_FALSE(launch("add_step", from_, from_));
    EXPECT_THAT(get(from_), Each(7 + round));
  }
}

TEST_F(RepeatedLaunchesTest, PutsThereWhatCameOutOfTheSame) {
  // What is there before is known from the second time on.
  for (int round = 0; round < 4; ++round) {
    put(from_, 7);
    EXPECT_EQ(launch("add_step", from_, from_), round >= 2) << round;
    EXPECT_THAT(get(from_), Each(8u));
  }
  put(from_, 3);
  EXPECT_FALSE(launch("add_step", from_, from_));
  EXPECT_THAT(get(from_), Each(4u));
}

TEST_F(RepeatedLaunchesTest, LeavesAloneWhatIsNotWritten) {
  for (int round = 0; round < 4; ++round) {
    put(to_, 1);
    EXPECT_EQ(launch("first_half", to_, from_), round >= 2) << round;
    const std::vector<std::uint32_t> values = get(to_);
    EXPECT_EQ(values[31], 7u);
    EXPECT_EQ(values[32], 1u);
  }
  put(to_, 2);
  EXPECT_FALSE(launch("first_half", to_, from_));
  EXPECT_EQ(get(to_)[32], 2u);
}

TEST_F(RepeatedLaunchesTest, AddsUpOnceForEachLaunch) {
  for (std::uint32_t round = 1; round <= 3; ++round) {
    EXPECT_FALSE(launch("sum", to_, from_));
    EXPECT_EQ(get(to_)[0], round * kThreads * 7);
  }
  for (int round = 0; round < 3; ++round) {
    put(to_, 0);
    EXPECT_EQ(launch("sum", to_, from_), round >= 1) << round;
    EXPECT_EQ(get(to_)[0], kThreads * 7);
  }
}

TEST_F(RepeatedLaunchesTest, LooksAtWhatTheHostMayWrite) {
  const std::uint64_t managed = array(7, sim::AllocationKind::managed);
  auto* const values = reinterpret_cast<std::uint32_t*>(sim::Memory::host(managed));
  EXPECT_FALSE(launch("add_step", to_, managed));
  EXPECT_FALSE(launch("add_step", to_, managed));
  EXPECT_TRUE(launch("add_step", to_, managed));
  values[kThreads - 1] = 10;
  EXPECT_FALSE(launch("add_step", to_, managed));
  EXPECT_EQ(get(to_)[kThreads - 1], 11u);
  EXPECT_TRUE(launch("add_step", to_, managed));
  values[kThreads - 1] = 7;
  EXPECT_FALSE(launch("add_step", to_, managed));
  EXPECT_THAT(get(to_), Each(8u));
}

TEST_F(RepeatedLaunchesTest, WritesAgainWhatTheHostHasChanged) {
  const std::uint64_t managed = array(0, sim::AllocationKind::managed);
  auto* const values = reinterpret_cast<std::uint32_t*>(sim::Memory::host(managed));
  for (int round = 0; round < 4; ++round) {
    EXPECT_EQ(launch("add_step", managed, from_), round >= 2) << round;
    EXPECT_EQ(values[5], 8u);
  }
  values[5] = 0;
  EXPECT_FALSE(launch("add_step", managed, from_));
  EXPECT_EQ(values[5], 8u);
}

TEST_F(RepeatedLaunchesTest, TellsAllocationsAtOneAddressApart) {
  EXPECT_FALSE(launch("add_step", to_, from_));
  ASSERT_EQ(device_.release(from_, sim::AllocationKind::device), Status::ok);
  ASSERT_EQ(array(20), from_);
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_THAT(get(to_), Each(21u));
}

TEST_F(RepeatedLaunchesTest, SeesWhatHandlesOfImagesStandFor) {
  const auto texels = [](std::uint64_t address) {
    return LinearResource{.address = address, .bytes = kArrayBytes, .format = sim::TexelFormat::u32, .channels = 1};
  };
  Images& images = device_.images();
  const std::uint64_t texture = images.create_texture(texels(from_), {});
  EXPECT_FALSE(launch("fetch", to_, texture));
  EXPECT_THAT(get(to_), Each(7u));
  const std::uint64_t sectors = launches_.sectors;
  EXPECT_TRUE(launch("fetch", to_, texture));
  EXPECT_EQ(launches_.sectors, sectors);
  put(from_, 9);
  EXPECT_FALSE(launch("fetch", to_, texture));
  EXPECT_THAT(get(to_), Each(9u));
  images.bind_texture(texture, texels(array(11)), {});
  EXPECT_FALSE(launch("fetch", to_, texture));
  EXPECT_THAT(get(to_), Each(11u));
  EXPECT_TRUE(launch("fetch", to_, texture));
  EXPECT_FALSE(launch("add_step", to_, from_));
  images.bind_texture(texture, texels(from_), {});
  EXPECT_TRUE(launch("add_step", to_, from_));
}

TEST_F(RepeatedLaunchesTest, ExecutesWhatKnowsItsNumber) {
  EXPECT_FALSE(launch("number", to_, from_));
  const std::uint32_t first = get(to_)[0];
  EXPECT_FALSE(launch("number", to_, from_));
  EXPECT_THAT(get(to_), Each(first + 1));
}

/// Keeps how many accesses a launch makes.
class Accesses final : public sim::Listener {
 public:
  explicit Accesses(sim::Interests more) : more_(more) {}
  [[nodiscard]] sim::Interests interests() const override { return sim::Interests(sim::Interest::global) | more_; }
  void on_start(const sim::LaunchRequest&) override { of_launch = 0; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t) override { return std::make_unique<Counts>(); }
  void merge(sim::Shard& shard) override { of_launch += static_cast<Counts&>(shard).accesses; }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory& touched) override {
    allocations = touched.allocations.size();
    if (!remembers) return std::nullopt;
    sim::Recollection recollection = sim::recollection_of(of_launch);
    recollection.stands = [this] { return same; };
    return recollection;
  }

  std::uint64_t of_launch = 0;
  std::size_t allocations = 0;
  bool remembers = true;
  bool same = true;

 private:
  struct Counts final : sim::Shard {
    void on_access(const sim::AccessEvent&) override { ++accesses; }
    std::uint64_t accesses = 0;
  };
  sim::Interests more_;
};

TEST_F(RepeatedLaunchesTest, LetsListenersRecall) {
  Accesses listener(sim::Interest::recalls);
  device_.launches().listeners = {&listener};
  EXPECT_FALSE(launch("add_step", to_, from_));
  const std::uint64_t accesses = listener.of_launch;
  EXPECT_EQ(listener.allocations, 3u);  // the variable's, too
  EXPECT_FALSE(launch("first_half", to_, from_));
  EXPECT_NE(listener.of_launch, accesses);
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_TRUE(launch("add_step", to_, from_));
  listener.of_launch = 0;
  EXPECT_TRUE(launch("add_step", to_, from_));
  EXPECT_EQ(listener.of_launch, accesses);
}

TEST_F(RepeatedLaunchesTest, ExecutesWhatListenersDoNotRecall) {
  Accesses listener(sim::Interest::recalls);
  device_.launches().listeners = {&listener};
  listener.remembers = false;
  EXPECT_FALSE(launch("add_step", to_, from_));
  listener.remembers = true;
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_TRUE(launch("add_step", to_, from_));
  listener.same = false;
  EXPECT_FALSE(launch("add_step", to_, from_));
  listener.same = true;
  EXPECT_TRUE(launch("add_step", to_, from_));
  Accesses other(sim::Interest::recalls);
  device_.launches().listeners = {&listener, &other};
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_TRUE(launch("add_step", to_, from_));
  device_.launches().listeners = {&listener};
  EXPECT_TRUE(launch("add_step", to_, from_));
  Accesses deaf(sim::Interest::uncounted);
  device_.launches().listeners = {&listener, &deaf};
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_FALSE(launch("add_step", to_, from_));
}

TEST_F(RepeatedLaunchesTest, ExecutesSeveralOrdersOfASeed) {
  device_.launches().seed = 1;
  for (int round = 0; round < 7; ++round) EXPECT_EQ(launch("add_step", to_, from_), round >= 4) << round;
  device_.launches().seed = 2;
  EXPECT_FALSE(launch("add_step", to_, from_));
  device_.launches().seed = 0;
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_TRUE(launch("add_step", to_, from_));
  device_.launches().seed = 3;
  for (int round = 0; round < 7; ++round) {
    put(from_, 7);
    EXPECT_EQ(launch("add_step", from_, from_), round >= 4) << round;
    EXPECT_THAT(get(from_), Each(8u));
  }
}

TEST_F(RepeatedLaunchesTest, ExecutesAllIfAsked) {
  device_.launches().repeats = false;
  EXPECT_FALSE(launch("add_step", to_, from_));
  EXPECT_FALSE(launch("add_step", to_, from_));
}

}  // namespace
}  // namespace warpglass::runtime
