// Loads and stores against a plain statement of what they do, for random shapes, widths and masks.
#include "sim/access.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>
#include <tuple>

#include "sim/access_site.hpp"
#include "tests/unit/sim/access_hooks.hpp"
#include "tests/unit/sim/program_builder.hpp"

namespace warpglass::sim::test {
namespace {

// The kernel under test: one access; addresses in row 0, guard in row 1, data in rows 2..9, set up by the test through
// the hook that runs as the first op.
const Op* after_op(Warp& warp, const Op* op) {
  after(warp);
  return rounds_left-- > 0 ? op - 2 : op + 1;
}

struct OneAccess {
  ProgramBuilder builder{12};
  Memory memory{1 << 20};
  LaunchRequest request;
  FlatCost costs;

  explicit OneAccess(const AccessSpec& spec) {
    builder.add(before_op);
    Op op;
    op.a = ProgramBuilder::row(0);
    op.guard = ProgramBuilder::row(1);
    op.d = ProgramBuilder::row(2);
    op.site = 0;
    if (spec.vector > 1) {
      std::vector<std::uint32_t> rows;
      for (int k = 0; k < spec.vector; ++k) rows.push_back(ProgramBuilder::row(2 + k));
      builder.program().lists.push_back(rows);
      op.extra = 0;
    }
    bind_access(spec, op);
    builder.add(nullptr, op, spec.store ? OpKind::store : OpKind::load);
    builder.add(after_op);
    builder.add(exit_op);
    Program& program = builder.finish();
    program.site_count = 1;
    program.static_shared_bytes = 4096;
    request.program = &program;
    request.memory = &memory;
    request.block = {32, 1, 1};
    request.costs = &costs;
  }
};

/// Lanes as they store: of 128 bytes after 128 bytes the highest lane first, so that the lowest one's value stays
/// (tests/hardware/h200/facts/same_address.txt).
std::vector<int> in_order(LaneMask lanes, int bytes) {
  const int at_once = std::min(32, 128 / bytes);
  std::vector<int> order;
  for (int begin = 0; begin < 32; begin += at_once) {
    for (int lane = begin + at_once - 1; lane >= begin; --lane)
      if ((lanes >> lane & 1) != 0) order.push_back(lane);
  }
  return order;
}

std::vector<std::uint64_t> random_offsets(std::mt19937& random, std::uint32_t bytes, std::uint64_t limit) {
  std::vector<std::uint64_t> offset(32);
  const auto units = static_cast<std::uint32_t>(limit / bytes);
  const std::uint32_t kind = random() % 9;
  const std::uint32_t start = random() % (units / 2);
  const std::uint32_t apart = 2 + random() % 8;
  for (std::uint32_t i = 0; i < 32; ++i) {
    std::uint32_t unit = 0;
    switch (kind) {
      case 0: unit = start; break;
      case 1: unit = start + i; break;
      case 2: unit = start + 31 - i; break;
      case 3: unit = start + random() % 32; break;
      case 4: unit = random() % units; break;
      case 5: unit = start + i * apart; break;
      case 6: unit = start + random() % (32 * apart); break;
      case 7: unit = start + i / (4u << apart % 3) * apart; break;
      default: unit = start + i % 7; break;
    }
    offset[i] = std::uint64_t{unit % units} * bytes;
  }
  return offset;
}

using Case = std::tuple<Space, int /*memory*/, int /*register*/, int /*vector*/, bool /*store*/, bool /*sign*/>;
class Access : public testing::TestWithParam<Case> {};

TEST_P(Access, MovesWhatAPlainLoopMoves) {
  const auto [space, memory_bytes, register_bytes, vector, store, sign] = GetParam();
  AccessSpec spec;
  spec.space = space;
  spec.memory_bytes = static_cast<std::uint8_t>(memory_bytes);
  spec.register_bytes = static_cast<std::uint8_t>(register_bytes);
  spec.vector = static_cast<std::uint8_t>(vector);
  spec.store = store;
  spec.sign_extend = sign;
  spec.address_bytes = space == Space::shared ? 4 : 8;
  std::mt19937 random(static_cast<unsigned>(memory_bytes * 100 + vector));
  constexpr std::uint64_t kLimit = 4096;
  for (int round = 0; round < 200; ++round) {
    OneAccess kernel(spec);
    const std::uint64_t buffer = kernel.memory.allocate(kLimit, AllocationKind::device, "buffer");
    const auto bytes = static_cast<std::uint32_t>(memory_bytes * vector);
    const std::vector<std::uint64_t> offset = random_offsets(random, bytes, kLimit);
    const LaneMask guard = round % 3 == 0 ? kFullMask : static_cast<LaneMask>(random());
    std::vector<std::uint8_t> content(kLimit);
    for (auto& byte : content) byte = static_cast<std::uint8_t>(random());
    std::vector<std::uint8_t> registers(std::size_t(vector) * 512);
    for (auto& byte : registers) byte = static_cast<std::uint8_t>(random());
    std::vector<std::uint8_t> got_memory(kLimit);
    std::vector<std::uint8_t> got_registers(registers.size());
    const bool in_shared = space == Space::shared || (space == Space::generic && round % 2 == 0);
    rounds_left = 0;
    before = [&, sp = space](Warp& warp) {
      std::byte* place = in_shared ? warp.shared : Memory::host(buffer);
      std::memcpy(place, content.data(), kLimit);
      const std::uint64_t base = sp == Space::shared ? 0 : in_shared ? kSharedWindow : buffer;
      for (int lane = 0; lane < 32; ++lane) {
        if (sp == Space::shared) {
          set_lane_value<std::uint32_t>(warp, ProgramBuilder::row(0), lane,
                                        static_cast<std::uint32_t>(offset[std::size_t(lane)]));
        } else {
          set_lane_value<std::uint64_t>(warp, ProgramBuilder::row(0), lane, base + offset[std::size_t(lane)]);
        }
      }
      set_predicate_row(warp, ProgramBuilder::row(1), kFullMask, guard);
      std::memcpy(warp.rows + ProgramBuilder::row(2), registers.data(), registers.size());
    };
    after = [&](Warp& warp) {
      std::memcpy(got_memory.data(), in_shared ? warp.shared : Memory::host(buffer), kLimit);
      std::memcpy(got_registers.data(), warp.rows + ProgramBuilder::row(2), registers.size());
    };
    const LaunchResult result = launch(kernel.request);
    ASSERT_TRUE(result.faults.empty()) << result.faults[0].message;
    // The plain statement.
    for (const int lane : in_order(guard, memory_bytes * vector)) {
      for (int k = 0; k < vector; ++k) {
        std::uint8_t* memory = content.data() + offset[std::size_t(lane)] + std::size_t(k * memory_bytes);
        std::uint8_t* reg = registers.data() + std::size_t(k) * 256 + std::size_t(lane * register_bytes);
        if (store) {
          std::memcpy(memory, reg, std::size_t(memory_bytes));
        } else {
          const bool negative = sign && (memory[memory_bytes - 1] & 0x80) != 0;
          std::memset(reg, negative ? 0xff : 0, std::size_t(register_bytes));
          std::memcpy(reg, memory, std::size_t(memory_bytes));
        }
      }
    }
    ASSERT_EQ(got_memory, content) << "round " << round;
    ASSERT_EQ(got_registers, registers) << "round " << round;
    EXPECT_EQ(result.counters[1].requests, guard != 0 ? 1u : 0u);
    if (in_shared) {
      EXPECT_EQ(result.counters[1].wavefronts, static_cast<std::uint64_t>(lane_count(guard)));
    }
  }
}

const Case kWidths[] = {Case{Space::global, 4, 4, 1, false, false},   Case{Space::global, 4, 4, 1, true, false},
                        Case{Space::shared, 4, 4, 1, false, false},   Case{Space::shared, 4, 4, 1, true, false},
                        Case{Space::generic, 4, 4, 1, false, false},  Case{Space::generic, 8, 8, 1, true, false},
                        Case{Space::global, 8, 8, 1, false, false},   Case{Space::shared, 8, 8, 1, false, false},
                        Case{Space::global, 4, 4, 2, false, false},   Case{Space::global, 4, 4, 4, false, false},
                        Case{Space::global, 4, 4, 4, true, false},    Case{Space::shared, 4, 4, 4, false, false},
                        Case{Space::global, 8, 8, 2, false, false},   Case{Space::global, 8, 8, 2, true, false},
                        Case{Space::global, 1, 2, 1, false, true},    Case{Space::global, 1, 4, 1, false, true},
                        Case{Space::shared, 2, 4, 1, false, false},   Case{Space::global, 1, 2, 1, true, false},
                        Case{Space::global, 2, 2, 4, false, false},   Case{Space::global, 1, 2, 4, false, false},
                        Case{Space::global, 16, 16, 1, false, false}, Case{Space::global, 4, 8, 1, false, true}};
INSTANTIATE_TEST_SUITE_P(Widths, Access, testing::ValuesIn(kWidths));

// One instruction, whose addresses differ each time: it gives up looking for their shapes, and is counted all the same.
class ShapelessAccess : public testing::TestWithParam<Case> {};

TEST_P(ShapelessAccess, IsMovedAndCounted) {
  const auto [space, memory_bytes, register_bytes, vector, store, sign] = GetParam();
  AccessSpec spec;
  spec.space = space;
  spec.memory_bytes = static_cast<std::uint8_t>(memory_bytes);
  spec.register_bytes = static_cast<std::uint8_t>(register_bytes);
  spec.vector = static_cast<std::uint8_t>(vector);
  spec.store = store;
  spec.sign_extend = sign;
  spec.address_bytes = space == Space::shared ? 4 : 8;
  const auto bytes = static_cast<std::uint32_t>(memory_bytes * vector);
  constexpr std::uint64_t kLimit = 4096;
  for (const Space reached : {Space::shared, Space::global, Space::local}) {
    if (space != Space::generic && space != reached) continue;
    OneAccess kernel(spec);
    kernel.builder.program().functions[0].local_bytes = kLimit;
    const std::uint64_t buffer = kernel.memory.allocate(kLimit, AllocationKind::device, "buffer");
    const std::uint64_t window = space != Space::generic    ? 0
                                 : reached == Space::shared ? kSharedWindow
                                 : reached == Space::local  ? kLocalWindow
                                                            : 0;
    const std::uint64_t base = reached == Space::global ? buffer : window;
    const auto memory_of = [&, where = reached](Warp& warp, int lane) {
      return where == Space::shared  ? warp.shared
             : where == Space::local ? warp.local + static_cast<std::size_t>(lane) * warp.local_stride
                                     : Memory::host(buffer);
    };
    std::mt19937 random(static_cast<unsigned>(memory_bytes * 100 + vector));
    std::vector<std::vector<std::uint8_t>> content;  // as it should be; local memory: by lane
    std::vector<std::uint8_t> registers(std::size_t(vector) * 512);
    std::vector<std::uint64_t> offset;
    std::vector<std::uint64_t> same;
    LaneMask guard = 0;
    OpCounters expected;
    unsigned most = 0;
    rounds_left = 600;
    before = [&](Warp& warp) {
      while (content.size() < (reached == Space::local ? 32u : 1u)) {
        auto& fresh = content.emplace_back(kLimit);
        for (auto& byte : fresh) byte = static_cast<std::uint8_t>(random());
        std::memcpy(memory_of(warp, static_cast<int>(content.size() - 1)), fresh.data(), kLimit);
      }
      guard = rounds_left % 3 == 0 ? kFullMask : static_cast<LaneMask>(random());
      // In between some whose shape comes again.
      offset = random_offsets(random, bytes, kLimit);
      if (same.empty()) same = offset;
      if (rounds_left % 100 < 20) offset = same;
      for (int lane = 0; lane < 32; ++lane) {
        const std::uint64_t address = base + offset[std::size_t(lane)];
        if (spec.address_bytes == 4) {
          set_lane_value(warp, ProgramBuilder::row(0), lane, static_cast<std::uint32_t>(address));
        } else {
          set_lane_value(warp, ProgramBuilder::row(0), lane, address);
        }
      }
      set_predicate_row(warp, ProgramBuilder::row(1), kFullMask, guard);
      for (auto& byte : registers) byte = static_cast<std::uint8_t>(random());
      std::memcpy(warp.rows + ProgramBuilder::row(2), registers.data(), registers.size());
    };
    after = [&](Warp& warp) {
      for (const int lane : in_order(guard, memory_bytes * vector)) {
        auto& own = content[content.size() == 1 ? 0 : std::size_t(lane)];
        for (int k = 0; k < vector; ++k) {
          std::uint8_t* memory = own.data() + offset[std::size_t(lane)] + std::size_t(k * memory_bytes);
          std::uint8_t* reg = registers.data() + std::size_t(k) * 256 + std::size_t(lane * register_bytes);
          if (store) {
            std::memcpy(memory, reg, std::size_t(memory_bytes));
          } else {
            const bool negative = sign && (memory[memory_bytes - 1] & 0x80) != 0;
            std::memset(reg, negative ? 0xff : 0, std::size_t(register_bytes));
            std::memcpy(reg, memory, std::size_t(memory_bytes));
          }
        }
      }
      for (std::size_t lane = 0; lane < content.size(); ++lane) {
        if (std::memcmp(memory_of(warp, static_cast<int>(lane)), content[lane].data(), kLimit) != 0) {
          ADD_FAILURE() << "memory, " << rounds_left << " rounds before the end";
          rounds_left = 0;
        }
      }
      if (std::memcmp(warp.rows + ProgramBuilder::row(2), registers.data(), registers.size()) != 0) {
        ADD_FAILURE() << "registers, " << rounds_left << " rounds before the end";
        rounds_left = 0;
      }
      if (guard == 0) return;
      AccessPattern pattern;
      pattern.lanes = guard;
      for (std::size_t lane = 0; lane < 32; ++lane) pattern.address[lane] = base - window + offset[lane];
      ++expected.requests;
      if (reached == Space::shared) {
        expected.add_passes(kernel.costs.shared(pattern), 1);
        most = std::max(most, static_cast<unsigned>(lane_count(guard)) - 1);
      } else {
        expected.sectors += kernel.costs.global(pattern).sectors;
        expected.lines += 1;
      }
    };
    const LaunchResult result = launch(kernel.request);
    ASSERT_TRUE(result.faults.empty()) << result.faults[0].message;
    const OpCounters& counted = result.counters[1];
    EXPECT_EQ(counted.requests, expected.requests);
    EXPECT_EQ(counted.wavefronts, expected.wavefronts);
    EXPECT_EQ(counted.sectors, expected.sectors);
    EXPECT_EQ(counted.lines, expected.lines);
    EXPECT_EQ(counted.local.requests,
              space == Space::generic && reached == Space::local ? expected.requests : std::uint64_t{0});
    ASSERT_EQ(counted.patterns.size(), kReportedPatterns);
    // There are more of them than are counted one by one.
    for (const PatternCount& one : counted.patterns)
      EXPECT_EQ(counted.shapes.find(one.shape, one.pattern.space), nullptr);
    if (reached == Space::shared) {
      EXPECT_EQ(counted.patterns[0].shared.wavefronts - counted.patterns[0].shared.ideal, most);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, ShapelessAccess, testing::ValuesIn(kWidths));
INSTANTIATE_TEST_SUITE_P(Local, ShapelessAccess,
                         testing::Values(Case{Space::local, 4, 4, 1, false, false},
                                         Case{Space::local, 4, 4, 4, true, false},
                                         Case{Space::local, 1, 4, 1, false, true}));

// Generic addresses, some lanes' in one memory and others' in another: in shared memory, or in two allocations that
// take turns. Each memory's lanes are counted by themselves, allocations' together.
class PartedAccess : public testing::TestWithParam<std::tuple<bool /*store*/, bool /*shared*/, bool /*global*/>> {};

TEST_P(PartedAccess, IsMovedAndCounted) {
  const auto [store, shared, second] = GetParam();
  AccessSpec spec;
  spec.space = Space::generic;
  spec.store = store;
  spec.address_bytes = 8;
  constexpr std::uint64_t kLimit = 4096;
  OneAccess kernel(spec);
  std::vector<std::uint64_t> begins = {kernel.memory.allocate(kLimit, AllocationKind::device, "first")};
  if (second) begins.push_back(kernel.memory.allocate(kLimit, AllocationKind::device, "second"));
  if (shared) begins.push_back(kSharedWindow);
  const auto host = [](const Warp& warp, std::uint64_t address) {
    return address >= kSharedWindow ? warp.shared + (address - kSharedWindow) : Memory::host(address);
  };
  std::mt19937 random(5);
  std::array<std::uint64_t, 32> address{};
  std::array<std::uint32_t, 32> value{};
  std::array<std::uint32_t, 32> before_load{};
  LaneMask guard = 0;
  OpCounters expected;
  rounds_left = 900;
  before = [&](Warp& warp) {
    guard = rounds_left % 3 == 0 ? kFullMask : static_cast<LaneMask>(random());
    // What moves on by a word each time, a border that moves, and what never comes again.
    const std::vector<std::uint64_t> offset = random_offsets(random, 4, kLimit);
    const std::uint32_t border = random() % 32;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const bool beyond = rounds_left % 5 == 0 ? lane > border : lane % begins.size() != 0;
      const std::size_t where = beyond ? 1 + lane % (begins.size() - 1) : 0;
      const std::uint64_t moving = (static_cast<std::uint64_t>(rounds_left) + lane) % 1024 * 4;
      address[lane] = begins[where] + (rounds_left % 7 < 3 ? offset[lane] : moving);
      value[lane] = random();
      set_lane_value(warp, ProgramBuilder::row(0), static_cast<int>(lane), address[lane]);
      set_lane_value(warp, ProgramBuilder::row(2), static_cast<int>(lane), value[lane]);
      std::memcpy(&before_load[lane], host(warp, address[lane]), 4);
    }
    set_predicate_row(warp, ProgramBuilder::row(1), kFullMask, guard);
  };
  after = [&](Warp& warp) {
    AccessPattern in_shared, in_global;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const LaneMask bit = lane_bit(static_cast<int>(lane));
      std::uint32_t got = 0;
      std::memcpy(&got, warp.rows + ProgramBuilder::row(2) + 4 * lane, 4);
      if (!store) {
        EXPECT_EQ(got, (guard & bit) != 0 ? before_load[lane] : value[lane]) << "lane " << lane;
      } else if ((guard & bit) != 0) {
        // The lowest lane of those that store there stays.
        std::uint32_t first = 0;
        while ((guard >> first & 1) == 0 || address[first] != address[lane]) ++first;
        std::memcpy(&got, host(warp, address[lane]), 4);
        EXPECT_EQ(got, value[first]) << "lane " << lane;
      }
      if ((guard & bit) == 0) continue;
      AccessPattern& pattern = address[lane] >= kSharedWindow ? in_shared : in_global;
      pattern.lanes |= bit;
      pattern.address[lane] = address[lane] & ~kWindowMask;
    }
    if (in_shared.lanes != 0) {
      ++expected.requests;
      expected.add_passes(kernel.costs.shared(in_shared), 1);
    }
    if (in_global.lanes != 0) {
      ++expected.requests;
      expected.sectors += kernel.costs.global(in_global).sectors;
    }
    if (testing::Test::HasFailure()) rounds_left = 0;
  };
  LaunchResult result = launch(kernel.request);
  ASSERT_TRUE(result.faults.empty()) << result.faults[0].message;
  EXPECT_EQ(result.counters[1].requests, expected.requests);
  EXPECT_EQ(result.counters[1].wavefronts, expected.wavefronts);
  EXPECT_EQ(result.counters[1].sectors, expected.sectors);

  // The lowest lane at fault is told, in whichever memory.
  rounds_left = 3;
  before = [&](Warp& warp) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      address[lane] = begins[lane % begins.size()] + 4 * lane;
      if (rounds_left == 0 && lane >= 9) address[lane] += 1;
      set_lane_value(warp, ProgramBuilder::row(0), static_cast<int>(lane), address[lane]);
    }
    set_predicate_row(warp, ProgramBuilder::row(1), kFullMask, kFullMask);
  };
  after = [](Warp&) {};
  result = launch(kernel.request);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::misaligned);
  EXPECT_EQ(result.faults[0].lane, 9);
  EXPECT_EQ(result.faults[0].lanes, kFullMask << 9);
}

INSTANTIATE_TEST_SUITE_P(Memories, PartedAccess,
                         testing::Values(std::tuple{false, true, false}, std::tuple{true, true, false},
                                         std::tuple{false, false, true}, std::tuple{true, false, true},
                                         std::tuple{false, true, true}, std::tuple{true, true, true}));

TEST(AccessFault, BeyondTheAllocationNamesLaneAndAddress) {
  AccessSpec spec;
  spec.space = Space::global;
  OneAccess kernel(spec);
  const std::uint64_t buffer = kernel.memory.allocate(124, AllocationKind::device, "buffer");
  before = [&](Warp& warp) {
    for (int lane = 0; lane < 32; ++lane)
      set_lane_value<std::uint64_t>(warp, ProgramBuilder::row(0), lane, buffer + 4 * unsigned(lane));
    set_predicate_row(warp, ProgramBuilder::row(1), kFullMask, kFullMask);
  };
  after = [](Warp&) {};
  LaunchResult result = launch(kernel.request);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::out_of_bounds);
  EXPECT_EQ(result.faults[0].lane, 31);
  EXPECT_EQ(result.faults[0].lanes, lane_bit(31));
  EXPECT_EQ(result.faults[0].address, buffer + 124);
  EXPECT_EQ(result.faults[0].thread, (Dim3{31, 0, 0}));

  before = [&](Warp& warp) {
    for (int lane = 0; lane < 32; ++lane)
      set_lane_value<std::uint64_t>(warp, ProgramBuilder::row(0), lane, buffer + (lane == 5 ? 2 : 0));
    set_predicate_row(warp, ProgramBuilder::row(1), kFullMask, kFullMask);
  };
  result = launch(kernel.request);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::misaligned);
  EXPECT_EQ(result.faults[0].lane, 5);
}

}  // namespace
}  // namespace warpglass::sim::test
