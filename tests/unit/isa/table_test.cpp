// Syntax lines taken apart, rows found by them, and what is said when none is.

#include "isa/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "isa/instruction.hpp"

namespace warpglass::isa {
namespace {

using testing::HasSubstr;
using OperandKind = ptx::Operand::Kind;
using TableShape = SyntaxOperand::Shape;

// ---- Syntax lines ----

TEST(Syntax, TakesWordsApart) {
  constexpr Syntax kSyntax = parse_syntax("setp.cmp{.ftz}.type p{|q}, a, b{, c}", "cmp = eq ne; type = f32; c : pred");
  static_assert(kSyntax.mistake == nullptr);
  EXPECT_EQ(kSyntax.opcode, "setp");
  ASSERT_EQ(kSyntax.word_count, 3);
  EXPECT_EQ(kSyntax.words[0].name, "cmp");
  EXPECT_EQ(kSyntax.words[0].choices, "eq ne");
  EXPECT_FALSE(kSyntax.words[0].optional);
  EXPECT_EQ(kSyntax.words[1].name, "ftz");
  EXPECT_TRUE(kSyntax.words[1].choices.empty());
  EXPECT_TRUE(kSyntax.words[1].optional);
  EXPECT_TRUE(kSyntax.words[0].accepts("ne"));
  EXPECT_FALSE(kSyntax.words[0].accepts("n"));
}

TEST(Syntax, TakesOperandsApart) {
  constexpr Syntax kSyntax = parse_syntax("setp.cmp{.ftz}.type p{|q}, a, b{, c}", "cmp = eq ne; type = f32; c : pred");
  ASSERT_EQ(kSyntax.operand_count, 4);
  EXPECT_EQ(kSyntax.operands[0].shape, TableShape::pair);
  EXPECT_EQ(kSyntax.operands[0].second, "q");
  EXPECT_TRUE(kSyntax.operands[0].second_optional);
  EXPECT_TRUE(kSyntax.operands[0].destination);
  EXPECT_EQ(kSyntax.operands[0].type, "pred");
  EXPECT_EQ(kSyntax.operands[1].type, "type");
  EXPECT_FALSE(kSyntax.operands[1].destination);
  EXPECT_EQ(kSyntax.operands[3].type, "pred");
  EXPECT_TRUE(kSyntax.operands[3].optional);
  EXPECT_EQ(kSyntax.least_operands(), 3u);
}

TEST(Syntax, KnowsEveryShapeOfOperand) {
  constexpr Syntax kSyntax = parse_syntax("x.t {d}, [a], (b), %s, e|q", "");
  static_assert(kSyntax.mistake == nullptr);
  const TableShape wanted[] = {TableShape::vector, TableShape::address, TableShape::list, TableShape::special,
                               TableShape::pair};
  for (std::size_t i = 0; i < std::size(wanted); ++i) EXPECT_EQ(kSyntax.operands[i].shape, wanted[i]) << i;
  EXPECT_FALSE(kSyntax.operands[4].second_optional);
}

TEST(Syntax, FindsMistakesOfTheTablesAuthor) {
  static_assert(parse_syntax("", "").mistake != nullptr);
  static_assert(parse_syntax("add{.sat.type d", "").mistake != nullptr);
  static_assert(parse_syntax("add.type d, [a", "").mistake != nullptr);
  static_assert(parse_syntax("add.type d a", "").mistake != nullptr);
  static_assert(parse_syntax("add.type d, a", "typo = s32").mistake != nullptr);
  static_assert(parse_syntax("add.type d, a", "c : pred").mistake != nullptr);
}

TEST(Syntax, TypesKeepTheirPlaceAndModifiersDoNot) {
  constexpr Syntax kSyntax = parse_syntax("slct{.ftz}.sync.type.f32 d, a", "type = s32 f32");
  EXPECT_FALSE(kSyntax.words[0].keeps_its_place());
  EXPECT_FALSE(kSyntax.words[1].keeps_its_place());
  EXPECT_TRUE(kSyntax.words[2].keeps_its_place());
  EXPECT_TRUE(kSyntax.words[3].keeps_its_place());
}

// ---- Matching ----

/// An instruction spelled with words and the kinds of its operands.
struct Match {
  explicit Match(const std::string& text, std::vector<OperandKind> kinds) {
    std::istringstream parts(text);
    for (std::string word; std::getline(parts, word, '.');) words.push_back(word);
    for (const std::string& word : words) views.push_back(word);
    for (const OperandKind kind : kinds) operands.emplace_back().kind = kind;
    def = match(views, operands, spelling, why);
  }
  std::vector<std::string> words;
  std::vector<std::string_view> views;
  std::vector<ptx::Operand> operands;
  Spelling spelling;
  std::string why;
  const InstructionDef* def = nullptr;
};

std::vector<OperandKind> registers(std::size_t count) { return std::vector<OperandKind>(count, OperandKind::reg); }

TEST(Matching, GivesEverySlotItsWord) {
  const Match match("setp.lt.and.ftz.f32", registers(4));
  ASSERT_NE(match.def, nullptr) << match.why;
  EXPECT_EQ(match.spelling.word("cmp"), "lt");
  EXPECT_EQ(match.spelling.word("boolop"), "and");
  EXPECT_TRUE(match.spelling.has("ftz"));
  EXPECT_FALSE(match.spelling.has("sat"));
  EXPECT_EQ(match.spelling.type(), ptx::Type::f32);
}

TEST(Matching, TakesModifiersInAnyOrder) {
  for (const char* text : {"add.sat.rn.ftz.f32", "add.ftz.sat.rn.f32", "cvt.ftz.rzi.s32.f32", "vote.ballot.sync.b32"})
    EXPECT_TRUE(Match(text, registers(3)).def != nullptr || Match(text, registers(2)).def != nullptr) << text;
}

TEST(Matching, TellsTypesApartByTheirOrder) {
  const Match match("set.eq.u32.f32", registers(3));
  ASSERT_NE(match.def, nullptr) << match.why;
  EXPECT_EQ(match.spelling.type("dtype"), ptx::Type::u32);
  EXPECT_EQ(match.spelling.type("stype"), ptx::Type::f32);
  const Match select("slct.s32.f32", registers(4));
  ASSERT_NE(select.def, nullptr) << select.why;
  EXPECT_EQ(select.spelling.type(), ptx::Type::s32);
  EXPECT_THAT(std::string(select.def->where), HasSubstr("c : f32"));
}

TEST(Matching, TellsRowsApartByTheirOperands) {
  const Match pack("mov.b64", {OperandKind::reg, OperandKind::vector});
  const Match unpack("mov.b64", {OperandKind::vector, OperandKind::reg});
  const Match special("mov.b64", {OperandKind::reg, OperandKind::special});
  const Match plain("mov.b64", registers(2));
  ASSERT_TRUE(pack.def != nullptr && unpack.def != nullptr && special.def != nullptr && plain.def != nullptr);
  EXPECT_EQ(std::set({pack.def, unpack.def, special.def, plain.def}).size(), 4u);
}

TEST(Matching, KnowsWhetherThePairsSecondIsWritten) {
  EXPECT_FALSE(Match("setp.eq.s32", registers(3)).spelling.has_second);
  const Match pair("setp.eq.s32", {OperandKind::pair, OperandKind::reg, OperandKind::reg});
  ASSERT_NE(pair.def, nullptr) << pair.why;
  EXPECT_TRUE(pair.spelling.has_second);
}

TEST(Matching, GivesOperandsTheirTypes) {
  const Match wide("mul.wide.s32", registers(3));
  ASSERT_NE(wide.def, nullptr) << wide.why;
  const Syntax& syntax = syntax_of(*wide.def);
  EXPECT_EQ(operand_type(wide.spelling, syntax.operands[0]), ptx::Type::s64);
  EXPECT_EQ(operand_type(wide.spelling, syntax.operands[1]), ptx::Type::s32);
  const Match shift("shl.b64", registers(3));
  ASSERT_NE(shift.def, nullptr) << shift.why;
  EXPECT_EQ(operand_type(shift.spelling, syntax_of(*shift.def).operands[2]), ptx::Type::u32);
}

TEST(Matching, NamesTheNearestOpcodes) {
  const Match match("ad.s32", registers(3));
  EXPECT_EQ(match.def, nullptr);
  EXPECT_THAT(match.why, HasSubstr("unknown instruction 'ad.s32': there is no opcode 'ad'"));
  EXPECT_THAT(match.why, HasSubstr("add"));
}

TEST(Matching, NamesTheWordThatNoRowKnows) {
  const Match match("add.s23", registers(3));
  EXPECT_EQ(match.def, nullptr);
  EXPECT_THAT(match.why, HasSubstr("'.s23' is no word of 'add'"));
  EXPECT_THAT(match.why, HasSubstr(".s32"));
}

TEST(Matching, SaysThatWordsDoNotGoTogether) {
  const Match match("add.sat.u64", registers(3));
  EXPECT_EQ(match.def, nullptr);
  EXPECT_THAT(match.why, HasSubstr("do not go together"));
}

TEST(Matching, SaysWhichOperandsAreTaken) {
  EXPECT_THAT(Match("not.b32", registers(3)).why, HasSubstr("'not.b32' takes the operands d, a, not 3"));
  EXPECT_THAT(Match("not.b32", {OperandKind::reg, OperandKind::address}).why, HasSubstr("operand 2 is another kind"));
}

TEST(Matching, SurvivesAnything) {
  EXPECT_EQ(Match("", {}).def, nullptr);
  EXPECT_EQ(Match("add", {}).def, nullptr);
  std::string text = "mma";
  for (int i = 0; i < 200; ++i) text += ".f32";
  EXPECT_EQ(Match(text, registers(4)).def, nullptr);
  EXPECT_EQ(Match("add.s32", registers(200)).def, nullptr);
}

// ---- The whole table ----

TEST(Table, EveryRowFillsItsColumns) {
  for (const InstructionDef* row : instruction_table()) {
    EXPECT_FALSE(row->chapter.empty()) << row->syntax;
    EXPECT_FALSE(row->accuracy.empty()) << row->syntax;
    EXPECT_NE(row->since.find('.'), std::string_view::npos) << row->syntax;
  }
}

TEST(Table, EverySelectRowHasAHandlerForEverySpelling) {
  // Each slot's words are tried one at a time with the first word of the other slots.
  for (const InstructionDef* row : instruction_table()) {
    if (row->select == nullptr) continue;
    const Syntax& syntax = syntax_of(*row);
    std::vector<std::vector<std::string_view>> choices;
    for (const SyntaxWord& word : syntax.all_words()) {
      std::string_view rest = word.choices.empty() ? word.name : word.choices;
      auto& words = choices.emplace_back();
      while (!rest.empty()) words.push_back(detail::take_until(rest, ' '));
    }
    for (std::size_t slot = 0; slot < choices.size(); ++slot)
      for (const std::string_view tried : choices[slot]) {
        Spelling spelling;
        spelling.def = row;
        for (std::size_t i = 0; i < choices.size(); ++i)
          spelling.choices[spelling.choice_count++] = {syntax.words[i].name, i == slot ? tried : choices[i][0]};
        EXPECT_NE(row->select(spelling), nullptr) << row->syntax << " with ." << tried;
      }
  }
}

}  // namespace
}  // namespace warpglass::isa
