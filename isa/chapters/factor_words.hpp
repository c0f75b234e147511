// A factor of a product of matrices as vectors read it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpglass::isa {

/// A factor: its elements along K in words as registers hold them, a row or column beside the other.
template <std::size_t kOuter, std::size_t kWords>
struct FactorWords {
  alignas(64) std::uint32_t words[kWords][kOuter];
};

}  // namespace warpglass::isa
