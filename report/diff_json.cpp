#include <cmath>
#include <nlohmann/json.hpp>

#include "report/diff_forms.hpp"
#include "report/findings.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) {
  if (!value) return nullptr;
  if (*value == std::floor(*value) && std::abs(*value) < 9e15) return static_cast<std::int64_t>(*value);
  return *value;
}

Json side(const Report& report, const std::string& file) {
  return {{"file", file},
          {"program", report.program},
          {"device", report.device},
          {"architecture", report.architecture},
          {"tool_version", report.tool_version}};
}

Json changes(const std::vector<Change>& all) {
  Json json = Json::array();
  for (const Change& change : all) {
    if (!change.changed()) continue;
    Json one = {{"name", change.name}, {"before", number(change.before)}, {"after", number(change.after)}};
    if (change.before && change.after && std::isfinite(change.relative())) one["change"] = change.relative();
    json.push_back(std::move(one));
  }
  return json;
}

Json place(const SourcePosition& where) {
  if (where.line == 0) return nullptr;
  return {{"file", where.file}, {"line", where.line}};
}

Json index(const std::optional<std::uint64_t>& launch) { return launch ? Json(*launch) : Json(nullptr); }

Json kernel(const KernelChange& change) {
  Json lines = Json::array();
  for (const LineChange& line : change.lines) {
    lines.push_back({{"before", place(line.before)},
                     {"after", place(line.after)},
                     {"instruction", line.what},
                     {"changes", changes(line.changes)}});
  }
  Json launches = Json::array();
  for (const LaunchChange& launch : change.launches) {
    launches.push_back(
        {{"before", index(launch.before)}, {"after", index(launch.after)}, {"metrics", changes(launch.changes)}});
  }
  const char* const state = change.before == nullptr  ? "new"
                            : change.after == nullptr ? "gone"
                            : change.changed()        ? "changed"
                                                      : "same";
  return {{"name", change.name},
          {"state", state},
          {"metrics", changes(change.counters)},
          {"lines", std::move(lines)},
          {"launches", std::move(launches)}};
}

Json findings(const std::vector<const analysis::Finding*>& all) {
  Json json = Json::array();
  for (const analysis::Finding* finding : all) {
    json.push_back({{"rule", finding->rule},
                    {"severity", name_of(finding->severity)},
                    {"where", place(finding->where)},
                    {"kernel", finding->kernel},
                    {"message", finding->message}});
  }
  return json;
}

}  // namespace

std::string to_json(const Difference& difference, const Report& before, const Report& after,
                    const std::vector<Broken>& broken, const DiffOptions& options) {
  Json json = {{"format", "warpglass-difference"},
               {"version", 1},
               {"before", side(before, options.before)},
               {"after", side(after, options.after)}};
  Json failed = Json::array();
  for (const Broken& one : broken) {
    failed.push_back({{"condition", one.condition->text},
                      {"kernel", one.kernel.empty() ? Json(nullptr) : Json(one.kernel)},
                      {"before", number(one.before)},
                      {"after", number(one.after)}});
  }
  json["failed"] = std::move(failed);
  json["findings"] = {
      {"new", findings(difference.found)}, {"gone", findings(difference.gone)}, {"kept", difference.kept}};
  Json kernels = Json::array();
  for (const KernelChange& change : difference.kernels) kernels.push_back(kernel(change));
  json["kernels"] = std::move(kernels);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpglass::report
