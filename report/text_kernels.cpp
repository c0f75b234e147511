#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "base/counted.hpp"
#include "report/main_metrics.hpp"
#include "report/table.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

using analysis::Counts;
using analysis::KernelProfile;
using analysis::LineProfile;

std::string extent_text(const Dim3& d) {
  std::string text = fmt::format("{}", d.x);
  if (d.y != 1 || d.z != 1) text += fmt::format("x{}", d.y);
  if (d.z != 1) text += fmt::format("x{}", d.z);
  return text;
}

/// Of a program with several devices: "on device 0 (sm_90) 2 launches, on device 1 (sm_80) 1".
std::string devices_text(const Report& report, const KernelProfile& kernel) {
  std::string text;
  for (std::size_t i = 0; i < kernel.launches_on.size() && i < report.devices.size(); ++i) {
    if (kernel.launches_on[i] == 0) continue;
    text += fmt::format("{}device {} ({}) {}", text.empty() ? "on " : ", ", i, report.devices[i].architecture,
                        counted(kernel.launches_on[i], "launch"));
  }
  return text;
}

/// Of the first device that ran the kernel.
std::string architecture_of(const Report& report, const KernelProfile& kernel) {
  const auto first = std::ranges::find_if(kernel.launches_on, [](std::uint64_t launches) { return launches != 0; });
  const auto number = static_cast<std::size_t>(first - kernel.launches_on.begin());
  return number < report.devices.size() ? report.devices[number].architecture : report.architecture;
}

std::string headline(const Report& report, const KernelProfile& kernel, const TextOptions& options) {
  std::string text = painted("kernel ", Colour::bold, options.colour) +
                     painted(displayable(kernel.name), Colour::bold, options.colour) + '\n';
  std::string shape = fmt::format("grid {}  block {}", extent_text(kernel.grid), extent_text(kernel.block));
  if (kernel.cluster.volume() != 1) shape += fmt::format("  cluster {}", extent_text(kernel.cluster));
  if (kernel.static_shared_bytes != 0)
    shape += fmt::format("  shared {} B", grouped(std::uint64_t{kernel.static_shared_bytes}));
  if (kernel.dynamic_shared_bytes != 0)
    shape += fmt::format("  dynamic shared {} B", grouped(kernel.dynamic_shared_bytes));
  shape += fmt::format("  {}", architecture_of(report, kernel));
  if (kernel.launches != 1) {
    shape = fmt::format("{} launches{}: {}", grouped(kernel.launches),
                        kernel.same_shape ? "" : " of different shapes, the first", shape);
  }
  text += fmt::format("{:{}}{}\n", "", kIndent, shape);
  if (const std::string devices = devices_text(report, kernel); !devices.empty())
    text += fmt::format("{:{}}{}\n", "", kIndent, devices);
  for (const analysis::LaunchSite& site : kernel.launched_from) {
    text += fmt::format("{:{}}launched by {}, {}:{}{}\n", "", kIndent, displayable(site.kernel),
                        displayable(site.where.file), site.where.line,
                        site.launches == 1 ? "" : fmt::format(", {} times", grouped(site.launches)));
  }
  if (kernel.launches_counted != kernel.launches) {
    text += fmt::format("{:{}}{} of {} launches were counted; the others only ran\n", "", kIndent,
                        grouped(kernel.launches_counted), grouped(kernel.launches));
  }
  if (kernel.launches_repeated != 0) {
    text += fmt::format("{:{}}{} of {} launches were counted and not executed: an earlier one had done the same\n", "",
                        kIndent, grouped(kernel.launches_repeated), grouped(kernel.launches));
  }
  if (kernel.launches_cut_short != 0) {
    text += fmt::format("{:{}}{} ended before all warps had: what was counted by then, another order may change\n", "",
                        kIndent, counted(kernel.launches_cut_short, "launch"));
  }
  const std::string occupancy =
      kernel.blocks_per_sm == 0 ? fmt::format("occupancy 0 %: no block fits, for want of {}", kernel.occupancy_limit)
                                : fmt::format("occupancy {:.0f} %: {} per SM, limited by {}", kernel.occupancy * 100,
                                              plural(kernel.blocks_per_sm, "block"), kernel.occupancy_limit);
  return text + fmt::format("{:{}}{}  ({}, {} per thread)\n", "", kIndent, occupancy,
                            kernel.registers_assembled ? "ptxas" : "estimated",
                            plural(kernel.registers_per_thread, "register"));
}

double quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

/// Empty where nothing was asked for.
std::string share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "" : fmt::format("{:.0f} %", 100 * quotient(part, whole));
}

std::uint64_t excess_of(const Counts& c) { return c.wavefronts - c.wavefronts_ideal + (c.sectors - c.sectors_ideal); }

bool is_memory(const LineProfile& line) { return line.counts.wavefronts != 0 || line.counts.sectors != 0; }

std::string instruction_name(const LineProfile& line) {
  return line.access_bytes == 0 ? line.kind : fmt::format("{} {}", line.kind, line.access_bytes * 8);
}

/// Lines that a kernel's tables show, in order of position: all, or those that could gain or cost most.
std::vector<const LineProfile*> chosen_lines(const KernelProfile& kernel, std::size_t most,
                                             bool (*wanted)(const LineProfile&)) {
  std::vector<const LineProfile*> lines;
  for (const LineProfile& line : kernel.lines) {
    if (wanted(line)) lines.push_back(&line);
  }
  if (most == 0 || lines.size() <= most) return lines;
  std::vector<const LineProfile*> costly = lines;
  // Lines are in one array, so that their addresses keep equals in order.
  std::sort(costly.begin(), costly.end(), [](const LineProfile* a, const LineProfile* b) {
    const auto cheapness = [](const LineProfile* l) {
      return std::tuple(~excess_of(l->counts), ~l->counts.divergent, ~(l->counts.wavefronts + l->counts.sectors), l);
    };
    return cheapness(a) < cheapness(b);
  });
  const std::set<const LineProfile*> kept(costly.begin(), costly.begin() + static_cast<std::ptrdiff_t>(most));
  std::erase_if(lines, [&](const LineProfile* line) { return !kept.contains(line); });
  return lines;
}

/// Lines of one file are numbered; of several, each is named with its file's last part.
class LineNames {
 public:
  explicit LineNames(const KernelProfile& kernel) {
    std::set<std::string_view> files;
    for (const LineProfile& line : kernel.lines) files.insert(line.where.file);
    several_ = files.size() > 1;
  }
  [[nodiscard]] std::string of(const SourcePosition& where) const {
    if (!several_) return fmt::format("{}", where.line);
    const std::size_t slash = where.file.rfind('/');
    return fmt::format("{}:{}", slash == std::string::npos ? where.file : where.file.substr(slash + 1), where.line);
  }

 private:
  bool several_ = false;
};

std::string left_out_text(std::size_t all, std::size_t shown) {
  return shown == all
             ? ""
             : fmt::format("{:{}}{} cheaper lines are not shown; --top 0 shows all\n", "", kIndent, all - shown);
}

std::string memory_table(const KernelProfile& kernel, const TextOptions& options) {
  Table table({{"line", Align::right},
               {"instruction", Align::left},
               {"executed"},
               {"lanes"},
               {"wavefronts"},
               {.title = "ideal", .joined = true},
               {.title = "excess", .joined = true},
               {.title = "n-way", .joined = true},
               {"sectors"},
               {.title = "ideal", .joined = true},
               {.title = "excess", .joined = true},
               {.title = "L1 hit", .joined = true},
               {.title = "L2 hit", .joined = true}});
  const LineNames names(kernel);
  const auto lines = chosen_lines(kernel, 4 * options.top, is_memory);
  for (const LineProfile* line : lines) {
    const Counts& c = line->counts;
    std::vector<Cell> row = {{names.of(line->where)},
                             {instruction_name(*line)},
                             {grouped(c.executions)},
                             {fmt::format("{:.1f}", quotient(c.threads_pred_on, c.executions))}};
    if (c.wavefronts != 0) {
      const std::uint64_t excess = c.wavefronts - c.wavefronts_ideal;
      const Colour colour = excess == 0 ? Colour::plain : Colour::yellow;
      row.insert(row.end(), {{grouped(c.wavefronts)},
                             {grouped(c.wavefronts_ideal)},
                             {grouped(excess), colour},
                             {fmt::format("{:.1f}", quotient(c.wavefronts, c.wavefronts_ideal)), colour}});
    } else {
      row.resize(8);
    }
    if (c.sectors != 0) {
      const std::uint64_t excess = c.sectors - c.sectors_ideal;
      row.insert(row.end(), {{grouped(c.sectors)},
                             {grouped(c.sectors_ideal)},
                             {grouped(excess), excess == 0 ? Colour::plain : Colour::yellow},
                             {share(c.l1_hits, c.l1_sectors)},
                             {share(c.l2_hits, c.l2_sectors)}});
    }
    table.add(std::move(row));
  }
  if (table.empty()) return "";
  const auto all = std::count_if(kernel.lines.begin(), kernel.lines.end(), is_memory);
  return '\n' + table.text(kIndent, options.colour, options.table_width, 2) +
         left_out_text(static_cast<std::size_t>(all), lines.size());
}

bool is_divergent(const LineProfile& line) { return line.counts.divergent != 0; }

std::string divergence_table(const KernelProfile& kernel, const TextOptions& options) {
  Table table({{"line", Align::right}, {"divergent branch", Align::left}, {"executed"}, {"lanes"}, {"split the warp"}});
  const LineNames names(kernel);
  const auto lines = chosen_lines(kernel, 4 * options.top, is_divergent);
  for (const LineProfile* line : lines) {
    const Counts& c = line->counts;
    table.add({{names.of(line->where)},
               {line->kind},
               {grouped(c.executions)},
               {fmt::format("{:.1f}", quotient(c.threads, c.executions))},
               {fmt::format("{} ({:.0f} %)", grouped(c.divergent), 100 * quotient(c.divergent, c.executions))}});
  }
  if (table.empty()) return "";
  const auto all = std::count_if(kernel.lines.begin(), kernel.lines.end(), is_divergent);
  return '\n' + table.text(kIndent, options.colour, options.table_width) +
         left_out_text(static_cast<std::size_t>(all), lines.size());
}

std::vector<std::size_t> shown_metrics(const Report& report, const KernelProfile& kernel, const TextOptions& options) {
  if (!options.metrics.empty()) return options.metrics;
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < report.run.metrics.size() && i < kernel.values.size(); ++i) {
    const std::string_view name = report.run.metrics[i].name;
    const bool main = (is_main_metric(name) && kernel.values[i] != 0) || is_cache_metric(name);
    if (main || options.all_metrics) shown.push_back(i);
  }
  return shown;
}

std::string counter_table(const Report& report, const KernelProfile& kernel, const TextOptions& options) {
  Table table({{"counter", Align::left},
               {kernel.launches_counted == 1 ? "value" : "all launches"},
               {"unit", Align::left},
               {"is", Align::left}});
  for (const std::size_t i : shown_metrics(report, kernel, options)) {
    const analysis::MetricDefinition& metric = report.run.metrics[i];
    const analysis::Label label = analysis::label_of(metric, kernel);
    const bool firm = label.fidelity == analysis::Fidelity::exact && !label.order_dependent;
    table.add({{metric.name},
               {grouped(kernel.values[i])},
               {metric.unit},
               {analysis::text_of(label), firm ? Colour::green : Colour::faint}});
  }
  if (table.empty()) return "";
  std::string text = '\n' + table.text(kIndent, options.colour, options.table_width);
  if (kernel.order.instructions || kernel.order.traffic) {
    text +=
        fmt::format("{:{}}order-dependent: at {} it matters which warp came first; another order may count otherwise\n",
                    "", kIndent, to_string(kernel.order.where));
  }
  return text;
}

}  // namespace

std::string kernel_text(const Report& report, const KernelProfile& kernel, const TextOptions& options) {
  std::string text = headline(report, kernel, options);
  if (kernel.launches_counted == 0) return text;
  return text + memory_table(kernel, options) + divergence_table(kernel, options) + pipes_text(kernel, options) +
         roofline_text(report, kernel) + counter_table(report, kernel, options);
}

}  // namespace warpglass::report
