#include "tools/warpglass/fill.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "tools/warpglass/error.hpp"
#include "tools/warpglass/npy.hpp"
#include "tools/warpglass/program_file.hpp"

namespace warpglass::tool {
namespace {

/// Bits of a binary format narrower than double, rounded to nearest even: sign, exponent, `fraction_bits`.
std::uint16_t narrowed(double number, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const std::uint16_t sign = std::signbit(number) ? 0x8000 : 0;
  const auto infinity = static_cast<std::uint16_t>(((1 << exponent_bits) - 1) << fraction_bits);
  if (std::isnan(number)) return static_cast<std::uint16_t>(sign | infinity | 1 << (fraction_bits - 1));
  const double magnitude = std::abs(number);
  if (std::isinf(magnitude)) return sign | infinity;
  // In units of the last place: of the number's own binade, or of the subnormal one.
  const int exponent = magnitude == 0 ? 1 - bias : std::max(std::ilogb(magnitude), 1 - bias);
  const double units = std::nearbyint(std::ldexp(magnitude, fraction_bits - exponent));
  // A carry out of the fraction goes into the exponent by itself; a subnormal has no implied one to take off.
  const double bits = units + std::ldexp(exponent + bias - 1, fraction_bits);
  return bits >= infinity ? static_cast<std::uint16_t>(sign | infinity)
                          : static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(bits));
}

double widened(std::uint16_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
  const int fraction = bits & ((1 << fraction_bits) - 1);
  double magnitude = 0;
  if (exponent == (1 << exponent_bits) - 1) {
    magnitude = fraction == 0 ? HUGE_VAL : NAN;
  } else {
    magnitude = std::ldexp(exponent == 0 ? fraction : fraction + (1 << fraction_bits),
                           std::max(exponent, 1) - bias - fraction_bits);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

template <class T>
std::vector<std::byte> raw(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T>
T load(std::span<const std::byte> contents, std::uint64_t index) {
  T value;
  std::memcpy(&value, contents.data() + index * sizeof value, sizeof value);
  return value;
}

/// splitmix64: a fixed algorithm, so that a seed means the same numbers everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

std::vector<std::byte> element(const KernelArgument& argument, std::uint64_t index, Random& random) {
  const bool floating = is_floating(argument.type);
  std::uint64_t bits = 0;
  switch (argument.fill) {
    case FillKind::zero:
    case FillKind::value:
    case FillKind::file: break;
    case FillKind::iota:
      if (floating) return floating_bytes(static_cast<double>(index), argument.type);
      bits = index;
      break;
    case FillKind::random:
      bits = random.bits();
      // 24 bits, so that every floating type but the 16-bit ones holds the number as it is.
      if (floating) return floating_bytes(static_cast<double>(bits >> 40) * 0x1p-24, argument.type);
      break;
  }
  std::vector<std::byte> bytes = raw(bits);
  bytes.resize(size_of(argument.type));
  return bytes;
}

std::vector<std::byte> from_file(KernelArgument& argument) {
  const std::string where = fmt::format("--arg '{}'", argument.text);
  const std::string text = read_file(argument.input);
  std::vector<std::byte> contents;
  std::vector<std::uint64_t> shape;
  if (argument.input.ends_with(".npy")) {
    NpyArray array = parse_npy(text, argument.input);
    if (array.type != argument.type)
      throw UsageError(
          fmt::format("{}: {} holds {}, not {}", where, argument.input, name_of(array.type), name_of(argument.type)));
    contents = std::move(array.contents);
    shape = std::move(array.shape);
  } else {
    const auto bytes = std::as_bytes(std::span(text));
    contents.assign(bytes.begin(), bytes.end());
    if (contents.size() % size_of(argument.type) != 0) {
      throw UsageError(fmt::format("{}: the {} bytes of {} are no whole number of {} values", where, contents.size(),
                                   argument.input, name_of(argument.type)));
    }
    shape = {contents.size() / size_of(argument.type)};
  }
  if (argument.shape.empty()) argument.shape = shape;
  if (contents.size() != argument.elements() * size_of(argument.type)) {
    throw UsageError(fmt::format("{}: {} holds {} elements, not {}", where, argument.input,
                                 contents.size() / size_of(argument.type), argument.elements()));
  }
  if (contents.empty()) throw UsageError(fmt::format("{}: {} holds no elements", where, argument.input));
  return contents;
}

void save_to(const std::string& path, const KernelArgument& argument, std::span<const std::byte> contents) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (path.ends_with(".npy")) {
    const std::string header = npy_header(argument.type, argument.shape);
    file.write(header.data(), static_cast<std::streamsize>(header.size()));
  }
  file.write(reinterpret_cast<const char*>(contents.data()), static_cast<std::streamsize>(contents.size()));
  if (!file.flush()) throw UsageError(fmt::format("{}: can not be written", path));
}

}  // namespace

std::vector<std::byte> floating_bytes(double number, ValueType type) {
  switch (type) {
    case ValueType::f16: return raw(narrowed(number, 5, 10));
    case ValueType::bf16: return raw(narrowed(number, 8, 7));
    case ValueType::f32: return raw(static_cast<float>(number));
    default: return raw(number);
  }
}

std::vector<std::byte> initial_contents(KernelArgument& argument) {
  if (argument.fill == FillKind::file) return from_file(argument);
  const std::uint64_t count = argument.elements();
  const std::uint32_t size = size_of(argument.type);
  std::vector<std::byte> contents;
  try {
    contents.resize(count * size);
  } catch (const std::exception&) {
    throw UsageError(fmt::format("--arg '{}': there is no memory for {} bytes", argument.text, count * size));
  }
  if (argument.fill == FillKind::zero) return contents;
  Random random(argument.seed);
  const std::vector<std::byte> same =
      argument.fill == FillKind::value ? bytes_of(argument.value, argument.type, "--arg") : std::vector<std::byte>();
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::vector<std::byte> bytes = argument.fill == FillKind::value ? same : element(argument, i, random);
    std::memcpy(contents.data() + i * size, bytes.data(), size);
  }
  return contents;
}

std::string element_text(std::span<const std::byte> contents, std::uint64_t index, ValueType type) {
  switch (type) {
    case ValueType::i8: return fmt::format("{}", int{load<std::int8_t>(contents, index)});
    case ValueType::u8: return fmt::format("{}", unsigned{load<std::uint8_t>(contents, index)});
    case ValueType::i16: return fmt::format("{}", load<std::int16_t>(contents, index));
    case ValueType::u16: return fmt::format("{}", load<std::uint16_t>(contents, index));
    case ValueType::i32: return fmt::format("{}", load<std::int32_t>(contents, index));
    case ValueType::u32: return fmt::format("{}", load<std::uint32_t>(contents, index));
    case ValueType::i64: return fmt::format("{}", load<std::int64_t>(contents, index));
    case ValueType::u64: return fmt::format("{}", load<std::uint64_t>(contents, index));
    case ValueType::f16: return fmt::format("{:.5g}", widened(load<std::uint16_t>(contents, index), 5, 10));
    case ValueType::bf16: return fmt::format("{:.4g}", widened(load<std::uint16_t>(contents, index), 8, 7));
    case ValueType::f32: return fmt::format("{}", load<float>(contents, index));
    case ValueType::f64: return fmt::format("{}", load<double>(contents, index));
  }
  return "";
}

void put_out(const KernelArgument& argument, std::size_t position, std::span<const std::byte> contents) {
  for (const std::string& path : argument.outputs) save_to(path, argument, contents);
  if (!argument.print) return;
  const std::uint64_t count = argument.elements();
  // As many a line as the last dimension has, where that fits; each line begins with the index of its first element.
  const std::uint64_t last = argument.shape.size() > 1 ? argument.shape.back() : 8;
  const std::uint64_t per_line = last <= 32 ? last : 8;
  fmt::print("argument {}  {}[{}]\n", position, name_of(argument.type), fmt::join(argument.shape, "x"));
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % per_line == 0) fmt::print("{:>8}:", i);
    fmt::print(" {}", element_text(contents, i, argument.type));
    if (i % per_line == per_line - 1 || i + 1 == count) fmt::print("\n");
  }
  std::fflush(stdout);
}

}  // namespace warpglass::tool
