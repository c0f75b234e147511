// cp.async: copies from global to shared memory that run beside the program. Here a copy is done when it is issued, so
// the groups and waits that order copies are met already. What such a program must not do, reading before it has
// waited, it gets away with; both sides of the copy are priced as the machine does them.
#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "isa/chapters/async_groups.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"
#include "sim/access.hpp"
#include "sim/access_site.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {
namespace {

// Fields: a, imm  destination's address row and offset
//         b, d    source's address row and offset
//         c       row of the bytes to read, or of the predicate that says to read none (kNone: neither)
//         site    the writes to shared memory; the reads from global memory have the site behind it
//         mode    below
constexpr std::uint32_t kNarrowDestination = 1u << 0;
constexpr std::uint32_t kNarrowSource = 1u << 1;
constexpr std::uint32_t kIgnorePredicate = 1u << 2;
constexpr std::uint32_t kPastFirstLevel = 1u << 3;

/// Bytes each lane reads, of `size`.
Lanes<std::uint32_t> bytes_read(const sim::Warp& warp, const sim::Op* op, std::uint32_t size) {
  Lanes<std::uint32_t> bytes;
  bytes.fill(size);
  for (int lane = 0; lane < kWarpSize; ++lane) {
    std::uint32_t& own = bytes[std::size_t(lane)];
    if ((op->mode & kIgnorePredicate) != 0) {
      if ((predicate_row(warp, op->c) >> lane & 1u) != 0) own = 0;
    } else {
      own = std::min(size, sim::lane_value<std::uint32_t>(warp, op->c, lane));
    }
  }
  return bytes;
}

Lanes<std::uint64_t> addresses(const sim::Warp& warp, std::uint32_t row, std::uint32_t offset, bool narrow) {
  Lanes<std::uint64_t> at;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    at[std::size_t(lane)] = narrow ? sim::lane_value<std::uint32_t>(warp, row, lane) + offset
                                   : sim::lane_value<std::uint64_t>(warp, row, lane) +
                                         static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(offset)});
  }
  return at;
}

/// \param bytes  that each lane reads; nullptr: all of them
void count_copy(const sim::Warp& warp, const sim::Op* op, std::uint32_t size, LaneMask lanes,
                const Lanes<std::uint64_t>& to, const Lanes<std::uint64_t>& from, const Lanes<std::uint32_t>* bytes) {
  sim::CopyCounts* const counts = warp.sites[op->site].copies.get();
  if (counts == nullptr) return;
  const auto reads = [&](int lane) { return (*bytes)[std::size_t(lane)] != 0; };
  counts->count(*warp.launch->costs, {.bytes = size,
                                      .past_first_level = (op->mode & kPastFirstLevel) != 0,
                                      .lanes = lanes,
                                      .reads = bytes == nullptr ? lanes : lanes_where(lanes, reads),
                                      .to = to,
                                      .from = from});
}

/// What lanes copy: where it stands, and how much of it there is; zeros follow.
template <std::uint32_t kSize>
struct Copied {
  // Without initialisers, as LaneAddresses: of lanes that take part, `host` where there is something.
  Lanes<const std::byte*> host;
  Lanes<std::uint32_t> bytes;

  void write(int lane, std::byte* to) const {
    const auto i = static_cast<std::size_t>(lane);
    if (bytes[i] == kSize) {
      std::memcpy(to, host[i], kSize);
      return;
    }
    if (bytes[i] != 0) std::memcpy(to, host[i], bytes[i]);
    std::memset(to + bytes[i], 0, kSize - bytes[i]);
  }
};

template <std::uint32_t kSize>
void read_from(sim::Warp& warp, const sim::Op* op, LaneMask lanes, const Lanes<std::uint64_t>& from,
               Copied<kSize>& copied) {
  for (LaneMask rest = lanes; rest != 0;) {
    const std::uint32_t count = copied.bytes[std::size_t(first_lane(rest))];
    const bool all = op->c == sim::Op::kNone;
    const LaneMask same =
        all ? rest : lanes_where(rest, [&](int lane) { return copied.bytes[std::size_t(lane)] == count; });
    rest &= ~same;
    if (count == 0) continue;
    const sim::LaneAddresses source = access_lanes_at(warp, op, op->site + 1, same, from.data(), sim::Space::global,
                                                      sim::AccessKind::load, count, false, kSize);
    for_each_lane(same, [&](int lane) { copied.host[std::size_t(lane)] = source.host[lane]; });
  }
}

template <std::uint32_t kSize>
const sim::Op* copy_async(sim::Warp& warp, const sim::Op* op) {
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes == 0) return op + 1;
  const auto to = addresses(warp, op->a, static_cast<std::uint32_t>(op->imm), (op->mode & kNarrowDestination) != 0);
  const auto from = addresses(warp, op->b, op->d, (op->mode & kNarrowSource) != 0);
  Copied<kSize> copied;
  copied.bytes.fill(kSize);
  if (op->c != sim::Op::kNone) copied.bytes = bytes_read(warp, op, kSize);
  read_from(warp, op, lanes, from, copied);
  std::array<std::byte, std::size_t{kSize} * kWarpSize> values;
  if (warp.sites[op->site].heard) {
    for_each_lane(lanes, [&](int lane) { copied.write(lane, values.data() + std::size_t(lane) * kSize); });
    warp.copied = values.data();
  }
  const sim::LaneAddresses target = access_lanes_at(warp, op, op->site, lanes, to.data(), sim::Space::shared,
                                                    sim::AccessKind::async_copy, kSize, true, kSize);
  warp.copied = nullptr;
  for_each_lane(lanes, [&](int lane) { copied.write(lane, target.host[lane]); });
  count_copy(warp, op, kSize, lanes, to, from, op->c == sim::Op::kNone ? nullptr : &copied.bytes);
  return op + 1;
}

bool is_predicate(const BindContext& context, const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::reg && context.function().registers[operand.index].type == ptx::Type::pred;
}

void bind_copy_async(BindContext& context) {
  const Spelling& spelling = context.spelling();
  const auto operands = context.operands();
  sim::Op& op = context.op();
  const std::uint64_t size = context.literal(operands[2]);
  const bool whole_lines = spelling.word("cop") == "cg";
  if (whole_lines ? size != 16 : size != 4 && size != 8 && size != 16) {
    context.error(operands[2].position, fmt::format("cp.async.{} copies {} bytes, not {}", spelling.word("cop"),
                                                    whole_lines ? "16" : "4, 8 or 16", size));
    return;
  }
  const Address source = context.address(operands[1]);
  const Address destination = bind_address(context, operands[0]);
  op.b = source.row;
  op.d = static_cast<std::uint32_t>(source.offset);
  op.mode = (destination.bytes == 4 ? kNarrowDestination : 0) | (source.bytes == 4 ? kNarrowSource : 0) |
            (whole_lines ? kPastFirstLevel : 0);
  op.c = sim::Op::kNone;
  // The cache policy comes last; what stands between it and the size says what to read.
  const std::size_t end = operands.size() - (spelling.has("hint") ? 1 : 0);
  if (end > 3) {
    const bool ignore = is_predicate(context, operands[3]);
    if (ignore) op.mode |= kIgnorePredicate;
    op.c = context.source_row(operands[3], ignore ? ptx::Type::pred : ptx::Type::u32);
  }
  set_access_facts(context, sim::OpKind::async_copy, sim::Space::shared, static_cast<std::uint32_t>(size));
  note_cache_policy(context);
  context.new_site();
  const std::uint32_t site = op.site;
  context.new_site();
  op.site = site;
  op.run = op.body = size == 4 ? copy_async<4> : size == 8 ? copy_async<8> : copy_async<16>;
}

#define CHAPTER "Data Movement and Conversion Instructions: cp.async"
#define SPACES "space = shared shared::cta; hint = L2::cache_hint; prefetch = L2::64B L2::128B L2::256B; "

// clang-format off
constexpr InstructionDef kRows[] = {
    {.syntax = "cp.async.cop.space.global{.hint}{.prefetch} [a], [b], c{, s}{, h}",
     .where = SPACES "cop = ca cg; c : u32; s : u32; h : b64", .effects = effects(Does::copies, costs::access), .bind = bind_copy_async, .since = "7.0", .sm = 80,
     .chapter = CHAPTER},
    {.syntax = "cp.async.commit_group", .effects = effects(Does::awaits_copies, costs::access), .bind = bind_commit<sim::AsyncGroup::copies>, .since = "7.0", .sm = 80,
     .chapter = CHAPTER ".commit_group"},
    {.syntax = "cp.async.wait_group a", .where = "a : u32", .effects = effects(Does::awaits_copies, costs::access), .bind = bind_wait<sim::AsyncGroup::copies>, .since = "7.0", .sm = 80,
     .chapter = CHAPTER ".wait_group"},
    {.syntax = "cp.async.wait_all", .effects = effects(Does::awaits_copies, costs::access), .bind = bind_wait<sim::AsyncGroup::copies>, .since = "7.0", .sm = 80,
     .chapter = CHAPTER ".wait_all"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> async_copy_rows() { return kRows; }

}  // namespace warpglass::isa
