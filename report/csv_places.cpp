// Counters by place, in the manner of `ncu --csv --page source`: a row of names, a row of units, a row a place.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/caches.hpp"
#include "analysis/place_metrics.hpp"
#include "report/csv_row.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

using analysis::InstructionProfile;
using analysis::LineProfile;

struct PlaceColumn {
  std::string_view name;
  std::string_view unit{};
};

std::string heading(std::initializer_list<PlaceColumn> columns, bool caches) {
  CsvRow names;
  CsvRow units;
  for (const PlaceColumn& column : columns) {
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

std::string chain_text(const std::vector<SourcePosition>& chain) {
  std::string text;
  for (const SourcePosition& one : chain)
    text += fmt::format("{}{}:{}:{}", text.empty() ? "" : " < ", one.file, one.line, one.column);
  return text;
}

/// By what a row of lines is: the library code that was inlined there, each way to it once, in the order of the code.
class InlinedCode {
 public:
  explicit InlinedCode(const analysis::KernelProfile& kernel) {
    for (const InstructionProfile& one : kernel.instructions) {
      if (one.inlined_from.empty() || one.counts.executions == 0) continue;
      std::vector<std::string>& chains = of_[key(one.source, one.kind, one.kind.empty() ? 0 : one.access_bytes)];
      std::string chain = chain_text(one.inlined_from);
      if (std::ranges::find(chains, chain) == chains.end()) chains.push_back(std::move(chain));
    }
  }
  [[nodiscard]] std::string at(const LineProfile& line) const {
    const auto known = of_.find(key(line.where, line.kind, line.access_bytes));
    return known == of_.end() ? "" : fmt::format("{}", fmt::join(known->second, " | "));
  }

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::string, std::uint32_t>;
  static Key key(const SourcePosition& where, const std::string& kind, std::uint32_t bytes) {
    return {where.file, where.line, kind, bytes};
  }
  std::map<Key, std::vector<std::string>> of_;
};

}  // namespace

std::string to_csv_of_lines(const Report& report) {
  const bool caches = analysis::has_cache_metrics(report.run.metrics);
  std::string text = heading({{"Kernel Name"},
                              {"File"},
                              {"Line"},
                              {"Inlined From"},
                              {"Instruction"},
                              {"Access Bits"},
                              {"Pipe"},
                              {"Issue Cycles", "cycle"}},
                             caches);
  for (const analysis::KernelProfile& kernel : report.run.kernels) {
    const InlinedCode inlined(kernel);
    for (const LineProfile& line : kernel.lines) {
      CsvRow row;
      row.add(kernel.name);
      row.add(line.where.file);
      row.add(unless_zero(line.where.line));
      row.add(inlined.at(line));
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
                              {"Inlined From"},
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
      row.add(chain_text(instruction.inlined_from));
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
