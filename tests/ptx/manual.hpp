// The PTX manual's syntax (manual.txt), spelling by spelling, and what the binder says of instructions.
#pragma once

#include <string>
#include <vector>

namespace warpglass::test {

struct ManualSpelling {
  std::string words;  // "add.s32"
  std::string text;   // "add.s32 r1, r2, r3": with operands of the kernel that `said_of` puts it in
};

struct Manual {
  std::vector<ManualSpelling> implemented;
  std::vector<ManualSpelling> absent;   // left out of the instruction table
  std::vector<ManualSpelling> refused;  // words and operands that do not go together
};

/// All of manual.txt.
[[nodiscard]] Manual manual();

/// What the binder says of each instruction of one kernel, "" for a bound one. What it says of anything else fails the
/// running test.
[[nodiscard]] std::vector<std::string> said_of(const std::vector<std::string>& instructions);

}  // namespace warpglass::test
