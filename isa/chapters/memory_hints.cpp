// Instructions that advise the memory system and change no value: prefetch, cache priorities and policies. Nothing is
// fetched or kept by them here, so they are counted and pass.
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

void bind_no_effect(BindContext& context) { context.op().run = context.op().body = no_effect; }

template <class T>
const sim::Op* write_zero(sim::Warp& warp, const sim::Op* op) {
  broadcast<T>(warp, op->d, exec_lanes(warp, op), 0);
  return op + 1;
}

template <class T>
const sim::Op* copy(sim::Warp& warp, const sim::Op* op) {
  write_row(warp, op->d, exec_lanes(warp, op), read_row<T>(warp, op->a));
  return op + 1;
}

// A cache policy is an opaque number that only cache hints read.
void bind_create_policy(BindContext& context) {
  sim::Op& op = context.op();
  op.d = context.destination_row(context.operands()[0], ptx::Type::b64);
  op.run = op.body = write_zero<std::uint64_t>;
}

sim::Handler select_policy_copy(const Spelling&) { return copy<std::uint64_t>; }

constexpr InstructionDef hint(std::string_view syntax, std::string_view where, std::string_view since, std::uint16_t sm,
                              std::string_view chapter) {
  return {.syntax = syntax,
          .where = where,
          .unit = Unit::lsu,
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
     .unit = Unit::alu, .bind = bind_create_policy, .since = "7.4", .sm = 80, .chapter = kPolicy},
    {.syntax = "createpolicy.range{.global}.primary{.secondary}.b64 d, [a], b, c", .where = POLICIES "b : u32; c : u32",
     .unit = Unit::alu, .bind = bind_create_policy, .since = "7.4", .sm = 80, .chapter = kPolicy},
    {.syntax = "createpolicy.cvt.L2.b64 d, a", .where = "d : b64; a : b64",
     .unit = Unit::alu, .select = select_policy_copy, .since = "7.4", .sm = 80, .chapter = kPolicy},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> memory_hint_rows() { return kRows; }

}  // namespace warpglass::isa
