// Where the user's source declares the shared arrays of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rewrite/shared_declarations.hpp"
#include "tools/warpglass/options.hpp"

namespace warpglass::tool {

/// Text of a file; nothing where there is none.
[[nodiscard]] std::optional<std::string> text_of_file(const std::string& file);

/// Of the functions that declare these arrays, all declarations of shared arrays, each once.
/// \param mangled  names in PTX; those that no function declares are passed over
/// \throws UsageError when the source cannot be compiled
[[nodiscard]] std::vector<rewrite::SharedDeclaration> declared_arrays(const RunOptions& options,
                                                                      const std::vector<std::string>& mangled);

}  // namespace warpglass::tool
