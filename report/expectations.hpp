// What the user expects of a run, so that a test can hold it true: `no RULE`, or `COUNTER OP NUMBER`.
//
// A line of a file is that, and what it is about (scope.hpp): `no bank-conflict kernel=transpose*`,
// `memory_l1_wavefronts_shared <= 8192 file=scan.cuh line=40`. Where neither file nor line is said, a counter is that
// of each kernel, all its launches together, as the report shows it; else that of each access there.
//
// In a source `// warpglass: expect no bank-conflict` is about its line, or about the line below where nothing else
// stands on it; above a declaration with __global__ it is about that kernel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/expectation.hpp"
#include "report/report.hpp"
#include "report/scope.hpp"

namespace warpglass::report {

/// Of a file.
struct FileExpectation : Expectation {
  Scope scope;
};

/// \param file      what the text is called where it is wrong
/// \param problems  every line that is no expectation
[[nodiscard]] std::vector<FileExpectation> parse_expectations(std::string_view text, const std::string& file,
                                                              Diagnostics& problems);

/// Adds a finding for each expectation that does not hold, an error at the place where it is written, and a remark for
/// each that nothing could be held to. What an earlier judgement said of the same expectation is replaced.
/// \return whether all hold
bool judge(Report& report, const std::vector<FileExpectation>& expectations);

/// Likewise of comments in the sources of the kernels. What this kind of run does not look for is passed over.
void judge_comments(Report& report, const SourceLookup& source);

[[nodiscard]] bool has_broken_expectations(const Report& report);

}  // namespace warpglass::report
