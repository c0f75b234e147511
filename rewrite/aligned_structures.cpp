// The size follows from the members, laid out as C++ does it on this platform. Whatever could make it another (a base,
// virtual functions, bit fields, attributes, members whose own size is not seen) is an obstacle rather than a guess.
#include "rewrite/aligned_structures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace warpglass::rewrite {
namespace {

constexpr std::array<std::uint32_t, 2> kAlignments = {16, 8};  // of a thread's widest accesses

struct Extent {
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
};

struct Scalar {
  std::string_view type;
  std::uint64_t bytes;
};
constexpr Scalar kScalars[] = {
    {"bool", 1},  {"char", 1},           {"signed char", 1}, {"unsigned char", 1},
    {"short", 2}, {"unsigned short", 2}, {"int", 4},         {"unsigned int", 4},
    {"long", 8},  {"unsigned long", 8},  {"long long", 8},   {"unsigned long long", 8},
    {"float", 4}, {"double", 8},
};

/// Vectors are aligned to their size, but for those of three, which are aligned as their elements
/// (CUDA Programming Guide, "Built-in Vector Types").
constexpr Scalar kVectorElements[] = {
    {"char", 1}, {"uchar", 1}, {"short", 2},    {"ushort", 2},    {"int", 4},   {"uint", 4},
    {"long", 8}, {"ulong", 8}, {"longlong", 8}, {"ulonglong", 8}, {"float", 4}, {"double", 8},
};

std::string_view without_qualifiers(std::string_view type) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view word : {"const ", "volatile ", "struct "}) {
      if (!type.starts_with(word)) continue;
      type.remove_prefix(word.size());
      again = true;
    }
  }
  return type;
}

std::optional<Extent> vector_extent(std::string_view type) {
  if (type.size() < 2 || type.back() < '1' || type.back() > '4') return std::nullopt;
  const auto* const found = std::ranges::find(kVectorElements, type.substr(0, type.size() - 1), &Scalar::type);
  if (found == std::end(kVectorElements)) return std::nullopt;
  const std::uint64_t count = static_cast<std::uint64_t>(type.back() - '0');
  const std::uint64_t bytes = found->bytes * count;
  return Extent{.bytes = bytes, .alignment = count == 3 ? found->bytes : std::min(bytes, std::uint64_t{16})};
}

/// Of a type as clang writes it: "float", "const int *", "float[3][2]".
std::optional<Extent> extent_of(std::string_view type) {
  std::uint64_t count = 1;
  while (type.ends_with(']')) {
    const std::size_t open = type.rfind('[');
    std::uint64_t one = 0;
    if (std::from_chars(type.data() + open + 1, type.data() + type.size() - 1, one).ec != std::errc{})
      return std::nullopt;
    count *= one;
    type = type.substr(0, open);
  }
  while (type.ends_with(' ')) type.remove_suffix(1);
  if (type.ends_with('*')) return Extent{.bytes = 8 * count, .alignment = 8};
  type = without_qualifiers(type);
  std::optional<Extent> extent = vector_extent(type);
  if (const auto* const scalar = std::ranges::find(kScalars, type, &Scalar::type); scalar != std::end(kScalars))
    extent = Extent{.bytes = scalar->bytes, .alignment = scalar->bytes};
  if (!extent) return std::nullopt;
  return Extent{.bytes = extent->bytes * count, .alignment = extent->alignment};
}

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }

bool is_attribute(const Node& node) { return kind_of(node).ends_with("Attr"); }

/// \param obstacle  why it is not known
std::optional<Extent> extent_of_record(const Node& record, std::string& obstacle) {
  const Node& definition = record.at("definitionData");
  if (record.contains("bases") || definition.value("isPolymorphic", false)) {
    obstacle = "it has a base or virtual functions";
    return std::nullopt;
  }
  Extent whole;
  for (const Node& member : inner_of(record)) {
    if (is_attribute(member)) {
      obstacle = "its declaration says how it is aligned or packed";
      return std::nullopt;
    }
    if (kind_of(member) != "FieldDecl") continue;
    const bool is_plain = !member.value("isBitfield", false) && std::ranges::none_of(inner_of(member), is_attribute);
    const std::optional<Extent> extent = is_plain ? extent_of(type_of(member)) : std::nullopt;
    if (!extent) {
      obstacle = fmt::format("the size of its member {} is not seen", text_of(member, "name"));
      return std::nullopt;
    }
    whole.bytes = rounded_up(whole.bytes, extent->alignment) + extent->bytes;
    whole.alignment = std::max(whole.alignment, extent->alignment);
  }
  whole.bytes = rounded_up(whole.bytes, whole.alignment);
  return whole;
}

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

/// "Particle" of "physics::Particle".
std::string last_part(const std::string& name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

void find_structures(const Node& node, const std::string& name, bool in_template, std::uint32_t begins_at,
                     std::vector<AlignedStructure>& to) {
  if (!node.is_object()) return;
  const bool is_record = kind_of(node) == "CXXRecordDecl" && text_of(node, "tagUsed") != "union" &&
                         node.value("completeDefinition", false) && node.contains("definitionData");
  if (is_record && text_of(node, "name") == name) {
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
