// Walks over the tokens of a module and collects its errors. A rule of the grammar reads like the grammar: it takes and
// expects tokens, and where one does not fit it records the error and throws StatementAbandoned, which the loop over
// statements catches in order to go on behind the statement. No exception leaves parse().
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "ptx/lexer.hpp"

namespace warpglass::ptx {

struct StatementAbandoned {};
struct TooManyErrors {};

class Cursor {
 public:
  Cursor(std::string_view text, std::string file_name);

  [[nodiscard]] const Token& peek() const { return token_; }
  [[nodiscard]] bool at(TokenKind kind) const { return token_.kind == kind; }
  [[nodiscard]] bool at_word(std::string_view word) const { return token_.is_word(word); }

  /// Goes to the next token.
  void advance() {
    previous_end_ = token_.text.data() + token_.text.size();
    previous_ = token_.position;
    lexer_.next(token_);
  }
  Token take() {
    Token taken = token_;
    advance();
    return taken;
  }
  bool accept(TokenKind kind) {
    if (token_.kind != kind) return false;
    advance();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    advance();
    return true;
  }

  /// Takes a token of the kind or abandons the statement: "expected ',' <where>, found ...".
  Token expect(TokenKind kind, std::string_view where);

  /// The `;` that ends a statement. When it is only forgotten, because the line ends here, parsing goes on.
  void expect_semicolon(std::string_view behind);

  /// True when the token follows the one before with nothing between them.
  [[nodiscard]] bool touches_previous() const;

  /// The token begins with an operator that the lexer took for the start of a name or a word (`%`, `.`): cuts it off.
  void split_first_character(TokenKind kind);
  /// The word token is a number that begins with a dot: `.5`.
  void reread_as_number();

  /// The text ends inside a comment, which has been reported; what else is missing is so because of it.
  [[nodiscard]] bool ends_in_comment() const { return lexer_.ends_in_comment(); }

  void begin_statement() { open_braces_ = 0; }
  void enter_braces() { ++open_braces_; }
  void leave_braces() { --open_braces_; }
  /// Behind the next `;`, or before the `}` that closes what the statement stands in. Braces opened by the statement
  /// are closed on the way.
  void skip_statement();
  /// As skip_statement, for module scope, where a statement may also end with a block.
  void skip_module_statement();
  /// From at `{` to behind its `}`; an error when there is none.
  void skip_block(std::string_view what);
  void skip_line();

  /// Records an error. Throws TooManyErrors when it is the last that is wanted.
  void report(Position position, std::string message);
  [[noreturn]] void fail(Position position, std::string message);
  /// "expected <what>, found <token>", or what is wrong with an invalid token.
  [[noreturn]] void fail_expected(std::string_view what);

  /// Those recorded so far, in text order.
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Lexer lexer_;
  Token token_;
  const char* previous_end_ = nullptr;
  Position previous_;  // of the token before
  int open_braces_ = 0;
  std::string file_name_;
  Diagnostics diagnostics_;
};

/// Counts how deep the grammar has descended; the text is refused at kMaxNesting.
class Descent {
 public:
  Descent(Cursor& cursor, int& depth);
  ~Descent() { --depth_; }
  Descent(const Descent&) = delete;
  Descent& operator=(const Descent&) = delete;

 private:
  int& depth_;
};

}  // namespace warpglass::ptx
