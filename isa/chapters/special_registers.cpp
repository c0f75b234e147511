// Special registers: who am I, how large is the launch, what time is it. Each is a function of the warp, or of warp and
// lane; a mov reads it into a register, cut or zero-extended to the register's width.
#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"
#include "isa/special_registers.hpp"
#include "sim/block.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {
namespace {

using sim::Op;
using sim::Warp;

enum class Axis : std::uint8_t { x, y, z };

constexpr std::uint32_t along(const Dim3& dim, Axis axis) {
  switch (axis) {
    case Axis::x: return dim.x;
    case Axis::y: return dim.y;
    case Axis::z: return dim.z;
  }
  return 0;
}

// ---- The same in every lane. ----

using OfWarp = std::uint64_t (*)(Warp&);

template <Axis kAxis>
std::uint64_t ntid(Warp& warp) {
  return along(warp.launch->block, kAxis);
}

template <Axis kAxis>
std::uint64_t ctaid(Warp& warp) {
  return along(warp.block_index, kAxis);
}

template <Axis kAxis>
std::uint64_t nctaid(Warp& warp) {
  return along(warp.launch->grid, kAxis);
}

template <Axis kAxis>
std::uint64_t clusterid(Warp& warp) {
  return along(warp.block_index, kAxis) / along(warp.launch->cluster, kAxis);
}

template <Axis kAxis>
std::uint64_t nclusterid(Warp& warp) {
  return along(warp.launch->grid, kAxis) / along(warp.launch->cluster, kAxis);
}

template <Axis kAxis>
std::uint64_t cluster_ctaid(Warp& warp) {
  return along(warp.block_index, kAxis) % along(warp.launch->cluster, kAxis);
}

template <Axis kAxis>
std::uint64_t cluster_nctaid(Warp& warp) {
  return along(warp.launch->cluster, kAxis);
}

std::uint64_t cluster_ctarank(Warp& warp) { return warp.block->rank(); }
std::uint64_t cluster_nctarank(Warp& warp) { return warp.launch->cluster.volume(); }
std::uint64_t is_explicit_cluster(Warp& warp) { return warp.launch->explicit_cluster ? 1 : 0; }

/// Another one in each launch.
std::uint64_t of_this_launch(Warp& warp, std::uint64_t value) {
  if (warp.touched != nullptr) warp.touched->give_up();
  return value;
}

std::uint64_t graph(Warp& warp) { return of_this_launch(warp, warp.launch->graph); }

std::uint64_t warpid(Warp& warp) { return warp.index; }
std::uint64_t nwarpid(Warp& warp) { return warp.launch->warps_per_sm; }
std::uint64_t smid(Warp& warp) { return warp.sm; }
std::uint64_t nsmid(Warp& warp) { return warp.launch->sm_count; }
std::uint64_t gridid(Warp& warp) { return of_this_launch(warp, warp.launch->grid_id); }
std::uint64_t grid_workspace_high(Warp& warp) { return warp.launch->grid_workspace >> 32; }
std::uint64_t grid_workspace_low(Warp& warp) { return warp.launch->grid_workspace & 0xffffffffu; }
std::uint64_t shared_bytes(Warp& warp) { return warp.shared_bytes; }
std::uint64_t dynamic_shared_bytes(Warp& warp) { return warp.launch->dynamic_shared_bytes; }

template <std::uint64_t kValue>
std::uint64_t constant(Warp&) {
  return kValue;
}

/// Time is made of what the warp does, so that it is the same in every run: it passes with back edges, and with looking
/// at it. A warp that looks once in each round of a short loop waits for a moment: it comes there by ever longer steps,
/// and has others their turns as if it had gone round as often. What lies between two looks of one round stays as short
/// as it is.
std::uint64_t clock(Warp& warp) {
  constexpr std::uint64_t kCyclesPerStep = 32;
  constexpr std::uint64_t kShort = 2;  // back edges between looks
  constexpr std::uint32_t kLongest = 256;
  const auto now = [&] { return warp.loops + warp.launch->turn - warp.credit; };
  const std::uint64_t since = now() - warp.looked;
  warp.pace = since != 0 && since <= kShort ? std::min(warp.pace + warp.pace / 4 + 1, kLongest) : 1;
  ++warp.loops;
  warp.credit -= std::min(warp.pace - 1, warp.credit - 1);
  warp.looked = now();
  return now() * kCyclesPerStep;
}

std::uint64_t clock_high(Warp& warp) { return clock(warp) >> 32; }

// ---- Different in each lane. ----

using OfLanes = void (*)(const Warp& warp, std::uint32_t value[32]);

template <Axis kAxis>
void tid(const Warp& warp, std::uint32_t value[32]) {
  const Dim3& block = warp.launch->block;
  const std::uint32_t first = warp.index * 32;
  if (first + 32 <= block.x) {  // and no division
    for (std::uint32_t lane = 0; lane < 32; ++lane) value[lane] = kAxis == Axis::x ? first + lane : 0;
    return;
  }
  Dim3 index{first % block.x, first / block.x % block.y, first / block.x / block.y};
  if (index.x + 32 <= block.x) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) value[lane] = along(index, kAxis) + (kAxis == Axis::x ? lane : 0);
    return;
  }
  for (int lane = 0; lane < kWarpSize; ++lane) {
    value[lane] = along(index, kAxis);
    if (++index.x < block.x) continue;
    index.x = 0;
    if (++index.y < block.y) continue;
    index.y = 0;
    ++index.z;
  }
}

void laneid(const Warp&, std::uint32_t value[32]) {
  for (std::uint32_t lane = 0; lane < 32; ++lane) value[lane] = lane;
}

template <bool kBelow, bool kOwn, bool kAbove>
void lanemask(const Warp&, std::uint32_t value[32]) {
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const LaneMask own = lane_bit(lane);
    const LaneMask below = own - 1;
    value[lane] = (kBelow ? below : 0) | (kOwn ? own : 0) | (kAbove ? ~(own | below) : 0);
  }
}

// ---- The table. ----

struct SpecialRegister {
  std::string_view name;
  OfWarp of_warp = nullptr;  // exactly one of these
  OfLanes of_lanes = nullptr;
  bool numbered = false;  // %pm0, %pm1, ...: a number follows the name, and `suffix`
  std::string_view suffix{};
};

// clang-format off
constexpr SpecialRegister kRegisters[] = {
  // PTX ISA, Special Registers
  {.name = "%tid.x", .of_lanes = tid<Axis::x>},
  {.name = "%tid.y", .of_lanes = tid<Axis::y>},
  {.name = "%tid.z", .of_lanes = tid<Axis::z>},
  {.name = "%tid.w", .of_warp = constant<0>},
  {.name = "%ntid.x", .of_warp = ntid<Axis::x>},
  {.name = "%ntid.y", .of_warp = ntid<Axis::y>},
  {.name = "%ntid.z", .of_warp = ntid<Axis::z>},
  {.name = "%ntid.w", .of_warp = constant<0>},
  {.name = "%laneid", .of_lanes = laneid},
  {.name = "%warpid", .of_warp = warpid},
  {.name = "%nwarpid", .of_warp = nwarpid},
  {.name = "%ctaid.x", .of_warp = ctaid<Axis::x>},
  {.name = "%ctaid.y", .of_warp = ctaid<Axis::y>},
  {.name = "%ctaid.z", .of_warp = ctaid<Axis::z>},
  {.name = "%ctaid.w", .of_warp = constant<0>},
  {.name = "%nctaid.x", .of_warp = nctaid<Axis::x>},
  {.name = "%nctaid.y", .of_warp = nctaid<Axis::y>},
  {.name = "%nctaid.z", .of_warp = nctaid<Axis::z>},
  {.name = "%nctaid.w", .of_warp = constant<0>},
  {.name = "%smid", .of_warp = smid},
  {.name = "%nsmid", .of_warp = nsmid},
  {.name = "%gridid", .of_warp = gridid},
  {.name = "%is_explicit_cluster", .of_warp = is_explicit_cluster},
  {.name = "%clusterid.x", .of_warp = clusterid<Axis::x>},
  {.name = "%clusterid.y", .of_warp = clusterid<Axis::y>},
  {.name = "%clusterid.z", .of_warp = clusterid<Axis::z>},
  {.name = "%clusterid.w", .of_warp = constant<0>},
  {.name = "%nclusterid.x", .of_warp = nclusterid<Axis::x>},
  {.name = "%nclusterid.y", .of_warp = nclusterid<Axis::y>},
  {.name = "%nclusterid.z", .of_warp = nclusterid<Axis::z>},
  {.name = "%nclusterid.w", .of_warp = constant<0>},
  {.name = "%cluster_ctaid.x", .of_warp = cluster_ctaid<Axis::x>},
  {.name = "%cluster_ctaid.y", .of_warp = cluster_ctaid<Axis::y>},
  {.name = "%cluster_ctaid.z", .of_warp = cluster_ctaid<Axis::z>},
  {.name = "%cluster_ctaid.w", .of_warp = constant<0>},
  {.name = "%cluster_nctaid.x", .of_warp = cluster_nctaid<Axis::x>},
  {.name = "%cluster_nctaid.y", .of_warp = cluster_nctaid<Axis::y>},
  {.name = "%cluster_nctaid.z", .of_warp = cluster_nctaid<Axis::z>},
  {.name = "%cluster_nctaid.w", .of_warp = constant<0>},
  {.name = "%cluster_ctarank", .of_warp = cluster_ctarank},
  {.name = "%cluster_nctarank", .of_warp = cluster_nctarank},
  {.name = "%lanemask_eq", .of_lanes = lanemask<false, true, false>},
  {.name = "%lanemask_le", .of_lanes = lanemask<true, true, false>},
  {.name = "%lanemask_lt", .of_lanes = lanemask<true, false, false>},
  {.name = "%lanemask_ge", .of_lanes = lanemask<false, true, true>},
  {.name = "%lanemask_gt", .of_lanes = lanemask<false, false, true>},
  {.name = "%clock", .of_warp = clock},
  {.name = "%clock_hi", .of_warp = clock_high},
  {.name = "%clock64", .of_warp = clock},
  {.name = "%globaltimer", .of_warp = clock},
  {.name = "%globaltimer_lo", .of_warp = clock},
  {.name = "%globaltimer_hi", .of_warp = clock_high},
  // No performance monitor is set up. Of the environment registers the driver writes two: where a cooperative grid has
  // its barrier, as the headers of cooperative groups read it.
  {.name = "%pm", .of_warp = constant<0>, .numbered = true},
  {.name = "%pm", .of_warp = constant<0>, .numbered = true, .suffix = "_64"},
  {.name = "%envreg1", .of_warp = grid_workspace_high},
  {.name = "%envreg2", .of_warp = grid_workspace_low},
  {.name = "%envreg", .of_warp = constant<0>, .numbered = true},
  // The system keeps nothing of a block's shared memory for itself.
  {.name = "%reserved_smem_offset_begin", .of_warp = constant<0>},
  {.name = "%reserved_smem_offset_end", .of_warp = constant<0>},
  {.name = "%reserved_smem_offset_cap", .of_warp = constant<0>},
  {.name = "%reserved_smem_offset_", .of_warp = constant<0>, .numbered = true},
  {.name = "%total_smem_size", .of_warp = shared_bytes},
  {.name = "%aggr_smem_size", .of_warp = shared_bytes},
  {.name = "%dynamic_smem_size", .of_warp = dynamic_shared_bytes},
  {.name = "%current_graph_exec", .of_warp = graph},
};
// clang-format on

bool is_named(const SpecialRegister& special, std::string_view name) {
  if (!special.numbered) return special.name == name;
  if (!name.starts_with(special.name) || !name.ends_with(special.suffix)) return false;
  const std::string_view number =
      name.substr(special.name.size(), name.size() - special.name.size() - special.suffix.size());
  return !number.empty() && number.size() <= 2 &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// ---- Reading. Op::a is the index into the table; one handler for each way and width. ----

template <class T>
const Op* read_of_warp(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  broadcast(warp, op->d, lanes, static_cast<T>(kRegisters[op->a].of_warp(warp)));
  return op + 1;
}

template <class T>
const Op* read_of_lanes(Warp& warp, const Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  const OfLanes of_lanes = kRegisters[op->a].of_lanes;
  if constexpr (sizeof(T) == sizeof(std::uint32_t)) {
    if (lanes == kFullMask) [[likely]] {
      of_lanes(warp, reinterpret_cast<std::uint32_t*>(warp.rows + op->d));
      return op + 1;
    }
  }
  std::uint32_t value[32];
  of_lanes(warp, value);
  Lanes<T> row;
  std::transform(std::begin(value), std::end(value), row.begin(), [](std::uint32_t v) { return static_cast<T>(v); });
  write_row(warp, op->d, lanes, row);
  return op + 1;
}

const Op* read_predicate(Warp& warp, const Op* op) {
  const bool value = kRegisters[op->a].of_warp(warp) != 0;
  set_predicate_row(warp, op->d, exec_lanes(warp, op), value ? kFullMask : 0);
  return op + 1;
}

template <class T>
sim::Handler select(const SpecialRegister& special) {
  return special.of_warp != nullptr ? read_of_warp<T> : read_of_lanes<T>;
}

sim::Handler handler_of(const SpecialRegister& special, std::uint8_t bytes) {
  switch (bytes) {
    case 0: return special.of_warp != nullptr ? read_predicate : nullptr;
    case 2: return select<std::uint16_t>(special);
    case 4: return select<std::uint32_t>(special);
    case 8: return select<std::uint64_t>(special);
    default: return nullptr;
  }
}

const SpecialRegister* find_register(std::string_view name) {
  const auto found = std::find_if(std::begin(kRegisters), std::end(kRegisters),
                                  [&](const SpecialRegister& one) { return is_named(one, name); });
  return found == std::end(kRegisters) ? nullptr : &*found;
}

void bind_read(BindContext& context) {
  const ptx::Operand& source = context.operands()[1];
  const ptx::Type type = context.spelling().type();
  sim::Op& op = context.op();
  op.d = context.destination_row(context.operands()[0], type);
  if (read_special_register(source.name, static_cast<std::uint8_t>(type == ptx::Type::pred ? 0 : ptx::size_of(type)),
                            op))
    return;
  if (find_register(source.name) != nullptr) {
    context.error(source.position, fmt::format("'{}' can not be read as .{}", source.name, ptx::name_of(type)));
  } else if (find_register(std::string(source.name) + ".x") != nullptr) {
    context.error(source.position, fmt::format("'{0}' is a vector; name one element, as in '{0}.x'", source.name));
  } else {
    context.error(source.position, fmt::format("unknown special register '{}'", source.name));
  }
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "mov.type d, %a", .where = "type = u32 b32 u64 b64 u16 b16 s16 s32 s64 pred", .effects = computes(costs::nothing, Algebra::copy),
   .bind = bind_read,
   .chapter = "Special Registers"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

bool read_special_register(std::string_view name, std::uint8_t bytes, sim::Op& op) {
  const SpecialRegister* special = find_register(name);
  if (special == nullptr) return false;
  op.a = static_cast<std::uint32_t>(special - kRegisters);
  op.run = handler_of(*special, bytes);
  return op.run != nullptr;
}

std::span<const InstructionDef> special_register_rows() { return kRows; }

}  // namespace warpglass::isa
