// add.cc and its kin: each step takes the carry (for subtractions the borrow) that the one before it left.
#include <fmt/format.h>

#include "tests/ptx/scalar_values.hpp"

namespace warpglass::test {
namespace {

constexpr std::string_view kFirst[] = {"add.cc", "mad.lo.cc", "mad.hi.cc", "sub.cc"};
constexpr std::string_view kMiddle[] = {"addc.cc", "madc.lo.cc", "madc.hi.cc", "subc.cc"};
constexpr std::string_view kLast[] = {"addc", "madc.lo", "madc.hi", "subc"};

/// One step's result.
/// \param carry  what the step before left, and then what this one leaves
std::uint64_t step(std::string_view words, int width, bool with_sign, std::array<std::uint64_t, 3> v, bool& carry) {
  const bool takes = words.substr(0, words.find('.')).ends_with('c');
  const i128 carried_in = takes && carry ? 1 : 0;
  if (words.starts_with("sub")) {
    const i128 difference = static_cast<i128>(v[0]) - static_cast<i128>(v[1]) - carried_in;
    carry = difference < 0;
    return cut(difference, width);
  }
  i128 sum = carried_in;
  if (words.starts_with("mad")) {
    const i128 product = product_of(value_of(v[0], width, with_sign), value_of(v[1], width, with_sign));
    sum += static_cast<i128>(cut(words.find("hi") != std::string_view::npos ? product >> width : product, width));
    sum += static_cast<i128>(v[2]);
  } else {
    sum += static_cast<i128>(v[0]) + static_cast<i128>(v[1]);
  }
  carry = sum >> width != 0;
  return cut(sum, width);
}

}  // namespace

Chain carry_chain(std::uint64_t seed) {
  constexpr std::string_view kTypes[] = {"u32", "s32", "u64", "s64"};
  Chain chain;
  chain.type = kTypes[seed % 4];
  const bool subtracts = seed / 4 % 4 == 0;
  const auto choose = [&](const auto& words, std::uint64_t number) {
    return fmt::format("{}.{}", words[subtracts ? 3 : number % 3], chain.type);
  };
  chain.steps = {choose(kFirst, seed / 16), choose(kMiddle, seed / 64), choose(kLast, seed / 256)};
  const auto text = [](const std::string& words, std::string_view operands, std::string_view third) {
    return fmt::format("{} {}{}", words, operands, words.starts_with("mad") ? third : "");
  };
  chain.text = fmt::format("{}; {}; {}", text(chain.steps[0], "f, a, b", ", c"),
                           text(chain.steps[1], "d1, c, e", ", a"), text(chain.steps[2], "d, e, f", ", b"));
  return chain;
}

Answer carried(const Chain& chain, Values v) {
  const int width = chain.type.ends_with("64") ? 64 : 32;
  const bool with_sign = chain.type[0] == 's';
  bool carry = false;
  const std::uint64_t first = step(chain.steps[0], width, with_sign, {v[0], v[1], v[2]}, carry);
  const std::uint64_t middle = step(chain.steps[1], width, with_sign, {v[2], v[3], v[0]}, carry);
  const std::uint64_t last = step(chain.steps[2], width, with_sign, {v[3], first, v[1]}, carry);
  return {last, middle};
}

}  // namespace warpglass::test
