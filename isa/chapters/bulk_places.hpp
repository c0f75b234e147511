// The places that asynchronous operations of one lane name: destination, source, and the mbarrier that they tell of the
// bytes they have moved. Here an operation is done when it is issued, and tells its barrier at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "isa/instruction.hpp"
#include "sim/events.hpp"

namespace warpglass::isa {

inline constexpr std::uint64_t kBulkUnit = 16;  // bytes; addresses and sizes of bulk copies are multiples of it

/// Appends the numbers of an address operand to a list, which Op::extra is to name.
void add_place(BindContext& context, const ptx::Operand& operand, bool shared, std::vector<std::uint32_t>& list);

/// Numbers that a place takes in the list.
inline constexpr std::size_t kPlaceNumbers = 3;

/// What is done with a place, and what its address and size are multiples of.
struct PlaceUse {
  sim::Via via = sim::Via::bulk_copy;
  sim::Direction direction = sim::Direction::read;
  std::uint64_t alignment = kBulkUnit;
  bool heard = true;  // listeners are told; else other ops of the instruction tell them
};
inline constexpr PlaceUse kBulkFrom{};
inline constexpr PlaceUse kBulkTo{.direction = sim::Direction::write};

/// What a lane's place number `which` is an address of: of shared memory an offset, which may name a block.
/// \param rank  of the cluster's block in whose shared memory the place is, wherever its address says
[[nodiscard]] std::uint64_t address_of(const sim::Warp& warp, const sim::Op* op, int lane, std::size_t which,
                                       std::optional<std::uint32_t> rank = {});

/// Host bytes of a lane's place number `which`. Raises a fault where [address, address + size) is not all in one
/// object, or address or size is no multiple of its alignment.
/// \param rank  of the cluster's block in whose shared memory the place is, wherever its address says
[[nodiscard]] std::byte* host_of(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, std::uint64_t size,
                                 const PlaceUse& use, std::optional<std::uint32_t> rank = {});

/// Arrives once at the mbarrier at place `which` for what the thread has left going on.
/// \param others  mbarriers are told as well
void arrive_once(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, bool others = false,
                 std::optional<std::uint32_t> rank = {});

/// Tells the mbarrier at place `which` that `size` bytes have come.
/// \return  whether its phase is complete by it
bool complete_bytes(sim::Warp& warp, const sim::Op* op, int lane, std::size_t which, std::uint64_t size,
                    std::optional<std::uint32_t> rank = {});

}  // namespace warpglass::isa
