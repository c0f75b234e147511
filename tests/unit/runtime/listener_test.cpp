// What the runtime tells listeners: memory as it comes, is written and goes; streams and events; which launches.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "runtime/copy.hpp"
#include "runtime/device.hpp"
#include "tests/unit/runtime/ptx_images.hpp"

namespace warpglass::runtime {
namespace {

constexpr std::string_view kMemory[] = {"allocate", "free", "write", "read", "copy", "fill"};
constexpr std::string_view kStreams[] = {"create", "destroy", "launch",       "copy",         "allocate",
                                         "record", "wait",    "wait on host", "wait for all", "poll"};

class Heard final : public sim::Listener {
 public:
  explicit Heard(sim::Interests interests) : interests_(interests) {}
  [[nodiscard]] sim::Interests interests() const override { return interests_; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t) override { return std::make_unique<sim::Shard>(); }
  void on_start(const sim::LaunchRequest& launch) override {
    lines.push_back(fmt::format("start {} of {} blocks", launch.program->name, launch.grid.volume()));
  }
  void on_end(const sim::LaunchResult& result) override {
    lines.push_back(fmt::format("end with {} faults", result.faults.size()));
  }
  void on_memory(const sim::MemoryEvent& event) override {
    const std::string label = event.allocation != nullptr ? " " + event.allocation->label : "";
    lines.push_back(fmt::format("{} {}{}", kMemory[static_cast<std::size_t>(event.what)], event.bytes, label));
  }
  void on_stream(const sim::StreamEvent& event) override {
    lines.push_back(fmt::format("{} {} {}", kStreams[static_cast<std::size_t>(event.what)], event.stream, event.event));
  }
  std::vector<std::string> lines;

 private:
  sim::Interests interests_;
};

const std::string kListenedText = ptx(R"(
.visible .global .align 4 .b8 table[64];
.visible .entry nothing() { ret; }
)");

TEST(Listener, HearsWhatTheHostDoes) {
  Heard all(sim::Interest::memory | sim::Interest::streams | sim::Interest::uncounted);
  Heard counted_only(sim::Interest::memory);
  Device device(arch::default_device(), {.launches = {.listeners = {&all, &counted_only}}});
  const ModuleId module = device.modules().add({image_of(kListenedText)}, "test");
  ASSERT_EQ(device.modules().load(module), Status::ok);
  std::uint64_t a = 0, b = 0;
  ASSERT_EQ(device.allocate(256, sim::AllocationKind::device, "a", a), Status::ok);
  ASSERT_EQ(device.allocate(128, sim::AllocationKind::managed, "b", b), Status::ok);
  std::vector<std::byte> host(256);
  const auto on_host = reinterpret_cast<std::uintptr_t>(host.data());
  EXPECT_EQ(copy(device.memory(), a, on_host, 100, CopyKind::host_to_device), Status::ok);
  EXPECT_EQ(copy(device.memory(), b, a, 64, CopyKind::device_to_device), Status::ok);
  EXPECT_EQ(copy(device.memory(), on_host, b, 32, CopyKind::device_to_host), Status::ok);
  EXPECT_EQ(fill(device.memory(), {.base = a, .pitch = 64}, {.width = 16, .height = 2}, 0), Status::ok);
  Stream* stream = device.create_stream(0, 0);
  Event* event = device.create_event(true);
  device.record(*event, stream->id);
  Kernel* kernel = nullptr;
  ASSERT_EQ(device.modules().find_kernel(module, "nothing", kernel), Status::ok);
  EXPECT_EQ(device.launch(*kernel, {.grid = {3, 1, 1}, .block = {32, 1, 1}}, std::span<const std::byte>{}, stream->id),
            Status::ok);
  EXPECT_TRUE(device.destroy(stream));
  EXPECT_EQ(device.release(a, sim::AllocationKind::device), Status::ok);
  const std::vector<std::string> memory = {"allocate 64 table", "write 64",  "allocate 256 a",
                                           "allocate 128 b",    "write 100", "copy 64",
                                           "read 32",           "fill 16",   "fill 16"};
  std::vector<std::string> expected = memory;
  for (const char* line : {"create 1 0", "record 1 1", "launch 1 0", "start nothing of 3 blocks", "end with 0 faults",
                           "destroy 1 0", "free 256 a"})
    expected.emplace_back(line);
  EXPECT_EQ(all.lines, expected);
  expected = memory;
  expected.emplace_back("free 256 a");
  EXPECT_EQ(counted_only.lines, expected);
}

}  // namespace
}  // namespace warpglass::runtime
