#include "analysis/quiet_epochs.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::size_t kNodes = std::size_t{1} << 17;  // 8 MB
constexpr std::uint32_t kChildren = 64;               // of one node: more vary too much to come again

}  // namespace

void QuietEpochs::learn(Walk& walk, const Step& step, const FootprintRef& footprint, Clock ticks) {
  if (walk.unknown) return;
  std::uint32_t children = 0;
  for (std::uint32_t child = nodes_[walk.at].child; child != 0; child = nodes_[child].sibling, ++children) {
    if (nodes_[child].step == step) {
      walk.at = child;
      return;
    }
  }
  if (nodes_.size() == kNodes || children == kChildren) {
    walk.unknown = true;
    return;
  }
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(
      {.step = step, .footprint = footprint, .ticks = ticks, .parent = walk.at, .sibling = nodes_[walk.at].child});
  expected_.emplace_back();
  nodes_[walk.at].child = number;
  walk.at = number;
}

void QuietEpochs::end(Walk& walk) {
  if (!walk.racy && !walk.unknown) {
    for (std::uint32_t i = walk.at; !nodes_[i].quiet; i = nodes_[i].parent) {
      const Step& step = nodes_[i].step;
      sim::Expectation::Step& expected = expected_[nodes_[i].parent];
      nodes_[i].quiet = true;
      if (step.plain && expected.next == 0)
        expected = {.shape = step.shape, .base = step.base, .pc = step.pc, .warp = step.warp, .next = i};
    }
  }
  walk = {};
}

}  // namespace warpglass::analysis
