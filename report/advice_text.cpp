// Advice for the terminal: of each array the declaration, the proved repair, and a column for every layout that ran.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "report/advice.hpp"
#include "report/advice_parts.hpp"
#include "report/display.hpp"
#include "report/number_text.hpp"
#include "report/table.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

/// A column for what is declared and for each proposal that was compiled and run.
std::string figures_table(const ArrayAdvice& array, const TextOptions& options) {
  std::vector<const Proposal*> ran;
  for (const Proposal& proposal : array.proposals) {
    if (proposal.after) ran.push_back(&proposal);
  }
  if (ran.empty()) return "";
  std::vector<Column> columns = {{"", Align::left}, {"as declared"}};
  for (const Proposal* proposal : ran) columns.push_back({displayable(proposal->title)});
  Table table(std::move(columns));
  const auto row = [&](const char* title, const std::function<std::string(const KernelFigures&)>& text,
                       const std::function<double(const KernelFigures&)>& cost) {
    std::vector<Cell> cells = {{title}, {text(array.before)}};
    for (const Proposal* proposal : ran) {
      const double before = cost(array.before);
      const double after = cost(*proposal->after);
      cells.push_back({text(*proposal->after), after < before   ? Colour::green
                                               : after > before ? Colour::yellow
                                                                : Colour::plain});
    }
    table.add(std::move(cells));
  };
  row(
      "wavefronts of shared memory", [](const auto& of) { return grouped(of.wavefronts); },
      [](const auto& of) { return static_cast<double>(of.wavefronts); });
  row(
      "  without bank conflicts", [](const auto& of) { return grouped(of.wavefronts_ideal); },
      [](const auto&) { return 0.0; });
  row(
      "instructions", [](const auto& of) { return grouped(of.instructions); },
      [](const auto& of) { return static_cast<double>(of.instructions); });
  row(
      array.before.registers_estimated ? "registers a thread, estimated" : "registers a thread",
      [](const auto& of) { return grouped(std::uint64_t{of.registers_per_thread}); },
      [](const auto& of) { return of.registers_per_thread; });
  row(
      "static shared memory of a block, bytes",
      [](const auto& of) { return grouped(std::uint64_t{of.static_shared_bytes}); },
      [](const auto& of) { return of.static_shared_bytes; });
  row("occupancy", [](const auto& of) { return percent(of.occupancy); }, [](const auto& of) { return -of.occupancy; });
  std::vector<Cell> verdicts = {{"results"}, {""}};
  for (const Proposal* proposal : ran) {
    verdicts.push_back(results_cell(proposal->verdict));
  }
  table.add(std::move(verdicts));
  return table.text(kIndent, options.colour, options.table_width);
}

/// What a layout costs on the machines where it costs more than the declared one; where there is none, that.
std::string other_machines(const ArrayAdvice& array, const Proposal& proposal) {
  if (array.machines.size() < 2 || proposal.priced.empty()) return "";
  std::string worse;
  std::string same;
  for (std::size_t i = 1; i < array.machines.size() && i < proposal.priced.size(); ++i) {
    if (proposal.priced[i] == array.priced[i]) same += fmt::format("{}{}", same.empty() ? "" : ", ", array.machines[i]);
    if (proposal.priced[i] <= array.priced[i]) continue;
    worse += fmt::format("{}{} ({} -> {})", worse.empty() ? "" : ", ", array.machines[i], grouped(array.priced[i]),
                         grouped(proposal.priced[i]));
  }
  if (!worse.empty()) return fmt::format("{} costs more on {}", proposal.title, worse);
  if (same.empty()) return fmt::format("{} costs less on the other machines too", proposal.title);
  return fmt::format("{} costs less on the other machines too, but for {}, where it costs as much", proposal.title,
                     same);
}

std::string fix_text(const ArrayAdvice& array, const Proposal& proposal, const TextOptions& options) {
  std::string text;
  for (const std::string& line : proposal.lines) {
    text += fmt::format("{:{}}{} {}\n", "", kIndent,
                        text.empty() ? painted("fix:", Colour::green, options.colour) : "    ", displayable(line));
  }
  const KernelFigures& after = *proposal.after;
  const std::string occupancy =
      after.occupancy == array.before.occupancy
          ? fmt::format("occupancy unchanged ({})", percent(after.occupancy))
          : fmt::format("occupancy {} -> {}", percent(array.before.occupancy), percent(after.occupancy));
  return text + fmt::format("{:{}}proved: {} -> {} wavefronts, {}, results the same\n", "", kIndent + 5,
                            grouped(array.before.wavefronts), grouped(after.wavefronts), occupancy);
}

std::string array_text(const ArrayAdvice& array, const TextOptions& options) {
  std::string text = painted(fmt::format("{}{}: {} of {} wavefronts are bank conflicts",
                                         array.where.line == 0 ? "" : place_text(array.where, options) + ": ",
                                         displayable(array.declaration), grouped(array.excess),
                                         grouped(array.priced.empty() ? 0 : array.priced.front())),
                             Colour::bold, options.colour) +
                     '\n';
  text += source_line(array.where, options);
  const auto chosen = std::ranges::find_if(array.proposals, &Proposal::chosen);
  if (chosen != array.proposals.end()) text += fix_text(array, *chosen, options);
  if (const std::string table = figures_table(array, options); !table.empty()) text += '\n' + table + '\n';
  for (const Proposal& proposal : array.proposals) {
    if (proposal.verdict != Verdict::proved)
      text += note(fmt::format("not {}: {}", proposal.title, proposal.reason), options);
    if (proposal.verdict == Verdict::proved || proposal.verdict == Verdict::loses) {
      for (const std::string& worse : proposal.worse)
        text += note(fmt::format("{}: {}", proposal.title, worse), options);
      if (const std::string said = other_machines(array, proposal); !said.empty()) text += note(said, options);
    }
  }
  for (const std::string& remark : array.remarks) text += note(remark, options);
  if (array.proposals.empty() && array.remarks.empty())
    text += note(array.layouts == 0 ? "no other layout keeps its elements in place"
                                    : fmt::format("none of {} layouts costs less", grouped(array.layouts)),
                 options);
  for (const std::string& kernel : array.kernels) text += note("in kernel " + kernel, options);
  return text;
}

std::string summary(const Advice& advice) {
  std::size_t proved = 0;
  for (const ArrayAdvice& array : advice.arrays)
    proved += std::ranges::any_of(array.proposals, &Proposal::chosen) ? 1 : 0;
  std::string text = advice.arrays.empty() ? "no shared array has bank conflicts"
                                           : fmt::format("{} with bank conflicts, {} with a proved repair",
                                                         plural(advice.arrays.size(), "shared array"), proved);
  if (!advice.changes.empty()) {
    std::size_t changes = 0;
    for (const ChangeAdvice& change : advice.changes)
      changes += std::ranges::any_of(change.proposals, &ChangeProposal::chosen) ? 1 : 0;
    text += fmt::format("; {}, {} proved", plural(advice.changes.size(), "other change"), changes);
  }
  if (!advice.together) return text;
  return text + (*advice.together == Verdict::proved
                     ? "; all of them together are proved too"
                     : fmt::format("; together they are not proved: {}", advice.together_reason));
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved: return "proved";
    case Verdict::loses: return "loses";
    case Verdict::no_better: return "no-better";
    case Verdict::results_differ: return "results-differ";
    case Verdict::makes_mistakes: return "makes-mistakes";
    case Verdict::not_compiled: return "not-compiled";
  }
  return "";
}

std::string to_text(const Advice& advice, const TextOptions& options) {
  std::string text;
  for (const ArrayAdvice& array : advice.arrays) text += array_text(array, options) + '\n';
  for (const ChangeAdvice& change : advice.changes) text += change_advice_text(change, options) + '\n';
  for (const Hint& hint : advice.hints) {
    text += heading(hint.where, hint.message, hint.rule, options);
    for (std::size_t begin = 0; begin < hint.advice.size();) {
      const std::size_t end = std::min(hint.advice.find('\n', begin), hint.advice.size());
      text += note(hint.advice.substr(begin, end - begin), options);
      begin = end + 1;
    }
  }
  if (!advice.hints.empty()) text += '\n';
  for (const std::string& notice : advice.notices) text += fmt::format("note: {}\n", displayable(notice));
  return text + fmt::format("{}  ({}, {})\n", summary(advice), advice.architecture, advice.device);
}

}  // namespace warpglass::report
