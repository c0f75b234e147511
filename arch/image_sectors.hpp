// What texture and surface instructions ask of the first-level cache: requests of some of a warp's lanes and the
// 32-byte sectors of each. The rules are those that an H100's counts of 3,384 single instructions follow
// (tests/hardware/h200/facts/texture_fetches.tsv, texture_shapes.tsv, surface_accesses.tsv).
#pragma once

#include "base/image_request.hpp"

namespace warpglass::arch {

/// Lanes go together by eight or by four, the four of a square of pixels, as the instruction and the texel's size say;
/// filtered texels of 16 bytes by two, each in two passes. A sector holds 32 bytes of plain memory, and of an array 16
/// bytes of each of two rows. Of a surface that no lane lies in nothing is asked; of a texture there is an idle
/// request.
[[nodiscard]] ImageSectors image_sectors(const ImageRequest& request);

}  // namespace warpglass::arch
