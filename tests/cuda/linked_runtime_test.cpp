// Programs as nvcc builds them by default, with NVIDIA's runtime linked into them: ours takes its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::string kRun = WARPGLASS_BINARY_DIR "/bin/warpglass run ";

// Of such a program it is only the jumps that are tried.
TEST(RuntimeInAProgram, IsLedToOurs) {
  if (*WARPGLASS_SANITIZER_LIBRARY != '\0') GTEST_SKIP() << "a sanitizer's library has to be there first";
  const std::string path = scratch_folder() + "/program";
  ASSERT_EQ(run("unset LD_PRELOAD; c++ -O1 -falign-functions=16 " WARPGLASS_SOURCE_DIR
                "/tests/cuda/programs/linked_runtime.cpp -o " +
                path)
                .exit_code,
            0);
  EXPECT_EQ(run(path).exit_code, 99);
  EXPECT_EQ(run("LD_PRELOAD=" WARPGLASS_SANITIZER_LIBRARY ":libcudart.so.13 " + path).exit_code, 1);
  EXPECT_EQ(run(kRun + "-q --devices 2 " + path).exit_code, 2);
}

// Interpreters open libraries so that their names stay their own.
TEST(OpenedLibraries, FindTheRuntime) {
  const std::string path = scratch_folder() + "/program";
  ASSERT_EQ(
      run("unset LD_PRELOAD; c++ " WARPGLASS_SOURCE_DIR "/tests/cuda/programs/opened_libraries.cpp -ldl -o " + path)
          .exit_code,
      0);
  const Outcome outcome =
      run("LD_PRELOAD=" WARPGLASS_SANITIZER_LIBRARY " LD_LIBRARY_PATH=" WARPGLASS_CUDA_FOLDER "/lib64 " + path);
  EXPECT_EQ(outcome.output, "0 0 0 0 0 4\n") << outcome.errors;
}

class LinkedRuntime : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }

  static std::string built(const std::string& flags) {
    const std::string path = scratch_folder() + "/program";
    const Outcome outcome = run("unset LD_PRELOAD; " WARPGLASS_NVCC_PATH " -w -std=c++17 -lineinfo " + flags +
                                " " WARPGLASS_SOURCE_DIR "/tests/cuda/programs/managed.cu -o " + path);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return path;
  }
};

// Its machine code comes with PTX, packed.
TEST_F(LinkedRuntime, GivesItsPlaceToOurs) {
  const std::string path = built("-arch=sm_90");
  const Outcome reported = run(kRun + path);
  EXPECT_EQ(reported.exit_code, 0) << reported.output;
  EXPECT_THAT(reported.errors, HasSubstr("  global store 32"));
  EXPECT_THAT(reported.errors, HasSubstr("1 launch of 1 kernel"));

  const std::string preload = "LD_PRELOAD=" WARPGLASS_SANITIZER_LIBRARY ":";
  const Outcome alone = run(preload + "libcudart.so.13 " + path);
  EXPECT_EQ(alone.exit_code, 0) << alone.output;
  EXPECT_THAT(alone.errors, IsEmpty());
  EXPECT_THAT(run(preload + "libcudart.so.12 " + path).errors,
              HasSubstr("warpglass: the program has the runtime of another version of CUDA linked into it: preload "
                        "libcudart.so.13\n"));
  EXPECT_THAT(
      run(path).errors,
      StartsWith(
          "warpglass: the program has NVIDIA's CUDA runtime linked into it, which works with NVIDIA's driver only: "
          "start it by warpglass run or with LD_PRELOAD=libcudart.so.13, so that ours takes its place, or link it with "
          "nvcc --cudart shared\n"));

  ASSERT_EQ(run("strip " + path).exit_code, 0);
  const Outcome stripped = run(kRun + path);
  EXPECT_EQ(stripped.exit_code, 2);
  EXPECT_EQ(stripped.errors,
            "warpglass: error: " + path +
                ": has the CUDA runtime linked into it, and no table of symbols that tells where; link "
                "it without -s and do not strip it, or link it with --cudart=shared, so that ours can "
                "take its place\n");
}

// NVIDIA's runtime opens the driver in its first call, when it is too late to take its place.
TEST_F(LinkedRuntime, OfALibrarySaysWhichLibraryToLinkAnew) {
  const std::string folder = scratch_folder();
  const std::string source = WARPGLASS_SOURCE_DIR "/tests/cuda/programs/";
  ASSERT_EQ(run("unset LD_PRELOAD; " WARPGLASS_NVCC_PATH " -w -arch=sm_90 -shared -Xcompiler -fPIC " + source +
                "linked_runtime_library.cu -o " + folder + "/libwork.so && cc " + source + "linked_runtime_main.c -L" +
                folder + " -lwork -Wl,-rpath," + folder + " -o " + folder + "/main")
                .exit_code,
            0);
  for (const std::string& start : {std::string(), kRun + "-q "})
    EXPECT_THAT(run(start + folder + "/main").errors,
                HasSubstr(folder + "/libwork.so has NVIDIA's CUDA runtime linked into it, which works with NVIDIA's "
                                   "driver only: link it with nvcc --cudart shared, so that it uses ours\n"));
}

TEST_F(LinkedRuntime, OfAProgramWithoutPtxSaysWhichOptionAddsIt) {
  const Outcome outcome = run(kRun + built("-gencode arch=compute_90,code=sm_90"));
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("rebuild it with PTX embedded: nvcc -gencode arch=compute_90,code=compute_90"));
}

}  // namespace
}  // namespace warpglass::cuda::test
