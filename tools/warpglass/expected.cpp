#include "tools/warpglass/expected.hpp"

#include "tools/warpglass/output.hpp"

namespace warpglass::tool {

void hold_to(report::Report& report, const std::vector<report::FileExpectation>& expectations) {
  report::judge_comments(report, source_lookup(std::span(&report, 1)));
  report::judge(report, expectations);
}

int exit_code_of(int program, const report::Report& report) {
  return program == 0 && report::has_broken_expectations(report) ? 1 : program;
}

}  // namespace warpglass::tool
