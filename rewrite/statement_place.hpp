// A statement in a text, and how others are put ahead of it and behind it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rewrite/edit.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// From its first token to its last, where both are written in one file.
[[nodiscard]] std::optional<Span> written_span(const Node& node);

/// Whether what stands ahead of a call in its statement is nothing but what the call is handed to: `CHECK(`.
[[nodiscard]] bool is_call_head(std::string_view text);

/// Pragmas may stand ahead of it.
class StatementPlace {
 public:
  /// \param text  of the file that it is in; outlives this
  StatementPlace(const Node& statement, const std::string& text);

  /// Nothing where a macro writes it.
  [[nodiscard]] const std::optional<Token>& begin() const { return begin_; }

  /// A statement of its own line ahead of it.
  [[nodiscard]] Edit put_ahead(const std::string& statement) const;

  /// Likewise behind it, and behind a comment that ends its line; nothing where it ends with what a macro writes.
  [[nodiscard]] std::optional<Edit> put_behind(const std::string& statement, const std::string& indent) const;

  /// Likewise, in lines of their own, whatever follows it up to its semicolon, as other names in a declaration do.
  [[nodiscard]] std::optional<Edit> put_behind_line(const std::string& statement) const;

  /// Where it ends, with its semicolon; nothing likewise.
  [[nodiscard]] std::optional<std::size_t> end() const;

  /// The blanks ahead of it.
  [[nodiscard]] std::string indent() const;

 private:
  [[nodiscard]] std::size_t line_of(std::size_t at) const;
  /// The same place, or the end of its line where nothing but a comment follows.
  [[nodiscard]] std::size_t behind_comment(std::size_t at) const;
  [[nodiscard]] Edit insertion(std::size_t at, std::string added) const;

  const std::string& text_;
  std::optional<Token> begin_;
  std::optional<Token> end_;
  std::optional<Token> own_begin_;  // without pragmas
  bool has_pragma_ = false;
};

}  // namespace warpglass::rewrite
