// The notation of --arg: `i32:64`, `f32[4096]:random:1:out.npy`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/warpglass/element.hpp"

namespace warpglass::tool {

enum class FillKind : std::uint8_t { zero, iota, value, random, file };

struct KernelArgument {
  std::string text;  // as given
  bool is_array = false;
  bool has_type = false;  // false: a bare number, which takes the parameter's type
  ValueType type = ValueType::i32;
  std::string value;  // of a scalar, and of FillKind::value
  // Arrays:
  std::vector<std::uint64_t> shape;  // elements along each dimension; empty: as many as the file has
  FillKind fill = FillKind::zero;
  std::uint64_t seed = 0;            // random
  std::string input;                 // file
  std::vector<std::string> outputs;  // files to save the contents to: .npy, anything else raw
  bool print = false;

  [[nodiscard]] std::uint64_t elements() const;
};

/// \throws UsageError
[[nodiscard]] KernelArgument parse_kernel_argument(const std::string& text);

/// The bytes of one value. Integers may be decimal or 0x..., with a sign; they must fit.
/// \throws UsageError that begins with `where`
[[nodiscard]] std::vector<std::byte> bytes_of(const std::string& value, ValueType type, const std::string& where);

}  // namespace warpglass::tool
