#include "rewrite/host_vectors.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

#include "rewrite/element_index.hpp"
#include "rewrite/function_variables.hpp"
#include "rewrite/memory_classes.hpp"

namespace warpglass::rewrite {
namespace {

/// Whether a use of a vector leaves it as long as it was.
bool leaves_length(const Node& name, const Path& around) {
  if (around.empty()) return false;
  std::size_t at = around.size();
  while (at > 0 && (kind_of(*around[at - 1]) == "ImplicitCastExpr" || kind_of(*around[at - 1]) == "ParenExpr")) {
    if (is_constant(*around[at - 1])) return true;
    --at;
  }
  if (at == 0) return false;
  const Node& taker = *around[at - 1];
  if (kind_of(taker) == "MemberExpr") {
    static constexpr std::string_view kLooks[] = {"data", "size",  "begin", "end",  "cbegin",
                                                  "cend", "empty", "front", "back", "at"};
    return std::ranges::find(kLooks, text_of(taker, "name")) != std::end(kLooks);
  }
  if (kind_of(taker) == "VarDecl") return text_of(taker, "name").starts_with("__range");
  if (kind_of(taker) != "CXXOperatorCallExpr") return false;
  if (called_by(taker) == "operator[]") return true;
  // `h = d`, of as many: what it is taken for is checked there.
  const Node* const other =
      called_by(taker) == "operator=" && inner_of(taker).size() == 3 ? &inner_of(taker).at(2) : nullptr;
  return other != nullptr && variable_of(name) == variable_of(inner_of(taker).at(1)) &&
         class_of(type_of(plain(*other))) == "device_vector";
}

}  // namespace

bool is_host_vector(const std::string& type) {
  const std::string name = class_of(type);
  return name == "vector" || name == "host_vector";
}

bool is_of_whole_numbers(const Node& node) {
  static constexpr std::string_view kWords[] = {"const", "int", "long", "short", "signed", "unsigned"};
  std::istringstream type(type_of(plain(node)));
  bool is_one = false;
  for (std::string word; type >> word;) {
    if (std::ranges::find(kWords, word) == std::end(kWords)) return false;
    is_one = is_one || word != "const";
  }
  return is_one;
}

std::optional<VectorLength> length_of_vector(const Node& function, const Node& vector, const Node* behind) {
  const std::string id = text_of(vector, "id");
  const auto place = behind == nullptr ? std::nullopt : token_or_macro(behind->at("loc"));
  bool is_changed = false;
  bool is_changed_before = false;
  Path path;
  walk(function, path, [&](const Node& node, const Path& around) {
    if (kind_of(node) != "DeclRefExpr" || variable_of(node) != id || leaves_length(node, around)) return;
    const auto own = token_or_macro(node.at("range").at("begin"));
    const bool is_before = own && place && own->offset < place->offset;
    (is_before ? is_changed_before : is_changed) = true;
  });
  if (is_changed) return std::nullopt;
  const Node* const initialiser = initialiser_of(vector);
  const Node* const made = initialiser == nullptr ? nullptr : &plain(*initialiser);
  const bool is_made = made != nullptr && kind_of(*made) == "CXXConstructExpr" && !inner_of(*made).empty();
  const Node* const number = is_made ? &inner_of(*made).front() : nullptr;
  if (number != nullptr && is_of_whole_numbers(*number) && !is_changed_before) return VectorLength{.made_with = number};
  return VectorLength{};
}

bool keeps(const HostFunction& host, const Node& number, const Node& declaration) {
  const auto place = token_or_macro(declaration.at("loc"));
  bool does = place.has_value();
  Path path;
  walk(number, path, [&](const Node& node, const Path& around) {
    if (!does || kind_of(node) != "DeclRefExpr" || variable_of(node).empty()) return;
    const Node* const local = host.variables.find(variable_of(node));
    const auto taker = std::find_if(around.rbegin(), around.rend(),
                                    [](const Node* one) { return kind_of(*one) != "ImplicitCastExpr"; });
    const bool is_length = local != nullptr && taker != around.rend() && text_of(**taker, "name") == "size" &&
                           is_host_vector(text_of(local->at("type"), "qualType"));
    does = is_length ? length_of_vector(*host.function, *local, &declaration).has_value()
                     : host.variables.stays_behind(variable_of(node), place->offset);
  });
  return does;
}

}  // namespace warpglass::rewrite
