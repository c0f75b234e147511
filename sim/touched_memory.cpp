#include "sim/touched_memory.hpp"

#include <algorithm>

#include "sim/program.hpp"

namespace warpglass::sim {
namespace {

struct Use {
  bool reads = true;
  bool writes = true;
};

/// What accesses do, by site; those of which it is not known may do either.
std::vector<Use> uses_of(const Program& program) {
  std::vector<Use> uses(program.site_count + 3);
  uses[program.site_count + static_cast<std::size_t>(ImageUse::read)].writes = false;
  uses[program.site_count + static_cast<std::size_t>(ImageUse::write)].reads = false;
  for (std::size_t pc = 0; pc < program.ops.size(); ++pc) {
    const std::uint32_t site = program.ops[pc].site;
    const OpFacts& facts = program.facts[pc];
    if (!is_memory_access(facts.kind) || site == Op::kNone) continue;
    if (facts.kind == OpKind::load && facts.effects.does == Does::loads) uses[site].writes = false;
    if (facts.kind == OpKind::store && facts.effects.does == Does::stores) uses[site].reads = false;
    if (facts.kind == OpKind::async_copy) uses[site + 1].writes = false;
  }
  return uses;
}

}  // namespace

void TouchLog::add(std::size_t site, const Allocation& allocation) {
  if (allocation.kind == AllocationKind::reserved) return;
  const bool known = std::ranges::any_of(touches_, [&](const Touch& touch) {
    return touch.site == site && touch.at.begin == allocation.begin && touch.at.serial == allocation.serial;
  });
  if (known) return;
  if (touches_.size() == kMost) return give_up();
  touches_.push_back(
      {.site = site,
       .at = {
           .begin = allocation.begin, .size = allocation.size, .serial = allocation.serial, .kind = allocation.kind}});
}

bool TouchLog::knows_image(std::uint64_t base, ImageUse use) const {
  return std::ranges::find(images_, NotedImage{base, use}) != images_.end();
}

void TouchLog::note_image(std::uint64_t base, ImageUse use, const Allocation& allocation) {
  if (images_.size() == kMost) return give_up();
  images_.push_back({base, use});
  note(last_.size() - kImageUses + static_cast<std::size_t>(use), allocation);
}

void TouchLog::add_to(TouchedMemory& sum, const Program& program) const {
  sum.complete = sum.complete && complete_;
  sum.images = sum.images || !images_.empty();
  if (touches_.empty()) return;
  const std::vector<Use> uses = uses_of(program);
  for (const Touch& touch : touches_) {
    const auto place = std::ranges::lower_bound(sum.allocations, touch.at.begin, {}, &TouchedAllocation::begin);
    const bool known = place != sum.allocations.end() && place->begin == touch.at.begin;
    // Freed, and given out again, while the launch ran.
    if (known && place->serial != touch.at.serial) sum.complete = false;
    TouchedAllocation& at = known ? *place : *sum.allocations.insert(place, touch.at);
    at.reads |= uses[touch.site].reads;
    at.writes |= uses[touch.site].writes;
  }
}

}  // namespace warpglass::sim
