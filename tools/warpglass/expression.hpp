// Where the threads of a block go: an index expression in C, compiled and run like any kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dim3.hpp"

namespace warpglass::tool {

struct Expression {
  /// An element of an array, `tile[ty][tx ^ ty]` or `*(float4*)&tile[ty][4 * tx]`; or without one the element's number,
  /// `tid * 2`. It may use tid (of the thread in its block), tx, ty, tz, lane, warp and everything that CUDA C++ has.
  std::string text;
  std::string type = "float";        // of an element
  std::vector<std::uint64_t> shape;  // of the array, outermost first; empty: one dimension without an end
  std::string condition;             // in C; threads for which it is false take no part; empty: all do
  Dim3 block = {32, 1, 1};
};

struct Places {
  std::uint32_t bytes = 0;                              // of each access
  std::uint32_t element_bytes = 0;                      // of an array with a shape; 0: there is none
  std::vector<std::optional<std::uint64_t>> addresses;  // byte offsets, one a thread
  std::string array;                                    // the name used; empty for an element's number
};

/// What the compiler has to say goes to the standard error stream; it calls the parts of the expression by the flags
/// --expr, --if and --type.
/// \throws UsageError when it cannot be compiled, reads what is not there, leaves the array, or is no access that one
/// instruction makes
[[nodiscard]] Places evaluate(const Expression& expression);

/// The array that the expression indexes: the name before the first bracket; empty when there is none.
[[nodiscard]] std::string array_name(const std::string& text);

}  // namespace warpglass::tool
