// Device and host compiled at once: the commands for each, and that what comes out, and what is said, is what one after
// the other makes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/toolkit/own_toolchain.hpp"
#include "toolkit/both_sides.hpp"
#include "toolkit/compiler.hpp"
#include "toolkit/process.hpp"
#include "toolkit/read_files.hpp"

namespace warpglass::toolkit {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Words = std::vector<std::string>;

Words words(const std::string& line) {
  Words all;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.size(), line.find(' ', at));
    all.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

std::string id_in(const Words& command) {
  for (const std::string& word : command)
    if (word.starts_with("-cuid=")) return word;
  return "none";
}

TEST(BothSidesOf, GivesEachWhatItNeeds) {
  const BothSides sides = both_sides_of(
      words("clang++ --cuda-gpu-arch=sm_90a -Xarch_device -Wp,-dependency-file,/d.d -MD -MF x.d -I inc -O3 -c x.cu "
            "y.o -o x.o -L/lib -lcudart -Wl,-rpath,/lib -Xlinker -z"),
      "/tmp/own");
  EXPECT_EQ(sides.output, "x.o");
  EXPECT_EQ(sides.architecture, 90);
  const std::string id = id_in(sides.device);
  EXPECT_EQ(sides.device, words("clang++ --cuda-gpu-arch=sm_90a -Xarch_device -Wp,-dependency-file,/d.d -MD -MF "
                                "/tmp/own/device.d -I inc -O3 x.cu --cuda-device-only -S " +
                                id + " -o /tmp/own/device.ptx"));
  EXPECT_EQ(sides.host, words("clang++ --cuda-gpu-arch=sm_90a -Xarch_device -Wp,-dependency-file,/d.d -MD -MF x.d -I "
                              "inc -O3 -c x.cu y.o -o x.o -L/lib -lcudart -Wl,-rpath,/lib -Xlinker -z "
                              "--cuda-host-only -Xclang " +
                              id + " -Xclang -fcuda-include-gpubinary -Xclang /tmp/own/device.fatbin"));
}

TEST(BothSidesOf, NamesACompilationByItsSourceAndFlags) {
  const auto id_of = [](const std::string& line) { return id_in(both_sides_of(words(line), "/tmp/own").device); };
  const std::string id = id_of("clang++ --cuda-gpu-arch=sm_90 -c x.cu -o a.o");
  EXPECT_EQ(id_of("clang++ --cuda-gpu-arch=sm_90 -c x.cu -o b.o"), id);
  EXPECT_NE(id_of("clang++ --cuda-gpu-arch=sm_90 -c y.cu -o a.o"), id);
  EXPECT_NE(id_of("clang++ --cuda-gpu-arch=sm_90 -DX -c x.cu -o a.o"), id);
}

TEST(BothSidesOf, LeavesOthersAsTheyAre) {
  for (const char* const line :
       {"clang++ --cuda-gpu-arch=sm_90 -c x.cu", "clang++ --cuda-gpu-arch=sm_90 -c x.cu -o -", "clang++ -c x.cu -o x.o",
        "clang++ --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 -c x.cu -o x.o",
        "clang++ --cuda-gpu-arch=sm_90 x.cu y.cu -o x", "clang++ --cuda-gpu-arch=sm_90 x.cu y.cpp -o x",
        "clang++ --cuda-gpu-arch=sm_90 -fgpu-rdc -c x.cu -o x.o", "clang++ --cuda-gpu-arch=sm_90 -E x.cu -o x.i",
        "clang++ --cuda-gpu-arch=sm_90 --cuda-device-only -S x.cu -o x.s",
        "clang++ --cuda-gpu-arch=sm_90 --cuda-host-only -c x.cu -o x.o",
        "clang++ --cuda-gpu-arch=sm_90 -Xcuda-ptxas --maxrregcount=32 -c x.cu -o x.o",
        "clang++ --cuda-gpu-arch=sm_90 -x c++ -c x.cu -o x.o", "clang++ --cuda-gpu-arch=sm_90 -c x.cpp -o x.o",
        "clang++ --cuda-gpu-arch=sm_90 -fsave-optimization-record -c x.cu -o x.o",
        "clang++ --cuda-gpu-arch=sm_90 -fsyntax-only x.cu -o x.o"})
    EXPECT_THAT(both_sides_of(words(line), "/tmp/own").host, IsEmpty()) << line;
}

class BothSidesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / "both-sides-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    const auto found = own_toolchain(folder_ + "/cache");
    ASSERT_TRUE(found);
    toolchain_ = *found;
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Compiled to an object file, as commands of the user's are.
  [[nodiscard]] Words command(const std::string& source, const std::string& output = "x.o") const {
    std::ofstream(folder_ + "/x.cu") << source;
    Words all{toolchain_.clang};
    for (const std::string& flag : cuda_flags(toolchain_, "sm_90")) all.push_back(flag);
    all.insert(all.end(), {"-c", folder_ + "/x.cu", "-o", folder_ + "/" + output});
    return all;
  }
  [[nodiscard]] bool is_there(const std::string& name) const { return fs::exists(folder_ + "/" + name); }

  std::string folder_;
  Toolchain toolchain_;
};

// Variables that are static have a name on each side that the compilation's identity is in.
constexpr const char* kProgram = R"(
static __device__ int total;
__constant__ int step = 3;
namespace { __global__ void add(int n) { total += n * step; } }
int run() {
  int result = 0;
  add<<<1, 1>>>(2);
  cudaMemcpyFromSymbol(&result, total, sizeof result);
  return result;
}
)";

TEST_F(BothSidesTest, MakeWhatOneAfterTheOtherMakes) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one processor compiles one after the other";
  Words one = command(kProgram, "one.o");
  const BothSides sides = both_sides_of(one, folder_);
  ASSERT_FALSE(sides.host.empty());
  one.push_back(id_in(sides.device));
  ASSERT_EQ(run_process(one, ProcessOutput::capture).exit_code, 0);
  const ProcessResult made = run_both_sides(command(kProgram));
  ASSERT_EQ(made.exit_code, 0) << made.output;
  EXPECT_EQ(made.output, "");
  EXPECT_EQ(read_file(folder_ + "/x.o"), read_file(folder_ + "/one.o"));
}

// More than a pipe holds, which the host's compiler takes while it is written.
TEST_F(BothSidesTest, HandOverMuchCode) {
  std::string source;
  for (int i = 0; i < 400; ++i) {
    const std::string n = std::to_string(i);
    source +=
        "__global__ void kernel_of_a_rather_long_name_" + n + "(float* x) { x[" + n + "] = sinf(x[0]) * " + n + "; }\n";
  }
  const Words one = command(source, "one.o");
  ASSERT_EQ(run_process(one, ProcessOutput::capture).exit_code, 0);
  const ProcessResult made = run_both_sides(command(source));
  ASSERT_EQ(made.exit_code, 0) << made.output;
  const std::string object = read_file(folder_ + "/x.o");
  EXPECT_GT(object.size(), std::size_t{1} << 19);
  EXPECT_EQ(object, read_file(folder_ + "/one.o"));
}

// Should a compiler refuse what it is given the device's code by.
TEST_F(BothSidesTest, AreCompiledOneAfterTheOtherIfNeedBe) {
  const std::string refuses = folder_ + "/refuses";
  std::ofstream(refuses) << "#!/bin/sh\nfor last in \"$@\"; do [ \"$last\" = --cuda-host-only ] && host=1; done\n"
                         << "[ -n \"$host\" ] && { echo \"error: cannot read $last\"; exit 1; }\n"
                         << "exec " << toolchain_.clang << " \"$@\"\n";
  fs::permissions(refuses, fs::perms::owner_all);
  toolchain_.clang = refuses;
  const ProcessResult made = run_both_sides(command(kProgram));
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.output, "");
  EXPECT_TRUE(is_there("x.o"));
}

TEST_F(BothSidesTest, SayWhatIsWrongOfTheDeviceAlone) {
  const ProcessResult made = run_both_sides(command(R"(
#ifdef __CUDA_ARCH__
#error of the device
#else
#warning of the host
#endif
)"));
  EXPECT_NE(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("error: of the device"));
  EXPECT_THAT(made.output, Not(HasSubstr("of the host")));
  EXPECT_FALSE(is_there("x.o"));
}

TEST_F(BothSidesTest, SayWhatIsWrongOfTheHost) {
  const ProcessResult made = run_both_sides(command(R"(
#ifdef __CUDA_ARCH__
#warning of the device
#else
#error of the host
#endif
)"));
  EXPECT_NE(made.exit_code, 0);
  EXPECT_THAT(made.output, HasSubstr("error: of the host"));
  EXPECT_LT(made.output.find("of the device"), made.output.find("of the host"));
  EXPECT_FALSE(is_there("x.o"));
}

}  // namespace
}  // namespace warpglass::toolkit
