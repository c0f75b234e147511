// Addresses between state spaces and blocks of a cluster: cvta, isspacep, mapa, getctarank. Generic addresses of shared
// and local memory lie in windows of their own; global memory, constants and kernel parameters have the same generic
// address as in their space.

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/instruction.hpp"
#include "sim/cluster.hpp"
#include "sim/launch.hpp"
#include "sim/memory.hpp"

namespace warpglass::isa {
namespace {

/// The window of a space, 0 for those that lie in the arena.
std::uint64_t window_of(std::string_view space) {
  if (space.starts_with("shared")) return sim::kSharedWindow;
  return space == "local" ? sim::kLocalWindow : 0;
}

template <std::uint64_t kWindow>
const sim::Op* to_generic(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    sim::set_lane_value(warp, op->d, lane, sim::lane_value<std::uint64_t>(warp, op->a, lane) + kWindow);
  });
  return op + 1;
}
template <std::uint64_t kWindow>
const sim::Op* from_generic(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    sim::set_lane_value(warp, op->d, lane, sim::lane_value<std::uint64_t>(warp, op->a, lane) - kWindow);
  });
  return op + 1;
}
const sim::Op* same_address(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == kFullMask)
    std::memcpy(warp.rows + op->d, warp.rows + op->a, sim::row_bytes(8));
  else
    return to_generic<0>(warp, op);
  return op + 1;
}

sim::Handler select_to_generic(const Spelling& spelling) {
  switch (window_of(spelling.word("space"))) {
    case sim::kSharedWindow: return &to_generic<sim::kSharedWindow>;
    case sim::kLocalWindow: return &to_generic<sim::kLocalWindow>;
    default: return &same_address;
  }
}
sim::Handler select_from_generic(const Spelling& spelling) {
  switch (window_of(spelling.word("space"))) {
    case sim::kSharedWindow: return &from_generic<sim::kSharedWindow>;
    case sim::kLocalWindow: return &from_generic<sim::kLocalWindow>;
    default: return &same_address;
  }
}

// ---- isspacep ----

constexpr auto is_parameter = [](const sim::Warp& warp, std::uint64_t address) {
  return address - warp.params_address < warp.launch->program->param_bytes;
};
constexpr auto is_own_shared = [](const sim::Warp& warp, std::uint64_t address) {
  const std::uint32_t own = warp.block->rank();
  return (address & sim::kWindowMask) == sim::kSharedWindow && sim::named_rank(address).value_or(own) == own;
};
constexpr auto is_constant = [](const sim::Warp& warp, std::uint64_t address) {
  const auto allocation = warp.launch->memory->find(address);
  // Parameters lie in constant memory too, but are a space of their own.
  return allocation && allocation->kind == sim::AllocationKind::constant && !is_parameter(warp, address);
};

/// p = the address lies in the space; Test(warp, address).
template <class Test>
const sim::Op* run_is_in(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  LaneMask inside = 0;
  for_each_lane(lanes, [&](int lane) {
    if (Test{}(warp, sim::lane_value<std::uint64_t>(warp, op->a, lane))) inside |= lane_bit(lane);
  });
  sim::set_predicate_row(warp, op->d, lanes, inside);
  return op + 1;
}
template <class Test>
constexpr sim::Handler is_in(Test) {
  return &run_is_in<Test>;
}

sim::Handler select_is_in(const Spelling& spelling) {
  const std::string_view space = spelling.word("space");
  if (space == "shared::cluster")
    return is_in([](const sim::Warp&, std::uint64_t at) { return (at & sim::kWindowMask) == sim::kSharedWindow; });
  if (space.starts_with("shared")) return is_in(is_own_shared);
  if (space == "local")
    return is_in([](const sim::Warp&, std::uint64_t at) { return (at & sim::kWindowMask) == sim::kLocalWindow; });
  if (space.starts_with("param")) return is_in(is_parameter);
  if (space == "const") return is_in(is_constant);
  return is_in([](const sim::Warp& warp, std::uint64_t at) {
    return (at & sim::kWindowMask) == 0 && !is_parameter(warp, at) && !is_constant(warp, at);
  });
}

// ---- Blocks of the cluster. ----

// a: address, b: rank
template <class A>
const sim::Op* map_to_rank(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t rank = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    const std::uint64_t address = sim::lane_value<A>(warp, op->a, lane);
    sim::set_lane_value(warp, op->d, lane, static_cast<A>(sim::mapped_to(address, rank)));
  });
  return op + 1;
}

template <class A>
const sim::Op* rank_of(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const auto named = sim::named_rank(sim::lane_value<A>(warp, op->a, lane));
    sim::set_lane_value(warp, op->d, lane, named.value_or(warp.block->rank()));
  });
  return op + 1;
}

sim::Handler select_map_to_rank(const Spelling& spelling) {
  return ptx::size_of(spelling.type()) == 4 ? map_to_rank<std::uint32_t> : map_to_rank<std::uint64_t>;
}
sim::Handler select_rank_of(const Spelling& spelling) {
  return ptx::size_of(spelling.type()) == 4 ? rank_of<std::uint32_t> : rank_of<std::uint64_t>;
}

// clang-format off
constexpr InstructionDef kRows[] = {
  {.syntax = "cvta.space.size d, a",
   .where = "space = global shared shared::cta shared::cluster local const param param::entry; size = u64; "
            "d : size; a : size",
   .effects = computes(costs::nothing, Algebra::copy), .select = select_to_generic,
   .since = "2.0", .sm = 20, .chapter = "Data Movement and Conversion Instructions: cvta"},
  {.syntax = "cvta.to.space.size d, a",
   .where = "space = global shared shared::cta shared::cluster local const param param::entry; size = u64; "
            "d : size; a : size",
   .effects = computes(costs::nothing, Algebra::copy), .select = select_from_generic,
   .since = "2.0", .sm = 20, .chapter = "Data Movement and Conversion Instructions: cvta"},
  {.syntax = "isspacep.space p, a",
   .where = "space = global shared shared::cta shared::cluster local const param param::entry; a : u64",
   .effects = computes(costs::unknown), .select = select_is_in,
   .since = "2.0", .sm = 20, .chapter = "Data Movement and Conversion Instructions: isspacep"},

  {.syntax = "mapa{.space}.type d, a, b", .where = "space = shared::cluster; type = u32 u64; b : u32",
   .effects = computes(costs::unknown), .select = select_map_to_rank, .since = "7.8", .sm = 90,
   .chapter = "Data Movement and Conversion Instructions: mapa"},
  {.syntax = "getctarank{.space}.type d, a", .where = "space = shared::cluster; type = u32 u64; d : u32",
   .effects = computes(costs::unknown), .select = select_rank_of, .since = "7.8", .sm = 90,
   .chapter = "Data Movement and Conversion Instructions: getctarank"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> address_rows() { return kRows; }

}  // namespace warpglass::isa
