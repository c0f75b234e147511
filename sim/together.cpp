#include "sim/together.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "sim/warp.hpp"

namespace warpglass::sim {
namespace {

constexpr std::uint32_t kManyTries = 64;  // that have led nowhere

/// The shapes that accesses have where the first has `shape`; empty where that is not known of all, or not the same way
/// to move.
std::vector<Shape*> shapes_with(const Warp& warp, const std::vector<std::uint32_t>& ops, AccessSite& first) {
  std::vector<Shape*> shapes = {first.current};
  for (std::size_t k = 1; k < ops.size(); ++k) {
    AccessSite& site = warp.sites[warp.launch->program->ops[ops[k]].site];
    if (site.heard || site.followed != first.current->serial) return {};
    site.goes_with = &first;
    shapes.push_back(site.current);
  }
  first.goes_with = &first;
  return shapes;
}

bool has_shared_price(const Shape* shape) { return shape->shared[0].wavefronts != 0; }

/// Of which words of the first lane the prices of all accesses are known.
std::uint32_t known_phases(const Shape& shape) {
  std::uint32_t known = 0;
  for (std::uint32_t phase = 0; phase < TogetherCounts::kPhases; ++phase) {
    bool all = true;
    for (std::size_t k = 0; k < shape.others.size() && all; ++k)
      all = shape.others[k]->global[(phase * 4 + shape.with_others.distance[k]) % 128].sectors != 0;
    known |= std::uint32_t{all} << phase;
  }
  return known;
}

/// Whether they do; says then what they reach.
bool go_together(const Warp& warp, const Op* op, Space space, AccessSite& first, std::size_t vector_size) {
  const Program& program = *warp.launch->program;
  const std::vector<std::uint32_t>& ops = program.lists[op->extra];
  Shape& shape = *first.current;
  if (first.heard || shape.quick[vector_size] == Quick::none) return false;
  std::vector<Shape*> others = shapes_with(warp, ops, first);
  if (others.empty()) return false;
  const bool shared = space == Space::shared;
  if (warp.observes && shared && !std::ranges::all_of(others, has_shared_price)) return false;
  std::int64_t lowest = 0, highest = 0;
  for (std::size_t k = 0; k < ops.size(); ++k) {
    const std::int64_t distance = std::int64_t{program.ops[ops[k]].imm} - op->imm;
    lowest = std::min(lowest, distance);
    highest = std::max(highest, distance);
    shape.with_others.distance[k] = static_cast<std::uint32_t>(distance);
    shape.with_others.base[k] = static_cast<std::uint32_t>(others[k]->shared_base);
  }
  shape.others = std::move(others);
  shape.together_lo = shape.lo + lowest;
  shape.together_need = static_cast<std::uint64_t>(highest - lowest + shape.need[vector_size]);
  if (warp.observes && !shared) shape.with_others.known_phases = known_phases(shape);
  return true;
}

}  // namespace

void try_together(Warp& warp, const Op* op, Space space, std::size_t vector_size) {
  AccessSite& site = warp.sites[op->site];
  Shape& shape = *site.current;
  const Together before = shape.together;
  if (before == Together::no) return;
  TogetherCounts& counts = shape.with_others;
  const std::uint32_t known = counts.known_phases;
  if (std::accumulate(counts.phase_hits.begin(), counts.phase_hits.end(), counts.hits) > kManyTries)
    shape.together_tries = 0;
  settle_together(site);
  const bool together = go_together(warp, op, space, site, vector_size);
  shape.together = together ? Together::yes : Together::untried;
  if (together && (before != Together::yes || counts.known_phases != known)) return;
  if (++shape.together_tries >= kManyTries) shape.together = Together::no;
}

}  // namespace warpglass::sim
