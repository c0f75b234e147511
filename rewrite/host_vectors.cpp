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
  if (is_constant(name)) return true;
  const std::size_t at = climbed(around, around.size(), is_unseen);
  if (std::any_of(around.begin() + static_cast<std::ptrdiff_t>(at), around.end(),
                  [](const Node* one) { return is_constant(*one); }))
    return true;
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
         class_named_by(plain(*other)) == kThrustVector;
}

/// Whether what a number is made of changes behind a place of the function.
class NumberReader {
 public:
  NumberReader(const HostFunction& host, const Node& declaration, std::size_t place)
      : host_(host), declaration_(declaration), place_(place) {}

  bool keeps(const Node& node) {
    if (!node.is_object()) return true;
    const std::string_view kind = kind_of(node);
    if (kind == "UnaryExprOrTypeTraitExpr") return true;
    if (kind == "CXXMemberCallExpr") return is_length(node);
    if (kind == "MemberExpr") return keeps_member(node);
    if (kind == "ArraySubscriptExpr" || (kind == "UnaryOperator" && text_of(node, "opcode") == "*")) return false;
    if (kind == "DeclRefExpr") return keeps_variable(node);
    Node alone = node;
    alone.erase("inner");
    return is_repeatable(alone) && std::ranges::all_of(inner_of(node), [&](const Node& one) { return keeps(one); });
  }

 private:
  /// `h.size()` of a vector that keeps its length.
  [[nodiscard]] bool is_length(const Node& call) const {
    const Node& member = inner_of(call).front();
    if (inner_of(call).size() != 1 || text_of(member, "name") != "size" || inner_of(member).empty()) return false;
    const Node* const vector = host_.variables.find(variable_of(inner_of(member).front()));
    return vector != nullptr && is_host_vector(*vector) &&
           length_of_vector(*host_.function, *vector, &declaration_).has_value();
  }

  [[nodiscard]] bool keeps_variable(const Node& name) const {
    const Node& declaration = name.at("referencedDecl");
    const std::string kind = text_of(declaration, "kind");
    if (kind == "EnumConstantDecl" || kind == "NonTypeTemplateParmDecl") return true;
    const bool is_own = kind == "ParmVarDecl" || host_.variables.find(variable_of(name)) != nullptr;
    // What a reference leads to, and a variable outside of the function, may change where this function does not show
    // it.
    if (!is_own) return kind == "VarDecl" && is_constant(declaration);
    return !type_of(declaration).ends_with('&') && host_.variables.stays_behind(variable_of(name), place_);
  }

  /// `size.w` of a variable of the function, or a member of the object itself.
  [[nodiscard]] bool keeps_member(const Node& member) {
    const std::string own = member_of_this(member);
    if (!own.empty()) return keeps_own(own);
    return !member.value("isArrow", false) && keeps(inner_of(member).front());
  }

  /// Nothing behind the place changes the object's member: no use of it does, no function of the object that may, and
  /// nobody else is told where the object lies.
  [[nodiscard]] bool keeps_own(const std::string& name) const {
    if (host_.kept) return host_.kept->names.contains(name);
    bool does = true;
    Path path;
    walk(*host_.function, path, [&](const Node& node, const Path& around) {
      if (kind_of(node) != "CXXThisExpr" || !does) return;
      const std::size_t at = climbed(around, around.size(), is_unseen);
      const Node* const member = at == 0 ? nullptr : around[at - 1];
      const auto where = token_or_macro(node.at("range").at("begin"));
      if (member == nullptr || kind_of(*member) != "MemberExpr") {
        does = false;
        return;
      }
      const auto token = where ? where : token_or_macro(member->at("range").at("begin"));
      if (token && token->offset <= place_) return;
      const bool is_function = text_of(member->at("type"), "qualType") == "<bound member function type>";
      const Node& object = inner_of(*member).front();
      if (is_function) does = type_of(object).starts_with("const ");
      if (is_function || text_of(*member, "name") != name) return;
      const Node* const reader = at < 2 ? nullptr : around[at - 2];
      does = is_constant(*member) || (reader != nullptr && kind_of(*reader) == "ImplicitCastExpr" &&
                                      (text_of(*reader, "castKind") == "LValueToRValue" || is_constant(*reader)));
    });
    return does;
  }

  const HostFunction& host_;
  const Node& declaration_;
  std::size_t place_;
};

}  // namespace

bool is_host_vector(const Node& variable) {
  const std::string name = class_named_by(variable);
  return name == "std::vector" || name == "thrust::host_vector";
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
  return place && NumberReader(host, declaration, place->offset).keeps(number);
}

}  // namespace warpglass::rewrite
