// Vector handlers against plain scalar statements of the same rows (scalar.hpp): random spellings, operands and masks,
// on each instruction set that vector code is compiled for.
//
//   scalar_test [--instruction-set=SSE4|AVX2|AVX3|NEON] [GoogleTest flags]
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/ptx/approximation.hpp"
#include "tests/ptx/replayer.hpp"
#include "tests/ptx/scalar.hpp"

namespace warpglass::test {
namespace {

constexpr int kSpellingsOfARow = 16;

struct Trial {
  RecordedInstruction instruction;  // with the statement's answers
  bool may_flush = false;           // the least normal number may have been below it: either is right
};

class Trials {
 public:
  /// Random spellings of a row; none when it has no statement.
  void add(const isa::InstructionDef& row) {
    bool stated = false;
    for (int i = 0; i < kSpellingsOfARow; ++i) stated = add_one(row) || stated;
    rows_ += stated ? 1 : 0;
  }
  [[nodiscard]] const std::vector<Trial>& all() const { return trials_; }
  [[nodiscard]] int rows() const { return rows_; }

 private:
  bool add_one(const isa::InstructionDef& row) {
    const isa::Syntax& syntax = isa::syntax_of(row);
    isa::Spelling spelling;
    spelling.def = &row;
    std::string text(syntax.opcode);
    for (const isa::SyntaxWord& word : syntax.all_words()) {
      if (word.optional && random_() % 2 == 0) continue;
      std::vector<std::string_view> choices;
      std::string_view rest = word.choices.empty() ? word.name : word.choices;
      while (!rest.empty()) choices.push_back(isa::detail::take_until(rest, ' '));
      spelling.choices[spelling.choice_count++] = {word.name, choices[random_() % choices.size()]};
      text += fmt::format(".{}", spelling.choices[spelling.choice_count - 1u].word);
    }
    Trial trial;
    RecordedInstruction& one = trial.instruction;
    for (std::size_t i = 0; i < syntax.operand_count; ++i) {
      const isa::SyntaxOperand& operand = syntax.operands[i];
      if (operand.shape != isa::SyntaxOperand::Shape::plain && !operand.second_optional) return false;
      const ptx::Type type = isa::operand_type(spelling, operand);
      if (type == ptx::Type::none) return false;
      const bool destination = i == 0;
      text += destination ? " d" : fmt::format(", {}", "abce"[one.sources.size()]);
      (destination ? one.destinations : one.sources).emplace_back(ptx::name_of(type));
    }
    one.text = text;
    const std::string_view opcode = syntax.opcode;
    trial.may_flush = spelling.has("ftz") &&
                      (opcode == "mul" || opcode == "fma" || opcode == "mad" || opcode == "div" || opcode == "rcp");
    return answer(spelling, trial);
  }

  bool answer(const isa::Spelling& spelling, Trial& trial) {
    RecordedInstruction& one = trial.instruction;
    one.results.resize(1);
    one.values.resize(one.words() * kTuples);
    for (std::size_t tuple = 0; tuple < kTuples; ++tuple) {
      std::uint64_t* values = one.values.data() + one.words() * tuple;
      for (std::size_t k = 0; k < one.sources.size(); ++k) values[k] = operand(one.sources[k]);
      const auto result = scalar(spelling, {values, one.sources.size()});
      if (!result) return false;
      one.results[0].push_back(*result);
    }
    trials_.push_back(std::move(trial));
    return true;
  }

  /// Any bits; or a special value; or a number near others, so that comparisons meet equal ones.
  std::uint64_t operand(const std::string& type) {
    const std::uint64_t bits = random_();
    const int width = std::max(1, 8 * bytes_of(type));
    switch (random_() % 4) {
      case 0: return source_value(type, static_cast<int>(bits % 64), 0, 1);
      case 1: return bits % (width == 1 ? 2 : 4);
      default: return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
    }
  }

  std::mt19937_64 random_{20261121};
  std::vector<Trial> trials_;
  int rows_ = 0;
};

bool agrees(const Trial& trial, std::uint64_t want, std::uint64_t got) {
  if (want == got) return true;
  const std::string& type = trial.instruction.destinations[0];
  if (type == "f64") return std::isnan(number(type, want)) && std::isnan(number(type, got));
  constexpr std::uint64_t kMagnitude = 0x7fffffff;
  return trial.may_flush && type == "f32" && (want & kMagnitude) == 0x00800000 && (got & kMagnitude) == 0;
}

void compare(bool guarded) {
  Trials trials;
  for (const isa::InstructionDef* row : isa::instruction_table())
    if (row->select != nullptr) trials.add(*row);
  EXPECT_GE(trials.rows(), 57) << "rows with a scalar statement";
  std::vector<RecordedInstruction> instructions;
  for (const Trial& trial : trials.all()) instructions.push_back(trial.instruction);
  Replayer replayer(instructions, guarded);
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const RecordedInstruction& one = instructions[i];
    const std::vector<std::uint64_t> answers = replayer.answers(i);
    const int bytes = register_bytes_of(one.destinations[0]);
    const std::uint64_t untouched = bytes == 0 ? 1 : ~std::uint64_t{0} >> (64 - 8 * bytes);
    for (std::size_t tuple = 0; tuple < kTuples; ++tuple) {
      const bool active = !guarded || is_active(static_cast<std::uint32_t>(tuple));
      const std::uint64_t want = active ? one.results[0][tuple] : untouched;
      if (agrees(trials.all()[i], want, answers[tuple])) continue;
      ADD_FAILURE() << fmt::format("{}: tuple {} of {:x} {:x} {:x}: {:x} is stated, {:x} the answer", one.text, tuple,
                                   one.values[one.words() * tuple], one.values[one.words() * tuple + 1],
                                   one.values[one.words() * tuple + 2], want, answers[tuple]);
      break;
    }
  }
}

TEST(Scalar, StatesWhatVectorHandlersAnswer) { compare(false); }

TEST(Scalar, StatesWhatTheyAnswerInSomeLanes) { compare(true); }

}  // namespace
}  // namespace warpglass::test
