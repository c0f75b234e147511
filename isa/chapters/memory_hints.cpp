// Instructions that advise the memory system and change no value in it: prefetch, cache priorities and policies.
// Nothing is fetched or kept by prefetch, applypriority and discard here: they are counted and pass. A policy is the
// number that an H200 writes (base/cache_policy.hpp); the accesses that name it are kept by it.
#include <bit>

#include "base/cache_policy.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/chapters/operands.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

void bind_no_effect(BindContext& context) { context.op().run = context.op().body = no_effect; }

template <class T>
const sim::Op* copy(sim::Warp& warp, const sim::Op* op) {
  write_row(warp, op->d, exec_lanes(warp, op), read_row<T>(warp, op->a));
  return op + 1;
}

// Op::mode of createpolicy.
struct PolicyMode {
  EvictionPriority primary = EvictionPriority::unchanged;
  bool others_first = false;
  bool narrow = false;  // the address has 32 bits

  [[nodiscard]] std::uint32_t packed() const {
    return static_cast<std::uint32_t>(primary) | (others_first ? 1u << 8 : 0) | (narrow ? 1u << 9 : 0);
  }
  [[nodiscard]] static PolicyMode of(const sim::Op* op) {
    return {.primary = static_cast<EvictionPriority>(op->mode & 0xff),
            .others_first = (op->mode >> 8 & 1) != 0,
            .narrow = (op->mode >> 9 & 1) != 0};
  }
  [[nodiscard]] PolicyPriorities priorities() const { return {.primary = primary, .others_first = others_first}; }
};

PolicyMode policy_mode(const Spelling& spelling) {
  const std::string_view primary = spelling.word("primary");
  return {.primary = primary == "L2::evict_last"     ? EvictionPriority::last
                     : primary == "L2::evict_first"  ? EvictionPriority::first
                     : primary == "L2::evict_normal" ? EvictionPriority::normal
                                                     : EvictionPriority::unchanged,
          .others_first = spelling.word("secondary") == "L2::evict_first"};
}

const sim::Op* create_fractional(sim::Warp& warp, const sim::Op* op) {
  const PolicyMode mode = PolicyMode::of(op);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t policy = fractional_policy(mode.priorities(), sim::lane_value<float>(warp, op->a, lane));
    sim::set_lane_value(warp, op->d, lane, policy);
  });
  return op + 1;
}

const sim::Op* create_range(sim::Warp& warp, const sim::Op* op) {
  const PolicyMode mode = PolicyMode::of(op);
  for_each_lane(exec_lanes(warp, op), [&](int lane) {
    const std::uint64_t base = mode.narrow ? sim::lane_value<std::uint32_t>(warp, op->a, lane)
                                           : sim::lane_value<std::uint64_t>(warp, op->a, lane);
    const std::uint64_t policy = range_policy(
        mode.priorities(), base + static_cast<std::uint64_t>(std::int64_t{op->imm}),
        sim::lane_value<std::uint32_t>(warp, op->b, lane), sim::lane_value<std::uint32_t>(warp, op->c, lane));
    sim::set_lane_value(warp, op->d, lane, policy);
  });
  return op + 1;
}

void bind_fractional(BindContext& context) {
  const auto operands = context.operands();
  sim::Op& op = context.op();
  op.a = operands.size() > 1 ? context.source_row(operands[1], ptx::Type::f32)
                             : context.constant_row(std::bit_cast<std::uint32_t>(1.0f), sizeof(float));
  op.d = context.destination_row(operands[0], ptx::Type::b64);
  op.mode = policy_mode(context.spelling()).packed();
  op.run = op.body = create_fractional;
}

void bind_range(BindContext& context) {
  const auto operands = context.operands();
  sim::Op& op = context.op();
  PolicyMode mode = policy_mode(context.spelling());
  mode.narrow = bind_address(context, operands[1]).bytes == 4;
  op.b = context.source_row(operands[2], ptx::Type::u32);
  op.c = context.source_row(operands[3], ptx::Type::u32);
  op.d = context.destination_row(operands[0], ptx::Type::b64);
  op.mode = mode.packed();
  op.run = op.body = create_range;
}

sim::Handler select_policy_copy(const Spelling&) { return copy<std::uint64_t>; }

constexpr InstructionDef hint(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                              std::string_view chapter) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::hints, costs::unknown),
          .bind = bind_no_effect,
          .since = since,
          .sm = sm,
          .chapter = chapter};
}

constexpr std::string_view kPrefetch = "Data Movement and Conversion Instructions: prefetch, prefetchu";
constexpr std::string_view kPolicy = "Data Movement and Conversion Instructions: createpolicy";

#define POLICIES                                                                    \
  "primary = L2::evict_last L2::evict_normal L2::evict_first L2::evict_unchanged; " \
  "secondary = L2::evict_first L2::evict_unchanged; d : b64; "

// clang-format off
constexpr InstructionDef kRows[] = {
    hint("prefetch{.space}.level [a]", "space = global local; level = L1 L2", "2.0", 20, kPrefetch),
    hint("prefetch.global.level [a]", "level = L2::evict_last L2::evict_normal", "7.4", 80, kPrefetch),
    hint("prefetch{.space}.tensormap [a]", "space = const param", "8.0", 90, kPrefetch),
    hint("prefetchu.L1 [a]", "", "2.0", 20, kPrefetch),
    hint("applypriority{.global}.L2::evict_normal [a], b", "b : u32", "7.4", 80, "Data Movement and Conversion Instructions: applypriority"),
    hint("discard{.global}.L2 [a], b", "b : u32", "7.4", 80, "Data Movement and Conversion Instructions: discard"),

    {.syntax = "createpolicy.fractional.primary{.secondary}.b64 d{, a}", .where = POLICIES "a : f32",
     .effects = computes(costs::unknown), .bind = bind_fractional, .since = "7.4", .sm = 80, .chapter = kPolicy},
    {.syntax = "createpolicy.range{.global}.primary{.secondary}.b64 d, [a], b, c", .where = POLICIES "b : u32; c : u32",
     .effects = computes(costs::unknown), .bind = bind_range, .since = "7.4", .sm = 80, .chapter = kPolicy},
    {.syntax = "createpolicy.cvt.L2.b64 d, a", .where = "d : b64; a : b64",
     .effects = computes(costs::unknown), .select = select_policy_copy, .since = "7.4", .sm = 80, .chapter = kPolicy},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> memory_hint_rows() { return kRows; }

}  // namespace warpglass::isa
