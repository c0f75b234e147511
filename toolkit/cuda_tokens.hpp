// Just enough of C++ to find where an expression begins and ends: tokens, and brackets that match.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warpglass::toolkit {

struct CudaToken {
  enum class Kind : unsigned char { name, literal, punctuation };
  Kind kind = Kind::punctuation;
  std::size_t offset = 0;
  std::string_view text;

  [[nodiscard]] bool is(std::string_view wanted) const { return text == wanted; }
  [[nodiscard]] std::size_t end() const { return offset + text.size(); }
};

/// ( [ or {
[[nodiscard]] inline bool opens(const CudaToken& token) { return token.is("(") || token.is("[") || token.is("{"); }
/// ) ] or }
[[nodiscard]] inline bool closes(const CudaToken& token) { return token.is(")") || token.is("]") || token.is("}"); }

/// All tokens of a source but comments. `<<<`, `>>>`, `<<`, `>>`, `::` and `->` are one token each.
[[nodiscard]] std::vector<CudaToken> cuda_tokens(std::string_view source);

inline constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

/// Of a line and column, from 1.
[[nodiscard]] std::size_t offset_of(std::string_view source, std::size_t line, std::size_t column);

/// Index of the token that begins at an offset; kNoToken when none does.
[[nodiscard]] std::size_t token_at(const std::vector<CudaToken>& tokens, std::size_t offset);

/// Index of the bracket that closes the one at `open`: ( [ {, or < of template arguments.
[[nodiscard]] std::size_t closing(const std::vector<CudaToken>& tokens, std::size_t open);

/// Index of the first token of the postfix expression whose last one is `last`.
[[nodiscard]] std::size_t beginning(const std::vector<CudaToken>& tokens, std::size_t last);

}  // namespace warpglass::toolkit
