// Arrays in the device's memory that a function of the host allocates by a pointer of its own, and all that it does
// with them: from clang's syntax tree. Where every use is seen and is one of those that an array with another layout
// has as well, the layout can be another one.
#pragma once

#include <string>
#include <vector>

#include "rewrite/array_uses.hpp"
#include "rewrite/memory_classes.hpp"
#include "rewrite/shared_declarations.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// All launches of a kernel in a function, by its name.
[[nodiscard]] std::vector<const Node*> launches_of(const HostFunction& host, const std::string& kernel);

/// \param trees  of functions that launch; outlive the answer. Templates are left out.
[[nodiscard]] std::vector<HostFunction> host_functions(const std::vector<Node>& trees, const FileText& text,
                                                       const OwnerLookup& owners);

/// What a name for something of the array may begin with: "f_p" of `f.p`.
[[nodiscard]] std::string plain_name(const DeviceArray& array);

/// Adds the arrays of a function, or of a class, and what is done with them.
void read_arrays(HostFunction& host, const OwnerLookup& owners);

}  // namespace warpglass::rewrite
