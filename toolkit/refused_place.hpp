// A place of a source that clang refuses and nvcc takes, and what stands there.
#pragma once

#include <compare>
#include <cstddef>
#include <string>

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
    array_pointer,    // a variable, or what it is assigned: a pointer to arrays whose lengths are not constant
    float_length,     // an array's of device code, made of constants of floating point
    output,           // of assembly, to a variable that is const
    own_member,       // the name of one of a base class that depends on a template's parameters, without `this->`
    type_name,        // a name before which `typename` is missing
    not_literal,      // a variable of a constexpr function that has no constant of its type
    own_class,        // `this` where a constant is wanted: its member is static
    extern_shared,    // __shared__ of a variable that is extern and has a size
    null_member,      // the condition of a static_assert, where a member has an address though its object has none
  };
  What what = What::launch;
  std::string file;
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // from 1, in bytes
  std::string name;        // of the kernel, template or variable; of a cluster its sizes, macros expanded; of functions
                           // the space that clang says it has, where it says so
  bool in_macro = false;   // in a macro's definition
  struct Other {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    std::string space{};  // of functions: the one that clang says this has
    friend auto operator<=>(const Other&, const Other&) = default;
  } other{};
  friend auto operator<=>(const RefusedPlace&, const RefusedPlace&) = default;
};

}  // namespace warpglass::toolkit
