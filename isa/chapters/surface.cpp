// suld, sust, sured, suq: surfaces are images that a kernel reads and writes by number. In `.b` instructions x counts
// bytes and the data is moved as it is; in `.p` instructions x counts texels and stores convert to the format.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/half.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/image_operands.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"
#include "sim/image_counts.hpp"
#include "sim/memory.hpp"
#include "sim/note.hpp"
#include "sim/texture.hpp"

namespace warpglass::isa {
namespace {

using sim::ImageShape;
using sim::Surface;
using sim::SurfaceBoundary;

enum class Reduction : std::uint8_t { add, least, most, both, either };

// Op::mode of an access. Op::extra lists rows: coordinates, then data.
struct AccessMode {
  ImageGeometry geometry{};
  SurfaceBoundary boundary{};
  bool formatted = false;
  std::uint8_t element_bytes = 4;  // in memory
  std::uint8_t register_bytes = 4;
  std::uint8_t width = 1;
  Reduction reduction{};
  bool is_signed = false;

  [[nodiscard]] std::uint32_t packed() const {
    return static_cast<std::uint32_t>(geometry) | static_cast<std::uint32_t>(boundary) << 3 |
           std::uint32_t{formatted} << 5 | std::uint32_t{element_bytes} << 6 | std::uint32_t{register_bytes} << 10 |
           std::uint32_t{width} << 14 | static_cast<std::uint32_t>(reduction) << 18 | std::uint32_t{is_signed} << 21;
  }
  static AccessMode unpack(std::uint32_t bits) {
    return {static_cast<ImageGeometry>(bits & 7),
            static_cast<SurfaceBoundary>(bits >> 3 & 3),
            (bits >> 5 & 1) != 0,
            static_cast<std::uint8_t>(bits >> 6 & 15),
            static_cast<std::uint8_t>(bits >> 10 & 15),
            static_cast<std::uint8_t>(bits >> 14 & 15),
            static_cast<Reduction>(bits >> 18 & 7),
            (bits >> 21 & 1) != 0};
  }
};

// Faces of cubes are layers to a surface instruction.
bool fits(ImageGeometry geometry, const sim::Image& image) {
  switch (geometry) {
    case ImageGeometry::one: return image.shape == ImageShape::one;
    case ImageGeometry::two: return image.shape == ImageShape::two;
    case ImageGeometry::three: return image.shape == ImageShape::three;
    case ImageGeometry::layered_one: return image.shape == ImageShape::layered_one;
    case ImageGeometry::layered_two: return image.shape == ImageShape::layered_two || image.is_cube();
    case ImageGeometry::cube:
    case ImageGeometry::layered_cube: break;
  }
  return false;
}

const Surface& surface_of(sim::Warp& warp, const sim::Op* op, int lane) {
  const std::uint64_t handle = handle_of(warp, op, lane);
  const sim::TextureTable* table = warp.launch->textures;
  if (table == nullptr) raise_handle(warp, op, lane, handle, "surface", "");
  const auto found = table->surfaces.find(handle);
  if (found == table->surfaces.end()) raise_handle(warp, op, lane, handle, "surface", "");
  if (!found->second.gone.empty()) raise_handle(warp, op, lane, handle, "surface", found->second.gone);
  return found->second;
}

sim::ImageUse use_of(sim::Direction direction) {
  switch (direction) {
    case sim::Direction::read: return sim::ImageUse::read;
    case sim::Direction::write: return sim::ImageUse::write;
    case sim::Direction::update: break;
  }
  return sim::ImageUse::update;
}

// Host bytes of a lane's access; nullptr where it is outside and the instruction lets that pass.
std::byte* place_of(sim::Warp& warp, const sim::Op* op, const AccessMode& mode, const sim::Image& image, int lane,
                    std::uint32_t bytes, sim::Direction direction, sim::ImageTouches& touches) {
  const bool write = direction != sim::Direction::read;
  if (!fits(mode.geometry, image)) raise_geometry(warp, op, lane, "surface", image.shape);
  note_image(warp, image, use_of(direction));
  const auto& rows = warp.launch->program->lists[op->extra];
  const auto value = [&](std::size_t i) { return sim::lane_value<std::int32_t>(warp, rows[i], lane); };
  const bool layered = is_layered(mode.geometry);
  std::array<std::int32_t, 3> at{};
  for (std::size_t i = 0; i < axes_of(mode.geometry); ++i) at[i] = value(layered ? i + 1 : i);
  if (layered) at[2] = value(0);
  sim::Fault fault;
  fault.lane = lane;
  fault.write = write;
  fault.bytes = bytes;
  if (!mode.formatted && at[0] % static_cast<std::int32_t>(bytes) != 0) {
    fault.kind = sim::FaultKind::misaligned;
    fault.message = fmt::format("surface {} of {} at x = {} bytes, which is no multiple of its width",
                                write ? "store" : "load", counted(bytes, "byte"), at[0]);
    raise(warp, op, lane_bit(lane), std::move(fault));
  }
  const std::int64_t x = std::int64_t{at[0]} * (mode.formatted ? image.texel_bytes() : 1);
  at[0] = static_cast<std::int32_t>(
      std::clamp<std::int64_t>(x, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
  const std::uint64_t address = surface_address(image, at, bytes, mode.boundary);
  if (address != 0) {
    if (mode.formatted || (mode.reduction != Reduction::add && direction == sim::Direction::update))
      touches.be_unasked();
    if (touches.wanted()) touches.add(lane, image, bytes, false, std::span(&address, 1));
    note_run(warp, op, lane, {.address = address, .size = bytes, .via = sim::Via::surface, .direction = direction});
    return sim::Memory::host(address);
  }
  touches.be_unasked();
  if (mode.boundary != SurfaceBoundary::trap) return nullptr;
  const sim::ImageLevel& level = image.levels.front();
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.message =
      fmt::format("surface {} of {} at (x = {}, y = {}, z = {}), outside a surface of {} x {} x {} texels of {}",
                  write ? "store" : "load", counted(bytes, "byte"), counted(at[0], "byte"), at[1], at[2], level.width,
                  level.height, level.depth, counted(image.texel_bytes(), "byte"));
  raise(warp, op, lane_bit(lane), std::move(fault));
}

std::size_t first_data_row(const AccessMode& mode) {
  return axes_of(mode.geometry) + (is_layered(mode.geometry) ? 1 : 0);
}

const sim::Op* load_surface(sim::Warp& warp, const sim::Op* op) {
  const AccessMode mode = AccessMode::unpack(op->mode);
  const auto& rows = warp.launch->program->lists[op->extra];
  const std::size_t data = first_data_row(mode);
  const std::uint32_t bytes = std::uint32_t{mode.element_bytes} * mode.width;
  sim::ImageTouches touches(warp, op, ImageAccess::surface_load);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::byte* memory =
        place_of(warp, op, mode, surface_of(warp, op, lane).image, lane, bytes, sim::Direction::read, touches);
    for (std::size_t i = 0; i < mode.width; ++i) {
      if (rows[data + i] == sim::Op::kNone) continue;
      std::uint64_t value = 0;
      if (memory != nullptr) std::memcpy(&value, memory + i * mode.element_bytes, mode.element_bytes);
      std::memcpy(warp.rows + rows[data + i] + std::size_t(lane) * mode.register_bytes, &value, mode.register_bytes);
    }
  });
  touches.count();
  return op + 1;
}

// A 32-bit value as the format stores it: halves are cut off, small integers bounded.
std::uint32_t formatted(sim::TexelFormat format, std::uint32_t bits) {
  const auto number = static_cast<std::int32_t>(bits);
  switch (format) {
    case sim::TexelFormat::u8: return std::min(bits, 255u);
    case sim::TexelFormat::u16: return std::min(bits, 65535u);
    case sim::TexelFormat::s8: return static_cast<std::uint32_t>(std::clamp(number, -128, 127));
    case sim::TexelFormat::s16: return static_cast<std::uint32_t>(std::clamp(number, -32768, 32767));
    case sim::TexelFormat::f16: {
      const auto value = std::bit_cast<float>(bits);
      std::uint16_t half = float_to_half(value);
      const float rounded = half_to_float(half);
      const bool grew = rounded < 0 ? rounded < value : rounded > value;
      if (grew) --half;
      return half;
    }
    case sim::TexelFormat::u32:
    case sim::TexelFormat::s32:
    case sim::TexelFormat::f32: break;
  }
  return bits;
}

const sim::Op* store_surface(sim::Warp& warp, const sim::Op* op) {
  const AccessMode mode = AccessMode::unpack(op->mode);
  const auto& rows = warp.launch->program->lists[op->extra];
  const std::size_t data = first_data_row(mode);
  sim::ImageTouches touches(warp, op, ImageAccess::surface_store);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const sim::Image& image = surface_of(warp, op, lane).image;
    const std::uint32_t element = mode.formatted ? bytes_of(image.format) : mode.element_bytes;
    const std::size_t count = mode.formatted ? std::min<std::size_t>(mode.width, image.channels) : mode.width;
    const std::uint32_t bytes = mode.formatted ? image.texel_bytes() : element * mode.width;
    std::byte* memory = place_of(warp, op, mode, image, lane, bytes, sim::Direction::write, touches);
    if (memory == nullptr) return;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, warp.rows + rows[data + i] + std::size_t(lane) * mode.register_bytes, mode.register_bytes);
      if (mode.formatted) value = formatted(image.format, static_cast<std::uint32_t>(value));
      std::memcpy(memory + i * element, &value, element);
    }
  });
  touches.count();
  return op + 1;
}

template <class T>
T reduced(const AccessMode& mode, T old, T value) {
  using Signed = std::make_signed_t<T>;
  const auto old_number = static_cast<Signed>(old), number = static_cast<Signed>(value);
  switch (mode.reduction) {
    case Reduction::add: return old + value;
    case Reduction::least: return mode.is_signed ? static_cast<T>(std::min(old_number, number)) : std::min(old, value);
    case Reduction::most: return mode.is_signed ? static_cast<T>(std::max(old_number, number)) : std::max(old, value);
    case Reduction::both: return old & value;
    case Reduction::either: return old | value;
  }
  return old;
}

template <class T>
const sim::Op* reduce_surface(sim::Warp& warp, const sim::Op* op) {
  const AccessMode mode = AccessMode::unpack(op->mode);
  const auto& rows = warp.launch->program->lists[op->extra];
  const std::size_t data = first_data_row(mode);
  sim::ImageTouches touches(warp, op, ImageAccess::surface_reduction);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    std::byte* memory =
        place_of(warp, op, mode, surface_of(warp, op, lane).image, lane, sizeof(T), sim::Direction::update, touches);
    if (memory == nullptr) return;
    const auto value = sim::lane_value<T>(warp, rows[data], lane);
    // Other workers may be at the same word.
    std::atomic_ref<T> word(*reinterpret_cast<T*>(memory));
    T old = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(old, reduced(mode, old, value), std::memory_order_relaxed)) {
    }
  });
  touches.count();
  return op + 1;
}

SurfaceBoundary boundary_named(std::string_view word) {
  return word == "clamp" ? SurfaceBoundary::clamp : word == "zero" ? SurfaceBoundary::zero : SurfaceBoundary::trap;
}

// \param at    the operand [object, {coordinates}]
// \param data  what is loaded or stored
void bind_access(BindContext& context, const ptx::Operand& at, const ptx::Operand& data, sim::Handler handler,
                 bool writes, AccessMode mode) {
  const Spelling& spelling = context.spelling();
  mode.geometry = geometry_named(spelling.word("geom"));
  mode.boundary = boundary_named(spelling.word("clamp"));
  mode.formatted = spelling.has("p");
  const ptx::Type type = spelling.type("type");
  mode.element_bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  mode.width = vector_width(spelling);
  std::vector<std::uint32_t> rows;
  if (!bind_image(context, at, mode.geometry, ptx::Type::b32, rows)) return;
  // A vector of one may be written with or without braces.
  const bool braced = mode.width == 1 && data.kind == ptx::Operand::Kind::vector && data.child_count == 1;
  const auto elements = elements_of(context, braced ? context.children(data)[0] : data, mode.width);
  if (elements.empty()) return;
  mode.register_bytes = register_bytes_of(context, elements, type);
  const auto data_rows = writes ? source_rows(context, elements, type, mode.register_bytes)
                                : destination_rows(context, elements, type, mode.register_bytes);
  rows.insert(rows.end(), data_rows.begin(), data_rows.end());
  sim::Op& op = context.op();
  op.mode = mode.packed();
  op.extra = context.list(std::move(rows));
  op.run = op.body = handler;
}

void bind_load(BindContext& context) {
  bind_access(context, context.operands()[1], context.operands()[0], load_surface, false, {});
}

void bind_store(BindContext& context) {
  bind_access(context, context.operands()[0], context.operands()[1], store_surface, true, {});
}

void bind_reduction(BindContext& context) {
  const std::string_view word = context.spelling().word("op");
  AccessMode mode;
  mode.reduction = word == "add"   ? Reduction::add
                   : word == "min" ? Reduction::least
                   : word == "max" ? Reduction::most
                   : word == "and" ? Reduction::both
                                   : Reduction::either;
  const ptx::Type type = context.spelling().type("type");
  mode.is_signed = type == ptx::Type::s32 || type == ptx::Type::s64;
  const bool wide = ptx::size_of(type) == 8;
  bind_access(context, context.operands()[0], context.operands()[1],
              wide ? reduce_surface<std::uint64_t> : reduce_surface<std::uint32_t>, true, mode);
}

// Fields: a handle, d destination, mode the query.
const sim::Op* query_surface(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const sim::Image& image = surface_of(warp, op, lane).image;
    note_image(warp, image, sim::ImageUse::read);
    sim::set_lane_value(warp, op->d, lane, queried_extents(image, image.levels.front())[op->mode]);
  });
  return op + 1;
}

void bind_query(BindContext& context) {
  const auto operands = context.operands();
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], ptx::Type::b32);
  if (!bind_handle(context, operands[1])) return;
  op.mode = static_cast<std::uint32_t>(query_named(context.spelling().word("query")));
  op.run = op.body = query_surface;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                             BindInstruction bind, RowEffects effects, std::string_view chapter) {
  return {
      .syntax = syntax, .where = where, .effects = effects, .bind = bind, .since = since, .sm = sm, .chapter = chapter};
}

constexpr RowEffects kLoads = effects(Does::loads_surface, costs::texture);
constexpr RowEffects kStores = effects(Does::stores_surface, costs::texture);
constexpr RowEffects kReduces = effects(Does::reduces_surface, costs::texture);

// Words that several rows share.
#define SURFACES "geom = 1d 2d 3d a1d a2d; clamp = trap clamp zero; "
#define REDUCED "geom = 1d 2d 3d; clamp = trap clamp zero; "
#define LOADED "cop = ca cg cs cv; vec = v2 v4; type = b8 b16 b32 b64"
#define STORED "cop = wb cg cs wt; vec = v2 v4; type = b8 b16 b32 b64"

// clang-format off
constexpr InstructionDef kRows[] = {
    row("suld.b.geom{.cop}{.vec}.type.clamp d, [a]", SURFACES LOADED, "1.5", 20, bind_load, kLoads, "Surface Instructions: suld"),
    row("suld.b.geom{.cop}{.vec}.type.clamp {d}, [a]", SURFACES LOADED, "1.5", 20, bind_load, kLoads, "Surface Instructions: suld"),
    row("sust.b.geom{.cop}{.vec}.type.clamp [a], b", SURFACES STORED, "1.5", 20, bind_store, kStores, "Surface Instructions: sust"),
    row("sust.b.geom{.cop}{.vec}.type.clamp [a], {b}", SURFACES STORED, "1.5", 20, bind_store, kStores, "Surface Instructions: sust"),
    row("sust.p.geom{.vec}.type.clamp [a], b", SURFACES "vec = v2 v4; type = b32", "2.0", 20, bind_store, kStores, "Surface Instructions: sust"),
    row("sust.p.geom{.vec}.type.clamp [a], {b}", SURFACES "vec = v2 v4; type = b32", "2.0", 20, bind_store, kStores, "Surface Instructions: sust"),
    row("sured.b.op.geom.type.clamp [a], b", REDUCED "op = add min max and or; type = u32 s32 b32 u64 s64", "2.0", 20, bind_reduction, kReduces, "Surface Instructions: sured"),
    row("sured.p.op.geom.type.clamp [a], b", REDUCED "op = add min max and or; type = b32", "2.0", 20, bind_reduction, kReduces, "Surface Instructions: sured"),
    row("suq.query.b32 d, [a]", "query = width height depth; d : b32", "1.5", 20, bind_query, computes(costs::unknown), "Surface Instructions: suq"),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> surface_rows() { return kRows; }

}  // namespace warpglass::isa
