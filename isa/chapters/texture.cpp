// tex, tld4, txq: what a warp gets from texture objects. Handles are 64-bit values that the runtime gave out (unified
// mode); a `.texref` variable holds the handle of the object that is bound to it. What a fetch means is sim's.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/half.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/image_operands.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"
#include "sim/image_counts.hpp"
#include "sim/note.hpp"
#include "sim/texture.hpp"

namespace warpglass::isa {
namespace {

using sim::ImageShape;
using sim::Texture;

enum class Level : std::uint8_t { base, given, gradients };

// Op::mode of a fetch. Op::extra lists rows: 4 destinations, then coordinates, then the level or the gradients.
struct FetchMode {
  ImageGeometry geometry{};
  bool by_number = false;
  Level level = Level::base;
  bool halves = false;     // two registers of packed halves
  bool predicate = false;  // Op::e: all texels were there
  std::uint8_t component = 0;

  [[nodiscard]] std::uint32_t packed() const {
    return static_cast<std::uint32_t>(geometry) | std::uint32_t{by_number} << 4 |
           static_cast<std::uint32_t>(level) << 5 | std::uint32_t{halves} << 7 | std::uint32_t{predicate} << 8 |
           std::uint32_t{component} << 9;
  }
  static FetchMode unpack(std::uint32_t bits) {
    return {static_cast<ImageGeometry>(bits & 0xf),
            (bits >> 4 & 1) != 0,
            static_cast<Level>(bits >> 5 & 3),
            (bits >> 7 & 1) != 0,
            (bits >> 8 & 1) != 0,
            static_cast<std::uint8_t>(bits >> 9 & 3)};
  }
};

bool fits(ImageGeometry geometry, ImageShape shape) {
  switch (geometry) {
    case ImageGeometry::one: return shape == ImageShape::linear || shape == ImageShape::one;
    case ImageGeometry::two: return shape == ImageShape::two;
    case ImageGeometry::three: return shape == ImageShape::three;
    case ImageGeometry::layered_one: return shape == ImageShape::layered_one;
    case ImageGeometry::layered_two: return shape == ImageShape::layered_two;
    case ImageGeometry::cube: return shape == ImageShape::cube;
    case ImageGeometry::layered_cube: return shape == ImageShape::layered_cube;
  }
  return false;
}

// The texture of a lane, as it was found for the lane before when the handle is the same.
class TextureOfLane {
 public:
  TextureOfLane(sim::Warp& warp, const sim::Op* op) : warp_(warp), op_(op) {}

  const Texture& at(int lane) {
    const std::uint64_t handle = handle_of(warp_, op_, lane);
    if (texture_ == nullptr || handle != handle_) {
      handle_ = handle;
      texture_ = find(lane);
    }
    return *texture_;
  }

 private:
  const Texture* find(int lane) {
    const sim::TextureTable* table = warp_.launch->textures;
    if (table != nullptr) {
      const auto found = table->textures.find(handle_);
      if (found != table->textures.end() && found->second.gone.empty()) {
        note_image(warp_, found->second.image, sim::ImageUse::read);
        return &found->second;
      }
      if (found != table->textures.end()) raise_handle(warp_, op_, lane, handle_, "texture", found->second.gone);
    }
    raise_handle(warp_, op_, lane, handle_, "texture", "");
  }

  sim::Warp& warp_;
  const sim::Op* op_;
  std::uint64_t handle_ = 0;
  const Texture* texture_ = nullptr;
};

void check_geometry(const sim::Warp& warp, const sim::Op* op, int lane, ImageGeometry geometry,
                    const Texture& texture) {
  if (fits(geometry, texture.image.shape)) return;
  raise_geometry(warp, op, lane, "texture", texture.image.shape);
}

sim::FetchPoint point_of(const sim::Warp& warp, const std::vector<std::uint32_t>& rows, const FetchMode& mode,
                         int lane) {
  sim::FetchPoint point;
  point.by_number = mode.by_number;
  std::size_t next = 4;
  if (is_layered(mode.geometry)) point.layer = sim::lane_value<std::int32_t>(warp, rows[next++], lane);
  for (std::size_t i = 0; i < axes_of(mode.geometry); ++i, ++next) {
    point.at[i] = sim::lane_value<float>(warp, rows[next], lane);
    point.texel[i] = sim::lane_value<std::int32_t>(warp, rows[next], lane);
  }
  if (mode.level == Level::given) {
    point.level = mode.by_number ? static_cast<float>(sim::lane_value<std::int32_t>(warp, rows[next], lane))
                                 : sim::lane_value<float>(warp, rows[next], lane);
  }
  return point;
}

float gradient_level(const sim::Warp& warp, const std::vector<std::uint32_t>& rows, const FetchMode& mode, int lane,
                     const Texture& texture) {
  std::array<std::array<float, 3>, 2> along{};
  const std::size_t axes = axes_of(mode.geometry);
  const std::size_t first = 4 + axes + (is_layered(mode.geometry) ? 1 : 0);
  for (std::size_t g = 0; g < 2; ++g)
    for (std::size_t i = 0; i < axes; ++i) along[g][i] = sim::lane_value<float>(warp, rows[first + g * axes + i], lane);
  return level_of_gradients(texture, along);
}

void deliver(sim::Warp& warp, const std::vector<std::uint32_t>& rows, const FetchMode& mode, int lane,
             const sim::Texel& texel) {
  const auto put = [&](std::size_t i, std::uint32_t bits) {
    if (rows[i] != sim::Op::kNone) sim::set_lane_value(warp, rows[i], lane, bits);
  };
  if (!mode.halves) {
    for (std::size_t i = 0; i < 4; ++i) put(i, texel[i]);
    return;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint32_t low = float_to_half(std::bit_cast<float>(texel[2 * i]));
    put(i, low | std::uint32_t{float_to_half(std::bit_cast<float>(texel[2 * i + 1]))} << 16);
  }
}

void note_texels(sim::Warp& warp, const sim::Op* op, int lane, std::uint32_t bytes,
                 const std::vector<std::uint64_t>& addresses) {
  for (const std::uint64_t address : addresses)
    note_run(warp, op, lane, {.address = address, .size = bytes, .via = sim::Via::texture});
}

ImageAccess access_of(const FetchMode& mode, bool gathers) {
  if (gathers) return ImageAccess::gather;
  if (mode.by_number) return ImageAccess::fetch_by_number;
  switch (mode.level) {
    case Level::base: break;
    case Level::given: return ImageAccess::fetch_at_level;
    case Level::gradients: return ImageAccess::fetch_by_gradients;
  }
  return ImageAccess::fetch;
}

template <bool kGather>
const sim::Op* fetch_texels(sim::Warp& warp, const sim::Op* op) {
  const FetchMode mode = FetchMode::unpack(op->mode);
  const auto& rows = warp.launch->program->lists[op->extra];
  const LaneMask lanes = exec_lanes(warp, op);
  TextureOfLane textures(warp, op);
  std::vector<std::uint64_t> heard;
  sim::ImageTouches touches(warp, op, access_of(mode, kGather));
  std::vector<std::uint64_t>* const read = warp.audience != nullptr || touches.wanted() ? &heard : nullptr;
  for_each_lane(lanes, [&](int lane) {
    const Texture& texture = textures.at(lane);
    check_geometry(warp, op, lane, mode.geometry, texture);
    sim::FetchPoint point = point_of(warp, rows, mode, lane);
    if (mode.level == Level::gradients) point.level = gradient_level(warp, rows, mode, lane, texture);
    deliver(warp, rows, mode, lane,
            kGather ? gather(texture, point, mode.component, read) : fetch(texture, point, read));
    if (read == nullptr) return;
    const std::uint32_t bytes = texture.image.texel_bytes();
    if (std::ranges::find(texture.sampler.modes, sim::AddressMode::border) != texture.sampler.modes.end())
      touches.be_unasked();
    if (touches.wanted()) touches.add(lane, texture.image, bytes, texture.sampler.linear, heard);
    if (warp.audience != nullptr) note_texels(warp, op, lane, bytes, heard);
    heard.clear();
  });
  touches.count();
  if (mode.predicate) sim::set_predicate_row(warp, op->e, lanes, lanes);
  return op + 1;
}

void bind_destinations(BindContext& context, ptx::Operand operand, FetchMode& mode, std::vector<std::uint32_t>& rows) {
  if (operand.kind == ptx::Operand::Kind::pair) {
    const auto parts = context.children(operand);
    mode.predicate = parts[1].kind != ptx::Operand::Kind::sink;
    if (mode.predicate) context.op().e = context.destination_row(parts[1], ptx::Type::pred);
    operand = parts[0];
  }
  const std::uint8_t width = mode.halves ? 2 : 4;
  const auto elements = elements_of(context, operand, width);
  rows = destination_rows(context, elements, ptx::Type::b32, 4);
  rows.resize(4, sim::Op::kNone);
}

void bind_fetch(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  FetchMode mode{.geometry = geometry_named(spelling.word("geom"))};
  mode.by_number = spelling.word("ctype") == "s32";
  mode.halves = spelling.word("vec") == "v2";
  if (spelling.has("level")) mode.level = Level::given;
  if (spelling.has("grad")) mode.level = Level::gradients;
  const std::string_view component = spelling.word("comp");
  if (!component.empty()) mode.component = static_cast<std::uint8_t>(std::string_view("rgba").find(component));
  std::vector<std::uint32_t> rows;
  bind_destinations(context, operands[0], mode, rows);
  const ptx::Type type = mode.by_number ? ptx::Type::s32 : ptx::Type::f32;
  if (!bind_image(context, operands[1], mode.geometry, type, rows)) return;
  if (mode.level == Level::given) rows.push_back(context.source_row(operands[2], type));
  if (mode.level == Level::gradients) {
    for (std::size_t g = 2; g < 4; ++g)
      append_vector(context, operands[g], axes_of(mode.geometry), ptx::Type::f32, rows);
  }
  sim::Op& op = context.op();
  op.mode = mode.packed();
  op.extra = context.list(std::move(rows));
  op.run = op.body = component.empty() ? fetch_texels<false> : fetch_texels<true>;
}

// ---- txq ----

enum class Query : std::uint8_t { width, height, depth };

// Fields: a handle, d destination, b row of the level (kNone: 0), mode the query.
const sim::Op* query_texture(sim::Warp& warp, const sim::Op* op) {
  TextureOfLane textures(warp, op);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const sim::Image& image = textures.at(lane).image;
    const std::uint32_t number = op->b == sim::Op::kNone ? 0 : sim::lane_value<std::uint32_t>(warp, op->b, lane);
    std::uint32_t answer = 0;
    if (number < image.levels.size()) {
      const std::array<std::uint32_t, 3> extents = queried_extents(image, image.levels[number]);
      answer = extents[op->mode & 0xf];
    }
    sim::set_lane_value(warp, op->d, lane, answer);
  });
  return op + 1;
}

void bind_query(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], ptx::Type::b32);
  if (!bind_handle(context, operands[1])) return;
  op.b = operands.size() > 2 ? context.source_row(operands[2], ptx::Type::b32) : sim::Op::kNone;
  op.mode = static_cast<std::uint32_t>(query_named(spelling.word("query")));
  op.run = op.body = query_texture;
}

constexpr InstructionDef row(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                             std::string_view chapter, BindInstruction bind = bind_fetch) {
  return {.syntax = syntax,
          .where = where,
          .effects = bind == bind_fetch ? effects(Does::fetches, costs::texture) : computes(costs::unknown),
          .bind = bind,
          .since = since,
          .sm = sm,
          .chapter = chapter};
}

// Words that several rows share. Multisample textures, depth compare and texel offsets are not there.
#define GEOMETRIES "geom = 1d 2d 3d a1d a2d cube acube; "
#define TYPES "vec = v4; dtype = u32 s32 f32; ctype = s32 f32; d : dtype"
#define HALVES "vec = v2; dtype = f16x2; ctype = s32 f32; d : dtype"
constexpr std::string_view kTex = "Texture Instructions: tex";

// clang-format off
constexpr InstructionDef kRows[] = {
    row("tex.geom.vec.dtype.ctype d, [a]", GEOMETRIES TYPES, "1.0", 10, kTex),
    row("tex.geom.vec.dtype.ctype d|p, [a]", GEOMETRIES TYPES, "7.1", 60, kTex),
    row("tex.geom.vec.dtype.ctype d, [a]", GEOMETRIES HALVES, "4.2", 53, kTex),
    row("tex.level.geom.vec.dtype.ctype d, [a], b", GEOMETRIES TYPES "; b : ctype", "3.1", 20, kTex),
    row("tex.level.geom.vec.dtype.ctype d|p, [a], b", GEOMETRIES TYPES "; b : ctype", "7.1", 60, kTex),
    row("tex.level.geom.vec.dtype.ctype d, [a], b", GEOMETRIES HALVES "; b : ctype", "4.2", 53, kTex),
    row("tex.grad.geom.vec.dtype.f32 d, [a], {b}, {c}",
        GEOMETRIES "vec = v4; dtype = u32 s32 f32; d : dtype; b : f32; c : f32", "3.1", 20, kTex),
    row("tex.grad.geom.vec.dtype.f32 d|p, [a], {b}, {c}",
        GEOMETRIES "vec = v4; dtype = u32 s32 f32; d : dtype; b : f32; c : f32", "7.1", 60, kTex),
    row("tld4.comp.geom.vec.dtype.f32 d, [a]",
        "comp = r g b a; geom = 2d a2d cube acube; vec = v4; dtype = u32 s32 f32; d : dtype", "2.2", 20, "Texture Instructions: tld4"),
    row("tld4.comp.geom.vec.dtype.f32 d|p, [a]",
        "comp = r g b a; geom = 2d a2d cube acube; vec = v4; dtype = u32 s32 f32; d : dtype", "7.1", 60, "Texture Instructions: tld4"),
    row("txq.query.b32 d, [a]", "query = width height depth; d : b32", "1.5", 10, "Texture Instructions: txq", bind_query),
    row("txq.level.query.b32 d, [a], b", "query = width height depth; d : b32; b : b32", "4.3", 30, "Texture Instructions: txq", bind_query),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> texture_rows() { return kRows; }

}  // namespace warpglass::isa
