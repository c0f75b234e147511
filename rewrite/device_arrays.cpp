// A name is followed upwards, from where it stands to the call that takes it. What no call of the few below takes makes
// an obstacle: the pointer may then be known to somebody who counts on where it leads.
#include "rewrite/device_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "rewrite/array_pointers.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/owned_arrays.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

bool is_cast(const Node& node) {
  static constexpr std::string_view kCasts[] = {"ImplicitCastExpr", "ParenExpr", "CStyleCastExpr",
                                                "CXXReinterpretCastExpr", "CXXStaticCastExpr"};
  return std::ranges::find(kCasts, kind_of(node)) != std::end(kCasts);
}

bool is_written_cast(const Node& node) { return is_cast(node) && !is_unseen(node); }

/// Conversions, written ones too, and what classes put around what they are given.
bool passes_on(const Node& node) { return is_cast(node) || is_wrapping(node); }

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
      if (field->is_own) {
        read_use(array, path);
      } else {
        const Node& seen =
            node.contains("range") ? node : inner_of(node).front();  // what a constructor's list gives it
        refuse(array, fmt::format("line {} takes it of another object, or from elsewhere", line_of(seen)));
      }
    }
    if (kind_of(node) == "DeclRefExpr") {
      const auto named = pointers_.named_at(path);
      if (named) {
        read_use(in_.arrays[named->array],
                 Path(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(named->depth) + 1));
      } else if (const auto* const arrays = pointers_.structure_at(path)) {
        for (const std::size_t array : *arrays)
          refuse(in_.arrays[array],
                 fmt::format("line {} takes the structure that it is a member of as a whole", line_of(node)));
      }
    }
    for (const Node& one : inner_of(node)) read(one, path);
    path.pop_back();
  }

  static void refuse(DeviceArray& array, std::string why) {
    if (array.obstacle.empty()) array.obstacle = std::move(why);
  }

  static void keep_order(DeviceArray& array, std::string why) {
    if (array.in_order.empty()) array.in_order = std::move(why);
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
      if (kind_of(*one) == "LambdaExpr") return refuse(array, fmt::format("line {} has it in a lambda", line));
    }
    if (array.owner) {
      if (read_owners(array, path, at)) return;
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
    if (!is_address && !is_within && !is_converted && read_link(array, path, at - 1, number)) return;
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
      if (kernel.empty()) return refuse(array, fmt::format("line {} launches a kernel by a pointer", line));
      array.arguments.push_back(
          {.kernel = kernel, .number = number - 2, .launch = &taker, .argument = &inner.at(number), .line = line});
      if (is_within) keep_order(array, fmt::format("line {} hands an address within it to {}", line, kernel));
      if (is_converted) keep_order(array, fmt::format("line {} hands it to {} as another type", line, kernel));
      return;
    }
    if (kind_of(taker) == "CallExpr" && number >= 1 &&
        read_call(array, taker, number - 1, is_address, is_within, path, at - 1))
      return;
    if (!is_address && !is_within && !is_converted && read_view(array, path, at - 1)) return;
    refuse(array, fmt::format("line {} does something else with it", line));
  }

  /// That it is given the place of another array's pointer, or that one its own.
  /// \param depth  in the path, of what does it; \param number  of its part that the name is
  bool read_link(DeviceArray& array, const Path& path, std::size_t depth, std::size_t number) const {
    const Node& taker = *path[depth];
    const Node* other = nullptr;
    if (kind_of(taker) == "VarDecl" && pointers_.array_of_variable(taker)) {
      // Noted with the variable that is made so, too.
      ArrayCall found = array_call(in_, "", taker, *path.back(), path, depth);
      DeviceArray& made = in_.arrays[*pointers_.array_of_variable(taker)];
      made.links.push_back({.other = array.id, .call = found, .there = path.back()});
      array.links.push_back({.other = made.id, .call = std::move(found), .there = nullptr});
      return true;
    }
    const bool assigns = is_binary(taker, "=");
    if (assigns) other = &inner_of(taker).at(1 - number);
    const bool swaps = is_std_swap(taker) && number >= 1;
    if (swaps) other = &inner_of(taker).at(3 - number);
    if (other == nullptr) return false;
    ArrayCall found = array_call(in_, "", taker, *path.back(), path, depth);
    if (assigns && number == 0 && text_of(*other, "castKind") == "NullToPointer") {
      array.resets.push_back(std::move(found));
      return true;
    }
    const auto known = pointers_.array_named(*other);
    if (!known || (assigns && kind_of(*path[depth - 1]) != "CompoundStmt")) return false;
    array.links.push_back({.other = in_.arrays[*known].id, .call = std::move(found), .there = &plain(*other)});
    return true;
  }

  /// `std::swap(a, b)`
  [[nodiscard]] bool is_std_swap(const Node& node) const {
    if (kind_of(node) != "CallExpr" || called_by(node) != "swap" || inner_of(node).size() != 3) return false;
    const auto name = text_of_expression(inner_of(node).front(), in_.text);
    return name == "std::swap" || name == "::std::swap";
  }

  /// That an object is made with the pointer, to be handed to kernels. \param depth  of what is made, in the path
  bool read_view(DeviceArray& array, const Path& path, std::size_t depth) {
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
        read_view_uses(view, parent);
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

  static void add_view_argument(ArrayView& view, const Node& launch, const Node& argument) {
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

  void read_view_uses(ArrayView& view, const Node& variable) const {
    Path path;
    walk(*in_.function, path, [&](const Node& node, const Path& around) {
      if (kind_of(node) != "DeclRefExpr" || variable_of(node) != text_of(variable, "id")) return;
      const std::size_t at = climbed(around, around.size(), passes_on);
      const Node* const taker = at == 0 ? nullptr : around[at - 1];
      if (taker != nullptr && kind_of(*taker) == "CUDAKernelCallExpr")
        return add_view_argument(view, *taker, at < around.size() ? *around[at] : node);
      if (view.obstacle.empty()) view.obstacle = fmt::format("line {} does something else with it", line_of(node));
    });
  }

  /// What Thrust puts between its vector and a pointer.
  static bool is_owners_pointer(const MemoryOwner& owner, const Node& node) {
    if (text_of(node, "castKind") == "UserDefinedConversion") return true;
    if (!owner.is_of_thrust) return false;
    return is_wrapping(node) || (kind_of(node) == "CallExpr" && called_by(node) == "raw_pointer_cast");
  }

  /// What is done with an object that owns the array.
  /// \param at  its place in the path; behind what says where the array lies
  /// \return whether that is all that is to be known
  bool read_owners(DeviceArray& array, const Path& path, std::size_t& at) {
    const MemoryOwner& owner = *array.owner;
    const Node& name = *path.back();
    const auto give_up = [&] {
      refuse(array, fmt::format("line {} does something else with it", line_of(name)));
      return true;
    };
    at = climbed(path, at, is_unseen);
    if (at < 2) return give_up();
    const Node& taker = *path[at - 1];
    if (is_std_swap(taker)) {
      const std::size_t number = path[at] == &inner_of(taker).at(1) ? 1 : 2;
      return read_link(array, path, at - 1, number) || give_up();
    }
    if (owner.is_of_thrust && kind_of(taker) == "CXXOperatorCallExpr" && called_by(taker) == "operator[]") {
      // `&v[0]`
      const std::size_t above = climbed(path, at - 1, passes_on);
      const Node* const address = above == 0 ? nullptr : path[above - 1];
      const bool is_address =
          address != nullptr && ((kind_of(*address) == "UnaryOperator" && text_of(*address, "opcode") == "&") ||
                                 (kind_of(*address) == "CXXOperatorCallExpr" && called_by(*address) == "operator&"));
      const bool is_first = inner_of(taker).size() == 3 && text_of(plain(inner_of(taker).at(2)), "value") == "0";
      if (!is_address || !is_first) return give_up();
      at = above - 1;
      return false;
    }
    if (owner.is_of_thrust && kind_of(taker) == "CXXOperatorCallExpr")
      return read_owned_assignment(in_, array, path, at - 1) || give_up();
    if (owner.is_of_thrust && kind_of(taker) == "CXXConstructExpr") return give_up();
    if (kind_of(taker) != "MemberExpr" || kind_of(*path[at - 2]) != "CXXMemberCallExpr") return give_up();
    const Node& call = *path[at - 2];
    const std::string function = text_of(taker, "name");
    if (owner.sizes.contains(function)) {
      array.sizes.push_back(&name);
      return true;
    }
    if (owner.pointers.contains(function)) {
      at -= 2;
      return false;
    }
    if (owner.is_of_thrust && (function == "begin" || function == "end"))
      return read_owned_copy(in_, array, path, at - 2) || give_up();
    ArrayCall found = array_call(in_, function, call, name, path, at - 2);
    if (owner.fills.contains(function)) {
      array.own_fills.push_back(std::move(found));
      return true;
    }
    const auto copy = owner.copies.find(function);
    if (copy == owner.copies.end()) return give_up();
    if (copy->second.returns) return read_returned(array, copy->second, std::move(found), path, at - 2) || give_up();
    const std::size_t host = copy->second.host + 1;
    if (host >= inner_of(call).size()) return give_up();
    found.on_host = &inner_of(call).at(host);
    found.host_pointer = copy->second.host_pointer;
    found.head = copy->second.head;
    found.tail = copy->second.tail;
    found.number = array.allocation->number;
    if (copy->second.number) {
      if (*copy->second.number + 1 >= inner_of(call).size()) return give_up();
      found.number = {.expression = &inner_of(call).at(*copy->second.number + 1), .of_elements = true};
    }
    (copy->second.to_host ? array.to_host : array.to_device).push_back(std::move(found));
    return true;
  }

  /// `out.to_host()`, wherever its value is taken: the vector is made and filled ahead of the statement.
  /// \param depth  of the call in the path
  bool read_returned(DeviceArray& array, const OwnerCopy& copy, ArrayCall found, const Path& path,
                     std::size_t depth) const {
    std::size_t list = depth;
    while (list > 0 && kind_of(*path[list]) != "CompoundStmt") --list;
    if (list == 0 || found.span.file.empty()) return false;
    const Node& statement = *path[list + 1];
    static constexpr std::string_view kOnce[] = {"DeclStmt", "ReturnStmt"};
    if (holds_others(statement) && std::ranges::find(kOnce, kind_of(statement)) == std::end(kOnce)) return false;
    const auto begin = token_or_macro(statement.at("range").at("begin"));
    if (!begin || begin->file != in_.file || begin->offset > found.span.begin) return false;
    if (!is_done_alone(path, list + 1, depth, [&](const Node& call) { return returns_copy(call); })) {
      refuse(array, fmt::format("line {} does other things in the statement that copies it", found.line));
      return true;
    }
    found.statement = {.file = in_.file, .begin = begin->offset, .end = begin->offset};
    found.indent = StatementPlace(statement, in_.text).indent();
    found.list = path[list];
    found.is_statement = true;
    found.number = array.allocation->number;
    found.host_pointer = copy.host_pointer;
    found.head = copy.head;
    found.tail = copy.tail;
    found.host_vector = array.name + "_host";
    const auto is_taken = [&] {
      return uses_of_word(in_.text, found.host_vector) != 0 ||
             std::ranges::any_of(array.to_host,
                                 [&](const ArrayCall& one) { return one.host_vector == found.host_vector; });
    };
    while (is_taken()) found.host_vector += '_';
    array.to_host.push_back(std::move(found));
    return true;
  }

  /// What a constructor in a path does; nullptr: there is none.
  static const Node* constructor_in(const Path& path) {
    for (std::size_t at = 0; at + 1 < path.size(); ++at) {
      if (kind_of(*path[at]) == "CXXConstructorDecl" && kind_of(*path[at + 1]) == "CompoundStmt") return path[at + 1];
    }
    return nullptr;
  }

  /// Whether a call returns a copy of an array that an object owns.
  [[nodiscard]] bool returns_copy(const Node& call) const {
    if (kind_of(call) != "CXXMemberCallExpr" || inner_of(inner_of(call).front()).empty()) return false;
    const Node& member = inner_of(call).front();
    const auto known = pointers_.array_named(inner_of(member).front());
    if (!known || !in_.arrays[*known].owner) return false;
    const auto& copies = in_.arrays[*known].owner->copies;
    const auto copy = copies.find(text_of(member, "name"));
    return copy != copies.end() && copy->second.returns;
  }

  /// \return whether it is one of those that are known
  bool read_call(DeviceArray& array, const Node& call, std::size_t argument, bool is_address, bool is_within,
                 const Path& path, std::size_t depth) {
    const std::string function = called_by(call);
    ArrayCall found = array_call(in_, function, call, *path.back(), path, depth);
    // The function, and what it is called with.
    const bool is_managed = function == "cudaMallocManaged" && inner_of(call).size() >= 3;
    const bool allocates = is_managed || (function == "cudaMalloc" && inner_of(call).size() == 3);
    if (allocates && argument == 0 && is_address) {
      if (array.allocation) refuse(array, fmt::format("line {} allocates it once more", found.line));
      found.number.expression = &inner_of(call).at(2);
      if (array.is_field) array.declared_in = constructor_in(path);
      array.allocation = found;
      array.is_managed = is_managed;
      return true;
    }
    if (is_address) return false;
    if (function == "cudaFree" && argument == 0 && !is_within) {
      array.frees.push_back(found);
      return true;
    }
    if (function == "cudaMemPrefetchAsync" && argument == 0) {
      keep_order(array, fmt::format("line {} says where it is wanted", found.line));
      return true;
    }
    const bool waits = function == "cudaMemcpy";
    const bool copies = waits || function == "cudaMemcpyAsync";
    const bool fills = function == "cudaMemset" || function == "cudaMemsetAsync";
    if (!(copies && argument <= 1) && !(fills && argument == 0)) return false;
    // The function, and what it is called with: one of another signature is none of the runtime's.
    if (inner_of(call).size() < (copies ? 5u : 4u)) return false;
    if (is_within) keep_order(array, fmt::format("line {} takes a part of it", found.line));
    found.number.expression = &inner_of(call).at(3);
    if (copies) found.on_host = &inner_of(call).at(argument == 0 ? 2 : 1);
    if (fills) {
      array.fills.push_back(found);
      return true;
    }
    const Node& kind = plain(inner_of(call).at(4));
    const std::string direction = kind.contains("referencedDecl") ? text_of(kind.at("referencedDecl"), "name") : "";
    const bool by_address = direction == "cudaMemcpyDefault";
    if (argument == 0 && (by_address || direction == "cudaMemcpyHostToDevice")) {
      array.to_device.push_back(found);
    } else if (argument == 1 && (by_address || direction == "cudaMemcpyDeviceToHost")) {
      array.to_host.push_back(found);
      if (!waits) keep_order(array, fmt::format("line {} copies it to the host and does not wait", found.line));
    } else if (const auto other = is_within || direction != "cudaMemcpyDeviceToDevice"
                                      ? std::nullopt
                                      : pointers_.array_named(*found.on_host)) {
      // The other side is one of the device's, and has to lie alike.
      array.links.push_back({.other = in_.arrays[*other].id, .call = found, .there = &plain(*found.on_host)});
    } else {
      keep_order(array, fmt::format("line {} copies it within the device", found.line));
    }
    // Without the kind it is not seen that the other side is the host's.
    if (by_address) keep_order(array, fmt::format("line {} does not say which way it copies", found.line));
    return true;
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

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

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

std::string_view text_of_function(const Node& function, std::string_view text) {
  const auto begin = token_or_macro(function.at("range").at("begin"));
  const auto end = token_or_macro(function.at("range").at("end"));
  const std::size_t from = begin ? std::min(begin->offset, text.size()) : 0;
  const std::size_t to = end ? std::min(end->end(), text.size()) : text.size();
  return text.substr(from, std::max(from, to) - from);
}

std::string plain_name(const DeviceArray& array) {
  std::string name = array.name;
  std::ranges::replace(name, '.', '_');
  return name;
}

std::size_t uses_of_word(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest.starts_with("/*")) {
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    } else if (rest.front() == '"' || rest.front() == '\'') {
      const char quote = rest.front();
      for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) at += text[at] == '\\';
      ++at;
    } else if (is_of_word(rest.front())) {
      std::size_t end = at;
      while (end < text.size() && is_of_word(text[end])) ++end;
      count += text.substr(at, end - at) == word;
      at = end;
    } else {
      ++at;
    }
  }
  return count;
}

}  // namespace warpglass::rewrite
