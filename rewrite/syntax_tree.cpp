#include "rewrite/syntax_tree.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "base/read_file.hpp"

namespace warpglass::rewrite {
namespace {

/// The file and line that a place names, or that the one before it named.
struct Last {
  std::string file;
  std::size_t line = 0;
};

bool is_place(const Node& node) { return node.contains("offset") && node.contains("tokLen"); }

/// A file and the copy that clang has read in its place.
class RewrittenFile {
 public:
  RewrittenFile(std::string original, const std::string& copy)
      : original_(std::move(original)), copy_(copy), begins_(line_beginnings(original_)) {
    constexpr std::string_view kLine = "#line ";
    std::size_t line = 0;
    for (const std::size_t begin : line_beginnings(copy)) {
      meant_.push_back(++line);
      if (copy.compare(begin, kLine.size(), kLine) != 0) continue;
      std::from_chars(copy.data() + begin + kLine.size(), copy.data() + copy.size(), line);
      --line;
    }
  }

  /// Lines and offsets of the copy become those of the original.
  /// \return false where this token is not in it
  [[nodiscard]] bool place(Node& node, std::size_t& line) const {
    const std::size_t physical = line;
    if (physical == 0 || physical > meant_.size()) return false;
    const std::size_t meant = meant_[physical - 1];
    const std::size_t column = node.value("col", std::size_t{0});
    if (meant == 0 || meant > begins_.size() || column == 0) return false;
    const std::size_t offset = begins_[meant - 1] + column - 1;
    const std::size_t length = node.at("tokLen");
    const std::size_t in_copy = node.at("offset");
    if (offset + length > original_.size() || in_copy + length > copy_.size()) return false;
    if (original_.compare(offset, length, copy_, in_copy, length) != 0) return false;
    node["offset"] = offset;
    line = meant;
    return true;
  }

 private:
  static std::vector<std::size_t> line_beginnings(const std::string& text) {
    std::vector<std::size_t> begins = {0};
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
      begins.push_back(at + 1);
    return begins;
  }

  std::string original_;
  const std::string& copy_;
  std::vector<std::size_t> begins_;  // of the original's lines
  std::vector<std::size_t> meant_;   // by line of the copy: the original's
};

/// Those of which clang has read copies, by the name that it has for each.
class RewrittenPlaces {
 public:
  explicit RewrittenPlaces(const std::map<std::string, std::string>& copies) : copies_(copies) {}

  /// nullptr: clang has read the file itself
  const RewrittenFile* of(const std::string& file) {
    if (copies_.empty()) return nullptr;
    const auto [known, is_new] = files_.try_emplace(file);
    if (!is_new) return known->second ? &*known->second : nullptr;
    std::error_code ignored;
    const auto copy = copies_.find(std::filesystem::absolute(file, ignored).lexically_normal().string());
    if (copy == copies_.end()) return nullptr;
    known->second.emplace(contents_of(file).value_or(""), copy->second);
    return &*known->second;
  }

 private:
  const std::map<std::string, std::string>& copies_;
  std::map<std::string, std::optional<RewrittenFile>> files_;
};

void complete(Node& node, Last& last, RewrittenPlaces& rewritten) {
  if (node.is_array()) {
    for (Node& one : node) complete(one, last, rewritten);
    return;
  }
  if (!node.is_object()) return;
  if (is_place(node)) {
    last.file = node.value("file", last.file);
    last.line = node.value("line", last.line);
    std::size_t line = last.line;
    if (const RewrittenFile* const file = rewritten.of(last.file); file != nullptr && !file->place(node, line))
      node.erase("offset");
    node["file"] = last.file;
    node["line"] = line;
    return;
  }
  for (auto& [name, member] : node.items()) complete(member, last, rewritten);
}

Token token_of(const Node& place) {
  return {.file = place.at("file"),
          .offset = place.at("offset"),
          .length = place.at("tokLen"),
          .line = place.value("line", std::size_t{0}),
          .column = place.value("col", std::size_t{0})};
}

}  // namespace

std::vector<Node> read_syntax_trees(const std::string& text, std::string& problem,
                                    const std::map<std::string, std::string>& copies) {
  problem.clear();
  RewrittenPlaces rewritten(copies);
  std::vector<Node> trees;
  std::istringstream in(text);
  try {
    while (in >> std::ws && in.peek() != std::istringstream::traits_type::eof()) {
      in >> trees.emplace_back();
      Last last;
      complete(trees.back(), last, rewritten);
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

std::size_t line_of(const Node& node) {
  const auto token = token_or_macro(node.at("range").at("begin"));
  return token ? token->line : 0;
}

bool is_of_macro(const Node& node) {
  const Node& range = node.at("range");
  return range.at("begin").contains("expansionLoc") || range.at("end").contains("expansionLoc");
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

bool is_unseen(const Node& node) { return kind_of(node) == "ImplicitCastExpr" || kind_of(node) == "ParenExpr"; }

std::string type_of(const Node& node) {
  const auto type = node.find("type");
  if (type == node.end()) return "";
  const std::string plain = text_of(*type, "desugaredQualType");
  return plain.empty() ? text_of(*type, "qualType") : plain;
}

}  // namespace warpglass::rewrite
