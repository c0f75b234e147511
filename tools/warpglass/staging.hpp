// What changes that take accesses through shared memory have in common: which launches they can be made for, and how
// they are tried and told.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "rewrite/edit.hpp"
#include "rewrite/shared_declarations.hpp"
#include "tools/warpglass/source_change.hpp"
#include "tools/warpglass/source_trees.hpp"

namespace warpglass::tool {

/// Has clang write the trees of all kernels that these places are in. \param places  with a `kernel` each
template <class Places>
void prepare_kernels(SourceTrees& trees, const Places& places);

/// Why launches of these kernels do not let it be tried; empty: they do.
[[nodiscard]] std::string obstacle_to_launches(const Kernels& kernels);

/// One that is tried with these edits, without its message.
[[nodiscard]] SourceChange staging_change(const Kernels& kernels, const SourcePosition& where,
                                          const std::vector<rewrite::Edit>& edits, std::string title,
                                          std::uint32_t schedulers);

/// Why none is tried where another is that shares a kernel with it.
inline constexpr const char* kAnotherComesFirst =
    "another access of the kernel comes first; make that change, and call advise again";

/// Why none is tried where all accesses of the kernel are alike in this.
inline constexpr const char* kExchangeThreads =
    "its other accesses lie along columns, too: exchange threadIdx.x and threadIdx.y";

template <class Places>
void prepare_kernels(SourceTrees& trees, const Places& places) {
  std::set<std::string> filters;
  for (const auto& place : places) filters.insert(rewrite::kernel_filter(place.kernel->mangled_name));
  filters.erase("");
  trees.prepare(filters);
}

}  // namespace warpglass::tool
