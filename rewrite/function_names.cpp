#include "rewrite/function_names.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpglass::rewrite {
namespace {

/// Reads text as far as is needed to tell functions from other braces.
class Scanner {
 public:
  /// \param places  bytes of the text that functions are around; nullptr: launches are in them
  explicit Scanner(std::string_view text, const std::set<std::size_t>* places = nullptr)
      : text_(text), places_(places) {
    if (places_ != nullptr) next_ = places_->begin();
  }

  std::set<std::string> functions() {
    while (at_ < text_.size()) {
      for (; places_ != nullptr && next_ != places_->end() && *next_ <= at_; ++next_) note_function();
      step();
    }
    return std::move(found_);
  }

 private:
  void step() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) return skip("\n", 2);
    if (rest.starts_with("/*")) return skip("*/", 2);
    if (rest.front() == '#' && is_first_of_line()) return skip_directive();
    if (rest.starts_with("<<<")) {
      if (places_ == nullptr) note_function();
      at_ += 3;
      return;
    }
    const char c = rest.front();
    if (c == '"' || c == '\'') return skip_quoted(c);
    if (is_of_name(c)) return read_name();
    punctuation(c);
    ++at_;
  }

  void note_function() {
    const auto function = std::ranges::find_if(open_, [](const std::string& name) { return !name.empty(); });
    if (function != open_.end()) found_.insert(*function);
  }

  void punctuation(char c) {
    if (c == '(') calls_.push_back(std::exchange(name_, ""));
    if (c == ')' && !calls_.empty()) {
      if (calls_.size() == 1 && candidate_.empty()) candidate_ = calls_.back();
      calls_.pop_back();
    }
    if (c == '{') open_.push_back(std::exchange(candidate_, ""));
    if (c == '{') calls_.clear();
    if (c == '}' && !open_.empty()) open_.pop_back();
    if (c == ';' || c == '}') candidate_.clear();
    if (c != '(' && c != ' ' && c != '\n') name_.clear();
  }

  static bool is_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  void read_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
    name_ = text_.substr(begin, at_ - begin);
    static constexpr std::string_view kOthers[] = {"if", "for", "while", "switch", "catch"};
    if (name_.starts_with("__") || std::ranges::find(kOthers, name_) != std::end(kOthers)) name_.clear();
  }

  [[nodiscard]] bool is_first_of_line() const {
    const std::size_t before = at_ == 0 ? std::string_view::npos : text_.find_last_not_of(" \t", at_ - 1);
    return before == std::string_view::npos || text_[before] == '\n';
  }

  /// With the lines that it goes on in.
  void skip_directive() {
    while (at_ < text_.size() && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
  }

  void skip(std::string_view end, std::size_t begin) {
    const std::size_t found = text_.find(end, at_ + begin);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void skip_quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) at_ += text_[at_] == '\\';
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view text_;
  const std::set<std::size_t>* places_;
  std::set<std::size_t>::const_iterator next_;
  std::size_t at_ = 0;
  std::string name_;       // the last one, with nothing but blanks behind it
  std::string candidate_;  // the name ahead of the first parentheses of a statement or definition
  std::vector<std::string> calls_;
  std::vector<std::string> open_;  // functions and other braces, these without a name
  std::set<std::string> found_;
};

}  // namespace

std::set<std::string> functions_with_launches(std::string_view text) { return Scanner(text).functions(); }

std::set<std::string> functions_around(std::string_view text, const std::set<std::size_t>& places) {
  return Scanner(text, &places).functions();
}

std::size_t offset_of(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t at = 0;
  for (; line > 1 && at < text.size(); --line) at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return std::min(at + (column == 0 ? 0 : column - 1), text.size());
}

}  // namespace warpglass::rewrite
