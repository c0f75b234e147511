// Requests of textures and surfaces that no lane has a part in. What lanes ask for is held to recorded counts
// (tests/hardware).
#include "arch/image_sectors.hpp"

#include <gtest/gtest.h>

namespace warpglass::arch {
namespace {

ImageSectors without_lanes_of(ImageAccess access, bool unasked = false) {
  return image_sectors({.access = access, .unasked = unasked, .lanes = 0, .places = {}});
}

TEST(ImageSectors, TexturesAskWhereNoLaneTakesPart) {
  for (const ImageAccess access : {ImageAccess::fetch, ImageAccess::fetch_at_level, ImageAccess::fetch_by_gradients,
                                   ImageAccess::fetch_by_number, ImageAccess::gather}) {
    const ImageSectors none = without_lanes_of(access);
    EXPECT_EQ(none.idle, 1u);
    EXPECT_EQ(none.requests, 0u);
    EXPECT_EQ(none.sectors, 0u);
    EXPECT_TRUE(none.recorded);
  }
}

TEST(ImageSectors, SurfacesDoNot) {
  for (const ImageAccess access :
       {ImageAccess::surface_load, ImageAccess::surface_store, ImageAccess::surface_reduction}) {
    EXPECT_EQ(without_lanes_of(access).idle, 0u);
    EXPECT_TRUE(without_lanes_of(access).recorded);
  }
}

/// Lanes that lie beside an image take no part, and what comes of that was not recorded.
TEST(ImageSectors, OfLanesBesideTheImageNothingIsKnown) {
  for (const ImageAccess access : {ImageAccess::fetch, ImageAccess::surface_load}) {
    EXPECT_EQ(without_lanes_of(access, true).idle, 0u);
    EXPECT_FALSE(without_lanes_of(access, true).recorded);
  }
}

}  // namespace
}  // namespace warpglass::arch
