// One report of several runs of a program.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/names.hpp"
#include "report/report.hpp"

namespace warpglass::report {
namespace {

using analysis::Finding;

/// A place and what is done there. Runs may come to a race's places in either order.
using Side = std::tuple<std::string, bool>;
using Key = std::tuple<std::string, Severity, std::string, std::vector<Side>>;

/// Where in its loop a thread is when it is noticed that it gets no further, or who of those that wait is named,
/// depends on the order.
bool is_anywhere(const Finding& finding) { return finding.rule == "endless-loop" || finding.rule == "deadlock"; }

Key key_of(const Finding& finding) {
  if (is_anywhere(finding)) return {finding.rule, finding.severity, finding.kernel, {}};
  std::vector<Side> sides = {{to_string(finding.where), finding.access.write}};
  // A call of the host whose line is not known is told by its place in the program.
  for (const analysis::HostFrame& frame : finding.trace)
    sides.emplace_back(frame.module + ':' + std::to_string(frame.offset), false);
  for (const analysis::RelatedPlace& place : finding.related)
    sides.emplace_back(to_string(place.where), place.access.write);
  std::sort(sides.begin(), sides.end());
  // What is missing between the two sides of a race, and so its rule, may depend on who had heard from whom.
  return {finding.related.empty() ? finding.rule : "race", finding.severity, finding.kernel, std::move(sides)};
}

/// Its words are about the run that found it first.
void tell_sum(Finding& finding) {
  static constexpr std::string_view kTold = "in all runs together ";
  std::erase_if(finding.notes, [](const std::string& note) { return note.starts_with(kTold); });
  finding.notes.push_back(fmt::format("{}{} of {} are above the ideal", kTold, analysis::grouped(finding.excess),
                                      analysis::grouped(finding.total)));
}

}  // namespace

void merge_in(analysis::RunProfile& into, analysis::RunProfile&& other) {
  std::vector<Finding>& all = into.findings;
  std::map<Key, std::size_t> known;
  for (std::size_t i = 0; i < all.size(); ++i) known.try_emplace(key_of(all[i]), i);
  for (Finding& finding : other.findings) {
    const auto [at, fresh] = known.try_emplace(key_of(finding), all.size());
    if (fresh) {
      all.push_back(std::move(finding));
    } else if (finding.call.empty()) {  // what the host does wrong, it does in every run
      all[at->second].count += finding.count;
      all[at->second].excess += finding.excess;
      all[at->second].total += finding.total;
      if (finding.total != 0) tell_sum(all[at->second]);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  for (std::string& notice : other.notices) {
    if (std::ranges::find(into.notices, notice) == into.notices.end()) into.notices.push_back(std::move(notice));
  }
  into.seeds.insert(into.seeds.end(), other.seeds.begin(), other.seeds.end());
}

}  // namespace warpglass::report
