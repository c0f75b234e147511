#include "tools/warpglass/fill.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

#include "tools/warpglass/element.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/npy.hpp"
#include "tools/warpglass/program_file.hpp"

namespace warpglass::tool {
namespace {

/// splitmix64: a fixed algorithm, so that a seed means the same numbers everywhere. The number at a place in its row.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// Elements that are worth another thread.
constexpr std::uint64_t kPart = std::uint64_t{1} << 18;

/// \param value  of an element, by its index; as many bytes as the type has
template <class Value>
void fill_with(std::span<std::byte> contents, const runtime::Spread& spread, const Value& value) {
  using Element = decltype(value(std::uint64_t{}));
  spread.over(contents.size() / sizeof(Element), kPart, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const Element element = value(i);
      std::memcpy(contents.data() + i * sizeof element, &element, sizeof element);
    }
  });
}

/// As integers of the type's size: the lowest bits of what `bits` gives for an index.
template <class Bits>
void fill_with_bits(std::uint32_t size, std::span<std::byte> contents, const runtime::Spread& spread,
                    const Bits& bits) {
  const auto as = [&]<class Element>(Element) {
    fill_with(contents, spread, [&](std::uint64_t i) { return static_cast<Element>(bits(i)); });
  };
  if (size == 1) return as(std::uint8_t{});
  if (size == 2) return as(std::uint16_t{});
  if (size == 4) return as(std::uint32_t{});
  as(std::uint64_t{});
}

template <class Number>
void fill_with_numbers(ValueType type, std::span<std::byte> contents, const runtime::Spread& spread,
                       const Number& number) {
  const auto as = [&]<ValueType kType>() {
    fill_with(contents, spread, [&](std::uint64_t i) { return in_type<kType>(number(i)); });
  };
  if (type == ValueType::f16) return as.template operator()<ValueType::f16>();
  if (type == ValueType::bf16) return as.template operator()<ValueType::bf16>();
  if (type == ValueType::f32) return as.template operator()<ValueType::f32>();
  as.template operator()<ValueType::f64>();
}

}  // namespace

std::vector<std::byte> contents_of_file(KernelArgument& argument) {
  const std::string where = fmt::format("--arg '{}'", argument.text);
  const std::string text = read_file(argument.input);
  std::vector<std::byte> contents;
  std::vector<std::uint64_t> shape;
  if (argument.input.ends_with(".npy")) {
    NpyArray array = parse_npy(text, argument.input);
    // A file has one name for the bits of an integer, the kernel may have another; NumPy has none for bf16.
    const bool same_bits = size_of(array.type) == size_of(argument.type) && !is_floating(array.type) &&
                           (!is_floating(argument.type) || argument.type == ValueType::bf16);
    if (array.type != argument.type && !same_bits)
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

namespace {

void save_to(const std::string& path, const KernelArgument& argument, std::span<const std::byte> contents) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (path.ends_with(".npy")) {
    const std::string header = npy_header(argument.type, argument.shape);
    file.write(header.data(), static_cast<std::streamsize>(header.size()));
  }
  file.write(reinterpret_cast<const char*>(contents.data()), static_cast<std::streamsize>(contents.size()));
  if (!file.flush()) throw UsageError(fmt::format("{}: cannot be written", path));
}

}  // namespace

void fill_array(const KernelArgument& argument, std::span<std::byte> contents, const runtime::Spread& spread) {
  const bool floating = is_floating(argument.type);
  const std::uint32_t size = size_of(argument.type);
  assert(contents.size() % size == 0);
  switch (argument.fill) {
    case FillKind::zero: return fill_with_bits(1, contents, spread, [](std::uint64_t) { return 0; });
    case FillKind::value: {
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes_of(argument.value, argument.type, "--arg").data(), size);
      return fill_with_bits(size, contents, spread, [bits](std::uint64_t) { return bits; });
    }
    case FillKind::iota:
      // What holds an index is positive with a sign as well, and numbers with one are converted faster.
      if (floating) {
        return fill_with_numbers(argument.type, contents, spread,
                                 [](std::uint64_t i) { return static_cast<double>(static_cast<std::int64_t>(i)); });
      }
      return fill_with_bits(size, contents, spread, [](std::uint64_t i) { return i; });
    case FillKind::random:
      // 24 bits, so that every floating type but the 16-bit ones holds the number as it is.
      if (floating) {
        return fill_with_numbers(argument.type, contents, spread, [seed = argument.seed](std::uint64_t i) {
          return static_cast<double>(static_cast<std::int64_t>(random_bits(seed, i) >> 40)) * 0x1p-24;
        });
      }
      return fill_with_bits(size, contents, spread,
                            [seed = argument.seed](std::uint64_t i) { return random_bits(seed, i); });
    case FillKind::file: break;
  }
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
