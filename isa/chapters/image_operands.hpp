// What texture and surface instructions have in common: geometries, the operand `[object, {coordinates}]`, and faults.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isa/instruction.hpp"
#include "sim/texture.hpp"
#include "sim/touched_memory.hpp"

namespace warpglass::isa {

enum class ImageGeometry : std::uint8_t { one, two, three, layered_one, layered_two, cube, layered_cube };

/// "2d" and so on; the words of a row's `geom` slot.
[[nodiscard]] ImageGeometry geometry_named(std::string_view word);

[[nodiscard]] constexpr bool is_layered(ImageGeometry geometry) {
  return geometry == ImageGeometry::layered_one || geometry == ImageGeometry::layered_two ||
         geometry == ImageGeometry::layered_cube;
}

/// Coordinates that are no layer: 1, 2 or 3.
[[nodiscard]] std::size_t axes_of(ImageGeometry geometry);

/// Binds the object of `[object, {coordinates}]` or `[object]` to op().a, and op().imm to 1 when the row holds the
/// address of a `.texref` or `.surfref` variable instead of a handle. False when an error was recorded.
[[nodiscard]] bool bind_handle(BindContext& context, const ptx::Operand& operand);

/// The same, and appends the rows of the coordinates that the geometry has, the layer first.
[[nodiscard]] bool bind_image(BindContext& context, const ptx::Operand& operand, ImageGeometry geometry, ptx::Type type,
                              std::vector<std::uint32_t>& rows);

/// Appends the rows of the first `count` elements of a vector operand (or of the operand itself when count is 1).
void append_vector(BindContext& context, const ptx::Operand& operand, std::size_t count, ptx::Type type,
                   std::vector<std::uint32_t>& rows);

/// The handle a lane names (fields as bind_handle sets them).
[[nodiscard]] std::uint64_t handle_of(const sim::Warp& warp, const sim::Op* op, int lane);

/// Notes that an image, which is still there, is used so: for who wants to know what the launch depends on.
void note_image(const sim::Warp& warp, const sim::Image& image, sim::ImageUse use);

/// \param kind  "texture" or "surface"
/// \param gone  why an object that exists can not be used; "" when there is none
[[noreturn]] void raise_handle(const sim::Warp& warp, const sim::Op* op, int lane, std::uint64_t handle,
                               std::string_view kind, const std::string& gone);
[[noreturn]] void raise_geometry(const sim::Warp& warp, const sim::Op* op, int lane, std::string_view kind,
                                 sim::ImageShape shape);

/// Number of the query in queried_extents: width, height, depth.
[[nodiscard]] std::size_t query_named(std::string_view word);

/// What txq and suq answer: texels, and layers (of cubes: cubes) as the depth; 0 for what the shape does not have.
[[nodiscard]] std::array<std::uint32_t, 3> queried_extents(const sim::Image& image, const sim::ImageLevel& level);

}  // namespace warpglass::isa
