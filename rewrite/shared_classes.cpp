// A class is known by its name with all that it is in, and with its template's arguments, as clang writes types:
// "Transposer<float, 32>::Storage". Whatever else there is of it that has memory of its own is an obstacle, because
// nothing else is known of what that memory is taken for.
#include "rewrite/shared_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

namespace warpglass::rewrite {
namespace {

struct Record {
  const Node* node = nullptr;
  std::string name;  // qualified
};

/// "<float, 32>"; empty where one of the arguments is neither a type nor a number.
std::string arguments_of(const Node& specialisation) {
  std::string text;
  for (const Node& one : inner_of(specialisation)) {
    if (kind_of(one) != "TemplateArgument") continue;
    text += text.empty() ? "<" : ", ";
    if (one.contains("type")) {
      text += text_of(one.at("type"), "qualType");
    } else if (one.contains("value") && one.at("value").is_number_integer()) {
      text += std::to_string(one.at("value").get<std::int64_t>());
    } else {
      return "";
    }
  }
  return text.empty() ? "" : text + '>';
}

/// Definitions of classes, but for those that templates are made of.
void find_records(const Node& node, const std::string& context, std::vector<Record>& records) {
  if (!node.is_object()) return;
  const std::string_view kind = kind_of(node);
  const bool is_specialisation = kind == "ClassTemplateSpecializationDecl";
  const bool is_record = is_specialisation || kind == "CXXRecordDecl";
  std::string name = context;
  if (is_record || kind == "NamespaceDecl") {
    const std::string own = text_of(node, "name") + (is_specialisation ? arguments_of(node) : "");
    if (!text_of(node, "name").empty()) name += (context.empty() ? "" : "::") + own;
  }
  if (is_record && node.value("completeDefinition", false)) records.push_back({&node, name});
  for (const Node& one : inner_of(node)) {
    // The first part of a template is what it is made of, with parameters for types.
    if (kind == "ClassTemplateDecl" && kind_of(one) == "CXXRecordDecl") continue;
    if (kind == "FunctionTemplateDecl" && !one.contains("mangledName")) continue;
    find_records(one, name, records);
  }
}

bool is_called(const Record& record, const std::string& type) {
  const std::string& longer = record.name.size() < type.size() ? type : record.name;
  const std::string& shorter = record.name.size() < type.size() ? record.name : type;
  if (shorter.empty() || !longer.ends_with(shorter)) return false;
  const std::size_t rest = longer.size() - shorter.size();
  return rest == 0 || longer.substr(0, rest).ends_with("::");
}

/// The only member; nullptr: there are others, or bases.
const Node* only_array(const Node& record) {
  if (record.contains("bases") && !record.at("bases").empty()) return nullptr;
  const Node* found = nullptr;
  for (const Node& one : inner_of(record)) {
    if (kind_of(one) != "FieldDecl") continue;
    std::string type = type_of(one);
    if (found != nullptr || extents_of(type).empty()) return nullptr;
    found = &one;
  }
  return found;
}

bool is_shared(const Node& variable) {
  return std::ranges::any_of(inner_of(variable), [](const Node& one) { return kind_of(one) == "CUDASharedAttr"; });
}

/// Whether a type's text has the class's own name as a word.
bool names(const std::string& type, const std::string& word) {
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_word(type[at - 1])) && (end == type.size() || !is_of_word(type[end]))) return true;
  }
  return false;
}

/// What the source does with a class beyond variables in shared memory, and references to them.
class Uses {
 public:
  Uses(const Node& record, const std::string& word) : word_(word) {
    for (const Node& one : inner_of(record)) {
      if (kind_of(one) == "CXXMethodDecl") methods_.insert(text_of(one, "id"));
    }
  }

  void read(const Node& node) {
    const std::string_view kind = kind_of(node);
    const std::string type = type_of(node);
    if (kind == "UnaryExprOrTypeTraitExpr" && names_size(node)) refuse(node, "asks how large it is");
    if (kind == "CXXNewExpr" && names(type, word_)) refuse(node, "has one that is not in shared memory");
    const bool is_held = kind == "VarDecl" || kind == "FieldDecl" || kind == "ParmVarDecl";
    if (is_held && names(type, word_) && !type.ends_with('&') && !is_shared(node))
      refuse(node, type.ends_with('*') ? "has a pointer to one" : "has one that is not in shared memory");
    if (kind.ends_with("CastExpr") && kind != "ImplicitCastExpr" && names(type, word_))
      refuse(node, "takes other memory for one");
    const bool is_address = kind == "UnaryOperator" && text_of(node, "opcode") == "&";
    if (is_address && names(type, word_) && !inner_of(node).empty() && !is_this(inner_of(node).front()))
      refuse(node, "takes its address");
    if ((is_address || (kind == "VarDecl" && type.ends_with('&'))) && calls_method(node) && not_swizzled_.empty())
      not_swizzled_ = fmt::format("line {} keeps where one of its elements is", line_of(node));
  }

  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }
  [[nodiscard]] const std::string& not_swizzled() const { return not_swizzled_; }

 private:
  void refuse(const Node& node, std::string_view what) {
    if (obstacle_.empty()) obstacle_ = fmt::format("line {} {}", line_of(node), what);
  }

  [[nodiscard]] bool names_size(const Node& node) const {
    if (node.contains("argType")) return names(text_of(node.at("argType"), "qualType"), word_);
    return !inner_of(node).empty() && names(type_of(inner_of(node).front()), word_);
  }

  static bool is_this(const Node& node) { return kind_of(node) == "CXXThisExpr"; }

  /// Whether what is named or kept is what one of its functions answers.
  [[nodiscard]] bool calls_method(const Node& node) const {
    for (const Node& one : inner_of(node)) {
      const std::string_view kind = kind_of(one);
      if (kind == "ParenExpr" || kind.ends_with("CastExpr") || kind == "ExprWithCleanups") {
        if (calls_method(one)) return true;
      } else if (kind == "CXXOperatorCallExpr" || kind == "CXXMemberCallExpr") {
        bool found = false;
        Path within;
        walk(inner_of(one).front(), within, [&](const Node& part, const Path&) {
          const bool refers =
              part.contains("referencedDecl") && methods_.contains(text_of(part.at("referencedDecl"), "id"));
          found = found || refers || methods_.contains(text_of(part, "referencedMemberDecl"));
        });
        if (found) return true;
      }
    }
    return false;
  }

  std::string word_;
  std::set<std::string> methods_;
  std::string obstacle_;
  std::string not_swizzled_;
};

}  // namespace

std::vector<std::uint64_t> extents_of(std::string& type) {
  std::vector<std::uint64_t> extents;
  while (type.ends_with(']')) {
    const std::size_t open = type.rfind('[');
    std::uint64_t extent = 0;
    const char* const end = type.data() + type.size() - 1;
    if (open == std::string::npos || std::from_chars(type.data() + open + 1, end, extent).ptr != end || extent == 0)
      return {};
    extents.insert(extents.begin(), extent);
    type.erase(open);
  }
  return extents;
}

std::vector<SharedClass> shared_classes(const std::vector<Node>& source, const std::vector<std::string>& mangled) {
  std::vector<Record> records;
  for (const Node& tree : source) find_records(tree, "", records);
  std::vector<SharedClass> found;
  std::set<std::string> known;
  Path path;
  const auto read_variable = [&](const Node& node, const Path&) {
    if (kind_of(node) != "VarDecl" || !is_shared(node)) return;
    const std::string name = text_of(node, "mangledName");
    if (std::ranges::find(mangled, name) == mangled.end() || !known.insert(name).second) return;
    const std::string type = type_of(node);
    const auto record = std::ranges::find_if(records, [&](const Record& one) { return is_called(one, type); });
    const Node* const field = record == records.end() ? nullptr : only_array(*record->node);
    if (field == nullptr) return;
    SharedClass one{.field = field, .variable = text_of(node, "name"), .mangled = name};
    one.element = type_of(*field);
    one.extents = extents_of(one.element);
    Uses uses(*record->node, text_of(*record->node, "name"));
    for (const Node& tree : source) {
      Path within;
      walk(tree, within, [&](const Node& part, const Path&) { uses.read(part); });
    }
    one.obstacle = uses.obstacle();
    one.not_swizzled = uses.not_swizzled();
    found.push_back(std::move(one));
  };
  for (const Node& tree : source) walk(tree, path, read_variable);
  return found;
}

}  // namespace warpglass::rewrite
