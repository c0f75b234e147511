#include "toolkit/source_beginning.hpp"

#include <algorithm>
#include <cstddef>

namespace warpglass::toolkit {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

enum class Directive : unsigned char { includes, may_stand, ends };

/// \param line  behind its #
Directive directive(std::string_view line) {
  const std::string_view text = trimmed(line);
  // A line that goes on, or a comment that does.
  if (text.ends_with('\\') || text.find("/*") != std::string_view::npos) return Directive::ends;
  const std::size_t length = std::min(text.size(), text.find_first_of(" \t<\"/"));
  const std::string_view word = text.substr(0, length);
  if (word == "include") return Directive::includes;
  if (word == "define" || word == "undef") return Directive::may_stand;
  if (word == "pragma" && trimmed(text.substr(length)) == "once") return Directive::may_stand;
  return Directive::ends;
}

}  // namespace

std::string_view source_beginning(std::string_view source) {
  std::size_t end = 0;
  std::size_t at = 0;
  while (at < source.size()) {
    at = std::min(source.size(), source.find_first_not_of(" \t\r\f\v\n", at));
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("/*")) {
      const std::size_t closes = rest.find("*/", 2);
      if (closes == std::string_view::npos) break;
      at += closes + 2;
      continue;
    }
    const std::size_t line_end = rest.find('\n');
    if (line_end == std::string_view::npos) break;
    const std::string_view line = rest.substr(0, line_end);
    if (rest.starts_with("//")) {
      if (trimmed(line).ends_with('\\')) break;
    } else if (rest.starts_with('#')) {
      const Directive what = directive(line.substr(1));
      if (what == Directive::ends) break;
      if (what == Directive::includes) end = at + line_end + 1;
    } else {
      break;
    }
    at += line_end + 1;
  }
  return source.substr(0, end);
}

bool includes_something(std::string_view source) {
  while (!source.empty()) {
    const std::string_view line = trimmed(source.substr(0, source.find('\n')));
    const std::string_view word = line.starts_with('#') ? trimmed(line.substr(1)) : std::string_view();
    if (word.starts_with("include") || word.starts_with("import")) return true;
    source.remove_prefix(std::min(source.size(), source.find('\n')));
    if (!source.empty()) source.remove_prefix(1);
  }
  return false;
}

}  // namespace warpglass::toolkit
