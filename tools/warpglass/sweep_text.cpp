// The results of a sweep side by side: for each place in the source a table, with a row for each point and a column for
// each proposal that was tried at any of them.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "report/advice_parts.hpp"
#include "report/table.hpp"
#include "tools/warpglass/sweep.hpp"

namespace warpglass::tool {
namespace {

using Json = nlohmann::ordered_json;

/// An array or a change, as the points have it.
struct SweptPlace {
  SourcePosition where;
  std::string said;
  std::vector<std::string> titles;  // of proposals, in the order in which they were met
  std::vector<const Json*> at;      // by point; nullptr: it has none
};

std::string name_of(const SweepPoint& point) {
  std::string name = point.architecture;
  for (const std::string& word : point.arguments) name += ' ' + word;
  return name;
}

/// What is to become less, or more: a share where it is one.
std::string figure_of(const Json& figures) {
  const Json& first = figures.contains("wavefronts_shared") ? figures.at("wavefronts_shared") : figures.front();
  const auto value = first.get<double>();
  const bool is_share = !figures.contains("wavefronts_shared") && figures.items().begin().key() == "occupancy";
  return is_share ? report::percent(value) : analysis::grouped(static_cast<std::uint64_t>(value));
}

report::Cell cell_of(const Json& place, const std::string& title) {
  for (const Json& proposal : place.at("proposals")) {
    if (proposal.at("title") != title) continue;
    if (proposal.at("verdict") != "proved") return {proposal.at("verdict").get<std::string>()};
    return {fmt::format("{} -> {}{}", figure_of(place.at("before")), figure_of(proposal.at("after")),
                        proposal.at("chosen").get<bool>() ? " *" : "  "),
            report::Colour::green};
  }
  return {"-"};
}

/// An array is the same one by its declaration, a change by its rule.
void add(std::vector<SweptPlace>& places, const Json& found, std::size_t point, std::size_t points) {
  if (found.at("proposals").empty()) return;
  const Json& at = found.at("where");
  const SourcePosition where{.file = at.at("file"), .line = at.at("line"), .column = at.at("column")};
  const std::string said = found.contains("declaration") ? found.at("declaration") : found.at("rule");
  auto place =
      std::ranges::find_if(places, [&](const SweptPlace& one) { return one.where == where && one.said == said; });
  if (place == places.end())
    place = places.insert(place, {.where = where, .said = said, .titles = {}, .at = std::vector<const Json*>(points)});
  place->at[point] = &found;
  for (const Json& proposal : found.at("proposals")) {
    const std::string title = proposal.at("title");
    if (std::ranges::find(place->titles, title) == place->titles.end()) place->titles.push_back(title);
  }
}

}  // namespace

std::string sweep_text(const std::vector<SweepPoint>& points, const report::TextOptions& options) {
  std::vector<SweptPlace> places;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].advice.is_null()) continue;
    for (const char* list : {"arrays", "changes"}) {
      for (const Json& found : points[i].advice.at(list)) add(places, found, i, points.size());
    }
  }
  std::string text;
  for (const SweptPlace& place : places) {
    std::vector<report::Column> columns = {{"", report::Align::left}};
    for (const std::string& title : place.titles) columns.push_back({title});
    report::Table table(std::move(columns));
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (place.at[i] == nullptr) continue;
      std::vector<report::Cell> cells = {{name_of(points[i])}};
      for (const std::string& title : place.titles) cells.push_back(cell_of(*place.at[i], title));
      table.add(std::move(cells));
    }
    text += fmt::format("\n{}: {}\n{}", report::place_text(place.where, options), place.said,
                        table.text(report::kIndent, options.colour));
  }
  text += places.empty() ? "nothing was proposed\n" : "\n* is what advise chooses there\n";
  for (const SweepPoint& point : points) {
    if (!point.problem.empty()) text += fmt::format("{}: no result: {}\n", name_of(point), point.problem);
  }
  return text;
}

std::string sweep_json(const std::vector<SweepPoint>& points) {
  Json all = Json::array();
  for (const SweepPoint& point : points) {
    Json json = {{"architecture", point.architecture}, {"arguments", point.arguments}, {"file", point.file}};
    if (point.problem.empty()) {
      json["advice"] = point.advice;
    } else {
      json["problem"] = point.problem;
    }
    all.push_back(std::move(json));
  }
  const Json json = {{"format", "warpglass-sweep"}, {"version", 1}, {"points", std::move(all)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpglass::tool
