// The engine keeps a few access patterns of each instruction, the costliest first. Here they become data that outlives
// the run: addresses without what differs from run to run, and for shared memory who is served in which pass, so that
// no reader needs to know the rules of the machine.
#include "analysis/access_examples.hpp"

#include <algorithm>

#include "analysis/accesses.hpp"
#include "analysis/layout_fix.hpp"
#include "analysis/names.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::uint64_t kBytesOfLine = 128;

std::vector<std::uint64_t> addresses_of(const sim::AccessPattern& pattern) {
  std::vector<std::uint64_t> all;
  for_each_lane(pattern.lanes, [&](int lane) { all.push_back(pattern.address[static_cast<std::size_t>(lane)]); });
  return all;
}

void add_shared(AccessExample& example, const sim::PatternCount& count, const KernelRecord& kernel) {
  example.space = "shared";
  example.object = object_at(kernel.shared_objects, example.addresses.front());
  example.cost = count.shared.wavefronts;
  example.ideal = count.shared.ideal;
  example.banks = kernel.shared_memory.banks();
  example.bank_bytes = kernel.shared_memory.bank_bytes;
  example.served = served_lanes(kernel.shared_memory, request_of(count.pattern));
}

/// Where the allocation lies differs from run to run, where an access lies in its lines does not.
void count_from_first_line(std::vector<std::uint64_t>& addresses) {
  const std::uint64_t first = *std::min_element(addresses.begin(), addresses.end()) / kBytesOfLine * kBytesOfLine;
  for (std::uint64_t& address : addresses) address -= first;
}

void add_sectors(AccessExample& example, const sim::PatternCount& count) {
  example.space = count.pattern.space == sim::Space::local ? "local" : "global";
  if (count.pattern.space == sim::Space::global) count_from_first_line(example.addresses);
  example.cost = count.global.sectors;
  example.ideal = count.global.ideal;
  example.lines = count.global.lines;
}

void add_times(AccessExample& example, const sim::PatternCount& count, const sim::ShapeCounts& shapes) {
  const sim::ShapeCount* const known = shapes.find(count.shape, count.pattern.space);
  if (known == nullptr) return;
  example.times = known->times;
  example.total_cost = known->cost;
  example.total_ideal = known->ideal;
}

}  // namespace

bool same_shape(const AccessExample& a, const AccessExample& b) {
  if (a.space != b.space || a.bytes != b.bytes || a.lanes != b.lanes || a.addresses.size() != b.addresses.size())
    return false;
  for (std::size_t i = 1; i < a.addresses.size(); ++i) {
    if (a.addresses[i] - a.addresses[0] != b.addresses[i] - b.addresses[0]) return false;
  }
  return true;
}

std::vector<AccessExample> access_examples(const KernelRecord& kernel, std::uint32_t pc,
                                           std::span<const ProposedLayout> layouts) {
  std::vector<AccessExample> examples;
  for (const sim::PatternCount& count : kernel.counters[pc].patterns) {
    const sim::AccessPattern& pattern = count.pattern;
    const bool shared = pattern.space == sim::Space::shared;
    if (pattern.lanes == 0) continue;
    if (!shared && pattern.space != sim::Space::global && pattern.space != sim::Space::local) continue;
    AccessExample example{.space = {},
                          .object = {},
                          .block = count.block,
                          .warp = count.warp,
                          .bytes = pattern.bytes,
                          .lanes = pattern.lanes,
                          .addresses = addresses_of(pattern),
                          .served = {}};
    if (shared) {
      add_shared(example, count, kernel);
      example.proposed = in_layouts(layouts, kernel, pattern);
    } else {
      add_sectors(example, count);
    }
    add_times(example, count, kernel.counters[pc].shapes);
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace warpglass::analysis
