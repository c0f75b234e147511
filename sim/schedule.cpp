#include "sim/schedule.hpp"

namespace warpglass::sim {
namespace {

/// SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
std::uint64_t scrambled(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ value >> 27) * 0x94d049bb133111ebull;
  return value ^ value >> 31;
}

constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ull;

std::uint64_t start_of(std::uint64_t seed, std::uint64_t launch, std::uint64_t number) {
  return scrambled(scrambled(scrambled(seed * kStep) + launch * kStep) + number * kStep);
}

}  // namespace

std::uint32_t turn_under(std::uint64_t seed, std::uint64_t launch) {
  return 1u << (start_of(seed, launch, ~std::uint64_t{0}) & 3);
}

Schedule::Schedule(std::uint64_t seed, std::uint64_t launch, std::uint64_t number)
    : state_(start_of(seed, launch, number)) {}

std::uint32_t Schedule::below(std::uint32_t limit) {
  state_ += kStep;
  return static_cast<std::uint32_t>((scrambled(state_) >> 32) * limit >> 32);
}

}  // namespace warpglass::sim
