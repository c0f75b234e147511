// The jumps of XORWOW in curand_kernel.h: every polynomial of the tables against the steps that it stands for.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "warpglass/random_mrg32k3a.h"
#include "warpglass/random_philox.h"
#include "warpglass/random_xorwow.h"

namespace warpglass::toolkit {
namespace {

using Polynomial = const unsigned int*;
using Words = std::array<unsigned int, 5>;

/// The polynomial of the steps, applied to a state.
Words applied(Polynomial polynomial, const Words& state) {
  unsigned int v[5];
  std::ranges::copy(state, v);
  warpglass_xorwow_jump(v, polynomial, 1);
  Words result;
  std::ranges::copy(v, result.begin());
  return result;
}

constexpr Words kState = {123456789, 362436069, 521288629, 88675123, 5783321};

TEST(Xorwow, OffsetsGoAsManySteps) {
  for (int bit = 0; bit < 16; ++bit) {
    unsigned int v[5];
    std::ranges::copy(kState, v);
    for (int step = 0; step < 1 << bit; ++step) warpglass_xorwow_step(v);
    EXPECT_TRUE(std::ranges::equal(applied(warpglass_xorwow_offset + 5 * bit, kState), v)) << bit;
  }
}

TEST(Xorwow, EachRowOfATableIsTheOneBeforeTwice) {
  for (const unsigned int* table : {warpglass_xorwow_offset, warpglass_xorwow_sequence}) {
    for (int bit = 1; bit < 64; ++bit) {
      const Polynomial before = table + 5 * (bit - 1);
      EXPECT_EQ(applied(table + 5 * bit, kState), applied(before, applied(before, kState))) << bit;
    }
  }
}

TEST(Xorwow, SequencesFollowOnOffsets) {
  // 2^67 is eight times 2^64, which is 2^63 twice.
  Words state = kState;
  for (int i = 0; i < 16; ++i) state = applied(warpglass_xorwow_offset + 5 * 63, state);
  EXPECT_EQ(applied(warpglass_xorwow_sequence, kState), state);
}

template <class State>
void expect_skips_to_be_steps() {
  for (const int steps : {0, 1, 2, 3, 4, 5, 100, 1001}) {
    State stepped, skipped, begun;
    curand_init(42, 3, 10, &stepped);
    curand_init(42, 3, 10, &skipped);
    curand_init(42, 3, 10 + static_cast<unsigned long long>(steps), &begun);
    for (int i = 0; i < steps; ++i) curand(&stepped);
    skipahead(static_cast<unsigned long long>(steps), &skipped);
    for (int i = 0; i < 9; ++i) {
      const unsigned int number = curand(&stepped);
      EXPECT_EQ(curand(&skipped), number) << steps;
      EXPECT_EQ(curand(&begun), number) << steps;
    }
  }
}

TEST(Xorwow, SkipsAreSteps) { expect_skips_to_be_steps<curandStateXORWOW_t>(); }
TEST(Mrg32k3a, SkipsAreSteps) { expect_skips_to_be_steps<curandStateMRG32k3a_t>(); }
TEST(Philox, SkipsAreSteps) { expect_skips_to_be_steps<curandStatePhilox4_32_10_t>(); }

TEST(Mrg32k3a, IsLEcuyers) {
  // The first state of the published program gives 0.127011122 first.
  curandStateMRG32k3a_t state;
  curand_init(0, 0, 0, &state);
  EXPECT_NEAR(curand_MRG32k3a(&state) * MRG32K3A_NORM, 0.1270111, 1e-7);
}

TEST(Philox, IsThePublishedCipher) {
  // Known answers of the authors' own test: all zeros, all ones.
  const uint4 zeros = curand_Philox4x32_10({0, 0, 0, 0}, {0, 0});
  EXPECT_EQ(zeros.x, 0x6627e8d5u);
  EXPECT_EQ(zeros.w, 0x9b00dbd8u);
  const unsigned int ones = ~0u;
  const uint4 all = curand_Philox4x32_10({ones, ones, ones, ones}, {ones, ones});
  EXPECT_EQ(all.x, 0x408f276du);
  EXPECT_EQ(all.w, 0x6d5451fdu);
}

}  // namespace
}  // namespace warpglass::toolkit
