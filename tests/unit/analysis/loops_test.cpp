// Counts of loops that the assembler may unroll or empty are not called exact.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analysis/sample_run.hpp"

namespace warpglass::analysis {
namespace {

struct Loop {
  std::uint64_t divergent = 0;  // executions of the jump back at which lanes part
  bool address_changes = true;  // in every round
  bool is_worked_out = false;   // the address, anew in every round, from what stays
  bool stores_beside = false;   // something in the loop may change what is loaded
  sim::Order order = sim::Order::weak;
};

/// L: ld.global %r1, [%r0]; (st.global [%r2];) add %r0, %r0, 4; @%p bra L;
std::string label_of_sectors(const Loop& loop) {
  using FactKind = sim::OperandFact::Kind;
  constexpr sim::RegisterId kAddress{0};
  constexpr sim::RegisterId kBase{2};
  sample::Sample sample;
  sim::Program& program = sample.program;
  program.name = "k";
  program.functions.resize(1);
  const auto add = [&](const sample::Access& access, const sim::Effects& effects,
                       const std::vector<sim::OperandFact>& operands) {
    sample::add(program, sample.result, access);
    sim::OpFacts& facts = program.facts.back();
    facts.effects = effects;
    facts.first_operand = static_cast<std::uint32_t>(program.operands.size());
    facts.operand_count = static_cast<std::uint32_t>(operands.size());
    program.operands.insert(program.operands.end(), operands.begin(), operands.end());
  };
  const sim::OperandFact result{.kind = FactKind::reg, .written = true, .reg = sim::RegisterId{1}};
  const sim::OperandFact address{.kind = FactKind::reg, .addresses = true, .reg = kAddress};
  add({.space = sim::Space::global}, {.does = sim::Does::loads, .reads = sim::Space::global, .order = loop.order},
      {result, address});
  if (loop.stores_beside)
    add({.kind = sim::OpKind::store, .access = sim::AccessKind::store, .space = sim::Space::global},
        {.does = sim::Does::stores, .writes = sim::Space::global}, {});
  if (loop.address_changes || loop.is_worked_out)
    add({.kind = sim::OpKind::other}, {.does = sim::Does::computes},
        {{.kind = FactKind::reg, .written = true, .reg = kAddress},
         {.kind = FactKind::reg, .reg = loop.is_worked_out ? kBase : kAddress}});
  add({.kind = sim::OpKind::branch}, {.does = sim::Does::branches}, {});
  sample.result.counters.back().divergent = loop.divergent;
  program.blocks.resize(2);
  program.blocks[0].op_count = static_cast<std::uint32_t>(program.ops.size());
  program.blocks[0].successors = {0, 1};
  program.blocks[1].first_op = program.blocks[0].op_count;
  return sample::label_of_sectors(sample);
}

TEST(Loops, ThatLanesLeaveTogetherCountExactly) {
  EXPECT_EQ(label_of_sectors({}), "exact");
  EXPECT_EQ(label_of_sectors({.stores_beside = true}), "exact");
}

TEST(Loops, ThatLanesLeaveInDifferentRoundsMayBeUnrolled) { EXPECT_EQ(label_of_sectors({.divergent = 1}), "modelled"); }

TEST(Loops, MayLoseALoadThatIsTheSameInEveryRound) {
  EXPECT_EQ(label_of_sectors({.address_changes = false}), "modelled");
  EXPECT_EQ(label_of_sectors({.is_worked_out = true}), "modelled");
  EXPECT_EQ(label_of_sectors({.address_changes = false, .stores_beside = true}), "exact");
  EXPECT_EQ(label_of_sectors({.address_changes = false, .order = sim::Order::volatile_access}), "exact");
}

// As clang lays them out: B: add %r0, %r2, 4; bra L; E: @%p bra X; L: ld.global %r1, [%r0]; bra E; X:
TEST(Loops, NeedNotBeginWithTheirFirstBlockOfTheText) {
  sample::Sample sample;
  sim::Program& program = sample.program;
  program.name = "k";
  program.functions.resize(1);
  const sim::OperandFact address{.kind = sim::OperandFact::Kind::reg, .reg = sim::RegisterId{0}};
  sim::OperandFact made = address;
  made.written = true;
  const auto add = [&](const sample::Access& access, const sim::Effects& effects, const sim::OperandFact* operand) {
    sample::add(program, sample.result, access);
    sim::OpFacts& facts = program.facts.back();
    facts.effects = effects;
    facts.block = static_cast<std::uint32_t>(program.blocks.size());  // the one that follows
    facts.first_operand = static_cast<std::uint32_t>(program.operands.size());
    facts.operand_count = operand == nullptr ? 0 : 1;
    if (operand != nullptr) program.operands.push_back(*operand);
    sim::BasicBlock& block = program.blocks.emplace_back();
    block.first_op = static_cast<std::uint32_t>(program.ops.size() - 1);
    block.op_count = 1;
  };
  add({.kind = sim::OpKind::other}, {.does = sim::Does::exchanges}, &made);
  add({.kind = sim::OpKind::branch}, {.does = sim::Does::branches}, nullptr);
  add({.space = sim::Space::global}, {.does = sim::Does::loads, .reads = sim::Space::global}, &address);
  add({.kind = sim::OpKind::other}, {.does = sim::Does::exits}, nullptr);
  program.blocks[0].successors = {2};
  program.blocks[1].successors = {2, 3};
  program.blocks[2].successors = {1};
  EXPECT_EQ(sample::label_of_sectors(sample), "modelled");
}

}  // namespace
}  // namespace warpglass::analysis
