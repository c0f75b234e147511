// Accesses of instructions that move data their own way, such as atomics: where their lanes lie, and what is counted of
// patterns that come again and of those that do not, in a launch and in the next.
#include "sim/locate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <tuple>

#include "sim/scattered_sites.hpp"
#include "tests/unit/sim/access_hooks.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

constexpr std::uint64_t kObjectBytes = 4096;

using Located = std::tuple<Space, Space /*reached*/, std::uint32_t /*address bytes*/, std::uint32_t /*bytes*/>;

/// Of which each lane has its part.
class DistanceCost : public CostModel {
 public:
  SharedCost shared(const AccessPattern& pattern) const override {
    return {.wavefronts = static_cast<std::uint16_t>(2 + distances(pattern) % 29), .ideal = 1};
  }
  GlobalCost global(const AccessPattern& pattern) const override {
    return {.sectors = static_cast<std::uint16_t>(2 + distances(pattern) % 31), .ideal = 1, .lines = 1};
  }

 private:
  static std::uint64_t distances(const AccessPattern& pattern) {
    const std::uint64_t first = pattern.address[static_cast<std::size_t>(first_lane(pattern.lanes))];
    std::uint64_t sum = 0;
    for_each_lane(pattern.lanes, [&](int lane) {
      const auto l = static_cast<std::size_t>(lane);
      sum += (l + 1) * ((pattern.address[l] - first) / 4 % 1024);
    });
    return sum;
  }
};

Located current_case;
LaneAddresses found;

const Op* locate_op(Warp& warp, const Op* op) {
  const auto [space, reached, address_bytes, bytes] = current_case;
  const LaneMask lanes = exec_lanes(warp, op);
  if (lanes != 0)
    found = access_lanes(warp, op, lanes, space, AccessKind::atomic_add, bytes, address_bytes, true, bytes);
  return op + 1;
}

const Op* after_located(Warp& warp, const Op* op) {
  after(warp);
  return rounds_left-- > 0 ? op - 2 : op + 1;
}

void expect_counted(const LaunchResult& result, const OpCounters& expected) {
  ASSERT_TRUE(result.faults.empty()) << result.faults[0].message;
  const OpCounters& counted = result.counters[1];
  EXPECT_EQ(counted.requests, expected.requests);
  EXPECT_EQ(counted.wavefronts, expected.wavefronts);
  EXPECT_EQ(counted.wavefronts_ideal, expected.wavefronts_ideal);
  EXPECT_EQ(counted.sectors, expected.sectors);
  EXPECT_EQ(counted.sectors_ideal, expected.sectors_ideal);
  EXPECT_EQ(counted.patterns.size(), kReportedPatterns);
}

class LocatedLanes : public testing::TestWithParam<Located> {};

TEST_P(LocatedLanes, AreFoundAndCounted) {
  current_case = GetParam();
  const auto [space, reached, address_bytes, bytes] = current_case;
  ProgramBuilder builder(4);
  builder.add(before_op);
  Op op;
  op.a = ProgramBuilder::row(0);
  op.guard = ProgramBuilder::row(1);
  op.site = 0;
  op.imm = 16;
  builder.add(locate_op, op, OpKind::reduction);
  builder.add(after_located);
  builder.add(exit_op);
  Program& program = builder.finish();
  program.site_count = 1;
  program.static_shared_bytes = kObjectBytes;
  Memory memory(1 << 20);
  DistanceCost costs;
  LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.block = {32, 1, 1};
  request.costs = &costs;
  // Two allocations take turns.
  const std::array<std::uint64_t, 2> buffers{memory.allocate(kObjectBytes, AllocationKind::device, "first"),
                                             memory.allocate(kObjectBytes, AllocationKind::device, "second")};
  const bool in_shared = reached == Space::shared;
  const std::uint64_t window = in_shared && space == Space::generic ? kSharedWindow : 0;

  std::mt19937 random(bytes);
  std::array<std::uint64_t, 32> offset{};
  std::uint64_t base = 0;
  LaneMask guard = 0;
  OpCounters expected;
  before = [&](Warp& warp) {
    base = in_shared ? 0 : buffers[rounds_left % 50 < 20 ? 1 : 0];
    guard = rounds_left % 3 == 0 ? kFullMask : static_cast<LaneMask>(random());
    // In between some whose shape comes again.
    const bool again = rounds_left % 100 < 20;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      offset[lane] = (again ? lane : random() % (kObjectBytes / bytes)) * bytes;
      const std::uint64_t address = window + base + offset[lane] - 16;
      if (address_bytes == 4)
        set_lane_value(warp, ProgramBuilder::row(0), static_cast<int>(lane), static_cast<std::uint32_t>(address));
      else
        set_lane_value(warp, ProgramBuilder::row(0), static_cast<int>(lane), address);
    }
    set_predicate_row(warp, ProgramBuilder::row(1), kFullMask, guard);
  };
  after = [&](Warp& warp) {
    if (guard == 0) return;
    EXPECT_EQ(found.space, reached);
    AccessPattern pattern;
    pattern.lanes = guard;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const bool takes_part = (guard >> lane & 1) != 0;
      std::byte* const host = in_shared ? warp.shared + offset[lane] : Memory::host(base + offset[lane]);
      EXPECT_EQ(found.host[lane], takes_part ? host : nullptr) << "lane " << lane;
      if (takes_part) {
        EXPECT_EQ(found.address[lane], window + base + offset[lane]) << "lane " << lane;
      }
      pattern.address[lane] = base + offset[lane];
    }
    ++expected.requests;
    if (in_shared) {
      expected.add_passes(costs.shared(pattern), 1);
    } else {
      const GlobalCost cost = costs.global(pattern);
      expected.sectors += cost.sectors;
      expected.sectors_ideal += cost.ideal;
    }
    if (testing::Test::HasFailure()) rounds_left = 0;
  };
  // A second launch knows from the start what the first has found out.
  ScatteredSites scattered(program.site_count);
  request.scattered = &scattered;
  for (const bool known : {false, true}) {
    EXPECT_EQ(scattered.has(0), known);
    expected = {};
    rounds_left = 1500;
    expect_counted(launch(request), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Memories, LocatedLanes,
    testing::Values(Located{Space::shared, Space::shared, 4, 4}, Located{Space::shared, Space::shared, 8, 4},
                    Located{Space::shared, Space::shared, 8, 8}, Located{Space::generic, Space::shared, 8, 4},
                    Located{Space::generic, Space::global, 8, 4}, Located{Space::global, Space::global, 8, 8}));

}  // namespace
}  // namespace warpglass::sim::test
