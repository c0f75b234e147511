// The report that a program leaves behind when the tool has started it, however it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "report/report.hpp"
#include "session/launch_progress.hpp"
#include "session/settings.hpp"
#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::HasSubstr;

class SessionTest : public ::testing::Test {
 protected:
  void SetUp() override { settings_.report = folder_ + "/report.json"; }

  Outcome run_with_settings(const std::string& arguments, const std::string& source = "endings.cu") {
    const std::string path = program({source});
    std::ofstream(folder_ + "/settings.json") << session::to_json(settings_);
    return run(path + ' ' + arguments, {{std::string(session::kSessionVariable), folder_ + "/settings.json"}});
  }

  report::Report report() {
    std::string problem;
    std::optional<report::Report> loaded = report::load(settings_.report, problem);
    EXPECT_TRUE(loaded) << problem;
    return loaded.value_or(report::Report{});
  }

  std::string folder_ = scratch_folder();
  session::Settings settings_;
};

TEST_F(SessionTest, WritesTheReportAtTheEnd) {
  const Outcome outcome = run_with_settings("");
  EXPECT_EQ(outcome.output, "ran 0\n");
  EXPECT_EQ(outcome.errors, "");
  const report::Report written = report();
  EXPECT_EQ(written.architecture, "sm_90");
  EXPECT_FALSE(written.interrupted);
  EXPECT_EQ(written.run.launch_count, 2u);
  ASSERT_EQ(written.run.kernels.size(), 2u);
  EXPECT_EQ(written.run.kernels[0].name, "first(int*)");
}

TEST_F(SessionTest, KeepsTheProgramsExitCode) {
  EXPECT_EQ(run_with_settings("exit").exit_code, 3);
  EXPECT_EQ(report().run.launch_count, 2u);
}

TEST_F(SessionTest, CountsLaunchesOfDestructors) {
  EXPECT_EQ(run_with_settings("destructor").output, "ran 0\ndestructor 0\n");
  EXPECT_EQ(report().run.launch_count, 3u);
}

TEST_F(SessionTest, TellsWhoLaunchesGraphsFromDeviceCode) {
  EXPECT_EQ(run_with_settings("", "device_graph_places.cu").exit_code, 0);
  const report::Report written = report();
  ASSERT_EQ(written.run.launches.size(), 5u);
  EXPECT_FALSE(written.run.launches[0].by);
  const auto expect_from = [&](std::size_t index, std::uint32_t line, const std::string& stream) {
    const analysis::LaunchOrigin by = written.run.launches[index].by.value();
    EXPECT_EQ(by.launch, 0u);
    EXPECT_EQ(by.kernel, "launcher(CUgraphExec_st*, CUgraphExec_st*)");
    EXPECT_EQ(by.thread, (Dim3{3, 0, 0}));
    EXPECT_EQ(by.stream, stream);
    EXPECT_TRUE(by.where.file.ends_with("device_graph_places.cu")) << by.where.file;
    EXPECT_EQ(by.where.line, line);
  };
  // Both nodes of a graph; the tail, which was launched first, comes last.
  for (const std::size_t index : {1, 2}) expect_from(index, 9, "graph fire-and-forget");
  for (const std::size_t index : {3, 4}) expect_from(index, 8, "graph tail");
}

TEST_F(SessionTest, TellsWhoLaunchesFromDeviceCode) {
  EXPECT_EQ(run_with_settings("", "nested_places.cu").exit_code, 0);
  const report::Report written = report();
  ASSERT_EQ(written.run.launches.size(), 6u);
  EXPECT_FALSE(written.run.launches[0].by);
  const auto by = [&](std::size_t index) { return written.run.launches[index].by.value(); };
  const auto expect_place = [](const SourcePosition& where, std::uint32_t line, std::uint32_t column) {
    EXPECT_TRUE(where.file.ends_with("nested_places.cu")) << where.file;
    EXPECT_EQ(where.line, line);
    EXPECT_EQ(where.column, column);
  };
  EXPECT_EQ(by(1).launch, 0u);
  EXPECT_EQ(by(1).kernel, "parent(int*)");
  EXPECT_EQ(by(1).block, (Dim3{1, 0, 0}));
  EXPECT_EQ(by(1).thread, (Dim3{2, 0, 0}));
  EXPECT_EQ(by(1).stream, "fire-and-forget");
  expect_place(by(1).where, 10, 59);
  // The child's child comes before what its parent's grid launches next.
  EXPECT_EQ(by(2).launch, 1u);
  EXPECT_EQ(by(2).kernel, "child(int*, int)");
  EXPECT_EQ(by(2).stream, "default");
  expect_place(by(2).where, 6, 18);
  EXPECT_EQ(by(3).launch, 0u);
  EXPECT_EQ(by(4).launch, 3u);
  EXPECT_EQ(by(5).launch, 0u);
  EXPECT_EQ(by(5).stream, "tail");
  ASSERT_EQ(written.run.kernels.size(), 2u);
  const analysis::KernelProfile& child = written.run.kernels[1];
  EXPECT_EQ(child.launches, 5u);
  ASSERT_EQ(child.launched_from.size(), 4u);
  EXPECT_EQ(child.launched_from[0].kernel, "child(int*, int)");
  EXPECT_EQ(child.launched_from[0].launches, 2u);
  EXPECT_EQ(child.launched_from[1].kernel, "parent(int*)");
  // What stands behind a launch in its line keeps its column.
  for (const analysis::LineProfile& line : child.lines) {
    if (line.where.line == 6 && line.kind == "global store") {
      EXPECT_EQ(line.where.column, 68u);
    }
  }
}

TEST_F(SessionTest, CopiesStandAmongTheLaunches) {
  EXPECT_EQ(run_with_settings("", "transfers.cu").output, "no error\n");
  const report::Report written = report();
  ASSERT_EQ(written.run.launches.size(), 2u);
  using enum analysis::TransferKind;
  const auto at = [](analysis::TransferKind kind, std::uint64_t bytes, std::uint64_t launches, std::uint64_t stream,
                     bool waits) {
    return analysis::TransferProfile{
        .kind = kind, .bytes = bytes, .stream = stream, .launches_before = launches, .waits = waits};
  };
  const std::uint64_t own = written.run.launches[1].stream;
  EXPECT_NE(own, 0u);
  EXPECT_EQ(written.run.transfers,
            (std::vector<analysis::TransferProfile>{
                at(host_to_device, 4, 0, 0, true), at(host_to_device, 4096, 0, 0, true), at(fill, 2048, 0, 0, false),
                at(host_to_device, 1024, 1, own, false), at(device_to_host, 512, 1, own, false),
                at(device_to_device, 512, 1, own, false), at(device_to_device, 256, 1, 0, true),
                at(device_to_host, 128, 2, 0, true), at(fill, 64, 2, own, false), at(fill, 64, 2, own, false)}));
  EXPECT_EQ(written.run.transfer_count, 10u);
}

TEST_F(SessionTest, OtherKernelsTakeThePlaceOfTheProgramsOwn) {
  EXPECT_EQ(run_with_settings("", "transfers.cu").output, "no error\n");
  const std::uint64_t own = report().run.kernels.at(0).instructions.size();
  EXPECT_GT(own, 4u);
  settings_.device_code = folder_ + "/other.ptx";
  std::ofstream(settings_.device_code) << ".version 8.0\n.target sm_90\n.address_size 64\n"
                                          ".visible .const .align 4 .u32 factor;\n"
                                          ".visible .entry _Z5scalePi(.param .u64 p) { ret; }\n";
  EXPECT_EQ(run_with_settings("", "transfers.cu").output, "no error\n");
  EXPECT_EQ(report().run.kernels.at(0).instructions.size(), 1u);
  settings_.device_code = folder_ + "/missing.ptx";
  const Outcome outcome = run_with_settings("", "transfers.cu");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("missing.ptx cannot be read"));
}

TEST(LaunchProgress, TellsHowFastItGoesAndWhatIsLeft) {
  session::LaunchProgress progress;
  const auto at = [](int milliseconds) {
    return session::LaunchProgress::Clock::time_point(std::chrono::milliseconds(1000 + milliseconds));
  };
  EXPECT_EQ(progress.tell("_Z5scalePf", 256, 65536, at(0)), "");
  EXPECT_EQ(progress.tell("_Z5scalePf", 512, 65536, at(100)), "");
  EXPECT_EQ(progress.tell("_Z5scalePf", 2816, 65536, at(1000)),
            "scale  block 2,816 of 65,536 (4 %), 2,560 blocks/s, 25 s left");
  EXPECT_EQ(progress.tell("_Z5scalePf", 3000, 65536, at(1100)), "");
  EXPECT_EQ(progress.tell("_Z5scalePf", 65536, 65536, at(2000)),
            "scale  block 65,536 of 65,536 (100 %), 32,640 blocks/s");
  // The next launch has a rate of its own.
  EXPECT_EQ(progress.tell("_Z5scalePf", 256, 65536, at(3000)), "scale  block 256 of 65,536 (0 %)");
  EXPECT_EQ(progress.tell("_Z5scalePf", 320, 65536, at(3500)),
            "scale  block 320 of 65,536 (0 %), 128 blocks/s, 9 min left");
  EXPECT_EQ(session::time_left(0.2), "1 s");
  EXPECT_EQ(session::time_left(59.5), "1 min");
  EXPECT_EQ(session::time_left(3601), "1 h 1 min");
}

TEST_F(SessionTest, LeavesTheReportToTheProcessThatStarted) {
  EXPECT_EQ(run_with_settings("fork").exit_code, 0);
  EXPECT_EQ(report().run.launch_count, 3u);
}

TEST_F(SessionTest, HasTheFaultThoughTheProgramAborts) {
  const Outcome outcome = run_with_settings("fault_and_abort");
  EXPECT_EQ(outcome.exit_code, 128 + 6);
  const report::Report written = report();
  EXPECT_EQ(written.run.launch_count, 3u);
  ASSERT_FALSE(written.run.findings.empty());
  EXPECT_EQ(written.run.findings[0].rule, "out-of-bounds");
}

TEST_F(SessionTest, AnInterruptKeepsWhatWasGathered) {
  for (const auto& [ending, number] : {std::pair{"interrupt", 2}, {"terminate", 15}, {"interrupt_polling", 2}}) {
    const Outcome outcome = run_with_settings(ending);
    EXPECT_EQ(outcome.exit_code, 128 + number);
    EXPECT_EQ(outcome.output, "ran 0\n");
    const report::Report written = report();
    EXPECT_TRUE(written.interrupted);
    EXPECT_EQ(written.run.launch_count, 3u);
    std::filesystem::remove(settings_.report);
  }
}

TEST_F(SessionTest, CountsOnlyTheKernelsThatMatch) {
  settings_.kernel = "^second\\(";
  run_with_settings("");
  EXPECT_EQ(report().run.launch_count, 2u);
  EXPECT_EQ(report().run.launches_counted, 1u);
}

TEST_F(SessionTest, CountsOnlyAsManyLaunchesAsWanted) {
  settings_.launches = 1;
  run_with_settings("");
  EXPECT_EQ(report().run.launches_counted, 1u);
}

TEST_F(SessionTest, CountsNothingWithoutAnalysis) {
  settings_.analysis = false;
  run_with_settings("");
  EXPECT_EQ(report().run.launch_count, 2u);
  EXPECT_EQ(report().run.launches_counted, 0u);
}

TEST_F(SessionTest, ReportsWhatIsNotSupported) {
  const std::string path = program({"unsupported.cu"});
  std::ofstream(folder_ + "/settings.json") << session::to_json(settings_);
  static_cast<void>(run(path, {{std::string(session::kSessionVariable), folder_ + "/settings.json"}}));
  EXPECT_THAT(report().run.notices, ::testing::Contains(HasSubstr("cudaIpcGetEventHandle")));
}

TEST_F(SessionTest, SaysWhenTheReportCanNotBeWritten) {
  settings_.report = folder_ + "/no/such/folder/report.json";
  const Outcome outcome = run_with_settings("");
  EXPECT_EQ(outcome.output, "ran 0\n");
  EXPECT_THAT(outcome.errors, HasSubstr("warpglass: error: "));
}

TEST_F(SessionTest, SaysWhenTheSettingsAreNone) {
  std::ofstream(folder_ + "/settings.json") << "{";
  const Outcome outcome =
      run(program({"endings.cu"}), {{std::string(session::kSessionVariable), folder_ + "/settings.json"}});
  EXPECT_EQ(outcome.output, "ran 0\n");
  EXPECT_THAT(outcome.errors, HasSubstr("settings.json: error: session settings are no JSON object"));
}

TEST(SessionSettings, SurviveTheFile) {
  session::Settings settings{.arch = "sm_80",
                             .device = R"({"like": "sm_80"})",
                             .devices = {"", "sm_80"},
                             .jobs = 3,
                             .analysers = {"caches", "divergence"},
                             .analysis = false,
                             .as_written = true,
                             .ptxas = "/opt/ptxas",
                             .cache = "/var/cache",
                             .kernel = "a\"b\\",
                             .launches = 7,
                             .loop_limit = 1ull << 60,
                             .memory_bytes = 5,
                             .report = "r",
                             .program = "p",
                             .command = "c\n",
                             .device_code = "k.ptx",
                             .tier = "always",
                             .tier_compiler = "/lib/t",
                             .progress = true};
  std::string problem;
  EXPECT_EQ(session::settings_from_json(session::to_json(settings), problem), settings) << problem;
  EXPECT_EQ(session::settings_from_json(session::to_json({}), problem), session::Settings{}) << problem;
  EXPECT_EQ(session::settings_from_json("{}", problem), session::Settings{});
}

TEST(SessionSettings, AreCheckedWhenRead) {
  std::string problem;
  EXPECT_FALSE(session::settings_from_json("[]", problem));
  EXPECT_FALSE(session::settings_from_json(R"({"jobs": "many"})", problem));
  EXPECT_THAT(problem, HasSubstr("\"jobs\""));
  EXPECT_FALSE(session::settings_from_json(R"({"launches": -1})", problem));
  EXPECT_FALSE(session::settings_from_json(R"({"colour": true})", problem));
  EXPECT_THAT(problem, HasSubstr("\"colour\""));
}

}  // namespace
}  // namespace warpglass::cuda::test
