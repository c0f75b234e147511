// A name is followed upwards, from where it stands to the call that takes it. What no call of the few that are known
// takes makes an obstacle: the pointer may then be known to somebody who counts on where it leads.
#include "rewrite/device_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/array_calls.hpp"
#include "rewrite/array_links.hpp"
#include "rewrite/array_pointers.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/made_views.hpp"
#include "rewrite/owner_uses.hpp"
#include "rewrite/runtime_calls.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

bool is_written_cast(const Node& node) { return is_cast(node) && !is_unseen(node); }

/// Whether what an element or a member is taken for is its value, or a new one for it: nobody keeps where it lies.
bool takes_value(const Path& path, std::size_t element) {
  for (std::size_t at = element; at > 0; --at) {
    const Node& parent = *path[at - 1];
    const Node& inner = inner_of(parent);
    const bool is_first = !inner.empty() && &inner.front() == path[at];
    const std::string_view kind = kind_of(parent);
    const std::string cast = text_of(parent, "castKind");
    if (kind == "ImplicitCastExpr" && cast == "LValueToRValue") return true;
    if (kind == "CompoundAssignOperator" || is_binary(parent, "=")) return is_first;
    const std::string opcode = text_of(parent, "opcode");
    if (kind == "UnaryOperator") return opcode == "++" || opcode == "--";
    const bool leads_on = kind == "ParenExpr" || (kind == "MemberExpr" && !parent.value("isArrow", false)) ||
                          (kind == "ImplicitCastExpr" && cast == "NoOp");
    if (!leads_on) return kind == "CXXConstructExpr" && inner.size() == 1;
  }
  return false;
}

class ArrayReader {
 public:
  ArrayReader(HostFunction& function, const OwnerLookup& owners) : in_(function), pointers_(function, owners) {}

  void read() {
    if (in_.arrays.empty()) return;
    Path path;
    read(*in_.function, path);
  }

 private:
  void read(const Node& node, Path& path) {
    if (!node.is_object()) return;
    path.push_back(&node);
    if (const auto field = pointers_.field_at(path)) {
      DeviceArray& array = in_.arrays[field->array];
      if (field->is_whole) {
        array.refuse(fmt::format("line {} takes its pointers as a whole", line_of(node)));
      } else if (field->is_own) {
        read_use(array, up_to(path, field->depth));
      } else {
        const Node& seen =
            node.contains("range") ? node : inner_of(node).front();  // what a constructor's list gives it
        array.refuse(fmt::format("line {} takes it of another object, or from elsewhere", line_of(seen)));
      }
    }
    if (kind_of(node) == "DeclRefExpr") {
      const auto named = pointers_.named_at(path);
      if (named && named->is_whole) {
        in_.arrays[named->array].refuse(fmt::format("line {} takes its pointers as a whole", line_of(node)));
      } else if (named) {
        read_use(in_.arrays[named->array], up_to(path, named->depth));
      } else if (const auto* const arrays = pointers_.structure_at(path)) {
        for (const std::size_t array : *arrays)
          in_.arrays[array].refuse(
              fmt::format("line {} takes the structure that it is a member of as a whole", line_of(node)));
      }
    }
    for (const Node& one : inner_of(node)) read(one, path);
    path.pop_back();
  }

  static Path up_to(const Path& path, std::size_t depth) {
    return {path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth) + 1};
  }

  /// \param path  to the array's name
  void read_use(DeviceArray& array, const Path& path) {
    const Node& name = *path.back();
    const std::size_t line = line_of(name);
    std::size_t at = path.size() - 1;
    bool is_address = false;  // of the pointer itself
    bool is_within = false;   // an address behind what the pointer leads to
    bool is_converted = false;
    for (const Node* one : path) {
      if (kind_of(*one) == "LambdaExpr") return array.refuse(fmt::format("line {} has it in a lambda", line));
    }
    if (array.is_several) {
      const Node& index = inner_of(name).at(1);
      if (!is_steady(index))
        return array.refuse(fmt::format("line {} finds one of its pointers by an index with effects", line));
      if (!text_of_expression(index, in_.text))
        return array.refuse(fmt::format("a macro writes a part of line {}", line));
    }
    if (array.owner) {
      if (read_owner_use(in_, pointers_, array, path, at)) return;
    }
    for (; at > 0; --at) {
      const Node& parent = *path[at - 1];
      if (array.owner && is_owners_pointer(*array.owner, parent)) {
        continue;
      }
      if (is_cast(parent)) {
        if (text_of(parent, "castKind") == "PointerToBoolean") return;
        is_converted = is_converted || is_written_cast(parent);
      } else if (kind_of(parent) == "UnaryOperator" && text_of(parent, "opcode") == "&" && !is_address && !is_within) {
        is_address = true;
      } else if ((is_binary(parent, "+") || is_binary(parent, "-")) && type_of(parent).ends_with('*') && !is_address) {
        is_within = true;
      } else {
        break;
      }
    }
    if (at == 0) return;
    const Node& taker = *path[at - 1];
    const Node& inner = inner_of(taker);
    const auto position = std::ranges::find_if(inner, [&](const Node& one) { return &one == path[at]; });
    const std::size_t number = static_cast<std::size_t>(position - inner.begin());
    if ((is_binary(taker, "==") || is_binary(taker, "!=")) && !is_address) return;
    if (!is_address && !is_within && !is_converted && read_link(in_, pointers_, array, path, at - 1, number)) return;
    const bool is_element = (kind_of(taker) == "ArraySubscriptExpr" && number == 0) ||
                            (kind_of(taker) == "UnaryOperator" && text_of(taker, "opcode") == "*");
    if (array.is_managed && is_element && !is_address && !is_within && !is_converted && takes_value(path, at - 1)) {
      const Node* const parent = at >= 2 ? path[at - 2] : nullptr;
      const bool is_member = parent != nullptr && kind_of(*parent) == "MemberExpr" && !parent->value("isArrow", false);
      array.on_host.push_back({.pointer = &name,
                               .subscript = kind_of(taker) == "ArraySubscriptExpr" ? &taker : nullptr,
                               .member = is_member ? parent : nullptr,
                               .line = line});
      return;
    }
    if (kind_of(taker) == "CUDAKernelCallExpr" && number >= 2 && !is_address) {
      const std::string kernel = called_by(taker);
      if (kernel.empty()) return array.refuse(fmt::format("line {} launches a kernel by a pointer", line));
      array.arguments.push_back(
          {.kernel = kernel, .number = number - 2, .launch = &taker, .argument = &inner.at(number), .line = line});
      if (is_within) array.keep_order(fmt::format("line {} hands an address within it to {}", line, kernel));
      if (is_converted) array.keep_order(fmt::format("line {} hands it to {} as another type", line, kernel));
      return;
    }
    if (kind_of(taker) == "CallExpr" && number >= 1 &&
        read_runtime_call(in_, pointers_, array,
                          {.argument = number - 1, .is_address = is_address, .is_within = is_within}, path, at - 1))
      return;
    if (!is_address && !is_within && !is_converted && read_view(in_, array, path, at - 1)) return;
    array.refuse(fmt::format("line {} does something else with it", line));
  }

  HostFunction& in_;
  ArrayPointers pointers_;
};

bool has_launch(const Node& node) {
  if (!node.is_object()) return false;
  return kind_of(node) == "CUDAKernelCallExpr" || std::ranges::any_of(inner_of(node), has_launch);
}

void find_functions(const Node& node, std::vector<const Node*>& to) {
  if (!node.is_object() || kind_of(node) == "FunctionTemplateDecl") return;
  if (kind_of(node) == "FunctionDecl" || kind_of(node) == "CXXMethodDecl") {
    if (has_launch(node)) to.push_back(&node);
    return;
  }
  for (const Node& one : inner_of(node)) find_functions(one, to);
}

}  // namespace

std::vector<const Node*> launches_of(const HostFunction& host, const std::string& kernel) {
  std::vector<const Node*> all;
  Path path;
  walk(*host.function, path, [&](const Node& node, const Path&) {
    if (kind_of(node) == "CUDAKernelCallExpr" && called_by(node) == kernel) all.push_back(&node);
  });
  return all;
}

std::vector<HostFunction> host_functions(const std::vector<Node>& trees, const FileText& text,
                                         const OwnerLookup& owners) {
  std::vector<const Node*> functions;
  for (const Node& tree : trees) find_functions(tree, functions);
  std::vector<HostFunction> found;
  for (const Node* function : functions) {
    const auto begin = token_or_macro(function->at("range").at("begin"));
    const auto contents = begin ? text(begin->file) : std::nullopt;
    if (!contents) continue;
    HostFunction one{.function = function,
                     .file = begin->file,
                     .text = *contents,
                     .variables = FunctionVariables(*function),
                     .arrays = {}};
    read_arrays(one, owners);
    found.push_back(std::move(one));
  }
  return found;
}

void read_arrays(HostFunction& host, const OwnerLookup& owners) {
  ArrayReader(host, owners).read();
  std::erase_if(host.arrays, [](const DeviceArray& array) { return !array.allocation && array.links.empty(); });
}

std::string plain_name(const DeviceArray& array) {
  std::string name = array.name;
  std::ranges::replace(name, '.', '_');
  return name;
}

}  // namespace warpglass::rewrite
