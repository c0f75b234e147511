// cp.async.bulk: one lane copies a run of bytes between global and shared memory. As with cp.async the copy is done
// when it is issued, and an mbarrier that counts its bytes is told so at once. The traffic of bulk copies has a unit of
// its own in the machine and is not among the load and store counters.
#include <bit>
#include <cstring>
#include <utility>

#include "isa/chapters/async_groups.hpp"
#include "isa/chapters/bulk_places.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/time_taken.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

// Field b: row of the size.
template <bool kSignals>
const sim::Op* copy_bulk(sim::Warp& warp, const sim::Op* op) {
  bool completes = false;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t size = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    std::byte* to = host_of(warp, op, lane, 0, size, kBulkTo);
    const std::byte* from = host_of(warp, op, lane, 1, size, kBulkFrom);
    std::memmove(to, from, size);
    if constexpr (kSignals) completes |= complete_bytes(warp, op, lane, 2, size);
  });
  return after_copy(warp, op + 1, completes);
}

// Field c: row of the mask of blocks, each of which gets the bytes at the same place of its own memory.
const sim::Op* copy_to_many(sim::Warp& warp, const sim::Op* op) {
  bool completes = false;
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t size = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    const std::byte* from = host_of(warp, op, lane, 1, size, kBulkFrom);
    for (std::uint32_t ranks = sim::lane_value<std::uint16_t>(warp, op->c, lane); ranks != 0; ranks &= ranks - 1) {
      const auto rank = static_cast<std::uint32_t>(std::countr_zero(ranks));
      std::memmove(host_of(warp, op, lane, 0, size, kBulkTo, rank), from, size);
      completes |= complete_bytes(warp, op, lane, 2, size, rank);
    }
  });
  return after_copy(warp, op + 1, completes);
}

void bind_bulk(BindContext& context, bool to_shared, bool from_shared, bool signals) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> places;
  add_place(context, operands[0], to_shared, places);
  add_place(context, operands[1], from_shared, places);
  if (signals) add_place(context, operands[3], true, places);
  sim::Op& op = context.op();
  op.b = context.source_row(operands[2], ptx::Type::u32);
  op.extra = context.list(std::move(places));
  op.run = op.body = signals ? copy_bulk<true> : copy_bulk<false>;
}

void bind_global_to_shared(BindContext& context) { bind_bulk(context, true, false, true); }
void bind_global_to_many(BindContext& context) {
  bind_bulk(context, true, false, true);
  context.op().c = context.source_row(context.operands()[4], ptx::Type::b16);
  context.op().run = context.op().body = copy_to_many;
}
void bind_shared_to_shared(BindContext& context) { bind_bulk(context, true, true, true); }
void bind_shared_to_global(BindContext& context) { bind_bulk(context, false, true, false); }

void bind_prefetch(BindContext& context) { context.op().run = context.op().body = no_effect; }

constexpr InstructionDef bulk(std::string_view syntax, std::string_view where, BindInstruction bind,
                              std::string_view since, Does does = Does::copies) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(does, costs::access),
          .bind = bind,
          .since = since,
          .sm = 90,
          .chapter = "Data Movement and Conversion Instructions: cp.async.bulk"};
}

// clang-format off
constexpr InstructionDef kRows[] = {
    bulk("cp.async.bulk.space.global.mbarrier::complete_tx::bytes{.hint} [a], [b], c, [m]{, h}",
         "space = shared::cluster shared::cta; hint = L2::cache_hint; c : u32; m : b64; h : b64", bind_global_to_shared, "8.0"),
    bulk("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster{.hint} [a], [b], c, [m], n{, h}",
         "hint = L2::cache_hint; c : u32; m : b64; n : b16; h : b64", bind_global_to_many, "8.0"),
    bulk("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [a], [b], c, [m]",
         "c : u32; m : b64", bind_shared_to_shared, "8.0"),
    bulk("cp.async.bulk.global.shared::cta.bulk_group{.hint} [a], [b], c{, h}",
         "hint = L2::cache_hint; c : u32; h : b64", bind_shared_to_global, "8.0"),
    bulk("cp.async.bulk.prefetch.L2.global{.hint} [a], c{, h}", "hint = L2::cache_hint; c : u32; h : b64", bind_prefetch, "8.0", Does::hints),
    bulk("cp.async.bulk.commit_group", "", bind_commit<sim::AsyncGroup::bulk_copies>, "8.0", Does::awaits_copies),
    bulk("cp.async.bulk.wait_group{.read} a", "a : u32", bind_wait<sim::AsyncGroup::bulk_copies>, "8.0", Does::awaits_copies),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> bulk_copy_rows() { return kRows; }

}  // namespace warpglass::isa
