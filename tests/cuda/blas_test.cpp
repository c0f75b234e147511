// Programs that call cuBLAS, and what the libraries export.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "tests/cuda/api_page.hpp"
#include "tests/cuda/build.hpp"

namespace warpglass::cuda::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kTool = WARPGLASS_BINARY_DIR "/bin/warpglass ";

class Blas : public ::testing::TestWithParam<Compiler> {
 protected:
  void SetUp() override {
    if (GetParam() == Compiler::nvcc && !has_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
  }
  // They compare with plain loops of their own.
  void expect_pass(const std::string& name) {
    const std::string path = program({name + ".cu"}, GetParam());
    if (path.empty()) return;
    const Outcome outcome = run(path);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.output, StartsWith("PASS " + name));
  }
};

TEST_P(Blas, ComputesVectors) { expect_pass("blas_vectors"); }
TEST_P(Blas, ComputesMatrices) { expect_pass("blas_matrices"); }
TEST_P(Blas, ComputesOtherTypesAndEpilogues) { expect_pass("blas_types"); }
TEST_P(Blas, TakesLettersAndNumbersByValue) { expect_pass("blas_legacy"); }
TEST_P(Blas, KeepsItsPlaceInStreams) { expect_pass("blas_streams"); }

TEST_P(Blas, MultipliesByZeroAsAnH200Does) {
  const std::string path = program({"blas_zero_scalars.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, file_of("blas_zero_scalars.expected"));
}

// As on an H200 (driver 580.159.04, cuBLAS 13.1.0.3 of CUDA 13.0, 2026-11-27).
TEST_P(Blas, AnswersWrongArgumentsAsOnAnH200) {
  const std::string path = program({"blas_answers.cu"}, GetParam());
  if (path.empty()) return;
  EXPECT_EQ(run(path).output, file_of("blas_answers.expected"));
}

INSTANTIATE_TEST_SUITE_P(, Blas, ::testing::Values(Compiler::ours, Compiler::nvcc), [](const auto& test) {
  return test.param == Compiler::ours ? std::string("ours") : std::string("nvcc");
});

TEST(BlasReports, SayHowManyCallsWereComputedOnTheHost) {
  const std::string path = program({"blas_streams.cu"});
  if (path.empty()) return;
  const Outcome outcome = run(kTool + "run " + path);
  EXPECT_THAT(outcome.output + outcome.errors,
              HasSubstr("note: 5 calls of cuBLAS were computed on the host: they are in no count"));
}

TEST(BlasReports, TellWhatAMatrixHasNotGot) {
  const std::string path = program({"blas_refused.cu"});
  if (path.empty()) return;
  const Outcome plain = run(path);
  EXPECT_EQ(plain.exit_code, 0);
  EXPECT_EQ(
      plain.output,
      "good: 0\ntoo wide: 13\nthe result too far: 13\nthe host's: 13\nnull: 13\nfreed: 13\na vector too long: 13\n");
  EXPECT_THAT(plain.errors, HasSubstr("cublasSgemm has computed nothing: the matrix A has 1024 of the 1088 bytes"));
  const Outcome checked = run(kTool + "check " + path);
  EXPECT_EQ(checked.exit_code, 1);
  for (const char* const finding :
       {"error: cublasSgemm: the matrix A has 1024 of the 1088 bytes that it needs: it is cudaMalloc #1 (1024 bytes)",
        "error: cublasSgemm: the matrix C has 1020 of the 1024 bytes that it needs",
        "error: cublasSgemm: the matrix A has to be the device's", "error: cublasSgemm: the matrix B is null",
        "error: cublasSgemm: the matrix B is freed memory, cudaMalloc #2 (1024 bytes)",
        "error: cublasSscal: the vector x has 1024 of the 2044 bytes"})
    EXPECT_THAT(checked.output + checked.errors, HasSubstr(finding));
}

// Without OpenBLAS: what stands in its place is no library.
TEST(BlasWithoutOpenBlas, ComputesByPlainLoops) {
  const std::string path = program({"blas_matrices.cu"});
  if (path.empty()) return;
  const std::string folder = scratch_folder();
  std::ofstream(folder + "/libopenblas.so.0") << "no library";
  const Outcome outcome = run("LD_LIBRARY_PATH=" + folder + ":$LD_LIBRARY_PATH " + path);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, StartsWith("PASS"));
}

// Names with their versions.
std::set<std::string> names_in(const std::string& library) {
  std::istringstream lines(
      run("nm -D --defined-only --with-symbol-versions " WARPGLASS_CUDA_FOLDER "/lib64/" + library).output);
  std::set<std::string> names;
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    if (kind != "A") names.insert(name);
  return names;
}

TEST(BlasExports, HoldAllNamesOfTheHeadersOfCuda13) {
  for (const std::string number : {"13", "12", "11"}) {
    std::ifstream names(WARPGLASS_SOURCE_DIR "/tests/cuda/cublas_13_names.txt");
    const std::set<std::string> blas = names_in("libcublas.so." + number), lt = names_in("libcublasLt.so." + number);
    int count = 0;
    for (std::string name; std::getline(names, name); ++count) {
      const std::string library = name.starts_with("cublasLt") ? "libcublasLt.so." : "libcublas.so.";
      EXPECT_TRUE((name.starts_with("cublasLt") ? lt : blas).contains(name + "@@" + library + number)) << name;
    }
    EXPECT_EQ(count, 796);
    for (const std::string& name : blas) EXPECT_TRUE(name.starts_with("cublas") && !name.starts_with("cublasLt"));
    for (const std::string& name : lt) EXPECT_TRUE(name.starts_with("cublasLt")) << name;
  }
}

/// The part of docs/blas_api.md that a name belongs to.
std::string part_of_blas(const std::string& name, bool is_of_first_api) {
  const auto has = [&](const char* word) { return name.find(word) != std::string::npos; };
  if (name.starts_with("cublasLt")) return "cublasLt.h";
  if (name.starts_with("cublasXt")) return "cublasXt.h";
  if (is_of_first_api) return "cublas.h";
  if (has("Batched")) return "batches";
  if (name.ends_with("Ex") || has("gemmBias")) return "types as arguments";
  for (const char* const word : {"Get", "Set", "Create", "Destroy", "Logger", "Xerbla"})
    if (has(word)) return "handles, modes, copies, messages";
  return "vectors and matrices";
}

// docs/blas_api.md is made of the names that CUDA 13 exports and of the list of what is absent.
TEST(BlasExports, AreDescribedByThePage) {
  std::set<std::string> absent_names, names;
  std::ifstream list(WARPGLASS_SOURCE_DIR "/cuda/blas/absent.def");
  for (std::string line; std::getline(list, line);)
    if (line.starts_with("ABSENT(")) absent_names.insert(line.substr(7, line.size() - 8));
  std::ifstream all(WARPGLASS_SOURCE_DIR "/tests/cuda/cublas_13_names.txt");
  for (std::string name; std::getline(all, name);) names.insert(name);
  CallsByPart there, absent;
  std::size_t count = 0, listed = 0;
  for (const std::string& name : names) {
    if (name.ends_with("_64")) continue;
    // A program's cublasSgemm is cublasSgemm_v2; the symbol cublasSgemm is that of cublas.h.
    const bool is_second = name.ends_with("_v2");
    const bool is_first = !is_second && (names.contains(name + "_v2") || name == "cublasInit" ||
                                         name == "cublasShutdown" || name == "cublasAlloc" || name == "cublasFree" ||
                                         name == "cublasGetError" || name == "cublasSetKernelStream");
    const std::string plain = is_second ? name.substr(0, name.size() - 3) : name;
    const bool is_absent = absent_names.contains(name) || name == "cublasUint8gemmBias";
    (is_absent ? absent : there)[part_of_blas(plain, is_first)].push_back(plain);
    ++listed;
    if (!is_absent) ++count;
  }
  expect_page(
      "blas_api.md",
      "# The calls of cuBLAS\n\n"
      "Calls that `libcublas.so.13` and `libcublasLt.so.13` export, without their `_64` forms; libraries of CUDA 11 "
      "and 12 have\n"
      "the same. What they take and how they are computed stands in [blas.md](blas.md). A test prints this page.\n\n" +
          std::to_string(count) + " of " + std::to_string(listed) + " are there.\n",
      there, absent);
}

}  // namespace
}  // namespace warpglass::cuda::test
