#include "base/counted.hpp"

namespace warpglass {

std::string noun_behind(std::string_view number, std::string_view noun) {
  if (number == "1" || noun.empty()) return std::string(noun);
  const char last = noun.back();
  const char before = noun.size() < 2 ? '\0' : noun[noun.size() - 2];
  const bool hisses = last == 's' || last == 'x' || (last == 'h' && (before == 'c' || before == 's'));
  if (hisses) return fmt::format("{}es", noun);
  const bool is_vowel = std::string_view("aeiou").find(before) != std::string_view::npos;
  if (last == 'y' && !is_vowel) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
  return fmt::format("{}s", noun);
}

std::string counted(std::string_view number, std::string_view noun) {
  return fmt::format("{} {}", number, noun_behind(number, noun));
}

}  // namespace warpglass
