// Questions to the warp: vote, redux, activemask, elect. Predicates are lane masks already, so a vote is a
// comparison of two words.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

// ---- vote: d or p, a the predicate, b the member mask (vote.sync) ----

enum class Vote : std::uint8_t { all, any, uni, ballot };

template <Vote kVote>
void vote_of(sim::Warp& warp, const sim::Op* op, LaneMask lanes, LaneMask members) {
  const LaneMask yes = predicate_row(warp, op->a) & members;
  if constexpr (kVote == Vote::ballot) {
    broadcast(warp, op->d, lanes, yes);
  } else {
    const bool answer = kVote == Vote::all   ? yes == members
                        : kVote == Vote::any ? yes != 0
                                             : yes == 0 || yes == members;
    set_predicate_row(warp, op->d, lanes, answer ? kFullMask : 0);
  }
}

template <Vote kVote>
const sim::Op* vote_sync(sim::Warp& warp, const sim::Op* op) {
  return for_each_group(warp, op, op->b,
                        [&](LaneMask lanes, LaneMask members) { vote_of<kVote>(warp, op, lanes, members); });
}

template <Vote kVote>
const sim::Op* vote(sim::Warp& warp, const sim::Op* op) {
  if (const LaneMask lanes = exec_lanes(warp, op); lanes != 0) vote_of<kVote>(warp, op, lanes, lanes);
  return op + 1;
}

/// Binds `d, a, m`.
void bind_sync(BindContext& context, ptx::Type destination, ptx::Type source, sim::Handler handler) {
  const auto operands = context.operands();
  sim::Op& op = context.op();
  op.d = context.destination_row(operands[0], destination);
  op.a = context.source_row(operands[1], source);
  op.b = bind_members(context, operands[2]);
  op.run = op.body = handler;
}

void bind_vote_sync(BindContext& context) {
  const std::string_view mode = context.spelling().word("mode");
  const auto bind = [&](ptx::Type destination, sim::Handler handler) {
    bind_sync(context, destination, ptx::Type::pred, handler);
  };
  if (mode == "all") return bind(ptx::Type::pred, vote_sync<Vote::all>);
  if (mode == "any") return bind(ptx::Type::pred, vote_sync<Vote::any>);
  if (mode == "uni") return bind(ptx::Type::pred, vote_sync<Vote::uni>);
  bind(ptx::Type::b32, vote_sync<Vote::ballot>);
}

sim::Handler select_vote(const Spelling& spelling) {
  const std::string_view mode = spelling.word("mode");
  if (mode == "all") return vote<Vote::all>;
  if (mode == "any") return vote<Vote::any>;
  return mode == "uni" ? vote<Vote::uni> : vote<Vote::ballot>;
}

const sim::Op* active_mask(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  broadcast(warp, op->d, lanes, lanes);
  return op + 1;
}

sim::Handler select_active_mask(const Spelling&) { return active_mask; }

// ---- redux: d, a the value, b the member mask ----

struct Add {
  template <class T>
  T operator()(T x, T y) const {
    return x + y;
  }
};
struct Min {
  template <class T>
  T operator()(T x, T y) const {
    return std::min(x, y);
  }
};
struct Max {
  template <class T>
  T operator()(T x, T y) const {
    return std::max(x, y);
  }
};
struct And {
  template <class T>
  T operator()(T x, T y) const {
    return x & y;
  }
};
struct Or {
  template <class T>
  T operator()(T x, T y) const {
    return x | y;
  }
};
struct Xor {
  template <class T>
  T operator()(T x, T y) const {
    return x ^ y;
  }
};

template <class T, class Combine>
const sim::Op* redux(sim::Warp& warp, const sim::Op* op) {
  return for_each_group(warp, op, op->b, [&](LaneMask lanes, LaneMask members) {
    if (members == 0) return;
    const auto values = read_row<T>(warp, op->a);
    T result = values[std::size_t(first_lane(members))];
    for_each_lane(members & (members - 1), [&](int lane) { result = Combine{}(result, values[std::size_t(lane)]); });
    broadcast(warp, op->d, lanes, result);
  });
}

sim::Handler select_redux(const Spelling& spelling) {
  const std::string_view how = spelling.word("op");
  const bool is_signed = spelling.type() == ptx::Type::s32;
  if (how == "add") return redux<std::uint32_t, Add>;
  if (how == "min") return is_signed ? redux<std::int32_t, Min> : redux<std::uint32_t, Min>;
  if (how == "max") return is_signed ? redux<std::int32_t, Max> : redux<std::uint32_t, Max>;
  if (how == "and") return redux<std::uint32_t, And>;
  return how == "or" ? redux<std::uint32_t, Or> : redux<std::uint32_t, Xor>;
}

// Minimum and maximum of floats: of a number and a NaN the number, unless .NaN; -0 is less than +0.
template <bool kMax, bool kAbs, bool kNaN>
const sim::Op* redux_float(sim::Warp& warp, const sim::Op* op) {
  return for_each_group(warp, op, op->b, [&](LaneMask lanes, LaneMask members) {
    bool nan = false;
    float result = std::numeric_limits<float>::quiet_NaN();
    for_each_lane(members, [&](int lane) {
      auto value = sim::lane_value<float>(warp, op->a, lane);
      if (kAbs) value = std::fabs(value);
      if (std::isnan(value)) {
        nan = true;
        return;
      }
      const bool better = std::isnan(result) || (kMax ? value > result : value < result) ||
                          (value == result && std::signbit(value) != kMax);
      if (better) result = value;
    });
    const bool no_number = (kNaN && nan) || std::isnan(result);
    broadcast(warp, op->d, lanes, no_number ? 0x7fffffffu : std::bit_cast<std::uint32_t>(result));
  });
}

template <bool kMax>
sim::Handler select_redux_float(const Spelling& spelling) {
  if (spelling.has("abs")) return spelling.has("NaN") ? redux_float<kMax, true, true> : redux_float<kMax, true, false>;
  return spelling.has("NaN") ? redux_float<kMax, false, true> : redux_float<kMax, false, false>;
}

void bind_redux(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const bool max = spelling.word("op") == "max";
  const sim::Handler handler = spelling.type() != ptx::Type::f32 ? select_redux(spelling)
                               : max                             ? select_redux_float<true>(spelling)
                                                                 : select_redux_float<false>(spelling);
  bind_sync(context, spelling.type(), spelling.type(), handler);
}

// ---- elect: d the leader's lane, e true in the leader, a the member mask ----

void bind_elect(BindContext& context) {
  sim::Op& op = context.op();
  const auto outputs = context.children(context.operands()[0]);
  op.d = context.destination_row(outputs[0], ptx::Type::b32);
  op.e = context.destination_row(outputs[1], ptx::Type::pred);
  op.a = bind_members(context, context.operands()[1]);
  op.run = op.body = [](sim::Warp& warp, const sim::Op* self) {
    return for_each_group(warp, self, self->a, [&](LaneMask lanes, LaneMask members) {
      const int leader = first_lane(members != 0 ? members : lanes);
      broadcast(warp, self->d, lanes, static_cast<std::uint32_t>(leader));
      set_predicate_row(warp, self->e, lanes, lane_bit(leader));
    });
  };
}

#define CHAPTER "Parallel Synchronization and Communication Instructions: "

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "vote.sync.mode.pred p, a, b", .where = "mode = all any uni; a : pred; b : u32", .effects = effects(Does::agrees, costs::vote),
     .bind = bind_vote_sync, .since = "6.0", .sm = 30, .chapter = CHAPTER "vote.sync"},
    {.syntax = "vote.sync.mode.b32 d, a, b", .where = "mode = ballot; d : b32; a : pred; b : u32", .effects = effects(Does::agrees, costs::vote),
     .bind = bind_vote_sync, .since = "6.0", .sm = 30, .chapter = CHAPTER "vote.sync"},
    {.syntax = "vote.mode.pred p, a", .where = "mode = all any uni; a : pred", .effects = effects(Does::agrees, costs::vote),
     .select = select_vote, .since = "1.2", .sm = 12, .chapter = CHAPTER "vote"},
    {.syntax = "vote.mode.b32 d, a", .where = "mode = ballot; d : b32; a : pred", .effects = effects(Does::agrees, costs::vote),
     .select = select_vote, .since = "2.0", .sm = 20, .chapter = CHAPTER "vote"},
    {.syntax = "activemask.b32 d", .where = "d : b32", .effects = effects(Does::exchanges, costs::vote),
     .select = select_active_mask, .since = "6.2", .sm = 30, .chapter = CHAPTER "activemask"},

    {.syntax = "redux.sync.op.type d, a, b", .where = "op = add min max; type = u32 s32; b : u32", .effects = effects(Does::agrees, costs::warp_reduce),
     .bind = bind_redux, .since = "7.0", .sm = 80, .chapter = CHAPTER "redux.sync"},
    {.syntax = "redux.sync.op.type d, a, b", .where = "op = and or xor; type = b32; b : u32", .effects = effects(Does::agrees, costs::warp_reduce),
     .bind = bind_redux, .since = "7.0", .sm = 80, .chapter = CHAPTER "redux.sync"},
    {.syntax = "redux.sync.op{.abs}{.NaN}.type d, a, b", .where = "op = min max; type = f32; b : u32", .effects = effects(Does::agrees, costs::warp_reduce),
     .bind = bind_redux, .since = "8.6", .sm = 100, .chapter = CHAPTER "redux.sync"},

    {.syntax = "elect.sync d|p, a", .where = "d : b32; a : u32", .effects = effects(Does::exchanges, costs::vote),
     .bind = bind_elect, .since = "8.0", .sm = 90, .chapter = CHAPTER "elect.sync"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> vote_rows() { return kRows; }

}  // namespace warpglass::isa
