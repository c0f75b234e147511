// The values that recorded instructions were tried on: tests/hardware/record/isa_values.py in C++.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <span>

#include "tests/ptx/recording.hpp"

namespace warpglass::test {

std::uint64_t random_bits(std::uint64_t number) {
  std::uint64_t z = number * 0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

std::uint32_t random_metadata(std::string_view kind, std::uint64_t number) {
  static constexpr std::array<std::uint32_t, 6> kPairs = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
  static constexpr std::array<std::uint32_t, 2> kOnes = {0x4, 0xe};
  const std::span<const std::uint32_t> choices =
      kind == "pairs" ? std::span(kPairs) : std::span<const std::uint32_t>(kOnes);
  std::uint32_t word = 0;
  for (int i = 0; i < 8; ++i) word |= choices[(random_bits(number) >> 8 * i & 0xff) % choices.size()] << 4 * i;
  return word;
}

namespace {

using Values = std::vector<std::uint64_t>;

const Values& halves() {
  static const Values values = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfd01, 0x0001, 0x83ff, 0x0400,
                                0x8400, 0x7bff, 0xfbff, 0x3800, 0x3e00, 0x4100, 0x3bff, 0x3c01, 0x5bf8, 0x7ff7, 0xfff7};
  return values;
}
const Values& brains() {
  static const Values values = {0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0xffa1, 0x0001, 0x807f, 0x0080,
                                0x8080, 0x7f7f, 0xff7f, 0x3f00, 0x3fc0, 0x4020, 0x3f7f, 0x3f81, 0x4b80, 0x7ff7, 0xfff7};
  return values;
}
const Values& singles() {
  static const Values values = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                0xffa12345, 0x00000001, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff,
                                0x3f000000, 0x3fc00000, 0x40200000, 0x3f7fffff, 0x3f800001, 0x4effffff, 0xcf000000,
                                0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x437f8000, 0xc2ff0000, 0x477fffff};
  return values;
}
// Values whose products lie at the least normal number.
const Values& single_edges() {
  static const Values values = {0x20000000, 0x1fffffff, 0x20000001, 0xa0000000, 0x9fffffff, 0x3f800000,
                                0x3f7fffff, 0x3f7ffffe, 0xbf7fffff, 0x00800000, 0x00800001, 0x80800000,
                                0x007fffff, 0x00000001, 0x80000001, 0x00000000, 0x00ffffff, 0x1fffff00,
                                0x7e800000, 0x7e800001, 0xfeffffff, 0x40000000};
  return values;
}
const Values& half_edges() {
  static const Values values = {0x2000, 0x1fff, 0x2001, 0xa000, 0x9fff, 0x3c00, 0x3bff, 0x3bfe, 0xbbff,
                                0x0400, 0x0401, 0x8400, 0x03ff, 0x0001, 0x8001, 0x0000, 0x07ff, 0x1ff0};
  return values;
}
const Values& doubles() {
  static const Values values = {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
                                0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff4000000012345,
                                0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000,
                                0x7fefffffffffffff, 0xffefffffffffffff, 0x3fe0000000000000, 0x3ff8000000000000,
                                0x4004000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x41dfffffffc00000,
                                0xc1e0000000000000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000,
                                0x43f0000000000000, 0x380fffffe0000000, 0x47efffffefffffff, 0x36a0000000000000};
  return values;
}
// NaNs above all.
const Values& double_nans() {
  static const Values values = {0x7ff8000000000001, 0xfff8000000000022, 0x7ff4000000000333, 0xffff123456789abc,
                                0x3ff8000000000000, 0x7ff0000000000000, 0xfff0000000000000, 0x0000000000000000,
                                0xfff2000000005555, 0x7fffffffffffffff, 0xc000000000000000, 0x7ff0000000000077,
                                0xfff00000fffffff1};
  return values;
}
const Values& half_nans() {
  static const Values values = {0x7ff7, 0xfff7, 0x7e00, 0x3c00, 0x0000, 0x8000, 0x7c00,
                                0xfc00, 0x7fff, 0xfd01, 0xbc00, 0x7df7, 0xfdf7};
  return values;
}
const Values& brain_nans() {
  static const Values values = {0x7ff7, 0xfff7, 0x7fc0, 0x3f80, 0x0000, 0x8000, 0x7f80,
                                0xff80, 0x7fff, 0xffa1, 0xbf80, 0x7fb7, 0xffb7};
  return values;
}
// Last operands of shfl: lanes that bound the segments << 8 | the clamp.
const Values& segments() {
  static const Values values = {0x1f,   0x00, 0x1c1f, 0x181f, 0x101f, 0x1c00,
                                0x1800, 0x0f, 0x1e1f, 0x1f1f, 0x0703, 0x1807};
  return values;
}
const Values& integers() {
  static const Values values = {0,
                                1,
                                2,
                                3,
                                5,
                                7,
                                8,
                                15,
                                16,
                                31,
                                32,
                                33,
                                63,
                                64,
                                65,
                                255,
                                0x7f,
                                0x80,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x10000,
                                0x7fffffff,
                                0x80000000,
                                0x80000001,
                                0xfffffffe,
                                0xffffffff,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                0xffffffffffffffff,
                                0xfffffffffffffffe,
                                0x123456789abcdef0,
                                0x00ff00ff00ff00ff};
  return values;
}

std::uint64_t low_bits(std::uint64_t value, int bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

Values pool(std::string_view type) {
  if (type == "f16") return halves();
  if (type == "bf16") return brains();
  if (type == "f32") return singles();
  if (type == "f64") return doubles();
  if (type == "f32e") return single_edges();
  if (type == "f16e") return half_edges();
  if (type == "f64n") return double_nans();
  if (type == "f16n") return half_nans();
  if (type == "bf16n") return brain_nans();
  if (type == "pred") return {0, 1};
  if (type == "few") return {0, 1, 2, 3};
  if (type == "segment") return segments();
  if (type == "lane") {
    Values lanes(40);
    std::iota(lanes.begin(), lanes.end(), std::uint64_t{0});
    return lanes;
  }
  Values values;
  if (type == "f16x2" || type == "bf16x2") {
    const Values& parts = type == "f16x2" ? halves() : brains();
    for (std::size_t i = 0; i < parts.size(); ++i) values.push_back(parts[i] | parts[(7 * i + 3) % parts.size()] << 16);
    return values;
  }
  for (const std::uint64_t value : integers()) {
    const std::uint64_t cut = low_bits(value, 8 * bytes_of(type));
    if (std::find(values.begin(), values.end(), cut) == values.end()) values.push_back(cut);
  }
  return values;
}

/// Widths of a floating-point type's fields.
struct Format {
  int exponent_bits;
  int fraction_bits;
};
std::optional<Format> format_of(std::string_view type) {
  if (type.starts_with("f64")) return Format{11, 52};
  if (type.starts_with("f32")) return Format{8, 23};
  if (type == "bf16" || type == "bf16n") return Format{8, 7};
  if (type == "f16" || type == "f16e" || type == "f16n") return Format{5, 10};
  return std::nullopt;
}

/// The exponent within 4 of that of 1.
std::uint64_t near_one(std::uint64_t bits, Format format) {
  const std::uint64_t exponent =
      (std::uint64_t{1} << (format.exponent_bits - 1)) - 5 + (bits >> format.fraction_bits) % 8;
  const std::uint64_t keep = std::uint64_t{1} << (format.exponent_bits + format.fraction_bits) |
                             ((std::uint64_t{1} << format.fraction_bits) - 1);
  return (bits & keep) | exponent << format.fraction_bits;
}

/// An exponent from that of 1/4 up to where integers end, and only the upper `length` bits of the fraction.
std::uint64_t short_of(std::uint64_t bits, int length, Format format) {
  const std::uint64_t exponent = (std::uint64_t{1} << (format.exponent_bits - 1)) - 3 +
                                 (bits >> format.fraction_bits) % (format.exponent_bits == 5 ? 18 : 68);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1) &
                                 ~((std::uint64_t{1} << (format.fraction_bits - length)) - 1);
  return (bits & std::uint64_t{1} << (format.exponent_bits + format.fraction_bits)) | exponent << format.fraction_bits |
         fraction;
}

/// What values of a type are made of.
struct Kind {
  Values special;
  std::optional<Format> format;
  int bits;
  bool listed;  // special values alone

  explicit Kind(std::string_view type)
      : special(pool(type)),
        format(format_of(type)),
        bits(std::max(1, 8 * bytes_of(type))),
        listed(type == "few" || type == "lane" || type == "segment") {}
};
const Kind& kind_of(std::string_view type) {
  static std::map<std::string, Kind, std::less<>> known;
  auto found = known.find(type);
  if (found == known.end()) found = known.emplace(type, Kind(type)).first;
  return found->second;
}

std::uint64_t shaped(const Kind& kind, std::uint64_t bits, std::uint64_t more, int shape) {
  if (kind.format && shape == 1) return near_one(bits, *kind.format);
  if (kind.format && shape == 2)
    return short_of(bits, static_cast<int>(more % static_cast<std::uint64_t>(kind.format->fraction_bits + 1)),
                    *kind.format);
  if (!kind.format && shape == 1) return bits >> more % static_cast<std::uint64_t>(kind.bits);
  return bits;
}

}  // namespace

int bytes_of(std::string_view type) {
  if (type == "pred") return 0;
  if (type == "few" || type == "lane" || type == "segment" || type == "pairs" || type == "ones" || type.ends_with("x2"))
    return 4;
  if (type.starts_with("bf16")) return 2;
  return std::stoi(std::string(type.substr(1))) / 8;  // stops at what follows the number
}

int register_bytes_of(std::string_view type) {
  const std::size_t at = type.find('@');
  if (at != std::string_view::npos) return std::stoi(std::string(type.substr(at + 1))) / 8;
  return bytes_of(type) == 1 ? 4 : bytes_of(type);
}

std::uint64_t source_value(std::string_view type, int tuple, int operand, int operands) {
  type = type.substr(0, type.find('@'));
  const auto number = static_cast<std::uint64_t>(tuple) * 32 + static_cast<std::uint64_t>(operand);
  if (type == "pairs" || type == "ones") return random_metadata(type, number);
  const Kind& kind = kind_of(type);
  if (kind.listed || tuple < (operands == 1 ? 64 : 800)) {
    const auto n = static_cast<int>(kind.special.size());
    if (kind.listed && tuple >= 800) return kind.special[random_bits(number) % kind.special.size()];
    int index = tuple;
    if (operand == 1) index = tuple / n + tuple * 5;
    if (operand >= 2) index = tuple / (n + 1) * 3 + tuple * 7 + operand;
    return kind.special[static_cast<std::size_t>(index % n)];
  }
  const std::uint64_t bits = low_bits(random_bits(number), kind.bits);
  const std::uint64_t more = random_bits(number + 16) >> 32;
  if (type != "f16x2" && type != "bf16x2") return shaped(kind, bits, more, tuple % 4);
  const Kind& half = kind_of(type.substr(0, type.size() - 2));
  return shaped(half, bits & 0xffff, more, tuple % 4) | shaped(half, bits >> 16 & 0xffff, more >> 8, tuple % 4) << 16;
}

}  // namespace warpglass::test
