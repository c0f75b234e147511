#include "report/comments.hpp"

#include <algorithm>

namespace warpglass::report {
namespace {

constexpr std::string_view kBlanks = " \t\r";

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool is_only_comment(std::string_view source_line) { return trimmed(source_line).starts_with("//"); }

std::optional<Annotation> annotation_in(std::string_view source_line) {
  static constexpr std::string_view kMark = "warpglass:";
  const std::size_t comment = source_line.find("//");
  if (comment == std::string_view::npos) return std::nullopt;
  const std::size_t mark = source_line.find(kMark, comment);
  if (mark == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trimmed(source_line.substr(mark + kMark.size()));
  Annotation annotation;
  annotation.verb = rest.substr(0, std::min(rest.find_first_of(kBlanks), rest.size()));
  if (annotation.verb.empty()) return std::nullopt;
  annotation.text = trimmed(rest.substr(annotation.verb.size()));
  const char* const at = annotation.text.empty() ? rest.data() + rest.size() : annotation.text.data();
  annotation.column = static_cast<std::uint32_t>(at - source_line.data()) + 1;
  return annotation;
}

}  // namespace warpglass::report
