// Questions to the warp: vote, match, redux, activemask, elect. Predicates are lane masks already, so a vote is a
// comparison of two words.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "isa/chapters/chapters.hpp"
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

sim::Handler select_vote_sync(const Spelling& spelling) {
  const std::string_view mode = spelling.word("mode");
  if (mode == "all") return vote_sync<Vote::all>;
  if (mode == "any") return vote_sync<Vote::any>;
  return mode == "uni" ? vote_sync<Vote::uni> : vote_sync<Vote::ballot>;
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

// ---- match: d, a the value, b the member mask; match.all: e the predicate ----

template <class T>
LaneMask equal_lanes(const Lanes<T>& values, LaneMask lanes, int lane) {
  return lanes_where(lanes, [&](int other) { return values[std::size_t(other)] == values[std::size_t(lane)]; });
}

template <class T>
const sim::Op* match_any(sim::Warp& warp, const sim::Op* op) {
  return for_each_group(warp, op, op->b, [&](LaneMask lanes, LaneMask members) {
    const auto values = read_row<T>(warp, op->a);
    Lanes<LaneMask> equal{};
    for (LaneMask rest = lanes; rest != 0;) {
      const LaneMask same = equal_lanes(values, lanes, first_lane(rest));
      for_each_lane(same, [&](int lane) { equal[std::size_t(lane)] = same & members; });
      rest &= ~same;
    }
    write_row(warp, op->d, lanes, equal);
  });
}

template <class T, bool kPredicate>
const sim::Op* match_all(sim::Warp& warp, const sim::Op* op) {
  return for_each_group(warp, op, op->b, [&](LaneMask lanes, LaneMask members) {
    const auto values = read_row<T>(warp, op->a);
    const bool all = members == 0 || equal_lanes(values, members, first_lane(members)) == members;
    broadcast(warp, op->d, lanes, all ? members : 0u);
    if constexpr (kPredicate) set_predicate_row(warp, op->e, lanes, all ? kFullMask : 0);
  });
}

sim::Handler select_match_any(const Spelling& spelling) {
  return spelling.type() == ptx::Type::b64 ? match_any<std::uint64_t> : match_any<std::uint32_t>;
}

void bind_match_all(BindContext& context) {
  const auto operands = context.operands();
  const bool pair = operands[0].kind == ptx::Operand::Kind::pair;
  const bool wide = context.spelling().type() == ptx::Type::b64;
  sim::Op& op = context.op();
  op.d = context.destination_row(pair ? context.children(operands[0])[0] : operands[0], ptx::Type::b32);
  if (pair) op.e = context.destination_row(context.children(operands[0])[1], ptx::Type::pred);
  op.a = context.source_row(operands[1], context.spelling().type());
  op.b = context.source_row(operands[2], ptx::Type::u32);
  op.run = op.body = wide ? (pair ? match_all<std::uint64_t, true> : match_all<std::uint64_t, false>)
                          : (pair ? match_all<std::uint32_t, true> : match_all<std::uint32_t, false>);
}

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
sim::Handler select_redux_float_of(const Spelling& spelling) {
  if (spelling.has("abs")) return spelling.has("NaN") ? redux_float<kMax, true, true> : redux_float<kMax, true, false>;
  return spelling.has("NaN") ? redux_float<kMax, false, true> : redux_float<kMax, false, false>;
}

sim::Handler select_redux_float(const Spelling& spelling) {
  return spelling.word("op") == "max" ? select_redux_float_of<true>(spelling) : select_redux_float_of<false>(spelling);
}

// ---- elect: d the leader's lane, e true in the leader, a the member mask ----

void bind_elect(BindContext& context) {
  sim::Op& op = context.op();
  const auto outputs = context.children(context.operands()[0]);
  op.d = context.destination_row(outputs[0], ptx::Type::b32);
  op.e = context.destination_row(outputs[1], ptx::Type::pred);
  op.a = context.source_row(context.operands()[1], ptx::Type::b32);
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
    {.syntax = "vote.sync.mode.pred p, a, b", .where = "mode = all any uni; a : pred; b : u32", .unit = Unit::vote,
     .select = select_vote_sync, .since = "6.0", .sm = 30, .chapter = CHAPTER "vote.sync"},
    {.syntax = "vote.sync.mode.b32 d, a, b", .where = "mode = ballot; d : b32; a : pred; b : u32", .unit = Unit::vote,
     .select = select_vote_sync, .since = "6.0", .sm = 30, .chapter = CHAPTER "vote.sync"},
    {.syntax = "vote.mode.pred p, a", .where = "mode = all any uni; a : pred", .unit = Unit::vote,
     .select = select_vote, .since = "1.2", .sm = 12, .chapter = CHAPTER "vote"},
    {.syntax = "vote.mode.b32 d, a", .where = "mode = ballot; d : b32; a : pred", .unit = Unit::vote,
     .select = select_vote, .since = "2.0", .sm = 20, .chapter = CHAPTER "vote"},
    {.syntax = "activemask.b32 d", .where = "d : b32", .unit = Unit::vote,
     .select = select_active_mask, .since = "6.2", .sm = 30, .chapter = CHAPTER "activemask"},

    {.syntax = "match.any.sync.type d, a, b", .where = "type = b32 b64; d : b32; b : u32", .unit = Unit::vote,
     .select = select_match_any, .since = "6.0", .sm = 70, .chapter = CHAPTER "match.sync"},
    {.syntax = "match.all.sync.type d{|p}, a, b", .where = "type = b32 b64; d : b32; b : u32", .unit = Unit::vote,
     .bind = bind_match_all, .since = "6.0", .sm = 70, .chapter = CHAPTER "match.sync"},

    {.syntax = "redux.sync.op.type d, a, b", .where = "op = add min max; type = u32 s32; b : u32", .unit = Unit::vote,
     .select = select_redux, .since = "7.0", .sm = 80, .chapter = CHAPTER "redux.sync"},
    {.syntax = "redux.sync.op.type d, a, b", .where = "op = and or xor; type = b32; b : u32", .unit = Unit::vote,
     .select = select_redux, .since = "7.0", .sm = 80, .chapter = CHAPTER "redux.sync"},
    {.syntax = "redux.sync.op{.abs}{.NaN}.type d, a, b", .where = "op = min max; type = f32; b : u32", .unit = Unit::vote,
     .select = select_redux_float, .since = "8.6", .sm = 100, .chapter = CHAPTER "redux.sync"},

    {.syntax = "elect.sync d|p, a", .where = "d : b32; a : u32", .unit = Unit::vote,
     .bind = bind_elect, .since = "8.0", .sm = 90, .chapter = CHAPTER "elect.sync"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> vote_rows() { return kRows; }

}  // namespace warpglass::isa
