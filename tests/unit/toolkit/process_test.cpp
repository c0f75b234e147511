#include "toolkit/process.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

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

TEST(Process, ItsLibrariesAndItsSessionAreTheCallersOwn) {
  ASSERT_EQ(setenv("WARPGLASS_SESSION", "session.json", 1), 0);
  const std::string others = run_process({"/usr/bin/env"}, ProcessOutput::capture).output;
  unsetenv("WARPGLASS_SESSION");
  EXPECT_EQ(others.find("WARPGLASS_SESSION"), std::string::npos);
  EXPECT_EQ(others.find("LD_PRELOAD"), std::string::npos);
  EXPECT_NE(others.find("PATH="), std::string::npos);
}

TEST(Process, ALineForTheShell) { EXPECT_EQ(shell_line({"a", "b c", "it's", ""}), "a 'b c' 'it'\\''s' ''"); }

}  // namespace
}  // namespace warpglass::toolkit
