// What the row of an instruction says that it becomes, for instructions written out in tests and recordings: the words
// and the look of the operands are enough to find the row.
#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "isa/instruction.hpp"

namespace warpglass::isa {

/// An operand as it looks: "%r1", "%0" and "p" are registers, "[%rd1]" an address, "{...}" a vector, "(...)" a list.
[[nodiscard]] inline ptx::Operand operand_like(std::string_view text, std::string_view opcode) {
  using Kind = ptx::Operand::Kind;
  ptx::Operand operand;
  operand.name = text;
  const char first = text.front();
  if (first == '[') {
    operand.kind = Kind::address;
  } else if (first == '{') {
    operand.kind = Kind::vector;
  } else if (first == '(') {
    operand.kind = Kind::list;
  } else if (text.find('|') != std::string_view::npos) {
    operand.kind = Kind::pair;
  } else if ((first >= '0' && first <= '9') || first == '-') {
    operand.kind = Kind::integer;
  } else if (first == '$') {
    operand.kind = Kind::label;
  } else {
    operand.kind = opcode == "call" ? Kind::symbol : Kind::reg;
  }
  return operand;
}

/// Costs of "@%p1 add.f32 %f1, %f2, %f3"; none for what is no instruction.
[[nodiscard]] inline Costs costs_of(std::string_view text) {
  if (text.starts_with('@')) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  while (!text.empty() && (text.back() == ';' || text.back() == ' ')) text.remove_suffix(1);
  const std::string_view spelled = text.substr(0, text.find(' '));
  text.remove_prefix(spelled.size());
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= spelled.size();) {
    std::size_t dot = std::min(spelled.find('.', at), spelled.size());
    words.push_back(spelled.substr(at, dot - at));
    at = dot + 1;
  }
  std::vector<ptx::Operand> operands;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i == text.size() ? ',' : text[i];
    if (c == '{' || c == '[' || c == '(') ++depth;
    if (c == '}' || c == ']' || c == ')') --depth;
    if (c != ',' || depth != 0) continue;
    std::string_view operand = text.substr(begin, i - begin);
    begin = i + 1;
    operand.remove_prefix(std::min(operand.find_first_not_of(' '), operand.size()));
    if (!operand.empty()) operands.push_back(operand_like(operand, words.front()));
  }
  Spelling spelling;
  std::string why;
  return match(words, operands, spelling, why) == nullptr ? Costs{} : spelling.def->effects.costs(spelling, operands);
}

}  // namespace warpglass::isa
