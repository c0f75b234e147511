#include <fmt/format.h>

#include <algorithm>

#include "report/occupancy.hpp"
#include "report/table.hpp"

namespace warpglass::report {
namespace {

using analysis::OccupancyStudy;

std::string percent(const OccupancyStudy& study, std::uint32_t warps) {
  return fmt::format("{:.0f} %", 100 * study.fraction(warps));
}

std::string binding(const OccupancyStudy& study) {
  std::string names;
  for (const OccupancyStudy::Limit& limit : study.limits) {
    if (limit.binds) names += fmt::format("{}{}", names.empty() ? "" : " and ", limit.name);
  }
  return names;
}

/// "block 256, 40 registers a thread, 20,480 B of shared memory"
std::string asked(const OccupancyStudy& study) {
  std::string text =
      fmt::format("block {}, {}{} a thread", study.block_threads, study.registers_estimated ? "about " : "",
                  plural(study.registers_per_thread, "register"));
  const std::uint64_t shared = std::uint64_t{study.static_shared_bytes} + study.dynamic_shared_bytes;
  if (shared != 0) text += fmt::format(", {} B of shared memory", grouped(shared));
  if (study.dynamic_shared_bytes != 0 && study.static_shared_bytes != 0)
    text += fmt::format(" ({} B static, {} B dynamic)", grouped(std::uint64_t{study.static_shared_bytes}),
                        grouped(std::uint64_t{study.dynamic_shared_bytes}));
  return text;
}

std::string verdict(const OccupancyStudy& study) {
  if (study.blocks_per_sm == 0) return fmt::format("occupancy 0 %: no block fits, for want of {}", binding(study));
  return fmt::format("occupancy {}: {}, {} of {} warps per SM, limited by {}", percent(study, study.warps_per_sm),
                     plural(study.blocks_per_sm, "block"), study.warps_per_sm, study.max_warps_per_sm, binding(study));
}

std::string limit_table(const OccupancyStudy& study, const PictureOptions& options) {
  Table table({{"limit", Align::left}, {"blocks"}, {"a block takes"}, {"of"}, {"", Align::left}});
  for (const OccupancyStudy::Limit& limit : study.limits) {
    const std::string unit = limit.unit.empty() ? "" : " " + limit.unit;
    table.add({{limit.name},
               {limit.blocks ? grouped(std::uint64_t{*limit.blocks}) : "no limit"},
               {grouped(limit.taken) + unit},
               {limit.of == 0 ? "" : grouped(limit.of) + unit},
               {limit.binds ? "binds" : "", Colour::yellow}});
  }
  return table.text(kIndent, options.colour, options.table_width);
}

std::string change_text(const OccupancyStudy& study, const OccupancyStudy::Change& change) {
  std::string what;
  const auto add = [&](const std::string& text) { what += (what.empty() ? "" : " and ") + text; };
  if (change.block_threads) add("blocks of " + plural(*change.block_threads, "thread"));
  if (change.registers_per_thread)
    add(fmt::format("at most {} a thread", plural(*change.registers_per_thread, "register")));
  if (change.shared_bytes)
    add(fmt::format("at most {} B of shared memory a block", grouped(std::uint64_t{*change.shared_bytes})));
  return fmt::format("{}: {}, {} per SM, {}", what, plural(change.blocks_per_sm, "block"),
                     plural(change.warps_per_sm, "warp"), percent(study, change.warps_per_sm));
}

std::string changes_text(const OccupancyStudy& study, const PictureOptions& options) {
  if (study.warps_per_sm == study.max_warps_per_sm) return "";
  std::string text = '\n' + painted("better", Colour::bold, options.colour) + '\n';
  for (const OccupancyStudy::Change& change : study.changes)
    text += fmt::format("{:{}}{}\n", "", kIndent, change_text(study, change));
  if (study.changes.empty())
    text += fmt::format("{:{}}no single change of block size, registers or shared memory\n", "", kIndent);
  return text;
}

/// A bar for every 32 threads, every so many registers, or a part of the shared memory.
Chart chart_of(const OccupancyStudy& study, const OccupancyStudy::Curve& curve, const PictureOptions& options) {
  const std::uint32_t first = curve.steps.front().first;
  const std::uint32_t last = curve.steps.back().last;
  const std::size_t room = std::clamp<std::size_t>(options.width, 60, 120) - kIndent - 8;
  const bool is_block = curve.unit == "threads";
  const std::uint32_t span = last - first + 1;
  std::uint32_t step = is_block ? 32 : 1;
  while (span / step > 64 || span / step > room) step *= 2;
  Chart chart;
  chart.bar_width = span / step <= 36 && 2 * (span / step) <= room ? 2 : 1;
  // A bar stands for the largest setting it covers: multiples of the step.
  auto at = curve.steps.begin();
  for (std::uint64_t end = is_block || first == 1 ? step : 0; end < std::uint64_t{last} + step; end += step) {
    const std::uint32_t value = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, last));
    while (at->last < value) ++at;
    const bool marked = curve.now <= end && curve.now + step > end;
    chart.bars.push_back({.share = study.fraction(at->warps_per_sm), .marked = marked});
    if (chart.bars.size() == 1) chart.first = grouped(std::uint64_t{value});
    chart.last = grouped(std::uint64_t{value});
    if (value == last) break;
  }
  chart.mark = grouped(std::uint64_t{curve.now});
  return chart;
}

std::string curves_text(const OccupancyStudy& study, const PictureOptions& options) {
  std::string text;
  for (const OccupancyStudy::Curve& curve : study.curves) {
    if (curve.steps.empty()) continue;
    text += '\n' + painted(fmt::format("occupancy over {}", curve.name), Colour::bold, options.colour) +
            fmt::format("  ({})\n", curve.unit) + chart_text(chart_of(study, curve, options), kIndent, options);
  }
  return text;
}

std::string clusters_text(const OccupancyStudy& study) {
  if (!study.clusters) return "";
  return fmt::format(
      "{:{}}clusters of {}: at most {} at once on {} SMs  (a bound: which SMs share a cluster is not "
      "modelled)\n",
      "", kIndent, plural(study.clusters->size, "block"), grouped(study.clusters->per_gpu_most), study.sm_count);
}

std::string one(const OccupancyStudy& study, const PictureOptions& options) {
  const std::string title = study.kernel.empty() ? asked(study) : fmt::format("kernel {}", displayable(study.kernel));
  std::string text = painted(title, Colour::bold, options.colour) + '\n';
  if (!study.kernel.empty()) text += fmt::format("{:{}}{}\n", "", kIndent, asked(study));
  text += fmt::format("{:{}}{}, {}\n", "", kIndent, study.architecture, study.device);
  const Colour colour = study.warps_per_sm == study.max_warps_per_sm ? Colour::green : Colour::yellow;
  text += fmt::format("{:{}}", "", kIndent) + painted(verdict(study), colour, options.colour) + '\n';
  text += clusters_text(study);
  for (const std::string& note : study.notes) text += fmt::format("{:{}}{}\n", "", kIndent, note);
  if (study.registers_estimated)
    text += fmt::format("{:{}}registers are estimated; --registers N takes the compiler's number\n", "", kIndent);
  return text + '\n' + limit_table(study, options) + changes_text(study, options) + curves_text(study, options);
}

std::string comparison(std::span<const OccupancyStudy> studies, const PictureOptions& options) {
  const OccupancyStudy& first = studies.front();
  std::string text = painted(first.kernel.empty() ? asked(first) : "kernel " + displayable(first.kernel), Colour::bold,
                             options.colour) +
                     '\n';
  if (!first.kernel.empty()) text += fmt::format("{:{}}{}\n", "", kIndent, asked(first));
  Table table({{"--arch", Align::left},
               {.title = "GPU", .align = Align::left, .spare = true},
               {"occupancy"},
               {"blocks/SM"},
               {"warps/SM"},
               {"of"},
               {"limited by", Align::left}});
  for (const OccupancyStudy& study : studies) {
    table.add({{study.architecture},
               {study.device},
               {percent(study, study.warps_per_sm)},
               {grouped(std::uint64_t{study.blocks_per_sm})},
               {grouped(std::uint64_t{study.warps_per_sm})},
               {grouped(std::uint64_t{study.max_warps_per_sm})},
               {binding(study)}});
  }
  return text + '\n' + table.text(kIndent, options.colour, options.table_width);
}

}  // namespace

std::string to_text(std::span<const OccupancyStudy> studies, const PictureOptions& options) {
  if (studies.empty()) return "";
  return studies.size() == 1 ? one(studies.front(), options) : comparison(studies, options);
}

}  // namespace warpglass::report
