#include "report/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace warpglass::report {
namespace {

using analysis::Counts;
using analysis::Finding;
using analysis::KernelProfile;
using analysis::LaunchProfile;
using analysis::LineProfile;

struct LineCounter {
  const char* name;
  std::uint64_t Counts::* member;
};

/// What the tables of the text form show of a line.
constexpr LineCounter kLineCounters[] = {{"wavefronts", &Counts::wavefronts},
                                         {"sectors", &Counts::sectors},
                                         {"executed", &Counts::executions},
                                         {"divergent", &Counts::divergent}};

/// The counters of both, in the order of the later one; `values` of either side may be missing.
std::vector<Change> counters_of(const Report& before, const std::vector<double>* before_values, const Report& after,
                                const std::vector<double>* after_values) {
  std::vector<Change> all;
  std::map<std::string_view, std::size_t> known;
  const auto fill = [&](const Report& report, const std::vector<double>* values, std::optional<double> Change::* side) {
    for (std::size_t i = 0; i < report.run.metrics.size(); ++i) {
      const analysis::MetricDefinition& metric = report.run.metrics[i];
      const auto [at, fresh] = known.try_emplace(metric.name, all.size());
      if (fresh) all.push_back({.name = metric.name, .unit = metric.unit, .before = {}, .after = {}});
      if (values != nullptr && i < values->size()) all[at->second].*side = (*values)[i];
    }
  };
  fill(after, after_values, &Change::after);
  fill(before, before_values, &Change::before);
  return all;
}

std::vector<Change> changed_only(std::vector<Change> all) {
  std::erase_if(all, [](const Change& change) { return !change.changed(); });
  return all;
}

bool is_shown(const LineProfile& line) {
  return line.counts.wavefronts != 0 || line.counts.sectors != 0 || line.counts.divergent != 0;
}

std::vector<const LineProfile*> shown_lines(const KernelProfile* kernel) {
  std::vector<const LineProfile*> lines;
  if (kernel == nullptr) return lines;
  for (const LineProfile& line : kernel->lines) {
    if (is_shown(line)) lines.push_back(&line);
  }
  return lines;
}

using Pair = std::pair<const LineProfile*, const LineProfile*>;

bool are_alike(const LineProfile& a, const LineProfile& b) {
  return a.where.file == b.where.file && a.kind == b.kind && a.access_bytes == b.access_bytes;
}

std::vector<Pair> pairs_of(const std::vector<const LineProfile*>& before,
                           const std::vector<const LineProfile*>& after) {
  std::vector<Pair> pairs;
  const bool same_order =
      std::ranges::equal(before, after, [](const LineProfile* a, const LineProfile* b) { return are_alike(*a, *b); });
  if (same_order) {
    for (std::size_t i = 0; i < before.size(); ++i) pairs.emplace_back(before[i], after[i]);
    return pairs;
  }
  std::set<const LineProfile*> taken;
  for (const LineProfile* b : after) {
    const auto like = std::ranges::find_if(before, [&](const LineProfile* a) {
      return a->where.line == b->where.line && are_alike(*a, *b) && !taken.contains(a);
    });
    if (like != before.end()) taken.insert(*like);
    pairs.emplace_back(like == before.end() ? nullptr : *like, b);
  }
  for (const LineProfile* a : before) {
    if (!taken.contains(a)) pairs.emplace_back(a, nullptr);
  }
  return pairs;
}

/// By how much the memory has more or less to do at a line, whatever the unit.
double weight_of(const LineChange& line) {
  double weight = 0;
  for (const Change& change : line.changes)
    weight = std::max(weight, std::abs(change.after.value_or(0) - change.before.value_or(0)));
  return weight;
}

std::vector<LineChange> lines_of(const KernelProfile* before, const KernelProfile* after) {
  std::vector<LineChange> all;
  for (const auto& [a, b] : pairs_of(shown_lines(before), shown_lines(after))) {
    const LineProfile& either = b != nullptr ? *b : *a;
    LineChange line{
        .before = a != nullptr ? a->where : SourcePosition{},
        .after = b != nullptr ? b->where : SourcePosition{},
        .what = either.access_bytes == 0 ? either.kind : fmt::format("{} {}", either.kind, either.access_bytes * 8),
        .changes = {}};
    for (const LineCounter& counter : kLineCounters) {
      Change change{.name = counter.name, .unit = {}, .before = {}, .after = {}};
      if (a != nullptr) change.before = static_cast<double>(a->counts.*counter.member);
      if (b != nullptr) change.after = static_cast<double>(b->counts.*counter.member);
      if (change.before.value_or(0) != change.after.value_or(0)) line.changes.push_back(std::move(change));
    }
    if (!line.changes.empty()) all.push_back(std::move(line));
  }
  std::ranges::stable_sort(all, std::greater<>(), weight_of);
  return all;
}

std::vector<const LaunchProfile*> launches_of(const Report& report, const KernelProfile* kernel) {
  std::vector<const LaunchProfile*> all;
  if (kernel == nullptr) return all;
  const auto number = static_cast<std::uint32_t>(kernel - report.run.kernels.data());
  for (const LaunchProfile& launch : report.run.launches) {
    if (launch.kernel == number && launch.counted) all.push_back(&launch);
  }
  return all;
}

std::vector<LaunchChange> launches_between(const Report& before, const KernelProfile* of_before, const Report& after,
                                           const KernelProfile* of_after) {
  const std::vector<const LaunchProfile*> a = launches_of(before, of_before);
  const std::vector<const LaunchProfile*> b = launches_of(after, of_after);
  std::vector<LaunchChange> all;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    LaunchChange launch;
    if (i < a.size()) launch.before = a[i]->index;
    if (i < b.size()) launch.after = b[i]->index;
    if (launch.before && launch.after)
      launch.changes = changed_only(counters_of(before, &a[i]->values, after, &b[i]->values));
    if (!launch.before || !launch.after || !launch.changes.empty()) all.push_back(std::move(launch));
  }
  return all;
}

const KernelProfile* counted_kernel(const Report& report, const std::string& name) {
  for (const KernelProfile& kernel : report.run.kernels) {
    if (kernel.name == name && kernel.launches_counted != 0) return &kernel;
  }
  return nullptr;
}

KernelChange kernel_change(const std::string& name, const Report& before, const Report& after) {
  KernelChange change{.name = name, .before = counted_kernel(before, name), .after = counted_kernel(after, name)};
  change.counters = counters_of(before, change.before != nullptr ? &change.before->values : nullptr, after,
                                change.after != nullptr ? &change.after->values : nullptr);
  change.lines = lines_of(change.before, change.after);
  change.launches = launches_between(before, change.before, after, change.after);
  return change;
}

/// Pairs findings of two reports: what `key_of` says is the same is taken off both lists, in their order.
template <class KeyOf>
std::size_t take_pairs(std::vector<const Finding*>& before, std::vector<const Finding*>& after, KeyOf key_of) {
  std::multimap<decltype(key_of(*before.front())), const Finding*> waiting;
  for (const Finding* finding : before) waiting.emplace(key_of(*finding), finding);
  std::set<const Finding*> taken;
  std::erase_if(after, [&](const Finding* finding) {
    const auto like = waiting.lower_bound(key_of(*finding));
    if (like == waiting.end() || like->first != key_of(*finding)) return false;
    taken.insert(like->second);
    waiting.erase(like);
    return true;
  });
  std::erase_if(before, [&](const Finding* finding) { return taken.contains(finding); });
  return taken.size();
}

}  // namespace

double Change::relative() const {
  const double was = before.value_or(0);
  const double is = after.value_or(0);
  if (was == is) return 0;
  if (was == 0) return is > 0 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  return (is - was) / std::abs(was);
}

bool KernelChange::changed() const {
  return before == nullptr || after == nullptr || !lines.empty() || !launches.empty() ||
         std::ranges::any_of(counters, &Change::changed);
}

Difference difference(const Report& before, const Report& after) {
  Difference result;
  for (const KernelProfile& kernel : after.run.kernels) {
    if (kernel.launches_counted != 0) result.kernels.push_back(kernel_change(kernel.name, before, after));
  }
  for (const KernelProfile& kernel : before.run.kernels) {
    if (kernel.launches_counted != 0 && counted_kernel(after, kernel.name) == nullptr)
      result.kernels.push_back(kernel_change(kernel.name, before, after));
  }
  for (const Finding& finding : before.run.findings) result.gone.push_back(&finding);
  for (const Finding& finding : after.run.findings) result.found.push_back(&finding);
  result.kept = take_pairs(result.gone, result.found, [](const Finding& f) {
    return std::tuple(f.rule, f.kernel, f.where.file, f.where.line, f.where.column);
  });
  result.kept += take_pairs(result.gone, result.found,
                            [](const Finding& f) { return std::tuple(f.rule, f.kernel, f.where.file); });
  return result;
}

}  // namespace warpglass::report
