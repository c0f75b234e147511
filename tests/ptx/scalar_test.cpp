// Vector handlers against plain scalar statements of the same rows (scalar.hpp): random spellings, operands and masks,
// on each instruction set that vector code is compiled for.
//
//   scalar_test [--instruction-set=SSE4|AVX2|AVX3|NEON] [GoogleTest flags]
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/ptx/approximation.hpp"
#include "tests/ptx/replayer.hpp"
#include "tests/ptx/scalar.hpp"

namespace warpglass::test {
namespace {

constexpr int kSpellingsOfARow = 16;
constexpr int kSpellingsOfAConversion = 600;  // its modifiers mean other things for each pair of types

struct Trial {
  RecordedInstruction instruction;  // with the statement's answers
  bool may_flush = false;           // the least normal number may have been below it: either is right
  bool any_nan = false;             // one NaN is as good as another
};

class Trials {
 public:
  /// Random spellings of a row; none when it has no statement.
  void add(const isa::InstructionDef& row) {
    const bool conversion = row.syntax.starts_with("cvt");
    bool stated = false;
    for (int i = 0; i < (conversion ? kSpellingsOfAConversion : kSpellingsOfARow); ++i) stated = add_one(row) || stated;
    rows_ += stated ? 1 : 0;
  }
  [[nodiscard]] const std::vector<Trial>& all() const { return trials_; }
  [[nodiscard]] int rows() const { return rows_; }

 private:
  bool add_one(const isa::InstructionDef& row) {
    std::vector<std::string_view> words = {isa::syntax_of(row).opcode};
    for (const isa::SyntaxWord& word : isa::syntax_of(row).all_words()) {
      if (word.optional && random_() % 2 == 0) continue;
      std::vector<std::string_view> choices;
      std::string_view rest = word.choices.empty() ? word.name : word.choices;
      while (!rest.empty()) choices.push_back(isa::detail::take_until(rest, ' '));
      words.push_back(choices[random_() % choices.size()]);
    }
    std::vector<ptx::Operand> operands;
    for (const isa::SyntaxOperand& operand : isa::syntax_of(row).all_operands()) {
      if (operand.optional && random_() % 2 == 0) break;
      operands.emplace_back().kind = kind_of(operand);
    }
    isa::Spelling spelling;
    std::string why;
    if (isa::match(words, operands, spelling, why) != &row) return false;
    return tried_.insert(fmt::format("{} {}", fmt::join(words, "."), operands.size())).second &&
           answer(spelling, operands);
  }

  ptx::Operand::Kind kind_of(const isa::SyntaxOperand& operand) {
    using Kind = ptx::Operand::Kind;
    using Shape = isa::SyntaxOperand::Shape;
    if (operand.shape == Shape::pair) return operand.second_optional && random_() % 2 == 0 ? Kind::reg : Kind::pair;
    if (operand.shape != Shape::plain) return Kind::address;
    return operand.name == "t" ? Kind::integer : Kind::reg;
  }

  static bool has_brain(const isa::Spelling& spelling) {
    return spelling.word("dtype") == "bf16" || spelling.word("atype") == "bf16";
  }

  /// The register type that an operand is tried with.
  static std::string type_of(const isa::Spelling& spelling, const isa::SyntaxOperand& operand) {
    // A conversion's result may be in a wider register than its type; compilers use those of the type.
    const std::string_view result = spelling.word("dtype");
    if (operand.destination && (result == "f16" || result == "bf16")) return "b16";
    const ptx::Type type = isa::operand_type(spelling, operand);
    const std::string name(ptx::name_of(type));
    // Pairs of e2m1, and bytes that become bf16 or come of it, want such registers.
    const bool is_byte = type == ptx::Type::b8 || ((name == "u8" || name == "s8") && has_brain(spelling));
    return is_byte ? name + "@8" : name;
  }

  bool answer(const isa::Spelling& spelling, const std::vector<ptx::Operand>& operands) {
    if (operands.empty()) return false;
    const isa::Syntax& syntax = isa::syntax_of(*spelling.def);
    Trial trial;
    RecordedInstruction& one = trial.instruction;
    one.text = fmt::format("{}", fmt::join(spelling.words, "."));
    std::optional<std::size_t> literal;  // of the sources
    std::uint64_t literal_value = random_() % 256;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const isa::SyntaxOperand& operand = syntax.operands[i];
      if (operands[i].kind == ptx::Operand::Kind::address) return false;
      if (isa::operand_type(spelling, operand) == ptx::Type::none) return false;
      const bool destination = i == 0;
      const std::string name = destination              ? "d"
                               : one.sources.size() < 4 ? std::string(1, "abce"[one.sources.size()])
                                                        : fmt::format("s{}", one.sources.size());
      seen += destination ? 0 : 1;
      one.text += destination ? " " : ", ";
      if (operands[i].kind == ptx::Operand::Kind::integer) {
        literal = seen - 1;
        one.text += std::to_string(literal_value);
        continue;
      }
      one.text += name;
      (destination ? one.destinations : one.sources).push_back(type_of(spelling, operand));
      if (operands[i].kind != ptx::Operand::Kind::pair) continue;
      one.text += "|d1";
      one.destinations.emplace_back("pred");
    }
    const std::string_view opcode = syntax.opcode;
    trial.may_flush = spelling.has("ftz") && (opcode == "mul" || opcode == "fma" || opcode == "mad" ||
                                              opcode == "div" || opcode == "rcp" || opcode == "cvt");
    trial.any_nan = opcode == "cvt" || one.destinations[0] == "f64";
    one.results.resize(one.destinations.size());
    one.values.resize(one.words() * kTuples);
    for (std::size_t tuple = 0; tuple < kTuples; ++tuple) {
      std::uint64_t* values = one.values.data() + one.words() * tuple;
      for (std::size_t k = 0; k < one.sources.size(); ++k) values[k] = operand(one.sources[k]);
      std::vector<std::uint64_t> sources(values, values + one.sources.size());
      if (literal) sources.insert(sources.begin() + static_cast<std::ptrdiff_t>(*literal), literal_value);
      const auto result = scalar(spelling, sources);
      if (!result) return false;
      one.results[0].push_back(result->first);
      if (one.results.size() > 1) one.results[1].push_back(result->second);
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
      case 2: return source_value(type, static_cast<int>(800 + bits % 4000), static_cast<int>(bits >> 32 & 31), 1);
      default: return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
    }
  }

  std::mt19937_64 random_{20261121};
  std::vector<Trial> trials_;
  std::set<std::string> tried_;
  int rows_ = 0;
};

/// The type that a conversion's result is a number of, "" for integers.
std::string_view number_type(const RecordedInstruction& one) {
  if (one.text.find(".tf32.") != std::string::npos) return "f32";
  for (const std::string_view type : {"f64", "f32", "bf16", "f16"})
    if (one.destinations[0] == type || one.text.find(fmt::format(".{}.", type)) < one.text.rfind('.')) return type;
  return "";
}

bool agrees(const Trial& trial, std::uint64_t want, std::uint64_t got) {
  if (want == got) return true;
  const std::string_view type = number_type(trial.instruction);
  if (type.empty()) return false;
  if (trial.any_nan && std::isnan(number(type, want)) && std::isnan(number(type, got))) return true;
  constexpr std::uint64_t kMagnitude = 0x7fffffff;
  return trial.may_flush && type == "f32" && (want & kMagnitude) == 0x00800000 && (got & kMagnitude) == 0;
}

/// Every trial's instruction executed, in all lanes or some.
void execute(const std::vector<Trial>& trials, bool guarded) {
  std::vector<RecordedInstruction> instructions;
  for (const Trial& trial : trials) instructions.push_back(trial.instruction);
  Replayer replayer(instructions, guarded, kNewest);
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const RecordedInstruction& one = instructions[i];
    const std::vector<std::uint64_t> answers = replayer.answers(i);
    const std::size_t count = one.destinations.size();
    for (std::size_t at = 0; at < kTuples * count; ++at) {
      const std::size_t tuple = at / count;
      const int bytes = register_bytes_of(one.destinations[at % count]);
      const std::uint64_t untouched = bytes == 0 ? 1 : ~std::uint64_t{0} >> (64 - 8 * bytes);
      const bool active = !guarded || is_active(static_cast<std::uint32_t>(tuple));
      const std::uint64_t want = active ? one.results[at % count][tuple] : untouched;
      if (agrees(trials[i], want, answers[at])) continue;
      std::string sources;
      for (std::size_t k = 0; k < one.sources.size(); ++k)
        sources += fmt::format(" {:x}", one.values[one.words() * tuple + k]);
      ADD_FAILURE() << fmt::format("{}: tuple {} of{}: destination {}: {:x} is stated, {:x} the answer", one.text,
                                   tuple, sources, at % count, want, answers[at]);
      break;
    }
  }
}

void compare(bool guarded) {
  Trials trials;
  for (const isa::InstructionDef* row : isa::instruction_table()) trials.add(*row);
  EXPECT_GE(trials.rows(), 179) << "rows with a scalar statement";
  execute(trials.all(), guarded);
}

/// Random chains of additions or subtractions that pass a carry on.
std::vector<Trial> carry_chains() {
  std::mt19937_64 random(20261121);
  std::vector<Trial> trials;
  for (int i = 0; i < 200; ++i) {
    const Chain chain = carry_chain(random());
    Trial& trial = trials.emplace_back();
    RecordedInstruction& one = trial.instruction;
    one.text = chain.text;
    one.destinations.assign(2, chain.type);
    one.sources.assign(4, chain.type);
    one.results.resize(2);
    for (int tuple = 0; tuple < kTuples; ++tuple) {
      std::uint64_t sources[4];
      for (std::uint64_t& source : sources)
        source = source_value(chain.type, static_cast<int>(random() % 5000), static_cast<int>(random() % 32), 1);
      one.values.insert(one.values.end(), sources, sources + 4);
      const Answer answer = carried(chain, sources);
      one.results[0].push_back(answer.first);
      one.results[1].push_back(answer.second);
    }
  }
  return trials;
}

TEST(Scalar, StatesWhatVectorHandlersAnswer) { compare(false); }

TEST(Scalar, StatesWhatTheyAnswerInSomeLanes) { compare(true); }

TEST(Scalar, StatesWhatCarriesDo) {
  for (const bool guarded : {false, true}) execute(carry_chains(), guarded);
}

}  // namespace
}  // namespace warpglass::test
