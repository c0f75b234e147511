#include "ptx/inlined_code.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace warpglass::ptx {
namespace {

constexpr std::uint64_t kFunctionItself = ~std::uint64_t{0};

/// A call's range of instructions.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t call = 0;
  std::uint32_t depth = 0;

  /// Ranges within others come first.
  friend bool operator<(const Range& a, const Range& b) {
    if (a.depth != b.depth) return a.depth > b.depth;
    return std::pair(a.end - a.begin, a.call) < std::pair(b.end - b.begin, b.call);
  }
};

std::vector<Range> ranges_in(const Function& function, std::span<const InlinedCall> calls) {
  std::unordered_map<std::string_view, std::uint32_t> places;
  for (const Label& label : function.labels) places.emplace(label.name, label.target);
  std::vector<std::uint32_t> depths(calls.size(), 0);
  std::vector<Range> ranges;
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    if (calls[i].outer != InlinedCall::kNone) depths[i] = depths[calls[i].outer] + 1;
    const auto begin = places.find(calls[i].begin);
    const auto end = places.find(calls[i].end);
    if (begin == places.end() || end == places.end() || begin->second >= end->second) continue;
    ranges.push_back({.begin = begin->second, .end = end->second, .call = i, .depth = depths[i]});
  }
  std::ranges::sort(ranges, {}, &Range::begin);
  return ranges;
}

/// Goes through the instructions that have a location. \param visit  gets the index and the ranges it lies in,
/// innermost first
template <class Visit>
void for_each_place(const Function& function, const std::vector<Range>& ranges, Visit&& visit) {
  std::vector<Range> open;
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    std::erase_if(open, [&](const Range& range) { return range.end <= i; });
    for (; next < ranges.size() && ranges[next].begin <= i; ++next) {
      if (ranges[next].end > i) open.insert(std::upper_bound(open.begin(), open.end(), ranges[next]), ranges[next]);
    }
    if (function.instructions[i].location >= 0) visit(i, open);
  }
}

}  // namespace

std::vector<std::uint32_t> calls_of_code(const Function& function, std::span<const InlinedCall> calls,
                                         std::span<const SourceLocation> locations) {
  std::vector<std::uint32_t> innermost(function.instructions.size(), InlinedCall::kNone);
  const std::vector<Range> ranges = ranges_in(function, calls);
  if (ranges.empty()) return innermost;
  // A line belongs to the function in whose calls most of its instructions lie.
  using Line = std::pair<std::uint32_t, std::uint32_t>;
  const auto line_of = [&](std::uint32_t i) {
    const SourceLocation& location = locations[static_cast<std::size_t>(function.instructions[i].location)];
    return Line(location.file, location.line);
  };
  std::map<Line, std::map<std::uint64_t, std::size_t>> votes;
  for_each_place(function, ranges, [&](std::uint32_t i, const std::vector<Range>& open) {
    ++votes[line_of(i)][open.empty() ? kFunctionItself : calls[open.front().call].callee];
  });
  std::map<Line, std::uint64_t> owners;
  for (const auto& [line, among] : votes)
    owners[line] = std::ranges::max_element(among, {}, &std::pair<const std::uint64_t, std::size_t>::second)->first;
  for_each_place(function, ranges, [&](std::uint32_t i, const std::vector<Range>& open) {
    const std::uint64_t owner = owners[line_of(i)];
    const auto own = std::ranges::find_if(open, [&](const Range& range) { return calls[range.call].callee == owner; });
    if (own != open.end()) innermost[i] = own->call;
  });
  return innermost;
}

}  // namespace warpglass::ptx
