// Memory that comes and goes is kept, by threads and among them.
#include "sim/spare_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <thread>
#include <vector>

namespace warpglass::sim {
namespace {

using Spare = SpareMemory<256, 64, 128>;

std::vector<void*> take(std::size_t count) {
  std::vector<void*> places;
  for (std::size_t i = 0; i < count; ++i) places.push_back(Spare::take());
  return places;
}
void give(const std::vector<void*>& places) {
  for (void* const place : places) Spare::give(place);
}

TEST(SpareMemory, IsGivenOutAgainToWhoeverAsks) {
  const std::vector<void*> made = take(300);
  const std::set<void*> different(made.begin(), made.end());
  EXPECT_EQ(different.size(), made.size());
  for (void* const place : made) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % 64, 0u);
  give(made);
  // 64 are this thread's by now, 128 anybody's, and the others have been freed.
  std::vector<void*> again;
  std::thread([&again] {
    again = take(128);
    give(again);
  }).join();
  for (void* const place : again) EXPECT_EQ(different.count(place), 1u);
  const std::vector<void*> here = take(64);
  for (void* const place : here) EXPECT_EQ(different.count(place), 1u);
  give(here);
}

TEST(SpareMemory, IsOneThreadsAtATime) {
  std::vector<std::thread> threads;
  for (std::uint64_t number = 1; number <= 4; ++number) {
    threads.emplace_back([number] {
      for (int round = 0; round < 200; ++round) {
        const std::vector<void*> places = take(100);
        for (void* const place : places) *static_cast<std::uint64_t*>(place) = number;
        for (void* const place : places) EXPECT_EQ(*static_cast<std::uint64_t*>(place), number);
        give(places);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace warpglass::sim
