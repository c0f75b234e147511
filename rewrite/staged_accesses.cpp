// The kernel has one store. What a thread does with the tile happens where it did its access; the other thread's share
// comes behind the barrier for a store, and ahead of it for a load, where all threads of the block are: outside of the
// conditions around the access, whose text is repeated for the other thread. Since nothing else is stored, no load can
// see that the store comes later, and none finds what it would not have found. In a loop a second barrier keeps rounds
// apart.
#include "rewrite/staged_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/kernels.hpp"
#include "rewrite/square_tile.hpp"
#include "rewrite/staging_edits.hpp"
#include "rewrite/statement_effects.hpp"
#include "rewrite/statement_path.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

/// Types of elements (CUDA Programming Guide, "Size and alignment of built-in types").
struct ElementType {
  std::string_view type;
  std::uint32_t bytes;
};
constexpr ElementType kElementTypes[] = {
    {"bool", 1},           {"char", 1},      {"signed char", 1},        {"unsigned char", 1}, {"short", 2},
    {"unsigned short", 2}, {"int", 4},       {"unsigned int", 4},       {"float", 4},         {"long", 8},
    {"unsigned long", 8},  {"long long", 8}, {"unsigned long long", 8}, {"double", 8},
};

constexpr std::uint32_t kSectorBytes = 32;

bool is_element(const Node& node) {
  const std::string_view kind = kind_of(node);
  return kind == "ArraySubscriptExpr" || (kind == "UnaryOperator" && text_of(node, "opcode") == "*");
}

bool is_assignment(const Node& node) {
  const std::string_view kind = kind_of(node);
  const std::string opcode = text_of(node, "opcode");
  return kind == "CompoundAssignOperator" || is_binary(node, "=") ||
         (kind == "UnaryOperator" && (opcode == "++" || opcode == "--"));
}

/// What a function that is called may do besides computing; empty: nothing.
std::string deed_of(const Node& node) {
  const std::string_view kind = kind_of(node);
  static constexpr std::string_view kOthers[] = {"CXXMemberCallExpr",  "CXXOperatorCallExpr", "AtomicExpr",
                                                 "UserDefinedLiteral", "CXXDeleteExpr",       "CXXNewExpr"};
  if (std::ranges::find(kOthers, kind) != std::end(kOthers)) return "it calls something that may do anything";
  if (kind != "CallExpr") return "";
  const Node& inner = inner_of(node);
  const Node& callee = plain(inner.front());
  const std::string name = callee.contains("referencedDecl") ? text_of(callee.at("referencedDecl"), "name") : "";
  if (name.starts_with("__ldg")) return "";
  if (name.find("sync") != std::string::npos) return "it has barriers of its own";
  const bool is_given_memory = std::any_of(std::next(inner.begin()), inner.end(), [](const Node& one) {
    return type_of(one).find('*') != std::string::npos || text_of(one, "valueCategory") == "lvalue";
  });
  if (type_of(node) == "void" || is_given_memory)
    return fmt::format("it calls {}, which may do anything", name.empty() ? "something" : name);
  return "";
}

class AccessReader {
 public:
  AccessReader(const Node& kernel, const FileText& text, const BlockShape& shape) : variables_(kernel), shape_(shape) {
    for (const Node& one : inner_of(kernel)) {
      if (kind_of(one) == "CompoundStmt") body_ = &one;
    }
    if (body_ == nullptr) return;
    if (const auto begin = token_or_macro(body_->at("range").at("begin"))) text_ = text(begin->file).value_or("");
    learn(kernel);
    add_effects(*body_, all_variables_, whole_);
    collect(*body_);
  }

  std::vector<StagedAccess> read() {
    std::vector<StagedAccess> all;
    if (body_ == nullptr || text_.empty()) return all;
    for (const Node* store : stores_) {
      if (is_element(plain(inner_of(*store).front()))) all.push_back(read_access(*store, true));
    }
    for (const Node* load : loads_) all.push_back(read_access(*load, false));
    std::erase_if(all, [](const StagedAccess& access) { return access.where.line == 0; });
    return all;
  }

 private:
  void learn(const Node& node) {
    if (!node.is_object()) return;
    const std::string_view kind = kind_of(node);
    if (kind == "VarDecl" || kind == "ParmVarDecl") all_variables_[text_of(node, "id")] = &node;
    for (const Node& one : inner_of(node)) learn(one);
  }

  [[nodiscard]] bool reaches_memory(const Node& load) const {
    Effects effects;
    add_effects(load, all_variables_, effects);
    return !effects.loads.empty();
  }

  void collect(const Node& node) {
    if (!node.is_object() || kind_of(node) == "PseudoObjectExpr") return;
    const std::string_view kind = kind_of(node);
    if (kind == "ReturnStmt") ++returns_;
    static constexpr std::string_view kUnseen[] = {"GotoStmt",   "IndirectGotoStmt", "LabelStmt", "AsmStmt",
                                                   "GCCAsmStmt", "LambdaExpr",       "StmtExpr",  "CXXTryStmt"};
    if (std::ranges::find(kUnseen, kind) != std::end(kUnseen)) deed_ = "it has jumps, lambdas or inline assembly";
    if (deed_.empty()) deed_ = deed_of(node);
    if (is_assignment(node)) {
      Effects effects;
      add_effects(node, all_variables_, effects);
      if (!effects.stores.empty()) stores_.push_back(&node);
    }
    const bool is_load = kind == "ImplicitCastExpr" && text_of(node, "castKind") == "LValueToRValue";
    if (is_load && is_element(plain(inner_of(node).front())) && reaches_memory(node))
      loads_.push_back(&plain(inner_of(node).front()));
    for (const Node& one : inner_of(node)) collect(one);
  }

  /// \param node  an assignment, or the element that is loaded
  [[nodiscard]] StagedAccess read_access(const Node& node, bool stores) const {
    const Node& element = stores ? plain(inner_of(node).front()) : node;
    StagedAccess access;
    access.stores = stores;
    describe(element, kind_of(node) == "BinaryOperator" ? "=" : "", access);
    Staging staging{.access = &element,
                    .stores = stores,
                    .path = path_to(*body_, node),
                    .last = nullptr,
                    .element = element_text(element),
                    .columns = shape_.columns,
                    .rows = shape_.rows};
    access.obstacle = obstacle(staging);
    if (!access.obstacle.empty()) return access;
    staging.last = path_to(*body_, *stores_.front()).statement;
    staging.pitch = shape_.pitch(bytes_of(element));
    access.tile = fmt::format("tile[{}][{}]", staging.rows, staging.pitch);
    access.edits = StagingEdits(*body_, variables_, text_).of(staging);
    if (access.edits.empty())
      access.obstacle = "a macro writes a part of what would be edited, or a comment stands there";
    if (access.obstacle.empty() && bytes_of(element) * staging.rows < kSectorBytes && may_come_apart(element, stores)) {
      staging.pitch = shape_.square_pitch(bytes_of(element));
      access.square_tile = fmt::format("tile[{}][{}]", staging.columns, staging.pitch);
      access.square_edits = square_tile_edits(*body_, variables_, text_, staging);
    }
    return access;
  }

  /// Whether all loads of the kernel, or this one, may be made ahead of all stores: nobody reads what is stored.
  [[nodiscard]] bool may_come_apart(const Node& element, bool stores) const {
    const auto is_restricted = [&](const std::string& id) {
      const auto known = all_variables_.find(id);
      return known != all_variables_.end() &&
             text_of(known->second->at("type"), "qualType").find("__restrict") != std::string::npos;
    };
    if (is_restricted(whole_.stores.front())) return true;
    if (!stores) return is_restricted(variable_of(base_of(element)));
    return std::ranges::all_of(whole_.loads, is_restricted);
  }

  /// \param sign  of the assignment; empty: whatever stands behind the element
  void describe(const Node& element, std::string_view sign, StagedAccess& access) const {
    const auto begin = token_or_macro(element.at("range").at("begin"));
    const auto end = token_or_macro(element.at("range").at("end"));
    if (!begin || !end || begin->file != end->file || end->end() > text_.size()) return;
    access.memory = text_of_expression(base_of(element), text_).value_or("");
    std::size_t line = begin->line;
    access.lines.push_back(static_cast<std::uint32_t>(line));
    access.where = {.file = begin->file,
                    .line = static_cast<std::uint32_t>(line),
                    .column = static_cast<std::uint32_t>(begin->column)};
    if (!access.stores) return;
    // A store is where its sign stands.
    const std::size_t at = sign.empty() ? text_.find_first_not_of(" \t\r\n", end->end()) : text_.find(sign, end->end());
    if (at == std::string::npos) return;
    line += static_cast<std::size_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin->offset),
                                                text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    access.where.line = static_cast<std::uint32_t>(line);
    access.where.column = static_cast<std::uint32_t>(at - text_.rfind('\n', at));
    access.lines.front() = access.where.line;
  }

  /// What an element is one of.
  static const Node& base_of(const Node& element) {
    const Node* at = &element;
    while (is_element(plain(*at)) && !inner_of(plain(*at)).empty()) at = &inner_of(plain(*at)).front();
    return *at;
  }

  /// The type as the source has it where the element is one of a parameter's: a template has it by name.
  [[nodiscard]] std::string element_text(const Node& element) const {
    std::string type = without_const(type_of(element));
    const auto known = all_variables_.find(variable_of(base_of(element)));
    if (known == all_variables_.end() || kind_of(*known->second) != "ParmVarDecl") return type;
    return pointee_text(*known->second, text_).value_or(type);
  }

  [[nodiscard]] static std::uint32_t bytes_of(const Node& element) {
    const std::string type = without_const(type_of(element));
    const auto* const found = std::ranges::find(kElementTypes, std::string_view(type), &ElementType::type);
    return found == std::end(kElementTypes) ? 0 : found->bytes;
  }

  [[nodiscard]] std::string obstacle(const Staging& staging) const {
    if (std::string of_kernel = obstacle_of_kernel(); !of_kernel.empty()) return of_kernel;
    const Node& element = *staging.access;
    const std::string type = type_of(element);
    if (type.find("volatile") != std::string::npos) return "it is volatile";
    if (bytes_of(element) == 0) return fmt::format("elements of type {} are not staged", type);
    const StatementPath& path = staging.path;
    if (staging.stores && !is_binary(*stores_.front(), "=")) return "what is stored depends on what was there";
    if (!path.obstacle.empty()) return path.obstacle;
    if (path.statement == nullptr) return "it is no statement of its own";
    if (returns_ != path.returns.size()) return "threads leave the kernel elsewhere, too";
    if (staging.stores && !path.returns.empty() && path.statement != &inner_of(*path.body).back())
      return "other statements follow it, which threads that have left do not execute";
    if (!staging.stores) {
      const StatementPath to_store = path_to(*body_, *stores_.front());
      if (to_store.loops != path.loops) return "it stands in a loop of its own";
    }
    if (std::string of_loops = obstacle_of_loops(path); !of_loops.empty()) return of_loops;
    for (const Node* leaves : path.returns) {
      const Dependence on = dependence_of(inner_of(*leaves).front(), variables_, path.counters);
      if (!on.obstacle.empty()) return "its condition is not repeated for another thread: " + on.obstacle;
    }
    for (const Node* condition : path.conditions) {
      const Dependence on = dependence_of(*condition, variables_, path.counters);
      if (!on.obstacle.empty()) return "its condition is not repeated for another thread: " + on.obstacle;
    }
    const Dependence on = dependence_of(element, variables_, path.counters);
    if (!on.obstacle.empty()) return "its index is not repeated for another thread: " + on.obstacle;
    return on.on_thread ? "" : "all threads of a block take the same element";
  }

  [[nodiscard]] std::string obstacle_of_kernel() const {
    if (whole_.stores.size() != 1 || stores_.size() != 1)
      return fmt::format("the kernel stores at {} places", whole_.stores.size());
    return deed_.empty() ? "" : "the kernel does more than that: " + deed_;
  }

  [[nodiscard]] std::string obstacle_of_loops(const StatementPath& path) const {
    for (const Node* statement : path.loops) {
      const Node& inner = inner_of(plain_loop(*statement));
      for (const Node& counter : inner_of(inner[0])) {
        const Node* const begin = initialiser_of(counter);
        if (begin == nullptr || !is_alike(*begin, path)) return kLoop;
      }
      const Node& step = inner[3];
      const bool counts = is_assignment(step) && path.counters.contains(variable_of(inner_of(step).front()));
      if (!counts || !is_alike(inner[2], path)) return kLoop;
      if (inner_of(step).size() > 1 && !is_alike(inner_of(step)[1], path)) return kLoop;
      Effects within;
      add_effects(inner[4], all_variables_, within);
      if (std::ranges::any_of(path.counters, [&](const std::string& id) {
            return within.changed.contains(id) && !declares(inner[4], id);
          }))
        return kLoop;
    }
    return "";
  }

  static bool declares(const Node& node, const std::string& id) {
    if (!node.is_object()) return false;
    return (kind_of(node) == "VarDecl" && text_of(node, "id") == id) ||
           std::ranges::any_of(inner_of(node), [&](const Node& one) { return declares(one, id); });
  }

  /// Whether all threads of the block find the same.
  [[nodiscard]] bool is_alike(const Node& expression, const StatementPath& path) const {
    const Dependence on = dependence_of(expression, variables_, path.counters);
    return on.obstacle.empty() && !on.on_thread;
  }

  static constexpr const char* kLoop = "the loop that it stands in is not seen to have as many rounds for all threads";

  FunctionVariables variables_;
  const BlockShape& shape_;
  const Node* body_ = nullptr;
  std::string text_;
  Variables all_variables_;
  Effects whole_;
  std::vector<const Node*> stores_;  // assignments that reach memory
  std::vector<const Node*> loads_;
  std::size_t returns_ = 0;
  std::string deed_;  // that another place of the kernel might see
};

}  // namespace

std::vector<StagedAccess> staged_accesses(const std::vector<Node>& trees, const FileText& text,
                                          const BlockShape& shape) {
  return found_in_kernels<StagedAccess>(trees,
                                        [&](const Node& kernel) { return AccessReader(kernel, text, shape).read(); });
}

}  // namespace warpglass::rewrite
