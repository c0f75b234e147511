// match: which lanes hold the same value. One lane after another that has found no group yet asks all of them at once;
// where there are more than a few groups, all lanes ask.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isa/chapters/match.cpp"
#include <hwy/foreach_target.h>
//
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/lanewise-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace warpglass::isa {
namespace HWY_NAMESPACE {
namespace {

// Fields: d  destination, a  value, b  member mask, e  match.all: predicate destination (kNone: none)

/// Lanes whose value is `value`.
template <class T>
HWY_INLINE LaneMask lanes_with(const T* values, T value) {
  constexpr std::size_t N = step_lanes<T>();
  const hn::FixedTag<T, N> d;
  const auto wanted = hn::Set(d, value);
  LaneMask found = 0;
  for (std::size_t lane = 0; lane < kWarpSize; lane += N)
    found |= bits_from_mask(d, hn::Eq(hn::Load(d, values + lane), wanted)) << lane;
  return found;
}

template <class T>
struct Values {
  alignas(64) T values[kWarpSize];
  HWY_INLINE Values(const sim::Warp& warp, std::uint32_t row) { std::memcpy(values, warp.rows + row, sizeof values); }
};

/// Lanes of `lanes` that have its value, for each lane of `wanted`.
template <class T>
HWY_INLINE void match_each(sim::Warp& warp, const sim::Op* op, const T* values, LaneMask lanes, LaneMask wanted) {
  constexpr std::size_t N = step_lanes<T, u32>();
  const hn::FixedTag<T, N> d;
  const hn::FixedTag<u32, N> d32;
  u32* const row = reinterpret_cast<u32*>(warp.rows + op->d);
  for (std::size_t at = 0; at < kWarpSize; at += N) {
    const auto own = hn::Load(d, values + at);
    auto same = hn::Zero(d);
    for_each_lane(lanes, [&](int lane) HWY_ATTR {
      const auto bit = hn::Set(d, static_cast<T>(lane_bit(lane)));
      same = hn::Or(same, hn::IfThenElseZero(hn::Eq(own, hn::Set(d, values[lane])), bit));
    });
    hn::Vec<decltype(d32)> masks;
    if constexpr (sizeof(T) == 4)
      masks = same;
    else
      masks = hn::TruncateTo(d32, same);
    hn::StoreU(hn::IfThenElse(mask_from_bits(d32, wanted, at), masks, hn::LoadU(d32, row + at)), d32, row + at);
  }
}

template <class T>
const sim::Op* match_any(sim::Warp& warp, const sim::Op* op) {
  return for_each_group(warp, op, op->b, [&](LaneMask lanes, LaneMask members) HWY_ATTR {
    const Values<T> row(warp, op->a);
    constexpr int kFew = 4;
    int groups = 0;
    for (LaneMask rest = lanes; rest != 0; ++groups) {
      if (groups == kFew) return match_each(warp, op, row.values, lanes & members, rest);
      const LaneMask same = lanes_with(row.values, row.values[first_lane(rest)]) & lanes;
      if (same == kFullMask) return broadcast(warp, op->d, lanes, members);
      for_each_lane(same, [&](int lane) { sim::set_lane_value(warp, op->d, lane, same & members); });
      rest &= ~same;
    }
  });
}

template <class T>
const sim::Op* match_all(sim::Warp& warp, const sim::Op* op) {
  return for_each_group(warp, op, op->b, [&](LaneMask lanes, LaneMask members) HWY_ATTR {
    const Values<T> row(warp, op->a);
    const bool all = (members & ~lanes_with(row.values, row.values[first_lane(lanes)])) == 0;
    broadcast(warp, op->d, lanes, all ? members : 0u);
    if (op->e != sim::Op::kNone) set_predicate_row(warp, op->e, lanes, all ? kFullMask : 0);
  });
}

sim::Handler any_of(bool wide) { return wide ? match_any<u64> : match_any<u32>; }
sim::Handler all_of(bool wide) { return wide ? match_all<u64> : match_all<u32>; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace warpglass::isa
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace warpglass::isa {

HWY_EXPORT(any_of);
HWY_EXPORT(all_of);

namespace {

void bind_match(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  const bool pair = operands[0].kind == ptx::Operand::Kind::pair;
  const bool wide = spelling.type() == ptx::Type::b64;
  sim::Op& op = context.op();
  op.d = context.destination_row(pair ? context.children(operands[0])[0] : operands[0], ptx::Type::b32);
  op.e = pair ? context.destination_row(context.children(operands[0])[1], ptx::Type::pred) : sim::Op::kNone;
  op.a = context.source_row(operands[1], spelling.type());
  op.b = bind_members(context, operands[2]);
  op.run = op.body = spelling.has("all") ? HWY_DYNAMIC_DISPATCH(all_of)(wide) : HWY_DYNAMIC_DISPATCH(any_of)(wide);
}

#define CHAPTER "Parallel Synchronization and Communication Instructions: match.sync"

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "match.any.sync.type d, a, b", .where = "type = b32 b64; d : b32; b : u32", .effects = effects(Does::exchanges, costs::match_any),
     .bind = bind_match, .since = "6.0", .sm = 70, .chapter = CHAPTER},
    {.syntax = "match.all.sync.type d{|p}, a, b", .where = "type = b32 b64; d : b32; b : u32", .effects = effects(Does::exchanges, costs::match_any),
     .bind = bind_match, .since = "6.0", .sm = 70, .chapter = CHAPTER},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> match_rows() { return kRows; }

}  // namespace warpglass::isa
#endif
