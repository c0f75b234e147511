#include "rewrite/aligned_structures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "rewrite/type_extent.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::array<std::uint32_t, 2> kAlignments = {16, 8};  // of a thread's widest accesses

/// The widest alignment up to `most` that leaves the size as it is; 0: there is none that is wider than it has.
std::uint32_t alignment_for(const Extent& extent, std::uint32_t most) {
  const auto* const found = std::ranges::find_if(
      kAlignments, [&](std::uint32_t one) { return one <= most && extent.bytes % one == 0 && one > extent.alignment; });
  return extent.bytes == 0 || found == kAlignments.end() ? 0 : *found;
}

AlignedStructure structure_of(const Node& record, bool is_template, std::uint32_t begins_at) {
  AlignedStructure structure{.where = {}, .name = text_of(record, "name"), .edits = {}, .obstacle = {}};
  const auto token = token_or_macro(record.at("loc"));
  if (token)
    structure.where = {.file = token->file,
                       .line = static_cast<std::uint32_t>(token->line),
                       .column = static_cast<std::uint32_t>(token->column)};
  if (is_template) {
    structure.obstacle = "it is a template";
    return structure;
  }
  const std::optional<Extent> extent = extent_of_record(record, structure.obstacle);
  if (!extent) return structure;
  structure.bytes = extent->bytes;
  structure.alignment = alignment_for(*extent, begins_at);
  const auto name = written_token(record.at("loc"));
  if (structure.alignment == 0 && alignment_for(*extent, kAlignments.front()) != 0) {
    structure.obstacle = fmt::format("an array of such begins at a multiple of {} bytes and no more", begins_at);
  } else if (structure.alignment == 0) {
    structure.obstacle = extent->bytes % kAlignments.back() == 0
                             ? fmt::format("it is aligned to {} bytes as it is", extent->alignment)
                             : fmt::format(
                                   "its {} bytes are no multiple of {}: an array of such cannot be aligned to "
                                   "more without growing",
                                   extent->bytes, kAlignments.back());
  } else if (!name) {
    structure.obstacle = "a macro declares it";
  } else {
    structure.edits.push_back({.span = {.file = name->file, .begin = name->offset, .end = name->offset},
                               .text = fmt::format("alignas({}) ", structure.alignment)});
  }
  return structure;
}

void find_structures(const Node& node, const std::string& name, bool in_template, std::uint32_t begins_at,
                     std::vector<AlignedStructure>& to) {
  if (!node.is_object()) return;
  if (defines_structure(node) && text_of(node, "name") == name) {
    if (AlignedStructure one = structure_of(node, in_template, begins_at); std::ranges::find(to, one) == to.end())
      to.push_back(std::move(one));
  }
  const bool makes_more = in_template || kind_of(node) == "ClassTemplateDecl";
  for (const Node& one : inner_of(node)) find_structures(one, name, makes_more, begins_at, to);
}

/// The structure that a type leads to: "a::P" of "const a::P *", "Pair" of "Pair<float> &"; empty: it leads to none.
std::string structure_behind(std::string_view type) {
  const std::size_t end = type.find_first_of("*&");
  if (end == std::string_view::npos || type.find('(') < end) return "";
  type = without_qualifiers(type.substr(0, std::min(end, type.find('<'))));
  while (type.ends_with(' ')) type.remove_suffix(1);
  if (type.empty() || extent_of(type) || type == "void" || type.find(' ') != std::string_view::npos) return "";
  return std::string(type);
}

void collect(const Node& node, std::set<std::string>& to) {
  if (!node.is_object()) return;
  if (std::string name = structure_behind(type_of(node)); !name.empty()) to.insert(std::move(name));
  for (const Node& one : inner_of(node)) collect(one, to);
}

void collect_of_kernel(const Node& node, const std::string& mangled, std::set<std::string>& to) {
  if (!node.is_object()) return;
  if (kind_of(node) == "FunctionDecl" && text_of(node, "mangledName") == mangled) return collect(node, to);
  for (const Node& one : inner_of(node)) collect_of_kernel(one, mangled, to);
}

}  // namespace

std::set<std::string> structures_of(const std::vector<Node>& trees, const std::string& mangled_kernel) {
  std::set<std::string> names;
  for (const Node& tree : trees) collect_of_kernel(tree, mangled_kernel, names);
  return names;
}

std::vector<AlignedStructure> aligned_structures(const std::vector<Node>& trees, const std::string& name,
                                                 std::uint32_t begins_at) {
  std::vector<AlignedStructure> found;
  for (const Node& tree : trees) find_structures(tree, last_part(name), false, begins_at, found);
  return found;
}

}  // namespace warpglass::rewrite
