// atom and red. Lanes go one after another, lowest first, and blocks that share memory run in one order, so reading,
// changing and writing back is atomic as it stands, and the result is the same in every run. Where blocks reach each
// other by reductions only and run at once, what they reduce in global memory is written down and done in that order
// later (sim/reduction_log.hpp).
#include "isa/chapters/atomics.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/half_swaps.hpp"
#include "isa/chapters/atomic_handlers.hpp"
#include "isa/chapters/half_updates.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"
#include "sim/access.hpp"
#include "sim/block.hpp"
#include "sim/memory.hpp"
#include "sim/note.hpp"
#include "sim/reduction_log.hpp"

namespace warpglass::isa {
namespace {

using namespace atomics;
using sim::AccessKind;

AtomicMode mode_of(const sim::Op* op) {
  return {op->mode & 0xff, op->mode >> 8 & 0xff, static_cast<sim::Space>(op->mode >> 16 & 0xff),
          static_cast<AccessKind>(op->mode >> 24)};
}

sim::LaneAddresses addresses(sim::Warp& warp, const sim::Op* op, LaneMask lanes, std::uint32_t element_bytes) {
  const AtomicMode mode = mode_of(op);
  const std::uint32_t bytes = element_bytes * mode.width;
  return access_lanes(warp, op, lanes, mode.space, mode.price, bytes, mode.address_bytes, true, bytes);
}

template <class T>
T load(const std::byte* memory) {
  T value;
  // Lanes that take part have one.
  std::memcpy(&value, memory, sizeof value);  // NOLINT(clang-analyzer-core.NonNullParamChecker)
  return value;
}

/// Lanes one after another, lowest first: body(lane).
template <class Body>
void in_turn(LaneMask lanes, Body&& body) {
  if (lanes != kFullMask) return for_each_lane(lanes, body);
  for (int lane = 0; lane < kWarpSize; ++lane) body(lane);
}

// ---- Reductions that are written down ----

/// Words of a log hold operands of so many bytes; nothing longer is reduced by blocks that run at once.
template <class T>
inline constexpr bool kCanWait = sizeof(T) <= sizeof(sim::Reduction::operand);

template <class T>
T operand_in(std::uint64_t bits) {
  T operand;
  std::memcpy(&operand, &bits, sizeof operand);
  return operand;
}

template <class T>
std::uint64_t bits_of(T operand) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &operand, sizeof operand);
  return bits;
}

template <class T, T (*kUpdate)(T, T)>
void reduce(std::span<const sim::Reduction> reductions) {
  std::byte* memory = sim::Memory::host(reductions.front().address());
  T value = load<T>(memory);
  for (const sim::Reduction& reduction : reductions) {
    // Sums of one word stay out of memory.
    if (std::byte* const next = sim::Memory::host(reduction.address()); next != memory) {
      std::memcpy(memory, &value, sizeof value);
      memory = next;
      value = load<T>(memory);
    }
    value = kUpdate(value, operand_in<T>(reduction.operand));
  }
  std::memcpy(memory, &value, sizeof value);
}

/// Whether operands may be put together before they come to memory: kUpdate(kUpdate(x, a), b) is
/// kUpdate(x, kUpdate(a, b)).
template <class T, T (*kUpdate)(T, T)>
constexpr bool joins_operands() {
  if constexpr (std::is_integral_v<T>) {
    return kUpdate == add<T> || kUpdate == min<T> || kUpdate == max<T> || kUpdate == bit_and<T> ||
           kUpdate == bit_or<T> || kUpdate == bit_xor<T>;
  } else {
    return false;
  }
}

/// Lanes in global memory, where a device's address is the host's: generic addresses reach other memories too, and what
/// a faulty lane is given in place of memory is nobody's.
LaneMask global_lanes(const sim::LaneAddresses& at) {
  LaneMask lanes = 0;
  in_turn(at.lanes, [&](int lane) {
    const bool global = at.host[lane] == sim::Memory::host(at.address[lane]);
    lanes |= LaneMask{global} << lane;
  });
  return lanes;
}

/// Where the block writes down what it reduces, if the instruction may reach global memory.
sim::ReductionLog* log_of(const sim::Warp& warp, const sim::Op* op) {
  return mode_of(op).space == sim::Space::shared ? nullptr : warp.block->reductions();
}

/// Writes down what the lanes reduce in global memory. \returns the other lanes
template <class T, T (*kUpdate)(T, T)>
LaneMask write_down(sim::ReductionLog& log, const sim::LaneAddresses& at, const std::byte* operands) {
  const LaneMask lanes = global_lanes(at);
  const std::uint64_t kind = log.kind_of(reduce<T, kUpdate>);
  const auto operand_of = [&](int lane) { return load<T>(operands + static_cast<std::size_t>(lane) * sizeof(T)); };
  for (LaneMask rest = lanes; rest != 0;) {
    const int lane = first_lane(rest);
    rest &= rest - 1;
    T operand = operand_of(lane);
    if constexpr (joins_operands<T, kUpdate>()) {
      for (; rest != 0 && at.address[first_lane(rest)] == at.address[lane]; rest &= rest - 1)
        operand = kUpdate(operand, operand_of(first_lane(rest)));
      log.add_joined(kind, at.address[lane], bits_of(operand), [](std::uint64_t a, std::uint64_t b) {
        return bits_of(kUpdate(operand_in<T>(a), operand_in<T>(b)));
      });
    } else {
      log.add(kind, at.address[lane], bits_of(operand));
    }
  }
  log.added(static_cast<std::size_t>(lane_count(lanes)));
  return at.lanes & ~lanes;
}

// ---- Atomics of 16 bits, as OpFacts::is_swap_loop says ----

/// Counts what the machine does of those lanes that are in global memory.
/// \param changing  lanes that change what they find
void count_swaps(sim::Warp& warp, const sim::Op* op, const sim::LaneAddresses& at, LaneMask changing, bool compares) {
  if (!warp.observes || mode_of(op).space == sim::Space::shared) return;
  LaneMask lanes = global_lanes(at);
  if (lanes == 0) return;
  std::uint64_t words[kWarpSize] = {};
  for_each_lane(lanes, [&](int lane) { words[lane] = word_around(at.address[lane]); });
  sim::count_only(warp, warp.sites[op->site + 1], AccessKind::load, sizeof(std::uint32_t), words, lanes);
  for (; lanes != 0; lanes = left_after_swap(lanes, changing, at.address, compares))
    sim::count_only(warp, warp.sites[op->site + 2], AccessKind::atomic_cas, sizeof(std::uint32_t), words, lanes);
}

// ---- Handlers ----

/// Lanes one after another: memory becomes update(lane, old, operand), and the old value goes to the row of results, if
/// there is one.
template <class T, class Update>
void update_memory(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const sim::LaneAddresses& at, Update update) {
  // The lanes' own rows are none of the memory that atomics change.
  const std::byte* const operands = warp.rows + op->b;
  std::byte* const results = op->d == sim::Op::kNone ? nullptr : warp.rows + op->d;
  const auto updated = [&](int lane, T old) {
    return update(lane, old, load<T>(operands + static_cast<std::size_t>(lane) * sizeof(T)));
  };
  if (results == nullptr) {
    if (lanes == 0) return;
    // One word for lanes that follow each other stays out of memory.
    std::byte* memory = at.host[first_lane(lanes)];
    T value = load<T>(memory);
    in_turn(lanes, [&](int lane) {
      if (std::byte* const next = at.host[lane]; next != memory) {
        std::memcpy(memory, &value, sizeof value);
        memory = next;
        value = load<T>(memory);
      }
      value = updated(lane, value);
    });
    std::memcpy(memory, &value, sizeof value);
  } else {
    in_turn(lanes, [&](int lane) {
      const T old = load<T>(at.host[lane]);
      const T value = updated(lane, old);
      std::memcpy(at.host[lane], &value, sizeof value);
      std::memcpy(results + static_cast<std::size_t>(lane) * sizeof(T), &old, sizeof old);
    });
  }
}

template <class T, T (*kUpdate)(T, T)>
const sim::Op* atomic(sim::Warp& warp, const sim::Op* op) {
  LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const sim::LaneAddresses at = addresses(warp, op, lanes, sizeof(T));
  if constexpr (kCanWait<T>) {
    if (sim::ReductionLog* const log = log_of(warp, op)) lanes = write_down<T, kUpdate>(*log, at, warp.rows + op->b);
  }
  update_memory<T>(warp, op, lanes, at, [](int, T old, T b) { return kUpdate(old, b); });
  return op + 1;
}

// Floating-point sums differ between shared and global memory; a generic address says which it is.
template <class T>
const sim::Op* atomic_add_float(sim::Warp& warp, const sim::Op* op) {
  LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const sim::LaneAddresses at = addresses(warp, op, lanes, sizeof(T));
  const sim::Space space = mode_of(op).space;
  if (sim::ReductionLog* const log = log_of(warp, op)) lanes = write_down<T, add_global>(*log, at, warp.rows + op->b);
  if (space == sim::Space::shared) {
    update_memory<T>(warp, op, lanes, at, [](int, T old, T b) { return add_shared(old, b); });
  } else if (space != sim::Space::generic) {
    update_memory<T>(warp, op, lanes, at, [](int, T old, T b) { return add_global(old, b); });
  } else {
    update_memory<T>(warp, op, lanes, at, [&](int lane, T old, T b) {
      const bool shared = (at.address[lane] & sim::kWindowMask) == sim::kSharedWindow;
      return shared ? add_shared(old, b) : add_global(old, b);
    });
  }
  return op + 1;
}

template <class T>
const sim::Op* compare_and_swap(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const sim::LaneAddresses at = addresses(warp, op, lanes, sizeof(T));
  std::byte* const rows = warp.rows;
  if constexpr (sizeof(T) == 2) {
    LaneMask changing = 0;
    for_each_lane(lanes, [&](int lane) {
      const T compared = load<T>(rows + op->b + static_cast<std::size_t>(lane) * sizeof(T));
      const T next = load<T>(rows + op->c + static_cast<std::size_t>(lane) * sizeof(T));
      if (load<T>(at.host[lane]) == compared && next != compared) changing |= lane_bit(lane);
    });
    count_swaps(warp, op, at, changing, true);
  }
  const auto swap = [&](int lane) {
    const std::size_t place = static_cast<std::size_t>(lane) * sizeof(T);
    const T old = load<T>(at.host[lane]);
    if (old == load<T>(rows + op->b + place)) std::memcpy(at.host[lane], rows + op->c + place, sizeof old);
    if (op->d != sim::Op::kNone) std::memcpy(rows + op->d + place, &old, sizeof old);
  };
  in_turn(lanes, swap);
  return op + 1;
}

// Values whose update takes its time: 16-bit numbers, and vectors.

/// next[i] = update(old[i], operands[i]).
template <class T>
using UpdateOfMany = void (*)(const T* old, const T* operands, T* next, std::size_t count);

template <class T, HalfUpdate kUpdate>
void update_halves(const T* old, const T* operands, T* next, std::size_t count) {
  kUpdate(reinterpret_cast<const std::uint16_t*>(old), reinterpret_cast<const std::uint16_t*>(operands),
          reinterpret_cast<std::uint16_t*>(next), count * sizeof(T) / sizeof(std::uint16_t));
}

void add_global_floats(const float* old, const float* operands, float* next, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) next[i] = add_global(old[i], operands[i]);
}

/// Lanes one after another, as update_memory() does, of kWidth values each: what becomes of what stands in memory is
/// worked out for all lanes together, and stored if it stands there still when the lane's turn comes.
/// \param operands  by lane, and of a lane by value
/// \param keep      is told of each lane and what it has found
template <class T, T (*kUpdate)(T, T), UpdateOfMany<T> kUpdateAll, std::size_t kWidth, class Keep>
void update_together(LaneMask lanes, const sim::LaneAddresses& at, const T* operands, Keep keep) {
  T old[kWarpSize * kWidth];
  T next[kWarpSize * kWidth];
  constexpr std::size_t kBytes = kWidth * sizeof(T);
  if (lanes != kFullMask) std::memset(old, 0, sizeof old);
  in_turn(lanes, [&](int lane) { std::memcpy(old + static_cast<std::size_t>(lane) * kWidth, at.host[lane], kBytes); });
  kUpdateAll(old, operands, next, kWarpSize * kWidth);
  in_turn(lanes, [&](int lane) {
    const std::size_t first = static_cast<std::size_t>(lane) * kWidth;
    const auto* const found = reinterpret_cast<const std::byte*>(old + first);
    if (std::memcmp(at.host[lane], found, kBytes) != 0) {  // a lane before this one has been here
      std::memcpy(old + first, at.host[lane], kBytes);
      for (std::size_t i = first; i < first + kWidth; ++i) next[i] = kUpdate(old[i], operands[i]);
    }
    std::memcpy(at.host[lane], next + first, kBytes);
    keep(lane, old + first);
  });
}

template <class T, T (*kUpdate)(T, T), UpdateOfMany<T> kUpdateAll, std::size_t kWidth>
const sim::Op* atomic_values(sim::Warp& warp, const sim::Op* op) {
  LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const sim::LaneAddresses at = addresses(warp, op, lanes, sizeof(T));
  if constexpr (kWidth == 1 && sizeof(T) == 2) count_swaps(warp, op, at, lanes, false);
  // The rows of the results and of the operands.
  const std::uint32_t own[] = {op->d, op->b};
  const std::uint32_t* const rows = kWidth == 1 ? own : warp.launch->program->lists[op->extra].data();
  T operands[kWarpSize * kWidth];
  for (std::size_t i = 0; i < kWidth; ++i) {
    const auto* const row = reinterpret_cast<const T*>(warp.rows + rows[kWidth + i]);
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) operands[lane * kWidth + i] = row[lane];
  }
  if (sim::ReductionLog* const log = log_of(warp, op)) {
    const LaneMask global = global_lanes(at);
    const std::uint64_t kind = log->kind_of(reduce<T, kUpdate>);
    in_turn(global, [&](int lane) {
      for (std::size_t i = 0; i < kWidth; ++i)
        log->add(kind, at.address[lane] + i * sizeof(T),
                 bits_of(operands[static_cast<std::size_t>(lane) * kWidth + i]));
    });
    log->added(kWidth * static_cast<std::size_t>(lane_count(global)));
    lanes &= ~global;
  }
  const bool keeps = std::any_of(rows, rows + kWidth, [](std::uint32_t row) { return row != sim::Op::kNone; });
  const auto keep = [&](int lane, const T* found) {
    if (!keeps) return;
    for (std::size_t i = 0; i < kWidth; ++i)
      if (rows[i] != sim::Op::kNone) set_lane_value(warp, rows[i], lane, found[i]);
  };
  update_together<T, kUpdate, kUpdateAll, kWidth>(lanes, at, operands, keep);
  return op + 1;
}

template <class T, T (*kUpdate)(T, T), UpdateOfMany<T> kUpdateAll>
sim::Handler values_of(std::uint32_t width) {
  constexpr std::size_t kMostBytes = 16;  // of a lane
  switch (width) {
    case 1: return atomic_values<T, kUpdate, kUpdateAll, 1>;
    case 2: return atomic_values<T, kUpdate, kUpdateAll, 2>;
    case 4: return atomic_values<T, kUpdate, kUpdateAll, 4>;
    default: return atomic_values<T, kUpdate, kUpdateAll, kMostBytes / sizeof(T)>;
  }
}

// ---- Choosing the handler ----

template <class U>
sim::Handler bitwise(std::string_view how) {
  if (how == "and") return atomic<U, bit_and<U>>;
  return how == "or" ? atomic<U, bit_or<U>> : atomic<U, bit_xor<U>>;
}

template <class T>
sim::Handler arithmetic(std::string_view how) {
  if (how == "add") return atomic<T, add<T>>;
  return how == "min" ? atomic<T, min<T>> : atomic<T, max<T>>;
}

template <class T, HalfUpdate kSum, HalfUpdate kLeast, HalfUpdate kMost>
sim::Handler half_arithmetic(std::string_view how, std::uint32_t width) {
  if (how == "add") return values_of<T, add<T>, update_halves<T, kSum>>(width);
  if (how == "min") return values_of<T, min<T>, update_halves<T, kLeast>>(width);
  return values_of<T, max<T>, update_halves<T, kMost>>(width);
}

template <class T, HalfUpdate kSum, HalfUpdate kLeast, HalfUpdate kMost>
sim::Handler pair_arithmetic(std::string_view how, std::uint32_t width) {
  using P = Pair<T>;
  if (how == "add") return values_of<P, both<T, add<T>>, update_halves<P, kSum>>(width);
  if (how == "min") return values_of<P, both<T, min<T>>, update_halves<P, kLeast>>(width);
  return values_of<P, both<T, max<T>>, update_halves<P, kMost>>(width);
}

sim::Handler exchange_of(std::uint32_t bytes) {
  switch (bytes) {
    case 4: return atomic<std::uint32_t, exchange<std::uint32_t>>;
    case 8: return atomic<std::uint64_t, exchange<std::uint64_t>>;
    default: return atomic<Bits128, exchange<Bits128>>;
  }
}

sim::Handler swap_of(std::uint32_t bytes) {
  switch (bytes) {
    case 2: return compare_and_swap<std::uint16_t>;
    case 4: return compare_and_swap<std::uint32_t>;
    case 8: return compare_and_swap<std::uint64_t>;
    default: return compare_and_swap<Bits128>;
  }
}

}  // namespace

sim::Handler select_atomic(std::string_view how, ptx::Type type, std::uint32_t width) {
  if (how == "inc") return atomic<std::uint32_t, increment>;
  if (how == "dec") return atomic<std::uint32_t, decrement>;
  if (how == "exch") return exchange_of(static_cast<std::uint32_t>(ptx::size_of(type)));
  if (how == "cas") return swap_of(static_cast<std::uint32_t>(ptx::size_of(type)));
  if (type == ptx::Type::b32) return bitwise<std::uint32_t>(how);
  if (type == ptx::Type::b64) return bitwise<std::uint64_t>(how);
  if (type == ptx::Type::u32) return arithmetic<std::uint32_t>(how);
  if (type == ptx::Type::s32) return arithmetic<std::int32_t>(how);
  if (type == ptx::Type::u64) return arithmetic<std::uint64_t>(how);
  if (type == ptx::Type::s64) return arithmetic<std::int64_t>(how);
  if (type == ptx::Type::f32)
    return width > 1 ? values_of<float, add_global, add_global_floats>(width) : atomic_add_float<float>;
  if (type == ptx::Type::f64) return atomic_add_float<double>;
  if (type == ptx::Type::f16) return half_arithmetic<Half, add_halves, min_halves, max_halves>(how, width);
  if (type == ptx::Type::f16x2) return pair_arithmetic<Half, add_halves, min_halves, max_halves>(how, width);
  if (type == ptx::Type::bf16)
    return half_arithmetic<BFloat16, add_bfloat16s, min_bfloat16s, max_bfloat16s>(how, width);
  return pair_arithmetic<BFloat16, add_bfloat16s, min_bfloat16s, max_bfloat16s>(how, width);
}

}  // namespace warpglass::isa
