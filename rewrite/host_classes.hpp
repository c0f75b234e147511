// Classes that keep arrays of the device in private pointers and launch kernels in their functions: one makes the
// memory, others copy, launch and let pointers change places. What a function alone does not show, all of them do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rewrite/array_uses.hpp"
#include "rewrite/memory_classes.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// The class that a function belongs to, as class_named_by() says it; empty: it is none's, or takes nothing of it.
[[nodiscard]] std::string class_of_function(const Node& function);

/// Nothing where somebody else may know what the class has: a template, a friend, a function that is defined elsewhere.
/// \param trees  of the class; outlive the answer
/// \param why    gets the reason then
[[nodiscard]] std::optional<HostFunction> host_class(const std::vector<Node>& trees, const std::string& name,
                                                     const FileText& text, const OwnerLookup& owners, std::string& why);

}  // namespace warpglass::rewrite
