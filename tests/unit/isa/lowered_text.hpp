// What becomes of a body's accesses, in words.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/isa/kernel_around.hpp"
#include "tests/unit/isa/lowered_bodies.hpp"

namespace warpglass::isa {

/// "ld 8" for a load executed as one of 8 bytes, "ld 4+4" for two; a word for what is not executed or changed
/// otherwise.
[[nodiscard]] inline std::string text_of(const sim::OpFacts& facts) {
  std::string text(facts.text.substr(0, facts.text.find_first_of(".; ")));
  switch (facts.lowering.how) {
    case sim::Lowered::as_written: text += " " + std::to_string(facts.access_bytes); break;
    case sim::Lowered::resized:
      for (std::size_t i = 0; i < facts.lowering.accesses.size(); ++i)
        text += (i == 0 ? " " : "+") + std::to_string(facts.lowering.accesses[i].bytes);
      break;
    case sim::Lowered::merged: text += " merged"; break;
    case sim::Lowered::redundant: text += " redundant"; break;
    case sim::Lowered::unused: text += " unused"; break;
    case sim::Lowered::overwritten: text += " overwritten"; break;
    case sim::Lowered::in_registers: text += " in registers"; break;
    case sim::Lowered::reduction: text += " reduction"; break;
    case sim::Lowered::counted: text += " counted"; break;
    case sim::Lowered::predicated: text += " predicated"; break;
  }
  return facts.lowering.one_lane ? text + " combined" : text;
}

/// Of the accesses to that memory, in order.
[[nodiscard]] inline std::vector<std::string> lowered(const std::string& body, sim::Space space = sim::Space::shared) {
  const LoadedPtx loaded(kernel_around(body, kArrays));
  const BindResult bound = loaded.bind_kernel("k", {.lower = true});
  EXPECT_EQ(all_of(bound.diagnostics), "");
  std::vector<std::string> all;
  if (bound.program == nullptr) return all;
  for (const sim::OpFacts& facts : bound.program->facts) {
    if (sim::is_memory_access(facts.kind) && facts.space == space) all.push_back(text_of(facts));
  }
  return all;
}

using List = std::vector<std::string>;

}  // namespace warpglass::isa
