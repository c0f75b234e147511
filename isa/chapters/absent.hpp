// Instructions of the PTX manual that the table leaves out: the binder says so by name, and the page of instructions
// too.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpglass::isa {

struct AbsentInstruction {
  std::string_view words;  // opcode and the words that tell it from what there is: "cvt.rs"
  std::string_view since;  // PTX ISA version
  std::string_view target;
  std::string_view why;
};

[[nodiscard]] std::span<const AbsentInstruction> absent_instructions();

/// The absent instruction that these words spell, or nullptr: the same opcode, and every word that it names.
[[nodiscard]] const AbsentInstruction* find_absent(std::span<const std::string_view> words);

}  // namespace warpglass::isa
