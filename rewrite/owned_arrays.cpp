#include "rewrite/owned_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "rewrite/array_bytes.hpp"
#include "rewrite/array_calls.hpp"
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
    array.refuse("a macro writes its declaration");
  }
  const Node& arguments = inner_of(*construct);
  found.number.of_elements = true;
  if (kind_of(*construct) != "CXXConstructExpr" || array.owner->number >= arguments.size()) {
    array.refuse(fmt::format("line {} does not say how many elements it has", found.line));
    return found;
  }
  const Node& number = arguments.at(array.owner->number);
  if (is_of_whole_numbers(number)) {
    found.number.expression = &number;
    if (!keeps(host_function, number, *array.declaration))
      array.refuse(fmt::format("line {} makes it of a number that changes later", found.line));
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
    array.refuse(fmt::format("line {} makes it of what is not seen to be a vector of a known size", found.line));
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
