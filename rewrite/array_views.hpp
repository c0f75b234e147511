// Classes that name an array of rows together with how far these lie apart, and are handed to kernels by value: which
// of their members is which. Where the class alone takes elements, rows may lie further apart without an edit of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rewrite/kernel_function.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct ViewClass {
  std::string pointer;      // the member that leads to the array
  std::string stride;       // the member that says how many elements lie from row to row
  std::string stride_type;  // its type
  std::string obstacle;     // why another one would not do; empty: it would
};

/// \param record   the definition of the class, or the one that its template has
/// \param pointer  the member that leads to the array
[[nodiscard]] ViewClass view_class(const Node& record, const std::string& pointer);

/// Names of the members that are no functions, in their order.
[[nodiscard]] std::vector<std::string> fields_of(const Node& record);

/// What each member is made with where the class's constructor is called, in the order of the members; nullptr: that is
/// not seen. \param arguments  of the call
[[nodiscard]] std::vector<const Node*> made_with(const Node& record, const std::vector<const Node*>& arguments);

/// Why a kernel that is given the view may not have it with rows further apart; empty: it may.
[[nodiscard]] std::string obstacle_to_view(const KernelFunction& kernel, std::size_t parameter, const ViewClass& view);

/// The parameter whose function is called at a place of a kernel, as `in(y, x)` does; nothing: none is.
[[nodiscard]] std::optional<std::size_t> view_at(const KernelFunction& kernel, std::size_t line, std::size_t column,
                                                 bool stores);

}  // namespace warpglass::rewrite
