// f16, bf16 and pairs of them. Products of two are exact in a double; sums are rounded to odd.
#include <cmath>

#include "tests/ptx/scalar_values.hpp"

namespace warpglass::test {
namespace {

using isa::Spelling;

class Half {
 public:
  Half(const Format& format, const Spelling& spelling)
      : format_(format), spelling_(spelling), flushes_(spelling.has("ftz")) {}

  [[nodiscard]] double read(std::uint64_t bits) const {
    const double x = number_in(format_, bits & 0xffff);
    return flushes_ ? flushed_below(format_.least_normal(), x) : x;
  }

  Result operator()(std::string_view op, std::uint64_t a_bits, std::uint64_t b_bits, std::uint64_t c_bits) const {
    const double a = read(a_bits);
    const double b = read(b_bits);
    if (op == "add") return write(odd_sum(a, b));
    if (op == "sub") return write(odd_sum(a, -b));
    if (op == "mul") return write(a * b);
    if (op == "fma" && is_outside(a_bits, b_bits)) return std::uint64_t{0};
    if (op == "fma") return write(odd_sum(a * b, read(c_bits)));
    if (op == "abs") return write(std::fabs(a));
    if (op == "neg") return write(-a);
    if (op == "min" || op == "max") return extreme(op == "min", a, b);
    return {};
  }

 private:
  /// fma.oob: a factor is the pattern that stands for what lies outside a tensor.
  [[nodiscard]] bool is_outside(std::uint64_t a, std::uint64_t b) const {
    constexpr std::uint64_t kPattern = 0x7ff7;
    const bool looks = spelling_.def->syntax.find(".oob") != std::string_view::npos;
    return looks && ((a & 0x7fff) == kPattern || (b & 0x7fff) == kPattern);
  }

  [[nodiscard]] std::uint64_t write(double x) const {
    if (spelling_.has("sat")) x = saturated(x);
    if (spelling_.has("relu") && std::signbit(x) && !std::isnan(x)) x = 0;
    // Recorded: what lies below the least normal number before rounding is flushed, even where rounding reaches it.
    return rounded_to(format_, flushes_ ? flushed_below(format_.least_normal(), x) : x, "rn");
  }

  [[nodiscard]] std::uint64_t extreme(bool least, double a, double b) const {
    if (spelling_.has("NaN") && (std::isnan(a) || std::isnan(b))) return format_.nan;
    if (!spelling_.has("xorsign")) return write(extremum(least, a, b));
    const double result = extremum(least, std::fabs(a), std::fabs(b));
    return write(std::copysign(result, std::signbit(a) != std::signbit(b) ? -1.0 : 1.0));
  }

  const Format& format_;
  const Spelling& spelling_;
  bool flushes_;
};

}  // namespace

Result half_statement(std::string_view op, const Spelling& spelling, Values v) {
  std::string_view type = spelling.word("type");
  const bool pair = type.ends_with("x2");
  if (pair) type.remove_suffix(2);
  const Format* format = format_named(type);
  if (format == nullptr || format->width() != 16) return {};
  const Half half(*format, spelling);
  const auto at = [&](std::size_t i) { return i < v.size() ? v[i] : 0; };
  const Result low = half(op, at(0), at(1), at(2));
  if (!pair || !low) return low;
  return low->first | half(op, at(0) >> 16, at(1) >> 16, at(2) >> 16)->first << 16;
}

}  // namespace warpglass::test
