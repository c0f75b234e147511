#include "analysis/accesses.hpp"

#include <gtest/gtest.h>

namespace warpglass::analysis {
namespace {

sim::OpFacts load_from(sim::Space space) {
  sim::OpFacts facts;
  facts.kind = sim::OpKind::load;
  facts.space = space;
  facts.access_bytes = 4;
  return facts;
}

TEST(CountsByClass, AreWholeForANamedSpace) {
  sim::OpCounters counters;
  counters.executions = 7;
  counters.requests = counters.shared_requests = 5;
  counters.wavefronts = 9;
  const auto parts = counts_by_class(load_from(sim::Space::shared), counters);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].first, AccessClass::shared_load);
  EXPECT_EQ(parts[0].second, counts_of(load_from(sim::Space::shared), counters));
}

// Three requests reached shared memory, two local, four global: by their lanes' addresses one instruction may be
// several.
TEST(CountsByClass, OfAGenericLoadAreThoseOfEachMemory) {
  sim::OpCounters counters;
  counters.executions = 6;
  counters.requests = 9;
  counters.shared_requests = 3;
  counters.wavefronts = 12;
  counters.wavefronts_ideal = 3;
  counters.local = {.requests = 2, .sectors = 8, .sectors_ideal = 8, .lines = 2};
  counters.sectors = 8 + 20;
  counters.sectors_ideal = 8 + 16;
  counters.lines = 2 + 5;
  const auto parts = counts_by_class(load_from(sim::Space::generic), counters);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].first, AccessClass::shared_load);
  EXPECT_EQ(parts[0].second, (Counts{.requests = 3, .wavefronts = 12, .wavefronts_ideal = 3}));
  EXPECT_EQ(parts[1].first, AccessClass::local_load);
  EXPECT_EQ(parts[1].second, (Counts{.requests = 2, .sectors = 8, .sectors_ideal = 8, .lines = 2}));
  EXPECT_EQ(parts[2].first, AccessClass::global_load);
  EXPECT_EQ(parts[2].second.requests, 4u);
  EXPECT_EQ(parts[2].second.sectors, 20u);
  EXPECT_EQ(parts[2].second.sectors_ideal, 16u);
  EXPECT_EQ(parts[2].second.lines, 5u);
  EXPECT_EQ(parts[2].second.wavefronts, 0u);
}

TEST(CountsByClass, OfAReductionAreAnAtomicsWhereThereIsNone) {
  sim::OpCounters counters;
  counters.requests = 2;
  sim::OpFacts reduction = load_from(sim::Space::global);
  reduction.kind = sim::OpKind::reduction;
  EXPECT_EQ(access_class(reduction, counters), AccessClass::global_reduction);
  reduction.space = sim::Space::generic;
  EXPECT_EQ(access_class(reduction, counters), AccessClass::global_atomic);
  // Of 16 bits: the loads are beside the swaps.
  reduction.space = sim::Space::global;
  reduction.is_swap_loop = true;
  counters.sectors = 9;
  counters.swap_loads = {.requests = 1, .sectors = 5, .sectors_ideal = 4, .lines = 2};
  const auto parts = counts_by_class(reduction, counters);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].first, AccessClass::global_load);
  EXPECT_EQ(parts[0].second, (Counts{.requests = 1, .sectors = 5, .sectors_ideal = 4, .lines = 2}));
  EXPECT_EQ(parts[1].first, AccessClass::global_atomic);
  EXPECT_EQ(parts[1].second.sectors, 9u);
}

TEST(CountsByClass, OfAGenericLoadThatReachedOneMemoryAreThatMemorys) {
  sim::OpCounters counters;
  counters.requests = counters.local.requests = 2;
  counters.sectors = counters.local.sectors = 8;
  const auto parts = counts_by_class(load_from(sim::Space::generic), counters);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].first, AccessClass::local_load);
  EXPECT_EQ(parts[0].second.sectors, 8u);
}

using Kind = sim::OperandFact::Kind;

sim::OperandFact within_brackets(Kind kind, std::uint32_t number, std::int64_t bits = 0) {
  return {.kind = kind,
          .position = 1,
          .addresses = true,
          .reg = sim::RegisterId{number},
          .bits = static_cast<std::uint64_t>(bits)};
}

std::optional<AddressOperand> address_with(std::vector<sim::OperandFact> parts) {
  sim::OpFacts facts = load_from(sim::Space::global);
  parts.insert(parts.begin(), {.kind = Kind::reg, .written = true, .reg = sim::RegisterId{9}});
  facts.operand_count = static_cast<std::uint32_t>(parts.size());
  return address_of(facts, parts);
}

TEST(AddressOf, IsARegisterAndANumber) {
  EXPECT_EQ(address_with({within_brackets(Kind::reg, 4)}), (AddressOperand{.base = 4, .offset = 0}));
  EXPECT_EQ(address_with({within_brackets(Kind::reg, 4, -12)}), (AddressOperand{.base = 4, .offset = -12}));
}

TEST(AddressOf, IsUnknownOfOtherForms) {
  EXPECT_EQ(address_with({}), std::nullopt);
  EXPECT_EQ(address_with({within_brackets(Kind::shared_object, 0)}), std::nullopt);
  EXPECT_EQ(address_with({within_brackets(Kind::reg, 1), within_brackets(Kind::reg, 2)}), std::nullopt);
  sim::OpFacts sum;
  sum.kind = sim::OpKind::other;
  EXPECT_EQ(address_of(sum, {}), std::nullopt);
}

TEST(LoweringName, SaysWhatWasMadeOfAnInstruction) {
  sim::Lowering lowering;
  EXPECT_EQ(lowering_name(lowering), "");
  lowering.one_lane = true;
  EXPECT_EQ(lowering_name(lowering), "combined");
  lowering.how = sim::Lowered::reduction;
  EXPECT_EQ(lowering_name(lowering), "reduction, combined");
}

}  // namespace
}  // namespace warpglass::analysis
