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

std::uint32_t outcomes_of(const Spelling& spelling) {
  switch (comparison_of(spelling)) {
    case Comparison::eq: return kEqual;
    case Comparison::ne: return kLess | kGreater;
    case Comparison::lt: return kLess;
    case Comparison::le: return kLess | kEqual;
    case Comparison::gt: return kGreater;
    case Comparison::ge: return kGreater | kEqual;
    case Comparison::equ: return kEqual | kUnordered;
    case Comparison::neu: return kLess | kGreater | kUnordered;
    case Comparison::ltu: return kLess | kUnordered;
    case Comparison::leu: return kLess | kEqual | kUnordered;
    case Comparison::gtu: return kGreater | kUnordered;
    case Comparison::geu: return kGreater | kEqual | kUnordered;
    case Comparison::num: return kLess | kEqual | kGreater;
    case Comparison::nan: return kUnordered;
  }
  return 0;
}

BooleanMode boolean_mode(const Spelling& spelling) {
  const std::string_view word = spelling.word("boolop");
  return word == "and" ? kAnd : word == "or" ? kOr : word == "xor" ? kXor : kNoBoolean;
}

}  // namespace warpglass::isa
