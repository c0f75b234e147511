#include <algorithm>

#include "tests/ptx/scalar_values.hpp"

namespace warpglass::test {
namespace {

using isa::Spelling;

bool compares(std::string_view cmp, i128 a, i128 b) {
  return cmp == "eq"   ? a == b
         : cmp == "ne" ? a != b
         : cmp == "lt" ? a < b
         : cmp == "le" ? a <= b
         : cmp == "gt" ? a > b
                       : a >= b;
}

/// What the operation makes of two values, before it is fitted to the result.
std::optional<i128> combined(std::string_view op, const Spelling& spelling, i128 a, i128 b) {
  if (op == "vadd") return a + b;
  if (op == "vsub") return a - b;
  if (op == "vabsdiff") return a > b ? a - b : b - a;
  if (op == "vmin") return std::min(a, b);
  if (op == "vmax") return std::max(a, b);
  if (op == "vavrg") return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
  if (op == "vset") return compares(spelling.word("cmp"), a, b) ? 1 : 0;
  const i128 amount = spelling.word("mode") == "wrap" ? b & 31 : std::min(b, i128{32});
  if (op == "vshl") return a << amount;
  if (op == "vshr") return a >> amount;
  return {};
}

/// Of every part of the registers by itself; the sum of the parts and c with .add.
Result of_parts(std::string_view op, const Spelling& spelling, int width, Values v) {
  const bool with_sign = spelling.word("dtype") == "s32";
  std::uint64_t parts = 0;
  i128 sum = static_cast<i128>(v[2]);
  for (int shift = 0; shift < 32; shift += width) {
    const auto value = combined(op, spelling, value_of(v[0] >> shift, width, spelling.word("atype") == "s32"),
                                value_of(v[1] >> shift, width, spelling.word("btype") == "s32"));
    if (!value) return {};
    const i128 part = spelling.has("sat") ? clamped_to(*value, width, with_sign) : *value;
    parts |= cut(part, width) << shift;
    sum += part;
  }
  return spelling.has("add") ? cut(sum, 32) : parts;
}

/// Whole registers are signed, whatever their types (recorded).
Result of_product(const Spelling& spelling, Values v) {
  const bool with_sign = spelling.word("atype") == "s32" || spelling.word("btype") == "s32";
  const std::string_view scale = spelling.word("scale");
  i128 value =
      value_of(v[0], 32, true) * value_of(v[1], 32, true) + value_of(v[2], 32, true) + (spelling.has("po") ? 1 : 0);
  value >>= scale == "shr7" ? 7 : scale == "shr15" ? 15 : 0;
  if (!spelling.has("sat")) return cut(value, 32);
  if (value < 0 && !with_sign && !scale.empty()) return 0xffffffff;
  return cut(clamped_to(value, 32, with_sign), 32);
}

}  // namespace

Result video_statement(std::string_view op, const Spelling& spelling, Values v) {
  if (op == "vmad") return of_product(spelling, v);
  if (op.ends_with('2') || op.ends_with('4'))
    return of_parts(op.substr(0, op.size() - 1), spelling, op.ends_with('2') ? 16 : 8, v);
  const std::string_view second = spelling.word("op2");
  if (second.empty() != (v.size() == 2)) return {};
  const auto combination = combined(op, spelling, value_of(v[0], 32, spelling.word("atype") == "s32"),
                                    value_of(v[1], 32, spelling.word("btype") == "s32"));
  if (!combination) return {};
  // Recorded: .sat sees 34 bits, a second comparison all; vset, which has no type of its own, compares as its source.
  const bool with_sign = spelling.word(op == "vset" ? "atype" : "dtype") == "s32";
  i128 value = *combination;
  if (spelling.has("sat")) value = clamped_to(value_of(cut(value, 34), 34, true), 32, with_sign);
  if (second.empty()) return cut(value, 32);
  if (second == "add") return cut(value + static_cast<i128>(v[2]), 32);
  if (op == "vshl") return {};
  const bool below = with_sign ? value < value_of(v[2], 32, true) : cut(value, 64) < v[2];
  return below == (second == "min") ? cut(value, 32) : v[2];
}

}  // namespace warpglass::test
