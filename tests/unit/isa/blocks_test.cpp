// A bound program keeps its basic blocks: which ops they have, where they lead, which values are wanted where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::isa {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Registers in the order of their declaration: %p1 0, %r1 1, %r2 2, %r3 3, %rd1 4.
constexpr std::string_view kLoop = R"(
.visible .entry k(.param .u64 out) {
  .reg .pred %p1;
  .reg .b32 %r1;
  .reg .b32 %r2;
  .reg .b32 %r3;
  .reg .b64 %rd1;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, 0;
LOOP:
  add.u32 %r2, %r2, %r1;
  sub.u32 %r1, %r1, 1;
  setp.gt.s32 %p1, %r1, 0;
  @%p1 bra LOOP;
  ld.param.u64 %rd1, [out];
  st.global.u32 [%rd1], %r2;
  ret;
}
)";

std::shared_ptr<const sim::Program> bound(std::string_view ptx) {
  const LoadedPtx loaded{std::string(ptx)};
  BindResult result = loaded.bind_kernel("k");
  EXPECT_EQ(all_of(result.diagnostics), "");
  return std::move(result.program);
}

TEST(Blocks, LeadWhereControlGoes) {
  const auto program = bound(kLoop);
  ASSERT_TRUE(program);
  ASSERT_EQ(program->blocks.size(), 3u);
  EXPECT_THAT(program->blocks[0].successors, ElementsAre(1));
  EXPECT_THAT(program->blocks[1].successors, UnorderedElementsAre(1, 2));
  EXPECT_THAT(program->blocks[2].successors, IsEmpty());
  EXPECT_EQ(program->blocks[0].join, sim::Op::kNone);
  EXPECT_EQ(program->blocks[1].join, 2u);
}

TEST(Blocks, HaveEveryOpOnce) {
  const auto program = bound(kLoop);
  ASSERT_TRUE(program);
  std::uint32_t next = 0;
  for (std::uint32_t b = 0; b < program->blocks.size(); ++b) {
    const sim::BasicBlock& block = program->blocks[b];
    EXPECT_EQ(block.first_op, next);
    next += block.op_count;
    for (std::uint32_t pc = block.first_op; pc < next; ++pc) EXPECT_EQ(program->facts[pc].block, b) << pc;
  }
  EXPECT_EQ(next, program->ops.size());
}

TEST(Blocks, KnowWhatIsWanted) {
  const auto program = bound(kLoop);
  ASSERT_TRUE(program);
  EXPECT_FALSE(program->wanted_unknown);
  EXPECT_THAT(program->blocks[0].wanted_at_entry, IsEmpty());
  EXPECT_THAT(program->blocks[1].wanted_at_entry, UnorderedElementsAre(sim::RegisterId{1}, sim::RegisterId{2}));
  EXPECT_THAT(program->blocks[2].wanted_at_entry, ElementsAre(sim::RegisterId{2}));
}

TEST(Blocks, OpsSayWhatTheyReadAndWrite) {
  const auto program = bound(kLoop);
  ASSERT_TRUE(program);
  const auto uses = [&](std::string_view text) {
    const auto facts = std::find_if(program->facts.begin(), program->facts.end(),
                                    [&](const sim::OpFacts& f) { return f.text.find(text) != std::string::npos; });
    EXPECT_NE(facts, program->facts.end());
    std::vector<std::pair<sim::RegisterId, bool>> all;
    for (const sim::OperandFact& operand : operands_of(*facts, program->operands)) {
      if (operand.kind == sim::OperandFact::Kind::reg) all.emplace_back(operand.reg, operand.written);
    }
    if (facts->guarded) all.emplace_back(facts->guard, false);
    return all;
  };
  using Uses = std::vector<std::pair<sim::RegisterId, bool>>;
  EXPECT_EQ(uses("add.u32"),
            (Uses{{sim::RegisterId{2}, true}, {sim::RegisterId{2}, false}, {sim::RegisterId{1}, false}}));
  EXPECT_EQ(uses("bra"), (Uses{{sim::RegisterId{0}, false}}));
  EXPECT_EQ(uses("st.global"), (Uses{{sim::RegisterId{4}, false}, {sim::RegisterId{2}, false}}));
}

}  // namespace
}  // namespace warpglass::isa
