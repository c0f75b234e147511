// `warpglass run` of a PTX file: one kernel, its launch and its arguments from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;

class PtxRun : public ToolTest {};

constexpr const char* kScale = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 a, .param .f32 s, .param .u32 n)
{
  .reg .pred %p; .reg .b32 %r<6>; .reg .f32 %f<3>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [a];
  ld.param.f32 %f1, [s];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p, %r5, %r1;
  @%p bra done;
  mul.wide.u32 %d2, %r5, 4;
  add.u64 %d3, %d1, %d2;
  ld.global.f32 %f2, [%d3];
  mul.f32 %f2, %f2, %f1;
  st.global.f32 [%d3], %f2;
done:
  ret;
}
)";

TEST_F(PtxRun, AKernelWithArgumentsFromTheCommandLine) {
  const std::string ptx = write("scale.ptx", kScale);
  const Outcome outcome = run({"run", ptx, "--grid", "2", "--block", "4", "--arg",
                               "f32[6]:iota:" + folder_ + "out.npy:print", "--arg", "2.5", "--arg", "6"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "argument 0  f32[6]\n       0: 0 2.5 5 7.5 10 12.5\n");
  EXPECT_THAT(outcome.errors, HasSubstr("kernel scale"));
  EXPECT_THAT(outcome.errors, HasSubstr("global load 32"));
  EXPECT_EQ(std::filesystem::file_size(folder_ + "out.npy"), 128u + 24);

  // What was written is read again.
  const Outcome again = run({"run", ptx, "-q", "--grid", "1", "--block", "32", "--arg",
                             "f32[]:file:" + folder_ + "out.npy:print", "--arg", "f32:2", "--arg", "6"});
  EXPECT_EQ(again.output, "argument 0  f32[6]\n       0: 0 5 10 15 20 25\n") << again.errors;
}

TEST_F(PtxRun, SaysWhereTheTimeWent) {
  const std::string ptx = write("scale.ptx", kScale);
  const Outcome outcome = run({"run", ptx, "-q", "--timings", "--grid", "1", "--block", "32", "--arg",
                               "f32[32]:iota:print", "--arg", "f32:2", "--arg", "32"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  for (const char* row :
       {"\nparse ", "\nbind ", "\nexecute ", "\nanalyse ", "\nreport ", "\nhost program ", "\nother "})
    EXPECT_THAT(outcome.errors, HasSubstr(row));
  EXPECT_THAT(outcome.errors, testing::Not(HasSubstr("compile")));
}

// nested_recorded.cu, as nvcc compiles it.
TEST_F(PtxRun, LaunchesFromDeviceCode) {
  const Outcome outcome = run({"run", WARPGLASS_SOURCE_DIR "/tests/tool/nested_recorded.ptx", "--kernel", "parent",
                               "--grid", "1", "--block", "4", "--arg", "i32[4]:zero:print"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("error 9\n0 0 13 14\n"));
  EXPECT_THAT(outcome.output, HasSubstr("0: 0 0 13 14\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("launched by parent, tests/tool/nested_recorded.cu:"));
  EXPECT_THAT(outcome.errors, HasSubstr("3 launches of 3 kernels"));
}

TEST_F(PtxRun, LaunchesFromDeviceCodeOfBeforeCuda12) {
  const Outcome outcome = run({"run", WARPGLASS_SOURCE_DIR "/tests/tool/nested_recorded_cdp1.ptx", "-q", "--kernel",
                               "parent", "--grid", "1", "--block", "4", "--arg", "i32[4]:zero:print"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("error 9\n14\n11 12 13 14\n"));
  EXPECT_THAT(outcome.output, HasSubstr("0: 0 0 13 14\n"));
}

TEST_F(PtxRun, RegistersAreTheAssemblersWhereThereIsOne) {
  const std::string kernel = write("k.ptx", kScale);
  const std::string assembler = write("ptxas", R"(#!/bin/sh
echo "ptxas info    : Compiling entry function 'scale' for 'sm_90'"
echo "ptxas info    : Used 77 registers"
)");
  std::filesystem::permissions(assembler, std::filesystem::perms::owner_all);
  const auto with = [&](const std::string& ptxas) {
    return run({"run", kernel, "--grid", "1", "--block", "32", "--arg", "f32[32]:iota", "--arg", "2", "--arg", "32",
                "--ptxas", ptxas, "--metrics", "launch__registers_per_thread"});
  };
  const Outcome asked = with(assembler);
  EXPECT_THAT(asked.errors, HasSubstr("(ptxas, 77 registers per thread)"));
  EXPECT_THAT(asked.errors, testing::ContainsRegex("launch__registers_per_thread +77 +register/thread +exact"));
  const Outcome estimated = with("none");
  EXPECT_THAT(estimated.errors, HasSubstr("(estimated, "));
  EXPECT_THAT(estimated.errors, testing::ContainsRegex("launch__registers_per_thread .*estimated"));
  const Outcome missing = with(folder_ + "nothing");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.errors, HasSubstr("--ptxas: '" + folder_ + "nothing' is no program that can be run"));
}

TEST_F(PtxRun, SpillsAreWhatTheAssemblerSays) {
  const std::string kernel = write("k.ptx", kScale);
  const auto with = [&](const std::string& spills) {
    const std::string assembler = write("ptxas", R"(#!/bin/sh
echo "ptxas info    : Compiling entry function 'scale' for 'sm_90'"
echo "ptxas info    : Function properties for scale"
echo "    )" + spills + R"("
echo "ptxas info    : Used 32 registers"
)");
    std::filesystem::permissions(assembler, std::filesystem::perms::owner_all);
    return run({"run", kernel, "--no-cache", "--grid", "1", "--block", "32", "--arg", "f32[32]:iota", "--arg", "2",
                "--arg", "32", "--ptxas", assembler})
        .errors;
  };
  const std::string spilled = with("40 bytes stack frame, 36 bytes spill stores, 52 bytes spill loads");
  EXPECT_THAT(spilled, HasSubstr("the code stores 36 bytes a thread to local memory and loads 52  [local-spill]"));
  EXPECT_THAT(spilled, HasSubstr("ptxas gives a thread 32 registers and 40 bytes of stack"));
  EXPECT_THAT(with("40 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"), Not(HasSubstr("local-spill")));
}

// Every lane takes the lock and adds 1. With the loop around the taking only, the lane that has the lock waits for the
// others to leave the loop: they never do where a warp has one program counter.
TEST_F(PtxRun, ALockAmongTheLanesOfAWarp) {
  const std::string kernel = write("lock.ptx", R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry around_taking(.param .u64 p) {
  .reg .pred %q; .reg .b32 %r<4>; .reg .b64 %a;
  ld.param.u64 %a, [p];
TAKE:
  atom.global.cas.b32 %r1, [%a], 0, 1;
  setp.ne.s32 %q, %r1, 0;
  @%q bra TAKE;
  ld.volatile.global.u32 %r2, [%a+4];
  add.u32 %r2, %r2, 1;
  st.volatile.global.u32 [%a+4], %r2;
  membar.gl;
  atom.global.exch.b32 %r3, [%a], 0;
  ret;
}
.visible .entry around_all(.param .u64 p) {
  .reg .pred %q; .reg .b32 %r<5>; .reg .b64 %a;
  ld.param.u64 %a, [p];
TAKE:
  mov.u32 %r4, 0;
  atom.global.cas.b32 %r1, [%a], 0, 1;
  setp.ne.s32 %q, %r1, 0;
  @%q bra NOT_YET;
  ld.volatile.global.u32 %r2, [%a+4];
  add.u32 %r2, %r2, 1;
  st.volatile.global.u32 [%a+4], %r2;
  membar.gl;
  atom.global.exch.b32 %r3, [%a], 0;
  mov.u32 %r4, 1;
NOT_YET:
  setp.eq.s32 %q, %r4, 0;
  @%q bra TAKE;
  ret;
}
)");
  const auto on = [&](const char* arch, const char* name) {
    return run({"run", kernel, "--kernel", name, "--arch", arch, "--grid", "1", "--block", "64", "--arg",
                "u32[2]:zero:" + folder_ + "out.npy"});
  };
  for (const auto& [arch, name] :
       {std::pair("sm_90", "around_taking"), std::pair("sm_90", "around_all"), std::pair("sm_61", "around_all")}) {
    const Outcome outcome = on(arch, name);
    EXPECT_EQ(outcome.exit_code, 0) << arch << ' ' << name << outcome.errors;
    const std::string words = contents(folder_ + "out.npy");
    ASSERT_GE(words.size(), 8u);
    EXPECT_EQ(words.substr(words.size() - 8), std::string("\0\0\0\0\x40\0\0\0", 8)) << arch << ' ' << name;
  }
  const Outcome deadlock = on("sm_61", "around_taking");
  EXPECT_EQ(deadlock.exit_code, 1);
  EXPECT_THAT(deadlock.errors, HasSubstr("lock.ptx:10:7: error: the loop never ends for 31 lanes, with 1 lane of their "
                                         "warp held up: before compute capability 7.0"));
  EXPECT_THAT(deadlock.errors, HasSubstr("[deadlock]"));
}

TEST_F(PtxRun, AKernelThatFaultsEndsWithOne) {
  const std::string ptx = write("scale.ptx", kScale);
  const Outcome outcome =
      run({"run", ptx, "--grid", "1", "--block", "32", "--arg", "f32[6]:iota", "--arg", "2", "--arg", "32"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("scale.ptx:18:3: error:"));
  EXPECT_THAT(outcome.errors, HasSubstr("[out-of-bounds]"));
  EXPECT_THAT(outcome.errors, HasSubstr("18 | ld.global.f32 %f2, [%d3]"));
}

}  // namespace
}  // namespace warpglass
