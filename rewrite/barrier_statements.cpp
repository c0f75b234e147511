#include "rewrite/barrier_statements.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kBarrier = "__syncthreads";
constexpr std::string_view kBarrierOfTheWarp = "__syncwarp";
constexpr std::string_view kBlanks = " \t\r";

/// Whether a call is of the function with this name.
bool calls(const Node& call, std::string_view name) {
  const Node* callee = call.contains("inner") && !call.at("inner").empty() ? &call.at("inner").front() : nullptr;
  while (callee != nullptr && kind_of(*callee) == "ImplicitCastExpr") callee = &callee->at("inner").front();
  if (callee == nullptr || kind_of(*callee) != "DeclRefExpr") return false;
  const auto declaration = callee->find("referencedDecl");
  return declaration != callee->end() && text_of(*declaration, "name") == name;
}

/// From the name to the semicolon behind the call, or nothing where something else stands there.
std::optional<Span> statement_of(const Token& name, const Token& end, std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n", std::min(end.end(), text.size()));
  if (name.file != end.file || at == std::string_view::npos || text[at] != ';') return std::nullopt;
  return Span{.file = name.file, .begin = name.offset, .end = at + 1};
}

/// The line that the statement has for itself, with a comment that ends it.
Span whole_line(const Span& statement, std::string_view text) {
  const std::size_t begin = text.find_last_of('\n', statement.begin) + 1;
  const std::size_t newline = text.find('\n', statement.end);
  const std::size_t end = newline == std::string_view::npos ? text.size() : newline;
  const std::string_view ahead = text.substr(begin, statement.begin - begin);
  std::string_view behind = text.substr(statement.end, end - statement.end);
  behind.remove_prefix(std::min(behind.find_first_not_of(kBlanks), behind.size()));
  const bool alone = ahead.find_first_not_of(kBlanks) == std::string_view::npos &&
                     (behind.empty() || (behind.starts_with("//") && !behind.ends_with('\\')));
  if (!alone) return statement;
  return {.file = statement.file, .begin = begin, .end = std::min(end + 1, text.size())};
}

class Reader {
 public:
  explicit Reader(const FileText& text) : text_(text) {}

  void read(const Node& node, bool in_list) {
    if (!node.is_object()) return;
    if (kind_of(node) == "CallExpr" && calls(node, kBarrier)) add(node, in_list);
    const auto inner = node.find("inner");
    if (inner == node.end()) return;
    const bool is_list = kind_of(node) == "CompoundStmt";
    for (const Node& one : *inner) read(one, is_list);
  }

  std::vector<BarrierStatement> take() { return std::move(found_); }

 private:
  void add(const Node& call, bool in_list) {
    const auto name = written_token(call.at("range").at("begin"));
    const auto end = written_token(call.at("range").at("end"));
    if (!name || !end) return;
    const std::string text = text_(name->file).value_or("");
    const auto statement = statement_of(*name, *end, text);
    if (!statement) return;
    const Span token{.file = name->file, .begin = name->offset, .end = name->end()};
    if (token.end > text.size() || token.of(text) != kBarrier) return;
    BarrierStatement barrier{.where = {.file = name->file,
                                       .line = static_cast<std::uint32_t>(name->line),
                                       .column = static_cast<std::uint32_t>(name->column)},
                             .name = token,
                             .statement = whole_line(*statement, text),
                             .in_list = in_list};
    if (std::ranges::find(found_, barrier) == found_.end()) found_.push_back(std::move(barrier));
  }

  const FileText& text_;
  std::vector<BarrierStatement> found_;
};

}  // namespace

std::vector<BarrierStatement> barrier_statements(const std::vector<Node>& trees, const FileText& text) {
  Reader reader(text);
  for (const Node& tree : trees) reader.read(tree, false);
  return reader.take();
}

Edit left_out(const BarrierStatement& barrier) { return {.span = barrier.statement, .text = ""}; }

Edit of_the_warp(const BarrierStatement& barrier) {
  return {.span = barrier.name, .text = std::string(kBarrierOfTheWarp)};
}

}  // namespace warpglass::rewrite
