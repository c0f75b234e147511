#include <algorithm>

#include "isa/compare-inl.hpp"

namespace warpglass::isa {

Comparison comparison_of(const Spelling& spelling) {
  constexpr std::string_view kWords[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                         "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  constexpr std::string_view kUnsigned[] = {"lo", "ls", "hi", "hs"};
  const std::string_view word = spelling.word("cmp");
  const auto* const found = std::find(std::begin(kWords), std::end(kWords), word);
  if (found != std::end(kWords)) return static_cast<Comparison>(found - std::begin(kWords));
  const auto* const unsigned_one = std::find(std::begin(kUnsigned), std::end(kUnsigned), word);
  return static_cast<Comparison>(static_cast<int>(Comparison::lt) + (unsigned_one - std::begin(kUnsigned)));
}

BooleanMode boolean_mode(const Spelling& spelling) {
  const std::string_view word = spelling.word("boolop");
  return word == "and" ? kAnd : word == "or" ? kOr : word == "xor" ? kXor : kNoBoolean;
}

}  // namespace warpglass::isa
