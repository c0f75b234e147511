// shfl: lanes read each other's registers. With literal distance and bounds, as nearly all code has them, the source
// lanes are worked out while binding; else they are worked out for all lanes at once. A source lane that does not
// execute the instruction gives 0, as on an H200; PTX leaves the value open.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/shuffle.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/shuffle.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

// Fields: d, a    destination and source row
//         e       row of the member mask (kNone: all lanes that are there)
//         imm     row of the predicate destination (negative: none)
//   literal:      extra list of the lanes' source lanes; c the lanes in range; b distance or lane, and from bit 8 on
//                 segment and clamp
//   general:      b, c  rows of distance or lane, and of segment and clamp

constexpr std::size_t N = step_lanes<u32>();
using D = hn::FixedTag<s32, N>;

HWY_INLINE const s32* row_at(const sim::Warp& warp, std::uint32_t row) {
  return reinterpret_cast<const s32*>(warp.rows + row);
}

/// Elements of a row by index. Vectors of few lanes would need more permutations than there are lanes.
struct Table {
  using V = hn::Vec<D>;
  alignas(64) s32 values[kWarpSize];

  HWY_INLINE Table(const s32* row, LaneMask lanes) {
    const D d;
    for (std::size_t lane = 0; lane < kWarpSize; lane += N)
      hn::Store(hn::IfThenElseZero(mask_from_bits(d, lanes, lane), hn::LoadU(d, row + lane)), d, values + lane);
  }

  HWY_INLINE V operator[](V index) const {
    const D d;
    if constexpr (N < 8) {
      alignas(16) s32 lanes[N];
      hn::Store(index, d, lanes);
      for (s32& lane : lanes) lane = values[lane & 31];
      return hn::Load(d, lanes);
    } else {
      const auto within = hn::IndicesFromVec(d, hn::And(index, hn::Set(d, s32(N - 1))));
      V found = hn::TableLookupLanes(hn::Load(d, values), within);
      for (std::size_t part = N; part < kWarpSize; part += N) {
        const auto here = hn::Eq(hn::And(index, hn::Set(d, s32(~(N - 1)))), hn::Set(d, s32(part)));
        found = hn::IfThenElse(here, hn::TableLookupLanes(hn::Load(d, values + part), within), found);
      }
      return found;
    }
  }
};

/// Writes `value(step's first lane)` to the lanes.
template <class Value>
HWY_INLINE void write_lanes(sim::Warp& warp, std::uint32_t row, LaneMask lanes, const Value& value) {
  const D d;
  s32* const out = reinterpret_cast<s32*>(warp.rows + row);
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    auto result = value(lane);
    if (lanes != kFullMask) result = hn::IfThenElse(mask_from_bits(d, lanes, lane), result, hn::LoadU(d, out + lane));
    hn::StoreU(result, d, out + lane);
  }
}

HWY_INLINE void set_in_range(sim::Warp& warp, const sim::Op* op, LaneMask lanes, LaneMask in_range) {
  if (op->imm >= 0) set_predicate_row(warp, static_cast<std::uint32_t>(op->imm), lanes, in_range);
}

template <class Body>
HWY_INLINE const sim::Op* gathered(sim::Warp& warp, const sim::Op* op, Body&& body) {
  if (op->e != sim::Op::kNone) {
    return for_each_group(warp, op, op->e, [&](LaneMask lanes, LaneMask) HWY_ATTR { body(lanes); });
  }
  if (const LaneMask lanes = exec_lanes(warp, op); lanes != 0) body(lanes);
  return op + 1;
}

/// Tells who listens of lanes that are read from, and do not execute the instruction though the mask of `lanes` has
/// them.
template <class Sources>
HWY_INLINE void tell_strays(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Sources& sources) {
  if (!hears(warp, sim::Interest::sync) || op->e == sim::Op::kNone) [[likely]]
    return;
  LaneMask read = 0;
  for_each_lane(lanes, [&](int lane) { read |= lane_bit(sources(lane)); });
  const auto named = sim::lane_value<LaneMask>(warp, op->e, first_lane(lanes));
  const LaneMask execute = exec_lanes(warp, op);
  if ((read & named & ~execute) != 0) sim::tell_stray_shuffle(warp, op, execute, read & named & ~execute);
}

const sim::Op* shuffle_literal(sim::Warp& warp, const sim::Op* op) {
  return gathered(warp, op, [&](LaneMask lanes) HWY_ATTR {
    const auto* sources = reinterpret_cast<const s32*>(warp.launch->program->lists[op->extra].data());
    tell_strays(warp, op, lanes, [&](int lane) { return sources[lane]; });
    const Table table(row_at(warp, op->a), exec_lanes(warp, op));
    write_lanes(warp, op->d, lanes, [&](std::size_t lane) HWY_ATTR { return table[hn::LoadU(D(), sources + lane)]; });
    set_in_range(warp, op, lanes, op->c);
  });
}

/// shuffle_source for the lanes of one step.
template <ShuffleMode kMode>
HWY_INLINE hn::Vec<D> sources_of(std::size_t first, hn::Vec<D> b, hn::Vec<D> c, LaneMask& in_range) {
  const D d;
  const auto lane = hn::Iota(d, s32(first));
  const auto low_bits = hn::Set(d, 31);
  const auto distance = hn::And(b, low_bits);
  const auto segment = hn::And(hn::ShiftRight<8>(c), low_bits);
  const auto highest = hn::Or(hn::And(lane, segment), hn::AndNot(segment, hn::And(c, low_bits)));
  auto source = lane;
  if constexpr (kMode == ShuffleMode::up) source = hn::Sub(lane, distance);
  if constexpr (kMode == ShuffleMode::down) source = hn::Add(lane, distance);
  if constexpr (kMode == ShuffleMode::bfly) source = hn::Xor(lane, distance);
  if constexpr (kMode == ShuffleMode::idx) source = hn::Or(hn::And(lane, segment), hn::AndNot(segment, distance));
  const auto outside = kMode == ShuffleMode::up ? hn::Lt(source, highest) : hn::Gt(source, highest);
  in_range &= ~(bits_from_mask(d, outside) << first);
  return hn::IfThenElse(outside, lane, source);
}

template <ShuffleMode kMode>
const sim::Op* shuffle_general(sim::Warp& warp, const sim::Op* op) {
  return gathered(warp, op, [&](LaneMask lanes) HWY_ATTR {
    const Table table(row_at(warp, op->a), exec_lanes(warp, op));
    // The destination may be one of the rows that say where to read.
    const Table b(row_at(warp, op->b), kFullMask);
    const Table c(row_at(warp, op->c), kFullMask);
    LaneMask in_range = kFullMask;
    tell_strays(warp, op, lanes, [&](int lane) {
      return shuffle_source(kMode, lane, static_cast<u32>(b.values[lane]), static_cast<u32>(c.values[lane])).lane;
    });
    write_lanes(warp, op->d, lanes, [&](std::size_t lane) HWY_ATTR {
      return table[sources_of<kMode>(lane, hn::Load(D(), b.values + lane), hn::Load(D(), c.values + lane), in_range)];
    });
    set_in_range(warp, op, lanes, in_range);
  });
}

/// The common case, short: a whole warp. The second tier inlines it, with the source lanes as constants.
template <ShuffleMode kMode>
const sim::Op* shuffle_whole(sim::Warp& warp, const sim::Op* op) {
  if (exec_lanes(warp, op) != kFullMask || hears(warp, sim::Interest::sync)) return shuffle_literal(warp, op);
  const D d;
  const auto distance = hn::Set(d, static_cast<s32>(op->b & 0xff));
  const auto clamp = hn::Set(d, static_cast<s32>(op->b >> 8));
  const Table table(row_at(warp, op->a), kFullMask);
  s32* const out = reinterpret_cast<s32*>(warp.rows + op->d);
  for (std::size_t lane = 0; lane < kWarpSize; lane += N) {
    LaneMask in_range = 0;
    hn::StoreU(table[sources_of<kMode>(lane, distance, clamp, in_range)], d, out + lane);
  }
  set_in_range(warp, op, kFullMask, op->c);
  return op + 1;
}

sim::Handler literal() { return shuffle_literal; }

sim::Handler whole(ShuffleMode mode) {
  switch (mode) {
    case ShuffleMode::up: return shuffle_whole<ShuffleMode::up>;
    case ShuffleMode::down: return shuffle_whole<ShuffleMode::down>;
    case ShuffleMode::bfly: return shuffle_whole<ShuffleMode::bfly>;
    case ShuffleMode::idx: return shuffle_whole<ShuffleMode::idx>;
  }
  return nullptr;
}

sim::Handler general(ShuffleMode mode) {
  switch (mode) {
    case ShuffleMode::up: return shuffle_general<ShuffleMode::up>;
    case ShuffleMode::down: return shuffle_general<ShuffleMode::down>;
    case ShuffleMode::bfly: return shuffle_general<ShuffleMode::bfly>;
    case ShuffleMode::idx: return shuffle_general<ShuffleMode::idx>;
  }
  return nullptr;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(literal);
HWY_EXPORT(whole);
HWY_EXPORT(general);

namespace {

ShuffleMode mode_of(std::string_view word) {
  if (word == "up") return ShuffleMode::up;
  if (word == "down") return ShuffleMode::down;
  return word == "bfly" ? ShuffleMode::bfly : ShuffleMode::idx;
}

// One lane's value for all: `b` is the lane, the rest as for literals.
const sim::Op* shuffle_broadcast(sim::Warp& warp, const sim::Op* op) {
  const auto body = [&](LaneMask lanes, LaneMask) {
    const int source = static_cast<int>(op->b);
    const bool executes = (exec_lanes(warp, op) >> source & 1u) != 0;
    if (!executes && op->e != sim::Op::kNone && hears(warp, sim::Interest::sync)) {
      if (const LaneMask named = sim::lane_value<LaneMask>(warp, op->e, first_lane(lanes)) & lane_bit(source);
          named != 0)
        sim::tell_stray_shuffle(warp, op, exec_lanes(warp, op), named);
    }
    broadcast(warp, op->d, lanes, executes ? sim::lane_value<std::uint32_t>(warp, op->a, source) : 0u);
    if (op->imm >= 0) set_predicate_row(warp, static_cast<std::uint32_t>(op->imm), lanes, op->c);
  };
  if (op->e != sim::Op::kNone) return for_each_group(warp, op, op->e, body);
  if (const LaneMask lanes = exec_lanes(warp, op); lanes != 0) body(lanes, lanes);
  return op + 1;
}

/// \param names_all  the member mask is a literal that names all lanes, or there is none
sim::Handler bind_literal(BindContext& context, ShuffleMode mode, std::uint32_t b, std::uint32_t c, bool names_all) {
  sim::Op& op = context.op();
  std::vector<std::uint32_t> sources;
  bool one_source = true;
  op.c = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const ShuffleSource source = shuffle_source(mode, lane, b, c);
    sources.push_back(static_cast<std::uint32_t>(source.lane));
    one_source = one_source && sources.back() == sources.front();
    if (source.in_range) op.c |= lane_bit(lane);
  }
  if (one_source && !names_all) {
    op.b = sources[0];
    return shuffle_broadcast;
  }
  op.extra = context.list(std::move(sources));
  op.b = (b & 31) | (c & 0x1fff) << 8;
  return names_all ? HWY_DYNAMIC_DISPATCH(whole)(mode) : HWY_DYNAMIC_DISPATCH(literal)();
}

void bind_shuffle(BindContext& context) {
  using Kind = ptx::Operand::Kind;
  const auto operands = context.operands();
  const bool pair = operands[0].kind == Kind::pair;
  const ptx::Operand& destination = pair ? context.children(operands[0])[0] : operands[0];
  sim::Op& op = context.op();
  op.d = context.destination_row(destination, ptx::Type::b32);
  op.a = context.source_row(operands[1], ptx::Type::b32);
  op.imm =
      pair ? static_cast<std::int32_t>(context.destination_row(context.children(operands[0])[1], ptx::Type::pred)) : -1;
  op.e = operands.size() > 4 ? bind_members(context, operands[4]) : sim::Op::kNone;
  const ShuffleMode mode = mode_of(context.spelling().word("mode"));
  if (operands[2].kind == Kind::integer && operands[3].kind == Kind::integer) {
    const bool names_all = operands.size() < 5 || names_all_lanes(operands[4]);
    op.run = op.body = bind_literal(context, mode, static_cast<std::uint32_t>(operands[2].bits),
                                    static_cast<std::uint32_t>(operands[3].bits), names_all);
    return;
  }
  op.b = context.source_row(operands[2], ptx::Type::b32);
  op.c = context.source_row(operands[3], ptx::Type::b32);
  op.run = op.body = HWY_DYNAMIC_DISPATCH(general)(mode);
}

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "shfl.sync.mode.b32 d{|p}, a, b, c, m", .where = "mode = up down bfly idx; d : b32; a : b32; b : b32; c : b32; m : b32",
     .effects = effects(Does::exchanges, costs::shuffle), .bind = bind_shuffle, .since = "6.0", .sm = 30,
     .chapter = "Data Movement and Conversion Instructions: shfl.sync"},
    {.syntax = "shfl.mode.b32 d{|p}, a, b, c", .where = "mode = up down bfly idx; d : b32; a : b32; b : b32; c : b32",
     .effects = effects(Does::exchanges, costs::shuffle), .bind = bind_shuffle, .since = "3.0", .sm = 30,
     .chapter = "Data Movement and Conversion Instructions: shfl"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> shuffle_rows() { return kRows; }

}  // namespace warpglass::isa
#endif
