// Where the user's source declares the shared arrays of a run.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"
#include "rewrite/shared_declarations.hpp"
#include "tools/warpglass/source_trees.hpp"

namespace warpglass::tool {

/// Of the functions that declare these arrays, all declarations of shared arrays, each once; and those of classes that
/// the others are variables of.
/// \param mangled  names in PTX; those that are not found are passed over
/// \param others   likewise of the run: where they are of a class that one of the first is of, versions of it
/// \throws UsageError when the source cannot be compiled
[[nodiscard]] std::vector<rewrite::SharedDeclaration> declared_arrays(SourceTrees& trees,
                                                                      const std::vector<std::string>& mangled,
                                                                      const std::vector<std::string>& others = {});

/// Puts elements and extents, as the source of a .cu file declares them, into the report where they are shown: in an
/// explained line, or on the page.
void note_declarations(const RunOptions& options, report::Report& report);

}  // namespace warpglass::tool
