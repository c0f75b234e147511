// shfl: lanes read each other's registers. Distance and bounds are literals in nearly all code, so the source lanes are
// worked out while binding and the handler for the pattern they make is chosen: a shift of the row, an exchange of
// neighbours, one lane to all, or a table. A source lane that does not take part gives its register as it stands.
#include "isa/chapters/shuffle.hpp"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "isa/chapters/chapters.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/sync.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

using Row = Lanes<std::uint32_t>;

// Fields: d, a    destination and source row
//         e       row of the member mask (kNone: all lanes that are there)
//         imm     row of the predicate destination (negative: none)
//   general:      b, c  rows of distance or lane, and of segment and clamp
//   literal:      c     lanes in range
//                 b     distance, or the one lane that all read
//                 extra shifts: list of 32 lane masks, all ones where in range; table: list of the source lanes
template <class Body>
const sim::Op* gathered(sim::Warp& warp, const sim::Op* op, Body&& body) {
  if (op->e != sim::Op::kNone) {
    return for_each_group(warp, op, op->e, [&](LaneMask lanes, LaneMask) { body(lanes); });
  }
  if (const LaneMask lanes = exec_lanes(warp, op); lanes != 0) body(lanes);
  return op + 1;
}

void finish(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Row& values, LaneMask in_range) {
  write_row(warp, op->d, lanes, values);
  if (op->imm >= 0) set_predicate_row(warp, static_cast<std::uint32_t>(op->imm), lanes, in_range);
}

template <ShuffleMode kMode>
const sim::Op* shuffle_general(sim::Warp& warp, const sim::Op* op) {
  return gathered(warp, op, [&](LaneMask lanes) {
    const Row a = read_row<std::uint32_t>(warp, op->a);
    const Row b = read_row<std::uint32_t>(warp, op->b);
    const Row c = read_row<std::uint32_t>(warp, op->c);
    Row values;
    LaneMask in_range = 0;
    for (int lane = 0; lane < kWarpSize; ++lane) {
      const auto i = std::size_t(lane);
      const ShuffleSource source = shuffle_source(kMode, lane, b[i], c[i]);
      values[i] = a[std::size_t(source.lane)];
      in_range |= LaneMask{source.in_range} << lane;
    }
    finish(warp, op, lanes, values, in_range);
  });
}

const sim::Op* shuffle_table(sim::Warp& warp, const sim::Op* op) {
  return gathered(warp, op, [&](LaneMask lanes) {
    const Row a = read_row<std::uint32_t>(warp, op->a);
    const std::uint32_t* source = warp.launch->program->lists[op->extra].data();
    Row values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = a[source[i] & 31u];
    finish(warp, op, lanes, values, op->c);
  });
}

const sim::Op* shuffle_broadcast(sim::Warp& warp, const sim::Op* op) {
  return gathered(warp, op, [&](LaneMask lanes) {
    broadcast(warp, op->d, lanes, sim::lane_value<std::uint32_t>(warp, op->a, static_cast<int>(op->b)));
    if (op->imm >= 0) set_predicate_row(warp, static_cast<std::uint32_t>(op->imm), lanes, op->c);
  });
}

template <ShuffleMode kMode>
const sim::Op* shuffle_shift(sim::Warp& warp, const sim::Op* op) {
  return gathered(warp, op, [&](LaneMask lanes) {
    std::array<std::uint32_t, 64> padded{};  // the row, before or behind what is shifted in
    std::memcpy(padded.data() + (kMode == ShuffleMode::up ? 32 : 0), warp.rows + op->a, sizeof(Row));
    const std::uint32_t* shifted = padded.data() + (kMode == ShuffleMode::up ? 32 - op->b : op->b);
    const std::uint32_t* chosen = warp.launch->program->lists[op->extra].data();
    const Row own = read_row<std::uint32_t>(warp, op->a);
    Row values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (shifted[i] & chosen[i]) | (own[i] & ~chosen[i]);
    finish(warp, op, lanes, values, op->c);
  });
}

template <std::size_t kDistance>
const sim::Op* shuffle_exchange(sim::Warp& warp, const sim::Op* op) {
  return gathered(warp, op, [&](LaneMask lanes) {
    const Row a = read_row<std::uint32_t>(warp, op->a);
    Row values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = a[i ^ kDistance];
    finish(warp, op, lanes, values, kFullMask);
  });
}

ShuffleMode mode_of(std::string_view word) {
  if (word == "up") return ShuffleMode::up;
  if (word == "down") return ShuffleMode::down;
  return word == "bfly" ? ShuffleMode::bfly : ShuffleMode::idx;
}

sim::Handler general(ShuffleMode mode) {
  switch (mode) {
    case ShuffleMode::up:
      return shuffle_general<ShuffleMode::up>;
    case ShuffleMode::down:
      return shuffle_general<ShuffleMode::down>;
    case ShuffleMode::bfly:
      return shuffle_general<ShuffleMode::bfly>;
    case ShuffleMode::idx:
      return shuffle_general<ShuffleMode::idx>;
  }
  return nullptr;
}

sim::Handler exchange(std::uint32_t distance) {
  switch (distance) {
    case 1:
      return shuffle_exchange<1>;
    case 2:
      return shuffle_exchange<2>;
    case 4:
      return shuffle_exchange<4>;
    case 8:
      return shuffle_exchange<8>;
    case 16:
      return shuffle_exchange<16>;
    default:
      return nullptr;
  }
}

sim::Handler bind_literal(BindContext& context, ShuffleMode mode, std::uint32_t b, std::uint32_t c) {
  sim::Op& op = context.op();
  std::vector<std::uint32_t> sources;
  std::vector<std::uint32_t> chosen;
  bool one_source = true;
  op.c = 0;
  op.b = b & 0x1f;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const ShuffleSource source = shuffle_source(mode, lane, b, c);
    sources.push_back(static_cast<std::uint32_t>(source.lane));
    chosen.push_back(source.in_range ? 0xffffffffu : 0u);
    one_source = one_source && source.lane == static_cast<int>(sources[0]);
    if (source.in_range) op.c |= lane_bit(lane);
  }
  if (one_source) {
    op.b = sources[0];
    return shuffle_broadcast;
  }
  if (mode == ShuffleMode::up || mode == ShuffleMode::down) {
    op.extra = context.list(std::move(chosen));
    return mode == ShuffleMode::up ? shuffle_shift<ShuffleMode::up> : shuffle_shift<ShuffleMode::down>;
  }
  if (mode == ShuffleMode::bfly && op.c == kFullMask) {
    if (const sim::Handler handler = exchange(op.b); handler != nullptr) return handler;
  }
  op.extra = context.list(std::move(sources));
  return shuffle_table;
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
  op.e = operands.size() > 4 ? context.source_row(operands[4], ptx::Type::b32) : sim::Op::kNone;
  const ShuffleMode mode = mode_of(context.spelling().word("mode"));
  if (operands[2].kind == Kind::integer && operands[3].kind == Kind::integer) {
    op.run = op.body = bind_literal(context, mode, static_cast<std::uint32_t>(operands[2].bits),
                                    static_cast<std::uint32_t>(operands[3].bits));
    return;
  }
  op.b = context.source_row(operands[2], ptx::Type::b32);
  op.c = context.source_row(operands[3], ptx::Type::b32);
  op.run = op.body = general(mode);
}

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "shfl.sync.mode.b32 d{|p}, a, b, c, m", .where = "mode = up down bfly idx; d : b32; a : b32; b : b32; c : b32; m : b32",
     .unit = Unit::shuffle, .bind = bind_shuffle, .since = "6.0", .sm = 30,
     .chapter = "Data Movement and Conversion Instructions: shfl.sync"},
    {.syntax = "shfl.mode.b32 d{|p}, a, b, c", .where = "mode = up down bfly idx; d : b32; a : b32; b : b32; c : b32",
     .unit = Unit::shuffle, .bind = bind_shuffle, .since = "3.0", .sm = 30,
     .chapter = "Data Movement and Conversion Instructions: shfl"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> shuffle_rows() { return kRows; }

}  // namespace warpglass::isa
