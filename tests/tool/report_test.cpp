// `warpglass report` and `report diff` from the outside, and what is expected of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/tool/tool_run.hpp"

namespace warpglass {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A transpose of one tile whose rows have ROW elements.
constexpr const char* kColumnProgram = R"(#include <cuda_runtime.h>
#ifndef ROW
#define ROW 32
#endif
__global__ void column(float* out) {
  __shared__ float tile[32][ROW];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() {
  float* out = nullptr;
  cudaMalloc(&out, 4096);
  column<<<1, dim3(32, 32)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
)";

class Report : public ToolTest {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + name; }
  [[nodiscard]] nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(contents(folder_ + name));
  }
  /// Runs the kernel with rows of n elements into a report.
  void save(const std::string& name, int n) const {
    const std::string program = write("column.cu", kColumnProgram);
    const Outcome outcome = run({"run", program, "-q", "--json", path(name), "-X", "-DROW=" + std::to_string(n)});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.errors;
  }
};

TEST_F(Report, WritesWhatARunWrites) {
  const std::string program = write("column.cu", kColumnProgram);
  ASSERT_EQ(run({"run", program, "--json", path("a.json"), "--csv", path("a.csv"), "--sarif", path("a.sarif"),
                 "--junit", path("a.xml"), "--markdown", path("a.md"), "--trace", path("a.trace")})
                .exit_code,
            0);
  const Outcome text = run({"report", path("a.json")});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.errors, "");
  EXPECT_THAT(text.output, HasSubstr("column.cu:9:41: warning: shared load: 32-way bank conflict"));
  EXPECT_THAT(text.output, HasSubstr("tile[threadIdx.x][threadIdx.y];"));
  for (const auto& [format, file] :
       {std::pair{"json", "a.json"}, std::pair{"csv", "a.csv"}, std::pair{"sarif", "a.sarif"},
        std::pair{"junit", "a.xml"}, std::pair{"markdown", "a.md"}, std::pair{"trace", "a.trace"}}) {
    EXPECT_EQ(run({"report", path("a.json"), "--format", format}).output, contents(path(file))) << format;
    EXPECT_EQ(run({"report", path("a.json"), "--format", format, "-o", path("b")}).output, "");
    EXPECT_EQ(contents(path("b")), contents(path(file))) << format;
  }
  EXPECT_EQ(json("a.sarif")["runs"][0]["results"][0]["ruleId"], "bank-conflict");
  // Several at once, and a page of CSV.
  EXPECT_EQ(
      run({"report", path("a.json"), "--sarif", path("c.sarif"), "--csv", path("c.csv"), "--page", "source"}).output,
      "");
  EXPECT_EQ(contents(path("c.sarif")), contents(path("a.sarif")));
  EXPECT_THAT(contents(path("c.csv")), StartsWith("\"Kernel Name\",\"File\",\"Line\""));
  EXPECT_THAT(run({"report", path("a.json"), "--format", "csv", "--metrics", "memory_l1_wavefronts_shared"}).output,
              HasSubstr("\"CC\",\"memory_l1_wavefronts_shared\"\n"));
}

TEST_F(Report, ExplainsALine) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const std::string program = write("column.cu", kColumnProgram);
  const Outcome outcome = run({"run", program, "--explain", "9", "--json", path("a.json")});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.errors, HasSubstr("column.cu:9:41: shared load of 32 bits a lane\n"));
  EXPECT_THAT(outcome.errors,
              HasSubstr("  pattern 1 of 1: 32 of 32 requests; 32 wavefronts (ideal 1) each; first made"));
  EXPECT_THAT(outcome.errors, HasSubstr("  tile is float[32][32]: lanes 0..31 take tile[0..31][31]\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("global store of 32 bits a lane\n"));
  EXPECT_THAT(outcome.errors,
              HasSubstr("  as tile[32][33], rows of 32 elements of 4 B and 1 behind each: 1 wavefront"));
  EXPECT_THAT(outcome.errors,
              HasSubstr("  as tile[r][c ^ (r & 31)], rows of 32 elements of 4 B: 1 wavefront (ideal 1)"));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("[bank-conflict]")));  // it stands in the place of the report
  // A saved run tells the same.
  const Outcome saved = run({"report", path("a.json"), "--explain", "column.cu:9"});
  EXPECT_EQ(saved.exit_code, 0);
  EXPECT_THAT(saved.output, HasSubstr("column.cu:9:41: shared load of 32 bits a lane\n"));
  EXPECT_EQ(saved.output, outcome.errors);
  // The number of workers changes nothing.
  const Outcome alone = run({"run", program, "--explain", "9", "-j", "1"});
  EXPECT_EQ(alone.errors, outcome.errors);

  const Outcome none = run({"run", program, "--explain", "8", "--json", path("b.json")});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.errors,
              HasSubstr("column.cu:8 has no load or store of shared, global or local memory; lines that can "
                        "be explained: 7, 9\n"));
  EXPECT_FALSE(contents(path("b.json")).empty());
  const Outcome beyond = run({"run", program, "--explain", "99"});
  EXPECT_EQ(beyond.exit_code, 2);
  EXPECT_EQ(beyond.errors, "warpglass: error: --explain: " + program + " has 17 lines; there is no line 99\n");
  EXPECT_EQ(run({"report", path("a.json"), "--explain", "other.cu:9"}).exit_code, 2);
}

TEST_F(Report, OfACheck) {
  const std::string program = kExamples + "missing_barrier.cu";
  ASSERT_EQ(
      run({"check", program, "-q", "--json", path("0.json"), "--seeds", "0..0", "--sarif", path("0.sarif")}).exit_code,
      1);
  ASSERT_EQ(run({"check", program, "-q", "--json", path("1.json"), "--seeds", "1..2"}).exit_code, 1);
  const Outcome both = run({"report", path("0.json"), path("1.json"), "--json", path("all.json")});
  EXPECT_EQ(both.exit_code, 0) << both.errors;
  EXPECT_EQ(json("all.json")["seeds"], nlohmann::json({0, 1, 2}));
  EXPECT_EQ(json("all.json")["findings"].size(), json("0.json")["findings"].size());
  EXPECT_EQ(json("0.sarif")["runs"][0]["results"][0]["relatedLocations"].size(), 1u);
  EXPECT_THAT(run({"report", path("0.json"), "--format", "sanitizer"}).output, HasSubstr("RACECHECK SUMMARY"));
  const Outcome twice = run({"report", path("0.json"), path("0.json")});
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.errors, HasSubstr("seed 0 is in both"));
}

TEST_F(Report, WhatIsNoReport) {
  const std::string other = write("other.json", "{}");
  for (const std::string& file : {other, path("none.json")}) {
    const Outcome outcome = run({"report", file});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.errors, StartsWith("warpglass: error: " + file));
    EXPECT_THAT(outcome.errors, HasSubstr("--json FILE` writes one\n"));
  }
  EXPECT_EQ(run({"report", path("none.json"), "--sarif", "/nowhere/at/all"}).exit_code, 2);
}

/// One line each, with what to do.
TEST_F(Report, WhatIsNoFileOfOne) {
  const auto refusal = [&](const std::vector<std::string>& words) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.errors;
    return outcome.errors;
  };
  const char* const needs = "error: report needs saved runs: files that `warpglass run PROGRAM --json FILE` writes\n";
  EXPECT_THAT(refusal({"report"}), HasSubstr(needs));
  EXPECT_THAT(refusal({"report", "merge"}), HasSubstr(needs));
  EXPECT_THAT(
      refusal({"report", write("empty.json", "")}),
      HasSubstr(
          "empty.json: this is no warpglass report: it is empty; `warpglass run PROGRAM --json FILE` writes one\n"));
  EXPECT_THAT(refusal({"report", write("text.json", "not json")}),
              HasSubstr("text.json: this is no warpglass report: byte 2 is not what JSON has there; `warpglass run"));
}

TEST_F(Report, DiffOfTwoRuns) {
  save("padded.json", 33);
  save("plain.json", 32);
  const Outcome worse = run({"report", "diff", path("padded.json"), path("plain.json"), "--fail-on",
                             "memory_l1_wavefronts_shared>+5%", "--fail-on", "new_findings>0", "--fail-on",
                             "smsp__inst_executed>+50%", "--json", path("d.json"), "--markdown", path("d.md")});
  EXPECT_EQ(worse.exit_code, 1);
  EXPECT_THAT(worse.errors,
              "warpglass: error: column(float*): memory_l1_wavefronts_shared is 1,056 and was 64 (x16.5)  [--fail-on "
              "memory_l1_wavefronts_shared>+5%]\n"
              "warpglass: error: new_findings is 1  [--fail-on new_findings>0]\n");
  EXPECT_THAT(worse.output, HasSubstr("column.cu:9  shared load 32  wavefronts"));
  EXPECT_THAT(worse.output, HasSubstr("findings: 1 new, 0 gone, 0 in both\n"));
  EXPECT_EQ(json("d.json")["failed"].size(), 2u);
  EXPECT_THAT(contents(path("d.md")), HasSubstr("| `memory_l1_wavefronts_shared` | 64 | 1,056 | x16.5 |"));
  // The other way round it is better.
  const Outcome better = run({"report", "diff", path("plain.json"), path("padded.json"), "--fail-on",
                              "memory_l1_wavefronts_shared>+5%", "-q"});
  EXPECT_EQ(better.exit_code, 0);
  EXPECT_EQ(better.output + better.errors, "");
}

TEST_F(Report, WrongConditions) {
  save("a.json", 32);
  const Outcome wrong =
      run({"report", "diff", path("a.json"), path("a.json"), "--fail-on", "memory_l1_wavefront_shared>+5%"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.errors,
            "warpglass: error: --fail-on 'memory_l1_wavefront_shared>+5%', column 1: there is no counter "
            "'memory_l1_wavefront_shared' here; nearest: memory_l1_wavefronts_shared\n");
  EXPECT_EQ(run({"report", "diff", path("a.json")}).exit_code, 2);
}

TEST_F(Report, ExpectationsDecideHowItEnds) {
  const std::string program = write("column.cu", kColumnProgram);
  const std::string expected = write("e.txt", "no bank-conflict kernel=column\nmemory_l1_wavefronts_shared <= 64\n");
  const Outcome broken =
      run({"run", program, "--expect", expected, "--json", path("a.json"), "--junit", path("a.xml")});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.errors,
              HasSubstr(expected + ":1:1: error: expected no bank-conflict; there is one  [expectation]\n"));
  EXPECT_THAT(broken.errors,
              HasSubstr(expected + ":2:1: error: expected memory_l1_wavefronts_shared <= 64; it is 1,056"));
  EXPECT_THAT(contents(path("a.xml")), HasSubstr("name=\"expectations\""));
  EXPECT_EQ(run({"run", program, "-q", "--expect", expected, "-X", "-DROW=33"}).exit_code, 0);
  // Of a saved run.
  const std::string one_more = write("f.txt", "launch__block_size == 1024\n");
  EXPECT_EQ(run({"report", path("a.json"), "--expect", one_more}).exit_code, 0);
  EXPECT_EQ(run({"report", path("a.json"), "--expect", expected}).exit_code, 1);
  // A wrong file is told before anything runs.
  const std::string wrong = write("g.txt", "no bank-conflit\n");
  const Outcome refused = run({"run", program, "--expect", wrong, "--json", path("no.json")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.errors,
              StartsWith(wrong + ":1:4: error: there is no rule 'bank-conflit'; nearest: bank-conflict"));
  EXPECT_FALSE(std::filesystem::exists(path("no.json")));
}

TEST_F(Report, ExpectationsInTheSource) {
  std::string text = kColumnProgram;
  text.insert(text.find("__global__"), "// warpglass: expect memory_l1_wavefronts_shared <= 64\n");
  text.insert(text.find("  out["), "  // warpglass: expect no bank-conflict  it is padded\n");
  const std::string program = write("column.cu", text);
  const Outcome broken = run({"run", program});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.errors,
              HasSubstr("column.cu:5:22: error: expected memory_l1_wavefronts_shared <= 64; it is 1,056"));
  EXPECT_THAT(broken.errors, HasSubstr("column.cu:10:24: error: expected no bank-conflict; there is one"));
  const Outcome held = run({"run", program, "-X", "-DROW=33"});
  EXPECT_EQ(held.exit_code, 0);
  EXPECT_THAT(held.errors, Not(HasSubstr("expect")));
  EXPECT_EQ(run({"check", program}).exit_code, 0);  // counts nothing
}

}  // namespace
}  // namespace warpglass
