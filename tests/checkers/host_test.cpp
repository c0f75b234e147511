// What the host does wrong. Every program under host/ says at each line what is to be found there, as those under
// programs/ do; and of some findings it matters what they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kPrograms = WARPGLASS_SOURCE_DIR "/tests/checkers/host/";

/// "30 finds api-error"
using Findings = std::set<std::string>;

Findings said_in(const std::string& program) {
  const std::regex said("// (finds|notes): (\\S+)");
  Findings all;
  std::ifstream file(program);
  int number = 1;
  for (std::string line; std::getline(file, line); ++number) {
    std::smatch match;
    if (std::regex_search(line, match, said))
      all.insert(fmt::format("{} {} {}", number, match[1].str(), match[2].str()));
  }
  return all;
}

Findings found_in(const nlohmann::json& report) {
  Findings all;
  for (const nlohmann::json& finding : report["findings"]) {
    const std::string kind = finding["severity"] == "note" ? "notes" : "finds";
    all.insert(fmt::format("{} {} {}", finding["where"]["line"].get<int>(), kind, finding["rule"].get<std::string>()));
  }
  return all;
}

class Host : public ToolTest {
 protected:
  /// The report of a check.
  nlohmann::json check(const std::string& program, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"check", program, "--json", folder_ + "report.json", "--top", "0"};
    words.insert(words.end(), more.begin(), more.end());
    outcome_ = run(words);
    const auto report = nlohmann::json::parse(contents(folder_ + "report.json"), nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << outcome_.errors;
    return report.is_discarded() ? nlohmann::json{{"findings", nlohmann::json::array()}} : report;
  }

  void expect_what_it_says(const std::string& name, int exit_code = 1) {
    EXPECT_EQ(found_in(check(kPrograms + name)), said_in(kPrograms + name)) << outcome_.errors;
    EXPECT_EQ(outcome_.exit_code, exit_code) << name;
  }

  /// The finding at the first line of a program that has this text.
  nlohmann::json finding_at(const nlohmann::json& report, const std::string& program, const std::string& text) {
    std::ifstream file(program);
    int number = 1;
    std::string line;
    while (std::getline(file, line) && line.find(text) == std::string::npos) ++number;
    for (const nlohmann::json& finding : report["findings"])
      if (finding["where"]["line"] == number) return finding;
    ADD_FAILURE() << "nothing is found at line " << number << " of " << program;
    return {};
  }

  Outcome outcome_;
};

TEST_F(Host, LaunchesThatAreRefused) { expect_what_it_says("launches.cu"); }
TEST_F(Host, CallsThatFail) { expect_what_it_says("calls.cu"); }
TEST_F(Host, WhatTheHostDoesWithFreedMemory) { expect_what_it_says("freed_by_host.cu"); }
TEST_F(Host, WhatKernelsDoWithFreedMemory) { expect_what_it_says("freed_by_kernels.cu"); }
TEST_F(Host, StreamsAndEvents) { expect_what_it_says("streams.cu"); }
TEST_F(Host, WhatTheHostTouchesTooEarly) { expect_what_it_says("host_races.cu"); }
TEST_F(Host, WhatTheHostTouchesTooEarlyOfItsOwn) { expect_what_it_says("shared_by_host.cu"); }
TEST_F(Host, CopiesOfSeveralStreams) { expect_what_it_says("stream_copies.cu"); }
TEST_F(Host, OutputThatDoesNotFit) { expect_what_it_says("prints.cu"); }
TEST_F(Host, Leaks) { expect_what_it_says("leaks.cu", 0); }
TEST_F(Host, LaunchesThatRepeat) { expect_what_it_says("repeated_launches.cu"); }
TEST_F(Host, AResetFreesAll) { expect_what_it_says("reset.cu"); }

TEST_F(Host, LaunchesThatRepeatAreToldAsIfExecuted) {
  const auto times_of = [&](const nlohmann::json& report, const std::string& phase) {
    for (const nlohmann::json& one : report["timings"])
      if (one["phase"] == phase) return one["times"].get<int>();
    return 0;
  };
  const nlohmann::json all = check(kPrograms + "repeated_launches.cu", {"-j", "1", "--timings", "--every-launch"});
  ASSERT_EQ(times_of(all, "repeat"), 0);
  const nlohmann::json none;
  for (const char* const jobs : {"1", "4"}) {
    const nlohmann::json some = check(kPrograms + "repeated_launches.cu", {"-j", jobs, "--timings"});
    ASSERT_EQ(some["findings"].size(), all["findings"].size()) << "-j " << jobs;
    for (std::size_t i = 0; i < all["findings"].size(); ++i) {
      for (const char* const member : {"rule", "where", "kernel", "launch", "block", "thread", "count"})
        EXPECT_EQ(some["findings"][i].value(member, none), all["findings"][i].value(member, none)) << "-j " << jobs;
    }
    EXPECT_GT(times_of(some, "repeat"), 30);
    EXPECT_EQ(times_of(some, "repeat") + times_of(some, "execute"), times_of(all, "execute"));
  }
}

TEST_F(Host, ARefusedLaunchNamesTheNumberAndItsLimit) {
  const std::string program = kPrograms + "launches.cu";
  const nlohmann::json report = check(program);
  const auto said_at = [&](const std::string& text) {
    return finding_at(report, program, text)["message"].get<std::string>();
  };
  EXPECT_EQ(said_at("<<<0, 32>>>"), "touch(int*) is not launched: grid.x is 0; it has to be at least 1");
  EXPECT_EQ(said_at("<<<1, 2048>>>"), "touch(int*) is not launched: block.x is 2048; the most on NVIDIA H200 is 1024");
  EXPECT_THAT(said_at("dim3(64, 32)"), HasSubstr("a block of 2048 threads; the most on NVIDIA H200 is 1024"));
  EXPECT_THAT(said_at("<<<1, 256>>>"), HasSubstr("a block of 256 threads; the kernel's __launch_bounds__ allow 128"));
  EXPECT_THAT(said_at("500000"), HasSubstr("500000 bytes of dynamic shared memory; a block on NVIDIA H200 has at most "
                                           "232448"));
  EXPECT_THAT(said_at("60000>>>"), HasSubstr("may have 49152, and up to 232448 after cudaFuncSetAttribute"));
  EXPECT_THAT(said_at("dim3(100000)"), HasSubstr("a cooperative grid of 100000 blocks"));
  const nlohmann::json refused = finding_at(report, program, "<<<1, 2048>>>");
  EXPECT_EQ(refused["api_call"], "cudaLaunchKernel");
  EXPECT_EQ(refused["kernel"], "touch(int*)");
  EXPECT_EQ(refused["notes"][0], "grid (1,1,1), block (2048,1,1), 0 bytes of dynamic shared memory");
  EXPECT_EQ(refused["trace"][0]["function"], "main");
}

TEST_F(Host, ARefusedLaunchIsToldWithoutACheckToo) {
  const Outcome outcome = run({"run", kPrograms + "launches.cu", "--top", "0"});
  EXPECT_THAT(outcome.errors, HasSubstr("error: touch(int*) is not launched: grid.x is 0"));
  EXPECT_THAT(outcome.errors, HasSubstr("   touch<<<0, 32>>>(x);"));
  EXPECT_THAT(run({"run", kPrograms + "streams.cu"}).errors, HasSubstr("touch(int*) is not launched: the stream does"));
  EXPECT_THAT(run({"run", kPrograms + "calls.cu"}).errors, Not(HasSubstr("api-error")));
  EXPECT_THAT(run({"run", "--host-checks", kPrograms + "calls.cu"}).errors, HasSubstr("api-error"));
}

TEST_F(Host, ARaceOfTheHostNamesTheKernelAndTheMemory) {
  const std::string program = kPrograms + "host_races.cu";
  const nlohmann::json report = check(program);
  const nlohmann::json found = finding_at(report, program, "int first = x[5]");
  EXPECT_EQ(found["message"], "the host reads what fill(int*, int, int) (launch 0) writes, and has not waited for it");
  EXPECT_EQ(found["detail"], "byte 20 of cudaMallocManaged #1");
  EXPECT_EQ(found["trace"][0]["function"], "managed_memory()");
  EXPECT_EQ(found["related"][0]["message"], "fill(int*, int, int) writes it");
  EXPECT_EQ(found["places"][0]["what"], "cudaMallocManaged #1 (16384 bytes) was made");
  EXPECT_EQ(finding_at(report, program, "x[1] = 2")["message"],
            "the host writes what sum(int const*, int, int*) (launch 2) reads, and has not waited for it");
  EXPECT_EQ(finding_at(report, program, "from[3] = 1")["message"],
            "the host writes what a copy or a fill in stream 3 reads, and has not waited for it");
  // What copies for the program is not where it goes wrong, unless it is a sanitizer's.
  if (!kSanitized) {
    EXPECT_EQ(finding_at(report, program, "memcpy(copy, to")["trace"][0]["function"], "copies()");
  }
}

TEST_F(Host, ARaceOfCopiesNamesBothCallsAndTheMemory) {
  const std::string program = kPrograms + "stream_copies.cu";
  const nlohmann::json report = check(program);
  const nlohmann::json found = finding_at(report, program, "cudaMemcpyAsync(y, x, kBytes");
  EXPECT_EQ(
      found["message"],
      "race between streams: a copy in stream 2 reads what a copy in stream 1 writes, and nothing orders the two");
  EXPECT_EQ(found["detail"], "byte 0 of cudaMalloc #1");
  EXPECT_EQ(found["severity"], "error");
  EXPECT_EQ(found["kernel"], "");
  EXPECT_EQ(found["api_call"], "cudaMemcpyAsync");
  EXPECT_EQ(found["trace"][0]["function"].get<std::string>().substr(0, 6), "wrong(");
  ASSERT_EQ(found["places"].size(), 2u);
  EXPECT_EQ(found["places"][0]["what"], "a copy in stream 1 writes it");
  EXPECT_EQ(found["places"][0]["trace"][0]["where"]["line"].get<int>(), found["where"]["line"].get<int>() - 1);
  EXPECT_EQ(found["places"][1]["what"], "cudaMalloc #1 (4096 bytes) was made");
  EXPECT_THAT(finding_at(report, program, "cudaMemsetAsync(x, 0")["message"].get<std::string>(),
              HasSubstr("a fill in stream 2 writes what a copy in stream 1 reads"));
  EXPECT_EQ(finding_at(report, program, "cudaMemsetAsync(x + kBytes")["detail"], "byte 4,095 of cudaMalloc #1");
  EXPECT_EQ(finding_at(report, program, "cudaMemcpyAsync(other, x, kBytes, cudaMemcpyDeviceToHost, on.t)")["count"], 4);
}

// What an H200 kept of more than its buffer of 524,288 bytes holds, whatever was printed: so many fit here.
TEST_F(Host, AsMuchOutputFitsAsOnAnH200) {
  std::ifstream recorded(WARPGLASS_SOURCE_DIR "/tests/hardware/h200/facts/printf_buffer.txt");
  const std::regex row(R"(#mode \d+ .* text (\d+) spin 1 \|.*\| lines (\d+) .*)");
  int fits = 0, rows = 0;
  for (std::string line; std::getline(recorded, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row) || std::stoi(match[1]) > 100) continue;
    const int lines = std::stoi(match[2]);
    fits = rows++ == 0 ? lines : std::min(fits, lines);
  }
  ASSERT_GE(rows, 20);
  const std::string program = kPrograms + "prints.cu";
  const nlohmann::json report = check(program, {"--", std::to_string(fits)});
  const nlohmann::json found = finding_at(report, program, "(fits + 1)");
  EXPECT_EQ(found["message"],
            "number(int) calls printf 2,049 times, and its buffer holds 2,048: a GPU may lose what came first");
  EXPECT_EQ(found["severity"], "note");
  EXPECT_EQ(found["notes"][0],
            "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 524544) before the first kernel that prints makes it large "
            "enough");
}

TEST_F(Host, FreedMemorySaysWhereItWasMadeAndFreed) {
  const std::string program = kPrograms + "freed_by_kernels.cu";
  const nlohmann::json report = check(program);
  const nlohmann::json found = finding_at(report, program, "to[threadIdx.x + 8]");
  EXPECT_THAT(found["message"].get<std::string>(), HasSubstr("write of freed memory: 4 bytes at 0x"));
  EXPECT_THAT(found["message"].get<std::string>(), HasSubstr(", 32 bytes into cudaMalloc #3 (64 bytes)"));
  ASSERT_EQ(found["places"].size(), 2u);
  EXPECT_EQ(found["places"][0]["what"], "cudaMalloc #3 (64 bytes) was made");
  EXPECT_EQ(found["places"][1]["what"], "it was freed by cudaFree");
  EXPECT_EQ(found["places"][1]["trace"][0]["where"]["line"].get<int>(),
            found["places"][0]["trace"][0]["where"]["line"].get<int>() + 1);
  // Memory that is there still says where it was made.
  EXPECT_EQ(finding_at(report, program, "to[threadIdx.x + 4]")["places"].size(), 1u);
}

TEST_F(Host, AFailingCallNamesItsArgument) {
  const std::string program = kPrograms + "calls.cu";
  const nlohmann::json report = check(program);
  const auto said_at = [&](const std::string& text) {
    return finding_at(report, program, text)["message"].get<std::string>();
  };
  EXPECT_EQ(said_at("(x, nullptr, 64"), "cudaMemcpy: the source is null");
  EXPECT_EQ(said_at("host.data(), 4096"),
            "cudaMemcpy: the destination has 1024 of the 4096 bytes that it needs: it is cudaMalloc #1 (1024 bytes)");
  EXPECT_EQ(said_at("x + 128, 1024"),
            "cudaMemcpy: the source has 512 of the 1024 bytes that it needs: it is 512 bytes "
            "into cudaMalloc #1 (1024 bytes)");
  EXPECT_THAT(said_at("(host.data(), x, 64"), HasSubstr("the destination has to be the device's, and 0x"));
  EXPECT_THAT(said_at("(x, local, 64, cudaMemcpyDeviceToHost"), HasSubstr(" is memory of the host's stack"));
  EXPECT_EQ(finding_at(report, program, "cudaSetDevice(5)")["detail"],
            "cudaErrorInvalidDevice: no device has this number");
}

TEST_F(Host, HostPointersAreToldByTheMemoryTheyPointTo) {
  for (const auto& [which, said] :
       {std::pair{"heap", "memory of the host's heap (malloc, new)"},
        {"stack", "memory of the host's stack (a local variable)"},
        {"variable", "a variable of the host's program"},
        {"initialised", "a variable of the host's program"},
        {"large", "memory of the host (a large malloc or new, or another thread's stack)"}}) {
    if (kSanitized && which == std::string_view("heap")) continue;  // the address sanitizer keeps a heap of its own
    const nlohmann::json report = check(kPrograms + "host_pointers.cu", {"--", which});
    ASSERT_EQ(report["findings"].size(), 1u) << which;
    EXPECT_EQ(report["findings"][0]["rule"], "out-of-bounds");
    EXPECT_THAT(report["findings"][0]["notes"][0].get<std::string>(), HasSubstr(said));
    EXPECT_THAT(report["findings"][0]["notes"][0].get<std::string>(), HasSubstr("cudaMallocManaged"));
  }
}

TEST_F(Host, LeaksAreCountedByPlaceAndFailTheCheckOnRequest) {
  const std::string program = kPrograms + "leaks.cu";
  nlohmann::json found = finding_at(check(program), program, "i < 3");
  EXPECT_EQ(found["count"], 3);
  EXPECT_EQ(found["bytes"], 3000);
  found = finding_at(check(program, {"--leaks"}), program, "cudaMalloc(&memory, bytes)");
  EXPECT_EQ(outcome_.exit_code, 1);
  EXPECT_EQ(found["severity"], "warning");
  EXPECT_EQ(found["bytes"], 500);
}

TEST_F(Host, AFaultIsNotToldAgainByTheCallsThatFollow) {
  const std::string program = write("fault.cu", R"(
    __global__ void fault(int* x) { *x = 1; }
    int main() {
      int* memory = nullptr;
      cudaStream_t stream;
      cudaMalloc(&memory, 64);
      cudaStreamCreate(&stream);
      fault<<<1, 1>>>(nullptr);
      cudaDeviceSynchronize();
      fault<<<1, 1>>>(memory);
      cudaFree(memory);
      cudaStreamDestroy(stream);
    })");
  const nlohmann::json report = check(program);
  ASSERT_EQ(report["findings"].size(), 1u) << outcome_.errors;
  EXPECT_EQ(report["findings"][0]["rule"], "out-of-bounds");
}

TEST_F(Host, CallsOfOnePlaceAreCountedAndAWrapperNamesItsCaller) {
  const std::string program = write("wrapper.cu", R"(
    #include <cstdlib>
    __attribute__((noinline)) void copy(void* to) {
      for (int i = 0; i < 3; ++i) cudaMemcpy(to, to, 64, cudaMemcpyDeviceToDevice);
    }
    int main() {
      copy(nullptr);
      copy(std::getenv("NOBODY"));
    })");
  const nlohmann::json report = check(program);
  ASSERT_EQ(report["findings"].size(), 2u) << outcome_.errors;
  EXPECT_EQ(report["findings"][0]["count"], 3);
  EXPECT_EQ(report["findings"][1]["count"], 3);
  EXPECT_EQ(report["findings"][0]["where"]["line"], 4);
  EXPECT_EQ(report["findings"][0]["trace"][1]["where"]["line"], 7);
  EXPECT_EQ(report["findings"][1]["trace"][1]["where"]["line"], 8);
  EXPECT_THAT(outcome_.errors, HasSubstr("called from " + program + ":7:"));
}

TEST_F(Host, CallsOfOneLineAreToldApart) {
  const nlohmann::json report = check(write("line.cu", R"(
    __global__ void k(int* p) { p[threadIdx.x] = 1; }
    int main() {
      int* p;
      cudaMalloc(&p, 128);
      k<<<1, 32, 100000>>>(p); k<<<0, 32>>>(p);
      cudaFree(p);
    })"));
  ASSERT_EQ(report["findings"].size(), 2u) << outcome_.errors;
  EXPECT_THAT(outcome_.errors, HasSubstr("100000 bytes of dynamic shared memory"));
  EXPECT_THAT(outcome_.errors, HasSubstr("grid.x is 0"));
}

// The load of y[i] has line 0: fabs() and the subtraction were moved about it (clang 19).
TEST_F(Host, WhatTheOptimiserGivesNoLineStandsAtItsNeighbours) {
  const std::string program = write("first.cu", R"(#include <cmath>
    #include <cstdio>
    __global__ void add(int n, float* x, float* y) {
      for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i] + y[i];
    }
    int main() {
      int N = 1 << 12;
      float *x, *y;
      cudaMallocManaged(&x, N * sizeof(float));
      cudaMallocManaged(&y, N * sizeof(float));
      for (int i = 0; i < N; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
      }
      add<<<1, 256>>>(N, x, y);
      float maxError = 0.0f;
      for (int i = 0; i < N; i++)
        maxError = fmax(maxError, fabs(y[i] - 3.0f));
      printf("Max error: %f\n", maxError);
      cudaFree(x);
      cudaFree(y);
    })");
  const nlohmann::json report = check(program);
  ASSERT_EQ(report["findings"].size(), 1u) << outcome_.errors;
  EXPECT_EQ(report["findings"][0]["rule"], "host-race");
  EXPECT_EQ(report["findings"][0]["where"]["line"], 18) << outcome_.errors;
}

TEST_F(Host, WithoutLinesFunctionsAreNamed) {
  const std::string program = write("bare.cu", R"(
    extern "C" __attribute__((noinline)) void first_copy() { cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyDefault); }
    int main() { first_copy(); return 0; })");
  const nlohmann::json report = check(program, {"-X", "-g0"});
  ASSERT_EQ(report["findings"].size(), 1u) << outcome_.errors;
  EXPECT_THAT(outcome_.errors, HasSubstr("called by first_copy in "));
  EXPECT_THAT(outcome_.errors, HasSubstr("compile with -g to see lines"));
}

}  // namespace
}  // namespace warpglass
