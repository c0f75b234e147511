#include "rewrite/shared_declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/shared_classes.hpp"

namespace warpglass::rewrite {
namespace {

/// Brackets of a piece of source: where each pair at the outermost level opens and closes. Comments, characters and
/// strings are passed over.
std::vector<std::pair<std::size_t, std::size_t>> bracket_pairs(std::string_view text, std::size_t begin,
                                                               std::size_t end) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t> open;
  for (std::size_t at = begin; at < end; ++at) {
    const std::string_view rest = text.substr(at, end - at);
    if (rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      at += std::min(rest.find("*/", 2), rest.size() - 1) + 1;
    } else if (rest[0] == '"' || rest[0] == '\'') {
      for (++at; at < end && text[at] != rest[0]; ++at) at += text[at] == '\\';
    } else if (rest[0] == '[') {
      open.push_back(at);
    } else if (rest[0] == ']') {
      if (open.empty()) return {};
      if (open.size() == 1) pairs.emplace_back(open.back(), at);
      open.pop_back();
    }
  }
  return open.empty() ? pairs : std::vector<std::pair<std::size_t, std::size_t>>{};
}

bool is_blank(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; });
}

/// The bracket that closes an index stands where the tree says; the one that opens it follows what is indexed.
std::optional<Span> index_span(const Node& subscript, std::string_view text) {
  const auto close = written_token(subscript.at("range").at("end"));
  const auto base = token_or_macro(subscript.at("inner").at(0).at("range").at("end"));
  if (!close || !base || close->file != base->file || base->end() >= close->offset) return std::nullopt;
  if (close->end() > text.size() || text[close->offset] != ']') return std::nullopt;
  const auto pairs = bracket_pairs(text, base->end(), close->end());
  if (pairs.size() != 1 || pairs.front().second != close->offset) return std::nullopt;
  if (!is_blank(text.substr(base->end(), pairs.front().first - base->end()))) return std::nullopt;
  return Span{.file = close->file, .begin = pairs.front().first + 1, .end = close->offset};
}

/// Without casts that nobody wrote.
const Node* as_written(const Node* node) {
  static const std::set<std::string_view> kUnwritten = {"ImplicitCastExpr", "ExprWithCleanups",
                                                        "MaterializeTemporaryExpr", "ConstantExpr",
                                                        "SubstNonTypeTemplateParmExpr"};
  while (kUnwritten.contains(kind_of(*node)) && node->contains("inner") && !node->at("inner").empty())
    node = &node->at("inner").back();
  return node;
}

bool is_simple(const Node& node) {
  static const std::set<std::string_view> kSimple = {"DeclRefExpr", "IntegerLiteral",     "PseudoObjectExpr",
                                                     "ParenExpr",   "ArraySubscriptExpr", "MemberExpr"};
  return kSimple.contains(kind_of(*as_written(&node)));
}

bool binds_as_sum(const Node& node) {
  if (is_simple(node)) return true;
  const Node& written = *as_written(&node);
  static const std::set<std::string> kClose = {"+", "-", "*", "/", "%"};
  return kind_of(written) == "BinaryOperator" && kClose.contains(text_of(written, "opcode"));
}

class DeclarationReader {
 public:
  explicit DeclarationReader(const FileText& text) : text_(text) {}

  void read(const Node& node) { read(node, true); }
  /// Of what is declared already.
  void read_uses(const Node& node) { read(node, false); }

  void read(const Node& node, bool declares) {
    if (node.is_object() && node.contains("kind")) {
      const std::string_view kind = kind_of(node);
      if (kind == "VarDecl" && declares) declare(node);
      if (kind == "DeclRefExpr" && node.contains("referencedDecl")) use(node, text_of(node.at("referencedDecl"), "id"));
      if (kind == "MemberExpr") use(node, text_of(node, "referencedMemberDecl"));
    }
    const auto inner = node.find("inner");
    if (inner == node.end()) return;
    above_.push_back(&node);
    for (const Node& one : *inner) read(one, declares);
    above_.pop_back();
  }

  /// Of a class with variables in shared memory, its array: these are what is laid out.
  void declare(const SharedClass& owner) {
    SharedDeclaration* const declaration = declared(*owner.field, owner.variable + '.' + text_of(*owner.field, "name"),
                                                    owner.element, owner.extents.size());
    if (declaration == nullptr) return;
    add_version(*declaration, owner.element, {.mangled = owner.mangled, .extents = owner.extents});
    if (declaration->not_padded.empty()) declaration->not_padded = owner.obstacle;
    if (declaration->not_swizzled.empty())
      declaration->not_swizzled = owner.obstacle.empty() ? owner.not_swizzled : owner.obstacle;
  }

  std::vector<SharedDeclaration> take() {
    for (SharedDeclaration& declaration : declarations_) {
      if (declaration.not_swizzled.empty() && is_its_own_index(declaration))
        declaration.not_swizzled = "its elements are used as indices of each other";
      if (declaration.is_flat() && declaration.not_padded.empty()) declaration.not_padded = declaration.not_swizzled;
    }
    return std::move(declarations_);
  }

 private:
  static bool is_its_own_index(const SharedDeclaration& declaration) {
    const auto holds = [](const Span& outer, const Span& inner) {
      return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
    };
    return std::ranges::any_of(declaration.uses, [&](const ElementUse& outer) {
      return std::ranges::any_of(declaration.uses, [&](const ElementUse& inner) {
        return outer != inner && (holds(outer.row, inner.column) || holds(outer.column, inner.column));
      });
    });
  }

  void declare(const Node& node) {
    const std::string mangled = text_of(node, "mangledName");
    if (mangled.empty() || !node.contains("inner")) return;  // of a template that nobody has given arguments
    const bool shared =
        std::ranges::any_of(node.at("inner"), [](const Node& one) { return kind_of(one) == "CUDASharedAttr"; });
    std::string element = type_of(node);
    const std::vector<std::uint64_t> extents = extents_of(element);
    if (!shared || extents.empty() || text_of(node, "storageClass") == "extern") return;
    SharedDeclaration* const declaration = declared(node, text_of(node, "name"), element, extents.size());
    if (declaration != nullptr) add_version(*declaration, element, {.mangled = mangled, .extents = extents});
  }

  /// By the place of its name; nullptr: it has none.
  SharedDeclaration* declared(const Node& node, const std::string& called, const std::string& element,
                              std::size_t dimensions) {
    const auto name = token_or_macro(node.at("loc"));
    if (!name) return nullptr;
    const auto [place, fresh] = by_place_.try_emplace({name->file, name->offset}, declarations_.size());
    if (fresh) {
      SharedDeclaration& made = declarations_.emplace_back();
      made.name = called;
      made.element = element;
      made.where = {.file = name->file,
                    .line = static_cast<std::uint32_t>(name->line),
                    .column = static_cast<std::uint32_t>(name->column)};
      find_extent(node, made, dimensions);
    }
    by_id_[text_of(node, "id")] = place->second;
    return &declarations_[place->second];
  }

  static void add_version(SharedDeclaration& declaration, const std::string& element,
                          const SharedDeclaration::Version& version) {
    if (declaration.element != element) declaration.element = "T";
    if (std::ranges::find(declaration.versions, version) == declaration.versions.end())
      declaration.versions.push_back(version);
  }

  void find_extent(const Node& node, SharedDeclaration& declaration, std::size_t dimensions) {
    const auto name = written_token(node.at("loc"));
    const auto end = written_token(node.at("range").at("end"));
    if (!name || !end || name->file != end->file) {
      declaration.not_padded = "it is declared by a macro";
    } else {
      const std::string& text = text_of_file(name->file);
      const auto pairs = bracket_pairs(text, std::min(name->end(), text.size()), std::min(end->end(), text.size()));
      if (pairs.size() != dimensions) {
        declaration.not_padded = "its rows are a type of their own";
      } else {
        declaration.declarator = {.file = name->file, .begin = name->offset, .end = pairs.back().second + 1};
        const auto between = [&](const std::pair<std::size_t, std::size_t>& brackets) {
          return Span{.file = name->file, .begin = brackets.first + 1, .end = brackets.second};
        };
        declaration.last_extent = between(pairs.back());
        if (pairs.size() == 2) declaration.row_extent = between(pairs.front());
        if (pairs.size() > 2) declaration.plane_extent = between(pairs[pairs.size() - 2]);
      }
    }
  }

  /// \param id  of what the node names
  void use(const Node& node, const std::string& id) {
    const auto known = by_id_.find(id);
    if (known == by_id_.end()) return;
    SharedDeclaration& declaration = declarations_[known->second];
    const std::size_t dimensions = declaration.versions.front().extents.size();
    // Out from the name: a subscript for each dimension, with casts and parentheses between.
    std::vector<const Node*> subscripts;
    const Node* inside = &node;
    std::size_t level = above_.size();
    for (; level > 0 && subscripts.size() < dimensions; --level) {
      const Node& around = *above_[level - 1];
      if (kind_of(around) == "ArraySubscriptExpr" && &around.at("inner").at(0) == inside) {
        subscripts.push_back(&around);
      } else if (!is_unseen(around)) {
        break;
      }
      inside = &around;
    }
    const auto token = token_or_macro(node.at("range").at("begin"));
    const std::string place = token ? fmt::format(" (line {})", token->line) : "";
    const auto refuse = [&](const std::string& why) {
      if (declaration.not_swizzled.empty()) declaration.not_swizzled = why + place;
      if (declaration.is_flat() && declaration.not_padded.empty()) declaration.not_padded = why + place;
    };
    if (kind_around(level) == "UnaryExprOrTypeTraitExpr") return;  // sizeof
    if (subscripts.size() < dimensions) return refuse("it is used other than by element");
    if (is_indexed(level, inside)) {
      declaration.not_padded = "its rows are a type of their own";
      return refuse(declaration.not_padded);
    }
    if (keeps_address(level)) return refuse("a pointer to one of its elements is kept");
    add_use(declaration, *subscripts[dimensions - std::min<std::size_t>(2, dimensions)], *subscripts[dimensions - 1],
            refuse);
  }

  template <class Refuse>
  void add_use(SharedDeclaration& declaration, const Node& row, const Node& column, const Refuse& refuse) {
    const auto bracket = written_token(column.at("range").at("end"));
    if (!bracket) return refuse("a macro names an element of it");
    const std::string& text = text_of_file(bracket->file);
    const auto row_span = index_span(row, text);
    const auto column_span = index_span(column, text);
    if (!row_span || !column_span) return refuse("a macro names an element of it");
    if (!is_repeatable(row.at("inner").at(1)))
      return refuse(declaration.is_flat() ? "an index is an expression with effects"
                                          : "the row of an element is an expression with effects");
    // What a row's number is must not depend on which of the two is worked out first.
    if (!is_repeatable(column.at("inner").at(1)) && declaration.not_transposed.empty())
      declaration.not_transposed =
          fmt::format("the column of an element is an expression with effects (line {})", bracket->line);
    const ElementUse use{.row = *row_span,
                         .column = *column_span,
                         .row_is_simple = is_simple(row.at("inner").at(1)),
                         .column_is_sum = binds_as_sum(column.at("inner").at(1))};
    if (std::ranges::find(declaration.uses, use) == declaration.uses.end()) declaration.uses.push_back(use);
  }

  [[nodiscard]] std::string_view kind_around(std::size_t level) const {
    while (level > 0 && kind_of(*above_[level - 1]) == "ParenExpr") --level;
    return level == 0 ? "" : kind_of(*above_[level - 1]);
  }

  /// Whether what has all of the array's indices is an array itself.
  [[nodiscard]] bool is_indexed(std::size_t level, const Node* inside) const {
    const std::size_t at = climbed(above_, level, is_unseen);
    if (at != level) inside = above_[at];
    return at > 0 && kind_of(*above_[at - 1]) == "ArraySubscriptExpr" && &inner_of(*above_[at - 1]).front() == inside;
  }

  /// Whether the address of the element goes elsewhere than to a call or through the pointer at once.
  [[nodiscard]] bool keeps_address(std::size_t level) const {
    bool taken = false;
    for (; level > 0; --level) {
      const Node& around = *above_[level - 1];
      const std::string_view kind = kind_of(around);
      if (kind == "ParenExpr" || kind.ends_with("CastExpr")) continue;
      if (kind != "UnaryOperator") return taken && !kind.ends_with("CallExpr") && kind != "GCCAsmStmt";
      const std::string opcode = text_of(around, "opcode");
      if (opcode == "*") return false;
      if (opcode != "&") return taken;
      taken = true;
    }
    return taken;
  }

  const std::string& text_of_file(const std::string& file) {
    const auto [known, fresh] = texts_.try_emplace(file);
    if (fresh) known->second = text_(file).value_or("");
    return known->second;
  }

  const FileText& text_;
  std::vector<SharedDeclaration> declarations_;
  std::map<std::pair<std::string, std::size_t>, std::size_t> by_place_;
  std::map<std::string, std::size_t> by_id_;
  std::map<std::string, std::string> texts_;
  std::vector<const Node*> above_;
};

/// The last of a function's names, each of which has its length before it: "transpose" of _Z9transposePf, and of
/// _ZZ9transposePfE4tile.
std::string last_name(const std::string& mangled) {
  std::size_t at = mangled.find_first_not_of('Z', 1);
  if (at == std::string::npos) return "";
  std::string last;
  const auto skip = [&](std::string_view letters) {
    while (at < mangled.size() && letters.find(mangled[at]) != std::string_view::npos) ++at;
  };
  const bool is_nested = mangled[at] == 'N';  // else there is one name, and what it takes may begin with another
  skip("NKVrL");
  while (at < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[at])) != 0) {
    std::size_t length = 0;
    const char* const begin = mangled.data() + at;
    const auto [end, problem] = std::from_chars(begin, mangled.data() + mangled.size(), length);
    at += static_cast<std::size_t>(end - begin);
    if (problem != std::errc() || length > mangled.size() - at) return "";
    last = mangled.substr(at, length);
    at += length;
    if (!is_nested) break;
    skip("L");
  }
  return last;
}

}  // namespace

std::vector<SharedDeclaration> shared_declarations(const std::vector<Node>& trees, const FileText& text) {
  DeclarationReader reader(text);
  for (const Node& tree : trees) reader.read(tree);
  return reader.take();
}

std::vector<SharedDeclaration> shared_class_declarations(const std::vector<Node>& source,
                                                         const std::vector<std::string>& mangled,
                                                         const FileText& text) {
  DeclarationReader reader(text);
  for (const SharedClass& one : shared_classes(source, mangled)) reader.declare(one);
  for (const Node& tree : source) reader.read_uses(tree);
  return reader.take();
}

std::string function_filter(const std::string& mangled) { return mangled.starts_with("_ZZ") ? last_name(mangled) : ""; }

std::string kernel_filter(const std::string& mangled) {
  return mangled.starts_with("_Z") ? last_name(mangled) : mangled;
}

}  // namespace warpglass::rewrite
