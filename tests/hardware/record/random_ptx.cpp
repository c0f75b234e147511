// Writes random kernels whose instructions have one answer on a chip, for random_ptx.py to record:
//   random_ptx FIRST COUNT > kernels.ptx
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "tests/tier/random_kernel.hpp"

int main(int count, char** arguments) {
  using namespace warpglass::test;
  if (count != 3) {
    std::fputs("usage: random_ptx FIRST COUNT > kernels.ptx\n", stderr);
    return 2;
  }
  const auto first = static_cast<std::uint32_t>(std::strtoul(arguments[1], nullptr, 10));
  const auto kernels = static_cast<std::uint32_t>(std::strtoul(arguments[2], nullptr, 10));
  std::vector<Template> lines;
  for (std::uint32_t seed = first; seed < first + kernels; ++seed) {
    std::mt19937 random(seed);
    if ((seed - first) % 20 == 0) {  // other spellings
      lines = templates(random);
      std::erase_if(lines, [](const Template& line) { return !has_one_answer(line); });
      // Of a product that takes several instructions ptxas 13.0 overwrites factors that stand among the results.
      for (Template& line : lines) line.apart = line.multiplies;
    }
    const std::size_t statements = seed % 3 == 0 ? 40 : 10;
    std::printf("// kernel %u\n%s", seed, kernel_of(random_statements(lines, statements, random)).c_str());
  }
  return 0;
}
