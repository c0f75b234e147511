#include "runtime/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "runtime/copy.hpp"
#include "tests/unit/runtime/ptx_images.hpp"

namespace warpglass::runtime {
namespace {

const arch::DeviceModel& h200() { return *arch::find_device("sm_90").device; }

// store: out[ctaid * ntid + tid] = add + tid; with a limit, shared memory, a trap, a loop and a wild address to choose.
const std::string kText = ptx(R"(
.visible .entry store(.param .u64 out, .param .u32 add, .param .u8 flag) {
  .reg .b32 %r<8>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [add];
  ld.param.u8 %r6, [flag];
  add.u32 %r1, %r1, %r6;
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  mul.wide.u32 %rd2, %r5, 4;
  add.u64 %rd3, %rd1, %rd2;
  add.u32 %r7, %r4, %r1;
  st.global.u32 [%rd3], %r7;
  ret;
}
.visible .entry bounded() .maxntid 64, 1, 1 { ret; }
.visible .entry exact() .reqntid 8, 8, 1 { ret; }
.extern .shared .align 16 .b8 pieces[];
.visible .entry shared() {
  .shared .align 4 .b8 fixed[1024];
  .reg .b64 %rd1;
  mov.u64 %rd1, fixed; mov.u64 %rd1, pieces;
  ret;
}
.visible .entry traps() { trap; ret; }
.visible .entry misaligned(.param .u64 p) {
  .reg .b64 %rd1; .reg .b32 %r1;
  ld.param.u64 %rd1, [p];
  ld.global.u32 %r1, [%rd1 + 2];
  st.global.u32 [%rd1], %r1;
  ret;
}
.visible .entry loops() {
again:
  bra again;
}
)");

class Launches : public LaunchObserver {
 public:
  void on_launch(const LaunchRecord& record) override {
    names.push_back(record.program->name);
    observed.push_back(record.observed);
    faults.push_back(record.result->faults.size());
    last = record;
  }
  std::vector<std::string> names;
  std::vector<bool> observed;
  std::vector<std::size_t> faults;
  LaunchRecord last;
};

class DeviceTest : public ::testing::Test {
 protected:
  DeviceTest() { module_ = device_.modules().add({image_of(kText)}, "test"); }

  Kernel& kernel(std::string_view name) {
    Kernel* found = nullptr;
    EXPECT_EQ(device_.modules().find_kernel(module_, name, found), Status::ok) << name;
    return *found;
  }

  Status launch(std::string_view name, const LaunchShape& shape) {
    return device_.launch(kernel(name), shape, static_cast<const void* const*>(nullptr));
  }

  Status launch_with_pointer(std::string_view name, std::uint64_t pointer) {
    const void* arguments[] = {&pointer};
    return device_.launch(kernel(name), {}, arguments);
  }

  Launches launches_;
  std::string said_;
  Device device_{h200(),
                 {.memory_bytes = 1 << 20,
                  .complain =
                      [this](const Diagnostics& diagnostics) {
                        for (const Diagnostic& diagnostic : diagnostics) said_ += to_string(diagnostic) + '\n';
                      },
                  .launches = {.observer = &launches_}}};
  ModuleId module_{};
};

TEST_F(DeviceTest, RunsAKernelWithItsArguments) {
  std::uint64_t out = 0;
  ASSERT_EQ(device_.allocate(64 * 4, sim::AllocationKind::device, "out", out), Status::ok);
  const std::uint32_t add = 100;
  const std::uint8_t flag = 3;
  const void* arguments[] = {&out, &add, &flag};
  ASSERT_EQ(device_.launch(kernel("store"), {.grid = {2, 1, 1}, .block = {32, 1, 1}}, arguments, 5), Status::ok)
      << said_;
  std::vector<std::uint32_t> values(64);
  ASSERT_EQ(copy(device_.memory(), reinterpret_cast<std::uintptr_t>(values.data()), out, 256, CopyKind::device_to_host),
            Status::ok);
  EXPECT_EQ(values[0], 103u);
  EXPECT_EQ(values[63], 134u);
  EXPECT_THAT(launches_.names, ::testing::ElementsAre("store"));
  EXPECT_EQ(launches_.last.stream, 5u);
  EXPECT_FALSE(launches_.last.observed);
}

TEST_F(DeviceTest, TakesParametersAsOnePiece) {
  std::uint64_t out = 0;
  ASSERT_EQ(device_.allocate(128, sim::AllocationKind::device, "out", out), Status::ok);
  std::vector<std::byte> parameters(13);
  std::memcpy(parameters.data(), &out, 8);
  EXPECT_EQ(device_.launch(kernel("store"), {.block = {32, 1, 1}}, parameters), Status::ok);
  parameters.pop_back();
  EXPECT_EQ(device_.launch(kernel("store"), {.block = {32, 1, 1}}, parameters), Status::invalid_value);
}

TEST_F(DeviceTest, RefusesShapesThatNoLaunchMayHave) {
  EXPECT_EQ(launch("bounded", {.grid = {0, 1, 1}}), Status::invalid_configuration);
  EXPECT_EQ(launch("bounded", {.block = {0, 1, 1}}), Status::invalid_configuration);
  EXPECT_EQ(launch("bounded", {.block = {1025, 1, 1}}), Status::invalid_configuration);
  EXPECT_EQ(launch("bounded", {.block = {1, 1, 65}}), Status::invalid_configuration);
  EXPECT_EQ(launch("bounded", {.block = {32, 32, 2}}), Status::invalid_configuration);
  EXPECT_EQ(launch("bounded", {.grid = {1, 65536, 1}}), Status::invalid_configuration);
  EXPECT_EQ(launch("bounded", {.grid = {0x80000000u, 1, 1}}), Status::invalid_configuration);
  EXPECT_EQ(launch("bounded", {.block = {65, 1, 1}}), Status::invalid_value);
  EXPECT_EQ(launch("bounded", {.block = {64, 1, 1}}), Status::ok);
  EXPECT_EQ(launch("bounded", {.block = {8, 8, 1}}), Status::ok);
  EXPECT_EQ(launch("exact", {.block = {64, 1, 1}}), Status::invalid_configuration);
  EXPECT_EQ(launch("exact", {.block = {8, 8, 1}}), Status::ok);
  EXPECT_EQ(launches_.names.size(), 3u);
}

TEST_F(DeviceTest, ARefusalNamesTheNumberAndItsLimit) {
  const auto why = [&](const std::string& name, const LaunchShape& shape) {
    EXPECT_EQ(device_.prepare(kernel(name)), Status::ok);
    const std::optional<Refusal> refusal = device_.refusal_of(kernel(name), shape);
    return refusal ? refusal->why : "";
  };
  const Dim3 one{1, 1, 1};
  EXPECT_EQ(why("bounded", {.grid = one, .block = {64, 1, 1}}), "");
  EXPECT_EQ(why("bounded", {.grid = {1, 0, 1}, .block = one}), "grid.y is 0; it has to be at least 1");
  EXPECT_EQ(why("bounded", {.grid = {1, 65536, 1}, .block = one}), "grid.y is 65536; the most on NVIDIA H200 is 65535");
  EXPECT_EQ(why("bounded", {.grid = one, .block = {65, 1, 1}}),
            "a block of 65 threads; the kernel's __launch_bounds__ allow 64");
  EXPECT_EQ(why("exact", {.grid = one, .block = {64, 1, 1}}),
            "a block of (64,1,1); the kernel was compiled for blocks of (8,8,1) and no others");
  EXPECT_EQ(why("shared", {.grid = one, .block = one, .dynamic_shared_bytes = 100000}),
            "100000 bytes of dynamic shared memory; this kernel may have 48128, and up to 231424 after "
            "cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize");
  EXPECT_EQ(why("shared", {.grid = one, .block = one, .dynamic_shared_bytes = std::uint64_t{1} << 40}),
            "1099511627776 bytes of dynamic shared memory beside 1024 static ones; a block on NVIDIA H200 has at most "
            "232448 together");
  EXPECT_EQ(why("bounded", {.grid = {3, 1, 1}, .block = one, .cluster = {2, 1, 1}}),
            "a grid of (3,1,1), which clusters of (2,1,1) do not divide");
}

// Its registers are our estimate, and 12 warps' worth of so many are more than an SM has: a compiler would spill some.
TEST_F(DeviceTest, NoLaunchFailsByAnEstimate) {
  std::string text =
      ".visible .entry wide(.param .u64 out) { .reg .b64 %rd1; .reg .b32 %r<220>;\nld.param.u64 %rd1, [out];\n";
  for (int i = 0; i < 200; ++i) text += fmt::format("ld.volatile.global.u32 %r{}, [%rd1 + {}];\n", i, 4 * i);
  for (int i = 200; i-- > 0;) text += fmt::format("st.volatile.global.u32 [%rd1 + {}], %r{};\n", 4 * i, i);
  text = ptx(text + "ret; }\n");
  const ModuleId module = device_.modules().add({image_of(text)}, "wide");
  Kernel* wide = nullptr;
  ASSERT_EQ(device_.modules().find_kernel(module, "wide", wide), Status::ok);
  std::uint64_t out = 0;
  ASSERT_EQ(device_.allocate(200 * 4, sim::AllocationKind::device, "out", out), Status::ok);
  const void* arguments[] = {&out};
  EXPECT_EQ(device_.launch(*wide, {.block = {288, 1, 1}}, arguments), Status::ok) << said_;
  EXPECT_GT(device_.registers_per_thread(*wide), 170u);
  EXPECT_EQ(device_.occupancy(*wide, 288, 0).blocks_per_sm, 1u);
}

TEST_F(DeviceTest, SharedMemoryHasItsLimits) {
  EXPECT_EQ(launch("shared", {.dynamic_shared_bytes = 47 * 1024}), Status::ok);
  EXPECT_EQ(launch("shared", {.dynamic_shared_bytes = 47 * 1024 + 1}), Status::invalid_value);
  EXPECT_EQ(device_.set_dynamic_shared_limit(kernel("shared"), 226 * 1024 + 1), Status::invalid_value);
  EXPECT_EQ(device_.set_dynamic_shared_limit(kernel("shared"), 226 * 1024), Status::ok);
  EXPECT_EQ(launch("shared", {.dynamic_shared_bytes = 226 * 1024}), Status::ok);
  EXPECT_EQ(launch("shared", {.dynamic_shared_bytes = std::uint64_t{1} << 40}), Status::invalid_value);
}

TEST_F(DeviceTest, CooperativeGridsMustFit) {
  const std::uint32_t fit = device_.model().sm_count * 32;
  EXPECT_EQ(launch("bounded", {.grid = {fit, 1, 1}, .block = {64, 1, 1}, .cooperative = true}), Status::ok);
  EXPECT_EQ(launch("bounded", {.grid = {fit + 1, 1, 1}, .block = {64, 1, 1}, .cooperative = true}),
            Status::cooperative_too_large);
}

TEST_F(DeviceTest, AFaultStaysUntilAReset) {
  EXPECT_EQ(launch("traps", {}), Status::ok);  // the request was fine
  EXPECT_EQ(device_.sticky(), Status::launch_failure);
  EXPECT_THAT(launches_.faults, ::testing::ElementsAre(1u));
  EXPECT_EQ(launch("bounded", {}), Status::launch_failure);
  EXPECT_EQ(launches_.names.size(), 1u);
  device_.reset();
  EXPECT_EQ(device_.sticky(), Status::ok);
  EXPECT_EQ(launch("bounded", {}), Status::ok);
}

TEST_F(DeviceTest, EachFaultHasItsStatus) {
  std::uint64_t memory = 0;
  ASSERT_EQ(device_.allocate(64, sim::AllocationKind::device, "memory", memory), Status::ok);
  EXPECT_EQ(launch_with_pointer("misaligned", memory), Status::ok);
  EXPECT_EQ(device_.sticky(), Status::misaligned_address);
  device_.reset();
  EXPECT_EQ(launch_with_pointer("misaligned", 14), Status::ok);
  EXPECT_EQ(device_.sticky(), Status::illegal_address);
  device_.reset();
  device_.launches().loop_limit = 1000;
  EXPECT_EQ(launch("loops", {}), Status::ok);
  EXPECT_EQ(device_.sticky(), Status::launch_timeout);
}

TEST_F(DeviceTest, NothingRunsOnceCancelled) {
  std::atomic<bool> cancel = true;
  device_.launches().cancel = &cancel;
  EXPECT_EQ(launch("loops", {}), Status::cancelled);
  EXPECT_TRUE(launches_.names.empty());
}

// Costs nothing and counts every pattern.
class NoCosts : public sim::CostModel {
 public:
  [[nodiscard]] sim::SharedCost shared(const sim::AccessPattern&) const override { return {}; }
  [[nodiscard]] sim::GlobalCost global(const sim::AccessPattern&) const override { return {}; }
};

TEST_F(DeviceTest, CountsOnlyWhatIsWanted) {
  const NoCosts costs;
  device_.launches().costs = &costs;
  device_.launches().is_wanted = [](std::string_view name) { return name == "bounded"; };
  device_.launches().observed_limit = 2;
  for (const char* name : {"shared", "bounded", "bounded", "bounded"}) EXPECT_EQ(launch(name, {}), Status::ok);
  EXPECT_THAT(launches_.observed, ::testing::ElementsAre(false, true, true, false));
}

TEST(BankModes, AKernelsOwnWidthGoesBeforeTheDevices) {
  const NoCosts narrow, wide;
  Launches launches;
  Device device(
      *arch::find_device("sm_35").device,
      {.memory_bytes = 1 << 20, .launches = {.costs = &narrow, .wide_bank_costs = &wide, .observer = &launches}});
  const ModuleId module = device.modules().add({image_of(kText)}, "test");
  Kernel* kernel = nullptr;
  ASSERT_EQ(device.modules().find_kernel(module, "bounded", kernel), Status::ok);
  const auto width = [&] {
    EXPECT_EQ(device.launch(*kernel, {}, static_cast<const void* const*>(nullptr)), Status::ok);
    return launches.last.bank_bytes;
  };
  EXPECT_EQ(width(), 4u);
  device.set_bank_bytes(8);
  EXPECT_EQ(width(), 8u);
  kernel->bank_bytes = 4;
  EXPECT_EQ(width(), 4u);
  device.launches().forced_bank_bytes = 8;
  EXPECT_EQ(width(), 8u);
  device.reset();
  EXPECT_EQ(device.bank_bytes(), 4u);
  EXPECT_FALSE(kernel->bank_bytes.has_value());
}

TEST_F(DeviceTest, BankWidthsHaveNoEffectWhereThereIsNoChoice) {
  device_.set_bank_bytes(8);
  EXPECT_EQ(device_.bank_bytes(), 4u);
  kernel("bounded").bank_bytes = 8;
  EXPECT_EQ(launch("bounded", {}), Status::ok);
  EXPECT_EQ(launches_.last.bank_bytes, 4u);
}

TEST(CacheConfigs, DecideHowManyBlocksFit) {
  Device device(*arch::find_device("sm_35").device, {.memory_bytes = 1 << 20});
  const ModuleId module = device.modules().add({image_of(kText)}, "test");
  Kernel* kernel = nullptr;
  ASSERT_EQ(device.modules().find_kernel(module, "shared", kernel), Status::ok);
  ASSERT_EQ(device.prepare(*kernel), Status::ok);
  const auto blocks = [&] { return device.blocks_per_sm(*kernel, 32, 3 * 1024); };  // 4 KiB a block
  using arch::CacheConfig;
  EXPECT_EQ(blocks(), 12u);
  device.set_cache_config(CacheConfig::l1);
  EXPECT_EQ(blocks(), 4u);
  kernel->cache_config = CacheConfig::equal;  // a kernel's own goes first
  EXPECT_EQ(blocks(), 8u);
  kernel->cache_config = CacheConfig::shared;
  EXPECT_EQ(blocks(), 12u);
  // A block that does not fit the preferred size gets what it needs.
  kernel->cache_config = CacheConfig::l1;
  EXPECT_EQ(device.blocks_per_sm(*kernel, 32, 30 * 1024), 1u);
  EXPECT_EQ(device.blocks_per_sm(*kernel, 32, 47 * 1024 + 1), 0u);
  EXPECT_EQ(device.launch(*kernel, {.dynamic_shared_bytes = 47 * 1024 + 1}, static_cast<const void* const*>(nullptr)),
            Status::invalid_value);
}

TEST_F(DeviceTest, MemoryIsReleasedByKind) {
  std::uint64_t device = 0, pinned = 0;
  ASSERT_EQ(device_.allocate(100, sim::AllocationKind::device, "a", device), Status::ok);
  ASSERT_EQ(device_.allocate(100, sim::AllocationKind::pinned, "b", pinned), Status::ok);
  EXPECT_EQ(device_.release(device + 4, sim::AllocationKind::device), Status::invalid_value);
  EXPECT_EQ(device_.release(device, sim::AllocationKind::pinned), Status::invalid_value);
  EXPECT_EQ(device_.release(device, sim::AllocationKind::device), Status::ok);
  EXPECT_EQ(device_.release(device, sim::AllocationKind::device), Status::invalid_value);
  EXPECT_EQ(device_.release(pinned, sim::AllocationKind::pinned), Status::ok);
  std::uint64_t much = 0;
  EXPECT_EQ(device_.allocate(2 << 20, sim::AllocationKind::device, "c", much), Status::out_of_memory);
}

TEST_F(DeviceTest, HostMemoryIsRegisteredOnce) {
  alignas(16) char host[256];
  EXPECT_EQ(device_.register_host(host, 256, "host"), Status::ok);
  EXPECT_EQ(device_.register_host(host + 16, 16, "host"), Status::already_registered);
  EXPECT_EQ(device_.release(reinterpret_cast<std::uintptr_t>(host), sim::AllocationKind::pinned),
            Status::invalid_value);
  EXPECT_EQ(device_.unregister_host(host + 16), Status::not_registered);
  EXPECT_EQ(device_.unregister_host(host), Status::ok);
  EXPECT_EQ(device_.unregister_host(host), Status::not_registered);
  EXPECT_EQ(device_.register_host(nullptr, 16, "host"), Status::invalid_value);
}

TEST_F(DeviceTest, StreamsAndEventsLiveUntilDestroyed) {
  const Stream* stream = device_.create_stream(1, -2);
  Event* first = device_.create_event(true);
  Event* second = device_.create_event(true);
  EXPECT_TRUE(device_.has(stream));
  EXPECT_EQ(stream->id, 1u);
  first->record();
  second->record();
  EXPECT_GT(milliseconds_between(*first, *second), 0.0f);
  EXPECT_GT(milliseconds_between(*second, *first), 0.0f);
  EXPECT_TRUE(device_.destroy(stream));
  EXPECT_FALSE(device_.destroy(stream));
  EXPECT_FALSE(device_.has(stream));
  EXPECT_TRUE(device_.destroy(first));
  device_.reset();
  EXPECT_FALSE(device_.has(second));
}

}  // namespace
}  // namespace warpglass::runtime
