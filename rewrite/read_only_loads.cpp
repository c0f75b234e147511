// A load is what clang converts from a place to its value; of vectors it is a copy that is constructed. What `+=`
// changes is no load of that kind and stays.
#include "rewrite/read_only_loads.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "rewrite/element_index.hpp"
#include "rewrite/kernels.hpp"
#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

/// What __ldg() takes (CUDA C++ Programming Guide, Read-Only Data Cache Load Function).
constexpr std::string_view kReadOnlyScalars[] = {
    "char",          "signed char", "unsigned char",      "short", "unsigned short", "int", "unsigned int", "long",
    "unsigned long", "long long",   "unsigned long long", "float", "double"};
constexpr std::string_view kVectors[] = {"char2",   "char4",   "uchar2",  "uchar4",    "short2",    "short4",
                                         "ushort2", "ushort4", "int2",    "int4",      "uint2",     "uint4",
                                         "float2",  "float4",  "double2", "longlong2", "ulonglong2"};

bool is_loaded_by_ldg(std::string_view type) {
  while (type.starts_with("const ")) type.remove_prefix(6);
  if (type.starts_with("struct ")) type.remove_prefix(7);
  return std::ranges::find(kReadOnlyScalars, type) != std::end(kReadOnlyScalars) ||
         std::ranges::find(kVectors, type) != std::end(kVectors);
}

/// Without parentheses and conversions that change nothing: the element of a pointer, or a member of one.
const Node* element_of(const Node& node) {
  const std::string_view kind = kind_of(node);
  const bool is_conversion = kind == "ImplicitCastExpr" && text_of(node, "castKind") == "NoOp";
  if (kind == "ParenExpr" || is_conversion) return element_of(inner_of(node).front());
  if (kind == "MemberExpr") {
    const Node& whole = inner_of(node).front();
    // `p->x` has the pointer itself.
    if (node.value("isArrow", false)) return type_of(whole).find('*') == std::string::npos ? nullptr : &node;
    return element_of(whole) == nullptr ? nullptr : &node;
  }
  if (kind == "UnaryOperator" && text_of(node, "opcode") == "*") return &node;
  if (kind != "ArraySubscriptExpr") return nullptr;
  // An array of the function's own is none that another path leads to.
  const Node& base = inner_of(node).front();
  const bool is_array = kind_of(base) == "ImplicitCastExpr" && text_of(base, "castKind") == "ArrayToPointerDecay";
  if (!is_array) return &node;
  const Node* const row = element_of(inner_of(base).front());
  return row == nullptr ? nullptr : &node;
}

/// Pointers that an expression is made of, without what stands in brackets or is called with.
void find_pointers(const Node& node, std::set<std::string>& to) {
  if (!node.is_object() || kind_of(node) == "CallExpr") return;
  if (kind_of(node) == "DeclRefExpr") {
    if (type_of(node).find('*') != std::string::npos) to.insert(variable_of(node));
    return;
  }
  const Node& inner = inner_of(node);
  const std::size_t parts = kind_of(node) == "ArraySubscriptExpr" ? 1 : inner.size();
  for (std::size_t i = 0; i < std::min(parts, inner.size()); ++i) find_pointers(inner[i], to);
}

std::optional<ReadOnlyLoad> load_of(const Node& element) {
  const auto begin = token_or_macro(element.at("range").at("begin"));
  const auto end = token_or_macro(element.at("range").at("end"));
  if (!begin || !end) return std::nullopt;
  ReadOnlyLoad load{.where = {.file = begin->file,
                              .line = static_cast<std::uint32_t>(begin->line),
                              .column = static_cast<std::uint32_t>(begin->column)},
                    .last_column = static_cast<std::uint32_t>(end->column),
                    .last_line = static_cast<std::uint32_t>(end->line),
                    .length = end->end() - std::min(end->end(), begin->offset),
                    .pointer = "",
                    .obstacle = ""};
  std::set<std::string> pointers;
  find_pointers(element, pointers);
  if (pointers.size() == 1) load.pointer = *pointers.begin();
  const std::optional<Span> span = written_span(element);
  if (!is_loaded_by_ldg(type_of(element))) {
    load.obstacle = "__ldg() takes no " + type_of(element);
  } else if (!span || is_of_macro(element)) {  // which may put it among other words
    load.obstacle = "a macro writes a part of it";
  } else {
    load.edits = {{.span = {.file = span->file, .begin = span->begin, .end = span->begin}, .text = "__ldg(&"},
                  {.span = {.file = span->file, .begin = span->end, .end = span->end}, .text = ")"}};
  }
  return load;
}

void find_loads(const Node& node, std::vector<ReadOnlyLoad>& to) {
  if (!node.is_object() || kind_of(node) == "PseudoObjectExpr") return;
  const std::string_view kind = kind_of(node);
  const Node& inner = inner_of(node);
  const bool loads = (kind == "ImplicitCastExpr" && text_of(node, "castKind") == "LValueToRValue") ||
                     (kind == "CXXConstructExpr" && inner.size() == 1);
  if (loads) {
    if (const Node* const element = element_of(inner.front())) {
      if (std::optional<ReadOnlyLoad> load = load_of(*element)) to.push_back(std::move(*load));
    }
  }
  for (const Node& one : inner) find_loads(one, to);
}

}  // namespace

std::vector<ReadOnlyLoad> read_only_loads(const std::vector<Node>& trees) {
  return found_in_kernels<ReadOnlyLoad>(trees, [](const Node& kernel) {
    std::vector<ReadOnlyLoad> loads;
    find_loads(kernel, loads);
    return loads;
  });
}

}  // namespace warpglass::rewrite
