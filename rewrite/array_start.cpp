// Where an array begins in what is allocated: all that is handed on is the pointer, so that it alone has to move.
#include <fmt/format.h>

#include "rewrite/array_bytes.hpp"
#include "rewrite/relayout.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {

Relayout with_lead(const HostFunction& host, const DeviceArray& array, std::uint32_t elements) {
  Relayout found{.arrays = {array.name}, .obstacle = array.obstacle};
  for (const ArrayArgument& argument : array.arguments) found.kernels.insert(argument.kernel);
  if (!array.links.empty() && found.obstacle.empty())
    found.obstacle = fmt::format("line {} gives its place to another pointer", array.links.front().call.line);
  if (!found.obstacle.empty()) return found;
  const ArrayCall& allocation = *array.allocation;
  found.where = allocation.where;
  const auto refuse = [&](std::string why) {
    found.edits.clear();
    found.obstacle = std::move(why);
    return found;
  };
  if (array.owner) return refuse("its class decides where it begins");
  if (array.is_several) return refuse("it is one of several pointers, which would have to lead to a later place alike");
  if (!allocation.is_statement || allocation.list != array.declared_in)
    return refuse(fmt::format("line {} does not allocate it in a statement of its own, {}", allocation.line,
                              array.is_field ? "in its class's constructor" : "beside its declaration"));
  const auto bytes = text_of_expression(allocation.argument(1), host.text);
  const auto span = span_in(host, allocation.argument(1));
  if (!bytes || !span) return refuse("a macro writes a part of its allocation");
  found.edits.push_back({.span = {.file = host.file, .begin = span->end, .end = span->end},
                         .text = fmt::format(" + {} * sizeof(*{})", elements, array.name)});
  found.edits.push_back(
      {.span = {.file = host.file, .begin = allocation.statement.end, .end = allocation.statement.end},
       .text = fmt::format("\n{}{} += {};", allocation.indent, array.name, elements),
       .watched = tell_relaid(
           *bytes,
           {{.address = array.name, .offset = "0", .width = *bytes, .pitch = *bytes, .stride = *bytes, .rows = "1"}})});
  for (const ArrayCall& free : array.frees) {
    const auto name = written_span_of(*free.pointer, host.file);
    if (!name) return refuse("a macro writes a part of what frees it");
    found.edits.push_back(
        {.span = {.file = host.file, .begin = name->end, .end = name->end}, .text = fmt::format(" - {}", elements)});
  }
  return found;
}

}  // namespace warpglass::rewrite
