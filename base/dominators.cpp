// Dominators by Lengauer and Tarjan (1979, the simple version), on the reversed graph.
//
// Nodes are first divided into groups: all that reach the main exit, then, from the end of the text backwards, all that
// reach another exit or the header of an endless loop. An edge can only lead from an earlier group to a later one, and
// such edges are dropped: they are the paths nobody waits for. Each group is a tree of its own below a common root.
#include <algorithm>
#include <utility>

#include "base/dominators.hpp"

namespace warpglass {
namespace {

/// Nodes by number: 0 is the common root, others count from 1 in the order a depth-first walk against the edges
/// found them.
struct DominatorWalk {
  std::vector<std::uint32_t> number;  // by node; 0: not reached yet
  std::vector<std::uint32_t> group;   // by node
  std::vector<std::uint32_t> node{kNoNode};
  std::vector<std::uint32_t> parent{0};
  std::vector<std::uint32_t> loop_headers;  // roots that are no exits
};

void walk_from(std::uint32_t root, const Graph& reversed, DominatorWalk& walk) {
  const std::uint32_t group = root;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;  // node, next edge
  const auto enter = [&](std::uint32_t node, std::uint32_t parent) {
    walk.number[node] = static_cast<std::uint32_t>(walk.node.size());
    walk.group[node] = group;
    walk.node.push_back(node);
    walk.parent.push_back(parent);
    path.emplace_back(node, 0);
  };
  enter(root, 0);
  while (!path.empty()) {
    const std::uint32_t node = path.back().first;
    const std::span<const std::uint32_t> edges = reversed.of(node);
    if (path.back().second == edges.size()) {
      path.pop_back();
      continue;
    }
    const std::uint32_t next = edges[path.back().second++];
    if (walk.number[next] == 0) enter(next, walk.number[node]);
  }
}

DominatorWalk walk_all(const Graph& graph, std::uint32_t main_exit) {
  const Graph reversed = graph.reversed();
  DominatorWalk walk;
  walk.number.assign(graph.size(), 0);
  walk.group.assign(graph.size(), kNoNode);
  if (main_exit != kNoNode) walk_from(main_exit, reversed, walk);
  for (std::uint32_t node = graph.size(); node-- > 0;) {
    if (walk.number[node] != 0) continue;
    // Later nodes are all reached, and what leads to them as well: every edge from here goes back, or there is none.
    const std::span<const std::uint32_t> next = graph.of(node);
    if (next.empty()) {
      walk_from(node, reversed, walk);
    } else {
      const std::uint32_t header = *std::min_element(next.begin(), next.end());
      walk.loop_headers.push_back(header);
      walk_from(header, reversed, walk);
    }
  }
  return walk;
}

/// The forest of Lengauer and Tarjan: links of processed nodes to their parents, with paths compressed.
class LinkedForest {
 public:
  std::vector<std::uint32_t> semi;  // number of the semi-dominator; at first the node itself

  explicit LinkedForest(std::size_t size) : semi(size), ancestor_(size, kNoNode), label_(size) {
    for (std::uint32_t i = 0; i < size; ++i) label_[i] = semi[i] = i;
  }

  void link(std::uint32_t parent, std::uint32_t child) { ancestor_[child] = parent; }

  /// The node of least semi-dominator on the way up, the top excluded.
  std::uint32_t best_above(std::uint32_t node) {
    if (ancestor_[node] == kNoNode) return label_[node];
    path_.clear();
    for (std::uint32_t v = node; ancestor_[ancestor_[v]] != kNoNode; v = ancestor_[v]) path_.push_back(v);
    for (std::size_t i = path_.size(); i-- > 0;) {
      const std::uint32_t v = path_[i];
      const std::uint32_t above = ancestor_[v];
      if (semi[label_[above]] < semi[label_[v]]) label_[v] = label_[above];
      ancestor_[v] = ancestor_[above];
    }
    return label_[node];
  }

 private:
  std::vector<std::uint32_t> ancestor_;
  std::vector<std::uint32_t> label_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const Graph& graph, std::uint32_t main_exit) {
  const DominatorWalk walk = walk_all(graph, main_exit);
  const auto count = static_cast<std::uint32_t>(walk.node.size());
  LinkedForest forest(count);
  std::vector<std::uint32_t> dominator(count, 0);
  std::vector<std::uint32_t> bucket(count, kNoNode);  // first node whose semi-dominator is the index
  std::vector<std::uint32_t> next_in_bucket(count, kNoNode);

  for (std::uint32_t w = count; w-- > 1;) {
    const std::uint32_t node = walk.node[w];
    if (walk.parent[w] == 0) {
      forest.semi[w] = 0;
    } else {
      for (const std::uint32_t successor : graph.of(node)) {
        if (walk.group[successor] != walk.group[node]) continue;
        const std::uint32_t u = forest.best_above(walk.number[successor]);
        forest.semi[w] = std::min(forest.semi[w], forest.semi[u]);
      }
    }
    const std::uint32_t semi = forest.semi[w];
    next_in_bucket[w] = bucket[semi];
    bucket[semi] = w;
    const std::uint32_t parent = walk.parent[w];
    forest.link(parent, w);
    for (std::uint32_t v = bucket[parent]; v != kNoNode; v = next_in_bucket[v]) {
      const std::uint32_t u = forest.best_above(v);
      dominator[v] = forest.semi[u] < forest.semi[v] ? u : parent;
    }
    bucket[parent] = kNoNode;
  }
  for (std::uint32_t w = 1; w < count; ++w) {
    if (dominator[w] != forest.semi[w]) dominator[w] = dominator[dominator[w]];
  }

  std::vector<std::uint32_t> result(graph.size(), kNoNode);
  for (std::uint32_t w = 1; w < count; ++w) result[walk.node[w]] = walk.node[dominator[w]];
  for (const std::uint32_t header : walk.loop_headers) result[header] = header;
  return result;
}

void Graph::add(std::span<const std::uint32_t> successors) {
  targets.insert(targets.end(), successors.begin(), successors.end());
  first.push_back(static_cast<std::uint32_t>(targets.size()));
}

Graph Graph::reversed() const {
  Graph result;
  result.first.assign(first.size(), 0);
  result.targets.resize(targets.size());
  for (const std::uint32_t target : targets) ++result.first[target + 1];
  for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
  std::vector<std::uint32_t> next(result.first.begin(), result.first.end() - 1);
  for (std::uint32_t node = 0; node < size(); ++node) {
    for (const std::uint32_t target : of(node)) result.targets[next[target]++] = node;
  }
  return result;
}

}  // namespace warpglass
