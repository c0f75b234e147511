// Devices by their options, and several of them at once.
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "tests/library/fixtures.hpp"

namespace warpglass::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class LibraryDevice : public LibraryTest {};

TEST_F(LibraryDevice, IsAnH200Unasked) {
  ASSERT_EQ(warpglass_device_create(nullptr, &device_), WARPGLASS_OK);
  EXPECT_STREQ(warpglass_device_name(device_), "NVIDIA H200");
  EXPECT_STREQ(warpglass_device_architecture(device_), "sm_90");
  EXPECT_STREQ(warpglass_last_error(device_), "");
  EXPECT_STREQ(warpglass_version(), WARPGLASS_VERSION);
}

TEST_F(LibraryDevice, IsOfTheArchitectureAskedFor) {
  warpglass_options with = options();
  with.architecture = "ampere";
  make(with);
  EXPECT_STREQ(warpglass_device_architecture(device_), "sm_80");
}

TEST_F(LibraryDevice, IsWhatAFileDescribes) {
  warpglass_options with = options();
  with.architecture = WARPGLASS_SOURCE_DIR "/examples/devices/textbook.json";
  make(with);
  EXPECT_STREQ(warpglass_device_name(device_), "Textbook GPU");
}

struct Wrong {
  const char* name;
  void (*change)(warpglass_options&);
  warpglass_status status;
  const char* says;
};

class WrongOptions : public LibraryTest, public testing::WithParamInterface<Wrong> {};

TEST_P(WrongOptions, AreAnsweredByWords) {
  warpglass_options with = options();
  GetParam().change(with);
  EXPECT_EQ(warpglass_device_create(&with, &device_), GetParam().status);
  ASSERT_NE(device_, nullptr);
  EXPECT_THAT(error(), HasSubstr(GetParam().says));
  // It does nothing else.
  std::uint64_t address = 0;
  EXPECT_EQ(warpglass_allocate(device_, 4, nullptr, &address), WARPGLASS_INVALID_VALUE);
  EXPECT_THAT(error(), StartsWith("the device could not be made"));
  warpglass_cancel(device_);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongOptions,
    testing::Values(Wrong{"Size", [](warpglass_options& all) { all.size = 0; }, WARPGLASS_INVALID_VALUE, "sizeof"},
                    Wrong{"Architecture", [](warpglass_options& all) { all.architecture = "sm_1234"; },
                          WARPGLASS_NOT_FOUND, "architecture: "},
                    Wrong{"File", [](warpglass_options& all) { all.architecture = "./nowhere.json"; },
                          WARPGLASS_INVALID_FILE, "./nowhere.json: error: cannot be read: No such file"},
                    Wrong{"Mode", [](warpglass_options& all) { all.mode = static_cast<warpglass_mode>(3); },
                          WARPGLASS_INVALID_VALUE, "3 is no mode"},
                    Wrong{"Analyser", [](warpglass_options& all) { all.analysers = "races,rases"; },
                          WARPGLASS_NOT_FOUND, "none called 'rases'; there are banks"},
                    Wrong{"Nothing",
                          [](warpglass_options& all) {
                            all.mode = WARPGLASS_EXECUTE;
                            all.analysers = "races";
                          },
                          WARPGLASS_INVALID_VALUE, "no analysers at work"},
                    Wrong{"Workers", [](warpglass_options& all) { all.workers = -1; }, WARPGLASS_INVALID_VALUE,
                          "not -1"}),
    [](const auto& of) { return of.param.name; });

TEST_F(LibraryDevice, OptionsOfAnOlderCallerHaveFewerMembers) {
  warpglass_options with = options();
  with.size = offsetof(warpglass_options, workers);
  with.workers = -1;  // beyond what the caller says that there is
  make(with);
}

TEST_F(LibraryDevice, NullIsAnsweredEverywhere) {
  EXPECT_EQ(warpglass_device_create(nullptr, nullptr), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_device_reset(nullptr), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_allocate(nullptr, 1, nullptr, nullptr), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_free(nullptr, 0), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_load_ptx(nullptr, "", "", nullptr), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_find_kernel(nullptr, "", nullptr), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_launch(nullptr, nullptr, nullptr, 0), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_take_report(nullptr, nullptr), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_report_counter(nullptr, nullptr, nullptr, nullptr), WARPGLASS_INVALID_VALUE);
  EXPECT_STREQ(warpglass_report_json(nullptr), "");
  EXPECT_EQ(warpglass_report_finding(nullptr, 0), nullptr);
  EXPECT_EQ(warpglass_kernel_at(nullptr, 0), nullptr);
  EXPECT_STREQ(warpglass_last_error(nullptr), "the device is NULL");
  warpglass_device_destroy(nullptr);
  warpglass_report_destroy(nullptr);
  warpglass_unload(nullptr);
  warpglass_cancel(nullptr);
}

TEST_F(LibraryDevice, StatusesHaveNames) {
  EXPECT_STREQ(warpglass_status_name(WARPGLASS_OK), "WARPGLASS_OK");
  EXPECT_STREQ(warpglass_status_name(WARPGLASS_INTERNAL), "WARPGLASS_INTERNAL");
  EXPECT_STREQ(warpglass_status_name(static_cast<warpglass_status>(11)), "unknown status");
  EXPECT_STREQ(warpglass_status_name(static_cast<warpglass_status>(-1)), "unknown status");
}

/// Does the same on a device of its own and returns the report's findings.
std::string work(const char* architecture, std::atomic<int>& failures) {
  warpglass_options with{};
  with.size = sizeof with;
  with.architecture = architecture;
  with.workers = 2;
  with.program = "threads";
  warpglass_device* device = nullptr;
  warpglass_module* module = nullptr;
  warpglass_kernel* kernel = nullptr;
  warpglass_report* report = nullptr;
  std::uint64_t values = 0;
  std::vector<float> host(1000, 1.0f);
  const auto check = [&](warpglass_status status) { failures += status != WARPGLASS_OK; };
  check(warpglass_device_create(&with, &device));
  check(warpglass_load_ptx(device, kScale.c_str(), "scale.ptx", &module));
  check(warpglass_find_kernel(module, "scale", &kernel));
  check(warpglass_allocate(device, 4000, "values", &values));
  check(warpglass_write(device, values, host.data(), 4000));
  warpglass_launch_config shape{};
  shape.size = sizeof shape;
  for (std::uint32_t* axis : {shape.grid, shape.block}) axis[0] = axis[1] = axis[2] = 1;
  shape.grid[0] = 8;
  shape.block[0] = 128;
  const float factor = 2;
  const std::uint32_t n = 1000;
  const void* arguments[] = {&values, &factor, &n};
  for (int i = 0; i < 10; ++i) check(warpglass_launch(kernel, &shape, arguments, 3));
  check(warpglass_read(device, host.data(), values, 4000));
  failures += host[999] != 1024.0f;
  check(warpglass_take_report(device, &report));
  double sectors = 0;
  check(warpglass_report_counter(report, nullptr, "memory_l2_theoretical_sectors_global", &sectors));
  warpglass_device_destroy(device);
  warpglass_report_destroy(report);
  return std::to_string(sectors);
}

TEST_F(LibraryDevice, SeveralWorkInSeveralThreads) {
  std::atomic<int> failures = 0;
  const std::string alone = work("sm_90", failures);
  std::vector<std::thread> threads;
  std::vector<std::string> results(6);
  for (std::size_t i = 0; i < results.size(); ++i)
    threads.emplace_back([&, i] { results[i] = work(i % 2 == 0 ? "sm_90" : "sm_70", failures); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  for (const std::string& result : results) EXPECT_EQ(result, alone);
}

TEST_F(LibraryDevice, OneTakesCallsOfSeveralThreadsAndKeepsTheirErrorsApart) {
  make();
  warpglass_kernel* kernel = load(kScale);
  const std::uint64_t values = allocate(4000);
  ASSERT_EQ(warpglass_fill(device_, values, 0, 4000), WARPGLASS_OK);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 10; ++turn) {
        failures += scale(kernel, values, 1.0f, 1000) != WARPGLASS_OK;
        failures += error() != "";
        failures += warpglass_free(device_, 4096 + i) != WARPGLASS_INVALID_VALUE;
        failures += error().find("0x100" + std::to_string(i)) == std::string::npos;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(error(), "");
}

TEST_F(LibraryDevice, ALaunchIsCancelledByAnotherThread) {
  make();
  warpglass_kernel* kernel = load(kLong);
  std::atomic<bool> over = false;
  std::thread canceller([&] {
    // Nothing is cancelled before the launch runs.
    while (!over) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      warpglass_cancel(device_);
    }
  });
  const std::uint64_t n = std::uint64_t{1} << 60;
  const void* arguments[] = {&n};
  const warpglass_launch_config shape = config(1, 32);
  const warpglass_status status = warpglass_launch(kernel, &shape, arguments, 1);
  over = true;
  canceller.join();
  // In a build that is slow enough the loop may count as endless first.
  if (status != WARPGLASS_FAULT) {
    EXPECT_EQ(status, WARPGLASS_CANCELLED) << error();
    EXPECT_THAT(error(), HasSubstr("the launch of count_down was cancelled"));
    // Later ones run.
    const std::uint64_t few = 3;
    const void* others[] = {&few};
    EXPECT_EQ(warpglass_launch(kernel, &shape, others, 1), WARPGLASS_OK) << error();
  }
}

}  // namespace
}  // namespace warpglass::test
