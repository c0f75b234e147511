#include "toolkit/process.hpp"

#include <gtest/gtest.h>

namespace warpglass::toolkit {
namespace {

TEST(Process, GivesOutputAndExitCode) {
  const ProcessResult result = run_process({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"}, ProcessOutput::capture);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST(Process, SignalsAndMissingPrograms) {
  EXPECT_EQ(run_process({"/bin/sh", "-c", "kill -9 $$"}, ProcessOutput::capture).exit_code, 128 + 9);
  const ProcessResult missing = run_process({"/no/such/program"}, ProcessOutput::capture);
  EXPECT_EQ(missing.exit_code, 127);
  EXPECT_NE(missing.output.find("/no/such/program"), std::string::npos);
}

TEST(Process, ALineForTheShell) { EXPECT_EQ(shell_line({"a", "b c", "it's", ""}), "a 'b c' 'it'\\''s' ''"); }

}  // namespace
}  // namespace warpglass::toolkit
