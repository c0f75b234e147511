// Tensor maps that kernels change: tensormap.replace sets one field of a map in memory, tensormap.cp_fenceproxy copies
// a map from shared to global memory and lets copies through it see what was changed. What is written is seen by all at
// once here, so the fence is there for those who listen.
//
// The machine has no instructions for either: ptxas makes loads and stores of the words that hold a field, and of the
// copy a load of shared memory and an exchange, 4 bytes a lane (tests/hardware/tensor_maps/counters.tsv; also of
// several fields that share a word, of which nothing is merged). An op does what the instruction means; those behind it
// make these accesses, with what is in memory already, so that they are counted and heard as all others are.
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "isa/chapters/bulk_places.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"
#include "sim/access.hpp"
#include "sim/locate.hpp"
#include "sim/memory.hpp"
#include "sim/note.hpp"
#include "sim/tensor_map.hpp"

namespace warpglass::isa {
namespace {

enum class Field : std::uint8_t {
  global_address,
  rank,
  box_dim,
  global_dim,
  global_stride,
  element_stride,
  elemtype,
  interleave_layout,
  swizzle_mode,
  fill_mode,
  swizzle_atomicity,
};
constexpr std::string_view kFieldNames[] = {"global_address", "rank",           "box_dim",          "global_dim",
                                            "global_stride",  "element_stride", "elemtype",         "interleave_layout",
                                            "swizzle_mode",   "fill_mode",      "swizzle_atomicity"};

Field field_named(std::string_view word) {
  std::size_t i = 0;
  while (i + 1 < std::size(kFieldNames) && kFieldNames[i] != word) ++i;
  return static_cast<Field>(i);
}

// The numbers that PTX gives to types (PTX ISA, tensormap.replace).
constexpr sim::TensorType kTypes[] = {
    sim::TensorType::u8,       sim::TensorType::u16, sim::TensorType::u32,       sim::TensorType::s32,
    sim::TensorType::u64,      sim::TensorType::s64, sim::TensorType::f16,       sim::TensorType::f32,
    sim::TensorType::f32_ftz,  sim::TensorType::f64, sim::TensorType::bf16,      sim::TensorType::tf32,
    sim::TensorType::tf32_ftz, sim::TensorType::u4,  sim::TensorType::u4_padded, sim::TensorType::u6_padded};

/// Modes 0 to 3 of a swizzle, and of the last how large the pieces are that change places.
sim::TensorSwizzle with_mode(sim::TensorSwizzle now, std::uint64_t mode) {
  constexpr sim::TensorSwizzle kModes[] = {sim::TensorSwizzle::none, sim::TensorSwizzle::span32,
                                           sim::TensorSwizzle::span64};
  if (mode < std::size(kModes)) return kModes[mode];
  return now < sim::TensorSwizzle::span128 ? sim::TensorSwizzle::span128 : now;
}
sim::TensorSwizzle with_atomicity(sim::TensorSwizzle now, std::uint64_t atomicity) {
  constexpr sim::TensorSwizzle kAtomicities[] = {sim::TensorSwizzle::span128, sim::TensorSwizzle::span128_atom32,
                                                 sim::TensorSwizzle::span128_atom32_flip8,
                                                 sim::TensorSwizzle::span128_atom64};
  return now < sim::TensorSwizzle::span128 ? now : kAtomicities[atomicity];
}

/// The largest number that a field takes.
std::uint64_t most_of(Field field) {
  switch (field) {
    case Field::global_address: return ~std::uint64_t{0};
    case Field::rank: return sim::kMaxTensorRank - 1;
    case Field::box_dim: return 256;
    case Field::global_dim: return ~std::uint32_t{0};
    case Field::global_stride: return (std::uint64_t{1} << 40) - 1;
    case Field::element_stride: return 8;
    case Field::elemtype: return std::size(kTypes) - 1;
    case Field::interleave_layout: return 2;
    case Field::swizzle_mode: return 3;
    case Field::fill_mode: return 1;
    case Field::swizzle_atomicity: return 3;
  }
  return 0;
}

void set_field(sim::TensorMap& map, Field field, std::size_t axis, std::uint64_t value) {
  switch (field) {
    case Field::global_address: map.address = value; break;
    case Field::rank: map.rank = static_cast<std::uint8_t>(value + 1); break;  // one less than the rank is written
    case Field::box_dim: map.box[axis] = static_cast<std::uint16_t>(value); break;
    case Field::global_dim: map.dims[axis] = value; break;
    case Field::global_stride: map.strides[axis] = value; break;
    case Field::element_stride: map.steps[axis] = static_cast<std::uint8_t>(value); break;
    case Field::elemtype: map.type = kTypes[value]; break;
    case Field::interleave_layout: map.interleave = static_cast<sim::TensorInterleave>(value); break;
    case Field::swizzle_mode: map.swizzle = with_mode(map.swizzle, value); break;
    case Field::fill_mode: map.fills_nan = value != 0; break;
    case Field::swizzle_atomicity: map.swizzle = with_atomicity(map.swizzle, value); break;
  }
}

constexpr PlaceUse use_of_map(sim::Direction direction) {
  return {.via = sim::Via::call, .direction = direction, .alignment = sim::kTensorMapBytes, .heard = false};
}

/// An access that the machine makes for a field.
struct FieldAccess {
  bool store = false;
  std::uint8_t at = 0;  // byte of the map
  std::uint8_t bytes = 4;
};

/// Words that hold other fields as well are loaded first.
std::vector<FieldAccess> accesses_of(Field field, std::size_t axis) {
  const auto change = [](std::size_t at) {
    const auto byte = static_cast<std::uint8_t>(at);
    return std::vector<FieldAccess>{{.at = byte}, {.store = true, .at = byte}};
  };
  switch (field) {
    case Field::global_address: return {{.store = true, .at = 0, .bytes = 8}};
    case Field::global_dim: return {{.store = true, .at = static_cast<std::uint8_t>(0x20 + 4 * axis)}};
    case Field::global_stride:  // its upper bits lie apart
      return {
          {.at = 0x1c}, {.store = true, .at = static_cast<std::uint8_t>(0xc + 4 * axis)}, {.store = true, .at = 0x1c}};
    case Field::element_stride: return change(0x34);
    case Field::box_dim: return change(axis == 0 ? 0x34 : 0x38);
    case Field::rank:
    case Field::elemtype:
    case Field::interleave_layout:
    case Field::swizzle_mode:
    case Field::fill_mode:
    case Field::swizzle_atomicity: break;
  }
  return change(8);
}

// Fields: mode the field, and the axis above it; b row of the value, of 8 bytes where `narrow` is not set; in the list
// behind the place for each store the row of what it is to write, and the byte of the map and the size.
constexpr std::uint32_t kAxisShift = 8, kNarrow = 1u << 16;

const sim::Op* replace_field(sim::Warp& warp, const sim::Op* op) {
  const auto field = static_cast<Field>(op->mode & 0xff);
  const std::size_t axis = op->mode >> kAxisShift & 0xff;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t value = (op->mode & kNarrow) != 0 ? sim::lane_value<std::uint32_t>(warp, op->b, lane)
                                                          : sim::lane_value<std::uint64_t>(warp, op->b, lane);
    std::byte* bytes = host_of(warp, op, lane, 0, sim::kTensorMapBytes, use_of_map(sim::Direction::write));
    auto map = sim::unpack_tensor_map(std::span<const std::byte, sim::kTensorMapBytes>(bytes, sim::kTensorMapBytes));
    sim::Fault fault;
    fault.kind = sim::FaultKind::illegal_operands;
    fault.lane = lane;
    if (!map)
      fault.message = "there is no tensor map: begin with a map that the host has encoded, or with 128 bytes of zeros";
    else if (value > most_of(field))
      fault.message =
          fmt::format("{} is no value of {}: at most {}", value, kFieldNames[op->mode & 0xff], most_of(field));
    if (!fault.message.empty()) raise(warp, op, lane_bit(lane), std::move(fault));
    set_field(*map, field, axis, value);
    const sim::TensorMapBytes changed = packed(*map);
    std::memcpy(bytes, changed.data(), changed.size());
    const std::vector<std::uint32_t>& list = warp.launch->program->lists[op->extra];
    for (std::size_t i = kPlaceNumbers; i < list.size(); i += 3) {
      const std::uint32_t size = list[i + 2];
      std::memcpy(warp.rows + list[i] + std::uint32_t(lane) * size, changed.data() + list[i + 1], size);
    }
  });
  return op + 1;
}

/// Begins an op that makes an access for the instruction.
void begin_access(BindContext& context, sim::OpKind kind, Does does, sim::Space space, std::uint32_t bytes) {
  context.next_op();
  set_access_facts(context, kind, space, bytes);
  sim::OpFacts& facts = context.facts();
  facts.costs = {{InstructionClass::memory}};
  facts.effects.does = does;
  facts.effects.reads = does == Does::stores ? sim::Spaces() : sim::Spaces(space);
  facts.effects.writes = does == Does::loads ? sim::Spaces() : sim::Spaces(space);
}

/// \param value  the last operand
void bind_replace(BindContext& context, std::size_t axis, bool literal) {
  const auto operands = context.operands();
  const Field field = field_named(context.spelling().word("field"));
  const bool shared = context.spelling().word("space") == "shared::cta";
  std::vector<std::uint32_t> places;
  add_place(context, operands[0], shared, places);
  const std::vector<FieldAccess> accesses = accesses_of(field, axis);
  std::vector<std::uint32_t> rows;  // of what is stored, or of what nobody wants
  for (const FieldAccess& access : accesses) {
    rows.push_back(context.scratch_row(access.bytes));
    if (access.store) places.insert(places.end(), {rows.back(), access.at, access.bytes});
  }
  const ptx::Type type = context.spelling().type();
  sim::Op& op = context.op();
  op.b =
      literal ? context.constant_row(context.literal(operands.back()), 4) : context.source_row(operands.back(), type);
  op.mode = static_cast<std::uint32_t>(field) | static_cast<std::uint32_t>(axis) << kAxisShift |
            (ptx::size_of(type) == 4 ? kNarrow : 0);
  op.extra = context.list(std::move(places));
  op.run = op.body = replace_field;
  const sim::Space space = shared                                         ? sim::Space::shared
                           : context.spelling().word("space") == "global" ? sim::Space::global
                                                                          : sim::Space::generic;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const auto [store, at, bytes] = accesses[i];
    begin_access(context, store ? sim::OpKind::store : sim::OpKind::load, store ? Does::stores : Does::loads, space,
                 bytes);
    const Address address = bind_address(context, operands[0]);
    sim::Op& access = context.op();
    access.imm += at;
    access.d = rows[i];
    context.new_site();
    sim::bind_access({.store = store,
                      .space = space,
                      .memory_bytes = bytes,
                      .register_bytes = bytes,
                      .address_bytes = address.bytes},
                     access);
  }
}
void bind_field(BindContext& context) { bind_replace(context, 0, false); }
void bind_number(BindContext& context) { bind_replace(context, 0, true); }
void bind_axis(BindContext& context) {
  const ptx::Operand& operand = context.operands()[1];
  const std::uint64_t axis = context.literal(operand);
  const bool stride = context.spelling().word("field") == "global_stride";
  const std::size_t count = sim::kMaxTensorRank - (stride ? 1 : 0);
  if (axis >= count) return context.error(operand.position, fmt::format("the number is from 0 to {}", count - 1));
  bind_replace(context, axis, false);
}

// Copies: d and b rows of the addresses that lanes load from and exchange at, of 8 bytes.
const sim::Op* copy_map(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) == 0) return op + 1;
  if (const sim::Op* other = gather_warp(warp, op); other != op) return other;
  const LaneMask lanes = exec_lanes(warp, op);
  // What one lane has made of the map is there for the others: Triton has no other barrier between.
  if (warp.audience != nullptr) note_sync(warp, op, lanes, {.what = sim::Sync::warp_barrier, .members = warp.live});
  const int lane = first_lane(lanes);
  const std::byte* from = host_of(warp, op, lane, 1, sim::kTensorMapBytes, use_of_map(sim::Direction::read));
  std::byte* to = host_of(warp, op, lane, 0, sim::kTensorMapBytes, use_of_map(sim::Direction::write));
  std::memmove(to, from, sim::kTensorMapBytes);
  for_each_lane(lanes, [&](int one) {
    set_lane_value(warp, op->d, one, address_of(warp, op, one, 1) + 4 * std::uint64_t(one));
    set_lane_value(warp, op->b, one, address_of(warp, op, one, 0) + 4 * std::uint64_t(one));
  });
  if (warp.audience != nullptr) note_sync(warp, op, lanes, {.what = sim::Sync::fence, .fence = sim::Fence::proxy});
  return op + 1;
}

/// The words are there already.
const sim::Op* tell_exchange(sim::Warp& warp, const sim::Op* op) {
  if (const LaneMask lanes = exec_lanes(warp, op); lanes != 0)
    (void)sim::access_lanes(warp, op, lanes, sim::Space::global, sim::AccessKind::atomic_exchange, 4, 8, true, 4);
  return op + 1;
}

void bind_copy(BindContext& context) {
  const auto operands = context.operands();
  if (context.literal(operands[2]) != sim::kTensorMapBytes)
    context.error(operands[2].position, "a tensor map has 128 bytes");
  std::vector<std::uint32_t> places;
  add_place(context, operands[0], false, places);
  add_place(context, operands[1], true, places);
  const std::uint32_t from = context.scratch_row(8), to = context.scratch_row(8);
  context.op().d = from;
  context.op().b = to;
  context.op().extra = context.list(std::move(places));
  context.op().run = context.op().body = copy_map;
  const sim::Effects effects = context.facts().effects;
  begin_access(context, sim::OpKind::load, Does::loads, sim::Space::shared, 4);
  context.facts().effects.order = sim::Order::weak;
  context.op().a = from;
  context.op().d = context.scratch_row(4);
  context.new_site();
  sim::bind_access({.space = sim::Space::shared}, context.op());
  begin_access(context, sim::OpKind::atomic, Does::copies, sim::Space::global, 4);
  context.facts().effects = effects;
  context.op().a = to;
  context.op().run = context.op().body = tell_exchange;
  context.new_site();
}

constexpr std::string_view kReplace = "Data Movement and Conversion Instructions: tensormap.replace";

constexpr std::string_view kNotAsked = "as documented";

constexpr InstructionDef replaces(std::string_view syntax, std::string_view where, BindInstruction bind,
                                  std::string_view accuracy = "exact") {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::stores, costs::unknown),
          .bind = bind,
          .since = "8.3",
          .sm = 90,
          .chapter = kReplace,
          .accuracy = accuracy};
}

#define REPLACE "tensormap.replace.tile.field{.space}.b1024.type "
#define SPACES "space = global shared::cta; "

// clang-format off
constexpr InstructionDef kRows[] = {
    replaces(REPLACE "[a], b", "field = global_address; " SPACES "type = b64", bind_field),
    replaces(REPLACE "[a], b", "field = rank; " SPACES "type = b32", bind_field),
    replaces(REPLACE "[a], o, b", "field = box_dim global_dim element_stride; " SPACES "type = b32; o : u32", bind_axis),
    replaces(REPLACE "[a], o, b", "field = global_stride; " SPACES "type = b64; o : u32", bind_axis),
    replaces(REPLACE "[a], b", "field = elemtype swizzle_mode fill_mode; " SPACES "type = b32", bind_number),
    replaces(REPLACE "[a], b", "field = interleave_layout; " SPACES "type = b32", bind_number, kNotAsked),
    {.syntax = REPLACE "[a], b", .where = "field = swizzle_atomicity; " SPACES "type = b32", .effects = effects(Does::stores, costs::unknown),
     .bind = bind_number, .since = "8.6", .sm = 100, .chapter = kReplace, .accuracy = kNotAsked},
    {.syntax = "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [a], [b], c",
     .where = "scope = cta cluster gpu sys; c : u32", .effects = effects(Does::copies, costs::fence), .bind = bind_copy, .since = "8.3", .sm = 90,
     .chapter = "Parallel Synchronization and Communication Instructions: tensormap.cp_fenceproxy", .accuracy = "exact"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> tensor_map_rows() { return kRows; }

}  // namespace warpglass::isa
