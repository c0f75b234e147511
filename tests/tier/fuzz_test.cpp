// Random kernels by interpreter, by tier, and by both with blocks that change between them: the same memory, the same
// counters. A few in every run of the tests;
// WARPGLASS_FUZZ_KERNELS says how many, WARPGLASS_FUZZ_SEED with which to begin. Of a kernel that differs the
// statements that matter are found and printed.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include "tests/tier/both_ways.hpp"
#include "tests/tier/random_kernel.hpp"

namespace warpglass {
namespace {

constexpr std::uint32_t kKernels = 4;
constexpr std::size_t kStatements = 16;
constexpr std::size_t kManyStatements = 64;  // of every third kernel: it is compiled in several bodies

std::uint32_t number_of(const char* variable, std::uint32_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

bool is_same(const Result& tiered, const Result& interpreted) {
  if (tiered.memory != interpreted.memory || tiered.faults != interpreted.faults) return false;
  for (std::size_t pc = 0; pc < interpreted.counters.size(); ++pc)
    if (numbers(tiered.counters.at(pc)) != numbers(interpreted.counters[pc])) return false;
  return true;
}

bool does_the_same(const test::Statements& statements, std::uint32_t seed) {
  Kernel kernel(test::kernel_of(statements), test::kWordsPerThread);
  kernel.first_value = [seed](std::size_t i) { return test::random_word(i, seed); };
  tier::Tier tier(options(tier::When::always, seed % 2 == 0));
  for (const std::uint32_t threads : {kThreads, kOddThreads}) {
    const Result interpreted = kernel.run(nullptr, threads);
    const Result tiered = kernel.run(&tier, threads);
    EXPECT_EQ(interpreted.faults, "");
    EXPECT_TRUE(tiered.compiled);
    if (!is_same(tiered, interpreted)) return false;
    kernel.changes = true;
    if (!is_same(kernel.run(&tier, threads), interpreted)) return false;
    kernel.changes = false;
  }
  return true;
}

/// Without the statements that do not matter.
test::Statements smallest(test::Statements statements, std::uint32_t seed) {
  for (std::size_t i = 0; i < statements.size();) {
    test::Statements fewer = statements;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (does_the_same(fewer, seed)) {
      ++i;
    } else {
      statements = std::move(fewer);
    }
  }
  return statements;
}

TEST(TierFuzz, RandomKernelsDoTheSame) {
  const std::uint32_t first = number_of("WARPGLASS_FUZZ_SEED", 1);
  const std::uint32_t kernels = number_of("WARPGLASS_FUZZ_KERNELS", kKernels);
  for (std::uint32_t seed = first; seed < first + kernels; ++seed) {
    std::mt19937 random(seed);
    const std::vector<test::Template> templates = test::templates(random);
    ASSERT_GT(templates.size(), 500u);
    const test::Statements statements =
        test::random_statements(templates, seed % 3 == 0 ? kManyStatements : kStatements, random);
    if (does_the_same(statements, seed)) continue;
    ADD_FAILURE() << "WARPGLASS_FUZZ_SEED=" << seed << "\n" << test::kernel_of(smallest(statements, seed));
    return;
  }
}

}  // namespace
}  // namespace warpglass
