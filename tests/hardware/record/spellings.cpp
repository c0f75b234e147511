// Writes spellings of instructions, taken and mistaken ones, for spellings.py to ask ptxas about:
//   spellings SEED > lines.txt
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/tier/random_line.hpp"

namespace {

using namespace warpglass::test;

constexpr int kTries = 60;  // of each row

/// The same words with registers of another kind, or another number of them, in place of one operand.
std::vector<std::string> mistaken(const std::string& text) {
  std::vector<std::string> others;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto with = [&](std::string_view operand) {
      std::string other = text;
      other.replace(at, text[at] == '#' ? 3 : 2, operand);
      others.push_back(std::move(other));
    };
    if (text[at] == '#') {
      for (const char* const operand : {"#r1", "#r2", "#r4", "#r8", "#l1", "#l2", "#l4", "#l8", "#h2", "#h4"})
        with(operand);
    } else if (text[at] == '@' && text[at + 1] != 'p') {
      for (const char* const operand : {"@h", "@r", "@l"}) with(operand);
    }
  }
  return others;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: spellings SEED > lines.txt\n", stderr);
    return 2;
  }
  std::mt19937 random(static_cast<std::uint32_t>(std::strtoul(arguments[1], nullptr, 10)));
  std::set<std::string> seen;
  const auto print = [&](Template line, const std::string& text) {
    if (!seen.insert(text).second) return;
    line.text = text;
    std::printf("%s\n", filled(line, random).c_str());
  };
  for (const Template& line : templates(random, kTries, 100)) {
    print(line, line.text);
    for (const std::string& other : mistaken(line.text))
      if (random() % 8 == 0) print(line, other);
  }
  return 0;
}
