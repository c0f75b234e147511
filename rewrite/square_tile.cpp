// In the loop of the block's other order a thread does the accesses of others: in each round that of the column that is
// as far down as itself, and of the row that is as far right. That row is one of the block's own and a round's.
#include "rewrite/square_tile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kTileBarrier = "__syncthreads();";

/// A number that the compiler knows.
bool is_constant_number(const Node& node, const FunctionVariables& variables) {
  const Node& expression = plain(node);
  if (constant_of(expression, {})) return true;
  if (kind_of(expression) == "SubstNonTypeTemplateParmExpr") return true;
  const auto declaration = expression.find("referencedDecl");
  if (kind_of(expression) != "DeclRefExpr" || declaration == expression.end()) return false;
  if (const Node* const variable = variables.find(variable_of(expression))) {
    const Node* const initialiser = initialiser_of(*variable);
    return is_constant(*variable) && initialiser != nullptr && is_constant_number(*initialiser, variables);
  }
  const std::string_view kind = kind_of(*declaration);
  return kind == "EnumConstantDecl" || kind == "NonTypeTemplateParmDecl" ||
         (kind == "VarDecl" && is_constant(*declaration));
}

/// The loop, and what has to be true of the numbers that it names.
struct SquareLoop {
  const Node* loop = nullptr;
  std::string counter;  // id
  std::string name;
  std::string type;
  std::vector<std::string> claims;
};

std::optional<SquareLoop> square_loop(const Staging& staging, const FunctionVariables& variables,
                                      const std::string& text) {
  if (staging.path.loops.size() != 1 || staging.columns % staging.rows != 0 || staging.columns == staging.rows)
    return std::nullopt;
  const Node& loop = plain_loop(*staging.path.loops.front());
  const Node& inner = inner_of(loop);
  if (kind_of(inner[0]) != "DeclStmt" || inner_of(inner[0]).size() != 1) return std::nullopt;
  const Node& counter = inner_of(inner[0]).front();
  const Node* const begin = initialiser_of(counter);
  const std::string id = text_of(counter, "id");
  const bool counts = begin != nullptr && constant_of(*begin, {}) == 0u && is_binary(inner[2], "<") &&
                      variable_of(inner_of(inner[2])[0]) == id && text_of(inner[3], "opcode") == "+=" &&
                      variable_of(inner_of(inner[3])[0]) == id;
  if (!counts) return std::nullopt;
  SquareLoop found{.loop = &loop,
                   .counter = id,
                   .name = text_of(counter, "name"),
                   .type = text_of(counter.at("type"), "qualType"),
                   .claims = {}};
  for (const auto& [number, value] :
       {std::pair(&inner_of(inner[2])[1], staging.columns), std::pair(&inner_of(inner[3])[1], staging.rows)}) {
    if (!is_constant_number(*number, variables)) return std::nullopt;
    const auto literal = constant_of(*number, {});
    if (literal && *literal != value) return std::nullopt;
    const auto written = text_of_expression(*number, text);
    if (!written) return std::nullopt;
    if (!literal) found.claims.push_back(fmt::format("{} == {}", *written, value));
  }
  return found;
}

}  // namespace

std::vector<Edit> square_tile_edits(const Node& body, const FunctionVariables& variables, const std::string& text,
                                    const Staging& staging) {
  const auto loop = square_loop(staging, variables, text);
  const auto own = written_span(*staging.access);
  const auto begin = written_token(body.at("range").at("begin"));
  if (!loop || !own || !begin || own->file != begin->file) return {};
  const StatementPlace place(*staging.path.loops.front(), text);
  const auto head_begin = written_token(loop->loop->at("range").at("begin"));
  const auto head_end = token_or_macro(inner_of(*loop->loop)[4].at("range").at("begin"));
  if (!place.begin() || !head_begin || !head_end || head_end->offset > text.size()) return {};
  std::string head = text.substr(head_begin->offset, head_end->offset - head_begin->offset);
  head.erase(head.find_last_not_of(" \t\r\n") + 1);
  if (!head.ends_with(')')) return {};

  std::set<std::string> taken = names_in(body, text);
  if (taken.empty()) return {};
  const std::string tile = free_name("tile", taken);
  const std::string column = free_name("column", taken);
  const std::string row = free_name("row_of_block", taken);
  const std::string suffix = staging.stores ? "_out" : "_in";
  const std::string round = free_name(loop->name + suffix, taken);
  OtherExpressions other(variables, text, {.x = column, .y = row, .suffix = suffix},
                         {.anchor = head_end->offset, .loop = head_begin->offset, .counters = {loop->counter}}, taken);
  other.give(loop->counter, round);
  const auto condition = condition_of(staging.path, other);
  const auto access = other.of(*staging.access);
  if (!condition || !access) return {};

  std::vector<std::string> lines;
  if (!loop->claims.empty()) lines.push_back(fmt::format("static_assert({});", fmt::join(loop->claims, " && ")));
  lines.push_back(fmt::format("const unsigned {} = threadIdx.x % {};", row, staging.rows));
  lines.push_back(
      fmt::format("const {0} {1} = threadIdx.x / {2} * {2};", without_const(loop->type), round, staging.rows));
  lines.push_back(head + " {");
  lines.push_back(fmt::format("  const unsigned {} = threadIdx.y + {};", column, loop->name));
  for (const OtherVariable& variable : other.variables()) lines.push_back("  " + variable.declaration);
  const std::string element = fmt::format("{}[threadIdx.x][{}]", tile, column);
  lines.push_back(fmt::format("  {}{} = {};", condition->empty() ? "" : fmt::format("if ({}) ", *condition),
                              staging.stores ? *access : element, staging.stores ? element : *access));
  lines.emplace_back("}");
  lines.insert(staging.stores ? lines.begin() : lines.end(), std::string(kTileBarrier));

  const std::string indent = place.indent();
  const std::string joined = fmt::format("{}", fmt::join(lines, "\n" + indent));
  std::vector<Edit> edits = {
      {.span = *own, .text = fmt::format("{}[threadIdx.y + {}][threadIdx.x]", tile, loop->name)},
      {.span = {.file = own->file, .begin = begin->end(), .end = begin->end()},
       .text = fmt::format("\n{}__shared__ {} {}[{}][{}];", StatementPlace(inner_of(body).front(), text).indent(),
                           staging.element, tile, staging.columns, staging.pitch)}};
  if (staging.stores) {
    auto behind = place.put_behind(joined, indent);
    if (!behind) return {};
    edits.push_back(std::move(*behind));
  } else {
    edits.push_back(place.put_ahead(joined));
  }
  return overlap(edits) ? std::vector<Edit>{} : edits;
}

}  // namespace warpglass::rewrite
