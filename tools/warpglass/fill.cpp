#include "tools/warpglass/fill.hpp"

#include <fmt/format.h>

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
  std::vector<std::byte> bytes = raw_bytes(bits);
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
