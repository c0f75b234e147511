#include "rewrite/barrier_statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kBarrierName = "__syncthreads";
constexpr std::string_view kBarrierOfTheWarp = "__syncwarp()";
constexpr std::string_view kBlanksInLine = " \t\r";

const Node* first_inner(const Node& node) {
  const auto inner = node.find("inner");
  return inner == node.end() || inner->empty() ? nullptr : &inner->front();
}

bool is_call(const Node& node) { return kind_of(node) == "CallExpr" || kind_of(node) == "CXXMemberCallExpr"; }

/// The name of a function that is called, or the member of an object that is.
const Node& callee_of(const Node& call) { return plain(call.at("inner").front()); }

bool names(const Node& callee, std::string_view function) {
  const auto declaration = callee.find("referencedDecl");
  return kind_of(callee) == "DeclRefExpr" && declaration != callee.end() && text_of(*declaration, "name") == function;
}

/// Whether it is the group of a block's threads, by a name or from this_thread_block().
bool is_block(const Node& node) {
  std::string type = type_of(node);
  if (type.starts_with("const ")) type.erase(0, 6);
  const Node* object = &plain(node);
  while (kind_of(*object) == "MaterializeTemporaryExpr") object = &plain(object->at("inner").front());
  const std::string_view kind = kind_of(*object);
  return type.starts_with("cooperative_groups::") && type.ends_with("::thread_block") &&
         (kind == "DeclRefExpr" || kind == "CallExpr");
}

/// `__syncthreads()`, `block.sync()`, `cooperative_groups::sync(block)`.
bool is_barrier(const Node& call) {
  if (!is_call(call) || first_inner(call) == nullptr) return false;
  const Node& callee = callee_of(call);
  if (names(callee, kBarrierName)) return true;
  if (kind_of(callee) == "MemberExpr" && text_of(callee, "name") == "sync")
    return first_inner(callee) != nullptr && is_block(*first_inner(callee));
  return names(callee, "sync") && call.at("inner").size() == 2 && is_block(call.at("inner").at(1));
}

/// Of a named function, or of a named object's.
bool is_plain_call(const Node& call) {
  if (!is_call(call) || first_inner(call) == nullptr || call.at("inner").size() != 1) return false;
  const Node& callee = callee_of(call);
  return kind_of(callee) == "DeclRefExpr" || (kind_of(callee) == "MemberExpr" && first_inner(callee) != nullptr &&
                                              !variable_of(*first_inner(callee)).empty());
}

/// The line that the statement has for itself, with a comment that ends it.
Span whole_line(const Span& statement, std::string_view text) {
  const std::size_t begin = text.find_last_of('\n', statement.begin) + 1;
  const std::size_t newline = text.find('\n', statement.end);
  const std::size_t end = newline == std::string_view::npos ? text.size() : newline;
  const std::string_view ahead = text.substr(begin, statement.begin - begin);
  std::string_view behind = text.substr(statement.end, end - statement.end);
  behind.remove_prefix(std::min(behind.find_first_not_of(kBlanksInLine), behind.size()));
  const bool alone = ahead.find_first_not_of(kBlanksInLine) == std::string_view::npos &&
                     (behind.empty() || (behind.starts_with("//") && !behind.ends_with('\\')));
  if (!alone) return statement;
  return {.file = statement.file, .begin = begin, .end = std::min(end + 1, text.size())};
}

/// The macro that a token comes from, where it is used.
std::optional<Token> macro_use(const Node& location) {
  return written_token(location) ? std::nullopt : token_or_macro(location);
}

/// What the macro with this name is defined as, blanks left out; empty where it is defined elsewhere than at the place.
std::string definition_at(std::string_view text, std::size_t place, std::string_view name) {
  place = std::min(place, text.size());
  const std::size_t define = text.rfind('#', place);
  if (define == std::string_view::npos) return "";
  std::string line;
  for (std::size_t at = define; at < text.size() && text[at] != '\n'; ++at) {
    if (text.substr(at, 2) == "\\\n") {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      break;
    } else if (kBlanksInLine.find(text[at]) == std::string_view::npos) {
      line += text[at];
    }
  }
  for (const std::string_view parameters : {"()", ""}) {
    const std::string head = fmt::format("#define{}{}", name, parameters);
    if (line.starts_with(head)) return line.substr(head.size());
  }
  return "";
}

/// Whether a macro's definition, without blanks, is a barrier and nothing else.
bool is_only_barrier(std::string_view definition) {
  static constexpr std::string_view kForms[] = {"__syncthreads()",
                                                "__syncthreads();",
                                                "(__syncthreads())",
                                                "{__syncthreads();}",
                                                "do{__syncthreads();}while(0)",
                                                "do{__syncthreads();}while(false)"};
  return std::ranges::find(kForms, definition) != std::end(kForms);
}

/// How a call stands among what is around it.
struct Standing {
  bool in_list = false;
  bool is_whole = false;
};

class BarrierReader {
 public:
  BarrierReader(const FileText& text, bool (*is_wanted)(const Node& call)) : text_(text), is_wanted_(is_wanted) {}

  void read(const Node& node, Standing standing) {
    if (!node.is_object()) return;
    if (is_wanted_(node)) add(node, standing);
    const auto inner = node.find("inner");
    if (inner == node.end()) return;
    const bool is_body = kind_of(node).ends_with("FunctionDecl") || kind_of(node).ends_with("MethodDecl");
    for (const Node& one : *inner) {
      if (!one.is_object()) continue;
      read(one, is_body ? Standing{.in_list = false, .is_whole = kind_of(one) == "CompoundStmt"}
                        : within(node, inner->size(), standing));
    }
  }

  std::vector<BarrierStatement> take() { return std::move(found_); }

 private:
  /// What a macro puts around the call is not there in the source.
  static Standing within(const Node& node, std::size_t size, Standing standing) {
    const std::string_view kind = kind_of(node);
    const bool is_unseen = kind == "ExprWithCleanups" || kind == "ParenExpr";
    const bool of_macro = (kind == "CompoundStmt" || kind == "DoStmt") && node.contains("range") &&
                          macro_use(node.at("range").at("begin"));
    if (is_unseen || of_macro) return standing;
    if (kind == "CompoundStmt") return {.in_list = true, .is_whole = standing.is_whole && size == 1};
    return {};
  }

  void add(const Node& call, Standing standing) {
    const Node& begin = call.at("range").at("begin");
    const auto macro = macro_use(begin);
    const auto first = macro ? macro : written_token(begin);
    const auto last = macro ? token_or_macro(call.at("range").at("end")) : written_token(call.at("range").at("end"));
    if (!first || !last || first->file != last->file) return;
    const std::string text = text_(first->file).value_or("");
    if (last->end() > text.size()) return;
    BarrierStatement barrier{.where = place_of(call, *first),
                             .text = "",
                             .call = {.file = first->file, .begin = first->offset, .end = last->end()},
                             .statement = {},
                             .in_list = standing.in_list,
                             .is_whole = standing.is_whole,
                             .obstacle = ""};
    if (macro) barrier.obstacle = obstacle_of(begin, *first, *last, text, barrier.call);
    if (!barrier.obstacle.empty()) {
      keep(std::move(barrier));
      return;
    }
    const std::size_t at = text.find_first_not_of(" \t\r\n", barrier.call.end);
    if (at == std::string::npos || text[at] != ';') return;
    const Span statement{.file = first->file, .begin = barrier.call.begin, .end = at + 1};
    barrier.text = statement.of(text);
    barrier.statement = whole_line(statement, text);
    keep(std::move(barrier));
  }

  /// Of what a macro writes.
  /// \param call  of the macro's use; goes on to its parentheses
  std::string obstacle_of(const Node& begin, const Token& first, const Token& last, const std::string& text,
                          Span& call) const {
    const std::string name = text.substr(first.offset, first.length);
    const Node& spelling = begin.at("spellingLoc");
    const std::string file = spelling.contains("file") ? text_of(spelling, "file") : first.file;
    const std::string definition =
        definition_at(text_(file).value_or(""), spelling.value("offset", std::size_t{0}), name);
    if (first.offset != last.offset || !is_only_barrier(definition))
      return fmt::format("the macro {} is more than the barrier", name);
    const std::size_t open = text.find_first_not_of(kBlanksInLine, call.end);
    if (open == std::string::npos || text[open] != '(') return "";
    const std::size_t close = text.find_first_not_of(kBlanksInLine, open + 1);
    if (close != std::string::npos && text[close] == ')') call.end = close + 1;
    return "";
  }

  /// Of a member, and of a name in a namespace, the line table has the last name.
  static SourcePosition place_of(const Node& call, const Token& first) {
    const Node& callee = callee_of(call);
    const auto name = callee.contains("range") ? written_token(callee.at("range").at("end")) : std::nullopt;
    const Token& at = kind_of(callee) == "MemberExpr" && name ? *name : first;
    return {
        .file = at.file, .line = static_cast<std::uint32_t>(at.line), .column = static_cast<std::uint32_t>(at.column)};
  }

  void keep(BarrierStatement barrier) {
    if (std::ranges::find(found_, barrier) == found_.end()) found_.push_back(std::move(barrier));
  }

  const FileText& text_;
  bool (*is_wanted_)(const Node& call);
  std::vector<BarrierStatement> found_;
};

std::vector<BarrierStatement> read_all(const std::vector<Node>& trees, const FileText& text,
                                       bool (*is_wanted)(const Node& call)) {
  BarrierReader reader(text, is_wanted);
  for (const Node& tree : trees) reader.read(tree, {});
  return reader.take();
}

}  // namespace

std::vector<BarrierStatement> barrier_statements(const std::vector<Node>& trees, const FileText& text) {
  return read_all(trees, text, is_barrier);
}

std::vector<BarrierStatement> plain_calls(const std::vector<Node>& trees, const FileText& text) {
  return read_all(trees, text, is_plain_call);
}

Edit left_out(const BarrierStatement& barrier) { return {.span = barrier.statement, .text = ""}; }

Edit of_the_warp(const BarrierStatement& barrier) {
  return {.span = barrier.call, .text = std::string(kBarrierOfTheWarp)};
}

}  // namespace warpglass::rewrite
