#include "tests/ptx/scalar.hpp"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <string_view>

#include "tests/ptx/scalar_values.hpp"

namespace warpglass::test {
namespace {

using isa::Spelling;

bool is_float(ptx::Type type) { return type == ptx::Type::f32 || type == ptx::Type::f64; }

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

/// Whether the comparison holds of two values of a type, nothing for a type that has none.
std::optional<bool> holds(const Spelling& spelling, ptx::Type type, std::uint64_t a, std::uint64_t b) {
  const std::string_view cmp = spelling.word("cmp");
  const bool flush = spelling.has("ftz");
  if (type == ptx::Type::f64) return compares(cmp, std::bit_cast<double>(a), std::bit_cast<double>(b));
  if (const Format* format = format_named(ptx::name_of(type))) {
    const auto read = [&](std::uint64_t bits) {
      const double x = number_in(*format, bits);
      return flush ? flushed_below(format->least_normal(), x) : x;
    };
    return compares(cmp, read(a), read(b));
  }
  if (width_of(type) < 16 || ptx::name_of(type).ends_with("x2")) return {};
  return compares(cmp, value_of(a, width_of(type), is_signed(type)), value_of(b, width_of(type), is_signed(type)));
}

bool with_predicate(const Spelling& spelling, Values v, bool result) {
  const std::string_view boolop = spelling.word("boolop");
  if (boolop == "and") return result && v[2] != 0;
  if (boolop == "or") return result || v[2] != 0;
  if (boolop == "xor") return result != (v[2] != 0);
  return result;
}

/// The type of each half of a pair, the type itself for others.
ptx::Type type_of_each(ptx::Type type) {
  return type == ptx::Type::f16x2 ? ptx::Type::f16 : type == ptx::Type::bf16x2 ? ptx::Type::bf16 : type;
}

/// The comparison of v[0] and v[1], of the halves in bits 0 and 1 for pairs.
std::optional<std::uint64_t> compared(const Spelling& spelling, Values v, ptx::Type type) {
  const ptx::Type each = type_of_each(type);
  std::uint64_t results = 0;
  for (const int shift : {0, 16}) {
    if (shift != 0 && each == type) break;
    const int width = width_of(each);
    const auto result = holds(spelling, each, cut(static_cast<i128>(v[0] >> shift), width),
                              cut(static_cast<i128>(v[1] >> shift), width));
    if (!result) return {};
    results |= (with_predicate(spelling, v, *result) ? std::uint64_t{1} : 0) << shift / 16;
  }
  return results;
}

Result comparison(const Spelling& spelling, Values v, ptx::Type type) {
  const auto results = compared(spelling, v, type);
  if (!results) return {};
  if (type_of_each(type) != type) return Answer(*results & 1, *results >> 1);
  const auto result = *holds(spelling, type, v[0], v[1]);
  return Answer(*results, with_predicate(spelling, v, !result) ? 1 : 0);
}

Result set(const Spelling& spelling, Values v) {
  const ptx::Type from = spelling.type("stype");
  const auto results = compared(spelling, v, from);
  if (!results) return {};
  const ptx::Type to = spelling.type("dtype");
  const bool pair = type_of_each(from) != from;
  const std::uint64_t one = type_of_each(to) == ptx::Type::f16    ? 0x3c00
                            : type_of_each(to) == ptx::Type::bf16 ? 0x3f80
                            : to == ptx::Type::f32                ? 0x3f800000
                            : pair || width_of(to) == 16          ? 0xffff
                                                                  : 0xffffffff;
  return ((*results & 1) != 0 ? one : 0) | ((*results & 2) != 0 ? one << 16 : 0);
}

Result selected(const Spelling& spelling, Values v) {
  if (spelling.def->where.find("c : f32") == std::string_view::npos) return value_of(v[2], 32, true) >= 0 ? v[0] : v[1];
  const double c = number_in(*format_named("f32"), v[2]);
  return (spelling.has("ftz") ? flushed_below(0x1p-126, c) : c) >= 0 ? v[0] : v[1];
}

// ---- Floating point ----

float flushed(float x, bool flush) {
  return flush && std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x;
}
float single(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

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

bool has_property(std::string_view property, double x, double least_normal) {
  if (property == "finite") return std::isfinite(x);
  if (property == "infinite") return std::isinf(x);
  if (property == "number") return !std::isnan(x);
  if (property == "notanumber") return std::isnan(x);
  if (property == "normal") return x == 0 || (std::isfinite(x) && std::fabs(x) >= least_normal);
  return x != 0 && std::fabs(x) < least_normal;
}

/// What needs no rounding, on numbers as doubles.
std::optional<double> exact(std::string_view op, const Spelling& spelling, std::span<const double> x) {
  if (op == "abs") return std::fabs(x[0]);
  if (op == "neg") return -x[0];
  if (op != "min" && op != "max") return {};
  const bool least = op == "min";
  const auto each = [&](double one) { return spelling.has("abs") ? std::fabs(one) : one; };
  double result = each(x[0]);
  bool negative = std::signbit(x[0]);
  bool any_nan = std::isnan(x[0]);
  for (const double one : x.subspan(1)) {
    result = extremum(least, result, each(one));
    negative = negative != std::signbit(one);
    any_nan = any_nan || std::isnan(one);
  }
  if (spelling.has("NaN") && any_nan) return std::numeric_limits<double>::quiet_NaN();
  return spelling.has("xorsign") ? std::copysign(result, negative ? -1.0 : 1.0) : result;
}

Result property(const Spelling& spelling, Values v) {
  const bool twice = spelling.type() == ptx::Type::f64;
  const double x = twice ? std::bit_cast<double>(v[0]) : static_cast<double>(single(v[0]));
  return has_property(spelling.word("op"), x, twice ? 0x1p-1022 : 0x1p-126) ? 1u : 0u;
}

Result floating(std::string_view op, const Spelling& spelling, Values v) {
  if (op == "testp") return property(spelling, v);
  if (op == "copysign") {
    const std::uint64_t sign = std::uint64_t{1} << (width_of(spelling.type()) - 1);
    return (v[0] & sign) | (v[1] & ~sign);
  }
  const Rounded rounding(spelling.word("rnd"));
  if (spelling.type() == ptx::Type::f64) {
    volatile double x[3] = {};
    double plain[3] = {};
    for (std::size_t i = 0; i < v.size(); ++i) {
      plain[i] = std::bit_cast<double>(v[i]);
      x[i] = plain[i];
    }
    if (const auto result = exact(op, spelling, {plain, v.size()})) return std::bit_cast<std::uint64_t>(*result);
    const auto result = arithmetic<double>(op, x);
    return result ? Result(std::bit_cast<std::uint64_t>(*result)) : Result();
  }
  const bool flush = spelling.has("ftz");
  volatile float x[3] = {};
  double plain[3] = {};
  for (std::size_t i = 0; i < v.size(); ++i) {
    const float one = flushed(single(v[i]), flush);
    x[i] = one;
    plain[i] = one;
  }
  if (const auto result = exact(op, spelling, {plain, v.size()}))
    return rounded_to(*format_named("f32"), *result, "rn");
  auto result = arithmetic<float>(op, x);
  if (!result) return {};
  result = flushed(*result, flush);
  if (spelling.has("sat")) result = *result > 0 ? std::min(*result, 1.0f) : 0.0f;
  return std::isnan(*result) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(*result);
}

/// f32 arithmetic whose first operands are halves; the last is not.
Result mixed(std::string_view op, const Spelling& spelling, Values v) {
  std::uint64_t sources[3] = {};
  for (std::size_t i = 0; i < v.size(); ++i)
    sources[i] = i + 1 == v.size()
                     ? v[i]
                     : rounded_to(*format_named("f32"), number_in(*format_named(spelling.word("atype")), v[i]), "rn");
  return floating(op, spelling, {sources, v.size()});
}

/// Two floats in one register.
Result of_both(std::string_view op, const Spelling& spelling, Values v) {
  std::uint64_t low[3] = {};
  std::uint64_t high[3] = {};
  for (std::size_t i = 0; i < v.size(); ++i) {
    low[i] = v[i] & 0xffffffff;
    high[i] = v[i] >> 32;
  }
  const Result first = floating(op, spelling, {low, v.size()});
  const Result second = floating(op, spelling, {high, v.size()});
  return first && second ? Result(first->first | second->first << 32) : Result();
}

}  // namespace

Result scalar(const Spelling& spelling, Values v) {
  const std::string_view syntax = spelling.def->syntax;
  const std::string_view op = syntax.substr(0, syntax.find_first_of(".{ "));
  for (const std::string_view approximate : {"approx", "full", "cc"})
    if (syntax.find(approximate) != std::string_view::npos) return {};
  if (op == "cvt") return conversion_statement(spelling, v);
  if (op == "setp") return comparison(spelling, v, spelling.type());
  if (op == "set") return set(spelling, v);
  if (op == "selp") return v[2] != 0 ? v[0] : v[1];
  if (op == "slct") return selected(spelling, v);
  if (op[0] == 'v' && op != "vote") return video_statement(op, spelling, v);
  if (is_float(spelling.type())) return floating(op, spelling, v);
  if (spelling.has("f32x2")) return of_both(op, spelling, v);
  if (spelling.has("f32") && format_named(spelling.word("atype")) != nullptr) return mixed(op, spelling, v);
  if (const Result result = half_statement(op, spelling, v)) return result;
  const std::string_view name = ptx::name_of(spelling.type());
  if (name.starts_with("f") || name.starts_with("bf")) return {};
  if (const Result result = integer_statement(op, spelling, v); result && (name.empty() || name[0] != 'b'))
    return result;
  return bit_statement(op, spelling, v);
}

}  // namespace warpglass::test
