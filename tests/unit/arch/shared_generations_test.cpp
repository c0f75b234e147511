// Shared memory of the machines before Volta: the figures that the CUDA C Programming Guide gives for each
// (editions 4.2 and 7.5, appendix "Compute Capabilities"), beside what the same access takes later.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>

#include "arch/device_model.hpp"
#include "arch/shared_wavefronts.hpp"

namespace warpglass::arch {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

constexpr SharedMemory kTesla{.rules = BankRules::tesla};
constexpr SharedMemory kFermi{.rules = BankRules::fermi};
constexpr SharedMemory kKepler4{.rules = BankRules::kepler};
constexpr SharedMemory kKepler8{.rules = BankRules::kepler, .bank_bytes = 8};
constexpr SharedMemory kMaxwell{.rules = BankRules::maxwell};
constexpr SharedMemory kVolta{};

Addresses each(const std::function<std::uint64_t(std::uint64_t)>& address_of) {
  Addresses address{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) address[lane] = address_of(lane);
  return address;
}

Addresses strided_from(std::uint64_t step, std::uint64_t base = 0) {
  return each([=](std::uint64_t lane) { return base + step * lane; });
}

Wavefronts cost(const SharedMemory& memory, SharedAccess access, std::uint32_t bytes, const Addresses& address,
                LaneMask lanes = kFullMask) {
  return shared_wavefronts(memory,
                           {.access = access, .bytes = bytes, .matrices = 4, .lanes = lanes, .address = address});
}

std::uint32_t load(const SharedMemory& memory, std::uint32_t bytes, const Addresses& address,
                   LaneMask lanes = kFullMask) {
  return cost(memory, SharedAccess::load, bytes, address, lanes).taken;
}

std::uint32_t store(const SharedMemory& memory, std::uint32_t bytes, const Addresses& address,
                    LaneMask lanes = kFullMask) {
  return cost(memory, SharedAccess::store, bytes, address, lanes).taken;
}

/// Passes over the least there could be: "n-way".
double ways(const SharedMemory& memory, std::uint32_t bytes, const Addresses& address) {
  const Wavefronts wavefronts = cost(memory, SharedAccess::load, bytes, address);
  return static_cast<double>(wavefronts.taken) / wavefronts.ideal;
}

TEST(SharedGenerations, StridesOfWords) {
  // Degree of conflict by stride in words. 16 banks and half-warps, or 32 banks and warps: the greatest common divisor.
  // Kepler's banks have twice the width: half of it from stride 2 on. In its 8-byte mode an odd stride is no cure,
  // since two words of 4 bytes are one of the bank's.
  struct Row {
    std::uint64_t stride;
    double tesla, fermi, kepler4, kepler8;
  };
  constexpr Row kRows[] = {
      {1, 1, 1, 1, 1}, {2, 2, 2, 1, 1},    {3, 1, 1, 1, 2},      {4, 4, 4, 2, 2},  {5, 1, 1, 1, 2},
      {8, 8, 8, 4, 4}, {16, 16, 16, 8, 8}, {32, 16, 32, 16, 16}, {33, 1, 1, 1, 1}, {64, 16, 32, 32, 32},
  };
  for (const Row& row : kRows) {
    const Addresses address = strided_from(4 * row.stride);
    EXPECT_EQ(ways(kTesla, 4, address), row.tesla) << row.stride;
    EXPECT_EQ(ways(kFermi, 4, address), row.fermi) << row.stride;
    EXPECT_EQ(ways(kMaxwell, 4, address), row.fermi) << row.stride;
    EXPECT_EQ(ways(kVolta, 4, address), row.fermi) << row.stride;
    EXPECT_EQ(ways(kKepler4, 4, address), row.kepler4) << row.stride;
    EXPECT_EQ(ways(kKepler8, 4, address), row.kepler8) << row.stride;
  }
}

TEST(SharedGenerations, OneWordForAllLanes) {
  const Addresses one = strided_from(0, 64);
  EXPECT_EQ(load(kTesla, 4, one), 2u);  // a request per half-warp
  for (const SharedMemory& memory : {kFermi, kKepler4, kKepler8, kMaxwell, kVolta}) EXPECT_EQ(load(memory, 4, one), 1u);
}

TEST(SharedGenerations, SeveralWordsForSeveralLanesEach) {
  // Two words for eight lanes of each half-warp: cc 1.x broadcasts one word a pass and serves one lane of the other,
  // then broadcasts that. From cc 2.x on several words are broadcast at once.
  const Addresses two = each([](std::uint64_t lane) { return lane % 2 * 4; });
  EXPECT_EQ(load(kTesla, 4, two), 4u);
  EXPECT_EQ(ways(kTesla, 4, two), 2.0);
  for (const SharedMemory& memory : {kFermi, kKepler4, kKepler8, kMaxwell, kVolta}) EXPECT_EQ(load(memory, 4, two), 1u);
}

TEST(SharedGenerations, NeighbouringBytes) {
  const Addresses bytes = strided_from(1);
  EXPECT_EQ(ways(kTesla, 1, bytes), 4.0);  // char s[128]; s[tid]
  EXPECT_EQ(ways(kTesla, 2, strided_from(2)), 2.0);
  for (const SharedMemory& memory : {kFermi, kKepler4, kKepler8, kMaxwell, kVolta})
    EXPECT_EQ(load(memory, 1, bytes), 1u);
  // Stores do not broadcast: the four bytes of a word are four addresses of one bank.
  EXPECT_EQ(store(kTesla, 1, bytes), 8u);
  EXPECT_EQ(store(kTesla, 4, strided_from(0)), 2u);  // one thread per half-warp writes
}

TEST(SharedGenerations, SpreadBytesHelpOneGenerationAndHurtTheNext) {
  // s[tid * 4 % 129] of four warps, the cure for cc 1.x: 9 passes for the 32 of s[tid], since only in one half-warp do
  // two lanes meet, at bytes 128 and 3. H200: 5 wavefronts for the 4 of s[tid].
  const auto warps = [](const SharedMemory& memory) {
    std::uint32_t sum = 0;
    for (std::uint64_t warp = 0; warp < 4; ++warp)
      sum += load(memory, 1, each([=](std::uint64_t lane) { return (warp * 32 + lane) * 4 % 129; }));
    return sum;
  };
  EXPECT_EQ(warps(kTesla), 9u);
  EXPECT_EQ(warps(kVolta), 5u);
  EXPECT_EQ(warps(kFermi), 5u);
}

TEST(SharedGenerations, ConsecutiveDoubles) {
  const Addresses doubles = strided_from(8);
  EXPECT_EQ(load(kTesla, 8, doubles), 8u);  // two 32-bit requests a half-warp, each with stride 2
  EXPECT_EQ(ways(kTesla, 8, doubles), 2.0);
  EXPECT_EQ(load(kFermi, 8, doubles), 2u);
  EXPECT_EQ(ways(kFermi, 8, doubles), 1.0);
  EXPECT_EQ(load(kKepler4, 8, doubles), 2u);
  EXPECT_EQ(load(kKepler8, 8, doubles), 1u);
  EXPECT_EQ(load(kMaxwell, 8, doubles), 2u);
  EXPECT_EQ(load(kVolta, 8, doubles), 2u);
}

TEST(SharedGenerations, SixteenBytesALane) {
  const Addresses quads = strided_from(16);
  EXPECT_EQ(load(kTesla, 16, quads), 32u);
  EXPECT_EQ(ways(kTesla, 16, quads), 4.0);
  EXPECT_EQ(load(kFermi, 16, quads), 8u);  // 2-way though no two lanes of a quarter-warp meet
  EXPECT_EQ(ways(kFermi, 16, quads), 2.0);
  EXPECT_EQ(load(kFermi, 16, quads, 0x000000ff), 2u);
  EXPECT_EQ(load(kKepler4, 16, quads), 4u);
  EXPECT_EQ(load(kKepler8, 16, quads), 2u);
  EXPECT_EQ(ways(kKepler8, 16, quads), 1.0);
  EXPECT_EQ(load(kMaxwell, 16, quads), 4u);
}

TEST(SharedGenerations, KeplerFourByteModeDeliversAlignedSegments) {
  // Words i and i + 32 share a pass only within a segment of 64 words whose first is a multiple of 64.
  const Addresses aligned = each([](std::uint64_t lane) { return lane % 2 * 128; });
  const Addresses across = each([](std::uint64_t lane) { return 128 + lane % 2 * 128; });
  EXPECT_EQ(load(kKepler4, 4, aligned), 1u);
  EXPECT_EQ(load(kKepler4, 4, across), 2u);
  EXPECT_EQ(load(kFermi, 4, aligned), 2u);
  // 8-byte mode: byte / 8 mod 32, so these are words 0 and 32 of 4 bytes, in banks 0 and 16.
  EXPECT_EQ(load(kKepler8, 4, aligned), 1u);
  EXPECT_EQ(load(kKepler8, 4, across), 1u);
}

TEST(SharedGenerations, PadsAreForOneBankWidth) {
  const auto column = [](std::uint64_t pitch_words) { return strided_from(4 * pitch_words); };
  EXPECT_EQ(ways(kFermi, 4, column(32)), 32.0);
  EXPECT_EQ(ways(kFermi, 4, column(33)), 1.0);
  EXPECT_EQ(ways(kKepler4, 4, column(33)), 1.0);
  EXPECT_EQ(ways(kFermi, 4, column(35)), 1.0);
  EXPECT_EQ(ways(kKepler8, 4, column(35)), 2.0);  // a pad that frees 4-byte banks and not 8-byte ones
  EXPECT_EQ(ways(kKepler8, 4, column(34)), 1.0);  // and the other way round
  EXPECT_EQ(ways(kFermi, 4, column(34)), 2.0);
  EXPECT_EQ(ways(kTesla, 4, column(17)), 1.0);
}

TEST(SharedGenerations, AtomicsAreLoopsBeforeMaxwell) {
  const Addresses words = strided_from(4);
  const Addresses one = strided_from(0);
  const Addresses pairs = each([](std::uint64_t lane) { return lane / 2 * 4; });
  const auto atomic = [](const SharedMemory& memory, const Addresses& address) {
    return cost(memory, SharedAccess::atomic, 4, address);
  };
  EXPECT_EQ(atomic(kVolta, one).taken, 32u);
  EXPECT_EQ(atomic(kMaxwell, one).taken, 32u);
  EXPECT_EQ(atomic(kMaxwell, words).taken, 1u);
  for (const SharedMemory& memory : {kFermi, kKepler4, kKepler8}) {
    EXPECT_EQ(atomic(memory, words).taken, 2u);  // a load and a store
    EXPECT_EQ(atomic(memory, words).ideal, 2u);
    EXPECT_EQ(atomic(memory, one).taken, 64u);  // 32 rounds
    EXPECT_EQ(atomic(memory, one).ideal, 2u);
    EXPECT_EQ(atomic(memory, pairs).taken, 4u);
    EXPECT_EQ(cost(memory, SharedAccess::compare_and_swap, 4, pairs).taken, 4u);
    EXPECT_EQ(cost(memory, SharedAccess::atomic_loop, 4, pairs).taken, 4u);
  }
  EXPECT_EQ(atomic(kTesla, words).taken, 4u);
  EXPECT_EQ(atomic(kTesla, words).ideal, 4u);
}

TEST(SharedGenerations, NoLanesCostNothing) {
  for (const SharedMemory& memory : {kTesla, kFermi, kKepler4, kKepler8, kMaxwell, kVolta}) {
    for (const SharedAccess access : {SharedAccess::load, SharedAccess::store, SharedAccess::atomic,
                                      SharedAccess::compare_and_swap, SharedAccess::atomic_loop}) {
      const Wavefronts none = cost(memory, access, 8, strided_from(8), 0);
      EXPECT_EQ(none.taken + none.ideal, 0u);
    }
  }
}

TEST(SharedGenerations, DevicesSayWhichRulesAndModesTheyHave) {
  const auto memory_of = [](const char* name, std::uint32_t bank_bytes) {
    return find_device(name).device->shared_memory(bank_bytes);
  };
  EXPECT_EQ(memory_of("sm_13", 8), kTesla);
  EXPECT_EQ(memory_of("sm_20", 8), kFermi);
  EXPECT_EQ(memory_of("sm_35", 4), kKepler4);
  EXPECT_EQ(memory_of("sm_35", 8), kKepler8);
  EXPECT_EQ(memory_of("sm_37", 8), kKepler8);
  EXPECT_EQ(memory_of("sm_61", 8), kMaxwell);
  EXPECT_EQ(memory_of("sm_90", 8), kVolta);
}

}  // namespace
}  // namespace warpglass::arch
