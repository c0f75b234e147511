// The size follows from the members, laid out as C++ does it on this platform. Whatever could make it another (a base,
// virtual functions, bit fields, attributes, members whose own size is not seen) is an obstacle rather than a guess.
#include "rewrite/type_extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace warpglass::rewrite {
namespace {

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

std::optional<Extent> vector_extent(std::string_view type) {
  if (type.size() < 2 || type.back() < '1' || type.back() > '4') return std::nullopt;
  const auto* const found = std::ranges::find(kVectorElements, type.substr(0, type.size() - 1), &Scalar::type);
  if (found == std::end(kVectorElements)) return std::nullopt;
  const std::uint64_t count = static_cast<std::uint64_t>(type.back() - '0');
  const std::uint64_t bytes = found->bytes * count;
  return Extent{.bytes = bytes, .alignment = count == 3 ? found->bytes : std::min(bytes, std::uint64_t{16})};
}

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }

bool is_attribute(const Node& node) { return kind_of(node).ends_with("Attr"); }

}  // namespace

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

bool defines_structure(const Node& node) {
  return kind_of(node) == "CXXRecordDecl" && text_of(node, "tagUsed") != "union" &&
         node.value("completeDefinition", false) && node.contains("definitionData");
}

const Node* structure_named(const std::vector<Node>& trees, const std::string& name) {
  const Node* found = nullptr;
  bool twice = false;
  Path path;
  for (const Node& tree : trees) {
    walk(tree, path, [&](const Node& node, const Path&) {
      if (!defines_structure(node) || text_of(node, "name") != name) return;
      twice = twice || (found != nullptr && found->at("loc") != node.at("loc"));
      found = &node;
    });
  }
  return twice ? nullptr : found;
}

StructureName structure_called(const std::vector<Node>& trees, const std::string& name) {
  StructureName found;
  std::set<std::string> ids;
  Path path;
  const auto each = [&](const auto& visit) {
    for (const Node& tree : trees) walk(tree, path, visit);
  };
  each([&](const Node& node, const Path&) {
    const bool names = kind_of(node) == "TypedefDecl" || kind_of(node) == "TypeAliasDecl";
    if (!names || text_of(node, "name") != name) return;
    const Node* type = inner_of(node).empty() ? nullptr : &inner_of(node).front();
    while (type != nullptr && !type->contains("decl"))
      type = inner_of(*type).empty() ? nullptr : &inner_of(*type).front();
    if (type == nullptr) return;
    ids.insert(text_of(type->at("decl"), "id"));
    found.name = text_of(type->at("decl"), "name");
  });
  if (ids.size() != 1) return {};
  each([&](const Node& node, const Path&) {
    if (defines_structure(node) && text_of(node, "id") == *ids.begin()) found.record = &node;
  });
  return found;
}

std::string last_part(const std::string& name) {
  const std::size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

}  // namespace warpglass::rewrite
