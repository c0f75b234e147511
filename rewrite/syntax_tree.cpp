#include "rewrite/syntax_tree.hpp"

#include <fmt/format.h>

#include <sstream>

namespace warpglass::rewrite {
namespace {

/// The file and line that a place names, or that the one before it named.
struct Last {
  std::string file;
  std::size_t line = 0;
};

bool is_place(const Node& node) { return node.contains("offset") && node.contains("tokLen"); }

void complete(Node& node, Last& last) {
  if (node.is_array()) {
    for (Node& one : node) complete(one, last);
    return;
  }
  if (!node.is_object()) return;
  if (is_place(node)) {
    last.file = node.value("file", last.file);
    last.line = node.value("line", last.line);
    node["file"] = last.file;
    node["line"] = last.line;
    return;
  }
  for (auto& [name, member] : node.items()) complete(member, last);
}

Token token_of(const Node& place) {
  return {.file = place.at("file"),
          .offset = place.at("offset"),
          .length = place.at("tokLen"),
          .line = place.value("line", std::size_t{0}),
          .column = place.value("col", std::size_t{0})};
}

}  // namespace

std::vector<Node> read_syntax_trees(const std::string& text, std::string& problem) {
  problem.clear();
  std::vector<Node> trees;
  std::istringstream in(text);
  try {
    while (in >> std::ws && in.peek() != std::istringstream::traits_type::eof()) {
      in >> trees.emplace_back();
      Last last;
      complete(trees.back(), last);
    }
  } catch (const nlohmann::json::exception& error) {
    problem = fmt::format("clang's syntax tree cannot be read: {}", error.what());
    trees.clear();
  }
  return trees;
}

std::optional<Token> written_token(const Node& location) {
  if (is_place(location)) return token_of(location);
  if (!location.contains("spellingLoc") || !location.contains("expansionLoc")) return std::nullopt;
  const bool is_argument = location.at("expansionLoc").value("isMacroArgExpansion", false) ||
                           location.at("spellingLoc").value("isMacroArgExpansion", false);
  if (!is_argument || !is_place(location.at("spellingLoc"))) return std::nullopt;
  return token_of(location.at("spellingLoc"));
}

std::optional<Token> token_or_macro(const Node& location) {
  if (const auto token = written_token(location)) return token;
  if (!location.contains("expansionLoc") || !is_place(location.at("expansionLoc"))) return std::nullopt;
  return token_of(location.at("expansionLoc"));
}

std::string_view kind_of(const Node& node) {
  const auto found = node.find("kind");
  return found != node.end() && found->is_string() ? std::string_view(found->get_ref<const std::string&>())
                                                   : std::string_view();
}

const Node& inner_of(const Node& node) {
  static const Node kNone = Node::array();
  const auto inner = node.find("inner");
  return inner == node.end() ? kNone : *inner;
}

bool is_binary(const Node& node, std::string_view opcode) {
  return kind_of(node) == "BinaryOperator" && text_of(node, "opcode") == opcode;
}

std::string text_of(const Node& node, const char* member) {
  const auto found = node.find(member);
  return found != node.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string type_of(const Node& node) {
  const auto type = node.find("type");
  if (type == node.end()) return "";
  const std::string plain = text_of(*type, "desugaredQualType");
  return plain.empty() ? text_of(*type, "qualType") : plain;
}

}  // namespace warpglass::rewrite
