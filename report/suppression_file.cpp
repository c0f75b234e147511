// The file of suppressions: one to a line, every mistake with its place.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "analysis/analyser.hpp"
#include "base/nearest.hpp"
#include "report/suppressions.hpp"

namespace warpglass::report {
namespace {

/// A mistake, at a byte of the line from 0.
struct Mistake {
  std::size_t at = 0;
  std::string message;
};

struct Word {
  std::size_t at = 0;
  std::string text;  // without quotes
};

/// Words between blanks up to a comment; a quoted part may hold blanks.
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

void check_rule(const Word& word) {
  const std::vector<std::string_view> rules = analysis::rules();
  if (word.text == "*" || std::ranges::find(rules, word.text) != rules.end()) return;
  const auto near = nearest_names(word.text, rules, std::max<std::size_t>(2, word.text.size() / 4));
  throw Mistake{word.at, near.empty()
                             ? fmt::format("there is no rule '{}'; there are: {}", word.text, fmt::join(rules, ", "))
                             : fmt::format("there is no rule '{}'; nearest: {}; all: {}", word.text,
                                           fmt::join(near, ", "), fmt::join(rules, ", "))};
}

std::uint32_t line_number(std::string_view text, std::size_t at) {
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value == 0)
    throw Mistake{at, fmt::format("'{}' is no line; lines are numbers from 1, as in line=12 or line=12-20", text)};
  return value;
}

Suppression suppression_of(const std::vector<Word>& words) {
  check_rule(words.front());
  Suppression suppression;
  suppression.rule = words.front().text;
  std::vector<std::string_view> seen;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    const std::size_t equals = text.find('=');
    const std::string_view key = text.substr(0, equals);
    if (equals == std::string_view::npos || (key != "kernel" && key != "file" && key != "line")) {
      throw Mistake{
          words[i].at,
          fmt::format("'{}' is none of kernel=GLOB, file=GLOB and line=N[-M]; quotes hold blanks together", text)};
    }
    const std::string_view value = text.substr(equals + 1);
    if (value.empty()) throw Mistake{words[i].at, fmt::format("{}= says nothing", key)};
    if (std::ranges::find(seen, key) != seen.end()) throw Mistake{words[i].at, fmt::format("{}= is there twice", key)};
    seen.push_back(key);
    if (key == "kernel") {
      suppression.kernel = value;
    } else if (key == "file") {
      suppression.file = value;
    } else {
      const std::size_t dash = value.find('-');
      suppression.first_line = line_number(value.substr(0, dash), words[i].at);
      suppression.last_line =
          dash == std::string_view::npos ? suppression.first_line : line_number(value.substr(dash + 1), words[i].at);
      if (suppression.last_line < suppression.first_line)
        throw Mistake{words[i].at, fmt::format("line={} ends before it begins", value)};
    }
  }
  return suppression;
}

}  // namespace

std::vector<Suppression> parse_suppressions(std::string_view text, const std::string& file, Diagnostics& problems) {
  std::vector<Suppression> all;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto place = [&](std::size_t at) {
      return SourcePosition{.file = file, .line = number, .column = static_cast<std::uint32_t>(at) + 1};
    };
    try {
      const std::vector<Word> words = words_of(line);
      if (words.empty()) continue;
      all.push_back(suppression_of(words));
      all.back().where = place(words.front().at);
    } catch (const Mistake& mistake) {
      problems.push_back(
          {.severity = Severity::error, .where = place(mistake.at), .message = mistake.message, .rule = {}});
    }
  }
  return all;
}

}  // namespace warpglass::report
