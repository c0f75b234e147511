// Several GPUs side by side, for people: on the terminal and as Markdown.
#include <fmt/format.h>

#include <algorithm>

#include "report/display.hpp"
#include "report/findings.hpp"
#include "report/fingerprint.hpp"
#include "report/forms.hpp"
#include "report/markdown.hpp"
#include "report/number_text.hpp"
#include "report/side_by_side.hpp"
#include "report/table.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

using analysis::KernelProfile;

struct Fact {
  std::string name;
  std::vector<std::string> values{};  // by run
  std::vector<std::string> is{};
};

/// What a launch is on each GPU, before its counters.
std::vector<Fact> facts_of(const KernelBeside& kernel) {
  std::vector<Fact> facts = {{"occupancy"}, {"blocks per SM"}, {"limited by"}, {"registers per thread"}};
  for (const KernelProfile* one : kernel.of) {
    facts[0].values.push_back(one == nullptr ? "-" : fmt::format("{:.0f} %", one->occupancy * 100));
    facts[1].values.push_back(one == nullptr ? "-" : fmt::format("{}", one->blocks_per_sm));
    facts[2].values.push_back(one == nullptr ? "-" : one->occupancy_limit);
    facts[3].values.push_back(one == nullptr ? "-" : fmt::format("{}", one->registers_per_thread));
    facts[3].is.emplace_back(one == nullptr ? "-" : one->registers_assembled ? "ptxas" : "estimated");
  }
  return facts;
}

std::string kernel_table(std::span<const Report> all, const SideBySide& sides, const KernelBeside& kernel,
                         const TextOptions& options) {
  std::vector<Column> columns = {{"counter", Align::left}};
  for (const std::string& label : sides.labels) columns.push_back({label});
  columns.insert(columns.end(), {{.title = "unit", .align = Align::left, .spare = true}, {"is", Align::left}});
  Table table(std::move(columns));
  for (const Fact& fact : facts_of(kernel)) {
    std::vector<Cell> row = {{fact.name}};
    for (const std::string& value : fact.values) row.push_back({value});
    row.push_back({});
    row.push_back({once_if_equal(fact.is), Colour::faint});
    table.add(std::move(row));
  }
  for (const CounterBeside& counter : counters_beside(all, kernel, options)) {
    std::vector<Cell> row = {{counter.name}};
    for (const std::optional<double>& value : counter.values) row.push_back({value_text(value)});
    row.push_back({counter.unit});
    row.push_back({counter.is, counter.is == "exact" ? Colour::green : Colour::faint});
    table.add(std::move(row));
  }
  return painted("kernel ", Colour::bold, options.colour) +
         painted(displayable(kernel.name), Colour::bold, options.colour) + '\n' +
         table.text(2, options.colour, options.table_width) + '\n';
}

/// Errors, and as many of the others as are asked for.
std::vector<const FindingBeside*> shown_findings(const SideBySide& sides, std::size_t top) {
  std::vector<const FindingBeside*> shown;
  for (const FindingBeside& one : sides.findings) {
    if (one.finding->severity == Severity::error || top == 0 || shown.size() < top) shown.push_back(&one);
  }
  return shown;
}

std::string findings_text(const SideBySide& sides, const TextOptions& options) {
  const std::vector<const FindingBeside*> shown = shown_findings(sides, options.top);
  std::string text;
  for (const FindingBeside* one : shown)
    text += fmt::format("{}  ({})\n", headline_of(*one->finding, options.directory), runs_text(sides, one->runs));
  if (shown.size() != sides.findings.size())
    text += fmt::format("and {} more; --top 0 shows all\n", sides.findings.size() - shown.size());
  return text.empty() ? "" : text + '\n';
}

/// Each thing that is said of a run once, with the runs that it is said of.
std::string notices_text(std::span<const Report> all, const SideBySide& sides, const TextOptions& options) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> said;
  for (std::size_t run = 0; run < all.size(); ++run) {
    for (const std::string& notice : all[run].run.notices) {
      auto known = std::ranges::find(said, notice, [](const auto& one) { return one.first; });
      if (known == said.end()) known = said.insert(said.end(), {notice, {}});
      known->second.push_back(run);
    }
  }
  std::string text;
  for (const auto& [notice, runs] : said) {
    text += fmt::format("{} {}{}\n", painted("note:", Colour::cyan, options.colour), displayable(notice),
                        runs.size() == all.size() ? "" : fmt::format("  ({})", runs_text(sides, runs)));
  }
  return text.empty() ? "" : text + '\n';
}

}  // namespace

std::string to_text(std::span<const Report> all, const TextOptions& options) {
  const SideBySide sides = side_by_side(all);
  std::string text = notices_text(all, sides, options) + findings_text(sides, options);
  if (options.kernels) {
    for (const KernelBeside& kernel : sides.kernels) text += kernel_table(all, sides, kernel, options);
  }
  for (const Report& one : all) text += summary_text(one, options);
  return text;
}

std::string to_markdown(std::span<const Report> all, const FormOptions& options) {
  const SideBySide sides = side_by_side(all);
  const auto row_of = [](const std::string& head, const std::vector<std::string>& cells) {
    std::string row = fmt::format("| {} |", head);
    for (const std::string& cell : cells) row += fmt::format(" {} |", cell);
    return row + '\n';
  };
  std::string text =
      fmt::format("### Warpglass: {} on {} GPUs\n\n",
                  code_span(relative_file(all.front().program, options.text.directory), false), all.size());
  for (std::size_t run = 0; run < all.size(); ++run)
    text += fmt::format("- {}, {}: {}\n", all[run].architecture, all[run].device, verdict(all[run].run));
  for (const KernelBeside& kernel : sides.kernels) {
    std::string rule = "| --- |";
    for (std::size_t run = 0; run < all.size(); ++run) rule += " ---: |";
    text += '\n' + row_of(code_span(kernel.name, true), sides.labels) + rule + '\n';
    for (const Fact& fact : facts_of(kernel)) text += row_of(fact.name, fact.values);
    for (const CounterBeside& counter : counters_beside(all, kernel, options.text)) {
      std::vector<std::string> cells;
      for (const std::optional<double>& value : counter.values) cells.push_back(value_text(value));
      text += row_of(fmt::format("`{}`", counter.name), cells);
    }
  }
  const std::vector<const FindingBeside*> shown = shown_findings(sides, options.text.top);
  if (!shown.empty()) text += '\n';
  for (const FindingBeside* one : shown) {
    text += fmt::format("- **{}** {}: {} `{}` ({})\n", name_of(one->finding->severity),
                        code_span(place_text(one->finding->where, options.text.directory), false),
                        escaped_markdown(one->finding->message), one->finding->rule, runs_text(sides, one->runs));
  }
  if (shown.size() != sides.findings.size())
    text += fmt::format("- and {} more\n", sides.findings.size() - shown.size());
  return text;
}

}  // namespace warpglass::report
