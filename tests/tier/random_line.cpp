#include "tests/tier/random_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "isa/bind/binder.hpp"
#include "isa/instruction.hpp"
#include "isa/table.hpp"
#include "ptx/module.hpp"

namespace warpglass::test {
namespace {

using isa::SyntaxOperand;
using isa::SyntaxWord;

char kind_of(ptx::Type type) {
  if (type == ptx::Type::pred) return 'p';
  switch (ptx::size_of(type)) {
    case 1:
    case 2: return 'h';
    case 4: return 'r';
    case 8: return 'l';
    default: return 0;
  }
}

// ---- Lines ----

std::vector<std::string> words_in(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

using Slots = std::map<std::string, std::string, std::less<>>;  // the word that each got

ptx::Type type_of(const SyntaxOperand& operand, const Slots& slots) {
  const auto slot = [&](std::string_view name) {
    const auto found = slots.find(name);
    return found == slots.end() ? ptx::Type::none : isa::type_named(found->second);
  };
  if (operand.type == "pred") return ptx::Type::pred;
  if (operand.type == "wide") return ptx::size_of(slot("type")) == 2 ? ptx::Type::b32 : ptx::Type::b64;
  if (const ptx::Type named = isa::type_named(operand.type); named != ptx::Type::none) return named;
  return slot(operand.type.empty() ? "type" : operand.type);
}

bool has_address(sim::Does does) {
  return does == sim::Does::loads || does == sim::Does::stores || does == sim::Does::updates ||
         does == sim::Does::reduces;
}

/// Lanes hold the elements of a matrix together.
bool moves_matrix(sim::Does does) { return does == sim::Does::loads_matrix || does == sim::Does::stores_matrix; }

bool looks_around(sim::Does does) {
  return does == sim::Does::exchanges || does == sim::Does::agrees || does == sim::Does::multiplies ||
         moves_matrix(does);
}

/// The register with the address of a thread's own bytes in a space; none of those where it has none.
std::string_view base_in(std::string_view space, std::mt19937& random) {
  if (space == "global") return "%own";
  if (space.starts_with("shared") && space != "shared::cluster") return "%tile";
  if (!space.empty()) return {};
  return below(random, 2) == 0 ? "%own" : "%generic";
}

/// That of the bytes of all threads of the warp, one for all lanes.
std::string_view base_of_warp(std::string_view space) {
  return space.starts_with("shared") ? std::string_view("%warp") : std::string_view();
}

/// What an operand may look like; nothing where kernels have none of its kind.
std::vector<std::string> forms_of(const SyntaxOperand& operand, const Slots& slots, std::mt19937& random) {
  std::vector<std::string> forms;
  if (operand.shape == SyntaxOperand::Shape::vector) {  // so many registers of some kind: the row knows
    for (const char kind : {'r', 'l', 'h'})
      for (const int count : {1, 2, 4, 8}) forms.push_back(fmt::format("#{}{}", kind, count));
    std::ranges::shuffle(forms, random);
    return forms;
  }
  const char kind = kind_of(type_of(operand, slots));
  if (kind == 0) return {};
  if (operand.shape == SyntaxOperand::Shape::pair) {
    const bool second = !operand.second_optional || below(random, 2) == 0;
    return {fmt::format("@{}{}", kind, second ? "|@p" : "")};
  }
  if (operand.shape != SyntaxOperand::Shape::plain) return {};
  forms.push_back(fmt::format("@{}", kind));
  if (const auto vector = slots.find("vec"); vector != slots.end()) {
    forms.push_back(fmt::format("#{}{}", kind, vector->second.back()));
    forms.push_back(fmt::format("#r{}", vector->second.back()));  // halves of a matrix
  }
  // Of a sparse matrix, which elements are kept, and which lanes say so.
  if (operand.name == "e" && operand.type == "b32")
    return {slots.find("atype")->second == "tf32" ? "%of_two" : "%of_four"};
  if (operand.name == "f" && operand.type == "b32") return {"0"};
  return forms;
}

/// The line with the first of each operand's forms that the binder takes together.
std::optional<Template> with_forms(Template line, const std::vector<std::vector<std::string>>& forms, std::uint32_t sm,
                                   std::mt19937& random) {
  std::vector<std::size_t> chosen(forms.size());
  const std::string words = line.text;
  const auto mistakes = [&] {
    line.text = words;
    for (std::size_t i = 0; i < forms.size(); ++i) line.text += (i == 0 ? " " : ", ") + forms[i][chosen[i]];
    line.text += ';';
    return mistakes_in(filled(line, random), sm);
  };
  std::size_t fewest = mistakes();
  // Twice: what a row says of one operand it may say only where another is right.
  for (int round = 0; round < 2 && fewest != 0; ++round) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const std::size_t before = chosen[i];
      std::size_t best = before;
      for (chosen[i] = 0; chosen[i] < forms[i].size() && fewest != 0; ++chosen[i]) {
        const std::size_t here = chosen[i] == before ? fewest : mistakes();
        if (here >= fewest) continue;
        fewest = here;
        best = chosen[i];
      }
      chosen[i] = best;
    }
  }
  if (mistakes() != 0) return std::nullopt;
  return line;
}

std::optional<Template> spelling_of(const isa::InstructionDef& def, const isa::Syntax& syntax, std::uint32_t sm,
                                    std::mt19937& random) {
  Slots slots;
  std::string line(syntax.opcode);
  for (const SyntaxWord& word : syntax.all_words()) {
    if (word.optional && below(random, 3) != 0) continue;
    std::string chosen(word.name);
    if (!word.choices.empty()) {
      const std::vector<std::string> choices = words_in(word.choices);
      chosen = choices[below(random, choices.size())];
      slots[std::string(word.name)] = chosen;
    } else {
      slots["type"] = isa::type_named(word.name) != ptx::Type::none ? chosen : slots["type"];
    }
    line += '.' + chosen;
  }
  const sim::Does does = def.effects.does;
  std::string base;
  std::vector<std::vector<std::string>> forms;
  for (const SyntaxOperand& operand : syntax.all_operands()) {
    if (operand.optional && below(random, 2) == 0) break;
    if (operand.shape == SyntaxOperand::Shape::address) {
      if (syntax.opcode == "wmma")
        base = base_of_warp(slots["space"]);
      else if (moves_matrix(does) && slots["space"].empty())
        base = "%generic";  // of shared memory, as matrices are
      else if ((does == sim::Does::updates || does == sim::Does::reduces) && slots.contains("vec"))
        base = "%own";  // of global memory, where alone several values are updated
      else
        base = base_in(slots["space"], random);
      // A tensor map is longer than what a thread has.
      if (base.empty() || !(has_address(does) || moves_matrix(does)) || syntax.opcode == "tensormap")
        return std::nullopt;
      forms.push_back({fmt::format("[%at+{}]", base == "%warp" ? 0 : 16 * below(random, 4))});
      continue;
    }
    if (syntax.opcode == "wmma" && operand.name == "s") {
      forms.push_back({slots["type"] == "b1" ? "128" : "32"});  // elements from row to row
      continue;
    }
    forms.push_back(forms_of(operand, slots, random));
    if (forms.back().empty()) return std::nullopt;
  }
  // All lanes are members: the last operand says which.
  if ((does == sim::Does::exchanges || does == sim::Does::agrees) && forms.back().back() == "@r" &&
      syntax.opcode != "movmatrix")
    forms.back() = {"-1"};
  return with_forms(
      {.text = line, .needs_all_lanes = looks_around(does), .base = base, .multiplies = does == sim::Does::multiplies},
      forms, sm, random);
}

/// The fragments of one product in registers of their own, and the moves from and to those that others have.
class Fragments {
 public:
  std::string take(char kind, const std::vector<std::string>& others) {
    std::vector<std::string> own;
    for (const std::string& other : others) {
      own.push_back(fmt::format("%{}{}", kind == 'l' ? "fl" : "fr", next_++));
      const std::string_view type = kind == 'l' ? "b64" : "b32";
      if (fragments_ == 0)
        after_ += fmt::format(" mov.{} {}, {};", type, other, own.back());
      else
        before_ += fmt::format("mov.{} {}, {}; ", type, own.back(), other);
    }
    ++fragments_;
    return vector_of(own);
  }
  [[nodiscard]] std::string around(std::string_view product) const {
    return fmt::format("{}{}{}", before_, product, after_);
  }

 private:
  int next_ = 0;
  int fragments_ = 0;
  std::string before_;
  std::string after_;
};

}  // namespace

std::string address_in(std::string_view base, std::mt19937& random) {
  if (base == "%warp" || below(random, 2) == 0) return fmt::format("mov.b64 %at, {}; ", base);
  return fmt::format("and.b32 %w, %r{}, 48; cvt.u64.u32 %at, %w; add.u64 %at, %at, {}; ", below(random, kRegisters),
                     base);
}

std::vector<std::string> different_registers(char kind, std::size_t count, std::mt19937& random) {
  std::vector<std::string> registers;
  for (int i = 0; i < kRegisters; ++i) registers.push_back(fmt::format("%{}{}", kind, i));
  std::ranges::shuffle(registers, random);
  registers.resize(count);
  return registers;
}

std::string vector_of(const std::vector<std::string>& registers) {
  return fmt::format("{{{}}}", fmt::join(registers, ", "));
}

std::string filled(const Template& line, std::mt19937& random, std::string_view guard) {
  std::string text = line.base.empty() ? "" : address_in(line.base, random);
  text += guard;
  Fragments fragments;
  for (std::size_t i = 0; i < line.text.size(); ++i) {
    if (line.text[i] == '@') {
      text += fmt::format("%{}{}", line.text[++i], below(random, kRegisters));
    } else if (line.text[i] == '#') {
      const char kind = line.text[++i];
      const std::vector<std::string> registers =
          different_registers(kind, static_cast<std::size_t>(line.text[++i] - '0'), random);
      text += line.apart ? fragments.take(kind, registers) : vector_of(registers);
    } else {
      text += line.text[i];
    }
  }
  return fragments.around(text);
}

std::size_t mistakes_in(const std::string& line, std::uint32_t sm) {
  const std::string text =
      fmt::format(".version 8.5\n.target sm_{}\n.address_size 64\n.visible .entry k() {{\n{}\n{}\nret;\n}}\n", sm,
                  kRegisterLines, line);
  const ptx::ParseResult parsed = ptx::parse(text, "line.ptx");
  if (!parsed.diagnostics.empty()) return parsed.diagnostics.size();
  isa::LinkedModules linked;
  linked.modules.push_back(&parsed.module);
  linked.address_of = [](const ptx::Module&, std::string_view) { return std::uint64_t{0}; };
  linked.function_of = [](const ptx::Module&, std::string_view, const ptx::Module*&) -> const ptx::Function* {
    return nullptr;
  };
  linked.function_address_of = [](std::string_view) { return std::uint64_t{0}; };
  const isa::BindResult bound = isa::bind(linked, parsed.module, *parsed.module.find_function("k"), {.sm = sm});
  return bound.diagnostics.size();
}

std::vector<Template> templates(std::mt19937& random, int tries, std::uint32_t sm) {
  std::vector<Template> all;
  const isa::InstructionTable table;
  for (const isa::InstructionDef* const def : table.rows()) {
    const sim::Does does = def->effects.does;
    if (does != sim::Does::computes && !looks_around(does) && !has_address(does)) continue;
    for (int i = 0; i < tries; ++i) {
      const std::optional<Template> line = spelling_of(*def, table.syntax_of(*def), sm, random);
      if (line) all.push_back(*line);
    }
  }
  return all;
}

bool has_one_answer(const Template& line) {
  const std::string_view text = line.text;
  const std::string_view opcode = text.substr(0, text.find_first_of(". "));
  // Of what they answer the manual says nothing, or an address or state of the machine's own goes in. Of a guarded
  // testp or set ptxas 13.0 executes a part always, and the video instructions it makes of others, as it pleases.
  static constexpr std::array<std::string_view, 14> kOpen{"activemask", "addc",      "createpolicy", "cvta", "elect",
                                                          "getctarank", "isspacep",  "madc",         "mapa", "mbarrier",
                                                          "set",        "stacksave", "subc",         "testp"};
  if (std::ranges::count(kOpen, opcode) != 0 || (opcode[0] == 'v' && opcode != "vote")) return false;
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  if (has(".cc.") || (opcode == "setp" && has("|")) || has("rsqrt.approx.f64") || has("cache_hint")) return false;
  // What ptxas takes for other targets alone: of PTX 1.x, or of sm_100.
  if (opcode == "vote" || opcode == "shfl") return has(".sync");
  if (opcode == "cvt")
    return !has("e2m3") && !has("e3m2") && !(has("tf32") && has("satfinite")) && !has(".bf16.f32 @r");
  static constexpr std::array<std::string_view, 9> kSayHow{"cos", "div",   "ex2", "lg2", "mad",
                                                           "rcp", "rsqrt", "sin", "sqrt"};
  const bool says_how = has(".approx") || has(".full") || has(".rn") || has(".rz") || has(".rm") || has(".rp");
  return says_how || std::ranges::count(kSayHow, opcode) == 0 || !(has(".f32") || has(".f64"));
}

}  // namespace warpglass::test
