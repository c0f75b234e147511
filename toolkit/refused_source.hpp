// What nvcc takes and clang refuses: launches from device code, alignas behind __shared__, shared variables whose type
// has a constructor, special registers in assembly with one percent sign, __cluster_dims__ of kernels, launches
// written << < >> >, and what lenient_edits.hpp has. clang says where each one stands; the source is rewritten there,
// so that its lines and columns stay what they were.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::toolkit {

/// A place that clang's output names.
struct RefusedPlace {
  enum class What : unsigned char {
    launch,           // <<< of a launch
    kernel,           // the name of a kernel, whose address is taken
    internal_kernel,  // __global__ of one that other files do not see
    alignment,        // alignas behind words that it has to stand before
    constructed,      // a shared variable, by its name
    assembly,         // within a string
    cluster,          // __cluster_dims__
    brackets,         // the last < or > of a launch that is written << < >> >, or a directive in a macro's definition
    template_name,    // a member template's name, before which `template` is missing
    operand,          // the string of an operand of assembly, before which the comma is missing
    directive,        // #pragma in a macro's definition or arguments
    unroll,           // what stands behind #pragma unroll and is no loop
    variable,         // its declaration; the other place is the switch's label that jumps past it
    functions,        // declared with another execution space at the other place
    space,            // the name of a function that `name` is to stand before
    builtin,          // where threadIdx or the like is copied
    untyped,          // main
    pointer,          // the sign of a sum with a pointer to void
    length,           // an array's, which is initialised and not constant
  };
  What what = What::launch;
  std::string file;
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // from 1, in bytes
  std::string name;        // of the kernel, template or variable; of a cluster its sizes, macros expanded
  bool in_macro = false;   // in a macro's definition
  struct Other {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    friend auto operator<=>(const Other&, const Other&) = default;
  } other{};
  friend auto operator<=>(const RefusedPlace&, const RefusedPlace&) = default;
};

/// The text of a file.
using ReadSource = std::function<std::string(const std::string& file)>;

/// Of a line and column, from 1.
[[nodiscard]] std::size_t offset_of(const std::string& source, std::size_t line, std::size_t column);

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
