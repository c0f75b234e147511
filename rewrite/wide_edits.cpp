#include "rewrite/wide_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warpglass::rewrite {
namespace {

/// From its first token to its last, where both are written in the file.
std::optional<Span> written_span(const Node& node) {
  const auto begin = written_token(node.at("range").at("begin"));
  const auto end = written_token(node.at("range").at("end"));
  if (!begin || !end || begin->file != end->file) return std::nullopt;
  return Span{.file = begin->file, .begin = begin->offset, .end = end->end()};
}

/// The index of the first element, as it is written.
std::optional<std::string> index_text(const Element& first, bool in_loop, const std::string& text) {
  if (in_loop && first.index.rest == nullptr) return "0";
  const auto span = written_span(in_loop ? *first.index.rest : first.subscript->at("inner").at(1));
  if (!span || span->end > text.size()) return std::nullopt;
  return std::string(span->of(text));
}

/// A statement that pragmas may stand ahead of, in a text.
class Place {
 public:
  Place(const Node& statement, const std::string& text) : text_(text) {
    begin_ = written_token(statement.at("range").at("begin"));
    end_ = written_token(statement.at("range").at("end"));
    has_pragma_ = kind_of(statement) == "AttributedStmt";
    own_begin_ = has_pragma_ ? written_token(statement.at("inner").back().at("range").at("begin")) : begin_;
  }

  [[nodiscard]] const std::optional<Token>& begin() const { return begin_; }

  /// A statement of its own line ahead of it.
  [[nodiscard]] Edit put_ahead(const std::string& statement) const {
    if (!has_pragma_) return insertion(begin_->offset, statement + "\n" + indent());
    return insertion(line_of(begin_->offset), indent() + statement + "\n");
  }

  /// Likewise behind it, and behind a comment that ends its line; nothing where it ends with what a macro writes.
  [[nodiscard]] std::optional<Edit> put_behind(const std::string& statement, const std::string& indent) const {
    if (!end_ || end_->file != begin_->file || end_->end() > text_.size()) return std::nullopt;
    std::size_t at = end_->end();
    if (text_[end_->offset] != '}') {
      at = text_.find_first_not_of(" \t\r\n", at);
      if (at == std::string::npos || text_[at] != ';') return std::nullopt;
      ++at;
    }
    const std::size_t newline = std::min(text_.find('\n', at), text_.size());
    const std::size_t more = std::min(text_.find_first_not_of(" \t\r", at), newline);
    const bool is_comment = text_.compare(more, 2, "//") == 0 && text_[newline - 1] != '\\';
    return insertion(more == newline || is_comment ? newline : at, "\n" + indent + statement);
  }

  [[nodiscard]] std::string indent() const {
    if (!own_begin_) return "";
    const std::size_t line = line_of(own_begin_->offset);
    return text_.substr(line, std::min(text_.find_first_not_of(" \t", line), own_begin_->offset) - line);
  }

 private:
  [[nodiscard]] std::size_t line_of(std::size_t at) const { return at == 0 ? 0 : text_.find_last_of('\n', at - 1) + 1; }
  [[nodiscard]] Edit insertion(std::size_t at, std::string added) const {
    return {.span = {.file = begin_->file, .begin = at, .end = at}, .text = std::move(added)};
  }

  const std::string& text_;
  std::optional<Token> begin_;
  std::optional<Token> end_;
  std::optional<Token> own_begin_;  // without pragmas
  bool has_pragma_ = false;
};

}  // namespace

std::vector<Edit> WideEdits::of(const VectorElements& vector) {
  const auto token = written_token(vector.first->at("range").at("begin"));
  const std::string text = token ? text_(token->file).value_or("") : "";
  if (!token || token->offset > text.size()) return {};
  const Place first(*vector.first, text);
  const bool in_loop = !vector.counter.empty();
  const auto index = index_text(vector.elements.front(), in_loop, text);
  if (!index) return {};
  const std::string name = fresh_name(vector.pointer + vector.type.back(), text);
  std::vector<Edit> edits;
  for (const Element& one : vector.elements) {
    const auto span = written_span(*one.subscript);
    if (!span || span->file != token->file || span->begin < token->offset) return {};
    const std::uint64_t number = one.index.constant - vector.elements.front().index.constant;
    edits.push_back({.span = *span,
                     .text = in_loop ? fmt::format("(&{}.x)[{}]", name, vector.counter)
                                     : fmt::format("{}.{}", name, "xyzw"[number])});
  }
  if (!vector.stores) {
    edits.push_back(first.put_ahead(fmt::format("const {0} {1} = *reinterpret_cast<const {0}*>(&{2}[{3}]);",
                                                vector.type, name, vector.pointer, *index)));
    return edits;
  }
  const auto behind = Place(*vector.last, text)
                          .put_behind(fmt::format("*reinterpret_cast<{0}*>(&{1}[{2}]) = {3};", vector.type,
                                                  vector.pointer, *index, name),
                                      first.indent());
  if (!behind) return {};
  edits.push_back(first.put_ahead(fmt::format("{} {};", vector.type, name)));
  edits.push_back(*behind);
  return edits;
}

/// A name that the file does not have yet.
std::string WideEdits::fresh_name(std::string name, const std::string& text) {
  while (text.find(name) != std::string::npos || names_.contains(name)) name += '_';
  names_.insert(name);
  return name;
}

}  // namespace warpglass::rewrite
