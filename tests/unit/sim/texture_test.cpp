// Texture fetching by the rules of the CUDA C Programming Guide's appendix; the finer rules of the chip are held by
// tests/hardware/replay_textures_test.cpp.
#include "sim/texture.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <vector>

#include "sim/texture_filter.hpp"

namespace warpglass::sim {
namespace {

float number(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// A texture over floats that lie in this process.
class FloatTexture {
 public:
  FloatTexture(ImageShape shape, std::uint32_t width, std::uint32_t height, std::uint32_t depth)
      : values_(std::size_t{width} * height * depth) {
    std::iota(values_.begin(), values_.end(), 1.0f);
    const std::uint64_t base = reinterpret_cast<std::uintptr_t>(values_.data());
    texture.image = {.shape = shape,
                     .format = TexelFormat::f32,
                     .channels = 1,
                     .levels = {{base, width * 4, std::uint64_t{width} * height * 4, width, height, depth}}};
  }

  void address(AddressMode mode, bool normalized) {
    texture.sampler.modes = {mode, mode, mode};
    texture.sampler.normalized_coordinates = normalized;
  }

  [[nodiscard]] float at(float x, float y = 0, float z = 0, std::int32_t layer = 0) const {
    return number(fetch(texture, {.at = {x, y, z}, .layer = layer})[0]);
  }

  Texture texture;

 private:
  std::vector<float> values_;
};

TEST(Weights, AlwaysAddUpToTheWhole) {
  for (std::uint32_t x = 0; x < 256; x += 5)
    for (std::uint32_t y = 0; y < 256; y += 3)
      for (const std::uint32_t whole : {0u, 1u, 77u, 255u, 256u}) {
        const auto weights = weights_of(x, y, whole);
        EXPECT_EQ(weights[0] + weights[1] + weights[2] + weights[3], int(whole)) << x << ' ' << y;
      }
}

TEST(Weights, AreTheTexelsOwnAtTheirCentres) {
  EXPECT_EQ(weights_of(0, 0, 256), (std::array<std::uint16_t, 4>{256, 0, 0, 0}));
  EXPECT_EQ(weights_of(128, 0, 256), (std::array<std::uint16_t, 4>{128, 128, 0, 0}));
  EXPECT_EQ(weights_of(128, 128, 256), (std::array<std::uint16_t, 4>{64, 64, 64, 64}));
}

TEST(Sums, RoundHalfAwayFromZero) {
  const std::vector<Tap> halves{{128, 0}, {128, 0}};
  EXPECT_EQ(sum_singles(std::vector<float>{1.0f, 1.0f + 0x1p-23f}, halves), 1.0f + 0x1p-23f);
  EXPECT_EQ(sum_singles(std::vector<float>{-1.0f, -1.0f - 0x1p-23f}, halves), -1.0f - 0x1p-23f);
  EXPECT_EQ(sum_singles(std::vector<float>{2.0f, 4.0f}, halves), 3.0f);
}

TEST(Sums, DropWhatLiesTooFarBelowTheLargest) {
  const std::vector<Tap> halves{{128, 0}, {128, 0}};
  EXPECT_EQ(sum_singles(std::vector<float>{0x1p30f, 0x1p2f}, halves), 0x1p29f);
  EXPECT_EQ(sum_singles(std::vector<float>{0x1p30f, 0x1p10f}, halves), 0x1p29f + 0x1p9f);
}

TEST(Nearest, TakesTheTexelAPositionLiesIn) {
  FloatTexture line(ImageShape::one, 4, 1, 1);
  line.address(AddressMode::clamp, false);
  EXPECT_EQ(line.at(0.0f), 1);
  EXPECT_EQ(line.at(0.99f), 1);
  EXPECT_EQ(line.at(1.0f), 2);
  EXPECT_EQ(line.at(3.5f), 4);
}

TEST(AddressModes, ClampBorderWrapAndMirror) {
  FloatTexture line(ImageShape::one, 4, 1, 1);
  line.address(AddressMode::clamp, true);
  EXPECT_EQ(line.at(-0.3f), 1);
  EXPECT_EQ(line.at(7.0f), 4);
  line.address(AddressMode::wrap, true);
  EXPECT_EQ(line.at(1.3f), 2);
  EXPECT_EQ(line.at(-0.3f), 3);
  line.address(AddressMode::mirror, true);
  EXPECT_EQ(line.at(1.3f), 3);
  EXPECT_EQ(line.at(-0.3f), 2);
  line.address(AddressMode::border, true);
  line.texture.sampler.border = {9, 0, 0, 0};
  EXPECT_EQ(line.at(0.3f), 2);
  EXPECT_EQ(line.at(1.3f), 9);
}

// "If normalizedCoords is set to zero, wrap and mirror are not supported and will be switched to clamp."
TEST(AddressModes, ThatRepeatNeedNormalizedCoordinates) {
  FloatTexture line(ImageShape::one, 4, 1, 1);
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::mirror}) {
    line.address(mode, false);
    EXPECT_EQ(line.at(5.5f), 4);
  }
}

// The guide's filtering: tex(x) = (1 - a) T[i] + a T[i + 1], with x - 0.5 = i + a.
TEST(Linear, FiltersBetweenCentres) {
  FloatTexture plane(ImageShape::two, 4, 2, 1);
  plane.address(AddressMode::clamp, false);
  plane.texture.sampler.linear = true;
  EXPECT_EQ(plane.at(0.5f, 0.5f), 1);
  EXPECT_EQ(plane.at(1.0f, 0.5f), 1.5f);
  EXPECT_EQ(plane.at(1.0f, 1.0f), 3.5f);
  EXPECT_EQ(plane.at(0.0f, 0.0f), 1);
  EXPECT_EQ(plane.at(9.0f, 9.0f), 8);
}

// a is "stored in 9-bit fixed point format with 8 bits of fractional value".
TEST(Linear, WeighsInSteps) {
  FloatTexture line(ImageShape::one, 2, 1, 1);
  line.address(AddressMode::clamp, false);
  line.texture.sampler.linear = true;
  EXPECT_EQ(line.at(0.5f + 1.0f / 512), 1 + 1.0f / 256);
  EXPECT_EQ(line.at(0.5f + 0.99f / 512), 1);
}

TEST(Layers, AreChosenAndNotFiltered) {
  FloatTexture layers(ImageShape::layered_two, 2, 2, 3);
  layers.address(AddressMode::clamp, false);
  layers.texture.sampler.linear = true;
  EXPECT_EQ(layers.at(0.5f, 0.5f, 0, 1), 5);
  EXPECT_EQ(layers.at(0.5f, 0.5f, 0, 7), 9);
}

TEST(Cubes, TakeTheFaceOfTheLargestCoordinate) {
  FloatTexture cube(ImageShape::cube, 1, 1, 6);
  const std::vector<std::array<float, 3>> directions{{2, 1, 1},  {-2, 1, 1}, {1, 2, 1},
                                                     {1, -2, 1}, {1, 1, 2},  {1, 1, -2}};
  for (std::size_t face = 0; face < 6; ++face)
    EXPECT_EQ(cube.at(directions[face][0], directions[face][1], directions[face][2]), float(face + 1));
}

TEST(Gather, AnswersTheFourTexelsCounterClockwise) {
  FloatTexture plane(ImageShape::two, 4, 2, 1);
  plane.address(AddressMode::clamp, false);
  const Texel texels = gather(plane.texture, {.at = {2.0f, 1.0f, 0}}, 0);
  EXPECT_EQ(number(texels[0]), 6);
  EXPECT_EQ(number(texels[1]), 7);
  EXPECT_EQ(number(texels[2]), 3);
  EXPECT_EQ(number(texels[3]), 2);
}

TEST(Formats, AreReadAsIntegersOrNumbers) {
  const std::vector<std::int8_t> values{-128, -64, 0, 127};
  const std::uint64_t base = reinterpret_cast<std::uintptr_t>(values.data());
  Texture texture;
  texture.image = {
      .shape = ImageShape::one, .format = TexelFormat::s8, .channels = 1, .levels = {{base, 4, 4, 4, 1, 1}}};
  EXPECT_EQ(fetch(texture, {.at = {1.5f, 0, 0}})[0], 0xffffffc0u);
  texture.sampler.normalized_reads = true;
  EXPECT_EQ(number(fetch(texture, {.at = {0.5f, 0, 0}})[0]), -1.0f);
  EXPECT_EQ(number(fetch(texture, {.at = {3.5f, 0, 0}})[0]), 1.0f);
}

TEST(Surfaces, CountBytesAndKeepInside) {
  FloatTexture plane(ImageShape::two, 4, 2, 1);
  const Image& image = plane.texture.image;
  const std::uint64_t base = image.levels[0].base;
  EXPECT_EQ(surface_address(image, {4, 1, 0}, 4, SurfaceBoundary::trap), base + 20);
  EXPECT_EQ(surface_address(image, {12, 1, 0}, 8, SurfaceBoundary::zero), 0u);
  EXPECT_EQ(surface_address(image, {12, 9, 0}, 8, SurfaceBoundary::clamp), base + 24);
  EXPECT_EQ(surface_address(image, {-4, -1, 0}, 4, SurfaceBoundary::clamp), base);
  EXPECT_EQ(surface_address(image, {0, 2, 0}, 4, SurfaceBoundary::trap), 0u);
}

}  // namespace
}  // namespace warpglass::sim
