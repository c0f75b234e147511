#include "rewrite/owned_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/host_vectors.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

/// Without conversions, and what classes put around it.
const Node& unwrapped(const Node& node) {
  const Node& inside = plain(node);
  const bool goes_on = is_wrapping(inside) && !inner_of(inside).empty();
  return goes_on ? unwrapped(inner_of(inside).front()) : inside;
}

/// The variable whose function of this name is called, as `h.begin()`; nullptr: it is no such call.
const Node* variable_asked(const Node& node, std::string_view function) {
  const Node& call = unwrapped(node);
  if (kind_of(call) != "CXXMemberCallExpr" || inner_of(call).size() != 1) return nullptr;
  const Node& member = inner_of(call).front();
  if (text_of(member, "name") != function || inner_of(member).empty()) return nullptr;
  const Node& object = plain(inner_of(member).front());
  return variable_of(object).empty() ? nullptr : &object;
}

bool is_default(const Node& argument) { return kind_of(argument) == "CXXDefaultArgExpr"; }

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

void refuse_array(DeviceArray& array, std::string why) {
  if (array.obstacle.empty()) array.obstacle = std::move(why);
}

/// A copy of as much as a vector of the host holds. \return  whether that is known
bool take_vector(const HostFunction& host, const DeviceArray& array, ArrayCall& call, const Node& name) {
  const Node* const vector = host.variables.find(variable_of(name));
  if (vector == nullptr || !is_host_vector(*vector) || element_named_by(*vector) != array.element) return false;
  const auto length = length_of_vector(*host.function, *vector, array.declaration);
  if (!length) return false;
  const bool keeps_number = length->made_with != nullptr && keeps(host, *length->made_with, *vector);
  call.number = {.expression = keeps_number ? length->made_with : nullptr,
                 .text = keeps_number ? "" : text_of(*vector, "name") + ".size()",
                 .of_elements = true};
  call.on_host = &name;
  call.host_pointer = ".data()";
  return true;
}

}  // namespace

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

ArrayCall owned_allocation(const HostFunction& host_function, DeviceArray& array, const Node& statement,
                           const Node& made) {
  ArrayCall found;
  found.function = class_named_by(*array.declaration);
  const Node* construct = &plain(made);  // of a `= h` there may be one around it that copies
  const auto makes = [&](const Node& inside) {
    return kind_of(inside) == "CXXConstructExpr" && class_named_by(inside) == found.function;
  };
  while (is_wrapping(*construct) && !inner_of(*construct).empty()) {
    const Node& inside = plain(inner_of(*construct).front());
    if (makes(*construct) && !makes(inside) && !is_wrapping(inside)) break;
    if (makes(*construct) && kind_of(inside) == "CXXConstructExpr" && !makes(inside)) break;
    construct = &inside;
  }
  found.call = construct;
  found.pointer = array.declaration;
  found.line = line_of(*array.declaration);
  found.list = array.declared_in;
  if (const auto token = token_or_macro(array.declaration->at("loc")))
    found.where = {.file = token->file,
                   .line = static_cast<std::uint32_t>(token->line),
                   .column = static_cast<std::uint32_t>(token->column)};
  const StatementPlace place(statement, host_function.text);
  const auto written = written_span(statement);
  if (written && written->file == host_function.file && place.end()) {
    found.statement = {.file = host_function.file, .begin = written->begin, .end = *place.end()};
    found.span = found.statement;
    found.indent = place.indent();
    found.is_statement = true;
  } else {
    refuse_array(array, "a macro writes its declaration");
  }
  const Node& arguments = inner_of(*construct);
  found.number.of_elements = true;
  if (kind_of(*construct) != "CXXConstructExpr" || array.owner->number >= arguments.size()) {
    refuse_array(array, fmt::format("line {} does not say how many elements it has", found.line));
    return found;
  }
  const Node& number = arguments.at(array.owner->number);
  if (is_of_whole_numbers(number)) {
    found.number.expression = &number;
    if (!keeps(host_function, number, *array.declaration))
      refuse_array(array, fmt::format("line {} makes it of a number that changes later", found.line));
    array.is_one_value = array.owner->is_of_thrust && arguments.size() > 1 && !is_default(arguments.at(1));
    return found;
  }
  // From what a vector of the host holds.
  const bool is_range = arguments.size() > 1 && !is_default(arguments.at(1));
  const Node* host = is_range ? variable_asked(number, "begin") : &unwrapped(number);
  const Node* const end = is_range ? variable_asked(arguments.at(1), "end") : host;
  const bool is_known = array.owner->from_vector && (array.owner->is_of_thrust || !is_range) && host != nullptr &&
                        end != nullptr && variable_of(*host) == variable_of(*end) &&
                        take_vector(host_function, array, found, *host);
  if (is_known) {
    found.head = array.owner->from_vector->head;
    found.tail = array.owner->from_vector->tail;
  }
  if (!is_known)
    refuse_array(array, fmt::format("line {} makes it of what is not seen to be a vector of a known size", found.line));
  return found;
}

bool read_owned_assignment(const HostFunction& host, DeviceArray& array, const Path& path, std::size_t depth) {
  const Node& taker = *path[depth];
  if (called_by(taker) != "operator=" || inner_of(taker).size() != 3) return false;
  const std::string id = text_of(*array.declaration, "id");
  const bool to_host = variable_of(inner_of(taker).at(2)) == id;
  const Node& other = plain(inner_of(taker).at(to_host ? 1 : 2));
  ArrayCall found = array_call(host, "cudaMemcpy", taker, *path.back(), path, depth);
  if (variable_of(other).empty() || !take_vector(host, array, found, other)) return false;
  // As many as the array has: it would have another length else.
  const ArrayNumber& own = array.allocation->number;
  const bool same = own.expression != nullptr && found.number.expression != nullptr
                        ? shape_of(*own.expression) == shape_of(*found.number.expression)
                        : own.text == found.number.text && own.expression == found.number.expression;
  if (!same) return false;
  found.tail = to_host ? ", cudaMemcpyDeviceToHost);" : ", cudaMemcpyHostToDevice);";
  (to_host ? array.to_host : array.to_device).push_back(std::move(found));
  return true;
}

bool read_owned_copy(const HostFunction& function, DeviceArray& array, const Path& path, std::size_t depth) {
  const std::size_t at =
      climbed(path, depth, [](const Node& node) { return is_wrapping(node) || kind_of(node) == "ImplicitCastExpr"; });
  if (at == 0 || kind_of(*path[at - 1]) != "CallExpr" || called_by(*path[at - 1]) != "copy") return false;
  const Node& call = *path[at - 1];
  if (inner_of(call).size() != 4) return false;
  const Node* const begin = variable_asked(inner_of(call).at(1), "begin");
  const Node* const end = variable_asked(inner_of(call).at(2), "end");
  const Node* const to = variable_asked(inner_of(call).at(3), "begin");
  if (begin == nullptr || end == nullptr || to == nullptr || variable_of(*begin) != variable_of(*end)) return false;
  const std::string id = text_of(*array.declaration, "id");
  const bool to_host = variable_of(*begin) == id;
  if (to_host && path.back() != begin) return true;  // its end: noted with its beginning
  ArrayCall found = array_call(function, "cudaMemcpy", call, *path.back(), path, at - 1);
  const Node& host = to_host ? *to : *begin;
  if (to_host) {
    const Node* const vector = function.variables.find(variable_of(host));
    if (vector == nullptr || !is_host_vector(*vector) || element_named_by(*vector) != array.element) return false;
    found.number = array.allocation->number;
    found.on_host = &host;
    found.host_pointer = ".data()";
  } else if (!take_vector(function, array, found, host)) {
    return false;
  }
  found.tail = to_host ? ", cudaMemcpyDeviceToHost);" : ", cudaMemcpyHostToDevice);";
  (to_host ? array.to_host : array.to_device).push_back(std::move(found));
  return true;
}

}  // namespace warpglass::rewrite
