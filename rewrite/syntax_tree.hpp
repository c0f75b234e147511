// Clang's syntax tree as it writes it with -ast-dump=json. A place there names its file only where the one before it
// lay in another: after reading, each has it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace warpglass::rewrite {

using Node = nlohmann::ordered_json;

/// One after the other, as clang writes those that a filter lets through.
/// \param problem    why there are none, one line; empty when they could be read
/// \param rewritten  what clang has read in the places of files, by their absolute paths: with #line where lines were
///                   parted. Places in these are those in the files themselves; what is not in them has no place.
[[nodiscard]] std::vector<Node> read_syntax_trees(const std::string& text, std::string& problem,
                                                  const std::map<std::string, std::string>& rewritten = {});

/// A token in a file that the user could edit.
struct Token {
  std::string file;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::size_t line = 0;  // 0: as the token before
  std::size_t column = 0;

  [[nodiscard]] std::size_t end() const { return offset + length; }
};

/// Where the token is written that a location of the tree means: also what is handed to a macro.
/// \return nothing where it comes from a macro's own text
[[nodiscard]] std::optional<Token> written_token(const Node& location);

/// The same, or the use of the macro that it comes from.
[[nodiscard]] std::optional<Token> token_or_macro(const Node& location);

/// Where a node begins; 0: in no file.
[[nodiscard]] std::size_t line_of(const Node& node);

/// Whether a macro writes where it begins or ends, or is handed it.
[[nodiscard]] bool is_of_macro(const Node& node);

[[nodiscard]] std::string_view kind_of(const Node& node);

/// What a node is made of; empty where it has no parts.
[[nodiscard]] const Node& inner_of(const Node& node);

[[nodiscard]] bool is_binary(const Node& node, std::string_view opcode);

[[nodiscard]] std::string text_of(const Node& node, const char* member);

/// Without arrays, aliases resolved: "float[32][32]".
[[nodiscard]] std::string type_of(const Node& node);

/// The nodes that one stands in, outermost first.
using Path = std::vector<const Node*>;

/// Calls `visit(node, path)` for each node, with all that it stands in, outermost first.
template <class Visit>
void walk(const Node& node, Path& path, const Visit& visit) {
  if (!node.is_object()) return;
  visit(node, path);
  path.push_back(&node);
  for (const Node& one : inner_of(node)) walk(one, path, visit);
  path.pop_back();
}

/// Whether it is a conversion that the source does not show, or a pair of parentheses.
[[nodiscard]] bool is_unseen(const Node& node);

/// Where in a path the nodes above a place end that pass on what stands in them: each of the path from there on, up to
/// the place, does. \param at  a place in the path, or its size: what stands in all of it
template <class Passes>
[[nodiscard]] std::size_t climbed(const Path& path, std::size_t at, const Passes& passes) {
  while (at > 0 && passes(*path[at - 1])) --at;
  return at;
}

}  // namespace warpglass::rewrite
