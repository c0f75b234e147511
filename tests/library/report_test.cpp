// Reports: forms, findings, counters, and where one begins.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/library/fixtures.hpp"
#include "tests/schema/json_schema.hpp"

namespace warpglass::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Every second float: half of each sector is of no use.
const std::string kStrided = [] {
  std::string text = kScale;
  text.replace(text.find("mul.wide.u32 %d2, %r5, 4"), 24, "mul.wide.u32 %d2, %r5, 8");
  text.replace(text.find("entry scale"), 11, "entry every_second");
  return text;
}();

class LibraryReport : public LibraryTest {
 protected:
  void TearDown() override {
    warpglass_report_destroy(report_);
    LibraryTest::TearDown();
  }
  void take() {
    warpglass_report_destroy(report_);
    ASSERT_EQ(warpglass_take_report(device_, &report_), WARPGLASS_OK) << error();
  }
  [[nodiscard]] double counter(const char* kernel, const char* name) const {
    double value = -1;
    EXPECT_EQ(warpglass_report_counter(report_, kernel, name, &value), WARPGLASS_OK)
        << warpglass_report_last_error(report_);
    return value;
  }
  /// Launches both kernels, on an H200.
  void launch_both() {
    warpglass_options with = options();
    with.program = "my program";
    make(with);
    scale_ = load(kScale);
    strided_ = load(kStrided);
    values_ = allocate(8000);
    ASSERT_EQ(warpglass_fill(device_, values_, 0, 8000), WARPGLASS_OK);
    ASSERT_EQ(scale(scale_, values_, 2.0f, 1024), WARPGLASS_OK) << error();
    ASSERT_EQ(scale(strided_, values_, 2.0f, 512), WARPGLASS_OK) << error();
  }

  warpglass_report* report_ = nullptr;
  warpglass_kernel* scale_ = nullptr;
  warpglass_kernel* strided_ = nullptr;
  std::uint64_t values_ = 0;
};

TEST_F(LibraryReport, JsonIsOfThePublishedSchema) {
  launch_both();
  take();
  std::ifstream file(WARPGLASS_SOURCE_DIR "/docs/report.schema.json");
  const std::string schema(std::istreambuf_iterator<char>(file), {});
  const JsonSchema checker(nlohmann::json::parse(schema));
  const auto json = nlohmann::json::parse(warpglass_report_json(report_));
  EXPECT_THAT(checker.problems(json), testing::IsEmpty());
  EXPECT_EQ(json.at("program"), "my program");
  EXPECT_EQ(json.at("launch_count"), 2);
  EXPECT_EQ(json.at("findings"), nlohmann::json::parse(warpglass_report_findings_json(report_)));
  EXPECT_STREQ(warpglass_report_json(report_), warpglass_report_json(report_));
}

TEST_F(LibraryReport, OutlivesItsDevice) {
  launch_both();
  take();
  warpglass_device_destroy(device_);
  device_ = nullptr;
  EXPECT_EQ(warpglass_report_launch_count(report_), 2u);
  EXPECT_THAT(warpglass_report_text(report_), HasSubstr("kernel every_second"));
  EXPECT_EQ(counter("scale", "sm__sass_inst_executed_op_global_ld"), 32);
}

TEST_F(LibraryReport, FindingsHavePlaceAndSize) {
  launch_both();
  take();
  ASSERT_EQ(warpglass_report_finding_count(report_), 2u);
  EXPECT_EQ(warpglass_report_finding(report_, 2), nullptr);
  const warpglass_finding& finding = *warpglass_report_finding(report_, 0);
  EXPECT_STREQ(finding.rule, "uncoalesced");
  EXPECT_EQ(finding.severity, WARPGLASS_WARNING);
  EXPECT_STREQ(finding.file, "test.ptx");
  EXPECT_EQ(finding.line, 18u);
  EXPECT_EQ(finding.column, 3u);
  EXPECT_STREQ(finding.kernel, "every_second");
  EXPECT_THAT(finding.text, StartsWith("test.ptx:18:3: warning: " + std::string(finding.message)));
  EXPECT_EQ(finding.launch, 1u);
  EXPECT_EQ(finding.excess, 64u);
}

TEST_F(LibraryReport, CountersAreOfOneKernelOrAll) {
  launch_both();
  take();
  const char* sectors = "memory_l2_theoretical_sectors_global";
  EXPECT_EQ(counter("scale", sectors), 256);
  EXPECT_EQ(counter("every_*", sectors), 256);
  EXPECT_EQ(counter(nullptr, sectors), 512);
  EXPECT_EQ(counter("scale", "launch__block_size"), 128);
  double value = 7;
  EXPECT_EQ(warpglass_report_counter(report_, nullptr, "launch__block_size", &value), WARPGLASS_INVALID_VALUE);
  EXPECT_THAT(warpglass_report_last_error(report_), HasSubstr("does not add up over 2 kernels"));
  EXPECT_EQ(value, 0);
  EXPECT_EQ(warpglass_report_counter(report_, nullptr, "smsp__inst_exectued", &value), WARPGLASS_NOT_FOUND);
  EXPECT_THAT(warpglass_report_last_error(report_), HasSubstr("nearest: smsp__inst_executed"));
  EXPECT_EQ(warpglass_report_counter(report_, "other", sectors, &value), WARPGLASS_NOT_FOUND);
  EXPECT_THAT(warpglass_report_last_error(report_), HasSubstr("launched were: scale, every_second"));
  EXPECT_EQ(warpglass_report_counter(report_, nullptr, "memory_*", &value), WARPGLASS_INVALID_VALUE);
  EXPECT_EQ(warpglass_report_counter(report_, nullptr, nullptr, &value), WARPGLASS_INVALID_VALUE);
}

TEST_F(LibraryReport, BeginsAnew) {
  launch_both();
  ASSERT_EQ(warpglass_start_report(device_), WARPGLASS_OK);
  take();
  EXPECT_EQ(warpglass_report_launch_count(report_), 0u);
  EXPECT_EQ(warpglass_report_finding_count(report_), 0u);
  ASSERT_EQ(scale(scale_, values_, 2.0f, 1024), WARPGLASS_OK);
  take();
  EXPECT_EQ(warpglass_report_launch_count(report_), 1u);
  EXPECT_EQ(counter(nullptr, "memory_l2_theoretical_sectors_global"), 256);
}

TEST_F(LibraryReport, WhatIsKnownOfMemoryOutlivesABeginning) {
  warpglass_options with = options();
  with.analysers = "unwritten-memory";
  make(with);
  warpglass_kernel* kernel = load(kScale);
  const std::uint64_t written = allocate(400), unwritten = allocate(400);
  ASSERT_EQ(warpglass_fill(device_, written, 0, 400), WARPGLASS_OK);
  ASSERT_EQ(warpglass_start_report(device_), WARPGLASS_OK);
  ASSERT_EQ(scale(kernel, written, 2.0f, 100), WARPGLASS_OK);
  take();
  EXPECT_EQ(warpglass_report_finding_count(report_), 0u);
  ASSERT_EQ(scale(kernel, unwritten, 2.0f, 100), WARPGLASS_OK);
  take();
  ASSERT_EQ(warpglass_report_finding_count(report_), 1u);
  EXPECT_STREQ(warpglass_report_finding(report_, 0)->rule, "uninitialised-read");
  EXPECT_EQ(warpglass_report_looked_for(report_, "unwritten-memory"), 1);
  EXPECT_EQ(warpglass_report_looked_for(report_, "races"), 0);
}

TEST_F(LibraryReport, NothingIsCountedUnasked) {
  warpglass_options with = options();
  with.mode = WARPGLASS_EXECUTE;
  make(with);
  ASSERT_EQ(scale(load(kScale), allocate(400), 2.0f, 100), WARPGLASS_OK);
  take();
  double value = 0;
  EXPECT_EQ(warpglass_report_counter(report_, nullptr, "smsp__inst_executed", &value), WARPGLASS_NOT_FOUND);
  EXPECT_EQ(warpglass_report_looked_for(report_, "banks"), 0);
}

}  // namespace
}  // namespace warpglass::test
