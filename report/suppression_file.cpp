// The file of suppressions: one to a line, every mistake with its place.
#include <span>

#include "report/suppressions.hpp"

namespace warpglass::report {

std::vector<Suppression> parse_suppressions(std::string_view text, const std::string& file, Diagnostics& problems) {
  std::vector<Suppression> all;
  for_each_line(text, file, problems, [&](std::string_view line, std::uint32_t number) {
    const std::vector<Word> words = words_of(line);
    if (words.empty()) return;
    const Word& rule = words.front();
    check_rule(rule.text, rule.at);
    Suppression suppression;
    static_cast<Scope&>(suppression) = scope_of(std::span(words).subspan(1));
    suppression.rule = rule.text;
    suppression.where = {.file = file, .line = number, .column = static_cast<std::uint32_t>(rule.at) + 1};
    all.push_back(std::move(suppression));
  });
  return all;
}

}  // namespace warpglass::report
