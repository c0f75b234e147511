#include "isa/chapters/bulk_places.hpp"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "isa/chapters/lanes.hpp"
#include "isa/chapters/mbarrier.hpp"
#include "isa/chapters/pair_addresses.hpp"
#include "sim/access.hpp"
#include "sim/cluster.hpp"
#include "sim/memory.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {

namespace {

// Program::lists[extra] begins with the places, kPlaceNumbers each.
struct Place {
  std::uint32_t row;
  std::uint32_t offset;  // int32
  std::uint32_t flags;   // address bytes; 16: in shared memory; 32: of the first block of a pair

  static constexpr std::uint32_t kShared = 16;
  static constexpr std::uint32_t kFirstOfPair = 32;
};

Place place_of(const sim::Warp& warp, const sim::Op* op, std::size_t which) {
  const auto& list = warp.launch->program->lists[op->extra];
  return {list[kPlaceNumbers * which], list[kPlaceNumbers * which + 1], list[kPlaceNumbers * which + 2]};
}

}  // namespace

std::uint64_t address_of(const sim::Warp& warp, const sim::Op* op, int lane, std::size_t which,
                         std::optional<std::uint32_t> rank) {
  const Place place = place_of(warp, op, which);
  const bool narrow = (place.flags & 0xf) == 4;
  const std::uint64_t address =
      narrow ? sim::lane_value<std::uint32_t>(warp, place.row, lane) + place.offset
             : sim::lane_value<std::uint64_t>(warp, place.row, lane) +
                   static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(place.offset)});
  if (rank) return sim::mapped_to(address, *rank);
  if ((place.flags & Place::kFirstOfPair) == 0) return address;
  return of_first_of_pair(warp, address);
}

void add_place(BindContext& context, const ptx::Operand& operand, bool shared, std::vector<std::uint32_t>& list) {
  const Address address = context.address(operand);
  list.push_back(address.row);
  list.push_back(static_cast<std::uint32_t>(address.offset));
  list.push_back(address.bytes | (shared ? Place::kShared : 0) |
                 (shared && is_of_first_of_pair(context, operand) ? Place::kFirstOfPair : 0));
}

std::byte* host_of(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, std::uint64_t size,
                   const PlaceUse& use, std::optional<std::uint32_t> rank) {
  const Place place = place_of(warp, op, which);
  const bool shared = (place.flags & Place::kShared) != 0;
  std::uint64_t address = address_of(warp, op, lane, which, rank);
  sim::Fault fault;
  fault.kind = sim::FaultKind::misaligned;
  fault.space = shared ? sim::Space::shared : sim::Space::global;
  fault.write = use.direction != sim::Direction::read;
  fault.address = address;
  fault.bytes = static_cast<std::uint32_t>(size);
  fault.lane = lane;
  if (address % use.alignment != 0 || size % use.alignment != 0) {
    fault.message =
        fmt::format("an asynchronous copy wants addresses and sizes that are multiples of {} here", use.alignment);
    raise(warp, op, lane_bit(lane), std::move(fault));
  }
  if (shared) address |= sim::kSharedWindow;
  std::byte* memory = use.heard ? sim::host_range(warp, op, lane, address, size, use.via, use.direction)
                                : sim::host_range_unheard(warp, lane, address, size);
  if (memory == nullptr) {
    fault.kind = sim::FaultKind::out_of_bounds;
    raise(warp, op, lane_bit(lane), std::move(fault));
  }
  return memory;
}

namespace {

/// Changes the state of the mbarrier at place `which`, and tells listeners of `event`.
/// \param change  (MbarrierState&): whether anything did
/// \return  whether a phase is complete by it
template <class Change>
bool change_barrier(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, std::optional<std::uint32_t> rank,
                    sim::SyncEvent&& event, Change&& change) {
  constexpr PlaceUse kUse{
      .via = sim::Via::mbarrier, .direction = sim::Direction::update, .alignment = sizeof(std::uint64_t)};
  std::byte* barrier = host_of(warp, op, lane, which, sizeof(std::uint64_t), kUse, rank);
  std::uint64_t bits;
  std::memcpy(&bits, barrier, sizeof bits);
  MbarrierState state = MbarrierState::unpack(bits);
  const std::uint32_t phase = state.phase;
  if (change(state)) state.settle();
  bits = state.packed();
  std::memcpy(barrier, &bits, sizeof bits);
  const bool completes = state.phase != phase;
  if (warp.audience == nullptr) return completes;
  const std::uint64_t address = address_of(warp, op, lane, which, rank);
  event.completes = completes;
  event.address = address & ~sim::kClusterMask;
  event.owner = owner_of(warp, address);
  note_sync(warp, op, lane_bit(lane), static_cast<sim::SyncEvent&&>(event));
  return completes;
}

}  // namespace

void arrive_once(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, bool others,
                 std::optional<std::uint32_t> rank) {
  change_barrier(warp, op, lane, which, rank, {.what = sim::Sync::mbarrier_complete, .all = others},
                 [](MbarrierState&) { return false; });
  change_barrier(warp, op, lane, which, rank, {.what = sim::Sync::mbarrier_arrive, .count = 1},
                 [&](MbarrierState& state) {
                   if (state.pending == 0) {
                     sim::Fault fault;
                     fault.kind = sim::FaultKind::barrier_divergence;
                     fault.message = "more arrive at the mbarrier than it expects in this phase";
                     raise(warp, op, lane_bit(lane), std::move(fault));
                   }
                   --state.pending;
                   return true;
                 });
}

bool complete_bytes(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, std::uint64_t size,
                    std::optional<std::uint32_t> rank) {
  return change_barrier(warp, op, lane, which, rank,
                        {.what = sim::Sync::mbarrier_complete, .count = static_cast<std::uint32_t>(size)},
                        [&](MbarrierState& state) {
                          state.bytes -= static_cast<std::int32_t>(size);
                          return true;
                        });
}

}  // namespace warpglass::isa
