#include "tests/ptx/scalar.hpp"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <string_view>

namespace warpglass::test {
namespace {

using isa::Spelling;
using Values = std::span<const std::uint64_t>;
using Result = std::optional<std::uint64_t>;
__extension__ using i128 = __int128;

int width_of(ptx::Type type) { return 8 * ptx::size_of(type); }
bool is_signed(ptx::Type type) { return ptx::name_of(type)[0] == 's'; }
bool is_float(ptx::Type type) { return type == ptx::Type::f32 || type == ptx::Type::f64; }

std::uint64_t cut(i128 value, int width) {
  const auto bits = static_cast<std::uint64_t>(value);
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

/// The number that the low bits are.
i128 value_of(std::uint64_t bits, int width, bool with_sign) {
  const i128 unsigned_value = cut(bits, width);
  return with_sign && (bits >> (width - 1) & 1) != 0 ? unsigned_value - (i128{1} << width) : unsigned_value;
}

i128 clamped(i128 value, i128 lowest, i128 highest) {
  return value < lowest ? lowest : value > highest ? highest : value;
}

// ---- Integers ----

Result integer(std::string_view op, const Spelling& spelling, Values v) {
  const ptx::Type type = spelling.type();
  const int width = width_of(type);
  const bool with_sign = is_signed(type);
  const auto at = [&](std::size_t i) { return value_of(v[i], width, with_sign); };
  const auto saturated = [&](i128 sum) {
    return spelling.has("sat") ? clamped(sum, -(i128{1} << 31), (i128{1} << 31) - 1) : sum;
  };
  const bool three = v.size() == 3;
  if (op == "add") return cut(saturated(at(0) + at(1)), width);
  if (op == "sub") return cut(saturated(at(0) - at(1)), width);
  if (op == "mul" || op == "mad") {
    const i128 product = at(0) * at(1);
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

// ---- Bits ----

Result bits(std::string_view op, const Spelling& spelling, Values v) {
  const int width = width_of(spelling.type());
  const bool with_sign = is_signed(spelling.type());
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

// ---- Comparisons ----

template <class T>
bool compares(std::string_view cmp, T a, T b) {
  bool unordered = false;
  if constexpr (std::is_floating_point_v<T>) unordered = std::isnan(a) || std::isnan(b);
  if (cmp == "num") return !unordered;
  if (cmp == "nan") return unordered;
  if (cmp.size() == 3) {
    if (unordered) return true;
    cmp.remove_suffix(1);
  } else if (unordered) {
    return false;
  }
  if (cmp == "eq") return a == b;
  if (cmp == "ne") return a != b;
  if (cmp == "lt" || cmp == "lo") return a < b;
  if (cmp == "le" || cmp == "ls") return a <= b;
  if (cmp == "gt" || cmp == "hi") return a > b;
  return a >= b;
}

float flushed(float x, bool flush) {
  return flush && std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x;
}
float single(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

Result comparison(const Spelling& spelling, Values v, ptx::Type type) {
  const std::string_view cmp = spelling.word("cmp");
  bool holds = false;
  if (type == ptx::Type::f64) {
    holds = compares(cmp, std::bit_cast<double>(v[0]), std::bit_cast<double>(v[1]));
  } else if (type == ptx::Type::f32) {
    const bool flush = spelling.has("ftz");
    holds = compares(cmp, flushed(single(v[0]), flush), flushed(single(v[1]), flush));
  } else if (width_of(type) >= 16 && ptx::name_of(type)[0] != 'f' && !ptx::name_of(type).ends_with("x2") &&
             type != ptx::Type::bf16) {
    holds =
        compares(cmp, value_of(v[0], width_of(type), is_signed(type)), value_of(v[1], width_of(type), is_signed(type)));
  } else {
    return {};
  }
  const std::string_view boolop = spelling.word("boolop");
  if (boolop == "and") holds = holds && v[2] != 0;
  if (boolop == "or") holds = holds || v[2] != 0;
  if (boolop == "xor") holds = holds != (v[2] != 0);
  return holds ? 1u : 0u;
}

Result set(const Spelling& spelling, Values v) {
  const Result holds = comparison(spelling, v, spelling.type("stype"));
  const ptx::Type type = spelling.type("dtype");
  if (!holds || width_of(type) != 32) return {};
  if (*holds == 0) return 0u;
  return type == ptx::Type::f32 ? 0x3f800000u : 0xffffffffu;
}

// ---- Floating point ----

class Rounded {
 public:
  explicit Rounded(std::string_view word) : saved_(std::fegetround()) {
    std::fesetround(word == "rz"   ? FE_TOWARDZERO
                    : word == "rm" ? FE_DOWNWARD
                    : word == "rp" ? FE_UPWARD
                                   : FE_TONEAREST);
  }
  ~Rounded() { std::fesetround(saved_); }
  Rounded(const Rounded&) = delete;
  Rounded& operator=(const Rounded&) = delete;

 private:
  int saved_;
};

template <class T>
std::optional<T> arithmetic(std::string_view op, const volatile T* x) {
  const T a = x[0], b = x[1], c = x[2];
  volatile T result;
  if (op == "add")
    result = a + b;
  else if (op == "sub")
    result = a - b;
  else if (op == "mul")
    result = a * b;
  else if (op == "fma" || op == "mad")
    result = std::fma(a, b, c);
  else if (op == "div")
    result = a / b;
  else if (op == "rcp")
    result = T(1) / a;
  else if (op == "sqrt")
    result = std::sqrt(a);
  else
    return {};
  return result;
}

Result floating(std::string_view op, const Spelling& spelling, Values v) {
  const Rounded rounding(spelling.word("rnd"));
  if (spelling.type() == ptx::Type::f64) {
    volatile double x[3] = {};
    for (std::size_t i = 0; i < v.size(); ++i) x[i] = std::bit_cast<double>(v[i]);
    const auto result = arithmetic<double>(op, x);
    return result ? Result(std::bit_cast<std::uint64_t>(*result)) : Result();
  }
  const bool flush = spelling.has("ftz");
  volatile float x[3] = {};
  for (std::size_t i = 0; i < v.size(); ++i) x[i] = flushed(single(v[i]), flush);
  auto result = arithmetic<float>(op, x);
  if (!result) return {};
  result = flushed(*result, flush);
  if (spelling.has("sat")) result = *result > 0 ? std::min(*result, 1.0f) : 0.0f;
  return std::isnan(*result) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(*result);
}

}  // namespace

Result scalar(const Spelling& spelling, Values v) {
  const std::string_view syntax = spelling.def->syntax;
  const std::string_view op = syntax.substr(0, syntax.find_first_of(".{ "));
  for (const std::string_view approximate : {"approx", "full", "cc", "oob"})
    if (syntax.find(approximate) != std::string_view::npos) return {};
  if (op == "setp") return comparison(spelling, v, spelling.type());
  if (op == "set") return set(spelling, v);
  if (op == "selp") return v[2] != 0 ? v[0] : v[1];
  if (is_float(spelling.type())) return floating(op, spelling, v);
  const std::string_view name = ptx::name_of(spelling.type());
  if (syntax.find(".pred") == std::string_view::npos && (name.empty() || name[0] == 'f' || name.starts_with("bf")))
    return {};
  if (const Result result = integer(op, spelling, v); result && name[0] != 'b') return result;
  return bits(op, spelling, v);
}

}  // namespace warpglass::test
