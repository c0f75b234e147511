// Finding the row of an instruction. Rows of the same opcode are tried in order; a row matches when every written
// word fills one of its words, none that must be there is missing, and the operands look as the row shows them.

#include "isa/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "base/nearest.hpp"
#include "isa/chapters/absent.hpp"
#include "isa/chapters/chapters.hpp"
#include "isa/chapters/word_rules.hpp"

namespace warpglass::isa {

namespace {

using Kind = ptx::Operand::Kind;

/// Gives written words to the words of a syntax line by backtracking. Assemblers accept words out of the manual's
/// order, except that types, shapes and other slots which must be filled are told apart by their order alone.
/// \param last_slot  one past the last such slot filled so far
bool assign(const Syntax& syntax, std::span<const std::string_view> words, std::size_t at, std::uint32_t used,
            std::size_t last_slot, std::array<std::uint8_t, Syntax::kMaxWords>& slot_of) {
  assert(last_slot <= syntax.word_count);
  if (at == words.size()) {
    for (std::size_t i = 0; i < syntax.word_count; ++i)
      if (!syntax.words[i].optional && (used >> i & 1) == 0) return false;
    return true;
  }
  for (std::size_t i = 0; i < syntax.word_count; ++i) {
    const SyntaxWord& word = syntax.words[i];
    if ((used >> i & 1) != 0 || !word.accepts(words[at])) continue;
    const bool ordered = word.keeps_its_place();
    if (ordered && i < last_slot) continue;
    slot_of[at] = static_cast<std::uint8_t>(i);
    if (assign(syntax, words, at + 1, used | 1u << i, ordered ? i + 1 : last_slot, slot_of)) return true;
  }
  return false;
}

bool looks_like(const SyntaxOperand& shown, const ptx::Operand& operand) {
  switch (shown.shape) {
    case SyntaxOperand::Shape::address: return operand.kind == Kind::address;
    case SyntaxOperand::Shape::vector: return operand.kind == Kind::vector;
    case SyntaxOperand::Shape::list: return operand.kind == Kind::list;
    case SyntaxOperand::Shape::special: return operand.kind == Kind::special;
    case SyntaxOperand::Shape::pair:
      return operand.kind == Kind::pair ||
             (shown.second_optional && (operand.kind == Kind::reg || operand.kind == Kind::sink));
    case SyntaxOperand::Shape::plain: break;
  }
  switch (operand.kind) {
    case Kind::address:
    case Kind::vector:
    case Kind::list:
    case Kind::special:
    case Kind::pair: return false;
    case Kind::reg:
    case Kind::sink: return true;
    case Kind::integer:
    case Kind::f32_bits:
    case Kind::f64_bits:
    case Kind::variable:
    case Kind::symbol:
    case Kind::label: return !shown.destination;
  }
  return false;
}

/// In rows with a `.vec` slot a plain operand may be `{a, b, ...}`; the row's binding checks it against the slot.
bool is_vector_access(const Syntax& syntax, const SyntaxOperand& shown, const ptx::Operand& operand) {
  return shown.shape == SyntaxOperand::Shape::plain && operand.kind == ptx::Operand::Kind::vector &&
         std::any_of(syntax.words.begin(), syntax.words.begin() + syntax.word_count,
                     [](const SyntaxWord& word) { return word.name == "vec"; });
}

bool operands_fit(const Syntax& syntax, std::span<const ptx::Operand> operands) {
  if (operands.size() < syntax.least_operands() || operands.size() > syntax.operand_count) return false;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (!looks_like(syntax.operands[i], operands[i]) && !is_vector_access(syntax, syntax.operands[i], operands[i]))
      return false;
  return true;
}

std::string joined(std::span<const std::string_view> words) { return fmt::format("{}", fmt::join(words, ".")); }

/// The words a syntax line takes, as text: "{.sat} .s32".
std::string words_text(const Syntax& syntax) {
  std::string text;
  for (const SyntaxWord& word : syntax.all_words()) {
    std::string one = "." + std::string(word.choices.empty() ? word.name : word.choices);
    std::replace(one.begin(), one.end(), ' ', '|');
    text += fmt::format(fmt::runtime(word.optional ? " {{{}}}" : " {}"), one);
  }
  return text.empty() ? "no words" : text.substr(1);
}

std::string operands_text(const Syntax& syntax) {
  std::string text;
  for (const SyntaxOperand& operand : syntax.all_operands()) {
    std::string one(operand.name);
    switch (operand.shape) {
      case SyntaxOperand::Shape::plain: break;
      case SyntaxOperand::Shape::pair:
        one += fmt::format(fmt::runtime(operand.second_optional ? "{{|{}}}" : "|{}"), operand.second);
        break;
      case SyntaxOperand::Shape::address: one = "[" + one + "]"; break;
      case SyntaxOperand::Shape::vector: one = "{" + one + ", ...}"; break;
      case SyntaxOperand::Shape::list: one = "(" + one + ", ...)"; break;
      case SyntaxOperand::Shape::special: one = "%" + one; break;
    }
    text += text.empty() ? one : operand.optional ? "{, " + one + "}" : ", " + one;
  }
  return text.empty() ? "no operands" : text;
}

}  // namespace

std::string_view Spelling::word(std::string_view slot) const {
  for (std::size_t i = 0; i < choice_count; ++i)
    if (choices[i].slot == slot) return choices[i].word;
  return {};
}

bool Spelling::has(std::string_view literal) const { return !word(literal).empty(); }

ptx::Type Spelling::type(std::string_view slot) const { return type_named(word(slot)); }

ptx::Type type_named(std::string_view name) {
  if (name.empty()) return ptx::Type::none;
  for (int i = 0; i <= static_cast<int>(ptx::Type::surfref); ++i)
    if (ptx::name_of(static_cast<ptx::Type>(i)) == name) return static_cast<ptx::Type>(i);
  return ptx::Type::none;
}

ptx::Type operand_type(const Spelling& spelling, const SyntaxOperand& operand) {
  using ptx::Type;
  if (operand.type != "wide") {
    const Type of_slot = spelling.type(operand.type);
    return of_slot != Type::none ? of_slot : type_named(operand.type);
  }
  const Type narrow = spelling.type();
  if (narrow == Type::u16) return Type::u32;
  if (narrow == Type::s16) return Type::s32;
  if (narrow == Type::u32) return Type::u64;
  if (narrow == Type::s32) return Type::s64;
  return Type::none;
}

InstructionTable::InstructionTable() {
  for (const ChapterRows chapter : kChapters)
    for (const InstructionDef& def : chapter()) entries_.push_back({&def, parse_syntax(def.syntax, def.where)});
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& a, const Entry& b) { return a.syntax.opcode < b.syntax.opcode; });
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    rows_.push_back(entries_[i].def);
    by_def_.push_back(i);
  }
  std::sort(by_def_.begin(), by_def_.end(), [this](auto a, auto b) { return std::less<>{}(rows_[a], rows_[b]); });
}

const Syntax& InstructionTable::syntax_of(const InstructionDef& def) const {
  const auto found = std::lower_bound(by_def_.begin(), by_def_.end(), &def,
                                      [this](auto at, auto wanted) { return std::less<>{}(rows_[at], wanted); });
  return entries_[*found].syntax;
}

std::span<const InstructionTable::Entry> InstructionTable::entries_of(std::string_view opcode) const {
  const auto first = std::lower_bound(entries_.begin(), entries_.end(), opcode,
                                      [](const Entry& entry, auto name) { return entry.syntax.opcode < name; });
  const auto last = std::upper_bound(first, entries_.end(), opcode,
                                     [](auto name, const Entry& entry) { return name < entry.syntax.opcode; });
  return {first, last};
}

RowEffects InstructionTable::effects_of(std::string_view opcode) const {
  const auto entries = entries_of(opcode);
  return entries.empty() ? RowEffects{} : entries.front().def->effects;
}

const InstructionDef* InstructionTable::match(std::span<const std::string_view> words,
                                              std::span<const ptx::Operand> operands, Spelling& spelling,
                                              std::string& why) const {
  const std::string_view opcode = words.empty() ? std::string_view{} : words.front();
  std::string conflict;
  for (const Entry& entry : entries_of(opcode)) {
    const Syntax& syntax = entry.syntax;
    std::array<std::uint8_t, Syntax::kMaxWords> slot_of{};
    if (words.size() - 1 > syntax.word_count || !operands_fit(syntax, operands) ||
        !assign(syntax, words.subspan(1), 0, 0, 0, slot_of))
      continue;
    spelling = {.def = entry.def, .words = words, .operand_count = static_cast<std::uint8_t>(operands.size())};
    spelling.has_second = !operands.empty() && operands[0].kind == ptx::Operand::Kind::pair;
    spelling.choice_count = static_cast<std::uint8_t>(words.size() - 1);
    for (std::size_t i = 1; i < words.size(); ++i)
      spelling.choices[i - 1] = {syntax.words[slot_of[i - 1]].name, words[i]};
    std::string found = conflict_of(spelling, syntax, operands);
    if (found.empty()) {
      spelling.least_target = least_target_of(spelling, opcode);
      return entry.def;
    }
    if (conflict.empty()) conflict = std::move(found);
  }
  why = conflict.empty() ? why_not(words, operands) : fmt::format("'{}': {}", joined(words), conflict);
  return nullptr;
}

std::string InstructionTable::why_not(std::span<const std::string_view> words,
                                      std::span<const ptx::Operand> operands) const {
  if (words.empty()) return "an instruction has no opcode";
  const std::string spelled = joined(words);
  if (const AbsentInstruction* absent = find_absent(words))
    return fmt::format("'{}' is not implemented: {}", spelled, absent->why);
  const auto entries = entries_of(words.front());

  if (entries.empty()) {
    std::vector<std::string_view> opcodes;
    for (const Entry& entry : entries_)
      if (opcodes.empty() || opcodes.back() != entry.syntax.opcode) opcodes.push_back(entry.syntax.opcode);
    const auto names = nearest_names(words.front(), opcodes, 2);
    std::string text = fmt::format("unknown instruction '{}': there is no opcode '{}'", spelled, words.front());
    return names.empty() ? text : text + fmt::format("; nearest: {}", fmt::join(names, ", "));
  }

  // The words fit some row, so the operands do not.
  std::vector<const Syntax*> by_words;
  for (const Entry& entry : entries) {
    std::array<std::uint8_t, Syntax::kMaxWords> slot_of{};
    if (words.size() - 1 <= entry.syntax.word_count && assign(entry.syntax, words.subspan(1), 0, 0, 0, slot_of))
      by_words.push_back(&entry.syntax);
  }
  if (!by_words.empty()) {
    std::string text = fmt::format("'{}' takes the operands {}", spelled, operands_text(*by_words.front()));
    for (std::size_t i = 1; i < by_words.size() && i < 4; ++i) text += " or " + operands_text(*by_words[i]);
    const Syntax& first = *by_words.front();
    if (by_words.size() == 1 && operands.size() >= first.least_operands() && operands.size() <= first.operand_count)
      for (std::size_t i = 0; i < operands.size(); ++i)
        if (!looks_like(first.operands[i], operands[i]))
          return text + fmt::format("; operand {} is another kind", i + 1);
    return text + fmt::format(", not {}", operands.size());
  }

  // A word that no row of this opcode knows is the likeliest mistake.
  for (const std::string_view word : words.subspan(1)) {
    std::vector<std::string_view> known;
    bool accepted = false;
    for (const Entry& entry : entries)
      for (const SyntaxWord& one : entry.syntax.all_words()) {
        accepted = accepted || one.accepts(word);
        std::string_view rest = one.choices.empty() ? one.name : one.choices;
        while (!rest.empty())
          if (const auto choice = detail::take_until(rest, ' ');
              std::find(known.begin(), known.end(), choice) == known.end())
            known.push_back(choice);
      }
    if (accepted) continue;
    if (known.empty()) return fmt::format("unknown instruction '{}': '{}' takes no words", spelled, words.front());
    return fmt::format("unknown instruction '{}': '.{}' is no word of '{}', which knows .{}", spelled, word,
                       words.front(), fmt::join(known, " ."));
  }

  std::vector<std::string> forms;
  for (const Entry& entry : entries)
    if (auto form = words_text(entry.syntax); std::find(forms.begin(), forms.end(), form) == forms.end())
      forms.push_back(std::move(form));
  const std::size_t shown = std::min<std::size_t>(forms.size(), 6);
  std::string text =
      fmt::format("unknown instruction '{}': these words do not go together; '{}' takes {}", spelled, words.front(),
                  fmt::join(forms.begin(), forms.begin() + std::ptrdiff_t(shown), ", or "));
  return forms.size() > shown ? text + fmt::format(", or {} other forms", forms.size() - shown) : text;
}

namespace {

const InstructionTable& this_machine() {
  static const InstructionTable table;
  return table;
}

}  // namespace

std::span<const InstructionDef* const> instruction_table() { return this_machine().rows(); }

sim::Does does_of(std::string_view opcode) { return this_machine().effects_of(opcode).does; }

bool converts(std::string_view opcode) { return this_machine().effects_of(opcode).algebra == sim::Algebra::convert; }

const Syntax& syntax_of(const InstructionDef& def) { return this_machine().syntax_of(def); }

const InstructionDef* match(std::span<const std::string_view> words, std::span<const ptx::Operand> operands,
                            Spelling& spelling, std::string& why) {
  return this_machine().match(words, operands, spelling, why);
}

}  // namespace warpglass::isa
