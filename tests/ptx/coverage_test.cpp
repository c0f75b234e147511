// Every row of the instruction table has recordings of its words, or a reason why it cannot.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "isa/instruction.hpp"
#include "tests/ptx/replayer.hpp"

namespace warpglass::test {
namespace {

/// Rows whose syntax begins so are not recorded.
struct Unrecorded {
  std::string_view syntax;
  std::string_view reason;
};
constexpr Unrecorded kUnrecorded[] = {
    {"brx", "control flow: tests/unit/isa/control_flow_test.cpp"},
    {"call", "the same"},
    {"exit", "the same"},
    {"trap", "ends the kernel"},
    {"brkpt", "ends the kernel"},
    {"nanosleep", "has no result"},
    {"pmevent", "has no result"},
    {"setmaxnreg", "has no result"},
    {"griddepcontrol", "has no result"},
    {"membar", "has no result"},
    {"fence", "has no result"},
    {"prefetch", "has no result"},
    {"applypriority", "has no result"},
    {"discard", "has no result"},
    {"createpolicy", "its result is opaque"},
    {"cvta", "addresses are each machine's own: tests/unit/isa/address_test.cpp"},
    {"isspacep", "the same"},
    {"mapa", "the same"},
    {"getctarank", "the same"},
    {"bar{.cta}.arrive", "has no result: tests/unit/isa/barriers_test.cpp"},
    {"barrier{.cta}.arrive", "the same"},
    {"barrier{.cta}.sync", "the same"},
    {"barrier.cluster", "the same"},
    {"mbarrier.inval", "has no result"},
    {"mbarrier.arrive_drop.noComplete", "the barrier's state is opaque: tests/unit/isa/async_test.cpp"},
    {"mbarrier.arrive_drop.expect_tx", "the same"},
    {"cp.async.mbarrier", "the same"},
    {"cp.async.bulk.prefetch", "has no result"},
    {"cp.async.bulk.tensor", "tests of their own"},
    {"cp.reduce.async.bulk.tensor", "the same"},
    {"tensormap", "the same"},
    {"wgmma", "a recording of their own: tests/hardware/wgmma"},
    {"shfl.mode", "an H200 has only the .sync forms; the handlers are the same"},
    {"vote.mode", "the same"},
    {"tex", "tests of their own"},
    {"tld4", "the same"},
    {"txq", "the same"},
    {"suld", "the same"},
    {"sust", "the same"},
    {"sured", "the same"},
    {"suq", "the same"},
};

/// Slots whose words change no value: where data is kept, in what order and for whom it is seen.
constexpr std::string_view kValueless[] = {"cop", "l1",    "l2",   "hint", "prefetch", "scope",
                                           "sem", "space", "size", "cta",  "aligned",  "uni"};

/// Words of older rows that no H200 takes, or that the assembler takes for 32-bit addresses alone.
struct Unrecordable {
  std::string_view syntax;
  std::string_view word;
};
constexpr Unrecordable kUnrecordable[] = {
    {"ld", "v8"},       {"st", "v8"},       {"cvt", "e2m3x2"},       {"cvt", "e3m2x2"},       {"cvt", "satfinite"},
    {"stack", "u32"},   {"alloca", "u32"},  {"st.volatile", "b128"}, {"ld.volatile", "b128"}, {"mov.type", "b8"},
    {"mov.type", "u8"}, {"mov.type", "s8"},
};
bool is_unrecordable(const isa::InstructionDef& row, std::string_view word) {
  return std::any_of(std::begin(kUnrecordable), std::end(kUnrecordable),
                     [&](const Unrecordable& one) { return row.syntax.starts_with(one.syntax) && one.word == word; });
}

bool is_unrecorded(const isa::InstructionDef& row) {
  return row.sm > 90 || std::any_of(std::begin(kUnrecorded), std::end(kUnrecorded),
                                    [&](const Unrecorded& one) { return row.syntax.starts_with(one.syntax); });
}

template <class Range>
bool has(const Range& words, std::string_view wanted) {
  return std::find(std::begin(words), std::end(words), wanted) != std::end(words);
}

/// The words that recordings spell each row with: "slot=word".
using Words = std::map<const isa::InstructionDef*, std::set<std::string>>;
Words recorded_words() {
  Words recorded;
  std::vector<std::string> chapters = recorded_chapters();
  for (const std::string& chapter : chapters) {
    std::string module(isa::kHeader);
    std::size_t count = 0;
    for (const RecordedInstruction& one : read_recording(chapter))
      module += kernel_for(one, fmt::format("k{}", count++), false);
    const ptx::ParseResult parsed = ptx::parse(module, "recording.ptx");
    EXPECT_EQ(isa::all_of(parsed.diagnostics), "");
    for (const auto& function : parsed.module.functions) {
      for (const ptx::Instruction& instruction : function->instructions) {
        isa::Spelling spelling;
        std::string why;
        const isa::InstructionDef* row =
            isa::match(function->words_of(instruction), function->operands_of(instruction), spelling, why);
        if (row == nullptr) continue;
        auto& words = recorded[row];
        for (std::size_t i = 0; i < spelling.choice_count; ++i)
          words.insert(fmt::format("{}={}", spelling.choices[i].slot, spelling.choices[i].word));
      }
    }
  }
  return recorded;
}

void expect_needed_reasons(const Words& recorded) {
  for (const Unrecorded& one : kUnrecorded) {
    bool all_recorded = true;
    bool any = false;
    for (const isa::InstructionDef* row : isa::instruction_table()) {
      if (!row->syntax.starts_with(one.syntax)) continue;
      any = true;
      all_recorded = all_recorded && recorded.contains(row);
    }
    EXPECT_FALSE(any && all_recorded) << one.syntax << " is recorded";
  }
}

// Reading all recordings is most of the work, so both are one test.
TEST(Coverage, EveryRowAndWordIsRecordedOrHasAReasonAndNoOther) {
  const Words recorded = recorded_words();
  for (const isa::InstructionDef* row : isa::instruction_table()) {
    if (is_unrecorded(*row)) continue;
    const auto found = recorded.find(row);
    EXPECT_NE(found, recorded.end()) << row->syntax << "  " << row->where;
    if (found == recorded.end()) continue;
    if (row->syntax.starts_with("mov.type")) continue;  // copies of bits: a type of each size is recorded
    for (const isa::SyntaxWord& word : isa::syntax_of(*row).all_words()) {
      if (has(kValueless, word.name)) continue;
      std::string_view rest = word.choices.empty() ? word.name : word.choices;
      while (!rest.empty()) {
        const std::string_view choice = isa::detail::take_until(rest, ' ');
        if (is_unrecordable(*row, choice)) continue;
        EXPECT_TRUE(found->second.contains(fmt::format("{}={}", word.name, choice)))
            << "not recorded: ." << choice << " of " << row->syntax << "  " << row->where;
      }
    }
  }
  expect_needed_reasons(recorded);
}

}  // namespace
}  // namespace warpglass::test
