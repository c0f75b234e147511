#include <algorithm>
#include <array>
#include <limits>

#include "tests/ptx/scalar_values.hpp"

namespace warpglass::test {
namespace {

using isa::Spelling;

/// Of two 16-bit integers in one register, each by itself.
Result packed(std::string_view op, const Spelling& spelling, Values v) {
  const bool with_sign = spelling.word("ptype") == "s16x2";
  std::uint64_t result = 0;
  for (const int shift : {0, 16}) {
    const i128 a = value_of(v[0] >> shift, 16, with_sign);
    const i128 b = value_of(v[1] >> shift, 16, with_sign);
    i128 part = op == "add" ? a + b : op == "sub" ? a - b : (op == "min") == (a < b) ? a : b;
    if (spelling.has("relu")) part = std::max(part, i128{0});
    result |= cut(part, 16) << shift;
  }
  return result;
}

/// A part of a 32-bit register.
i128 part_of(std::uint64_t bits, int number, int width, std::string_view type) {
  return value_of(bits >> (number * width), width, type[0] == 's');
}

Result dot_product(std::string_view op, const Spelling& spelling, Values v) {
  const std::string_view atype = spelling.word("atype");
  const std::string_view btype = spelling.word("btype");
  i128 sum = static_cast<i128>(v[2]);
  for (int i = 0; i < (op == "dp4a" ? 4 : 2); ++i)
    sum += part_of(v[0], i, op == "dp4a" ? 8 : 16, atype) * part_of(v[1], spelling.has("hi") ? i + 2 : i, 8, btype);
  return cut(sum, 32);
}

Result low_24_bits(const Spelling& spelling, Values v) {
  const bool with_sign = spelling.word("type") == "s32";
  i128 product = value_of(v[0], 24, with_sign) * value_of(v[1], 24, with_sign);
  if (spelling.has("hi")) product = value_of(cut(product >> 16, 32), 32, with_sign);
  if (v.size() == 3) product += value_of(v[2], 32, with_sign);
  return cut(spelling.has("sat") ? clamped_to(product, 32, true) : product, 32);
}

// ---- Fields ----

/// Where a field begins and how long it is: the low byte of the operand in 32-bit forms, all of it in 64-bit ones
/// (recorded); past the register's end all are alike.
int bounded(std::uint64_t operand, int width) {
  return static_cast<int>(std::min<std::uint64_t>(width == 32 ? operand & 255 : operand, 256));
}

Result extracted(const Spelling& spelling, Values v) {
  const int width = width_of(spelling.type());
  const auto at = bounded(v[1], width);
  const auto length = bounded(v[2], width);
  const auto bit = [&](int place) { return v[0] >> place & 1; };
  const std::uint64_t sign = !is_signed(spelling.type()) || length == 0 ? 0 : bit(std::min(at + length - 1, width - 1));
  std::uint64_t result = 0;
  for (int i = 0; i < width; ++i) result |= (i < length && at + i < width ? bit(at + i) : sign) << i;
  return result;
}

Result inserted(const Spelling& spelling, Values v) {
  const int width = width_of(spelling.type());
  const auto at = bounded(v[2], width);
  const auto length = bounded(v[3], width);
  std::uint64_t result = v[1];
  for (int i = 0; i < length && at + i < width; ++i) {
    result &= ~(std::uint64_t{1} << (at + i));
    result |= (v[0] >> i & 1) << (at + i);
  }
  return result;
}

Result extended_from(const Spelling& spelling, Values v) {
  const bool all = spelling.has("clamp") && v[1] >= 32;
  const auto length = static_cast<int>(v[1] & 31);
  if (all) return v[0];
  if (length == 0) return 0u;
  return cut(value_of(v[0], length, is_signed(spelling.type())), 32);
}

Result ones(const Spelling& spelling, Values v) {
  const bool clamps = spelling.has("clamp");
  const std::uint64_t at = clamps ? v[0] : v[0] & 31;
  const std::uint64_t end = at + (clamps ? v[1] : v[1] & 31);
  std::uint64_t result = 0;
  for (std::uint64_t i = at; i < std::min<std::uint64_t>(end, 32); ++i) result |= std::uint64_t{1} << i;
  return result;
}

/// The place of the n-th set bit from a base on, upwards or downwards.
Result nth_set(Values v) {
  const auto offset = static_cast<std::int32_t>(v[2]);
  const auto base = static_cast<std::int64_t>(v[1]);
  const auto is_set = [&](std::int64_t place) { return (v[0] >> place & 1) != 0; };
  if (offset == std::numeric_limits<std::int32_t>::min()) return 0u;  // recorded
  if (base > 31) return 0xffffffffu;
  if (offset == 0) return is_set(base) ? static_cast<std::uint64_t>(base) : 0xffffffffu;
  std::int64_t left = offset > 0 ? std::int64_t{offset} : -std::int64_t{offset};
  for (std::int64_t place = base; place >= 0 && place < 32; place += offset > 0 ? 1 : -1)
    if (is_set(place) && --left == 0) return static_cast<std::uint64_t>(place);
  return 0xffffffffu;
}

Result permuted(const Spelling& spelling, Values v) {
  const std::string_view mode = spelling.word("mode");
  const auto c = static_cast<int>(v[2]);
  const auto n = c & 3;
  std::array<int, 4> picked{};  // byte of {b, a}, with 8 for its sign alone
  for (int i = 0; i < 4; ++i)
    picked[std::size_t(i)] = mode == "f4e"    ? n + i
                             : mode == "b4e"  ? (n - i) & 7
                             : mode == "rc8"  ? n
                             : mode == "ecl"  ? std::max(n, i)
                             : mode == "ecr"  ? std::min(n, i)
                             : mode == "rc16" ? (n & 1) * 2 + (i & 1)
                                              : c >> (4 * i) & 15;
  const std::uint64_t both = v[1] << 32 | v[0];
  std::uint64_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const int from = picked[std::size_t(i)];
    const std::uint64_t byte = both >> (8 * (from & 7)) & 255;
    result |= (from < 8 ? byte : byte >= 128 ? std::uint64_t{255} : 0) << (8 * i);
  }
  return result;
}

/// Sources: a, b, c, the table, and a predicate that the result is combined with.
Result looked_up(const Spelling& spelling, Values v) {
  std::uint64_t result = 0;
  for (int i = 0; i < 32; ++i) {
    const auto row = (v[0] >> i & 1) << 2 | (v[1] >> i & 1) << 1 | (v[2] >> i & 1);
    result |= (v[3] >> row & 1) << i;
  }
  const std::string_view boolop = spelling.word("boolop");
  if (boolop.empty()) return result;
  const bool any = result != 0;
  return Answer(result, (boolop == "or" ? any || v[4] != 0 : any && v[4] != 0) ? 1 : 0);
}

}  // namespace

Result integer_statement(std::string_view op, const Spelling& spelling, Values v) {
  if (!spelling.word("ptype").empty()) return packed(op, spelling, v);
  if (op == "dp4a" || op == "dp2a") return dot_product(op, spelling, v);
  if (op == "mul24" || op == "mad24") return low_24_bits(spelling, v);
  const ptx::Type type = spelling.type();
  const int width = width_of(type);
  if (width == 0) return {};
  const bool with_sign = is_signed(type);
  const auto at = [&](std::size_t i) { return value_of(v[i], width, with_sign); };
  const auto saturated = [&](i128 sum) { return spelling.has("sat") ? clamped_to(sum, 32, true) : sum; };
  const bool three = v.size() == 3;
  if (op == "add") return cut(saturated(at(0) + at(1)), width);
  if (op == "sub") return cut(saturated(at(0) - at(1)), width);
  if (op == "mul" || op == "mad") {
    const i128 product = product_of(at(0), at(1));
    if (spelling.has("wide")) return cut(product + (three ? value_of(v[2], 2 * width, with_sign) : i128{0}), 2 * width);
    const i128 part = spelling.has("hi") ? product >> width : product;
    return cut(saturated(three ? value_of(cut(part, width), width, with_sign) + at(2) : part), width);
  }
  if (op == "sad") return cut((at(0) > at(1) ? at(0) - at(1) : at(1) - at(0)) + at(2), width);
  if (op == "abs") return cut(at(0) < 0 ? -at(0) : at(0), width);
  if (op == "neg") return cut(-at(0), width);
  if (op == "min" || op == "max") {
    const i128 result = (op == "min") == (at(0) < at(1)) ? at(0) : at(1);
    return cut(spelling.has("relu") && result < 0 ? i128{0} : result, width);
  }
  if (op == "div" || op == "rem") {
    if (at(1) == 0) return cut(-1, width);  // the machine's answer to both (recorded)
    return cut(op == "div" ? at(0) / at(1) : at(0) % at(1), width);
  }
  return {};
}

Result bit_statement(std::string_view op, const Spelling& spelling, Values v) {
  const int width = width_of(spelling.type());
  const bool with_sign = is_signed(spelling.type());
  if (op == "bfe") return extracted(spelling, v);
  if (op == "bfi") return inserted(spelling, v);
  if (op == "szext") return extended_from(spelling, v);
  if (op == "bmsk") return ones(spelling, v);
  if (op == "fns") return nth_set(v);
  if (op == "prmt") return permuted(spelling, v);
  if (op == "lop3") return looked_up(spelling, v);
  if (op == "and") return v[0] & v[1];
  if (op == "or") return v[0] | v[1];
  if (op == "xor") return v[0] ^ v[1];
  if (op == "not") return width == 0 ? v[0] ^ 1 : cut(static_cast<i128>(~v[0]), width);
  if (op == "cnot") return v[0] == 0 ? 1u : 0u;
  if (op == "popc") return static_cast<std::uint64_t>(std::popcount(v[0]));
  if (op == "clz") return static_cast<std::uint64_t>(std::countl_zero(v[0]) - (64 - width));
  if (op == "brev") {
    std::uint64_t result = 0;
    for (int i = 0; i < width; ++i) result |= (v[0] >> i & 1) << (width - 1 - i);
    return result;
  }
  if (op == "shl") return v[1] >= std::uint64_t(width) ? 0 : cut(static_cast<i128>(v[0] << v[1]), width);
  if (op == "shr") {
    const i128 value = value_of(v[0], width, with_sign);
    return cut(value >> std::min<std::uint64_t>(v[1], std::uint64_t(width)), width);
  }
  if (op == "shf") {
    const std::uint64_t amount = spelling.has("wrap") ? v[2] & 31 : std::min<std::uint64_t>(v[2], 32);
    const std::uint64_t both = v[1] << 32 | v[0];
    return cut(static_cast<i128>(spelling.has("l") ? amount == 32 ? v[0] : both << amount >> 32
                                 : amount == 32    ? v[1]
                                                   : both >> amount),
               32);
  }
  if (op == "bfind") {
    const i128 value = value_of(v[0], width, with_sign);
    const std::uint64_t looked_at = value < 0 ? cut(static_cast<i128>(~v[0]), width) : v[0];
    if (looked_at == 0) return 0xffffffffu;
    const auto place = static_cast<std::uint64_t>(std::bit_width(looked_at) - 1);
    return spelling.has("shiftamt") ? std::uint64_t(width) - 1 - place : place;
  }
  return {};
}

}  // namespace warpglass::test
