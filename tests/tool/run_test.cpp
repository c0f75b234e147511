// `warpglass run` from the outside: what it prints where, what it writes, how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "report/report.hpp"
#include "tests/tool/tool_run.hpp"
#include "toolkit/process.hpp"

extern char** environ;

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::Not;

class Run : public ToolTest {};

TEST_F(Run, CountersByName) {
  const std::string kernel = write("k.ptx", R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) { .reg .b64 %a; ld.param.u64 %a, [p]; st.global.u32 [%a], 1; ret; }
)");
  const std::vector<std::string> launch = {"run", kernel, "--arg", "u32[64]:zero", "--grid", "1", "--block", "32"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), launch.begin(), launch.end());
    return run(more);
  };
  const Outcome text = with({"--metrics", "sm__sass_inst_executed_op_global_*,launch__block_size"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.errors, testing::ContainsRegex("sm__sass_inst_executed_op_global_st.sum +1 +inst +exact"));
  EXPECT_THAT(text.errors, HasSubstr("launch__block_size"));
  EXPECT_THAT(text.errors, Not(HasSubstr("smsp__inst_executed")));

  const Outcome raw = with({"-q", "--csv", "-", "--metrics", "launch__block_size"});
  EXPECT_THAT(raw.output, HasSubstr("\"CC\",\"launch__block_size\"\n"));
  EXPECT_THAT(with({"-q", "--csv", "-", "--page", "source"}).output, HasSubstr("\"inst_executed\""));
  EXPECT_THAT(with({"-q", "--csv", "-", "--page", "ptx"}).output, HasSubstr("\"st.global.u32 [%a], 1;\""));
  EXPECT_THAT(run({"run", "--query-metrics"}).output, HasSubstr("memory_l1_wavefronts_shared "));

  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--metrics", "launch__block_sise"},
            "--metrics: there is no metric 'launch__block_sise'; nearest: launch__block_size"},
           {{"--metrics", "launch__block_size", "--no-analysis"},
            "--metrics asks for counters, which --no-analysis leaves out"},
           {{"--page", "source"}, "--page is about --csv, which is not given"},
           {{"--csv", "-", "--page", "lines"}, "--page takes raw, source or ptx; 'lines' is none of them"}}) {
    const Outcome wrong = with(words);
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.errors, HasSubstr("warpglass: error: " + message));
  }
}

TEST_F(Run, ASourceFile) {
  const Outcome outcome =
      run({"run", kExamples + "transpose.cu", "--json", folder_ + "r.json", "--csv", folder_ + "r.csv"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, testing::StartsWith("PASS transpose"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("bank")));  // the report is not the program's output
  EXPECT_THAT(
      outcome.errors,
      HasSubstr(
          "warning: shared load: 32-way bank conflict, 32.0 wavefronts per request (ideal 1.0)  [bank-conflict]"));
  EXPECT_THAT(outcome.errors, HasSubstr("lanes 0..31 read 32 different words of bank"));
  EXPECT_THAT(outcome.errors, HasSubstr("6 launches of 6 kernels, 3 warnings  (sm_90, NVIDIA H200)"));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("\033")));

  std::string problem;
  const auto report = report::load(folder_ + "r.json", problem);
  ASSERT_TRUE(report) << problem;
  EXPECT_EQ(report->run.kernels.size(), 6u);
  EXPECT_EQ(report->program, kExamples + "transpose.cu");
  EXPECT_EQ(contents(folder_ + "r.csv"), report::to_csv(*report));
}

TEST_F(Run, FindingsInInlinedCodeSayWhereItWasCalled) {
  const std::string source = write("inlined.cu", R"(
__device__ float column(const float* tile, int c) { return tile[threadIdx.x * 32 + c]; }
__global__ void k(float* out) {
  __shared__ float tile[1024];
  for (int row = 0; row < 32; ++row) tile[row * 32 + threadIdx.x] = row;
  __syncthreads();
  const float first = column(tile, 1);
  out[threadIdx.x] = first +
                     column(tile, 2);
}
int main() {
  float* out = nullptr;
  cudaMalloc(&out, 128);
  k<<<1, 32>>>(out);
  cudaFree(out);
}
)");
  const Outcome outcome = run({"run", source});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("inlined.cu:2:60: warning: shared load: 32-way bank conflict"));
  EXPECT_THAT(outcome.errors, HasSubstr("inlined at " + source + ":7:23"));
  EXPECT_THAT(outcome.errors, HasSubstr("inlined at " + source + ":9:22"));
}

TEST_F(Run, TheReportIsTheSameForEveryNumberOfThreads) {
  std::string first;
  for (const char* jobs : {"1", "3", "8"}) {
    const Outcome outcome = run({"run", kExamples + "histogram.cu", "-j", jobs});
    EXPECT_EQ(outcome.exit_code, 0);
    if (first.empty()) first = outcome.errors;
    EXPECT_EQ(outcome.errors, first) << jobs;
  }
}

// Sums whose last bits depend on their order, in memory that the host reads; a kernel that looks at what it adds to.
constexpr const char* kSums = R"(
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
__device__ double total;
__global__ void sums(const float* x, float* f, double* d, __half2* h, unsigned* n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned bin = (i * 2654435761u) >> 27;
  atomicAdd(&f[bin], x[i]);
  atomicAdd(&d[bin], x[i] / 3.0);
  atomicAdd(&h[bin], __floats2half2_rn(x[i], 0.25f * x[i]));
  atomicMax(&n[bin], i);
  atomicAdd(&total, 1.0 / (i + 1));
}
__global__ void looks(float* f, float* seen) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&f[i % 32], 0.1f * i);
  if (i % 32 == 0) seen[i / 32] = f[0];
}
template <class T> void show(const char* name, const T* all, int count) {
  std::printf("%s", name);
  for (int i = 0; i < count * int(sizeof(T)) / 4; ++i) {
    unsigned bits; std::memcpy(&bits, reinterpret_cast<const char*>(all) + 4 * i, 4); std::printf(" %08x", bits);
  }
  std::printf("\n");
}
int main() {
  const int threads = 128, blocks = 300;
  float *x, *f, *seen; double *d, whole; __half2* h; unsigned* n;
  cudaMallocManaged(&x, threads * blocks * sizeof *x); cudaMallocManaged(&f, 32 * sizeof *f);
  cudaMallocManaged(&d, 32 * sizeof *d); cudaMallocManaged(&h, 32 * sizeof *h);
  cudaMallocManaged(&n, 32 * sizeof *n); cudaMallocManaged(&seen, blocks * 4 * sizeof *seen);
  for (int i = 0; i < threads * blocks; ++i) x[i] = 0.001f * (i % 977);
  sums<<<blocks, threads>>>(x, f, d, h, n);
  looks<<<blocks, threads>>>(f, seen);
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&whole, total, sizeof whole);
  show("f", f, 32); show("d", d, 32); show("h", h, 32); show("n", n, 32); show("seen", seen, blocks * 4);
  show("total", &whole, 1);
}
)";

TEST_F(Run, WhatBlocksAddUpIsTheSameForEveryNumberOfThreads) {
  const std::string source = write("sums.cu", kSums);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"run", source},
                                                {"run", source, "--no-analysis"},
                                                {"check", source},
                                                {"check", source, "--replay", "7"}}) {
    std::vector<Outcome> outcomes;
    for (const char* jobs : {"1", "2", "8"}) {
      std::vector<std::string> with = words;
      with.insert(with.end(), {"-j", jobs});
      outcomes.push_back(run(with));
      // Where memory lies is the host's choice.
      outcomes.back().errors = std::regex_replace(outcomes.back().errors, std::regex("0x[0-9a-f]+"), "ADDRESS");
      EXPECT_EQ(outcomes.back().output, outcomes.front().output) << words[0] << " -j " << jobs;
      EXPECT_EQ(outcomes.back().errors, outcomes.front().errors) << words[0] << " -j " << jobs;
    }
    EXPECT_THAT(outcomes.front().output, HasSubstr("total ")) << outcomes.front().errors;
  }
}

// How long each took is the machine's business; that every part is there once, ours.
TEST_F(Run, SaysWhereTheTimeWent) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string source = write("twice.cu", R"(
__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main() {
  int* p; cudaMalloc(&p, 128);
  k<<<1, 32>>>(p); k<<<1, 32>>>(p);
  return cudaDeviceSynchronize();
}
)");
  for (const char* command : {"run", "check"}) {
    const Outcome outcome = run({command, source, "-q", "--timings", "--json", folder_ + "r.json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    EXPECT_THAT(outcome.errors, testing::StartsWith("where the time went")) << command;
    EXPECT_THAT(outcome.errors, testing::ContainsRegex("\nall +[0-9.]+ +100 %"));
    const nlohmann::json timings = nlohmann::json::parse(contents(folder_ + "r.json"))["timings"];
    std::map<std::string, std::uint64_t> times;
    for (const nlohmann::json& one : timings) {
      times[one["phase"]] = one["times"];
      EXPECT_GE(one["seconds"], 0.0);
      EXPECT_THAT(outcome.errors, HasSubstr("\n" + one["phase"].get<std::string>() + " ")) << command;
    }
    EXPECT_EQ(times["compile"], 1u) << command;
    EXPECT_EQ(times["parse"], 1u) << command;
    EXPECT_GE(times["bind"], 1u) << command;
    // The second launch would do what the first has done.
    EXPECT_EQ(times["execute"], 1u) << command;
    EXPECT_EQ(times["execute"] + times["repeat"], 2u) << command;
    EXPECT_GE(times["analyse"], 2u) << command;
    EXPECT_EQ(times["host program"], 1u) << command;
    const Outcome unasked = run({command, source, "-q", "--json", folder_ + "r.json"});
    EXPECT_EQ(unasked.errors, "");
    EXPECT_FALSE(nlohmann::json::parse(contents(folder_ + "r.json")).contains("timings"));
  }
  EXPECT_THAT(run({"run", folder_ + "none.cu", "--timings"}).errors, Not(HasSubstr("where the time went")));
}

TEST_F(Run, AnExecutableKeepsItsArgumentsAndItsExitCode) {
  const std::string source = write("code.cu", R"(
#include <cstdio>
#include <cstdlib>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main(int argc, char** argv) {
  int* p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); cudaDeviceSynchronize();
  for (int i = 1; i < argc; ++i) std::printf("<%s>", argv[i]);
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
)");
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  Outcome outcome = run({"run", source, "--", "5", "--json", "x y"});
  EXPECT_EQ(outcome.exit_code, 5);
  EXPECT_EQ(outcome.output, "<5><--json><x y>");

  // JSON on the standard output is alone there.
  outcome = run({"run", source, "--json", "-", "-q", "--", "3", "text"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.errors, "<3><text>");
  EXPECT_TRUE(nlohmann::json::accept(outcome.output));
}

// It is what a shell would have started it by, and the source's compiled program lies beside the source.
TEST_F(Run, AProgramFindsTheNameThatItWasStartedBy) {
  const std::string source = write("says.cu", R"(
#include <cstdio>
__global__ void k() {}
int main(int, char** argv) { k<<<1, 1>>>(); std::printf("%s", argv[0]); return cudaDeviceSynchronize(); }
)");
  EXPECT_EQ(run({"run", "-q", source}).output, source.substr(0, source.size() - 3));
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string in_folder = "cd '" + folder_ + "' && " WARPGLASS_BINARY_DIR "/bin/";
  const auto printed = [&](const std::string& line) {
    return toolkit::run_process({"/bin/sh", "-c", in_folder + line}, toolkit::ProcessOutput::capture).output;
  };
  EXPECT_EQ(printed("warpglass-nvcc says.cu -o app && " + in_folder + "warpglass run -q ./app"), "./app");
  EXPECT_EQ(printed("warpglass run -q app"), "./app");
  EXPECT_EQ(printed("warpglass run -q says.cu"), "./says");
}

TEST_F(Run, DeathBySignalIsPassedOn) {
  const std::string source = write("dies.cu", R"(
#include <cstdlib>
__global__ void k(int* p) { p[threadIdx.x] = 1; }
int main() { int* p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); cudaDeviceSynchronize(); std::abort(); }
)");
  EXPECT_EQ(run({"run", source}).exit_code, 128 + SIGABRT);
}

TEST_F(Run, AFaultIsAFindingWithItsPlace) {
  const Outcome outcome = run({"run", kExamples + "neighbour_sum_wrong.cu"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("neighbour_sum_wrong.cu:"));
  EXPECT_THAT(outcome.errors, HasSubstr("[out-of-bounds]"));
  EXPECT_THAT(outcome.errors, HasSubstr("the address is that of s[-1], before it begins"));
  EXPECT_THAT(outcome.errors, HasSubstr(" 2 errors"));
}

TEST_F(Run, AFaultInDynamicSharedMemorySaysWhatTheLaunchGives) {
  const std::string source = write("reverse.cu", R"(
__global__ void reverse(int* d, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = s[n - 1 - threadIdx.x];
}
int main() {
  int* d;
  cudaMalloc(&d, 256);
  cudaMemset(d, 0, 256);
  reverse<<<1, 64>>>(d, 64);
  reverse<<<1, 64, 64>>>(d, 64);
  cudaFree(d);
}
)");
  const std::string said = run({"run", source}).errors;
  EXPECT_THAT(said, HasSubstr("the address is that of s[0], past the 0 bytes that the launch gives it: <<<grid, block, "
                              "bytes>>>"));
  const std::string enough =
      write("enough.cu", std::regex_replace(contents(source), std::regex("<<<1, 64>>>"), "<<<1, 64, 256>>>"));
  EXPECT_THAT(run({"run", enough}).errors, HasSubstr("the address is that of s[16], past the 64 bytes that the launch "
                                                     "gives it: <<<grid, block, bytes>>>"));
}

TEST_F(Run, SaysHowFlagsGetToTheCompiler) {
  const Outcome outcome = run({"run", kExamples + "transpose.cu", "-Iinclude"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("-Iinclude is no flag of warpglass: flags for the compiler go by -X"));
  EXPECT_THAT(run({"run", kExamples + "transpose.cu", "--size"}).errors,
              HasSubstr("not expected: --size; what is meant for the program goes behind --"));
}

// A misspelt name would let every expectation hold, and every check pass.
TEST_F(Run, AKernelThatNobodyLaunchesIsAnError) {
  for (const char* command : {"run", "check"}) {
    const Outcome none = run({command, kExamples + "tile_walk.cu", "-q", "--kernel", "nosuch"});
    EXPECT_EQ(none.exit_code, 2) << command;
    EXPECT_THAT(none.errors,
                HasSubstr("--kernel nosuch matches none of the kernels that were launched, so that none was "
                          "looked at: "));
    EXPECT_EQ(run({command, kExamples + "tile_walk.cu", "-q", "--kernel", "column"}).exit_code, 0) << command;
  }
}

TEST_F(Run, ABoundIsSaidInItsOwnWords) {
  EXPECT_THAT(run({"run", kExamples + "transpose.cu", "--top", "-1"}).errors, HasSubstr("--top: -1 is less than 0\n"));
  EXPECT_THAT(run({"run", kExamples + "transpose.cu", "--loop-limit", "0"}).errors,
              HasSubstr("--loop-limit: 0 is less than 1\n"));
}

TEST_F(Run, QuietPrintsNothingButErrors) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const Outcome outcome = run({"run", kExamples + "stride.cu", "--quiet"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.errors, "");
  const std::string bad = write("bad.cu",
                                "__global__ void k(int* x) { x[threadIdx.x * 2] = 1; x[99] = 1; }\n"
                                "int main() { int* x; cudaMalloc(&x, 256); k<<<1, 32>>>(x); cudaFree(x); }\n");
  const std::string errors = run({"run", bad, "--quiet"}).errors;
  EXPECT_THAT(errors, HasSubstr("bad.cu:1:59: error: write of 4 bytes"));
  EXPECT_THAT(errors, HasSubstr("1 launch of 1 kernel, 1 error"));
  EXPECT_THAT(errors, Not(HasSubstr("uncoalesced")));
  EXPECT_EQ(run({"check", bad, "--quiet"}).errors, "");
}

// Nobody names libraries for a source that is run as it is: those of ours are there, and linked where they are called.
TEST_F(Run, ASourceFileMayCallTheDriverAndRandomNumbers) {
  const Outcome outcome =
      run({"run", "-q",
           write("calls.cu",
                 "#include <cuda.h>\n#include <curand.h>\n#include <cstdio>\n"
                 "int main() {\n"
                 "  int devices = 0;\n"
                 "  curandGenerator_t generator;\n"
                 "  const CUresult started = cuInit(0);\n"
                 "  cuDeviceGetCount(&devices);\n"
                 "  const curandStatus_t made = curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);\n"
                 "  std::printf(\"%d %d %d\\n\", started, devices, made);\n"
                 "}\n")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, "0 1 0\n");
}

TEST_F(Run, AnInstructionThatIsNotThereIsSaidOnceForEachLine) {
  const Outcome outcome = run({"run", write("multicast.cu",
                                            "__global__ void k(unsigned* x) {\n"
                                            "#pragma unroll\n"
                                            "  for (unsigned i = 0; i < 4; ++i)\n"
                                            "    asm volatile(\"multimem.red.relaxed.sys.global.add.u32 [%0], %1;\" "
                                            "::\"l\"(x), \"r\"(i) : \"memory\");\n"
                                            "}\n"
                                            "int main() { k<<<1, 32>>>(nullptr); }\n")});
  const std::string words = "is not implemented: ";
  const std::size_t first = outcome.errors.find(words);
  ASSERT_NE(first, std::string::npos) << outcome.errors;
  EXPECT_EQ(outcome.errors.find(words, first + 1), std::string::npos) << outcome.errors;
}

TEST_F(Run, CompilerErrorsAreShown) {
  const Outcome outcome = run({"run", write("bad.cu", "__global__ void k() { x = 1; }\nint main() {}\n")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("bad.cu:1:23: error:"));
  EXPECT_THAT(outcome.errors, HasSubstr("warpglass: error: "));
}

TEST_F(Run, BadInputIsOneLineAndExitCodeTwo) {
  const std::string script = write("s.sh", "#!/bin/sh\n");
  const std::string ptx = write(
      "k.ptx",
      ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u32 n) { ret; }\n");
  const std::string bad_ptx =
      write("bad.ptx", ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k( { ret; }\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"frob"},
           {"check", "x"},
           {"run"},
           {"run", folder_ + "none"},
           {"run", folder_},
           {"run", script},
           {"run", "/dev/null"},
           {"run", kExamples + "stride.cu", "--bank-width", "8"},
           {"run", kExamples + "stride.cu", "--caches", "--no-analysis"},
           {"run", kExamples + "stride.cu", "--metrics", "dram__bytes_read.sum"},
           {"run", kExamples + "stride.cu", "--arch", "sm_61", "--bank-width", "4"},
           {"run", kExamples + "stride.cu", "--arch", "sm_35", "--bank-width", "16"},
           {"run", kExamples + "stride.cu", "--arch", "frob"},
           {"run", kExamples + "stride.cu", "--json", "/nowhere/x"},
           {"run", kExamples + "stride.cu", "--grid", "1"},
           {"run", kExamples + "stride.cu", "--frob"},
           {"run", ptx},
           {"run", ptx, "--grid", "1", "--block", "1"},
           {"run", ptx, "--grid", "1", "--block", "1", "--kernel", "other", "--arg", "0", "--arg", "0"},
           {"run", ptx, "--grid", "1", "--block", "1", "--arg", "i32:1", "--arg", "1"},
           {"run", ptx, "--grid", "1", "--block", "2048", "--arg", "0", "--arg", "0"},
           {"run", ptx, "--grid", "1", "--block", "32", "--smem", "999999", "--arg", "0", "--arg", "0"},
           {"run", ptx, "--grid", "1", "--block", "32", "--arg", "f32[4]:file:" + folder_ + "none.npy", "--arg",
            "0"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 2) << words.back();
    EXPECT_THAT(outcome.errors, testing::StartsWith("warpglass: error: ")) << words.back();
    EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1) << outcome.errors;
    EXPECT_EQ(outcome.output, "") << words.back();
  }
  const Outcome outcome = run({"run", bad_ptx, "--grid", "1", "--block", "1"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("bad.ptx:4:"));
}

TEST_F(Run, AProgramWithoutCudaIsToldSo) {
  const Outcome outcome = run({"run", "/bin/echo", "--json", folder_ + "r.json", "--", "hello"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "hello\n");
  EXPECT_THAT(outcome.errors, HasSubstr("no call to the CUDA runtime"));
  std::string problem;
  EXPECT_TRUE(report::load(folder_ + "r.json", problem)) << problem;
}

TEST_F(Run, AProgramThatDiesBeforeItsReportIsToldSo) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const Outcome outcome = run({"run", "/bin/sh", "--", "-c", "kill -SEGV $$"});
  EXPECT_EQ(outcome.exit_code, 128 + SIGSEGV);
  EXPECT_THAT(outcome.errors, HasSubstr("was ended by signal 11 and left no report"));
}

class Interrupted : public Run {
 protected:
  /// Starts a program that says that it is ready, interrupts it, and looks for its first kernel in the report.
  void expect_report(const std::string& source) {
    std::string command = "exec " + kTool + " run -q --json " + folder_ + "r.json " + source + " >" + folder_ + "out";
    char* arguments[] = {const_cast<char*>("sh"), const_cast<char*>("-c"), command.data(), nullptr};
    pid_t tool = 0;
    ASSERT_EQ(posix_spawn(&tool, "/bin/sh", nullptr, nullptr, arguments, environ), 0);
    for (int i = 0; i < 600 && contents(folder_ + "out").empty(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ASSERT_EQ(contents(folder_ + "out"), "ready\n");
    kill(tool, SIGINT);
    int status = 0;
    ASSERT_EQ(waitpid(tool, &status, 0), tool);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
    std::string problem;
    const auto report = report::load(folder_ + "r.json", problem);
    ASSERT_TRUE(report) << problem;
    EXPECT_TRUE(report->interrupted);
    ASSERT_FALSE(report->run.kernels.empty());
    EXPECT_EQ(report->run.kernels[0].name, "quick(int*)");
  }
};

TEST_F(Interrupted, KernelsLeaveWhatWasGathered) {
  if (kDelaysSignals) GTEST_SKIP() << "the thread sanitizer keeps signals back while a thread only computes";
  expect_report(write("spin.cu", R"(
#include <cstdio>
__global__ void quick(int* p) { p[threadIdx.x] = 0; }
__global__ void spin(volatile int* p) { for (int i = 0; *p == 0; ++i) p[1] = i; }
int main() {
  int* p; cudaMalloc(&p, 128);
  quick<<<1, 32>>>(p); cudaDeviceSynchronize();
  std::printf("ready\n"); std::fflush(stdout);
  spin<<<1, 32>>>(p); cudaDeviceSynchronize();
}
)"));
}

// One product after the other, for hours.
TEST_F(Interrupted, LibrariesLeaveWhatWasGathered) {
  if (kDelaysSignals) GTEST_SKIP() << "the thread sanitizer keeps signals back while a thread only computes";
  expect_report(write("products.cu", R"(
#include <cstdio>
#include <cublas_v2.h>
__global__ void quick(int* p) { p[threadIdx.x] = 0; }
int main() {
  int* p; cudaMalloc(&p, 3 * 256 * 256 * 4);
  quick<<<1, 32>>>(p); cudaDeviceSynchronize();
  cublasHandle_t handle; cublasCreate(&handle);
  float one = 1, *a = (float*)p, *b = a + 256 * 256, *c = b + 256 * 256;
  std::printf("ready\n"); std::fflush(stdout);
  cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 256, 256, 256, &one, a, 256, 0, b, 256, 0, &one, c, 256,
                            0, 1 << 30);
  cudaDeviceSynchronize();
}
)"));
}

}  // namespace
}  // namespace warpglass
