#include "report/advice_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/display.hpp"
#include "report/number_text.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

std::string value_of(const Figure& figure) { return figure.is_share ? percent(figure.value) : grouped(figure.value); }

Colour colour_of(const Figure& before, const Figure& after) {
  if (after.value == before.value) return Colour::plain;
  return (after.value < before.value) == before.less_is_better ? Colour::green : Colour::yellow;
}

/// A column for the program as it is and for each proposal that was compiled and run.
std::string figures_table(const ChangeAdvice& change, const TextOptions& options) {
  std::vector<const ChangeProposal*> ran;
  for (const ChangeProposal& proposal : change.proposals) {
    if (!proposal.after.empty()) ran.push_back(&proposal);
  }
  if (ran.empty()) return "";
  std::vector<Column> columns = {{"", Align::left}, {"as it is"}};
  for (const ChangeProposal* proposal : ran) columns.push_back({displayable(proposal->title)});
  Table table(std::move(columns));
  for (std::size_t i = 0; i < change.before.size(); ++i) {
    std::vector<Cell> cells = {{change.before[i].name}, {value_of(change.before[i])}};
    for (const ChangeProposal* proposal : ran)
      cells.push_back({value_of(proposal->after[i]), colour_of(change.before[i], proposal->after[i])});
    table.add(std::move(cells));
  }
  std::vector<Cell> results = {{"results"}, {""}};
  for (const ChangeProposal* proposal : ran) {
    results.push_back(results_cell(proposal->verdict));
  }
  table.add(std::move(results));
  return '\n' + table.text(kIndent, options.colour, options.table_width) + '\n';
}

std::string fix_text(const ChangeAdvice& change, const ChangeProposal& proposal, const TextOptions& options) {
  std::string text;
  for (const std::string& line : proposal.lines) {
    text += fmt::format("{:{}}{} {}\n", "", kIndent,
                        text.empty() ? painted("fix:", Colour::green, options.colour) : "    ", displayable(line));
  }
  text += fmt::format("{:{}}proved: {} -> {} {}, results the same", "", kIndent + 5, value_of(change.before.front()),
                      value_of(proposal.after.front()), change.before.front().name);
  for (const std::string& check : proposal.checks) text += ", " + check;
  return text + '\n';
}

}  // namespace

std::string place_text(const SourcePosition& where, const TextOptions& options) {
  SourcePosition shown = where;
  shown.file = shown_file(where.file, options);
  return to_string(shown);
}

std::string heading(const SourcePosition& where, const std::string& said, const std::string& rule,
                    const TextOptions& options) {
  return painted(place_text(where, options) + ": ", Colour::bold, options.colour) + displayable(said) +
         painted(fmt::format("  [{}]", rule), Colour::faint, options.colour) + '\n';
}

std::string source_line(const SourcePosition& where, const TextOptions& options) {
  const auto line = options.source ? options.source(where.file, where.line) : std::nullopt;
  if (!line) return "";
  return fmt::format("{} {}\n", painted(fmt::format("{:>{}} |", where.line, kGutter), Colour::faint, options.colour),
                     displayable(*line));
}

std::string note(const std::string& said, const TextOptions& options) {
  return fmt::format("{:>{}} {} {}\n", "", kGutter, painted("=", Colour::faint, options.colour), displayable(said));
}

Cell results_cell(Verdict verdict) {
  if (verdict == Verdict::makes_mistakes) return {"mistakes", Colour::red};
  if (verdict == Verdict::results_differ) return {"differ", Colour::red};
  return {"the same"};
}

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string change_advice_text(const ChangeAdvice& change, const TextOptions& options) {
  std::string text = heading(change.where, change.message, change.rule, options) + source_line(change.where, options);
  const auto chosen = std::ranges::find_if(change.proposals, &ChangeProposal::chosen);
  if (chosen != change.proposals.end()) text += fix_text(change, *chosen, options);
  text += figures_table(change, options);
  for (const ChangeProposal& proposal : change.proposals) {
    if (proposal.verdict != Verdict::proved)
      text += note(fmt::format("not {}: {}", proposal.title, proposal.reason), options);
  }
  for (const std::string& remark : change.remarks) text += note(remark, options);
  for (const std::string& kernel : change.kernels) text += note("in kernel " + kernel, options);
  return text;
}

}  // namespace warpglass::report
