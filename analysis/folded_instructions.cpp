#include "analysis/folded_instructions.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace warpglass::analysis {
namespace {

using Classes = std::vector<ClassCount>;
using enum arch::InstructionClass;

/// Where a register of a function is written, and where it is read.
struct Register {
  std::vector<std::uint32_t> definitions;
  std::vector<std::uint32_t> uses;
};
using Registers = std::map<std::pair<std::uint32_t, std::string_view>, Register>;

/// The three words that a rule looks at: "add.s64", "mul.wide.s32".
bool is(const InstructionText& text, std::string_view word, std::string_view last) {
  return text.words.size() >= 2 && text.words.front() == word && text.words.back().ends_with(last);
}

bool adds(const InstructionText& text, std::string_view bits) {
  return text.words.size() == 2 && is(text, "add", bits) && text.words.back().front() != 'f';
}

/// The width of the additions that can take the instruction in: "64", "32"; empty when none can.
std::string_view folds_into(const InstructionText& text) {
  if (text.operands.size() != 3) return {};
  if (text.words.front() == "mul" && text.has("wide") && text.words.back().ends_with("32")) return "64";
  const bool by_constant = text.operands[2].front() != '%';
  if (text.words.front() != "shl" || !by_constant) return {};
  return text.words.back() == "b64" ? "64" : text.words.back() == "b32" ? "32" : std::string_view{};
}

}  // namespace

std::vector<std::optional<std::vector<ClassCount>>> folded_instructions(const std::vector<sim::OpFacts>& facts) {
  std::vector<InstructionText> texts;
  texts.reserve(facts.size());
  Registers registers;
  for (std::uint32_t pc = 0; pc < facts.size(); ++pc) {
    texts.push_back(facts[pc].kind == sim::OpKind::pseudo ? InstructionText{} : split(facts[pc].text));
    const InstructionText& text = texts.back();
    for (std::size_t i = 0; i < text.operands.size(); ++i) {
      const bool written = i == 0 && text.operands[0].front() != '[' && text.words.front() != "st";
      for (const std::string_view name : registers_of(text.operands[i])) {
        Register& known = registers[{facts[pc].function, name}];
        (written ? known.definitions : known.uses).push_back(pc);
      }
    }
  }
  std::vector<std::optional<Classes>> folded(facts.size());
  for (std::uint32_t pc = 0; pc < facts.size(); ++pc) {
    const std::string_view bits = texts[pc].words.empty() ? std::string_view{} : folds_into(texts[pc]);
    if (bits.empty() || facts[pc].guarded) continue;
    const Register& result = registers[{facts[pc].function, texts[pc].operands[0]}];
    const bool only_added = std::all_of(result.uses.begin(), result.uses.end(),
                                        [&](std::uint32_t use) { return adds(texts[use], bits) && !folded[use]; });
    if (result.definitions.size() != 1 || result.uses.empty() || !only_added) continue;
    folded[pc] = Classes{};
    const bool product = texts[pc].words.front() == "mul";
    for (const std::uint32_t use : result.uses)
      folded[use] = product ? Classes{{integer_multiply_wide}} : Classes{{integer_add, bits == "64" ? 2.0 : 1.0}};
  }
  return folded;
}

}  // namespace warpglass::analysis
