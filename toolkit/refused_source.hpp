// What nvcc takes and clang refuses: launches from device code, alignas behind __shared__, shared variables whose type
// has a constructor, special registers in assembly with one percent sign, __cluster_dims__ of kernels, launches
// written << < >> >, and what lenient_edits.hpp has. clang says where each one stands; the source is rewritten there,
// so that its lines and columns stay what they were.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/refused_place.hpp"

namespace warpglass::toolkit {

/// The text of a file.
using ReadSource = std::function<std::string(const std::string& file)>;

/// Whether clang's output may refuse something of the kind.
[[nodiscard]] bool may_be_rewritten(std::string_view output);

/// What clang's output refuses. Of one that a macro has a part in there are several places, of which one is right.
[[nodiscard]] std::vector<RefusedPlace> refused_places(std::string_view output);

/// Without the places of clusters that are not to be rewritten. Where a macro has the kernel's body as well, it is
/// rewritten in the macro's definition, if __cluster_dims__ stands there itself; else where the macros are used.
/// Of functions whose declarations differ, those that lack an execution space. Of the labels that jump past a variable,
/// the first.
[[nodiscard]] std::vector<RefusedPlace> with_settled_places(const std::vector<RefusedPlace>& places,
                                                            const ReadSource& read);

/// The source with the places rewritten. Those where nothing of the kind stands are left alone.
[[nodiscard]] std::string rewritten(const std::string& source, const std::vector<RefusedPlace>& places);

}  // namespace warpglass::toolkit
