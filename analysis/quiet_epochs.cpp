#include "analysis/quiet_epochs.hpp"

#include <algorithm>

namespace warpglass::analysis {
namespace {

constexpr std::size_t kNodes = std::size_t{1} << 17;  // 9 MB
constexpr std::uint32_t kChildren = 64;               // of one node: more vary too much to come again
constexpr std::size_t kNodesAhead = 4096;             // and as many as steps have come again, when so many epochs have
constexpr std::uint32_t kFirstEpochs = 16;            // been something new

}  // namespace

void QuietEpochs::follow_with(std::vector<CourseFollower*> followers) {
  nodes_.clear();
  expected_.clear();
  states_.clear();
  root_of_.clear();
  followed_ = 0;
  new_epochs_ = 0;
  followers_ = std::move(followers);
  add_root(States(followers_.size(), CourseFollower::kFirst));
}

std::uint32_t QuietEpochs::add_root(States states) {
  const auto root = static_cast<std::uint32_t>(nodes_.size());
  // Where nothing is accessed nothing changes.
  Node node;
  node.state = static_cast<std::uint32_t>(states_.size());
  node.then = root;
  node.quiet = true;
  add(node);
  states_.push_back(states);
  root_of_[std::move(states)] = root;
  return root;
}

std::uint32_t QuietEpochs::add(const Node& node) {
  nodes_.push_back(node);
  expected_.emplace_back();
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void QuietEpochs::learn(Walk& walk, const Step& step, const FootprintRef& footprint, Clock ticks) {
  if (walk.unknown) return;
  std::uint32_t children = 0;
  for (std::uint32_t child = nodes_[walk.at].child; child != 0; child = nodes_[child].sibling, ++children) {
    if (nodes_[child].step == step) {
      walk.at = child;
      return;
    }
  }
  const std::size_t most = new_epochs_ < kFirstEpochs ? kNodes : std::min(kNodes, kNodesAhead + followed_);
  if (nodes_.size() >= most || children == kChildren) {
    walk.unknown = true;
    return;
  }
  const std::uint32_t number = add({.step = step,
                                    .footprint = footprint,
                                    .ticks = ticks,
                                    .parent = walk.at,
                                    .sibling = nodes_[walk.at].child,
                                    .warps = nodes_[walk.at].warps | 1u << step.warp,
                                    .depth = nodes_[walk.at].depth + 1});
  nodes_[walk.at].child = number;
  walk.at = number;
}

std::uint32_t QuietEpochs::settle(Walk& walk, std::uint64_t block) {
  States states;
  for (CourseFollower* const follower : followers_) {
    const CourseFollower::Settled settled = follower->settle(block);
    walk.racy = walk.racy || !settled.quiet;
    states.push_back(settled.state);
  }
  if (std::ranges::find(states, CourseFollower::kUnknown) != states.end()) return kNowhere;
  if (const auto known = root_of_.find(states); known != root_of_.end()) return known->second;
  return nodes_.size() < kNodes ? add_root(std::move(states)) : kNowhere;
}

void QuietEpochs::end(Walk& walk, std::uint64_t block) {
  if (!walk.astray) {
    followed_ += nodes_[walk.at].depth;
    walk.at = nodes_[walk.at].then;
    return;
  }
  ++new_epochs_;
  const std::uint32_t root = settle(walk, block);
  if (!walk.racy && !walk.unknown && root != kNowhere) {
    nodes_[walk.at].then = root;
    for (std::uint32_t i = walk.at; !nodes_[i].quiet; i = nodes_[i].parent) {
      const Step& step = nodes_[i].step;
      sim::Expectation::Step& expected = expected_[nodes_[i].parent];
      nodes_[i].quiet = true;
      if (step.plain && expected.next == 0)
        expected = {.shape = step.shape, .base = step.base, .pc = step.pc, .warp = step.warp, .next = i};
    }
  }
  if (root == kNowhere) {
    walk = {.astray = true, .unknown = true};
    return;
  }
  walk = {.at = root};
  for (CourseFollower* const follower : followers_) follower->rest(block);
}

void QuietEpochs::wake(std::uint64_t block, std::uint32_t root) const {
  for (std::size_t i = 0; i < followers_.size(); ++i) followers_[i]->wake(block, states_[nodes_[root].state][i]);
}

void QuietEpochs::pass(std::uint64_t block, const Node& access) const {
  for (CourseFollower* const follower : followers_)
    follower->pass(block, access.step.base, access.step.writes, *access.footprint);
}

}  // namespace warpglass::analysis
