#include "report/scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "analysis/analyser.hpp"
#include "base/nearest.hpp"

namespace warpglass::report {
namespace {

constexpr std::string_view kKeys[] = {"kernel", "file", "line"};

bool names_file(std::string_view glob, std::string_view path) {
  if (matches_glob(glob, path)) return true;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    if (matches_glob(glob, path.substr(slash + 1))) return true;
  }
  return false;
}

std::uint32_t line_number(std::string_view text, std::size_t at) {
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value == 0)
    throw Mistake{at, fmt::format("'{}' is no line; lines are numbers from 1, as in line=12 or line=12-20", text)};
  return value;
}

void read_lines(std::string_view value, std::size_t at, Scope& scope) {
  const std::size_t dash = value.find('-');
  scope.first_line = line_number(value.substr(0, dash), at);
  scope.last_line = dash == std::string_view::npos ? scope.first_line : line_number(value.substr(dash + 1), at);
  if (scope.last_line < scope.first_line) throw Mistake{at, fmt::format("line={} ends before it begins", value)};
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view text) {
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;  // the last one seen, which takes the text before `taken`
  std::size_t taken = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      taken = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

bool names_kernel(const Scope& scope, std::string_view kernel) {
  return matches_glob(scope.kernel, kernel) || matches_glob(scope.kernel, kernel.substr(0, kernel.find('(')));
}

bool names_place(const Scope& scope, const SourcePosition& place) {
  const bool in_lines = scope.first_line == 0 || (place.line >= scope.first_line && place.line <= scope.last_line);
  return in_lines && names_file(scope.file, place.file);
}

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  std::size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
      ++at;
      continue;
    }
    if (line[at] == '#') break;
    Word word{.at = at, .text = {}};
    std::size_t quote = std::string_view::npos;
    for (; at < line.size(); ++at) {
      const char c = line[at];
      if (c == '"') {
        quote = quote == std::string_view::npos ? at : std::string_view::npos;
      } else if (quote == std::string_view::npos && (c == ' ' || c == '\t' || c == '\r')) {
        break;
      } else {
        word.text += c;
      }
    }
    if (quote != std::string_view::npos) throw Mistake{quote, "this quote has no end"};
    words.push_back(std::move(word));
  }
  return words;
}

bool is_of_scope(const Word& word) {
  const std::string_view text = word.text;
  const std::size_t equals = text.find('=');
  return equals != std::string_view::npos && std::ranges::find(kKeys, text.substr(0, equals)) != std::end(kKeys);
}

Scope scope_of(std::span<const Word> words) {
  Scope scope;
  std::vector<std::string_view> seen;
  for (const Word& word : words) {
    const std::string_view text = word.text;
    if (!is_of_scope(word)) {
      throw Mistake{
          word.at,
          fmt::format("'{}' is none of kernel=GLOB, file=GLOB and line=N[-M]; quotes hold blanks together", text)};
    }
    const std::size_t equals = text.find('=');
    const std::string_view key = text.substr(0, equals);
    const std::string_view value = text.substr(equals + 1);
    if (value.empty()) throw Mistake{word.at, fmt::format("{}= says nothing", key)};
    if (std::ranges::find(seen, key) != seen.end()) throw Mistake{word.at, fmt::format("{}= is there twice", key)};
    seen.push_back(key);
    if (key == "kernel") {
      scope.kernel = value;
    } else if (key == "file") {
      scope.file = value;
    } else {
      read_lines(value, word.at, scope);
    }
  }
  return scope;
}

void check_rule(std::string_view rule, std::size_t at) {
  const std::vector<std::string_view> rules = analysis::rules();
  if (rule == "*" || std::ranges::find(rules, rule) != rules.end()) return;
  const auto near = nearest_names(rule, rules, std::max<std::size_t>(2, rule.size() / 4));
  throw Mistake{at, near.empty() ? fmt::format("there is no rule '{}'; there are: {}", rule, fmt::join(rules, ", "))
                                 : fmt::format("there is no rule '{}'; nearest: {}; all: {}", rule,
                                               fmt::join(near, ", "), fmt::join(rules, ", "))};
}

void for_each_line(std::string_view text, const std::string& file, Diagnostics& problems,
                   const std::function<void(std::string_view line, std::uint32_t number)>& read) {
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    try {
      read(line, number);
    } catch (const Mistake& mistake) {
      problems.push_back({.severity = Severity::error,
                          .where = {.file = file, .line = number, .column = static_cast<std::uint32_t>(mistake.at) + 1},
                          .message = mistake.message,
                          .rule = {}});
    }
  }
}

}  // namespace warpglass::report
