#include "rewrite/block_words.hpp"

#include <fmt/format.h>

#include "rewrite/staging_edits.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kSuffix = "_of_owner";

}  // namespace

BlockWords::BlockWords(const StructureBlock& block, const FunctionVariables& variables, const std::string& text,
                       const std::string& type, std::set<std::string>& taken)
    : block_(block),
      variables_(variables),
      text_(text),
      type_(type),
      memory_(free_name("words", taken)),
      owner_(free_name("owner", taken)),
      word_(free_name("word", taken)) {
  place_ =
      block.pitch == block.words ? word_ : fmt::format("{} * {} + {} % {}", owner_, block.pitch, word_, block.words);
  taken_ = taken;
}

std::string BlockWords::declaration() const {
  return fmt::format("__shared__ __align__(16) unsigned {}[{}];", memory_, block_.threads * block_.pitch);
}

std::string BlockWords::own(bool constant) const {
  return fmt::format("*reinterpret_cast<{}{}*>(&{}[threadIdx.x * {}])", constant ? "const " : "", type_, memory_,
                     block_.pitch);
}

std::optional<std::vector<std::string>> BlockWords::moved(const Node& element, const StatementPath& path,
                                                          const GridLoop* loop, bool to_memory) const {
  const auto anchor =
      token_or_macro((path.returns.empty() ? *path.statement : *path.returns.front()).at("range").at("begin"));
  if (!anchor) return std::nullopt;
  std::set<std::string> taken = taken_;
  OtherExpressions other(variables_, text_, {.x = owner_, .y = "threadIdx.y", .suffix = std::string(kSuffix)},
                         {.anchor = anchor->offset}, taken);
  std::vector<std::string> lines = {fmt::format("for (unsigned {0} = threadIdx.x; {0} < {1}; {0} += {2}) {{", word_,
                                                block_.threads * block_.words, block_.threads),
                                    fmt::format("  const unsigned {} = {} / {};", owner_, word_, block_.words)};
  std::string condition;
  if (loop != nullptr) {
    const std::string name = free_name(loop->name + std::string(kSuffix), taken);
    other.give(loop->counter, name);
    lines.push_back(fmt::format("  const {} {} = {} + static_cast<int>({} - threadIdx.x);", without_const(loop->type),
                                name, loop->name, owner_));
    condition = other.of(*loop->condition).value_or("");
    if (condition.empty()) return std::nullopt;
  }
  const auto of_path = condition_of(path, other);
  const auto access = other.of(element);
  if (!of_path || !access) return std::nullopt;
  if (condition.empty()) {
    condition = *of_path;
  } else if (!of_path->empty()) {
    const bool binds_loosely = of_path->find("||") != std::string::npos || of_path->find('?') != std::string::npos;
    condition += fmt::format(" && {}", binds_loosely ? "(" + *of_path + ")" : *of_path);
  }
  for (const OtherVariable& variable : other.variables()) lines.push_back("  " + variable.declaration);
  const std::string in_memory = fmt::format("reinterpret_cast<{}unsigned*>(&{})[{} % {}]", to_memory ? "" : "const ",
                                            *access, word_, block_.words);
  const std::string in_block = fmt::format("{}[{}]", memory_, place_);
  lines.push_back(fmt::format("  {}{} = {};", condition.empty() ? "" : fmt::format("if ({}) ", condition),
                              to_memory ? in_memory : in_block, to_memory ? in_block : in_memory));
  lines.emplace_back("}");
  return lines;
}

}  // namespace warpglass::rewrite
