// Fences. Memory operations of this execution happen one after another and are seen by all at once, so every order a
// fence could ask for holds already; a fence is there for those who listen.
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/costs.hpp"
#include "isa/chapters/lanes.hpp"
#include "isa/instruction.hpp"
#include "sim/note.hpp"

namespace warpglass::isa {
namespace {

const sim::Op* fence_lanes(sim::Warp& warp, const sim::Op* op) {
  if (warp.audience == nullptr) [[likely]]
    return op + 1;
  if (const LaneMask lanes = exec_lanes(warp, op); lanes != 0) note_fence(warp, op, lanes);
  return op + 1;
}

void bind_fence(BindContext& context) { context.op().run = context.op().body = fence_lanes; }

constexpr InstructionDef fence(std::string_view syntax, std::string_view where, std::string_view since,
                               std::uint16_t sm, sim::Order order = sim::Order::acquire_release) {
  return {.syntax = syntax,
          .where = where,
          .effects = effects(Does::fences, costs::fence, order),
          .bind = bind_fence,
          .since = since,
          .sm = sm,
          .chapter = "Parallel Synchronization and Communication Instructions: membar, fence"};
}

#define SCOPES "scope = cta cluster gpu sys"

// clang-format off
constexpr InstructionDef kRows[] = {
    fence("membar.level", "level = cta gl sys", "1.4", 10, sim::Order::sequentially_consistent),
    fence("membar.proxy.alias", "", "7.5", 70, sim::Order::sequentially_consistent),
    fence("fence{.sem}.scope", "sem = sc acq_rel acquire release; " SCOPES, "6.0", 70),
    fence("fence.acquire.sync_restrict::shared::cluster.cluster", "", "8.6", 90),
    fence("fence.release.sync_restrict::shared::cta.cluster", "", "8.6", 90),
    fence("fence.mbarrier_init.release.cluster", "", "8.0", 90),
    fence("fence.proxy.alias", "", "7.5", 70),
    fence("fence.proxy.async{.space}", "space = global shared::cta shared::cluster", "8.0", 90),
    fence("fence.proxy.tensormap::generic.release.scope", SCOPES, "8.3", 90),
    fence("fence.proxy.tensormap::generic.acquire.scope [a], b", SCOPES "; b : u32", "8.3", 90),
    fence("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", "", "8.6", 90),
    fence("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", "", "8.6", 90),

    {.syntax = "griddepcontrol.action", .where = "action = launch_dependents wait", .effects = effects(Does::depends_on_grids, costs::unknown),
     .bind = bind_fence, .since = "7.8", .sm = 90,
     .chapter = "Parallel Synchronization and Communication Instructions: griddepcontrol"},
};
// clang-format on
static_assert(well_formed(kRows));

}  // namespace

std::span<const InstructionDef> fences_rows() { return kRows; }

}  // namespace warpglass::isa
