#include "rewrite/made_views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rewrite/array_calls.hpp"
#include "rewrite/element_index.hpp"

namespace warpglass::rewrite {
namespace {

void add_view_argument(ArrayView& view, const Node& launch, const Node& argument) {
  const Node& parts = inner_of(launch);
  const auto place = std::ranges::find_if(parts, [&](const Node& one) { return &one == &argument; });
  const auto number = static_cast<std::size_t>(place - parts.begin());
  if (number < 2 || called_by(launch).empty()) {
    view.obstacle = fmt::format("line {} launches a kernel by a pointer", line_of(launch));
    return;
  }
  view.arguments.push_back({.kernel = called_by(launch),
                            .number = number - 2,
                            .launch = &launch,
                            .argument = &argument,
                            .line = line_of(launch)});
}

void read_view_uses(const HostFunction& host, ArrayView& view, const Node& variable) {
  Path path;
  walk(*host.function, path, [&](const Node& node, const Path& around) {
    if (kind_of(node) != "DeclRefExpr" || variable_of(node) != text_of(variable, "id")) return;
    const std::size_t at = climbed(around, around.size(), passes_on);
    const Node* const taker = at == 0 ? nullptr : around[at - 1];
    if (taker != nullptr && kind_of(*taker) == "CUDAKernelCallExpr")
      return add_view_argument(view, *taker, at < around.size() ? *around[at] : node);
    if (view.obstacle.empty()) view.obstacle = fmt::format("line {} does something else with it", line_of(node));
  });
}

}  // namespace

bool read_view(const HostFunction& host, DeviceArray& array, const Path& path, std::size_t depth) {
  const Node& made = *path[depth];
  const bool is_list = kind_of(made) == "InitListExpr";
  const bool is_made = kind_of(made) == "CXXConstructExpr" || kind_of(made) == "CXXTemporaryObjectExpr";
  if (!is_list && !is_made) return false;
  ArrayView view{.type = class_named_by(made), .is_list = is_list, .line = line_of(made)};
  for (const Node& one : inner_of(made)) {
    if (&one == path[depth + 1]) view.pointer = view.made.size();
    view.made.push_back(&one);
  }
  for (std::size_t at = depth; at > 0; --at) {
    const Node& parent = *path[at - 1];
    if (kind_of(parent) == "VarDecl") {
      read_view_uses(host, view, parent);
      array.views.push_back(std::move(view));
      return true;
    }
    if (kind_of(parent) == "CUDAKernelCallExpr") {
      add_view_argument(view, parent, *path[at]);
      array.views.push_back(std::move(view));
      return true;
    }
    if (!is_wrapping(parent) && !is_cast(parent) && kind_of(parent) != "CXXFunctionalCastExpr") return false;
  }
  return false;
}

}  // namespace warpglass::rewrite
