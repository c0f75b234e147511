// Accesses that are counted with the first through their address register, against the same ones each by itself.
#include "sim/together.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "sim/access.hpp"
#include "tests/unit/sim/access_hooks.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

// Loads through one address register at distances from each other, and the same ones each by itself.
struct LoadsTwice {
  static constexpr int kLoads = 9;
  ProgramBuilder builder{2 + 2 * kLoads};
  Memory memory{1 << 20};
  LaunchRequest request;
  FlatCost costs;

  LoadsTwice(Space space, std::uint8_t bytes, const std::vector<std::int32_t>& distance) {
    builder.add(before_op);
    std::vector<std::uint32_t> together;
    for (int k = 0; k < 2 * kLoads; ++k) {
      Op op;
      op.a = ProgramBuilder::row(0);
      op.d = ProgramBuilder::row(2 + k);
      op.site = static_cast<std::uint32_t>(k);
      op.imm = distance[static_cast<std::size_t>(k % kLoads)];
      bind_access({.space = space,
                   .memory_bytes = bytes,
                   .register_bytes = bytes,
                   .address_bytes = static_cast<std::uint8_t>(space == Space::shared ? 4 : 8)},
                  op);
      EXPECT_TRUE(may_go_together(op));
      if (k == 0) {
        op.e = kLoads;
        op.extra = 0;
      } else if (k < kLoads) {
        op.c = 0;
        op.e = 1;
      }
      const std::uint32_t pc = builder.add(nullptr, op, OpKind::load);
      if (k < kLoads) together.push_back(pc);
    }
    builder.program().lists = {together};
    builder.add([](Warp& warp, const Op* op) -> const Op* {
      after(warp);
      return rounds_left-- > 0 ? op - 1 - 2 * kLoads : op + 1;
    });
    builder.add(exit_op);
    Program& program = builder.finish();
    program.site_count = 2 * kLoads;
    program.static_shared_bytes = 4096;
    request.program = &program;
    request.memory = &memory;
    request.block = {32, 1, 1};
    request.costs = &costs;
  }
};

void expect_equal(const OpCounters& one, const OpCounters& other) {
  EXPECT_EQ(one.requests, other.requests);
  EXPECT_EQ(one.wavefronts, other.wavefronts);
  EXPECT_EQ(one.sectors, other.sectors);
  EXPECT_EQ(one.sectors_ideal, other.sectors_ideal);
  EXPECT_EQ(one.lines, other.lines);
  EXPECT_EQ(one.sector_turns, other.sector_turns);
  ASSERT_EQ(one.patterns.size(), other.patterns.size());
  for (std::size_t i = 0; i < one.patterns.size(); ++i) {
    const PatternCount& pattern = one.patterns[i];
    EXPECT_EQ(pattern.pattern.address, other.patterns[i].pattern.address);
    const ShapeCount* const shape = one.shapes.find(pattern.shape, pattern.pattern.space);
    const ShapeCount* const as_other = other.shapes.find(pattern.shape, pattern.pattern.space);
    ASSERT_EQ(shape == nullptr, as_other == nullptr);
    if (shape == nullptr) continue;
    EXPECT_EQ(shape->times, as_other->times);
    EXPECT_EQ(shape->places.common, as_other->places.common);
    EXPECT_EQ(shape->places.varied, as_other->places.varied);
  }
}

using TogetherCase = std::tuple<Space, std::uint8_t /*bytes*/, unsigned /*shapes*/>;
class AccessesTogether : public testing::TestWithParam<TogetherCase> {};

TEST_P(AccessesTogether, MoveAndCountWhatEachDoesByItself) {
  const auto [space, bytes, shapes] = GetParam();
  constexpr std::uint64_t kLimit = 4096;
  std::mt19937 random(shapes + bytes);
  for (int run = 0; run < 12; ++run) {
    std::vector<std::int32_t> distance;
    for (int k = 0; k < LoadsTwice::kLoads; ++k)
      distance.push_back(static_cast<std::int32_t>(random() % 24) * bytes - 8 * bytes);
    LoadsTwice kernel(space, bytes, distance);
    const auto [lowest, highest] = std::ranges::minmax(distance);
    const std::uint64_t buffer = kernel.memory.allocate(kLimit, AllocationKind::device, "buffer");
    std::vector<std::uint32_t> words(kLimit / 4);
    for (std::uint32_t& word : words) word = random();
    std::memcpy(Memory::host(buffer), words.data(), kLimit);
    unsigned shape = 0;
    rounds_left = 1500;
    before = [&, sp = space, size = bytes, count = shapes](Warp& warp) {
      if (sp == Space::shared) std::memcpy(warp.shared, words.data(), kLimit);
      // One shape for a while; the elements all over the buffer, up to its very end.
      if (random() % 16 == 0) shape = random() % count;
      const std::uint64_t stride = 1 + shape / 32;
      const std::uint64_t reach = stride * 31 * size;
      const auto room = static_cast<std::uint32_t>((kLimit - reach - size) / size);
      const auto least = static_cast<std::uint32_t>(std::max(0, -lowest) / size);
      const auto most = room - static_cast<std::uint32_t>(std::max(0, highest) / size);
      const std::uint64_t first = least + (random() % 8 == 0 ? most - least : random() % (most - least + 1));
      for (int lane = 0; lane < 32; ++lane) {
        const std::uint64_t at = (first + stride * (static_cast<unsigned>(lane) ^ shape % 32)) * size;
        if (sp == Space::shared) {
          set_lane_value<std::uint32_t>(warp, ProgramBuilder::row(0), lane, static_cast<std::uint32_t>(at));
        } else {
          set_lane_value<std::uint64_t>(warp, ProgramBuilder::row(0), lane, buffer + at);
        }
      }
    };
    after = [&, size = bytes](Warp& warp) {
      for (int k = 0; k < LoadsTwice::kLoads && rounds_left > 0; ++k) {
        if (std::memcmp(warp.rows + ProgramBuilder::row(2 + k),
                        warp.rows + ProgramBuilder::row(2 + k + LoadsTwice::kLoads), 32u * size) == 0)
          continue;
        ADD_FAILURE() << "load " << k << ", " << rounds_left << " rounds before the end";
        rounds_left = 0;
      }
    };
    const LaunchResult result = launch(kernel.request);
    ASSERT_TRUE(result.faults.empty()) << result.faults[0].message;
    for (int k = 0; k < LoadsTwice::kLoads; ++k) {
      SCOPED_TRACE("load " + std::to_string(k));
      EXPECT_EQ(result.counters[static_cast<std::size_t>(1 + k)].requests, 1501u);
      expect_equal(result.counters[static_cast<std::size_t>(1 + k)],
                   result.counters[static_cast<std::size_t>(1 + k + LoadsTwice::kLoads)]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, AccessesTogether,
                         testing::Combine(testing::Values(Space::shared, Space::global),
                                          testing::Values(std::uint8_t{4}, std::uint8_t{8}),
                                          testing::Values(1u, 3u, 40u)));

}  // namespace
}  // namespace warpglass::sim::test
