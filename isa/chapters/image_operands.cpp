#include "isa/chapters/image_operands.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "sim/memory.hpp"

namespace warpglass::isa {

ImageGeometry geometry_named(std::string_view word) {
  if (word == "1d") return ImageGeometry::one;
  if (word == "3d") return ImageGeometry::three;
  if (word == "a1d") return ImageGeometry::layered_one;
  if (word == "a2d") return ImageGeometry::layered_two;
  if (word == "cube") return ImageGeometry::cube;
  if (word == "acube") return ImageGeometry::layered_cube;
  return ImageGeometry::two;
}

std::size_t axes_of(ImageGeometry geometry) {
  switch (geometry) {
    case ImageGeometry::one:
    case ImageGeometry::layered_one: return 1;
    case ImageGeometry::two:
    case ImageGeometry::layered_two: return 2;
    case ImageGeometry::three:
    case ImageGeometry::cube:
    case ImageGeometry::layered_cube: break;
  }
  return 3;
}

bool bind_handle(BindContext& context, const ptx::Operand& operand) {
  const auto parts = context.children(operand);
  if (parts.size() > 2) {
    context.error(parts[1].position,
                  "samplers apart from textures (independent mode) are not supported: compile for "
                  "unified mode, without .texmode_independent");
    return false;
  }
  const Address object = context.address(operand);
  if (object.is_param_variable || object.bytes != 8 || object.offset != 0) {
    context.error(parts[0].position,
                  "a texture or surface is named by a 64-bit register with its handle, or a variable");
    return false;
  }
  context.op().a = object.row;
  context.op().imm = parts[0].kind == ptx::Operand::Kind::symbol ? 1 : 0;
  return true;
}

bool bind_image(BindContext& context, const ptx::Operand& operand, ImageGeometry geometry, ptx::Type type,
                std::vector<std::uint32_t>& rows) {
  if (!bind_handle(context, operand)) return false;
  const auto parts = context.children(operand);
  if (parts.size() != 2) {
    context.error(operand.position, "coordinates are missing: [object, {x, ...}]");
    return false;
  }
  append_vector(context, parts[1], axes_of(geometry) + (is_layered(geometry) ? 1 : 0), type, rows);
  return true;
}

void append_vector(BindContext& context, const ptx::Operand& operand, std::size_t count, ptx::Type type,
                   std::vector<std::uint32_t>& rows) {
  const bool is_vector = operand.kind == ptx::Operand::Kind::vector;
  const std::size_t given = is_vector ? operand.child_count : 1;
  // Three coordinates travel as four; the last is not looked at.
  if (given != count && !(count == 3 && given == 4)) {
    context.error(operand.position,
                  fmt::format("{} are wanted here: {{{}}}", count == 1 ? "one coordinate" : "coordinates",
                              count == 1   ? "x"
                              : count == 2 ? "x, y"
                                           : "x, y, z, z"));
    return;
  }
  const auto elements = is_vector ? context.children(operand) : std::span(&operand, 1);
  // Layers and numbers stand beside float coordinates, so any register of 32 bits will do.
  for (std::size_t i = 0; i < count; ++i) {
    const bool literal = elements[i].kind != ptx::Operand::Kind::reg;
    if (!literal && context.register_bytes(elements[i], type) != 4)
      context.error(elements[i].position, "a coordinate is a register of 32 bits");
    rows.push_back(context.source_row(
        elements[i], literal && elements[i].kind == ptx::Operand::Kind::integer ? ptx::Type::b32 : type, true));
  }
}

std::uint64_t handle_of(const sim::Warp& warp, const sim::Op* op, int lane) {
  const auto value = sim::lane_value<std::uint64_t>(warp, op->a, lane);
  if (op->imm == 0) return value;
  std::uint64_t handle = 0;  // the address is a module variable's: always there
  std::memcpy(&handle, sim::Memory::host(value), sizeof handle);
  return handle;
}

void note_image(const sim::Warp& warp, const sim::Image& image, sim::ImageUse use) {
  if (warp.touched == nullptr) return;
  const std::uint64_t base = image.levels.front().base;
  if (warp.touched->knows_image(base, use)) return;
  const sim::Memory& memory = *warp.launch->memory;
  const std::optional<sim::Allocation> allocation = memory.find(base);
  if (!allocation || allocation->is_mapped || allocation->device != memory.device()) return warp.touched->give_up();
  warp.touched->note_image(base, use, *allocation);
}

namespace {

// The name of the reference whose address a handle is: its memory holds just that.
std::string reference_at(const sim::Memory& memory, std::uint64_t handle) {
  const auto variable = memory.find(handle);
  if (!variable || variable->kind != sim::AllocationKind::module || variable->begin != handle) return "";
  std::uint64_t held = 0;
  if (variable->size == sizeof held) std::memcpy(&held, sim::Memory::host(handle), sizeof held);
  return held == handle ? variable->label : "";
}

}  // namespace

void raise_handle(const sim::Warp& warp, const sim::Op* op, int lane, std::uint64_t handle, std::string_view kind,
                  const std::string& gone) {
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.lane = lane;
  const std::string reference = reference_at(*warp.launch->memory, handle);
  fault.message = op->imm != 0 && handle == 0 ? fmt::format("nothing is bound to this {} reference", kind)
                  : gone.empty() && !reference.empty()
                      ? fmt::format(
                            "nothing is bound to the {0} reference '{1}': bind it before the launch "
                            "(cudaBind{2}ToArray{3})",
                            kind, reference, kind == "texture" ? "Texture" : "Surface",
                            kind == "texture" ? ", cudaBindTexture" : "")
                  : gone.empty()
                      ? fmt::format(
                            "no {} object has the handle {:#x}: pass one that cuda{}Object made and that is not "
                            "destroyed yet",
                            kind, handle, kind == "texture" ? "CreateTexture" : "CreateSurface")
                      : gone;
  raise(warp, op, lane_bit(lane), std::move(fault));
}

void raise_geometry(const sim::Warp& warp, const sim::Op* op, int lane, std::string_view kind, sim::ImageShape shape) {
  constexpr std::array<std::string_view, 8> kShapes{
      "in plain memory",         "one-dimensional",         "two-dimensional", "three-dimensional",
      "one-dimensional layered", "two-dimensional layered", "a cube map",      "a layered cube map"};
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.lane = lane;
  fault.message = fmt::format("the {} is {}, which is not what this instruction is for", kind,
                              kShapes[static_cast<std::size_t>(shape)]);
  raise(warp, op, lane_bit(lane), std::move(fault));
}

std::size_t query_named(std::string_view word) { return word == "width" ? 0 : word == "height" ? 1 : 2; }

std::array<std::uint32_t, 3> queried_extents(const sim::Image& image, const sim::ImageLevel& level) {
  using sim::ImageShape;
  const bool is_line =
      image.shape == ImageShape::linear || image.shape == ImageShape::one || image.shape == ImageShape::layered_one;
  const std::uint32_t depth = image.shape == ImageShape::three ? level.depth
                              : !image.is_layered()            ? 0
                              : image.is_cube()                ? level.depth / 6
                                                               : level.depth;
  return {level.width, is_line ? 0 : level.height, depth};
}

}  // namespace warpglass::isa
