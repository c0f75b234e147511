#include "rewrite/array_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "rewrite/array_bytes.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

/// `std::cout << "sum "`: it prints a number or a text.
bool prints(const Node& node) {
  if (kind_of(node) != "CXXOperatorCallExpr" || called_by(node) != "operator<<" || inner_of(node).size() != 3)
    return false;
  static constexpr std::string_view kPrinted[] = {"char", "int", "long", "unsigned", "float", "double", "bool"};
  const std::string type(without_qualifiers(type_of(plain(inner_of(node).at(2)))));
  return type_of(node).starts_with("std::basic_ostream<") &&
         std::ranges::any_of(kPrinted, [&](std::string_view one) { return type.starts_with(one); });
}

/// `if (cudaMalloc(...) != cudaSuccess) ...`: what is done then is done of an error. \param at  the statement in the
/// path
bool is_checked(const Path& path, std::size_t at) {
  const Node& statement = *path[at];
  if (kind_of(statement) != "IfStmt" || statement.value("hasElse", false) || statement.value("hasInit", false) ||
      statement.value("hasVar", false) || at + 1 >= path.size() || path[at + 1] != &inner_of(statement).front() ||
      is_of_macro(statement))
    return false;
  const Node& condition = plain(*path[at + 1]);
  const auto is_success = [](const Node& one) {
    const Node& name = plain(one);
    return name.contains("referencedDecl") && text_of(name.at("referencedDecl"), "name") == "cudaSuccess";
  };
  return is_binary(condition, "!=") && std::ranges::any_of(inner_of(condition), is_success);
}

/// Whether an expression beside a call may be evaluated ahead of it or behind it.
bool is_indifferent(const Node& node, const std::function<bool(const Node& call)>& is_read) {
  if (!node.is_object() || is_steady(node) || is_read(node)) return true;
  const std::string_view kind = kind_of(node);
  const bool holds = is_unseen(node) || is_wrapping(node) || kind == "VarDecl" || kind == "InitListExpr" ||
                     kind == "CXXFunctionalCastExpr" || prints(node);
  return holds && std::ranges::all_of(inner_of(node), [&](const Node& one) { return is_indifferent(one, is_read); });
}

}  // namespace

bool is_cast(const Node& node) {
  static constexpr std::string_view kCasts[] = {"ImplicitCastExpr", "ParenExpr", "CStyleCastExpr",
                                                "CXXReinterpretCastExpr", "CXXStaticCastExpr"};
  return std::ranges::find(kCasts, kind_of(node)) != std::end(kCasts);
}

bool passes_on(const Node& node) { return is_cast(node) || is_wrapping(node); }

bool holds_others(const Node& node) {
  static constexpr std::string_view kHolders[] = {
      "IfStmt",   "ForStmt",    "WhileStmt", "DoStmt",         "SwitchStmt", "CXXForRangeStmt", "CXXTryStmt",
      "DeclStmt", "ReturnStmt", "LabelStmt", "AttributedStmt", "CaseStmt",   "DefaultStmt"};
  return std::ranges::find(kHolders, kind_of(node)) != std::end(kHolders);
}

bool is_wrapping(const Node& node) {
  static constexpr std::string_view kWrapping[] = {"MaterializeTemporaryExpr", "CXXBindTemporaryExpr",
                                                   "ExprWithCleanups"};
  return std::ranges::find(kWrapping, kind_of(node)) != std::end(kWrapping) ||
         (kind_of(node) == "CXXConstructExpr" && inner_of(node).size() == 1);
}

bool is_done_alone(const Path& path, std::size_t from, std::size_t depth,
                   const std::function<bool(const Node& call)>& is_read) {
  for (std::size_t at = from; at < depth; ++at) {
    const bool alone = std::ranges::all_of(
        inner_of(*path[at]), [&](const Node& one) { return &one == path[at + 1] || is_indifferent(one, is_read); });
    if (!alone) return false;
  }
  return true;
}

ArrayCall array_call(const HostFunction& host, const std::string& function, const Node& call, const Node& pointer,
                     const Path& path, std::size_t depth) {
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
  if (!span || span->file != host.file) return found;
  found.span = *span;
  std::size_t list = depth;
  while (list > 0 && !(kind_of(*path[list]) == "CompoundStmt" && written_token(path[list]->at("range").at("begin"))))
    --list;
  if (list == 0 || list + 1 >= path.size()) return found;
  const Node& statement = *path[list + 1];
  const auto begin = token_or_macro(statement.at("range").at("begin"));
  if (!begin || begin->file != host.file || begin->offset > span->begin) return found;
  std::size_t end = span->end;
  while (end < host.text.size() && std::string_view(") \t\n").find(host.text[end]) != std::string_view::npos) ++end;
  const bool ends = end < host.text.size() && host.text[end] == ';';
  found.list = path[list];
  found.statement = {.file = host.file, .begin = begin->offset, .end = ends ? end + 1 : span->end};
  found.indent = StatementPlace(statement, host.text).indent();
  const bool is_macro = !written_token(statement.at("range").at("begin"));
  const auto reads = [](const Node&) { return false; };
  if (is_checked(path, list + 1) && is_done_alone(path, list + 2, depth, reads)) {
    const auto last = StatementPlace(statement, host.text).end();
    if (last) found.statement.end = *last;
    found.is_statement = last.has_value();
    return found;
  }
  found.is_statement =
      ends && (is_macro ? is_call_head(std::string_view(host.text).substr(begin->offset, span->begin - begin->offset))
                        : !holds_others(statement) && is_done_alone(path, list + 1, depth, reads));
  return found;
}

}  // namespace warpglass::rewrite
