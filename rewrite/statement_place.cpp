#include "rewrite/statement_place.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace warpglass::rewrite {

std::optional<Span> written_span(const Node& node) {
  const auto begin = written_token(node.at("range").at("begin"));
  const auto end = written_token(node.at("range").at("end"));
  if (!begin || !end || begin->file != end->file) return std::nullopt;
  return Span{.file = begin->file, .begin = begin->offset, .end = end->end()};
}

bool is_call_head(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_:( \t\r\n").find(c) != std::string_view::npos;
  });
}

StatementPlace::StatementPlace(const Node& statement, const std::string& text) : text_(text) {
  begin_ = written_token(statement.at("range").at("begin"));
  end_ = written_token(statement.at("range").at("end"));
  has_pragma_ = kind_of(statement) == "AttributedStmt";
  const Node& own = has_pragma_ ? statement.at("inner").back() : statement;
  own_begin_ = token_or_macro(own.at("range").at("begin"));  // __shared__ is a macro
}

Edit StatementPlace::put_ahead(const std::string& statement) const {
  if (!has_pragma_) return insertion(begin_->offset, statement + "\n" + indent());
  return insertion(line_of(begin_->offset), indent() + statement + "\n");
}

std::optional<Edit> StatementPlace::put_behind(const std::string& statement, const std::string& indent) const {
  const auto at = end();
  if (!at) return std::nullopt;
  return insertion(behind_comment(*at), "\n" + indent + statement);
}

std::optional<Edit> StatementPlace::put_behind_line(const std::string& statement) const {
  const std::size_t semicolon = begin_ && end_ ? text_.find(';', end_->end()) : std::string::npos;
  if (semicolon == std::string::npos) return std::nullopt;
  return insertion(behind_comment(semicolon + 1), "\n" + indent() + statement);
}

std::size_t StatementPlace::behind_comment(std::size_t at) const {
  const std::size_t newline = std::min(text_.find('\n', at), text_.size());
  const std::size_t more = std::min(text_.find_first_not_of(" \t\r", at), newline);
  const bool is_comment = text_.compare(more, 2, "//") == 0 && text_[newline - 1] != '\\';
  return more == newline || is_comment ? newline : at;
}

std::optional<std::size_t> StatementPlace::end() const {
  if (!begin_ || !end_ || end_->file != begin_->file || end_->end() > text_.size()) return std::nullopt;
  const std::size_t at = text_.find_first_not_of(" \t\r\n", end_->end());
  // A list of statements, or of initial values: that has a semicolon behind it.
  if (text_[end_->offset] == '}') return at != std::string::npos && text_[at] == ';' ? at + 1 : end_->end();
  // The range of a declaration has its semicolon.
  if (text_[end_->offset] == ';') return end_->end();
  if (at == std::string::npos || text_[at] != ';') return std::nullopt;
  return at + 1;
}

std::string StatementPlace::indent() const {
  if (!own_begin_) return "";
  const std::size_t line = line_of(own_begin_->offset);
  return text_.substr(line, std::min(text_.find_first_not_of(" \t", line), own_begin_->offset) - line);
}

std::size_t StatementPlace::line_of(std::size_t at) const { return at == 0 ? 0 : text_.find_last_of('\n', at - 1) + 1; }

Edit StatementPlace::insertion(std::size_t at, std::string added) const {
  return {.span = {.file = begin_->file, .begin = at, .end = at}, .text = std::move(added)};
}

}  // namespace warpglass::rewrite
