// Calls of CUDA's runtime that take an array.
#pragma once

#include <cstddef>

#include "rewrite/array_pointers.hpp"
#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

/// How an array stands in a call.
struct ArrayInCall {
  std::size_t argument = 0;
  bool is_address = false;  // of the pointer itself
  bool is_within = false;   // an address behind what the pointer leads to
};

/// A call of the runtime: it allocates, copies, fills or frees. \param depth  of the call in the path
/// \return whether it is one of those that are known
[[nodiscard]] bool read_runtime_call(HostFunction& host, const ArrayPointers& pointers, DeviceArray& array,
                                     const ArrayInCall& in, const Path& path, std::size_t depth);

}  // namespace warpglass::rewrite
