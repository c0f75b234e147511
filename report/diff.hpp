// Two reports side by side: what changed from the one to the other.
//
// Kernels are the same where they have the same name, launches where they are the same kernel's and the same in number
// among its launches. Lines shift when a program is edited: where a kernel has the same accesses in the same order,
// each is compared with its like, wherever it stands now; otherwise accesses of the same line are. Findings are the
// same where rule, file and kernel are, first those on the same line, then the others in their order.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace warpglass::report {

/// A counter's value on both sides; where it was not counted on one, there is none.
struct Change {
  std::string name;
  std::string unit;
  std::optional<double> before;
  std::optional<double> after;

  [[nodiscard]] bool changed() const { return before != after; }
  /// Of what it was before: 0.05 for 5 % more; infinite from nothing to something.
  [[nodiscard]] double relative() const;
};

/// What a source line does to the memory, or at a branch.
struct LineChange {
  SourcePosition before;  // line 0: it was not there
  SourcePosition after;   // line 0: it is gone
  std::string what;       // "shared load 32"
  std::vector<Change> changes;
};

struct LaunchChange {
  std::optional<std::uint64_t> before;  // number of the launch in its run
  std::optional<std::uint64_t> after;
  std::vector<Change> changes;  // of counters that did change
};

struct KernelChange {
  std::string name;
  const analysis::KernelProfile* before = nullptr;  // nullptr: it was not there, or was not counted
  const analysis::KernelProfile* after = nullptr;
  std::vector<Change> counters{};        // all, changed or not
  std::vector<LineChange> lines{};       // that changed
  std::vector<LaunchChange> launches{};  // that changed

  [[nodiscard]] bool changed() const;
};

struct Difference {
  std::vector<KernelChange> kernels;            // in the order of the later run, then those that are gone
  std::vector<const analysis::Finding*> found;  // new ones
  std::vector<const analysis::Finding*> gone;
  std::size_t kept = 0;  // findings that are in both
};

/// Refers to both.
[[nodiscard]] Difference difference(const Report& before, const Report& after);

}  // namespace warpglass::report
