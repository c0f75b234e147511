// The page is built elsewhere (page/); here it gets its data: the report, the launches in rows, since there may be tens
// of thousands, and the source files. What stands inside a <script> must not end it: no < is left in the JSON, where it
// can only be part of a string and may be written as \u003c.
#include <cassert>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/json.hpp"
#include "report/page_template.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPlaceholder = "@@WARPGLASS_DATA@@";
constexpr int kPageDataVersion = 1;

/// Launches of one kernel mostly have the same numbers: each row of numbers is there once.
Json launches_json(const analysis::RunProfile& run) {
  Json rows = Json::array();
  Json distinct = Json::array();
  std::map<std::vector<double>, std::size_t> known;
  for (const analysis::LaunchProfile& launch : run.launches) {
    Json values = nullptr;
    if (launch.counted) {
      const auto [entry, is_new] = known.try_emplace(launch.values, known.size());
      if (is_new) distinct.push_back(launch.values);
      values = entry->second;
    }
    Json row = {launch.index,   launch.kernel,   launch.grid.x,    launch.grid.y,           launch.grid.z,
                launch.block.x, launch.block.y,  launch.block.z,   launch.cluster.volume(), launch.dynamic_shared_bytes,
                launch.stream,  launch.complete, std::move(values)};
    if (launch.device != 0) row.push_back(launch.device);
    rows.push_back(std::move(row));
  }
  return {{"rows", std::move(rows)}, {"values", std::move(distinct)}};
}

/// How far each kernel's numbers can be trusted: a text for each metric.
Json labels_json(const analysis::RunProfile& run) {
  Json kernels = Json::array();
  for (const analysis::KernelProfile& kernel : run.kernels) {
    Json labels = Json::array();
    for (const analysis::MetricDefinition& metric : run.metrics)
      labels.push_back(analysis::text_of(analysis::label_of(metric, kernel)));
    kernels.push_back(std::move(labels));
  }
  return kernels;
}

using FileNames = std::set<std::string, std::less<>>;

void add(FileNames& names, const SourcePosition& where) {
  if (where.line != 0) names.insert(where.file);
}

void add(FileNames& names, const std::vector<SourcePosition>& all) {
  for (const SourcePosition& where : all) add(names, where);
}

void add(FileNames& names, const analysis::HostTrace& trace) {
  for (const analysis::HostFrame& frame : trace) add(names, frame.where);
}

void add(FileNames& names, const analysis::Finding& finding) {
  add(names, finding.where);
  add(names, finding.inlined_from);
  add(names, finding.inlined_at);
  for (const analysis::RelatedPlace& place : finding.related) add(names, place.where);
  add(names, finding.trace);
  for (const analysis::HostPlace& place : finding.places) add(names, place.trace);
}

FileNames files_of(const analysis::RunProfile& run) {
  FileNames names;
  for (const analysis::KernelProfile& kernel : run.kernels) {
    for (const analysis::LineProfile& line : kernel.lines) add(names, line.where);
    for (const analysis::InstructionProfile& instruction : kernel.instructions) {
      add(names, instruction.source);
      add(names, instruction.inlined_from);
      add(names, instruction.inlined_at);
    }
  }
  for (const analysis::Finding& finding : run.findings) add(names, finding);
  for (const analysis::Finding& finding : run.suppressed) add(names, finding);
  return names;
}

Json sources_json(const analysis::RunProfile& run, const SourceLookup& source) {
  Json sources = Json::object();
  if (!source) return sources;
  for (const std::string& name : files_of(run)) {
    std::string text;
    std::uint32_t number = 0;
    while (const std::optional<std::string> line = source(name, number + 1)) {
      if (number++ != 0) text += '\n';
      text += *line;
    }
    if (number != 0) sources[name] = std::move(text);
  }
  return sources;
}

/// JSON for the inside of a <script>.
std::string script_text(const Json& json) {
  std::string text;
  // Names of files and sources need not be UTF-8.
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// What the page sets beside its own run: of each kernel what was counted, and what was found, without its lines.
Json others_json(std::span<const Report> others) {
  Json all = Json::array();
  for (const Report& other : others) {
    Report slim = other;
    slim.run.transfers.clear();
    for (analysis::KernelProfile& kernel : slim.run.kernels) {
      kernel.lines.clear();
      kernel.instructions.clear();
      kernel.proposed_layouts.clear();
      kernel.occupancy_curves.clear();
    }
    all.push_back(document_without_launches(slim));
  }
  return all;
}

}  // namespace

std::string to_html(const Report& report, const SourceLookup& source) { return to_html(std::span(&report, 1), source); }

std::string to_html(std::span<const Report> all, const SourceLookup& source) {
  const Report& report = all.front();
  const std::string_view page = page_template();
  const std::size_t at = page.find(kPlaceholder);
  assert(at != std::string_view::npos);
  Json data = {{"version", kPageDataVersion},
               {"report", document_without_launches(report)},
               {"launches", launches_json(report.run)},
               {"labels", labels_json(report.run)},
               {"sources", sources_json(report.run, source)}};
  if (all.size() > 1) data["others"] = others_json(all.subspan(1));
  std::string html(page.substr(0, at));
  html += script_text(data);
  html += page.substr(at + kPlaceholder.size());
  return html;
}

}  // namespace warpglass::report
