#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/unit/report/golden.hpp"

namespace warpglass::report {
namespace {

TEST(Json, IsStable) { expect_golden("transpose.json", to_json(sample_report())); }

TEST(Json, ReadsBackAsItWas) {
  const Report report = sample_report();
  const std::string text = to_json(report);
  std::string problem;
  const std::optional<Report> back = parse(text, problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(to_json(*back), text);
  EXPECT_EQ(to_csv(*back), to_csv(report));
  EXPECT_EQ(to_text(*back, {}), to_text(report, {}));
}

TEST(Json, SaysWhatIsLessExactForAKernel) {
  Report report = sample_report();
  EXPECT_FALSE(nlohmann::json::parse(to_json(report))["kernels"][0].contains("labels"));
  report.run.kernels[0].has_pliable_loops = true;
  report.run.kernels[0].order.accesses = true;
  const nlohmann::json json = nlohmann::json::parse(to_json(report));
  const nlohmann::json labels = json["kernels"][0]["labels"];
  int exact = 0;
  for (const nlohmann::json& metric : json["metrics"]) {
    if (metric["fidelity"] != "exact") continue;
    const std::string name = metric["name"];
    const std::string counts = metric["counts"];
    EXPECT_EQ(labels.value(name, ""), counts == "nothing"    ? ""
                                      : counts == "accesses" ? "modelled, order-dependent"
                                                             : "modelled")
        << name;
    ++exact;
  }
  EXPECT_GT(exact, 10);
}

// What a program leaves for the tool: launches that count the same say so, whatever is between them.
// Launches are written one at a time, into the text of the rest.
TEST(Json, IsTheTextOfOneTree) {
  Report report = sample_report();
  ASSERT_FALSE(report.run.launches.empty());
  const analysis::LaunchProfile first = report.run.launches.front();
  ASSERT_TRUE(first.counted);
  report.run.launches.clear();
  for (int i = 0; i < 8; ++i) {
    analysis::LaunchProfile& one = report.run.launches.emplace_back(first);
    one.index = static_cast<std::uint64_t>(i);
    one.counted = i != 3;
    if (i == 4) one.values.front() += 1;
    if (i == 5) one.by.emplace().kernel = "a \"name\"\nof \xff two lines";
    if (i == 6) one.cluster = {2, 1, 1};
  }
  for (const std::size_t count : {8u, 1u, 0u}) {
    report.run.launches.resize(count);
    for (const auto& [text, indent] : {std::pair{to_json(report), 1}, {to_short_json(report), -1}}) {
      const auto tree = nlohmann::ordered_json::parse(text);
      EXPECT_EQ(text, tree.dump(indent) + '\n');
      EXPECT_EQ(tree["launches"].size(), count);
    }
  }
}

TEST(Json, ReadsBackFromShort) {
  Report report = sample_report();
  std::vector<analysis::LaunchProfile>& launches = report.run.launches;
  ASSERT_GE(launches.size(), 1u);
  analysis::LaunchProfile one = launches.front();
  one.counted = true;
  one.values.resize(report.run.metrics.size());
  for (int i = 0; i < 30; ++i) {
    one.index = launches.size();
    one.counted = i % 7 != 3;
    one.values.assign(one.counted ? report.run.metrics.size() : 0, i < 20 ? 1.5 : i);
    launches.push_back(one);
  }
  std::string problem;
  const std::optional<Report> back = parse(to_short_json(report), problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(to_json(*back), to_json(report));
  EXPECT_LT(to_short_json(report).size(), to_json(report).size() / 2);
  std::string damaged = to_short_json(report);
  const std::size_t at = damaged.rfind("\"metrics\":1");
  ASSERT_NE(at, std::string::npos);
  damaged.replace(at, 11, "\"metrics\":99");
  EXPECT_FALSE(parse(damaged, problem));
}

TEST(Json, WhatTheHostDidReadsBack) {
  Report report = sample_report();
  analysis::Finding& finding = report.run.findings.emplace_back();
  finding.rule = "double-free";
  finding.call = "cudaFree";
  finding.trace = {{.module = "/bin/app", .offset = 64, .function = "inner", .where = {"a.cu", 3, 5}, .inlined = true},
                   {.module = "/bin/app", .offset = 64, .function = "main", .where = {"a.cu", 9, 1}, .inlined = false},
                   {.module = "/lib/libc.so.6", .offset = 1, .function = "", .where = {}, .inlined = false}};
  finding.places = {{.what = "it was freed", .trace = finding.trace}};
  finding.count = 3;
  finding.bytes = 4096;
  std::string problem;
  const std::optional<Report> back = parse(to_json(report), problem);
  ASSERT_TRUE(back) << problem;
  const analysis::Finding& read = back->run.findings.back();
  EXPECT_EQ(read.call, finding.call);
  EXPECT_EQ(read.trace, finding.trace);
  EXPECT_EQ(read.places, finding.places);
  EXPECT_EQ(read.count, 3u);
  EXPECT_EQ(read.bytes, 4096u);
}

TEST(Json, CopiesReadBack) {
  Report report = sample_report();
  using enum analysis::TransferKind;
  for (const analysis::TransferKind kind : {host_to_device, device_to_host, device_to_device, fill}) {
    report.run.transfers.push_back(
        {.kind = kind, .bytes = 64, .stream = 3, .device = 1, .launches_before = 2, .waits = kind == fill});
  }
  report.run.transfer_count = 40000;
  std::string problem;
  for (const std::string& text : {to_json(report), to_short_json(report)}) {
    const std::optional<Report> back = parse(text, problem);
    ASSERT_TRUE(back) << problem;
    EXPECT_EQ(back->run.transfers, report.run.transfers);
    EXPECT_EQ(back->run.transfer_count, 40000u);
  }
  std::string damaged = to_json(report);
  damaged.replace(damaged.find("device_to_device"), 16, "device_to_moon__");
  EXPECT_FALSE(parse(damaged, problem));
  EXPECT_NE(problem.find("unknown kind of copy \"device_to_moon__\""), std::string::npos) << problem;
}

TEST(Json, BarriersReadBack) {
  Report report = sample_report();
  analysis::KernelProfile& kernel = report.run.kernels.front();
  kernel.barriers = {{.where = {"a.cu", 3, 5}, .executions = 64, .need = analysis::BarrierNeed::block},
                     {.where = {"a.cu", 7, 5}, .executions = 32, .need = analysis::BarrierNeed::within_warps},
                     {.where = {"a.cu", 9, 5},
                      .executions = 1,
                      .need = analysis::BarrierNeed::none,
                      .doubt = analysis::InputDoubt{.where = {"a.cu", 8, 5}, .by = analysis::Input::arguments}}};
  std::string problem;
  const std::optional<Report> back = parse(to_json(report), problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(back->run.kernels.front().barriers, kernel.barriers);
}

TEST(Json, NamesThatAreNoUtf8DoNotBreakIt) {
  Report report = sample_report();
  report.program = "caf\xe9.cu";
  const std::string text = to_json(report);
  EXPECT_TRUE(nlohmann::json::accept(text));
}

TEST(Json, RefusesOtherFiles) {
  std::string problem;
  for (const char* text :
       {"", "{", "[]", "{}", "null", R"({"format":"other"})", R"({"format":"warpglass-report"})",
        R"({"format":"warpglass-report","version":1})", R"({"format":"warpglass-report","version":"x"})"}) {
    EXPECT_FALSE(parse(text, problem)) << text;
    EXPECT_NE(problem, "") << text;
    EXPECT_EQ(problem.find('\n'), std::string::npos) << problem;
  }
  EXPECT_FALSE(parse(R"({"format":"warpglass-report","version":99})", problem));
  EXPECT_NE(problem.find("99"), std::string::npos) << problem;
}

TEST(Json, WhatPicturesAreDrawnFromReadsBack) {
  const Report report = sample_report();
  std::string problem;
  const std::optional<Report> back = parse(to_json(report), problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(back->run.machine, report.run.machine);
  ASSERT_EQ(back->run.kernels.size(), report.run.kernels.size());
  std::size_t examples = 0;
  for (std::size_t k = 0; k < report.run.kernels.size(); ++k) {
    const analysis::KernelProfile& read = back->run.kernels[k];
    const analysis::KernelProfile& kernel = report.run.kernels[k];
    EXPECT_FALSE(kernel.occupancy_resources.empty());
    EXPECT_EQ(read.occupancy_resources, kernel.occupancy_resources);
    EXPECT_EQ(kernel.occupancy_curves.size(), 3u);
    EXPECT_EQ(read.occupancy_curves, kernel.occupancy_curves);
    ASSERT_EQ(read.instructions.size(), kernel.instructions.size());
    for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
      EXPECT_EQ(read.instructions[i].examples, kernel.instructions[i].examples);
      examples += kernel.instructions[i].examples.size();
    }
  }
  EXPECT_EQ(examples, 5u);
}

TEST(Json, ReadsTheVersionBefore) {
  nlohmann::json old = nlohmann::json::parse(to_json(sample_report()));
  old["version"] = 1;
  old.erase("machine");
  for (nlohmann::json& kernel : old["kernels"]) {
    kernel.erase("occupancy_resources");
    kernel.erase("occupancy_curves");
    for (nlohmann::json& instruction : kernel["instructions"]) instruction.erase("examples");
  }
  std::string problem;
  const std::optional<Report> back = parse(old.dump(), problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(back->run.kernels.size(), 2u);
  EXPECT_EQ(to_text(*back, {}), to_text(sample_report(), {}));
}

TEST(Json, DamageIsAnErrorWhereverItIs) {
  // Every member but the optional ones, one after the other.
  const nlohmann::json whole = nlohmann::json::parse(to_json(sample_report()));
  std::string problem;
  for (const auto& [name, value] : whole.items()) {
    nlohmann::json damaged = whole;
    damaged.erase(name);
    EXPECT_FALSE(parse(damaged.dump(), problem)) << "without " << name;
    damaged = whole;
    damaged[name] = nlohmann::json::object({{"wrong", 1}});
    EXPECT_FALSE(parse(damaged.dump(), problem)) << "with a wrong " << name;
  }
}

TEST(Json, HasTheSourcesThatAreInNoFile) {
  Report report;
  EXPECT_EQ(to_json(report).find("\"sources\""), std::string::npos);
  report.sources = {{.name = "a.cu", .text = "one\n\ntwo\n"}, {.name = "b.cu", .text = ""}};
  std::string problem;
  const std::optional<Report> back = parse(to_json(report), problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(back->sources, report.sources);
}

TEST(SourceTexts, StandBehindThePtx) {
  const SourceText one{.name = "a b.cu", .text = "first\n\n  last \n"}, other{.name = "b.cu", .text = "//source x\n"};
  const std::string ptx = with_source_text(with_source_text(".version 8.0\n", one), other);
  EXPECT_TRUE(ptx.starts_with(".version 8.0\n"));
  EXPECT_EQ(source_texts_in(ptx), (std::vector<SourceText>{one, other}));
  EXPECT_EQ(source_texts_in(".version 8.0\n// source a\n"), std::vector<SourceText>());
  EXPECT_EQ(with_source_text("p", {.name = "", .text = "t"}), "p");
}

TEST(Json, WhereTheTimeWentReadsBack) {
  Report report = sample_report();
  EXPECT_EQ(to_json(report).find("\"timings\""), std::string::npos);
  report.timings = {{.phase = "parse", .seconds = 0.25, .times = 2}, {.phase = "execute", .seconds = 1.5, .times = 7}};
  std::string problem;
  const std::optional<Report> back = parse(to_json(report), problem);
  ASSERT_TRUE(back) << problem;
  EXPECT_EQ(to_json(*back), to_json(report));
  ASSERT_EQ(back->timings.size(), 2u);
  EXPECT_EQ(back->timings[1].times, 7u);
}

TEST(Json, SavesAndLoads) {
  const std::string path = testing::TempDir() + "warpglass_json_test.json";
  EXPECT_EQ(save(sample_report(), path), "");
  std::string problem;
  EXPECT_TRUE(load(path, problem)) << problem;
  std::remove(path.c_str());
  EXPECT_FALSE(load(path, problem));
  EXPECT_NE(problem.find(path), std::string::npos);
  EXPECT_NE(save(sample_report(), "/nowhere/at/all.json"), "");
}

}  // namespace
}  // namespace warpglass::report
