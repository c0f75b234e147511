// A launch has a block and a grid, each a `dim3` that is made of three expressions: in place, in a variable that nobody
// changes, or of one number. An extent of the block can be another one where it is a number in the source, directly or
// by a constant, and where the grid's expression leads to the same number: by the block's variable, by the constant, or
// because it divides by that number.
#include "rewrite/kernel_launches.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/thread_number.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::array<std::string_view, 3> kDimensions = {"x", "y", "z"};
constexpr int kDeepestConstant = 8;  // variables that are made of each other

/// Where a literal is written: in place, or in the macro whose whole text is used.
std::optional<Token> token_of_literal(const Node& literal, bool& in_macro) {
  const Node& begin = literal.at("range").at("begin");
  in_macro = false;
  if (const auto token = written_token(begin)) return token;
  in_macro = true;
  const auto spelling = begin.find("spellingLoc");
  return spelling == begin.end() ? std::nullopt : written_token(*spelling);
}

std::optional<WrittenNumber> number_of_literal(const Node& literal) {
  if (kind_of(literal) != "IntegerLiteral") return std::nullopt;
  WrittenNumber number;
  const std::string text = text_of(literal, "value");
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number.value);
  const auto token = token_of_literal(literal, number.is_shared);
  if (problem != std::errc() || end != text.data() + text.size() || !token) return std::nullopt;
  number.span = {.file = token->file, .begin = token->offset, .end = token->end()};
  return number;
}

class FunctionReader {
 public:
  FunctionReader(const Node& function, const OuterVariables& outer) : variables_(function), outer_(outer) {}

  void read(const Node& node, std::vector<KernelLaunch>& to) const {
    if (!node.is_object()) return;
    if (kind_of(node) == "CUDAKernelCallExpr") {
      KernelLaunch launch = described(node);
      if (launch.where.line != 0 && std::ranges::find(to, launch) == to.end()) to.push_back(std::move(launch));
    }
    for (const Node& one : inner_of(node)) read(one, to);
  }

  void read(const Node& node, std::vector<CountedBlock>& to) const {
    if (!node.is_object()) return;
    if (is_binary(node, "*")) {
      const Node& sides = inner_of(node);
      add_counted(node, sides.at(0), sides.at(1), to);
      add_counted(node, sides.at(1), sides.at(0), to);
    }
    for (const Node& one : inner_of(node)) read(one, to);
  }

 private:
  void add_counted(const Node& product, const Node& block, const Node& size, std::vector<CountedBlock>& to) const {
    const auto dimension = dimension_of(plain(block), "blockIdx");
    const auto number = number_of(size);
    const auto place = token_or_macro(product.at("range").at("begin"));
    if (!dimension || !number || !place) return;
    CountedBlock counted{.where = {.file = place->file,
                                   .line = static_cast<std::uint32_t>(place->line),
                                   .column = static_cast<std::uint32_t>(place->column)},
                         .dimension = *dimension,
                         .number = *number};
    if (std::ranges::find(to, counted) == to.end()) to.push_back(std::move(counted));
  }

  struct Value {
    const Node* made = nullptr;  // the expression that makes it; nullptr: it is not seen
    bool is_outer = false;       // of a variable outside of the function
  };

  /// What a variable's name stands for, where nobody changes the variable.
  [[nodiscard]] Value value_of(const Node& name) const {
    if (!name.contains("referencedDecl")) return {};
    const std::string id = variable_of(name);
    if (const Node* const local = variables_.find(id))
      return variables_.stays(id) ? Value{.made = initialiser_of(*local)} : Value{};
    const Node& declaration = name.at("referencedDecl");
    if (text_of(declaration, "kind") != "VarDecl" || !is_constant(declaration)) return {};
    const Node* const outer = outer_(text_of(declaration, "name"));
    if (outer == nullptr) return {};
    return {.made = initialiser_of(*outer), .is_outer = true};
  }

  /// The three expressions that a dim3 is made of; nullptr: they are not seen.
  [[nodiscard]] const Node* extents_of(const Node& dim3, int depth = 0) const {
    if (depth > kDeepestConstant) return nullptr;
    static constexpr std::string_view kPassed[] = {
        "ImplicitCastExpr",      "ExprWithCleanups",     "ParenExpr",
        "CXXFunctionalCastExpr", "CXXBindTemporaryExpr", "MaterializeTemporaryExpr"};
    const std::string_view kind = kind_of(dim3);
    const Node& inner = inner_of(dim3);
    if (kind == "DeclRefExpr") {
      const Node* const made = value_of(dim3).made;
      return made == nullptr ? nullptr : extents_of(*made, depth + 1);
    }
    const bool makes = kind == "CXXConstructExpr" || kind == "CXXTemporaryObjectExpr";
    if (makes && inner.size() == kDimensions.size()) return &inner;
    const bool passed = makes || std::ranges::find(kPassed, kind) != std::end(kPassed);
    return passed && inner.size() == 1 ? extents_of(inner.front(), depth + 1) : nullptr;
  }

  [[nodiscard]] std::optional<WrittenNumber> number_of(const Node& node, int depth = 0) const {
    const Node& expression = plain(node);
    if (auto number = number_of_literal(expression)) return number;
    if (depth > kDeepestConstant || kind_of(expression) != "DeclRefExpr") return std::nullopt;
    const Value value = value_of(expression);
    auto number = value.made == nullptr ? std::nullopt : number_of(*value.made, depth + 1);
    if (number) number->is_shared = number->is_shared || value.is_outer;
    return number;
  }

  /// Whether an expression of the grid leads to the number that the block has in this dimension.
  [[nodiscard]] bool leads_to(const Node& node, const WrittenNumber& number, std::size_t dimension,
                              int depth = 0) const {
    if (!node.is_object() || depth > kDeepestConstant) return false;
    if (const auto literal = number_of_literal(node)) return literal->span == number.span;
    if (kind_of(node) == "MemberExpr") {
      const Node* const extents = inner_of(node).empty() ? nullptr : extents_of(plain(inner_of(node).front()));
      if (extents == nullptr || text_of(node, "name") != kDimensions[dimension]) return false;
      const auto same = number_of(extents->at(dimension));
      return same && same->span == number.span;
    }
    if (kind_of(node) == "DeclRefExpr") {
      const Value value = value_of(node);
      return value.made != nullptr && leads_to(*value.made, number, dimension, depth + 1);
    }
    return std::ranges::any_of(inner_of(node),
                               [&](const Node& one) { return leads_to(one, number, dimension, depth); });
  }

  /// Whether the grid is a quotient by the block that leaves a rest out.
  [[nodiscard]] bool rounds_down(const Node& node, const WrittenNumber& number, std::size_t dimension,
                                 int depth = 0) const {
    if (!node.is_object() || depth > kDeepestConstant) return false;
    if (kind_of(node) == "DeclRefExpr") {
      const Value value = value_of(node);
      return value.made != nullptr && rounds_down(*value.made, number, dimension, depth + 1);
    }
    if (is_binary(node, "/")) {
      const Node& divisor = inner_of(node).at(1);
      const auto literal = number_of_literal(plain(divisor));
      const Node& dividend = plain(inner_of(node).at(0));
      const bool is_sum = is_binary(dividend, "+") || is_binary(dividend, "-");
      const bool is_by_block = leads_to(divisor, number, dimension) || (literal && literal->value == number.value);
      if (is_by_block) return !is_sum && !number_of(dividend);
    }
    return std::ranges::any_of(inner_of(node),
                               [&](const Node& one) { return rounds_down(one, number, dimension, depth); });
  }

  /// Finds the quotient by a literal that is as large as the block.
  void find_quotient(const Node& node, BlockExtent& extent, int depth = 0) const {
    if (!node.is_object() || depth > kDeepestConstant) return;
    if (kind_of(node) == "DeclRefExpr") {
      const Value value = value_of(node);
      if (value.made != nullptr) find_quotient(*value.made, extent, depth + 1);
      return;
    }
    const auto divisor = is_binary(node, "/") ? number_of_literal(plain(node.at("inner").at(1))) : std::nullopt;
    if (divisor && divisor->value == extent.value() && !divisor->is_shared) {
      extent.grid_follows = true;
      extent.in_grid.push_back(divisor->span);
      add_summands(node.at("inner").at(0), extent);
      return;
    }
    for (const Node& one : inner_of(node)) find_quotient(one, extent, depth);
  }

  /// What is added so that the quotient is rounded up: `n + 255`, `n + 256 - 1`.
  static void add_summands(const Node& node, BlockExtent& extent) {
    const Node& expression = plain(node);
    if (!is_binary(expression, "+") && !is_binary(expression, "-")) return;
    for (const Node& one : inner_of(expression)) {
      const auto summand = number_of_literal(plain(one));
      if (!summand) {
        add_summands(one, extent);
      } else if (is_binary(expression, "+") && !summand->is_shared) {
        if (summand->value == extent.value()) extent.in_grid.push_back(summand->span);
        if (summand->value + 1 == extent.value()) extent.less_one_in_grid.push_back(summand->span);
      }
    }
  }

  [[nodiscard]] KernelLaunch described(const Node& call) const {
    KernelLaunch launch;
    const Node& inner = inner_of(call);
    const auto place = token_or_macro(call.at("range").at("begin"));
    if (!place || inner.size() < 2) return launch;
    launch.where = {.file = place->file,
                    .line = static_cast<std::uint32_t>(place->line),
                    .column = static_cast<std::uint32_t>(place->column)};
    const Node& callee = plain(inner.at(0));
    if (kind_of(callee) == "DeclRefExpr" && text_of(callee.at("referencedDecl"), "kind") == "FunctionDecl")
      launch.kernel = text_of(callee.at("referencedDecl"), "name");
    const Node& configuration = inner_of(inner.at(1));
    const Node* const grid = configuration.size() < 3 ? nullptr : extents_of(configuration.at(1));
    const Node* const block = configuration.size() < 3 ? nullptr : extents_of(configuration.at(2));
    if (block == nullptr) {
      launch.obstacle = "the source does not show what its block is made of";
      return launch;
    }
    for (std::size_t i = 0; i < kDimensions.size() && launch.obstacle.empty(); ++i) {
      BlockExtent& extent = launch.block[i];
      if (kind_of(block->at(i)) == "CXXDefaultArgExpr") continue;
      extent.number = number_of(block->at(i));
      if (!extent.number) {
        launch.obstacle = "its block is computed, not a number in the source";
      } else if (grid != nullptr) {
        extent.grid_follows = leads_to(grid->at(i), *extent.number, i);
        if (!extent.grid_follows && !extent.number->is_shared) find_quotient(grid->at(i), extent);
        extent.rounds_down = rounds_down(grid->at(i), *extent.number, i);
      }
    }
    return launch;
  }

  FunctionVariables variables_;
  const OuterVariables& outer_;
};

}  // namespace

std::vector<KernelLaunch> kernel_launches(const std::vector<Node>& trees, const OuterVariables& outer) {
  std::vector<KernelLaunch> launches;
  for (const Node& tree : trees) FunctionReader(tree, outer).read(tree, launches);
  return launches;
}

std::vector<CountedBlock> counted_blocks(const std::vector<Node>& trees, const std::string& kernel,
                                         const OuterVariables& outer) {
  std::vector<CountedBlock> counted;
  const auto read = [&](const auto& self, const Node& node) -> void {
    if (!node.is_object()) return;
    if (kind_of(node) == "FunctionDecl" && text_of(node, "name") == kernel) {
      FunctionReader(node, outer).read(node, counted);
    } else if (kind_of(node) == "FunctionTemplateDecl" || kind_of(node) == "NamespaceDecl") {
      for (const Node& one : inner_of(node)) self(self, one);
    }
  };
  for (const Node& tree : trees) read(read, tree);
  return counted;
}

const Node* outer_variable(const std::vector<Node>& trees, const std::string& name) {
  const Node* found = nullptr;
  for (const Node& tree : trees) {
    if (kind_of(tree) != "VarDecl" || text_of(tree, "name") != name) continue;
    if (found != nullptr) return nullptr;
    found = &tree;
  }
  return found;
}

std::string obstacle_to_extent(const KernelLaunch& launch, std::size_t dimension) {
  if (!launch.obstacle.empty()) return launch.obstacle;
  const BlockExtent& extent = launch.block[dimension];
  if (!extent.number) return "its block has no " + std::string(kDimensions[dimension]) + " in the source";
  if (!extent.grid_follows) return "its grid is not computed from its block";
  return "";
}

std::vector<Edit> with_block(const KernelLaunch& launch, const std::array<std::uint64_t, 3>& extents) {
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const BlockExtent& extent = launch.block[i];
    if (!extent.number || extents[i] == extent.value()) continue;
    edits.push_back({.span = extent.number->span, .text = std::to_string(extents[i])});
    for (const Span& span : extent.in_grid) edits.push_back({.span = span, .text = std::to_string(extents[i])});
    for (const Span& span : extent.less_one_in_grid)
      edits.push_back({.span = span, .text = std::to_string(extents[i] - 1)});
  }
  return edits;
}

}  // namespace warpglass::rewrite
