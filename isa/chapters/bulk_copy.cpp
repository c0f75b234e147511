// cp.async.bulk: one lane copies a run of bytes between global and shared memory. As with cp.async the copy is done
// when it is issued, and an mbarrier that counts its bytes is told so at once. The traffic of bulk copies has a unit of
// its own in the machine and is not among the load and store counters.
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/mbarrier.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"
#include "sim/access.hpp"
#include "sim/memory.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint64_t kUnit = 16;  // bytes; addresses and sizes are multiples of it

// Program::lists[extra] holds three addresses (destination, source, barrier) of three numbers each.
struct Place {
  std::uint32_t row;
  std::uint32_t offset;  // int32
  std::uint32_t flags;   // address bytes; 16: in shared memory

  static constexpr std::uint32_t kShared = 16;
};

std::byte* host_of(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, std::uint64_t size, bool write,
                   std::uint64_t alignment) {
  const auto& list = warp.launch->program->lists[op->extra];
  const Place place{list[3 * which], list[3 * which + 1], list[3 * which + 2]};
  const bool narrow = (place.flags & 0xf) == 4;
  std::uint64_t address = narrow
                              ? sim::lane_value<std::uint32_t>(warp, place.row, lane) + place.offset
                              : sim::lane_value<std::uint64_t>(warp, place.row, lane) +
                                    static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(place.offset)});
  const bool shared = (place.flags & Place::kShared) != 0;
  sim::Fault fault;
  fault.kind = sim::FaultKind::misaligned;
  fault.space = shared ? sim::Space::shared : sim::Space::global;
  fault.write = write;
  fault.address = address;
  fault.bytes = static_cast<std::uint32_t>(size);
  fault.lane = lane;
  if (address % alignment != 0 || size % alignment != 0) {
    fault.message = fmt::format("a bulk copy wants addresses and sizes that are multiples of {}", alignment);
    raise(warp, op, lane_bit(lane), std::move(fault));
  }
  if (shared) address |= sim::kSharedWindow;
  std::byte* memory = sim::host_range(warp, lane, address, size);
  if (memory == nullptr) {
    fault.kind = sim::FaultKind::out_of_bounds;
    raise(warp, op, lane_bit(lane), std::move(fault));
  }
  return memory;
}

// Field b: row of the size.
template <bool kSignals>
const sim::Op* copy_bulk(sim::Warp& warp, const sim::Op* op) {
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t size = sim::lane_value<std::uint32_t>(warp, op->b, lane);
    std::byte* to = host_of(warp, op, lane, 0, size, true, kUnit);
    const std::byte* from = host_of(warp, op, lane, 1, size, false, kUnit);
    std::memmove(to, from, size);
    if constexpr (kSignals) {
      std::byte* barrier = host_of(warp, op, lane, 2, sizeof(std::uint64_t), true, sizeof(std::uint64_t));
      std::uint64_t bits;
      std::memcpy(&bits, barrier, sizeof bits);
      MbarrierState state = MbarrierState::unpack(bits);
      state.bytes -= static_cast<std::int32_t>(size);
      state.settle();
      bits = state.packed();
      std::memcpy(barrier, &bits, sizeof bits);
    }
  });
  return op + 1;
}

void bind_bulk(BindContext& context, bool to_shared, bool from_shared, bool signals) {
  const auto operands = context.operands();
  std::vector<std::uint32_t> places;
  const auto add = [&](const ptx::Operand& operand, bool shared) {
    const Address address = context.address(operand);
    places.push_back(address.row);
    places.push_back(static_cast<std::uint32_t>(address.offset));
    places.push_back(address.bytes | (shared ? Place::kShared : 0));
  };
  add(operands[0], to_shared);
  add(operands[1], from_shared);
  if (signals) add(operands[3], true);
  sim::Op& op = context.op();
  op.b = context.source_row(operands[2], ptx::Type::u32);
  op.extra = context.list(std::move(places));
  op.run = op.body = signals ? copy_bulk<true> : copy_bulk<false>;
}

void bind_global_to_shared(BindContext& context) { bind_bulk(context, true, false, true); }
void bind_shared_to_shared(BindContext& context) { bind_bulk(context, true, true, true); }
void bind_shared_to_global(BindContext& context) { bind_bulk(context, false, true, false); }
void bind_done(BindContext& context) { context.op().run = context.op().body = no_effect; }

constexpr InstructionDef bulk(std::string_view syntax, std::string_view where, BindInstruction bind,
                              std::string_view since) {
  return {.syntax = syntax,
          .where = where,
          .unit = Unit::lsu,
          .bind = bind,
          .since = since,
          .sm = 90,
          .chapter = "Data Movement and Conversion Instructions: cp.async.bulk"};
}

// clang-format off
constexpr InstructionDef kRows[] = {
    bulk("cp.async.bulk.space.global.mbarrier::complete_tx::bytes{.hint} [a], [b], c, [m]{, h}",
         "space = shared::cluster shared::cta; hint = L2::cache_hint; c : u32; m : b64; h : b64", bind_global_to_shared, "8.0"),
    bulk("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [a], [b], c, [m]",
         "c : u32; m : b64", bind_shared_to_shared, "8.0"),
    bulk("cp.async.bulk.global.shared::cta.bulk_group{.hint} [a], [b], c{, h}",
         "hint = L2::cache_hint; c : u32; h : b64", bind_shared_to_global, "8.0"),
    bulk("cp.async.bulk.prefetch.L2.global{.hint} [a], c{, h}", "hint = L2::cache_hint; c : u32; h : b64", bind_done, "8.0"),
    bulk("cp.async.bulk.commit_group", "", bind_done, "8.0"),
    bulk("cp.async.bulk.wait_group{.read} a", "a : u32", bind_done, "8.0"),
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> bulk_copy_rows() { return kRows; }

}  // namespace warpglass::isa
