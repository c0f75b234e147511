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

/// A static shared array as the source declares it.
struct DeclaredArray {
  std::string mangled;                 // the name in PTX
  std::string element;                 // "float"
  std::vector<std::uint64_t> extents;  // outermost first; their product divides the bytes of the array
};

struct ExplanationOptions {
  TextOptions text{};
  bool unicode = true;
  std::vector<DeclaredArray> arrays{};  // those that are known
};

struct Explanation {
  std::string text;
  std::string problem;  // why there is none, one line; empty when there is
};

[[nodiscard]] Explanation explain(const Report& report, const NamedLine& named, const ExplanationOptions& options);

/// As mangled, the static shared arrays that the line's accesses reach.
[[nodiscard]] std::vector<std::string> shared_arrays_at(const Report& report, const NamedLine& named);

}  // namespace warpglass::report
