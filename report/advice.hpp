// What could be better about a program, each with its proof: plain data, as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/layout_search.hpp"
#include "report/report.hpp"

namespace warpglass::report {

/// What became of a change that was made to the source, compiled and run.
enum class Verdict : std::uint8_t {
  proved,          // the same results for less
  loses,           // the same results, but something else got worse that may weigh more
  no_better,       // the same results for as much, or more
  results_differ,  // device memory, output or exit code
  makes_mistakes,  // that the checkers see
  not_compiled,
};
[[nodiscard]] std::string_view name_of(Verdict verdict);

/// Of the kernels that have the array, all their launches together.
struct KernelFigures {
  std::uint64_t wavefronts = 0;  // of shared memory
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t instructions = 0;
  std::uint32_t registers_per_thread = 0;  // the most
  bool registers_estimated = false;        // no assembler was asked
  std::uint32_t static_shared_bytes = 0;   // the most
  double occupancy = 0;                    // the least
};

/// Another layout of an array.
struct Proposal {
  std::string title;  // "float tile[32][33]", "tile[r][c ^ r]"
  analysis::SharedLayout layout;
  std::vector<std::uint64_t> priced;  // wavefronts of the array on each of ArrayAdvice::machines
  Verdict verdict = Verdict::no_better;
  std::string reason;                  // of a verdict that is not `proved`
  std::optional<KernelFigures> after;  // where it ran
  std::vector<std::string> worse;      // what it costs elsewhere
  std::vector<std::string> lines;      // of the source, as they read then
  std::string patch;
  bool chosen = false;
};

struct ArrayAdvice {
  SourcePosition where;
  std::string name;
  std::string declaration;  // "float tile[32][32]"
  std::vector<std::string> kernels;
  KernelFigures before;
  std::vector<std::string> machines;  // "sm_90", "sm_35 with 8-byte banks": the chosen one first
  std::vector<std::uint64_t> priced;  // wavefronts of the array as declared, on each
  std::uint64_t excess = 0;           // above the ideal, on the first
  std::uint64_t layouts = 0;          // that were priced
  std::vector<Proposal> proposals;
  std::vector<std::string> remarks;  // why something was not tried
};

/// What is counted of the kernels that a change concerns, all their launches together.
struct Figure {
  std::string name;  // of the row in the table
  double value = 0;
  bool less_is_better = true;
  bool is_share = false;    // 0 to 1
  bool weighs = true;       // a change that makes it worse is not recommended
  double tolerated = 0.01;  // share of itself that it may get worse by

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// A change of the source, other than of an array's layout, that was tried.
struct ChangeProposal {
  std::string title;  // "without it"
  Verdict verdict = Verdict::no_better;
  std::string reason;               // of a verdict that is not `proved`
  std::vector<Figure> after;        // where it ran, as ChangeAdvice::before
  std::vector<std::string> checks;  // that it has passed beside the comparison of results: "no races found"
  std::vector<std::string> lines;   // what is edited, as it reads then
  std::string patch;
  bool chosen = false;
};

/// What could be otherwise in the source, beside layouts of arrays.
struct ChangeAdvice {
  SourcePosition where;
  std::string rule;     // "redundant-barrier"
  std::string message;  // what the run has shown
  std::vector<std::string> kernels;
  std::vector<Figure> before;  // the first is what the change is for
  std::vector<ChangeProposal> proposals;
  std::vector<std::string> remarks;  // why something was not tried, and what the claim rests on
};

/// Something that costs and for which there is no proposal, with what to look at.
struct Hint {
  SourcePosition where;
  std::string rule;
  std::string message;
  std::string advice;  // lines
};

struct Advice {
  std::string tool_version{};
  std::string program{};
  std::string command{};
  std::string device{};
  std::string architecture{};
  int exit_code = 0;  // of the program
  std::vector<ArrayAdvice> arrays{};
  std::vector<ChangeAdvice> changes{};
  std::vector<Hint> hints{};
  std::vector<std::string> notices{};
  std::string patch{};                // of all that was chosen, proved together
  std::optional<Verdict> together{};  // where several were chosen
  std::string together_reason{};
};

[[nodiscard]] std::string to_text(const Advice& advice, const TextOptions& options);

/// {"format": "warpglass-advice", "version": 1, "arrays": [...], "hints": [...]}
[[nodiscard]] std::string to_json(const Advice& advice);

}  // namespace warpglass::report
