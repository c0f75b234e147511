// The text of a function that stands in for an atomic: lanes of a warp that have one address are combined first, and
// one of them performs the operation for all. The result is the same to the last bit, because integers may be combined
// in any order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpglass::rewrite {

/// A call of an atomic function.
struct WarpAtomic {
  std::string function;            // "atomicAdd"
  std::string type;                // of what it operates on, as clang spells it: "unsigned int"
  bool result_is_used = false;     // of what was there before
  bool value_is_constant = false;  // the same for all lanes

  friend auto operator<=>(const WarpAtomic&, const WarpAtomic&) = default;
};

/// Whether it adds or subtracts.
[[nodiscard]] bool adds(const WarpAtomic& atomic);

/// Which lanes are combined.
enum class Combining : std::uint8_t {
  first_lane,    // those that have the first lane's address; the others do their own
  each_address,  // the lanes of each address, one address after the other
};

/// What the machine combines the values of a warp's lanes with.
enum class WarpSums : std::uint8_t {
  none,          // no shuffles (before cc 3.0)
  shuffles,      // of a full warp
  instructions,  // __reduce_add_sync() and its like (from cc 8.0 on): 32-bit integers
};

/// Why an atomic has no such function, on any machine; empty: it may have one.
[[nodiscard]] std::string obstacle_to_combining(const WarpAtomic& atomic);

/// The definition, in lines that end; nothing where the machine has no way to it, or none that could pay.
/// \param name  of the function
/// \pre obstacle_to_combining() is empty
[[nodiscard]] std::optional<std::string> warp_atomic_function(const WarpAtomic& atomic, Combining combining,
                                                              WarpSums sums, const std::string& name);

}  // namespace warpglass::rewrite
