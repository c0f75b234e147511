#include "rewrite/wide_edits.hpp"

#include <fmt/format.h>

#include <optional>

#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

/// The index of the first element, as it is written.
std::optional<std::string> index_text(const Element& first, bool in_loop, const std::string& text) {
  if (in_loop && first.index.rest == nullptr) return "0";
  const auto span = written_span(in_loop ? *first.index.rest : first.subscript->at("inner").at(1));
  if (!span || span->end > text.size()) return std::nullopt;
  return std::string(span->of(text));
}

}  // namespace

std::vector<Edit> WideEdits::of(const VectorElements& vector) {
  const auto token = written_token(vector.first->at("range").at("begin"));
  const std::string text = token ? text_(token->file).value_or("") : "";
  if (!token || token->offset > text.size()) return {};
  const StatementPlace first(*vector.first, text);
  const bool in_loop = !vector.counter.empty();
  const auto index = index_text(vector.elements.front(), in_loop, text);
  if (!index) return {};
  const std::string name = fresh_name(vector.pointer + vector.type.back(), text);
  std::vector<Edit> edits;
  for (const Element& one : vector.elements) {
    const auto span = written_span(*one.subscript);
    if (!span || span->file != token->file || span->begin < token->offset) return {};
    const std::uint64_t number = one.index.constant - vector.elements.front().index.constant;
    edits.push_back({.span = *span,
                     .text = in_loop ? fmt::format("(&{}.x)[{}]", name, vector.counter)
                                     : fmt::format("{}.{}", name, "xyzw"[number])});
  }
  if (!vector.stores) {
    edits.push_back(first.put_ahead(fmt::format("const {0} {1} = *reinterpret_cast<const {0}*>(&{2}[{3}]);",
                                                vector.type, name, vector.pointer, *index)));
    return edits;
  }
  const auto behind = StatementPlace(*vector.last, text)
                          .put_behind(fmt::format("*reinterpret_cast<{0}*>(&{1}[{2}]) = {3};", vector.type,
                                                  vector.pointer, *index, name),
                                      first.indent());
  if (!behind) return {};
  edits.push_back(first.put_ahead(fmt::format("{} {};", vector.type, name)));
  edits.push_back(*behind);
  return edits;
}

/// A name that the file does not have yet.
std::string WideEdits::fresh_name(std::string name, const std::string& text) {
  while (text.find(name) != std::string::npos || names_.contains(name)) name += '_';
  names_.insert(name);
  return name;
}

}  // namespace warpglass::rewrite
