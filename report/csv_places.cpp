// Counters by place, in the manner of `ncu --csv --page source`: a row of names, a row of units, a row a place.
#include <fmt/format.h>

#include "analysis/caches.hpp"
#include "analysis/place_metrics.hpp"
#include "report/csv_row.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

using analysis::InstructionProfile;
using analysis::LineProfile;

struct Column {
  std::string_view name;
  std::string_view unit{};
};

std::string heading(std::initializer_list<Column> columns, bool caches) {
  CsvRow names;
  CsvRow units;
  for (const Column& column : columns) {
    names.add(column.name);
    units.add(column.unit);
  }
  for (const analysis::PlaceMetric& metric : analysis::place_metrics(caches)) {
    names.add(metric.name);
    units.add(metric.unit);
  }
  return names.text() + units.text();
}

/// Empty where a number says that there is nothing.
std::string unless_zero(std::uint32_t value) { return value == 0 ? "" : fmt::format("{}", value); }

void add_counters(CsvRow& row, std::string_view kind, const analysis::Counts& counts, bool caches) {
  const analysis::Place place{kind, counts};
  for (const analysis::PlaceMetric& metric : analysis::place_metrics(caches)) row.add_number(metric.value(place));
}

std::string chain_text(const std::vector<SourcePosition>& inlined_at) {
  std::string text;
  for (const SourcePosition& call : inlined_at)
    text += fmt::format("{}{}:{}:{}", text.empty() ? "" : " < ", call.file, call.line, call.column);
  return text;
}

}  // namespace

std::string to_csv_of_lines(const Report& report) {
  const bool caches = analysis::has_cache_metrics(report.run.metrics);
  std::string text = heading(
      {{"Kernel Name"}, {"File"}, {"Line"}, {"Instruction"}, {"Access Bits"}, {"Pipe"}, {"Issue Cycles", "cycle"}},
      caches);
  for (const analysis::KernelProfile& kernel : report.run.kernels) {
    for (const LineProfile& line : kernel.lines) {
      CsvRow row;
      row.add(kernel.name);
      row.add(line.where.file);
      row.add(unless_zero(line.where.line));
      row.add(line.kind);
      row.add(unless_zero(line.access_bytes * 8));
      row.add(line.issue.pipe);
      row.add_number(line.issue.cycles);
      add_counters(row, line.kind, line.counts, caches);
      text += row.text();
    }
  }
  return text;
}

std::string to_csv_of_instructions(const Report& report) {
  const bool caches = analysis::has_cache_metrics(report.run.metrics);
  std::string text = heading({{"Kernel Name"},
                              {"Function"},
                              {"#"},
                              {"Source"},
                              {"PTX File"},
                              {"PTX Line"},
                              {"File"},
                              {"Line"},
                              {"Column"},
                              {"Inlined At"},
                              {"Instruction"},
                              {"Access Bits"},
                              {"Pipe"},
                              {"Issue Cycles", "cycle"},
                              {"Latency", "cycle"}},
                             caches);
  for (const analysis::KernelProfile& kernel : report.run.kernels) {
    for (const InstructionProfile& instruction : kernel.instructions) {
      CsvRow row;
      row.add(kernel.name);
      row.add(instruction.function);
      row.add(fmt::format("{}", instruction.pc));
      row.add(instruction.text);
      row.add(instruction.ptx.file);
      row.add(unless_zero(instruction.ptx.line));
      row.add(instruction.source.file);
      row.add(unless_zero(instruction.source.line));
      row.add(unless_zero(instruction.source.column));
      row.add(chain_text(instruction.inlined_at));
      row.add(instruction.kind);
      row.add(unless_zero(instruction.access_bytes * 8));
      row.add(instruction.issue.pipe);
      row.add_number(instruction.issue.cycles);
      row.add(unless_zero(instruction.issue.latency));
      add_counters(row, instruction.kind, instruction.counts, caches);
      text += row.text();
    }
  }
  return text;
}

}  // namespace warpglass::report
