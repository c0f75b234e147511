// What changed, for people: on the terminal and as Markdown.
#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"
#include "report/diff_forms.hpp"
#include "report/display.hpp"
#include "report/findings.hpp"
#include "report/fingerprint.hpp"
#include "report/main_metrics.hpp"
#include "report/markdown.hpp"
#include "report/number_text.hpp"
#include "report/table.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;

/// Changed counters that are shown: the main ones, those chosen, or all.
std::vector<const Change*> shown_counters(const KernelChange& kernel, const DiffOptions& options, const Report& after) {
  std::vector<const Change*> shown;
  const auto chosen = [&](const Change& change) {
    if (options.text.all_metrics) return true;
    if (options.text.metrics.empty()) return is_main_metric(change.name) || is_cache_metric(change.name);
    return std::ranges::any_of(options.text.metrics,
                               [&](std::size_t i) { return after.run.metrics[i].name == change.name; });
  };
  for (const Change& change : kernel.counters) {
    if (change.changed() && chosen(change)) shown.push_back(&change);
  }
  return shown;
}

std::size_t hidden_counters(const KernelChange& kernel, std::size_t shown) {
  return static_cast<std::size_t>(std::ranges::count_if(kernel.counters, &Change::changed)) - shown;
}

/// "34", "34 -> 36", "34 (gone)", "36 (new)".
std::string line_text(const LineChange& line) {
  if (line.after.line == 0) return fmt::format("{} (gone)", line.before.line);
  if (line.before.line == 0) return fmt::format("{} (new)", line.after.line);
  if (line.before.line == line.after.line) return fmt::format("{}", line.after.line);
  return fmt::format("{} -> {}", line.before.line, line.after.line);
}

std::string file_of(const LineChange& line, std::string_view directory) {
  const SourcePosition& where = line.after.line == 0 ? line.before : line.after;
  return displayable(relative_file(where.file, directory));
}

std::string counter_table(const KernelChange& kernel, const std::vector<const Change*>& counters,
                          const DiffOptions& options) {
  Table table({{"counter", Align::left}, {"before"}, {"after"}, {"change"}});
  for (const Change* change : counters) {
    table.add({{change->name},
               {value_text(change->before)},
               {value_text(change->after)},
               {change_text(change->before, change->after)}});
  }
  std::string text = table.empty() ? "" : table.text(2, options.text.colour, options.text.table_width);
  if (const std::size_t more = hidden_counters(kernel, counters.size()); more != 0)
    text += fmt::format("  {} changed; --all-metrics shows all\n", counted(more, "more counter"));
  return text;
}

std::string line_table(const KernelChange& kernel, const DiffOptions& options) {
  if (kernel.before == nullptr || kernel.after == nullptr) return "";
  Table table({{"line", Align::right},
               {"instruction", Align::left},
               {"counter", Align::left},
               {"before"},
               {"after"},
               {"change"}});
  std::size_t shown = 0;
  for (const LineChange& line : kernel.lines) {
    if (options.text.top != 0 && shown == options.text.top) break;
    ++shown;
    bool first = true;
    for (const Change& change : line.changes) {
      table.add({{first ? fmt::format("{}:{}", file_of(line, options.text.directory), line_text(line)) : ""},
                 {first ? line.what : ""},
                 {change.name},
                 {value_text(change.before)},
                 {value_text(change.after)},
                 {change_text(change.before, change.after)}});
      first = false;
    }
  }
  if (table.empty()) return "";
  const std::size_t more = kernel.lines.size() - shown;
  return "\n" + table.text(2, options.text.colour, options.text.table_width) +
         (more == 0 ? "" : fmt::format("  {} changed less; --top 0 shows all\n", counted(more, "more line")));
}

/// Where a kernel has several launches: which of them changed.
std::string launches_note(const KernelChange& kernel) {
  if (kernel.before == nullptr || kernel.after == nullptr) return "";
  std::string text;
  if (kernel.before->launches != kernel.after->launches) {
    text += fmt::format("  {} before, {} after\n",
                        kernel.before->launches == 1 ? "1 launch" : grouped(kernel.before->launches) + " launches",
                        grouped(kernel.after->launches));
  }
  const auto both = static_cast<std::size_t>(
      std::ranges::count_if(kernel.launches, [](const LaunchChange& one) { return one.before && one.after; }));
  const std::uint64_t compared = std::min(kernel.before->launches_counted, kernel.after->launches_counted);
  if (compared > 1 && both != 0)
    text +=
        fmt::format("  {} of {} launches changed; --json has each\n", grouped(std::uint64_t{both}), grouped(compared));
  return text;
}

std::string state_of(const KernelChange& kernel) {
  if (kernel.before == nullptr) return " is new";
  if (kernel.after == nullptr) return " is gone";
  return "";
}

std::string kernel_text(const KernelChange& kernel, const Report& after, const DiffOptions& options) {
  std::string text = painted("kernel ", Colour::bold, options.text.colour) +
                     painted(displayable(kernel.name), Colour::bold, options.text.colour) + state_of(kernel) + '\n';
  if (kernel.before == nullptr || kernel.after == nullptr) return text + '\n';
  return text + launches_note(kernel) + counter_table(kernel, shown_counters(kernel, options, after), options) +
         line_table(kernel, options) + '\n';
}

std::string findings_text(const char* title, Colour colour, const std::vector<const Finding*>& findings,
                          const DiffOptions& options) {
  std::string text;
  for (const Finding* finding : findings) {
    text += painted(title, colour, options.text.colour) + "  " + headline_of(*finding, options.text.directory) + '\n';
  }
  return text;
}

std::string unchanged_text(const Difference& difference) {
  const auto same = static_cast<std::size_t>(
      std::ranges::count_if(difference.kernels, [](const KernelChange& kernel) { return !kernel.changed(); }));
  if (same == 0) return "";
  return fmt::format("{} of {} unchanged\n", grouped(std::uint64_t{same}), plural(difference.kernels.size(), "kernel"));
}

std::string machines_text(const Report& before, const Report& after) {
  if (before.architecture == after.architecture) return "";
  return fmt::format("before on {} ({}), after on {} ({})\n", before.architecture, before.device, after.architecture,
                     after.device);
}

std::string counts_text(const Difference& difference) {
  return fmt::format("findings: {} new, {} gone, {} in both", difference.found.size(), difference.gone.size(),
                     difference.kept);
}

}  // namespace

std::string to_text(const Difference& difference, const Report& before, const Report& after,
                    const DiffOptions& options) {
  std::string text = machines_text(before, after);
  for (const KernelChange& kernel : difference.kernels) {
    if (kernel.changed()) text += kernel_text(kernel, after, options);
  }
  text += findings_text("new ", Colour::red, difference.found, options);
  text += findings_text("gone", Colour::green, difference.gone, options);
  if (!difference.found.empty() || !difference.gone.empty()) text += '\n';
  return text + unchanged_text(difference) + counts_text(difference) + '\n';
}

std::string to_markdown(const Difference& difference, const Report& before, const Report& after,
                        const std::vector<Broken>& broken, const DiffOptions& options) {
  std::string text = fmt::format("### Warpglass: {} against {}\n\n{}\n", code_span(options.after, false),
                                 code_span(options.before, false), counts_text(difference));
  if (const std::string machines = machines_text(before, after); !machines.empty()) text += '\n' + machines;
  for (const Broken& one : broken)
    text += fmt::format("\n> **error** {} {}\n", escaped_markdown(text_of(one)), code_span(one.condition->text, false));
  std::string rows;
  for (const KernelChange& kernel : difference.kernels) {
    if (kernel.before == nullptr || kernel.after == nullptr) {
      rows += fmt::format("| {} |{} | | | |\n", code_span(kernel.name, true), state_of(kernel));
      continue;
    }
    for (const Change* change : shown_counters(kernel, options, after)) {
      rows += fmt::format("| {} | `{}` | {} | {} | {} |\n", code_span(kernel.name, true), change->name,
                          value_text(change->before), value_text(change->after),
                          change_text(change->before, change->after));
    }
  }
  if (!rows.empty())
    text += "\n| kernel | counter | before | after | change |\n| --- | --- | ---: | ---: | ---: |\n" + rows;
  const auto list = [&](const char* title, const std::vector<const Finding*>& findings) {
    for (const Finding* finding : findings) {
      text += fmt::format("- **{}** {} {}: {} `{}`\n", title, name_of(finding->severity),
                          code_span(place_text(finding->where, options.text.directory), false),
                          escaped_markdown(finding->message), finding->rule);
    }
  };
  if (!difference.found.empty() || !difference.gone.empty()) text += '\n';
  list("new", difference.found);
  list("gone", difference.gone);
  return text;
}

}  // namespace warpglass::report
