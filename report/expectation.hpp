// One thing that is expected: `no RULE`, or `COUNTER OP NUMBER`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "report/comparison.hpp"

namespace warpglass::report {

struct Expectation {
  SourcePosition where;  // where it is written
  std::string text;      // what is expected, as it is written
  std::string rule{};    // that nothing is to be found of; empty: it is a counter
  std::string counter{};
  Relation relation = Relation::at_most;
  double limit = 0;
};

/// Reads it from the start of a text. \param at  set to where it ends. \throws Mistake
[[nodiscard]] Expectation parse_expectation(std::string_view text, std::size_t& at);

/// Names of counters: of kernels, and of lines.
[[nodiscard]] std::vector<std::string> kernel_counters();
[[nodiscard]] std::vector<std::string> line_counters();

}  // namespace warpglass::report
