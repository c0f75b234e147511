// Which ops of a program are compiled, and where control may come into them.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/program.hpp"

namespace warpglass::tier {

/// Ops of one function that become one body.
struct Plan {
  std::uint32_t function = 0;
  std::vector<std::uint32_t> ops;      // ascending
  std::vector<std::uint32_t> entries;  // of them, those where the engine may begin
};

/// Where control can go behind an op, as far as it is known before: a call or a table of branches has nothing here.
[[nodiscard]] std::vector<std::uint32_t> successors_of(const sim::Program& program, std::uint32_t pc);

/// \param most_ops  in all. Loops with all that lies in them come first, the innermost before others, and blocks, as
///                  one body of 200 ops at most for each function; behind these the rest, in bodies of 100, or of a
///                  loop.
[[nodiscard]] std::vector<Plan> plan_of(const sim::Program& program, std::uint32_t most_ops);
[[nodiscard]] std::uint32_t ops_of(const std::vector<Plan>& plans);

/// Whether at most every fourth op of the innermost loops, or of a program without loops, accesses memory other than
/// shared: then what the others gain is more than what it costs that each such access takes the long way.
[[nodiscard]] bool seldom_leaves_shared_memory(const sim::Program& program);

}  // namespace warpglass::tier
