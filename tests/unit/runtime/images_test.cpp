#include "runtime/images.hpp"

#include <gtest/gtest.h>

namespace warpglass::runtime {
namespace {

constexpr ArrayLimits kLimits{.one = 64,
                              .two = {64, 32},
                              .three = {16, 16, 16},
                              .layered_one = 32,
                              .layered_two = {32, 32},
                              .layers = 8,
                              .cube = 16,
                              .cube_layers = 12};

class ImagesTest : public ::testing::Test {
 protected:
  Array* make(const ArrayDescription& description) {
    Array* array = nullptr;
    status = images.create(description, kLimits, "array", array);
    return array;
  }

  sim::Memory memory{std::uint64_t{1} << 24};
  Images images{memory};
  Status status = Status::ok;
};

TEST_F(ImagesTest, ArraysHaveTheShapeOfTheirExtents) {
  EXPECT_EQ(make({.width = 8})->image.shape, sim::ImageShape::one);
  EXPECT_EQ(make({.width = 8, .height = 4})->image.shape, sim::ImageShape::two);
  EXPECT_EQ(make({.width = 8, .height = 4, .depth = 2})->image.shape, sim::ImageShape::three);
  EXPECT_EQ(make({.width = 8, .depth = 2, .layered = true})->image.shape, sim::ImageShape::layered_one);
  EXPECT_EQ(make({.width = 4, .height = 4, .depth = 6, .cube = true})->image.shape, sim::ImageShape::cube);
}

TEST_F(ImagesTest, ExtentsBeyondTheLimitsAreRefused) {
  for (const ArrayDescription& description :
       {ArrayDescription{}, ArrayDescription{.width = 65}, ArrayDescription{.width = 8, .height = 33},
        ArrayDescription{.width = 8, .height = 8, .depth = 17}, ArrayDescription{.width = 8, .depth = 2},
        ArrayDescription{.width = 8, .depth = 9, .layered = true},
        ArrayDescription{.width = 8, .height = 4, .depth = 6, .cube = true}}) {
    EXPECT_EQ(make(description), nullptr);
    EXPECT_EQ(status, Status::invalid_value);
  }
}

TEST_F(ImagesTest, RegionsLieInside) {
  const Array* array = make({.width = 8, .height = 4, .depth = 2});
  Region region;
  EXPECT_TRUE(array->region(8, 1, 1, {.width = 24, .height = 3, .depth = 1}, region));
  EXPECT_EQ(region.base, array->image.levels[0].base + 8 + 32 + 128);
  EXPECT_EQ(region.pitch, 32u);
  EXPECT_EQ(region.rows_per_slice, 4u);
  EXPECT_FALSE(array->region(8, 1, 1, {.width = 25, .height = 3, .depth = 1}, region));
  EXPECT_FALSE(array->region(0, 2, 0, {.width = 4, .height = 3, .depth = 1}, region));
  EXPECT_FALSE(array->region(0, 0, 2, {.width = 4, .height = 1, .depth = 1}, region));
  EXPECT_FALSE(array->region(~std::uint64_t{0}, 0, 0, {.width = 4}, region));
}

TEST_F(ImagesTest, LevelsHalveDownToOneTexel) {
  MipmappedArray* array = nullptr;
  ASSERT_EQ(images.create({.width = 12, .height = 3}, kLimits, 99, "array", array), Status::ok);
  ASSERT_EQ(array->levels.size(), 4u);
  EXPECT_EQ(array->levels[1]->description.width, 6u);
  EXPECT_EQ(array->levels[3]->image.levels[0].width, 1u);
  EXPECT_EQ(array->levels[3]->image.levels[0].height, 1u);
  EXPECT_TRUE(images.has(array->levels[2].get()));
  EXPECT_FALSE(images.destroy(array->levels[2].get()));
}

TEST_F(ImagesTest, ObjectsTellThatTheirArrayWasFreed) {
  const Array* array = make({.width = 8});
  const std::uint64_t texture = images.create_texture(array, {}), surface = images.create_surface(*array);
  EXPECT_EQ(images.table().textures.at(texture).gone, "");
  EXPECT_TRUE(images.destroy(array));
  EXPECT_EQ(images.table().textures.at(texture).gone, "the array of this object was freed");
  EXPECT_EQ(images.table().surfaces.at(surface).gone, "the array of this object was freed");
  EXPECT_FALSE(images.destroy(array));
}

TEST_F(ImagesTest, TexturesOfMemoryEndWithIt) {
  const std::uint64_t address = memory.allocate(1024, sim::AllocationKind::device, "cudaMalloc #1");
  const std::uint64_t line = images.create_texture(LinearResource{.address = address, .bytes = 1 << 20}, {});
  const std::uint64_t plane =
      images.create_texture(PitchedResource{.address = address, .width = 16, .height = 17, .pitch = 64}, {});
  EXPECT_EQ(images.table().textures.at(line).image.levels[0].width, 256u);
  EXPECT_EQ(images.table().textures.at(plane).gone,
            "this texture of 17 rows, 64 bytes apart, reaches past the 1024 bytes of cudaMalloc #1");
  memory.release(address);
  EXPECT_EQ(images.table().textures.at(line).gone, "the memory of this texture was freed");
}

}  // namespace
}  // namespace warpglass::runtime
