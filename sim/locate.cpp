// An address belongs to the block's shared memory, to that of another block of the cluster, to the thread's own local
// memory or to an allocation; bits of a generic address tell which. Mostly all lanes are in one of them, which one
// check for the warp finds out. When not, or when something is wrong, each lane is looked at by itself, and the first
// at fault is told with what lies nearest.
#include "sim/locate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "base/counted.hpp"
#include "sim/block.hpp"
#include "sim/cluster.hpp"
#include "sim/fault_log.hpp"
#include "sim/lane_addresses.hpp"
#include "sim/note.hpp"
#include "sim/reduction_log.hpp"
#include "sim/tally.hpp"
#include "sim/touched_memory.hpp"

namespace warpglass::sim {
namespace {

/// The block that a shared address names; nullptr when the cluster has no such block any more.
const Block* block_named(const Warp& warp, std::uint64_t address) {
  const auto rank = named_rank(address);
  return rank ? warp.block->cluster().running(*rank) : warp.block;
}

/// Whether the launch reduces where an access that is no reduction is: what is there has to be brought up to date
/// first, each time, so that no site remembers the allocation.
bool reaches_reduced(const Warp& warp, const AccessSite* site, std::uint64_t address) {
  const ReductionLog* const reductions = warp.block->reductions();
  if (reductions == nullptr || (site != nullptr && is_atomic(site->kind))) return false;
  return reductions->covers(address);
}

/// Whether bytes that the allocation does not hold all lie in parts of virtual memory right behind it that the kernel
/// reaches, too.
bool reaches_over_parts(const Warp& warp, Allocation part, std::uint64_t address, std::uint64_t bytes) {
  const Memory& memory = *warp.launch->memory;
  if (bytes > memory.end_of(address) - address) return false;
  while (bytes > part.end() - address) {
    const auto next = memory.reach(part.end());
    if (!next) return false;
    part = *next;
  }
  return true;
}

/// Parts of virtual memory may have other addresses, too; another device's may be out of reach another time.
void note_touched(const Warp& warp, const AccessSite* site, const Allocation& allocation) {
  if (warp.touched == nullptr) return;
  if (allocation.is_mapped || allocation.device != warp.launch->memory->device()) return warp.touched->give_up();
  warp.touched->note(site != nullptr ? static_cast<std::size_t>(site - warp.sites) : warp.launch->program->site_count,
                     allocation);
}

/// Where one lane's address lies: its host bytes, or nullptr when [address, address + bytes) is not all in one object.
std::byte* locate(const Warp& warp, AccessSite* site, Space& space, int lane, std::uint64_t address,
                  std::uint32_t bytes) {
  std::uint64_t offset = address;
  if (space == Space::generic) {
    const std::uint64_t window = address & kWindowMask;
    space = window == kSharedWindow ? Space::shared : window == kLocalWindow ? Space::local : Space::global;
    if (space != Space::global) offset = address & ~kWindowMask;
  }
  switch (space) {
    case Space::shared: {
      const Block* const block = block_named(warp, offset);
      offset &= ~kClusterMask;
      if (block == nullptr || offset > warp.shared_bytes || bytes > warp.shared_bytes - offset) return nullptr;
      return block->shared() + offset;
    }
    case Space::local:
      if (offset > warp.local_stride || bytes > warp.local_stride - offset) return nullptr;
      return warp.local + std::size_t(lane) * warp.local_stride + offset;
    case Space::generic:
    case Space::global:
    case Space::constant:
    case Space::param: break;
  }
  if (site != nullptr && site->is_within_known(address, bytes)) return Memory::host(address);
  const auto allocation = warp.launch->memory->reach(address);
  if (!allocation) return nullptr;
  note_touched(warp, site, *allocation);
  // A bulk copy may reach over parts of virtual memory.
  const bool goes_on = bytes > allocation->end() - address;
  if (goes_on && !reaches_over_parts(warp, *allocation, address, bytes)) return nullptr;
  if (reaches_reduced(warp, site, address) || (goes_on && reaches_reduced(warp, site, address + bytes - 1))) {
    warp.block->reductions()->settle();
  } else if (site != nullptr && !goes_on) {
    site->use(allocation->begin, allocation->end());
  }
  return Memory::host(address);
}

/// What is wrong with an address before the shared memory, or in that of another block of the cluster; nothing for the
/// own block's.
std::string of_cluster(const Warp& warp, std::uint64_t address) {
  if (const std::uint32_t below = bytes_before_shared(address); below != 0)
    return counted(below, "byte") + " before the block's shared memory";
  const std::uint32_t rank = named_rank(address).value_or(warp.block->rank());
  if (rank == warp.block->rank()) return "";
  const Cluster& cluster = warp.block->cluster();
  if (rank >= cluster.size())
    return fmt::format("the cluster has {}; block {} is none of them", counted(cluster.size(), "block"), rank);
  const Dim3 index = cluster.index_of(rank);
  const std::string block = fmt::format("block ({}, {}, {}), {} of its cluster", index.x, index.y, index.z, rank);
  if (cluster.running(rank) == nullptr)
    return fmt::format("the shared memory of {}, which has exited: blocks that others reach must wait for them", block);
  return fmt::format("{} into the shared memory of {}, which has {}",
                     counted(address & ~kClusterMask & ~kWindowMask, "byte"), block, warp.shared_bytes);
}

/// What lies nearest to a global address that nothing holds.
std::string near(const Memory& memory, std::uint64_t address) {
  if (address < 4096) return "the address is null, or an offset from it";
  const std::uint64_t window = address & kWindowMask;
  if (window == kSharedWindow || window == kLocalWindow)
    return fmt::format("the address is a generic one of {} memory, which the instruction does not reach",
                       window == kSharedWindow ? "shared" : "local");
  const auto allocation = memory.nearest(address);
  if (!allocation) return "the device has no allocations";
  const std::string object =
      fmt::format("{} ({} at {:#x})", allocation->label, counted(allocation->size, "byte"), allocation->begin);
  if (address >= allocation->end())
    return fmt::format("{} past the end of {}", counted(address - allocation->end(), "byte"), object);
  if (address < allocation->begin)
    return fmt::format("{} before {}", counted(allocation->begin - address, "byte"), object);
  return fmt::format("begins within {} and runs past its end", object);
}

/// Ends the launch, or, where it goes on after such faults, counts one.
void raise_access(const Warp& warp, const Op* op, FaultKind kind, LaneMask lanes, int lane, Space space,
                  std::uint64_t address, std::uint32_t bytes, bool write) {
  FaultLog* log = warp.launch->passed_faults;
  const bool last = log != nullptr && log->is_full();
  if (last) log = nullptr;
  if (log != nullptr && !log->count(kind, op->pc, warp.block_number)) return;
  Fault fault;
  fault.kind = kind;
  fault.lane = lane;
  fault.space = space;
  fault.write = write;
  fault.address = address;
  fault.bytes = bytes;
  if (kind == FaultKind::out_of_bounds && space == Space::global)
    fault.notes.push_back(near(*warp.launch->memory, address));
  if (std::string note = space == Space::shared ? of_cluster(warp, address) : ""; !note.empty())
    fault.notes.push_back(std::move(note));
  if (last)
    fault.notes.push_back(fmt::format("the launch ends here, after {} accesses that were left out", FaultLog::kMost));
  if (log == nullptr) raise(warp, op, lanes, std::move(fault));
  log->keep(placed(warp, op, lanes, std::move(fault)), warp.block_number);
}

/// Where lanes read zeros, and write what nobody reads, in place of memory that they may not touch.
std::byte* nowhere(int lane, std::uint32_t bytes) {
  constexpr std::size_t kBytes = 256;
  alignas(64) thread_local std::array<std::array<std::byte, kBytes>, kWarpSize> all;
  assert(bytes <= kBytes);
  std::byte* const one = all[static_cast<std::size_t>(lane)].data();
  std::memset(one, 0, bytes);
  return one;
}

/// True when every lane of the remembered shape lies at its distance from the first.
bool matches(const Shape& shape, const std::uint64_t address[32], LaneMask lanes) {
  if (shape.lanes != lanes) return false;
  const std::uint64_t base = address[shape.first];
  std::uint64_t differ = 0;
  if (lanes == kFullMask) {
    // Those that match nothing mostly differ in any lane.
    if (address[31] - base != static_cast<std::uint64_t>(shape.offset[31])) return false;
    for (int lane = 0; lane < 32; ++lane) {
      differ |= (address[lane] - base) ^ static_cast<std::uint64_t>(shape.offset[lane]);
    }
  } else {
    for_each_lane(lanes,
                  [&](int lane) { differ |= (address[lane] - base) ^ static_cast<std::uint64_t>(shape.offset[lane]); });
  }
  return differ == 0;
}

/// \param lone  the access as one without a shape, but for its addresses
/// \param is_placed  it is like the last one that waits, where its places have been written
/// \param window  of shared memory in generic addresses; else 0
void note_together(Warp& warp, const Op* op, AccessSite& site, const LaneAddresses& at, LoneAccess& lone,
                   bool is_placed, std::uint64_t window) {
  const std::uint64_t* const address = at.address;
  const std::uint64_t base = address[first_lane(at.lanes)] - window;
  Shape* shape = site.current;
  if (!matches(*shape, address, at.lanes)) {
    if (!site.shape_is_news()) {
      shape = &shape_of(site, address, at.lanes, warp);
    } else if (site.usual != nullptr && matches(*site.usual, address, at.lanes)) {
      shape = site.current = site.usual;
    } else {
      site.forget_current();
      if (is_placed) return count_like_last(site, lone, warp);
      lone.address = address;
      std::uint64_t in_window[32];
      if (window != 0) {
        for (std::size_t lane = 0; lane < kWarpSize; ++lane) in_window[lane] = address[lane] - window;
        lone.address = in_window;
      }
      return note_alone(warp, op, site, lone);
    }
  }
  const bool again = at.space == Space::shared ? count_shared_again(*shape, base) : count_global_again(*shape, base);
  if (!again) note_access(warp, op, site, *shape, base, at.space);
}

/// The way most accesses go: all lanes in shared memory, or all in one allocation. False when it is not so, or when
/// something is wrong with an address; then each lane is looked at by itself.
/// \param first  lane's address
/// \param place  sets at.host and at.address, of the object in which all lanes lie, and writes places: place_lanes()
template <class Place>
bool locate_together(Warp& warp, const Op* op, AccessSite& site, LaneAddresses& at, std::uint64_t first,
                     std::uint32_t bytes, std::uint32_t alignment, const Place& place) {
  const std::uint64_t window = at.space == Space::generic ? first & kWindowMask : 0;
  if (at.space == Space::local || window == kLocalWindow) return false;
  const bool in_shared = at.space == Space::shared || window == kSharedWindow;
  const bool known = in_shared || (first >= site.begin && first < site.end);
  if (!known && !find_allocation(warp, site, first, bytes)) return false;
  const Object object = in_shared ? Object{window, warp.shared_bytes, warp.shared}
                                  : Object{site.begin, site.end - site.begin, Memory::host(site.begin)};
  Space space = at.space;
  if (in_shared) space = Space::shared;
  if (space == Space::generic) space = Space::global;
  if (!warp.observes) {
    if (!place(object, Places())) return false;
    at.space = space;
    return true;
  }
  LoneAccess lone{.space = space, .lanes = at.lanes};
  if (alignment == bytes || alignment % bytes == 0) {
    lone.begin = object.begin - window;
    lone.end = lone.begin + object.size;
  }
  // Most accesses without a shape are like the one before. Of one that has a shape the places are of no account.
  const Places places{.place = place_like_last(site, lone), .origin = lone.origin() + window};
  if (!place(object, places)) return false;
  at.space = space;
  note_together(warp, op, site, at, lone, places.place != nullptr, window);
  return true;
}

/// A lane's, as take_addresses() takes it.
std::uint64_t address_in(const std::byte* row, std::uint32_t address_bytes, std::int32_t distance, int lane) {
  const auto add = [&]<class A>(A address) -> std::uint64_t {
    std::memcpy(&address, row + static_cast<std::size_t>(lane) * sizeof address, sizeof address);
    return static_cast<A>(address + static_cast<A>(std::int64_t{distance}));
  };
  return address_bytes == 4 ? add(std::uint32_t{}) : add(std::uint64_t{});
}

}  // namespace

bool find_allocation(const Warp& warp, AccessSite& site, std::uint64_t lowest, std::uint64_t reach) {
  if (site.is_within_known(lowest, reach)) return true;
  const auto allocation = warp.launch->memory->reach(lowest);
  if (!allocation || reach > allocation->end() - lowest || reaches_reduced(warp, &site, lowest)) return false;
  note_touched(warp, &site, *allocation);
  site.use(allocation->begin, allocation->end());
  return true;
}

void note_apart(Warp& warp, const Op* op, AccessSite& site, const std::uint64_t address[32], LaneMask lanes,
                bool aligned) {
  const Space space = outside_shared(site);
  const std::uint64_t base = address[first_lane(lanes)];
  if (!site.shape_is_news()) return note_access(warp, op, site, shape_of(site, address, lanes, warp), base, space);
  if (site.usual != nullptr && site.usual->reached == Reached::named && matches(*site.usual, address, lanes)) {
    site.current = site.usual;
    return note_access(warp, op, site, *site.usual, base, space);
  }
  site.forget_current();
  LoneAccess access{.address = address, .space = Space::global, .lanes = lanes};
  const std::uint64_t begin = std::min(site.begin, site.other_begin);
  const std::uint64_t end = std::max(site.end, site.other_end);
  bool within = aligned;
  for_each_lane(lanes, [&](int lane) { within = within && address[lane] >= begin && address[lane] < end; });
  if (within) {
    access.begin = begin;
    access.end = end;
  }
  note_alone(warp, op, site, access);
}

namespace {

AccessSite& prepared(AccessSite& site, AccessKind price_kind, std::uint32_t bytes, std::uint32_t matrices) {
  site.kind = price_kind;
  site.bytes = bytes;
  site.matrices = matrices;
  return site;
}

void locate_each(Warp& warp, const Op* op, AccessSite& site, LaneAddresses& at, const std::uint64_t address[32],
                 Space space, std::uint32_t bytes, bool write, std::uint32_t alignment) {
  const LaneMask lanes = at.lanes;
  // Of a wider register the shared memory's 32 bits count (PTX ISA, Addresses as Operands; so does an H100).
  std::uint64_t narrow[32] = {};
  if (space == Space::shared) {
    for_each_lane(lanes, [&](int lane) { narrow[lane] = static_cast<std::uint32_t>(address[lane]); });
    address = narrow;
  }
  for_each_lane(~lanes, [&](int lane) { at.host[lane] = nullptr; });
  LaneMask outside = 0;
  LaneMask misaligned = 0;
  LaneMask in_shared = 0;
  LaneMask in_local = 0;
  LaneMask in_cluster = 0;  // in other blocks' memory: no shared access of the multiprocessor's (cluster_accesses.tsv)
  std::uint64_t priced[32] = {};
  for_each_lane(lanes, [&](int lane) {
    Space lane_space = space;
    at.address[lane] = address[lane];
    at.host[lane] = locate(warp, &site, lane_space, lane, address[lane], bytes);
    if (at.host[lane] == nullptr) outside |= lane_bit(lane);
    if (address[lane] % alignment != 0) misaligned |= lane_bit(lane);
    if (lane_space == Space::shared) {
      (block_named(warp, address[lane]) == warp.block ? in_shared : in_cluster) |= lane_bit(lane);
    }
    if (lane_space == Space::local) in_local |= lane_bit(lane);
    if (lane == first_lane(lanes)) at.space = lane_space;
    priced[lane] =
        space == Space::generic && lane_space != Space::global ? address[lane] & ~kWindowMask : address[lane];
    if (lane_space == Space::shared) priced[lane] &= ~kClusterMask;
  });
  if (misaligned != 0) {
    const int lane = first_lane(misaligned);
    raise_access(warp, op, FaultKind::misaligned, misaligned, lane, at.space, address[lane], bytes, write);
  }
  outside &= ~misaligned;
  if (outside != 0) {
    const int lane = first_lane(outside);
    raise_access(warp, op, FaultKind::out_of_bounds, outside, lane, at.space, address[lane], bytes, write);
  }
  const LaneMask elsewhere = in_shared | in_local | in_cluster;
  if (elsewhere != 0 && elsewhere != lanes) site.parts_windows = true;
  const LaneMask wrong = misaligned | outside;
  for_each_lane(wrong, [&](int lane) { at.host[lane] = nowhere(lane, bytes); });
  if (warp.observes && elsewhere == 0 && wrong == 0) {
    note_apart(warp, op, site, priced, lanes, alignment % bytes == 0);
  } else if (warp.observes) {
    const auto note = [&](LaneMask those, Space reached, Reached how) {
      those &= ~wrong;
      if (those == 0) return;
      Shape& shape = shape_of(site, priced, those, warp, how);
      note_access(warp, op, site, shape, priced[first_lane(those)], reached);
    };
    note(in_shared, Space::shared, Reached::named);
    note(in_local, Space::local, space == Space::generic ? Reached::local : Reached::named);
    in_cluster &= ~wrong;
    if (in_cluster != 0) {
      Shape& shape = shape_of(site, priced, in_cluster, warp, Reached::cluster);
      note_cluster_access(warp, op, site, shape, priced[first_lane(in_cluster)], address);
    }
    note(lanes & ~in_shared & ~in_local & ~in_cluster, outside_shared(site), Reached::named);
  }
}

}  // namespace

LaneAddresses access_lanes_at(Warp& warp, const Op* op, std::uint32_t site_index, LaneMask lanes,
                              const std::uint64_t address[32], Space space, AccessKind price_kind, std::uint32_t bytes,
                              bool write, std::uint32_t alignment, std::uint32_t matrices) {
  LaneAddresses at;
  at.lanes = lanes;
  at.space = space;
  if (lanes == 0) {
    std::ranges::fill(at.host, nullptr);
    return at;
  }
  AccessSite& site = prepared(warp.sites[site_index], price_kind, bytes, matrices);
  const auto place = [&](const Object& object, Places places) {
    return place_lanes(address, lanes, object, bytes, alignment, places, at.host, at.address);
  };
  if (!locate_together(warp, op, site, at, address[first_lane(lanes)], bytes, alignment, place)) [[unlikely]]
    locate_each(warp, op, site, at, address, space, bytes, write, alignment);
  return at;
}

LaneAddresses access_lanes(Warp& warp, const Op* op, LaneMask lanes, Space space, AccessKind price_kind,
                           std::uint32_t bytes, std::uint32_t address_bytes, bool write, std::uint32_t alignment,
                           std::uint32_t matrices) {
  LaneAddresses at;
  at.lanes = lanes;
  at.space = space;
  if (lanes == 0) {
    std::ranges::fill(at.host, nullptr);
    return at;
  }
  AccessSite& site = prepared(warp.sites[op->site], price_kind, bytes, matrices);
  const RowOfLanes asked{.row = warp.rows + op->a,
                         .address_bytes = address_bytes,
                         .distance = op->imm,
                         .lanes = lanes,
                         .bytes = bytes,
                         .alignment = alignment};
  const auto place = [&](const Object& object, Places places) {
    return take_lanes(asked, object, places, at.host, at.address);
  };
  const std::uint64_t first = address_in(asked.row, address_bytes, op->imm, first_lane(lanes));
  if (!locate_together(warp, op, site, at, first, bytes, alignment, place)) [[unlikely]] {
    alignas(64) std::uint64_t address[32];
    take_addresses(asked.row, address_bytes, op->imm, lanes, address);
    locate_each(warp, op, site, at, address, space, bytes, write, alignment);
  }
  return at;
}

std::byte* host_range(Warp& warp, const Op* op, int lane, std::uint64_t address, std::uint64_t size, Via via,
                      Direction direction) {
  std::byte* const host = host_range_unheard(warp, lane, address, size);
  if (host != nullptr && warp.audience != nullptr) {
    const std::uint64_t window = address & kWindowMask;
    RunOfBytes run{.address = address & ~kWindowMask, .size = size, .via = via, .direction = direction};
    run.space = window == kSharedWindow ? Space::shared : window == kLocalWindow ? Space::local : Space::global;
    if (run.space == Space::global) run.address = address;
    note_run(warp, op, lane, run);
  }
  return host;
}

std::byte* host_range_unheard(Warp& warp, int lane, std::uint64_t address, std::uint64_t size) {
  Space space = Space::generic;
  return locate(warp, nullptr, space, lane, address, static_cast<std::uint32_t>(size));
}

}  // namespace warpglass::sim
