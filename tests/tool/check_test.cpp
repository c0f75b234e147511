// `warpglass check` from the outside: what is allowed, how it ends, in which words it says what, and under which orders
// it looks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/tool/check_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kPrograms = WARPGLASS_SOURCE_DIR "/tests/checkers/programs/";

/// Two warps write one word, in no order; with an argument the program ends with that.
constexpr const char* kBoth = R"(#include <cuda_runtime.h>
#include <cstdlib>
__global__ void both(int* out, int zero) {
  if (threadIdx.x == 0) out[0] = 5;
  if (threadIdx.x == 32) out[zero] = 6;
}
int main(int argc, char** argv) {
  int* out = nullptr;
  cudaMalloc(&out, 256);
  both<<<1, 64>>>(out, 0);
  cudaFree(out);
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
)";

/// A ring of two slots without a room check. In the engine's own order the writer is done before the reader begins.
constexpr const char* kRing = R"(#include <cuda_runtime.h>
#include <cstdio>
__device__ int slots[2];
__device__ int written;
__global__ void ring(int* sum) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < 16; ++i) {
      slots[i % 2] = i;
      __threadfence();
      atomicAdd(&written, 1);
    }
  } else {
    int total = 0;
    for (int i = 0; i < 16; ++i) {
      while (atomicAdd(&written, 0) <= i) {
      }
      __threadfence();
      total += slots[i % 2];
    }
    *sum = total;
  }
}
int main() {
  int* sum = nullptr;
  cudaMalloc(&sum, sizeof(int));
  ring<<<2, 32>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
  std::puts("summed");
  return 0;
}
)";

TEST_F(Check, EndsWithWhatIsAsked) {
  const std::string program = write("both.cu", kBoth);
  EXPECT_EQ(check({program}).exit_code, 1);
  EXPECT_EQ(check({program, "--error-exitcode", "42"}).exit_code, 42);
  const Outcome own = run({"check", program, "--error-exitcode", "0", "--", "7"});
  EXPECT_EQ(own.exit_code, 7);
  EXPECT_THAT(own.errors, HasSubstr("1 error"));
}

TEST_F(Check, KnowsTheDefaultStreamsOfThreads) {
  const std::string program =
      write("threads.cu",
            "#include <thread>\n"
            "__global__ void put(int* sum, int value) { *sum = value; }\n"
            "int main() {\n"
            "  int* sum = nullptr;\n"
            "  cudaMalloc(&sum, sizeof(int));\n"
            "  for (int i = 0; i < 2; ++i) std::thread([=] { put<<<1, 1>>>(sum, i); }).join();\n"
            "  cudaDeviceSynchronize();\n"
            "  cudaFree(sum);\n"
            "}\n");
  EXPECT_EQ(check({program}).exit_code, 0);
  for (const std::string flag : {"--default-stream=per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"}) {
    EXPECT_EQ(check({program, "-X", flag}).exit_code, 1) << flag;
    EXPECT_EQ(report()["findings"][0]["rule"], "stream-race") << flag;
  }
}

TEST_F(Check, SuppressionsOfAFile) {
  const std::string program = write("both.cu", kBoth);
  const std::string allowed = write("known.supp", "# known\nglobal-race kernel=both file=both.cu line=5\ndeadlock\n");
  const Outcome outcome = check({program, "--suppressions", allowed});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, HasSubstr(", no findings, 1 suppressed"));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("race in")));
  EXPECT_THAT(outcome.errors, HasSubstr("known.supp:3:1: note: this suppression allowed nothing"));
  ASSERT_EQ(report()["suppressed"].size(), 1u);
  EXPECT_EQ(report()["suppressed"][0]["rule"], "global-race");
  EXPECT_EQ(report()["suppressed"][0]["suppressed_by"], allowed + ":2");
  EXPECT_EQ(report()["findings"].size(), 0u);

  // Several files; one that is about something else changes nothing.
  const std::string other = write("other.supp", "global-race kernel=other\n");
  EXPECT_EQ(check({program, "--suppressions", other}).exit_code, 1);
  EXPECT_EQ(check({program, "--suppressions", other, "--suppressions", allowed}).exit_code, 0);
}

TEST_F(Check, WrongSuppressions) {
  const std::string program = write("both.cu", kBoth);
  const std::string wrong = write("wrong.supp", "shared-race\nshared-rase\n deadlock line=x\n");
  const Outcome outcome = check({program, "--suppressions", wrong});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.errors, StartsWith(wrong + ":2:1: error: there is no rule 'shared-rase'; nearest: shared-race"));
  EXPECT_THAT(outcome.errors, HasSubstr(wrong + ":3:11: error: 'x' is no line"));
  const Outcome missing = check({program, "--suppressions", folder_ + "none.supp"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.errors, folder_ + "none.supp: error: cannot be read: No such file or directory\n");
  EXPECT_EQ(check({program, "--suppressions", folder_}).exit_code, 2);
}

TEST_F(Check, CommentsInTheSource) {
  const auto with = [&](const std::string& line, const std::string& replacement) {
    std::string text = kBoth;
    text.replace(text.find(line), line.size(), replacement);
    return check({write("both.cu", text)});
  };
  const std::string writes = "  if (threadIdx.x == 0) out[0] = 5;\n";
  const Outcome above = with(writes, "  // warpglass: allow shared-race, global-race known since May\n" + writes);
  EXPECT_EQ(above.exit_code, 0);
  EXPECT_THAT(above.errors, HasSubstr(", no findings, 1 suppressed"));
  EXPECT_EQ(report()["suppressed"][0]["suppressed_by"], folder_ + "both.cu:4: known since May");
  EXPECT_EQ(with("= 6;", "= 6;  // warpglass: allow global-race").exit_code, 0);
  EXPECT_EQ(with("= 6;", "= 6;  // warpglass: allow shared-race").exit_code, 1);
  const Outcome mistyped = with("= 6;", "= 6;  // warpglass: allow shared_race");
  EXPECT_EQ(mistyped.exit_code, 1);
  EXPECT_THAT(mistyped.errors, HasSubstr("both.cu:5 allows 'shared_race', which is no rule"));
}

TEST_F(Check, ArithmeticOnRequest) {
  const std::string program = write("numbers.cu", R"(
__global__ void numbers(const float* in, const int* divisor, float* out, int* whole) {
  const int t = threadIdx.x;
  const float difference = in[t] - in[t];
  const float ratio = difference / in[t];
  const float scaled = ratio * 2.0f;
  out[t] = scaled + 1.0f;
  out[t + 32] = in[t] * 3e38f;
  whole[t] = (t + 7) / divisor[t];
  whole[t + 32] = t % (divisor[t] + 1);
}
int main() {
  float *in, *out;
  int *divisor, *whole;
  cudaMallocManaged(&in, 128);
  cudaMallocManaged(&out, 256);
  cudaMallocManaged(&divisor, 128);
  cudaMallocManaged(&whole, 256);
  for (int i = 0; i < 32; ++i) in[i] = i % 8, divisor[i] = i == 5 ? 0 : 1;
  numbers<<<1, 32>>>(in, divisor, out, whole);
  cudaDeviceSynchronize();
  cudaDeviceReset();
}
)");
  EXPECT_EQ(check({program}).exit_code, 0);
  const Outcome outcome = check({program, "--arithmetic"});
  EXPECT_EQ(outcome.exit_code, 1);
  std::map<std::pair<int, std::string>, nlohmann::json> found;
  const nlohmann::json document = report();
  for (const auto& finding : document["findings"]) found[{finding["where"]["line"], finding["rule"]}] = finding;
  ASSERT_EQ(found.size(), 3u) << outcome.errors;
  // Where the NaN comes from, not where it goes.
  const auto& nan = found[{5, "not-finite"}];
  EXPECT_EQ(nan["message"], "the result is not a number (NaN)");
  EXPECT_THAT(nan["notes"][0].get<std::string>(), testing::MatchesRegex("div.*f32 of 0, 0"));
  EXPECT_EQ(found.count({8, "not-finite"}), 1u);
  const auto& quotient = found[{9, "division-by-zero"}];
  EXPECT_EQ(quotient["lanes"], 1u << 5);
  EXPECT_EQ(quotient["thread"][0], 5);
}

TEST_F(Check, ComparesIndicesWithTheirArraysOnRequest) {
  const std::string program = write("indices.cu", R"(#include <cuda_runtime.h>
struct Particle { float position[3]; float velocity[3]; int neighbours[1]; };
__global__ void move(Particle* particles, const int* index, float* out) {
  __shared__ float tile[8][32];
  __shared__ Particle cell;
  float share[4] = {1, 2, 3, 4};
  const int i = index[threadIdx.x];
  particles[i].position[i] = 1;
  cell.velocity[i - 4] = 1;
  particles[i].velocity[i % 3] = 1;
  particles[0].neighbours[i] = 1;
  tile[0][i + 28] = 2;
  tile[i][0] = 2;
  __syncthreads();
  for (int j = 0; j <= i; ++j) share[j] += tile[i][j];
  out[threadIdx.x] = share[i & 3] + cell.velocity[0] + cell.position[2];
}
int main() {
  int table[2] = {9, 9};
  Particle* particles;
  int* index;
  float* out;
  cudaMalloc(&particles, 64 * sizeof(Particle));
  cudaMallocManaged(&index, 128);
  cudaMalloc(&out, 128);
  for (int i = 0; i < 32; ++i) index[i] = i % 5;
  for (int launch = 0; launch < 2; ++launch) move<<<1, 32>>>(particles, index, out);
  cudaDeviceSynchronize();
  const int beyond = index[2];  // the host's are not looked at
  const int last = table[beyond];
  cudaDeviceReset();
  return last == 12345;
}
)");
  EXPECT_EQ(check({program}).output.find("array-index"), std::string::npos);
  const Outcome outcome = check({program, "--indices"});
  std::map<int, nlohmann::json> found;
  const nlohmann::json document = report();
  for (const auto& finding : document["findings"]) {
    if (finding["rule"] != "array-index") continue;
    EXPECT_EQ(found.count(finding["where"]["line"]), 0u) << outcome.errors;
    EXPECT_EQ(finding["severity"], "warning");
    found[finding["where"]["line"]] = finding;
  }
  ASSERT_EQ(found.size(), 4u) << outcome.errors;
  EXPECT_EQ(found[8]["message"], "index 3 is outside the array of type float[3]");
  EXPECT_EQ(found[8]["thread"][0], 3);
  EXPECT_EQ(found[9]["message"], "index -4 is outside the array of type float[3]");
  EXPECT_EQ(found[12]["message"], "index 32 is outside the array of type float[32]");
  EXPECT_EQ(found[15]["message"], "index 4 is outside the array of type float[4]");
  EXPECT_EQ(outcome.exit_code, 1);
}

TEST_F(Check, NotesAFullHeapOnceForEachPlace) {
  const std::string program = write("heap.cu", R"(#include <cuda_runtime.h>
__global__ void fill(int** out) {
  for (int i = 0; i < 12; ++i) out[i] = static_cast<int*>(malloc(1 << 20));
}
int main() {
  int** out;
  cudaMalloc(&out, 128);
  fill<<<1, 1>>>(out);
  cudaDeviceReset();
}
)");
  const Outcome outcome = check({program});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
  const nlohmann::json document = report();
  std::vector<nlohmann::json> full;
  for (const auto& finding : document["findings"])
    if (finding["rule"] == "heap-exhausted") full.push_back(finding);
  ASSERT_EQ(full.size(), 1u) << outcome.errors;
  EXPECT_EQ(full[0]["severity"], "note");
  EXPECT_EQ(full[0]["count"], 5);
}

TEST_F(Check, ComparesIndicesOfSourceAlone) {
  const Outcome outcome = check({std::string(WARPGLASS_SOURCE_DIR) + "/examples/scale.ptx", "--indices"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.errors.find("--indices needs a .cu file"), std::string::npos) << outcome.errors;
}

TEST_F(Check, TheWordsOfComputeSanitizer) {
  const std::string program = write("both.cu", kBoth);
  const Outcome race = check({program, "--format", "sanitizer"});
  EXPECT_EQ(race.exit_code, 1);
  if (!kSanitized) {
    EXPECT_EQ(race.errors, "") << kNotSanitized;
  }
  EXPECT_THAT(race.output, StartsWith("========= COMPUTE-SANITIZER"));
  EXPECT_THAT(race.output,
              testing::ContainsRegex("========= Error: Race reported between Write access at "
                                     "both\\(int\\*, int\\)\\+0x[0-9a-f]+ in .*both.cu:5\n"
                                     "=========     and Write access at both\\(int\\*, int\\)\\+0x[0-9a-f]+ in "
                                     ".*both.cu:4 \\[1 hazards\\]\n"));
  EXPECT_THAT(race.output, HasSubstr("========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n"
                                     "========= ERROR SUMMARY: 1 error\n"));

  const Outcome bounds = run({"check", kExamples + "neighbour_sum_wrong.cu", "--format", "sanitizer"});
  EXPECT_EQ(bounds.exit_code, 1);
  EXPECT_THAT(bounds.output, HasSubstr("========= Invalid __shared__ read of size 4 bytes\n"));
  EXPECT_THAT(bounds.output, HasSubstr("=========     by thread (0,0,0) in block (0,0,0)\n"));
  EXPECT_THAT(bounds.output, HasSubstr(" is out of bounds\n"));
  const Outcome none = run({"check", kExamples + "transpose.cu", "--format", "sanitizer"});
  EXPECT_THAT(none.output, HasSubstr("========= ERROR SUMMARY: 0 errors\n"));
}

TEST_F(Check, AKernelByItselfEndsWithWhatIsFound) {
  const std::string kernel = write("k.ptx", R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) { .reg .b64 %a; ld.param.u64 %a, [p]; st.global.u32 [%a+4096], 1; ret; }
)");
  const std::vector<std::string> launch = {kernel, "--arg", "u32[64]:zero", "--grid", "1", "--block", "32"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), launch.begin(), launch.end());
    return check(more).exit_code;
  };
  EXPECT_EQ(with({}), 1);
  EXPECT_EQ(with({"--error-exitcode", "9"}), 9);
  EXPECT_EQ(with({"--suppressions", write("all.supp", "*\n")}), 0);
}

TEST_F(Check, OtherOrdersShowWhatTheFirstOneHides) {
  const std::string program = write("ring.cu", kRing);
  const Outcome own = check({program, "--seeds", "1"});
  EXPECT_EQ(own.exit_code, 0) << own.errors;
  EXPECT_THAT(own.errors, Not(HasSubstr("under seed")));

  const Outcome unasked = check({program});
  EXPECT_EQ(unasked.exit_code, 1);
  EXPECT_EQ(unasked.output, "summed\n");  // once
  EXPECT_THAT(unasked.errors, testing::ContainsRegex("= found under seed [1-9]; --replay [1-9] runs it again"));
  EXPECT_EQ(report()["seeds"][0], 0);

  const Outcome many = check({program, "--seeds", "8"});
  EXPECT_EQ(many.exit_code, 1);
  EXPECT_THAT(many.errors, HasSubstr(", under seeds 0..7  ("));
  const nlohmann::json findings = report()["findings"];
  ASSERT_EQ(findings.size(), 1u);  // from whichever side
  for (const nlohmann::json& finding : findings) {
    EXPECT_TRUE(finding["rule"] == "global-race" || finding["rule"] == "missing-fence") << finding["rule"];
    const std::uint64_t seed = finding["seed"];
    const Outcome again = check({program, "--replay", std::to_string(seed)});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_THAT(again.errors, HasSubstr(fmt::format(", under seed {}  (", seed)));
    const nlohmann::json replayed = report()["findings"];
    EXPECT_TRUE(std::any_of(replayed.begin(), replayed.end(), [&](const nlohmann::json& one) {
      return one["where"] == finding["where"] && one["count"] <= finding["count"];
    }));
  }
}

TEST_F(Check, ASeedIsOneOrderWhateverTheWorkers) {
  for (const char* program : {"locks.cu", "barriers.cu"}) {
    std::vector<nlohmann::json> findings;
    for (const char* workers : {"1", "4"}) {
      (void)check({kPrograms + program, "--seeds", "3..4", "-q", "-j", workers});
      findings.push_back(report()["findings"]);
      // Where memory and the compiled program lie is the host's choice.
      for (nlohmann::json& finding : findings.back()) {
        finding.erase("access");
        finding.erase("detail");
        finding.erase("trace");
        finding.erase("places");
        for (nlohmann::json& place : finding["related"]) place.erase("access");
      }
    }
    EXPECT_EQ(findings[0], findings[1]) << program;
  }
}

TEST_F(Check, ProgramsThatDoNotTalkRunOnce) {
  (void)check({write("both.cu", kBoth)});
  EXPECT_EQ(report()["seeds"], nlohmann::json::parse("[0]"));
  (void)check({write("both.cu", kBoth), "--seeds", "3"});
  EXPECT_EQ(report()["seeds"], nlohmann::json::parse("[0, 1, 2]"));
  EXPECT_EQ(report()["findings"].size(), 1u);
  EXPECT_EQ(report()["findings"][0]["count"], 3);
}

/// Every run reads what the first one reads, and only the first is heard.
TEST_F(Check, LaterRunsReadTheSameAndAreSilent) {
  const std::string program = write("reads.cu", R"(#include <cuda_runtime.h>
#include <cstdio>
__global__ void add(int* sum) { atomicAdd(sum, 1); }
int main() {
  int* sum = nullptr;
  cudaMalloc(&sum, 4);
  cudaMemset(sum, 0, 4);
  add<<<1, 32>>>(sum);
  cudaFree(sum);
  char word[16] = "";
  const int read = std::scanf("%15s", word);
  std::printf("<%s>", word);
  std::fprintf(stderr, "[%s]", word);
  return read == 1 ? 0 : 3;
}
)");
  const std::string input = write("input", "hello");
  const std::string command = fmt::format("{} check {} --seeds 3 <{} 2>&1", kTool, program, input);
  const auto result = toolkit::run_process({"/bin/sh", "-c", command}, toolkit::ProcessOutput::capture);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(result.output.find("<hello>"), result.output.rfind("<hello>"));
  EXPECT_EQ(result.output.find("[hello]"), result.output.rfind("[hello]"));
  EXPECT_THAT(result.output, Not(HasSubstr("ended with 3")));
}

TEST_F(Check, RefusesWhatItDoesNotUnderstand) {
  for (const auto& [words, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--format", "xml"}, "--format takes text or sanitizer; 'xml' is neither"},
           {{"--seeds", "0"}, "--seeds takes a number of orders from 1"},
           {{"--seeds", "5..3"}, "'5..3' is neither"},
           {{"--seeds", "3.."}, "'3..' is neither"},
           {{"--error-exitcode", "256"}, "--error-exitcode"},
           {{"--replay", "2", "--seeds", "3"}, "--seeds excludes --replay"}}) {
    std::vector<std::string> all = {"check", "k.cu"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.errors, HasSubstr(message));
  }
}

}  // namespace
}  // namespace warpglass
