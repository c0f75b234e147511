// docs/report.schema.json says what a report is, all of it.
#include "tests/schema/json_schema.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/report/full_report.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::json;

JsonSchema report_schema() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/docs/report.schema.json");
  return JsonSchema(Json::parse(file));
}

TEST(Schema, ReportsAreAsItSays) {
  EXPECT_EQ(report_schema().problems(Json::parse(to_json(sample_report()))), std::vector<std::string>());
  Report all = full_report();
  all.run.seeds = {0, 3};
  analysis::KernelProfile& kernel = all.run.kernels[0];
  kernel.cluster = {2, 1, 1};
  kernel.runs_out_of_registers = kernel.reads_parts_of_products = kernel.talks = kernel.has_pliable_loops = true;
  kernel.has_pliable_loads = true;
  kernel.has_partly_filled_copies = true;
  kernel.has_unknown_fetches = true;
  kernel.has_loops_by_value = true;
  kernel.lanes_meet_early = true;
  kernel.launches_cut_short = 1;
  kernel.order = {.instructions = true, .accesses = true, .traffic = false, .where = {"a.cu", 1, 1}};
  kernel.pipes = {{.pipe = "lsu", .cycles = 7}};
  kernel.instructions[0].function = "f";
  kernel.instructions[0].lowering = "merged";
  kernel.instructions[0].inlined_at = {{"a.cu", 1, 1}};
  kernel.instructions[0].inlined_from = {{"b.h", 2, 3}};
  kernel.instructions[0].issue = {.cycles = 2.5, .pipe = "lsu", .latency = 30};
  analysis::Counts& counts = kernel.lines[0].counts;
  counts.divergent = counts.l1_sectors = counts.l1_hits = counts.l2_sectors = counts.l2_hits = counts.lines = 1;
  all.run.launches[0].cluster = {2, 1, 1};
  EXPECT_EQ(report_schema().problems(Json::parse(to_json(all))), std::vector<std::string>());
}

TEST(Schema, WhatIsNotAsItSaysIsTold) {
  const JsonSchema schema = report_schema();
  const Json whole = Json::parse(to_json(full_report()));
  const auto problems = [&](auto&& damage) {
    Json damaged = whole;
    damage(damaged);
    return schema.problems(damaged);
  };
  EXPECT_EQ(problems([](Json& json) { json["version"] = 1; }), std::vector<std::string>{"/version: 1 is not 2"});
  EXPECT_EQ(problems([](Json& json) { json["findings"][0].erase("rule"); }),
            std::vector<std::string>{"/findings/0: has no \"rule\""});
  EXPECT_EQ(problems([](Json& json) { json["kernels"][0]["lines"][0]["extra"] = 1; }),
            std::vector<std::string>{"/kernels/0/lines/0/extra: is not in the schema"});
  EXPECT_EQ(problems([](Json& json) { json["launches"][1]["grid"] = {1, 2}; }),
            std::vector<std::string>{"/launches/1/grid: has too few items"});
  EXPECT_EQ(problems([](Json& json) { json["findings"][0]["severity"] = "bad"; }).size(), 1u);
}

}  // namespace
}  // namespace warpglass::report
