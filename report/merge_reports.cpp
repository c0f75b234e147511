// Several reports as one. Of checks only findings are of interest, and merge.cpp knows which of them are the same; of
// runs that count, what was counted adds up: kernels by name, lines and instructions by their place.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "report/report.hpp"

namespace warpglass::report {
namespace {

using analysis::KernelProfile;
using analysis::LaunchProfile;
using analysis::RunProfile;

bool is_check(const Report& report) { return !report.run.seeds.empty(); }

/// Why the second cannot be added to the first; empty when it can.
std::string obstacle(const Report& a, const Report& b) {
  if (a.program != b.program) return fmt::format("they are of {} and {}", a.program, b.program);
  if (a.architecture != b.architecture || a.device != b.device) {
    return fmt::format("they are of {} and {}; report diff sets two GPUs side by side", a.architecture, b.architecture);
  }
  if (a.devices != b.devices) return "their programs had other devices";
  const bool are_equal =
      std::ranges::all_of(a.devices, [&](const ReportDevice& one) { return one == a.devices.front(); });
  if (!are_equal && !is_check(a)) return "their programs had several GPUs, whose counters do not add up";
  if (is_check(a) != is_check(b))
    return "one is of `check` and one of `run`; a report is of runs or of checks, so write one file of each";
  if (a.as_written != b.as_written) return "only one of them counts instructions --as-written";
  if (a.run.metrics != b.run.metrics)
    return "they hold different counters; run both with the same flags and the same version";
  for (const std::uint64_t seed : b.run.seeds) {
    if (std::ranges::find(a.run.seeds, seed) != a.run.seeds.end())
      return fmt::format("seed {} is in both, and what it shows would count twice", seed);
  }
  return "";
}

/// By the order in which the first has them; `add` sums two of the same key.
template <class Row, class KeyOf, class Add>
void add_rows(std::vector<Row>& into, std::vector<Row>&& other, KeyOf key_of, Add add) {
  std::map<decltype(key_of(other.front())), std::size_t> known;
  for (std::size_t i = 0; i < into.size(); ++i) known.try_emplace(key_of(into[i]), i);
  for (Row& row : other) {
    const auto [at, fresh] = known.try_emplace(key_of(row), into.size());
    if (fresh) {
      into.push_back(std::move(row));
    } else {
      add(into[at->second], row);
    }
  }
}

/// Those of the first stay. How often one occurred in both runs is known where both have kept it.
void add_examples(analysis::InstructionProfile& into, const analysis::InstructionProfile& other) {
  if (other.examples.empty()) return;
  if (into.examples.empty()) {
    into.examples = other.examples;
    return;
  }
  for (analysis::AccessExample& example : into.examples) {
    const auto same = std::ranges::find_if(
        other.examples, [&](const analysis::AccessExample& one) { return analysis::same_shape(one, example); });
    if (same == other.examples.end() || same->times == 0 || example.times == 0) {
      example.times = example.total_cost = example.total_ideal = 0;
    } else {
      example.times += same->times;
      example.total_cost += same->total_cost;
      example.total_ideal += same->total_ideal;
    }
  }
}

void drop_layouts(KernelProfile& kernel) {
  kernel.proposed_layouts.clear();
  for (analysis::InstructionProfile& instruction : kernel.instructions) {
    for (analysis::AccessExample& example : instruction.examples) example.proposed.clear();
  }
}

/// What is proposed for both runs; another layout for each is none for both.
void add_layouts(KernelProfile& into, KernelProfile& other) {
  const auto all_of = [](const analysis::ProposedLayout& of) {
    return std::tie(of.array, of.name, of.rows, of.columns, of.element_bytes, of.padding, of.shift, of.mask, of.unit);
  };
  const bool same = std::ranges::equal(into.proposed_layouts, other.proposed_layouts,
                                       [&](const auto& a, const auto& b) { return all_of(a) == all_of(b); });
  if (!same) {
    drop_layouts(into);
    drop_layouts(other);
    return;
  }
  for (std::size_t i = 0; i < into.proposed_layouts.size(); ++i) {
    analysis::ProposedLayout& layout = into.proposed_layouts[i];
    layout.wavefronts += other.proposed_layouts[i].wavefronts;
    layout.wavefronts_least += other.proposed_layouts[i].wavefronts_least;
    layout.wavefronts_before += other.proposed_layouts[i].wavefronts_before;
  }
}

void add_kernel(KernelProfile& into, KernelProfile& other, const std::vector<analysis::MetricDefinition>& metrics) {
  into.same_shape &= other.same_shape && into.grid == other.grid && into.block == other.block &&
                     into.cluster == other.cluster && into.dynamic_shared_bytes == other.dynamic_shared_bytes;
  if (into.launches_counted == 0) into.values = other.values;
  for (std::size_t i = 0; into.launches_counted != 0 && i < into.values.size() && i < other.values.size(); ++i) {
    if (metrics[i].adds) into.values[i] += other.values[i];
  }
  into.launches += other.launches;
  into.launches_counted += other.launches_counted;
  into.launches_repeated += other.launches_repeated;
  into.launches_cut_short += other.launches_cut_short;
  for (std::size_t i = 0; i < into.launches_on.size() && i < other.launches_on.size(); ++i)
    into.launches_on[i] += other.launches_on[i];
  add_layouts(into, other);
  into.runs_out_of_registers |= other.runs_out_of_registers;
  into.reads_parts_of_products |= other.reads_parts_of_products;
  into.has_pliable_loops |= other.has_pliable_loops;
  into.has_pliable_loads |= other.has_pliable_loads;
  into.has_partly_filled_copies |= other.has_partly_filled_copies;
  into.has_unknown_fetches |= other.has_unknown_fetches;
  into.has_loops_by_value |= other.has_loops_by_value;
  into.lanes_meet_early |= other.lanes_meet_early;
  into.talks |= other.talks;
  if (into.order == analysis::OrderDependence{}) into.order = other.order;
  add_rows(
      into.pipes, std::move(other.pipes), [](const auto& use) { return use.pipe; },
      [](auto& a, const auto& b) { a.cycles += b.cycles; });
  std::ranges::stable_sort(into.pipes, std::greater<>(), &analysis::PipeUse::cycles);
  const auto add = [](auto& a, const auto& b) {
    a.counts.add(b.counts);
    a.issue.cycles += b.issue.cycles;
  };
  const auto place_of = [](const analysis::LineProfile& line) {
    return std::tuple(line.where.file, line.where.line, line.where.column, line.kind, line.access_bytes);
  };
  const std::size_t lines = into.lines.size();
  add_rows(into.lines, std::move(other.lines), place_of, add);
  if (into.lines.size() != lines) {
    std::ranges::stable_sort(
        into.lines, {}, [](const analysis::LineProfile& line) { return std::tuple(line.where.file, line.where.line); });
  }
  add_rows(
      into.instructions, std::move(other.instructions),
      [](const analysis::InstructionProfile& one) { return std::tuple(one.function, one.pc, one.text); },
      [&](analysis::InstructionProfile& a, analysis::InstructionProfile& b) {
        add_examples(a, b);
        add(a, b);
      });
}

void add_counters(RunProfile& into, RunProfile& other) {
  std::vector<std::uint32_t> number_of;  // of the other's kernels
  for (KernelProfile& kernel : other.kernels) {
    const auto known = std::ranges::find(into.kernels, kernel.name, &KernelProfile::name);
    number_of.push_back(static_cast<std::uint32_t>(known - into.kernels.begin()));
    if (known == into.kernels.end()) {
      into.kernels.push_back(std::move(kernel));
    } else {
      add_kernel(*known, kernel, into.metrics);
    }
  }
  for (LaunchProfile& launch : other.launches) {
    if (into.launches.size() == analysis::kMaxLaunches) break;
    launch.index += into.launch_count;
    launch.kernel = number_of[launch.kernel];
    into.launches.push_back(std::move(launch));
  }
  for (analysis::TransferProfile& transfer : other.transfers) {
    if (into.transfers.size() == analysis::kMaxTransfers) break;
    transfer.launches_before += into.launch_count;
    into.transfers.push_back(transfer);
  }
  into.transfer_count += other.transfer_count;
  for (analysis::Finding& finding : other.findings) finding.launch += into.launch_count;
  into.launch_count += other.launch_count;
  into.launches_counted += other.launches_counted;
}

}  // namespace

std::optional<Report> merge(std::vector<Report> all, const std::vector<std::string>& names, std::string& problem) {
  problem.clear();
  Report& first = all.front();
  if (all.size() == 1) return std::move(first);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::string why = obstacle(first, all[i]);
    if (!why.empty()) {
      problem = fmt::format("{} and {} cannot be one report: {}", names.front(), names[i], why);
      return std::nullopt;
    }
    first.run.seeds.insert(first.run.seeds.end(), all[i].run.seeds.begin(), all[i].run.seeds.end());
  }
  std::vector<analysis::Finding> suppressed = std::move(first.run.suppressed);
  for (std::size_t i = 1; i < all.size(); ++i) {
    Report& other = all[i];
    other.run.seeds.clear();  // they are there
    first.interrupted |= other.interrupted;
    for (const std::string& name : other.analysers) {
      if (std::ranges::find(first.analysers, name) == first.analysers.end()) first.analysers.push_back(name);
    }
    for (SourceText& source : other.sources) {
      if (std::ranges::find(first.sources, source.name, &SourceText::name) == first.sources.end())
        first.sources.push_back(std::move(source));
    }
    for (const Diagnostic& remark : other.run.remarks) {
      const std::string said = to_string(remark);
      if (std::ranges::none_of(first.run.remarks, [&](const Diagnostic& one) { return to_string(one) == said; }))
        first.run.remarks.push_back(remark);
    }
    if (!is_check(first)) add_counters(first.run, other.run);
    // What was suppressed is merged by the same rule as what was not.
    RunProfile mine;
    RunProfile others;
    mine.findings = std::move(suppressed);
    others.findings = std::move(other.run.suppressed);
    merge_in(mine, std::move(others));
    suppressed = std::move(mine.findings);
    merge_in(first.run, std::move(other.run));
  }
  first.run.suppressed = std::move(suppressed);
  return std::move(first);
}

}  // namespace warpglass::report
