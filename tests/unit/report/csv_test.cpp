#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "tests/unit/report/golden.hpp"

namespace warpglass::report {
namespace {

/// Fields of one line of quoted values.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at < line.size();) {
    EXPECT_EQ(line[at], '"') << line;
    std::string field;
    for (++at; at < line.size(); ++at) {
      if (line[at] != '"') {
        field += line[at];
      } else if (at + 1 < line.size() && line[at + 1] == '"') {
        field += line[at++];
      } else {
        break;
      }
    }
    fields.push_back(field);
    at += 2;
  }
  return fields;
}

TEST(Csv, IsTheProfilersForm) { expect_golden("transpose.csv", to_csv(sample_report())); }

TEST(Csv, EveryRowHasEveryColumn) {
  Report report = sample_report();
  report.run.kernels[0].name = "odd<\"quoted\", 1>(int)";
  std::istringstream text(to_csv(report));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(text, line);) rows.push_back(fields_of(line));
  ASSERT_EQ(rows.size(), 5u);  // names, units, three launches
  for (const auto& row : rows) EXPECT_EQ(row.size(), 11 + report.run.metrics.size());
  EXPECT_EQ(rows[0][4], "Kernel Name");
  EXPECT_EQ(rows[2][4], "odd<\"quoted\", 1>(int)");
  EXPECT_EQ(rows[2][7], "(32, 8, 1)");
  EXPECT_EQ(rows[2][10], "9.0");
}

TEST(Csv, ChosenColumnsInTheOrderOfTheChoice) {
  const Report report = sample_report();
  std::istringstream text(to_csv(report, {7, 2}));
  std::string line;
  for (int row = 0; std::getline(text, line); ++row) {
    const auto fields = fields_of(line);
    ASSERT_EQ(fields.size(), 13u);
    if (row != 0) continue;
    EXPECT_EQ(fields[11], report.run.metrics[7].name);
    EXPECT_EQ(fields[12], report.run.metrics[2].name);
  }
}

TEST(Csv, Places) {
  expect_golden("transpose_lines.csv", to_csv_of_lines(sample_report()));
  expect_golden("transpose_instructions.csv", to_csv_of_instructions(sample_report()));
}

TEST(Csv, PlacesNameTheCodeThatWasInlined) {
  Report report = sample_report();
  analysis::InstructionProfile& load = report.run.kernels[0].instructions[4];
  load.inlined_from = {{.file = "cub.cuh", .line = 5, .column = 2}, {.file = "scan.cuh", .line = 8, .column = 1}};
  analysis::InstructionProfile again = load;
  report.run.kernels[0].instructions.push_back(again);  // the same way counts once
  again.inlined_from.pop_back();
  report.run.kernels[0].instructions.push_back(again);
  std::vector<std::string> found;
  std::istringstream lines(to_csv_of_lines(report));
  for (std::string line; std::getline(lines, line);) {
    const auto fields = fields_of(line);
    if (fields[2] == "9") found.push_back(fields[4] + ": " + fields[3]);
  }
  EXPECT_EQ(found,
            (std::vector<std::string>{"global store: ", "shared load: cub.cuh:5:2 < scan.cuh:8:1 | cub.cuh:5:2"}));
  EXPECT_NE(to_csv_of_instructions(report).find("\"cub.cuh:5:2 < scan.cuh:8:1\",\"\",\"shared load\""),
            std::string::npos);
}

TEST(Csv, LaunchesThatOnlyRanHaveNoRow) {
  Report report = sample_report();
  report.run.launches[1].counted = false;
  report.run.launches[1].values.clear();
  std::istringstream text(to_csv(report));
  std::vector<std::string> ids;
  for (std::string line; std::getline(text, line);) ids.push_back(fields_of(line)[0]);
  EXPECT_EQ(ids, (std::vector<std::string>{"ID", "", "0", "2"}));
}

TEST(Csv, OfNoLaunchesIsAHeader) {
  std::istringstream text(to_csv(Report{}));
  std::string line;
  int lines = 0;
  while (std::getline(text, line)) ++lines;
  EXPECT_EQ(lines, 2);
}

}  // namespace
}  // namespace warpglass::report
