// Vectors of the host, `std::vector` and `thrust::host_vector`: how many elements they have.
#pragma once

#include <optional>
#include <string>

#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// Whether a variable is one, or a reference to one.
[[nodiscard]] bool is_host_vector(const Node& variable);

/// Whether an expression is of a type of whole numbers.
[[nodiscard]] bool is_of_whole_numbers(const Node& node);

/// How many elements a vector has.
struct VectorLength {
  const Node* made_with = nullptr;  // the number that it was made with and has kept; nullptr: `h.size()` says it
};

/// \param function  that declares it
/// \param behind    a declaration in it: nothing changes the vector's length from there on, whatever was before;
///                  nullptr: nothing ever changes it
/// \return nothing where something does
[[nodiscard]] std::optional<VectorLength> length_of_vector(const Node& function, const Node& vector,
                                                           const Node* behind);

/// Whether a number that stands in a declaration is the same where it is written again behind that: nothing that it is
/// made of changes there, and all of it is seen. Functions are called for nothing but the length of a vector.
[[nodiscard]] bool keeps(const HostFunction& host, const Node& number, const Node& declaration);

}  // namespace warpglass::rewrite
