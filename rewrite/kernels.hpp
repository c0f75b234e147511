// Kernels in clang's syntax tree, each place of the source once, however many kernels a template makes of it.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

[[nodiscard]] inline bool is_kernel(const Node& node) {
  return kind_of(node) == "FunctionDecl" &&
         std::ranges::any_of(inner_of(node), [](const Node& one) { return kind_of(one) == "CUDAGlobalAttr"; });
}

/// What all kernels that a template makes have alike. The first is the template itself.
template <class Found, class OfKernel>
std::vector<Found> found_in_template(const Node& node, const OfKernel& of_kernel) {
  std::optional<std::vector<Found>> common;
  bool is_template = true;
  for (const Node& one : inner_of(node)) {
    if (!is_kernel(one) || std::exchange(is_template, false)) continue;
    const std::vector<Found> found = of_kernel(one);
    if (!common) {
      common = found;
      continue;
    }
    std::erase_if(*common, [&](const Found& access) { return std::ranges::find(found, access) == found.end(); });
  }
  return common.value_or(std::vector<Found>{});
}

/// \param to  what was found before; a place that is there already is not added again
template <class Found, class OfKernel>
void find_in_kernels(const Node& node, const OfKernel& of_kernel, std::vector<Found>& to) {
  std::vector<Found> found;
  if (is_kernel(node)) {
    found = of_kernel(node);
  } else if (kind_of(node) == "FunctionTemplateDecl") {
    found = found_in_template<Found>(node, of_kernel);
  } else {
    for (const Node& one : inner_of(node)) {
      if (one.is_object()) find_in_kernels(one, of_kernel, to);
    }
  }
  for (Found& one : found) {
    if (std::ranges::find(to, one.where, &Found::where) == to.end()) to.push_back(std::move(one));
  }
}

/// \param of_kernel  what a kernel has, `Found`s with a `where`
template <class Found, class OfKernel>
std::vector<Found> found_in_kernels(const std::vector<Node>& trees, const OfKernel& of_kernel) {
  std::vector<Found> all;
  for (const Node& tree : trees) find_in_kernels(tree, of_kernel, all);
  return all;
}

}  // namespace warpglass::rewrite
