#include "rewrite/staging_edits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/statement_place.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kBarrier = "__syncthreads();";
constexpr std::string_view kStep = "  ";  // that a statement within another stands further in

using TextOf = std::function<std::optional<std::string>(const Node&)>;

/// The words of a text that could be names.
std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    if (!word.empty()) words.insert(std::exchange(word, {}));
  }
  if (!word.empty()) words.insert(word);
  return words;
}

bool is_whole(const Node& node) {
  const std::string type = type_of(node);
  return type.find("int") != std::string::npos || type.find("long") != std::string::npos;
}

/// "x < n && y < n", of `x >= n || y >= n`.
std::optional<std::string> negated(const Node& condition, const TextOf& text_of_side) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOpposites = {
      {{"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}}};
  const Node& written = plain(condition);
  if (kind_of(written) == "BinaryOperator") {
    const std::string opcode = text_of(written, "opcode");
    const Node& left = inner_of(written)[0];
    const Node& right = inner_of(written)[1];
    if (opcode == "||") {
      const auto first = negated(left, text_of_side);
      const auto second = negated(right, text_of_side);
      return first && second ? std::optional(*first + " && " + *second) : std::nullopt;
    }
    const auto* const opposite =
        std::ranges::find(kOpposites, std::string_view(opcode), &decltype(kOpposites)::value_type::first);
    if (opposite != kOpposites.end() && is_whole(left) && is_whole(right)) {
      const auto first = text_of_side(left);
      const auto second = text_of_side(right);
      return first && second ? std::optional(fmt::format("{} {} {}", *first, opposite->second, *second)) : std::nullopt;
    }
  }
  const auto text = text_of_side(condition);
  return text ? std::optional("!(" + *text + ")") : std::nullopt;
}

bool binds_loosely(const Node& condition) {
  return text_of(condition, "opcode") == "||" || kind_of(condition) == "ConditionalOperator";
}

/// With a line for each, at this indent.
std::string joined(const std::vector<std::string>& statements, const std::string& indent) {
  return fmt::format("{}", fmt::join(statements, "\n" + indent));
}

bool comes_before(const Node& a, const Node& b) {
  const auto first = token_or_macro(a.at("range").at("begin"));
  const auto second = token_or_macro(b.at("range").at("begin"));
  return first && second && first->offset < second->offset;
}

/// The first statement that is no longer as it was, of those in the body: a return, or the one that has the access.
const Node& anchor_of(const StatementPath& path) {
  return path.returns.empty() ? *path.statement : *path.returns.front();
}

}  // namespace

std::set<std::string> names_in(const Node& body, const std::string& text) {
  const auto begin = written_token(body.at("range").at("begin"));
  const auto end = written_token(body.at("range").at("end"));
  if (!begin || !end || end->end() > text.size()) return {};
  const std::size_t head = text.rfind("__global__", begin->offset);
  const std::size_t from = head == std::string::npos ? 0 : head;
  return words_of(std::string_view(text).substr(from, end->end() - from));
}

std::optional<std::string> condition_of(const StatementPath& path, OtherExpressions& other) {
  std::vector<std::string> all;
  const TextOf text = [&](const Node& node) { return other.of(node); };
  for (const Node* leaves : path.returns) {
    const auto condition = negated(inner_of(*leaves).front(), text);
    if (!condition) return std::nullopt;
    all.push_back(*condition);
  }
  for (const Node* condition : path.conditions) {
    const auto said = other.of(*condition);
    if (!said) return std::nullopt;
    const bool alone = path.conditions.size() == 1 && path.returns.empty();
    all.push_back(!alone && binds_loosely(*condition) ? "(" + *said + ")" : *said);
  }
  return fmt::format("{}", fmt::join(all, " && "));
}

bool returns_as_conditions(const StatementPath& path, const std::string& text, const std::string& file,
                           std::vector<Edit>& to) {
  if (path.returns.empty()) return true;
  const auto end = StatementPlace(*path.statement, text).end();
  if (!end) return false;
  const TextOf text_of_side = [&](const Node& node) { return text_of_expression(node, text); };
  std::vector<Span> spans;
  for (const Node* leaves : path.returns) {
    const StatementPlace place(*leaves, text);
    const auto condition = negated(inner_of(*leaves).front(), text_of_side);
    if (!place.begin() || !place.end() || !condition) return false;
    const Span span{.file = file, .begin = place.begin()->offset, .end = *place.end()};
    to.push_back({.span = span, .text = fmt::format("if ({}) {{", *condition)});
    spans.push_back(span);
  }
  for (std::size_t line = text.find('\n', spans.front().end) + 1; line != 0 && line < *end;
       line = text.find('\n', line) + 1) {
    const bool is_blank = text.find_first_not_of(" \t\r", line) == text.find_first_of("\r\n", line);
    const bool is_edited =
        std::ranges::any_of(spans, [&](const Span& span) { return span.begin < line && line < span.end; });
    if (is_blank || is_edited || text[line] == '#') continue;
    std::string further;
    for (const Span& span : spans) further += span.end <= line ? kStep : "";
    to.push_back({.span = {.file = file, .begin = line, .end = line}, .text = std::move(further)});
  }
  return true;
}

std::vector<std::string> closing_braces(const StatementPath& path) {
  std::vector<std::string> braces(path.returns.size());
  for (std::size_t i = 0; i < braces.size(); ++i) {
    for (std::size_t deep = i + 1; deep < braces.size(); ++deep) braces[i] += kStep;
    braces[i] += '}';
  }
  return braces;
}

StagingEdits::StagingEdits(const Node& body, const FunctionVariables& variables, const std::string& text)
    : body_(body), variables_(variables), text_(text), taken_(names_in(body, text)) {
  const auto begin = written_token(body.at("range").at("begin"));
  if (begin && !taken_.empty()) file_ = begin->file;
}

std::vector<Edit> StagingEdits::of(const Staging& staging) {
  if (file_.empty()) return {};
  tile_ = free_name("tile", taken_);
  const auto share = other_share(staging);
  if (!share) return {};
  std::vector<Edit> edits = staging.stores ? of_store(staging, *share) : of_load(staging, *share);
  if (!edits.empty()) edits.push_back(declaration(staging));
  const bool elsewhere = std::ranges::any_of(edits, [&](const Edit& edit) { return edit.span.file != file_; });
  return elsewhere || overlap(edits) ? std::vector<Edit>{} : edits;
}

Edit StagingEdits::declaration(const Staging& staging) const {
  const std::size_t at = written_token(body_.at("range").at("begin"))->end();
  const std::string indent = StatementPlace(inner_of(body_).front(), text_).indent();
  return {.span = {.file = file_, .begin = at, .end = at},
          .text = fmt::format("\n{}__shared__ {} {}[{}][{}];", indent, staging.element, tile_, staging.rows,
                              staging.pitch)};
}

std::optional<StagingEdits::OtherShare> StagingEdits::other_share(const Staging& staging) {
  OtherShare share;
  const std::uint32_t columns = staging.columns;
  const std::uint32_t rows = staging.rows;
  OtherThread thread{.x = "threadIdx.y", .y = "threadIdx.x", .suffix = staging.stores ? "_out" : "_in"};
  if (rows != columns) {
    thread.x = free_name("column", taken_);
    thread.y = free_name("row", taken_);
    const std::string number = fmt::format("threadIdx.y * {} + threadIdx.x", columns);
    const bool whole = columns % rows == 0;
    share.ahead = {
        whole ? fmt::format("const unsigned {} = threadIdx.y * {} + threadIdx.x / {};", thread.x, columns / rows, rows)
              : fmt::format("const unsigned {} = ({}) / {};", thread.x, number, rows),
        whole ? fmt::format("const unsigned {} = threadIdx.x % {};", thread.y, rows)
              : fmt::format("const unsigned {} = ({}) % {};", thread.y, number, rows)};
  }
  const StatementPath& path = staging.path;
  const auto anchor = token_or_macro(anchor_of(path).at("range").at("begin"));
  const auto loop = path.loops.empty() ? std::nullopt : token_or_macro(path.loops.front()->at("range").at("begin"));
  if (!anchor) return std::nullopt;
  OtherExpressions other(
      variables_, text_, thread,
      {.anchor = anchor->offset, .loop = loop ? std::optional(loop->offset) : std::nullopt, .counters = path.counters},
      taken_);
  const auto condition = condition_of(path, other);
  const auto access = other.of(*staging.access);
  if (!condition || !access) return std::nullopt;
  for (const OtherVariable& variable : other.variables())
    (variable.in_loop ? share.declarations : share.ahead).push_back(variable.declaration);
  const std::string element = fmt::format("{}[{}][{}]", tile_, thread.y, thread.x);
  share.statement = condition->empty() ? "" : fmt::format("if ({}) ", *condition);
  share.statement +=
      staging.stores ? fmt::format("{} = {};", *access, element) : fmt::format("{} = {};", element, *access);
  return share;
}

std::vector<Edit> StagingEdits::of_store(const Staging& staging, const OtherShare& share) const {
  const StatementPath& path = staging.path;
  const auto own = written_span(*staging.access);
  const StatementPlace place(*path.statement, text_);
  if (!own || !place.begin()) return {};
  std::vector<Edit> edits = {{.span = *own, .text = tile_ + "[threadIdx.y][threadIdx.x]"}};
  const bool in_loop = !path.loops.empty();
  const bool is_listed = kind_of(*path.body) == "CompoundStmt";
  const std::string indent =
      is_listed ? place.indent() : StatementPlace(*path.loops.back(), text_).indent() + std::string(kStep);
  std::vector<std::string> behind = closing_braces(path);
  behind.emplace_back(kBarrier);
  if (!in_loop) behind.insert(behind.end(), share.ahead.begin(), share.ahead.end());
  behind.insert(behind.end(), share.declarations.begin(), share.declarations.end());
  behind.push_back(share.statement);
  if (in_loop) {
    behind.emplace_back(kBarrier);
    if (!share.ahead.empty()) {
      const StatementPlace loop(*path.loops.front(), text_);
      if (!loop.begin()) return {};
      edits.push_back(loop.put_ahead(joined(share.ahead, loop.indent())));
    }
  }
  auto edit = place.put_behind(joined(behind, indent), indent);
  if (!edit || !returns_as_conditions(path, text_, file_, edits)) return {};
  if (!is_listed) {
    edit->text += "\n" + StatementPlace(*path.loops.back(), text_).indent() + "}";
    if (!add_braces(staging, indent, edits)) return {};
  }
  edits.push_back(std::move(*edit));
  return edits;
}

std::vector<Edit> StagingEdits::of_load(const Staging& staging, const OtherShare& share) const {
  const StatementPath& path = staging.path;
  const auto own = written_span(*staging.access);
  const StatementPlace place(anchor_of(path), text_);
  if (!own || !place.begin()) return {};
  std::vector<Edit> edits = {{.span = *own, .text = tile_ + "[threadIdx.y][threadIdx.x]"}};
  const bool in_loop = !path.loops.empty();
  std::vector<std::string> ahead;
  if (!in_loop) ahead = share.ahead;
  ahead.insert(ahead.end(), share.declarations.begin(), share.declarations.end());
  ahead.push_back(share.statement);
  ahead.emplace_back(kBarrier);
  const bool is_listed = kind_of(*path.body) == "CompoundStmt";
  const std::string indent =
      is_listed ? place.indent() : StatementPlace(*path.loops.back(), text_).indent() + std::string(kStep);
  Edit edit = place.put_ahead(joined(ahead, indent));
  if (!is_listed) edit.text = joined(ahead, indent) + "\n" + indent;
  edits.push_back(std::move(edit));
  if (!in_loop) return edits;
  const Node& last = comes_before(*path.statement, *staging.last) ? *staging.last : *path.statement;
  auto behind = StatementPlace(last, text_).put_behind(std::string(kBarrier), indent);
  if (!behind) return {};
  if (!is_listed) {
    behind->text += "\n" + StatementPlace(*path.loops.back(), text_).indent() + "}";
    if (!add_braces(staging, indent, edits)) return {};
  }
  edits.push_back(std::move(*behind));
  if (share.ahead.empty()) return edits;
  const StatementPlace loop(*path.loops.front(), text_);
  if (!loop.begin()) return {};
  edits.push_back(loop.put_ahead(joined(share.ahead, loop.indent())));
  return edits;
}

/// Opens a list behind a loop's head.
bool StagingEdits::add_braces(const Staging& staging, const std::string& inner, std::vector<Edit>& to) const {
  const std::size_t at = StatementPlace(*staging.path.statement, text_).begin()->offset;
  const std::size_t head = text_.find_last_not_of(" \t\r\n", at - 1);
  if (head == std::string::npos || text_[head] != ')') return false;
  to.push_back({.span = {.file = file_, .begin = head + 1, .end = at}, .text = " {\n" + inner});
  return true;
}

}  // namespace warpglass::rewrite
