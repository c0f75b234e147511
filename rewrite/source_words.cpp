#include "rewrite/source_words.hpp"

#include <algorithm>
#include <cctype>

namespace warpglass::rewrite {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view text_of_function(const Node& function, std::string_view text) {
  const auto begin = token_or_macro(function.at("range").at("begin"));
  const auto end = token_or_macro(function.at("range").at("end"));
  const std::size_t from = begin ? std::min(begin->offset, text.size()) : 0;
  std::size_t to = end ? std::min(end->end(), text.size()) : text.size();
  for (const Node& one : inner_of(function)) {
    const auto behind = one.contains("previousDecl") ? token_or_macro(one.at("range").at("end")) : std::nullopt;
    if (behind && begin && behind->file == begin->file) to = std::max(to, std::min(behind->end(), text.size()));
  }
  return text.substr(from, std::max(from, to) - from);
}

std::size_t uses_of_word(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest.starts_with("/*")) {
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    } else if (rest.front() == '"' || rest.front() == '\'') {
      const char quote = rest.front();
      for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) at += text[at] == '\\';
      ++at;
    } else if (is_of_word(rest.front())) {
      std::size_t end = at;
      while (end < text.size() && is_of_word(text[end])) ++end;
      count += text.substr(at, end - at) == word;
      at = end;
    } else {
      ++at;
    }
  }
  return count;
}

}  // namespace warpglass::rewrite
