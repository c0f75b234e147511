#include "base/number_type.hpp"

#include <charconv>

namespace warpglass {
namespace {

using Kind = NumberType::Kind;

Kind kind_of(char letter) {
  if (letter == 'u') return Kind::unsigned_integer;
  if (letter == 's') return Kind::signed_integer;
  if (letter == 'b') return Kind::bits;
  return letter == 'f' ? Kind::floating : Kind::none;
}

/// "4m3" of e4m3: exponent and mantissa; the sign is a bit more.
std::optional<NumberType> narrow_float(std::string_view digits, std::uint8_t count) {
  const bool has_sign = !digits.starts_with('8');  // ue8m0
  if (digits.size() != 3 || digits[1] != 'm') return std::nullopt;
  const int bits = (digits[0] - '0') + (digits[2] - '0') + (has_sign ? 1 : 0);
  return NumberType{.kind = Kind::narrow, .bits = static_cast<std::uint8_t>(bits), .count = count};
}

}  // namespace

std::optional<NumberType> number_type_named(std::string_view word) {
  if (word == "pred") return NumberType{.kind = Kind::predicate, .bits = 1};
  std::uint8_t count = 1;
  if (word.size() > 3 && word[word.size() - 2] == 'x' && (word.back() == '2' || word.back() == '4')) {
    count = static_cast<std::uint8_t>(word.back() - '0');
    word.remove_suffix(2);
  }
  if (word.starts_with("ue")) return narrow_float(word.substr(2), count);
  if (word.starts_with('e')) return narrow_float(word.substr(1), count);
  if (word == "tf32") return NumberType{.kind = Kind::floating, .bits = 32, .count = count};
  if (word == "bf16") return NumberType{.kind = Kind::brain, .bits = 16, .count = count};
  if (word.size() < 2 || kind_of(word.front()) == Kind::none) return std::nullopt;
  int bits = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data() + 1, end, bits);
  if (error != std::errc{} || rest != end || bits < 1 || bits > 128) return std::nullopt;
  return NumberType{.kind = kind_of(word.front()), .bits = static_cast<std::uint8_t>(bits), .count = count};
}

}  // namespace warpglass
