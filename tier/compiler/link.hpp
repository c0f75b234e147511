// From an object file to an image: sections behind each other, references within them settled, and a cell for each
// address of something else.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "llvm/ADT/StringRef.h"

#include "tier/image.hpp"

namespace warpglass::tier {

/// \param object    of x86-64, position-independent
/// \param wanted    what undefined names stand for (cell's kind and value); other names are the C library's
/// \param places    filled: where each defined name lies
/// \param problem   what in the object is not understood; else empty
[[nodiscard]] Image link(llvm::StringRef object, const std::map<std::string, Cell>& wanted,
                         std::map<std::string, std::uint64_t>& places, std::string& problem);

}  // namespace warpglass::tier
