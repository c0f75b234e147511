// A name is followed upwards, from where it stands to the call that takes it. What no call of the few below takes makes
// an obstacle: the pointer may then be known to somebody who counts on where it leads.
#include "rewrite/device_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

bool is_cast(const Node& node) {
  static constexpr std::string_view kCasts[] = {"ImplicitCastExpr", "ParenExpr", "CStyleCastExpr",
                                                "CXXReinterpretCastExpr", "CXXStaticCastExpr"};
  return std::ranges::find(kCasts, kind_of(node)) != std::end(kCasts);
}

bool is_written_cast(const Node& node) {
  return is_cast(node) && kind_of(node) != "ImplicitCastExpr" && kind_of(node) != "ParenExpr";
}

/// Statements that others may stand in; where a macro writes one, it is what the macro makes of its argument.
bool holds_others(const Node& node) {
  static constexpr std::string_view kHolders[] = {
      "IfStmt",   "ForStmt",    "WhileStmt", "DoStmt",         "SwitchStmt", "CXXForRangeStmt", "CXXTryStmt",
      "DeclStmt", "ReturnStmt", "LabelStmt", "AttributedStmt", "CaseStmt",   "DefaultStmt"};
  return std::ranges::find(kHolders, kind_of(node)) != std::end(kHolders);
}

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
  explicit ArrayReader(HostFunction& function) : in_(function) {}

  void read() {
    Path path;
    find_pointers(*in_.function, path);
    if (known_.empty()) return;
    path.clear();
    read(*in_.function, path);
  }

 private:
  void find_pointers(const Node& node, Path& path) {
    if (!node.is_object() || kind_of(node) == "LambdaExpr") return;
    path.push_back(&node);
    if (kind_of(node) == "VarDecl") add_pointer(node, path);
    for (const Node& one : inner_of(node)) find_pointers(one, path);
    path.pop_back();
  }

  void add_pointer(const Node& variable, const Path& path) {
    std::string type = text_of(variable.at("type"), "qualType");
    if (!type.ends_with('*') || path.size() < 3 || kind_of(*path[path.size() - 3]) != "CompoundStmt") return;
    type.pop_back();
    while (type.ends_with(' ')) type.pop_back();
    DeviceArray array;
    array.name = text_of(variable, "name");
    array.element = std::move(type);
    array.declaration = &variable;
    array.declared_in = path[path.size() - 3];
    const Node* const made = initialiser_of(variable);
    const bool is_null = made == nullptr || text_of(*made, "castKind") == "NullToPointer";
    if (!is_null || variable.contains("storageClass")) return;
    known_.emplace(text_of(variable, "id"), in_.arrays.size());
    in_.arrays.push_back(std::move(array));
  }

  void read(const Node& node, Path& path) {
    if (!node.is_object()) return;
    path.push_back(&node);
    if (kind_of(node) == "DeclRefExpr" && node.contains("referencedDecl")) {
      const auto known = known_.find(text_of(node.at("referencedDecl"), "id"));
      if (known != known_.end()) read_use(in_.arrays[known->second], path);
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
    for (; at > 0; --at) {
      const Node& parent = *path[at - 1];
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
    refuse(array, fmt::format("line {} does something else with it", line));
  }

  /// \return whether it is one of those that are known
  bool read_call(DeviceArray& array, const Node& call, std::size_t argument, bool is_address, bool is_within,
                 const Path& path, std::size_t depth) {
    const std::string function = called_by(call);
    const ArrayCall found = described(function, call, *path.back(), path, depth);
    // The function, and what it is called with.
    const bool is_managed = function == "cudaMallocManaged" && inner_of(call).size() >= 3;
    const bool allocates = is_managed || (function == "cudaMalloc" && inner_of(call).size() == 3);
    if (allocates && argument == 0 && is_address) {
      if (array.allocation) refuse(array, fmt::format("line {} allocates it once more", found.line));
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
    } else {
      keep_order(array, fmt::format("line {} copies it within the device", found.line));
    }
    // Without the kind it is not seen that the other side is the host's.
    if (by_address) keep_order(array, fmt::format("line {} does not say which way it copies", found.line));
    return true;
  }

  /// \param depth  of the call in the path
  [[nodiscard]] ArrayCall described(const std::string& function, const Node& call, const Node& pointer,
                                    const Path& path, std::size_t depth) const {
    ArrayCall found;
    found.function = function;
    found.call = &call;
    found.pointer = &pointer;
    found.line = line_of(call);
    if (const auto token = token_or_macro(call.at("range").at("begin")))
      found.where = {.file = token->file,
                     .line = static_cast<std::uint32_t>(token->line),
                     .column = static_cast<std::uint32_t>(token->column)};
    const auto span = written_span(call);
    if (!span || span->file != in_.file) return found;
    found.span = *span;
    std::size_t list = depth;
    while (list > 0 && !(kind_of(*path[list]) == "CompoundStmt" && written_token(path[list]->at("range").at("begin"))))
      --list;
    if (list == 0 || list + 1 >= path.size()) return found;
    const Node& statement = *path[list + 1];
    const auto begin = token_or_macro(statement.at("range").at("begin"));
    if (!begin || begin->file != in_.file || begin->offset > span->begin) return found;
    std::size_t end = span->end;
    while (end < in_.text.size() && std::string_view(") \t\n").find(in_.text[end]) != std::string_view::npos) ++end;
    const bool ends = end < in_.text.size() && in_.text[end] == ';';
    found.list = path[list];
    found.statement = {.file = in_.file, .begin = begin->offset, .end = ends ? end + 1 : span->end};
    found.indent = StatementPlace(statement, in_.text).indent();
    const bool is_macro = !written_token(statement.at("range").at("begin"));
    found.is_statement = ends && (is_macro || !holds_others(statement));
    return found;
  }

  HostFunction& in_;
  std::map<std::string, std::size_t> known_;  // arrays by their pointers' ids
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

std::string called_by(const Node& call) {
  const Node& inner = inner_of(call);
  if (inner.empty()) return "";
  const Node& callee = plain(inner.front());
  return callee.contains("referencedDecl") ? text_of(callee.at("referencedDecl"), "name") : "";
}

std::vector<const Node*> launches_of(const HostFunction& host, const std::string& kernel) {
  std::vector<const Node*> all;
  Path path;
  walk(*host.function, path, [&](const Node& node, const Path&) {
    if (kind_of(node) == "CUDAKernelCallExpr" && called_by(node) == kernel) all.push_back(&node);
  });
  return all;
}

std::vector<HostFunction> host_functions(const std::vector<Node>& trees, const FileText& text) {
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
    ArrayReader(one).read();
    std::erase_if(one.arrays, [](const DeviceArray& array) { return !array.allocation; });
    found.push_back(std::move(one));
  }
  return found;
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
