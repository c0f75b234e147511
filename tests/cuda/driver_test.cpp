// The driver API: whole programs, what libcuda.so.1 exports, and that cuda.h says what NVIDIA's says.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DriverPrograms : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
  std::string built(const std::string& name) { return program({name + ".cu"}, GetParam()); }
};

TEST_P(DriverPrograms, LoadAndLinkCode) {
  const std::string path = built("driver_modules");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, HasSubstr("warpglass: module loaded from memory:5:3: error: "));
}

TEST_P(DriverPrograms, ShareTheDeviceWithTheRuntime) {
  const std::string path = built("driver_interop");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, IsEmpty());
}

TEST_P(DriverPrograms, MapVirtualMemory) {
  const std::string path = built("driver_virtual_memory");
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.errors, HasSubstr("error: read of 4 bytes"));
}

// What they print on an H200 is recorded beside them.
void expect_recorded_answers(const std::string& name, const std::string& path) {
  if (path.empty()) return;
  const Outcome outcome = run(path);
  EXPECT_EQ(outcome.exit_code, 0);
  std::istringstream expected(file_of(name + ".expected")), got(outcome.output);
  if (expected.str().empty()) GTEST_SKIP() << name << " is not recorded yet";
  std::string expected_line, got_line;
  for (int line = 1; std::getline(expected, expected_line); ++line) {
    got_line.clear();
    std::getline(got, got_line);
    EXPECT_EQ(got_line, expected_line) << "line " << line;
  }
  EXPECT_FALSE(std::getline(got, got_line)) << got_line;
}

TEST_P(DriverPrograms, AnswerAsAnH200Does) { expect_recorded_answers("driver_semantics", built("driver_semantics")); }
TEST_P(DriverPrograms, AnswerAboutMemoryAsAnH200Does) {
  expect_recorded_answers("driver_memory", built("driver_memory"));
}

INSTANTIATE_TEST_SUITE_P(BuiltBy, DriverPrograms, ::testing::Values(Compiler::ours, Compiler::nvcc),
                         [](const auto& test) { return test.param == Compiler::ours ? "Us" : "Nvcc"; });

// By itself, with our libraries in front; `warpglass run` says so before it starts one.
TEST(StaticRuntime, IsToldWhatToDo) {
  if (!has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  const std::string path = scratch_folder() + "/static";
  ASSERT_EQ(
      run("unset LD_PRELOAD; " WARPGLASS_NVCC_PATH " -w -gencode arch=compute_90,code=compute_90 " WARPGLASS_SOURCE_DIR
          "/tests/cuda/programs/faults.cu -o " +
          path)
          .exit_code,
      0);
  EXPECT_EQ(
      run(path + " none").errors,
      "warpglass: the program has NVIDIA's CUDA runtime linked into it, which works with NVIDIA's driver only; link it "
      "with nvcc --cudart shared, so that ours can take its place\n");
}

struct Call {
  std::string name, symbol, per_thread;
  int version = 0;
};

std::vector<Call> calls() {
  std::ifstream file(WARPGLASS_SOURCE_DIR "/cuda/driver/calls.def");
  const std::regex pattern(R"(^(?:CALL|ABSENT)(?:_PER_THREAD)?\((\w+), (\d+), (\w+)(?:, (\w+))?\)$)");
  std::vector<Call> found;
  std::smatch match;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, match, pattern))
      found.push_back({.name = match[1], .symbol = match[3], .per_thread = match[4], .version = std::stoi(match[2])});
  return found;
}

TEST(DriverLibrary, ExportsTheListedCallsAndNothingElse) {
  std::istringstream lines(run("nm -D --defined-only " WARPGLASS_CUDA_FOLDER "/lib64/libcuda.so.1").output);
  std::set<std::string> exported, listed;
  for (std::string address, kind, name; lines >> address >> kind >> name;) exported.insert(name);
  for (const Call& call : calls()) {
    listed.insert(call.symbol);
    if (!call.per_thread.empty()) listed.insert(call.per_thread);
  }
  EXPECT_EQ(exported, listed);
  EXPECT_EQ(listed.size(), 637u);  // as CUDA 13.0's
}

TEST(DriverLibrary, FindsEachCallByNameAndVersion) {
  void* library = dlopen(WARPGLASS_CUDA_FOLDER "/lib64/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  auto* find = reinterpret_cast<int (*)(const char*, void**, int, unsigned long long, int*)>(
      dlsym(library, "cuGetProcAddress_v2"));
  ASSERT_NE(find, nullptr);
  for (const Call& call : calls()) {
    void *by_name = nullptr, *by_symbol = nullptr;
    int status = 9;
    EXPECT_EQ(find(call.name.c_str(), &by_name, call.version, 0, &status), 0) << call.name;
    EXPECT_EQ(status, 0) << call.name;
    EXPECT_NE(by_name, nullptr) << call.name;
    if (call.name == call.symbol) continue;
    EXPECT_EQ(find(call.symbol.c_str(), &by_symbol, call.version, 0, &status), 0) << call.symbol;
    EXPECT_EQ(by_symbol, by_name) << call.symbol;
  }
}

TEST(DriverHeader, SaysWhatNvidiasSays) {
  const std::string source = WARPGLASS_SOURCE_DIR "/tests/cuda/programs/driver_abi.cpp";
  const std::string expected = file_of("driver_abi.expected");
  const std::string folder = scratch_folder();
  const auto answer = [&](const std::string& headers) {
    const Outcome outcome =
        run("unset LD_PRELOAD; c++ -w -I" + headers + " " + source + " -o " + folder + "/abi && " + folder + "/abi");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return outcome.output;
  };
  EXPECT_EQ(answer(WARPGLASS_CUDA_FOLDER "/include"), expected);
  if (std::string(WARPGLASS_NVIDIA_HEADERS).empty()) return;
  EXPECT_EQ(answer(WARPGLASS_NVIDIA_HEADERS), expected);
}

// C, both streams, both standards of C++.
TEST(DriverHeader, IsReadByEveryCompiler) {
  const std::string folder = scratch_folder();
  const std::string text =
      "printf '#include <cuda.h>\\n#include <cudaProfiler.h>\\nint main(void) { return (int)cuInit(0); }\\n' > ";
  for (const std::string command :
       {"cc -std=c99 -x c", "cc -std=c11 -x c -DCUDA_API_PER_THREAD_DEFAULT_STREAM", "c++ -std=c++11 -x c++",
        "c++ -std=c++20 -x c++ -DCUDA_API_PER_THREAD_DEFAULT_STREAM"}) {
    const Outcome outcome =
        run("unset LD_PRELOAD; " + text + folder + "/t; " + command +
            " -Wall -Wextra -Werror -fsyntax-only -I" WARPGLASS_CUDA_FOLDER "/include " + folder + "/t");
    EXPECT_EQ(outcome.exit_code, 0) << command << '\n' << outcome.errors;
  }
}

}  // namespace
}  // namespace warpglass::cuda::test
