// Trace events: the rules of their format, launches, and blocks on SMs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "report/trace_blocks.hpp"
#include "tests/unit/report/full_report.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json trace_of(const Report& report) { return Json::parse(to_trace(report, full_options())); }

/// The sample's first kernel on 4 SMs that hold two of its blocks each.
Report small_machine(const Dim3& grid, const Dim3& cluster = {1, 1, 1}) {
  Report report = full_report();
  report.run.findings.clear();
  report.run.transfers.clear();
  report.run.launches.resize(1);
  analysis::LaunchProfile& launch = report.run.launches[0];
  launch.grid = grid;
  launch.cluster = cluster;
  const std::uint64_t warps = (launch.block.volume() + 31) / 32;
  for (std::size_t i = 0; i < report.run.metrics.size(); ++i) {
    if (report.run.metrics[i].name == "launch__sm_count") launch.values[i] = 4;
    if (report.run.metrics[i].name == "sm__maximum_warps_avg_per_active_cycle")
      launch.values[i] = static_cast<double>(2 * warps);
  }
  return report;
}

std::vector<Json> blocks_of(const Json& trace) {
  std::vector<Json> blocks;
  for (const Json& event : trace["traceEvents"])
    if (event.value("cat", "") == "block") blocks.push_back(event);
  return blocks;
}

std::map<std::uint64_t, std::string> track_names(const Json& trace, std::int64_t process) {
  std::map<std::uint64_t, std::string> names;
  for (const Json& event : trace["traceEvents"])
    if (event["name"] == "thread_name" && event["pid"] == process) names[event["tid"]] = event["args"]["name"];
  return names;
}

/// What an event of each phase has, by the Trace Event Format and by what Perfetto's importer takes: numbers of
/// processes and tracks in 32 bits, moments that are no less than 0, curves of numbers, marks with a scope, and names.
void expect_event(const Json& event) {
  for (const char* number : {"pid", "tid"}) {
    ASSERT_TRUE(event[number].is_number_integer()) << event;
    EXPECT_GE(event[number].get<std::int64_t>(), 0) << event;
    EXPECT_LE(event[number].get<std::int64_t>(), std::numeric_limits<std::uint32_t>::max()) << event;
  }
  ASSERT_TRUE(event["ts"].is_number() && event["name"].is_string()) << event;
  EXPECT_GE(event["ts"].get<double>(), 0) << event;
  EXPECT_FALSE(event["name"].get<std::string>().empty()) << event;
  if (event.contains("args")) {
    EXPECT_TRUE(event["args"].is_object()) << event;
  }
  const std::string phase = event["ph"];
  if (phase == "M") {
    static const std::set<std::string> kKnown = {"process_name", "thread_name", "process_sort_index",
                                                 "thread_sort_index"};
    EXPECT_TRUE(kKnown.contains(event["name"])) << event;
    EXPECT_TRUE(event["args"].contains("name") || event["args"].contains("sort_index")) << event;
  } else if (phase == "C") {
    for (const auto& [series, value] : event["args"].items()) EXPECT_TRUE(value.is_number()) << series << event;
    EXPECT_FALSE(event["args"].empty()) << event;
  } else if (phase == "i") {
    EXPECT_TRUE(event["s"] == "t" || event["s"] == "p" || event["s"] == "g") << event;
  } else {
    EXPECT_EQ(phase, "X") << event;
  }
}

/// Trace Event Format: what each event has; slices of a track do not cross; each track and process has a name.
void expect_well_formed(const Json& trace) {
  if (trace.contains("displayTimeUnit")) {
    EXPECT_TRUE(trace["displayTimeUnit"] == "ms" || trace["displayTimeUnit"] == "ns");
  }
  std::map<std::pair<std::int64_t, std::uint64_t>, std::vector<std::pair<double, double>>> slices;
  std::set<std::pair<std::int64_t, std::uint64_t>> named;
  std::set<std::int64_t> processes;
  for (const Json& event : trace["traceEvents"]) {
    ASSERT_TRUE(event.contains("ph") && event.contains("pid") && event.contains("tid") && event.contains("ts") &&
                event.contains("name"))
        << event;
    expect_event(event);
    const std::pair<std::int64_t, std::uint64_t> track{event["pid"], event["tid"]};
    if (event["name"] == "thread_name") {
      EXPECT_TRUE(named.insert(track).second) << event;
    }
    if (event["name"] == "process_name") {
      EXPECT_TRUE(processes.insert(track.first).second) << event;
    }
    if (event["ph"] != "X") continue;
    EXPECT_GT(event["dur"].get<double>(), 0) << event;
    slices[track].emplace_back(event["ts"].get<double>(), event["dur"].get<double>());
  }
  for (auto& [track, of_track] : slices) {
    EXPECT_TRUE(named.contains(track)) << track.second;
    EXPECT_TRUE(processes.contains(track.first)) << track.first;
    std::ranges::sort(of_track);
    // Readers cut moments and lengths to nanoseconds.
    for (std::size_t i = 1; i < of_track.size(); ++i)
      EXPECT_LE(std::floor(1000 * of_track[i - 1].first) + std::floor(1000 * of_track[i - 1].second),
                std::floor(1000 * of_track[i].first))
          << track.second;
  }
}

TEST(Trace, OfTheSample) {
  Report report = full_report();
  for (analysis::LaunchProfile& launch : report.run.launches) launch.grid = {2, 3, 1};
  expect_golden("full.trace.json", to_trace(report, full_options()));
}

TEST(Trace, ALaunchOrACopyAMillisecond) {
  Report report = full_report();  // a copy, a fill, two launches, a copy, a launch
  report.run.transfer_count = 5;
  const Json trace = trace_of(report);
  std::map<std::uint64_t, std::string> at;
  for (const Json& event : trace["traceEvents"]) {
    if (event["ph"] == "i" && event["name"].get<std::string>().starts_with("shared-race")) {
      EXPECT_EQ(event["ts"], 3000);  // in the second launch
    }
    if (event["ph"] != "X" || event["pid"] != 4711) continue;
    at[event["ts"]] = fmt::format("{} {}", event["cat"].get<std::string>(), event["tid"].get<int>());
    EXPECT_EQ(event["dur"], 1000);
  }
  EXPECT_EQ(at, (std::map<std::uint64_t, std::string>{{0, "copy 0"},
                                                      {1000, "fill 2"},
                                                      {2000, "launch 0"},
                                                      {3000, "launch 0"},
                                                      {4000, "copy 0"},
                                                      {5000, "launch 0"}}));
  EXPECT_EQ(trace["otherData"]["copies_left_out"], 2);
  EXPECT_THAT(trace["traceEvents"][0]["args"]["name"], HasSubstr("no time is modelled"));
}

TEST(Trace, KeepsTheRulesOfItsFormat) {
  expect_well_formed(trace_of(full_report()));
  expect_well_formed(trace_of(small_machine({7, 11, 3})));
  expect_well_formed(trace_of(small_machine({70000, 1, 1})));
  expect_well_formed(trace_of(small_machine({6, 4, 2}, {3, 1, 1})));
}

TEST(Trace, StreamsOfSeveralDevicesHaveTracksOfTheirOwn) {
  Report report = full_report();
  report.devices.resize(2);
  ASSERT_GE(report.run.launches.size(), 2u);
  report.run.launches[1].device = 1;
  report.run.launches[1].stream = report.run.launches[0].stream;
  const Json trace = trace_of(report);
  expect_well_formed(trace);
  std::set<std::uint64_t> tracks;
  for (const Json& event : trace["traceEvents"]) {
    if (event.value("cat", "") == "launch" && event["pid"] == report.process)
      tracks.insert(event["tid"].get<std::uint64_t>());
  }
  EXPECT_EQ(tracks.size(), 2u);
}

TEST(Trace, BlocksGoFromSmToSm) {
  const Json trace = trace_of(small_machine({19, 1, 1}));  // 8 at once: waves of 8, 8 and 3
  const std::vector<Json> blocks = blocks_of(trace);
  ASSERT_EQ(blocks.size(), 19u);
  std::map<std::uint64_t, std::string> names = track_names(trace, 4712);
  const auto where = [&](std::size_t block) { return names[blocks[block]["tid"]]; };
  EXPECT_EQ(where(0), "SM 0, place 0");
  EXPECT_EQ(where(3), "SM 3, place 0");
  EXPECT_EQ(where(4), "SM 0, place 1");
  EXPECT_EQ(where(8), "SM 0, place 0");
  EXPECT_EQ(where(18), "SM 2, place 0");
  EXPECT_EQ(blocks[5]["ts"], 0);
  EXPECT_NEAR(blocks[8]["ts"], 333.3, 0.1);
  EXPECT_NEAR(blocks[18]["ts"], 666.6, 0.1);
  EXPECT_NEAR(blocks[18]["dur"], 333.3, 0.1);
  EXPECT_EQ(blocks[18]["name"], "transpose (18,0,0)");
  EXPECT_EQ(blocks[18]["args"]["wave"], 2);
}

TEST(Trace, FewBlocksGoToEveryOtherSm) {
  const Json trace = trace_of(small_machine({2, 1, 1}));
  std::map<std::uint64_t, std::string> names = track_names(trace, 4712);
  EXPECT_EQ(names[blocks_of(trace)[1]["tid"]], "SM 2, place 0");
}

TEST(Trace, BlocksOfAClusterAreResidentTogether) {
  const std::vector<Json> blocks = blocks_of(trace_of(small_machine({6, 2, 1}, {3, 1, 1})));  // 6 of 8 places
  ASSERT_EQ(blocks.size(), 12u);
  EXPECT_EQ(blocks[3]["name"], "transpose (3,0,0)");
  EXPECT_EQ(blocks[5]["args"]["wave"], 0);
  EXPECT_EQ(blocks[6]["args"]["wave"], 1);
  EXPECT_EQ(blocks[6]["name"], "transpose (0,1,0)");
}

TEST(Trace, ABoundedNumberOfBlocks) {
  // The first waves and the last, which has 5 blocks.
  const Json trace = trace_of(small_machine({80005, 1, 1}));
  const std::vector<Json> blocks = blocks_of(trace);
  EXPECT_LE(blocks.size(), kBlocksOfLaunch);
  EXPECT_GT(blocks.size(), kBlocksOfLaunch - 8);
  EXPECT_EQ(blocks.back()["args"]["wave"], 10000);
  EXPECT_EQ(blocks.back()["name"], "transpose (80004,0,0)");
  EXPECT_EQ(trace["otherData"]["blocks_left_out"], "71,816 blocks are left out");

  // So many launches that the later ones have no room.
  Report report = small_machine({8000, 1, 1});
  for (std::uint64_t i = 1; i < 6; ++i) {
    report.run.launches.push_back(report.run.launches[0]);
    report.run.launches.back().index = i;
  }
  const Json of_many = trace_of(report);
  EXPECT_EQ(blocks_of(of_many).size(), kBlocksOfTrace);
  EXPECT_EQ(of_many["otherData"]["blocks_left_out"], "15,232 blocks are left out");
}

TEST(Trace, NoBlocksWhereNothingIsKnown) {
  Report faulted = small_machine({19, 1, 1});
  faulted.run.launches[0].complete = false;
  EXPECT_TRUE(blocks_of(trace_of(faulted)).empty());
  Report odd = small_machine({19, 1, 1}, {0, 1, 1});
  EXPECT_TRUE(blocks_of(trace_of(odd)).empty());
  // Not counted, and of another shape than the kernel's first launch.
  Report uncounted = small_machine({19, 1, 1});
  uncounted.run.launches[0].counted = false;
  uncounted.run.launches[0].values.clear();
  EXPECT_EQ(blocks_of(trace_of(uncounted)).size(), 19u);
  uncounted.run.launches[0].dynamic_shared_bytes = 4096;
  EXPECT_TRUE(blocks_of(trace_of(uncounted)).empty());
  EXPECT_EQ(trace_of(uncounted)["otherData"]["blocks_left_out"], "19 blocks are left out");
}

}  // namespace
}  // namespace warpglass::report
