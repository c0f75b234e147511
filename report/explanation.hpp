// What the loads and stores of one source line do: how often each pattern of addresses occurred, what it costs, and the
// picture of the costliest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.hpp"

namespace warpglass::report {

/// A line that the user names.
struct NamedLine {
  std::string file;  // the path or its end; empty: the program's source
  std::uint32_t line = 0;
};

struct ExplanationOptions {
  TextOptions text{};
  bool unicode = true;
};

struct Explanation {
  std::string text;
  std::string problem;  // why there is none, one line; empty when there is
};

[[nodiscard]] Explanation explain(const Report& report, const NamedLine& named, const ExplanationOptions& options);

/// As mangled, the static shared arrays that the line's accesses reach.
[[nodiscard]] std::vector<std::string> shared_arrays_at(const Report& report, const NamedLine& named);

/// Likewise, those that any access with an example reaches.
[[nodiscard]] std::vector<std::string> shared_arrays_with_examples(const Report& report);

}  // namespace warpglass::report
