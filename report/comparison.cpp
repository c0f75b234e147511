#include "report/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/nearest.hpp"

namespace warpglass::report {
namespace {

struct Written {
  std::string_view text;
  Relation relation;
};

// The longer first.
constexpr Written kRelations[] = {{"<=", Relation::at_most}, {">=", Relation::at_least}, {"==", Relation::equal},
                                  {"!=", Relation::other},   {"<", Relation::less},      {">", Relation::more}};

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string_view text_of(Relation relation) {
  return std::ranges::find(kRelations, relation, &Written::relation)->text;
}

bool holds(Relation relation, double value, double limit) {
  switch (relation) {
    case Relation::less: return value < limit;
    case Relation::at_most: return value <= limit;
    case Relation::more: return value > limit;
    case Relation::at_least: return value >= limit;
    case Relation::equal: return value == limit;
    case Relation::other: return value != limit;
  }
  return false;
}

void ComparisonReader::skip_blanks() {
  while (!done() && (next() == ' ' || next() == '\t')) ++at_;
}

bool ComparisonReader::take(char c) {
  if (next() != c) return false;
  ++at_;
  return true;
}

std::string ComparisonReader::name() {
  const std::size_t first = at_;
  while (is_of_name(next())) ++at_;
  if (at_ == first)
    throw Mistake{first, "the name of a counter is missing; `warpglass run --query-metrics` lists them"};
  return std::string(text_.substr(first, at_ - first));
}

Relation ComparisonReader::relation() {
  for (const Written& written : kRelations) {
    if (!text_.substr(at_).starts_with(written.text)) continue;
    at_ += written.text.size();
    return written.relation;
  }
  throw Mistake{at_, done() ? "a comparison is missing; there are < <= > >= == !="
                            : fmt::format("'{}' is no comparison; there are < <= > >= == !=", next())};
}

double ComparisonReader::number() {
  const std::size_t first = at_;
  std::string digits;
  while (is_digit(next()) || next() == '.' || (next() == ',' && !digits.empty())) {
    if (next() != ',') digits += next();
    ++at_;
  }
  double value = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || problem != std::errc() || end != digits.data() + digits.size()) {
    const std::string_view there = text_.substr(first, std::max<std::size_t>(at_ - first, 1));
    throw Mistake{
        first, done() && there.empty() ? std::string("a number is missing") : fmt::format("'{}' is no number", there)};
  }
  return value;
}

std::string counter_named(std::string_view name, const std::vector<std::string>& known, std::size_t at) {
  for (const std::string& one : known) {
    if (one == name || std::string_view(one).substr(0, one.rfind('.')) == name) return one;
  }
  std::vector<std::string_view> names;
  for (const std::string& one : known) {
    names.push_back(one);
    names.push_back(std::string_view(one).substr(0, one.rfind('.')));
  }
  const auto near = nearest_names(name, names, std::max<std::size_t>(2, name.size() / 4));
  throw Mistake{at, fmt::format("there is no counter '{}' here{}", name,
                                near.empty() ? std::string("; `warpglass run --query-metrics` lists them")
                                             : fmt::format("; nearest: {}", fmt::join(near, ", ")))};
}

}  // namespace warpglass::report
