// Shapes that an access site has met and expects again: behind the last one, and at a site that goes with another.
#include "sim/expected_shape.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

#include "sim/access.hpp"
#include "sim/access_site.hpp"
#include "tests/unit/sim/access_hooks.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

// Each warp of a block, and each round of a loop, may have a shape of its own: those are not searched for.
TEST(ExpectedShape, IsTheNextInTheOrderInWhichTheyCameFirst) {
  AccessSite site;
  site.bytes = 4;
  const Warp warp;
  const auto meet = [&](std::uint64_t stride, LaneMask lanes) -> Shape* {
    std::uint64_t address[32];
    for (std::uint64_t lane = 0; lane < 32; ++lane) address[lane] = 4096 + stride * lane;
    return &shape_of(site, address, lanes, warp);
  };
  EXPECT_EQ(expected_shape(site), nullptr);
  Shape* const first = meet(4, kFullMask);
  Shape* const second = meet(4, 0xff);
  Shape* const third = meet(8, kFullMask);
  EXPECT_EQ(expected_shape(site), first);
  meet_expected(site, *first);
  EXPECT_EQ(site.current, first);
  EXPECT_EQ(expected_shape(site), second);
  EXPECT_EQ(meet(8, kFullMask), third);
  site.forget_current();
  EXPECT_EQ(expected_shape(site), first);
  // More than there are places for: the last one's place is another's each time, and where that goes on nothing is
  // expected.
  for (std::uint64_t stride = 12; stride < 12 + 4 * 40; stride += 4) {
    meet(stride, kFullMask);
    EXPECT_EQ(expected_shape(site) != nullptr, site.surprises < AccessSite::kManySurprises);
  }
  EXPECT_EQ(site.shapes.size(), kCountedShapes + 1);
  EXPECT_EQ(expected_shape(site), nullptr);
}

// Two loads through one address, the second by the shape of the first; both give up looking for shapes now and then.
TEST(FollowingAccess, MovesItsOwnWhenItsShapeWasNotLookedUp) {
  ProgramBuilder builder{12};
  FlatCost costs;
  Memory memory{1 << 20};
  constexpr std::uint32_t kWords = 1024;
  const std::uint64_t buffer = memory.allocate((kWords + 1) * 4, AllocationKind::device, "buffer");
  const auto word = [](std::uint32_t index) { return index * 2654435761u; };
  for (std::uint32_t i = 0; i <= kWords; ++i) {
    const std::uint32_t value = word(i);
    std::memcpy(Memory::host(buffer + 4 * i), &value, sizeof value);
  }
  AccessSpec spec;
  spec.space = Space::global;
  builder.add(before_op);
  for (std::uint32_t site = 0; site < 2; ++site) {
    Op op;
    op.a = ProgramBuilder::row(0);
    op.d = ProgramBuilder::row(2 + static_cast<int>(site));
    op.site = site;
    op.imm = 4 * site;
    bind_access(spec, op);
    if (site == 1) op.c = 0;
    builder.add(nullptr, op, OpKind::load);
  }
  builder.add([](Warp& warp, const Op* op) -> const Op* {
    after(warp);
    return rounds_left-- > 0 ? op - 3 : op + 1;
  });
  builder.add(exit_op);
  Program& program = builder.finish();
  program.site_count = 2;
  LaunchRequest request;
  request.program = &program;
  request.memory = &memory;
  request.block = {32, 1, 1};
  request.costs = &costs;

  std::mt19937 random(7);
  std::array<std::uint32_t, 32> index{};
  rounds_left = 4000;
  before = [&](Warp& warp) {
    // Lanes before a border share one word, those behind it the next: 32 shapes at places that differ, with others
    // between.
    const std::uint32_t start = random() % (kWords - 32);
    const std::uint32_t border = random() % 32;
    const bool comes_again = random() % 4 != 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      index[lane] = comes_again ? start + (lane >= border ? 1 : 0) : random() % kWords;
      set_lane_value<std::uint64_t>(warp, ProgramBuilder::row(0), static_cast<int>(lane), buffer + 4 * index[lane]);
    }
  };
  after = [&](Warp& warp) {
    for (std::uint32_t lane = 0; lane < 32 && rounds_left > 0; ++lane) {
      for (std::uint32_t site = 0; site < 2; ++site) {
        std::uint32_t got = 0;
        std::memcpy(&got, warp.rows + ProgramBuilder::row(2 + static_cast<int>(site)) + 4 * lane, sizeof got);
        if (got == word(index[lane] + site)) continue;
        ADD_FAILURE() << "load " << site << ", lane " << lane << ", " << rounds_left << " rounds before the end";
        rounds_left = 0;
      }
    }
  };
  const LaunchResult result = launch(request);
  ASSERT_TRUE(result.faults.empty()) << result.faults[0].message;
  EXPECT_EQ(result.counters[1].requests, 4001u);
  EXPECT_EQ(result.counters[2].requests, 4001u);
  EXPECT_EQ(result.counters[1].lines, result.counters[2].lines);
}

}  // namespace
}  // namespace warpglass::sim::test
