// Cuts PTX text into tokens, in one pass and without copying. Text that is no token comes out as one `invalid` token
// that carries its error message; since no rule of the grammar wants such a token, the parser reports it where it
// stumbles over it.
#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/token.hpp"

namespace warpglass::ptx {

class Lexer {
 public:
  /// \param text  followed by a readable NUL at text.end(), as std::string guarantees
  explicit Lexer(std::string_view text) : at_(text.data()), end_(text.data() + text.size()), line_start_(text.data()) {}

  /// At the end of the text it returns `end` for ever.
  void next(Token& token);

  /// Goes back to the character behind the first one of the last token, for `%` and `.`, which can be operators.
  void resume_inside(const char* character) { at_ = character; }

  /// From behind a `{` to behind the `}` that closes it, or to the end of the text. False when there is none.
  [[nodiscard]] bool skip_block();

  /// An unterminated comment has been met.
  [[nodiscard]] bool ends_in_comment() const { return comment_ends_text_; }

  /// To the end of this line.
  void skip_line();

 private:
  [[nodiscard]] bool skip_blanks();
  void scan_word(Token& token);
  void scan_string(Token& token);
  void scan_punctuation(Token& token);
  void scan_garbage(Token& token);
  [[nodiscard]] Position here() const { return {line_, static_cast<std::uint32_t>(at_ - line_start_) + 1}; }

  const char* at_;
  const char* end_;
  const char* line_start_;
  std::uint32_t line_ = 1;
  Position comment_;  // where the last one began
  bool comment_ends_text_ = false;
};

/// Reads the number at the start of `text` into the token's kind, bits, is_unsigned and text, or makes it invalid.
void scan_number(std::string_view text, Token& token);

/// Letters, digits, `_` and `$`: what may follow the first character of a name.
[[nodiscard]] bool is_name_character(char c);

}  // namespace warpglass::ptx
