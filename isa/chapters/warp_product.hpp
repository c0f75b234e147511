// Products of matrices where all lanes take part and no value needs a second look, on vectors over the lanes.
#pragma once

#include "isa/chapters/product.hpp"

namespace warpglass::isa {

/// Computes d as product.hpp's other functions do, bit for bit. Returns false, with nothing written, where it cannot:
/// single bits; bf16 and tf32 so large that fp32 does not hold every product of two, or sums so small that it does not
/// hold their scale.
[[nodiscard]] bool multiply_in_vectors(sim::Warp& warp, const Product& product, const ProductRows& rows);

}  // namespace warpglass::isa
