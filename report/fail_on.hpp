// Conditions under which a difference fails: METRIC OP NUMBER. With a sign the number is a change, with % one of what
// the counter was before; without a sign it is the value afterwards:
//
//     memory_l1_wavefronts_shared>+5%      more than 5 % more than before, in any kernel
//     smsp__inst_executed>=+1000           at least 1,000 more
//     memory_l2_theoretical_sectors_global>40000
//     new_findings>0                       also new_errors, new_warnings, which are of the run
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/comparison.hpp"
#include "report/diff.hpp"
#include "report/report.hpp"

namespace warpglass::report {

struct FailOn {
  enum class Of : std::uint8_t { value, change, relative_change };

  std::string text;  // as the user wrote it
  std::string name;
  Relation relation = Relation::more;
  Of of = Of::value;
  double limit = 0;  // of a relative change 0.05, of one downwards negative
};

/// \throws Mistake with the place in the text
[[nodiscard]] FailOn parse_fail_on(std::string_view text, const std::vector<analysis::MetricDefinition>& metrics);

/// A condition that holds, and where.
struct Broken {
  const FailOn* condition = nullptr;
  std::string kernel;  // empty: of the run
  std::optional<double> before;
  double after = 0;
};

[[nodiscard]] std::vector<Broken> broken_conditions(const Difference& difference,
                                                    const std::vector<FailOn>& conditions);

/// "scale(float*): smsp__inst_executed.sum is 1,200 and was 1,000 (+20.0 %)".
[[nodiscard]] std::string text_of(const Broken& broken);

}  // namespace warpglass::report
