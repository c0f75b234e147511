// Structures that `warpglass advise` aligns, so that their members are taken at once; which it leaves, and why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Structures : public Advise {
 protected:
  /// A kernel that takes the first two members of an array of this structure, which begins `offset` bytes behind what
  /// was allocated.
  [[nodiscard]] json advice_of(const std::string& declaration, const std::string& offset = "0",
                               const std::string& type = "S") {
    return advice(write("k.cu", declaration + R"(
__global__ void kernel(const )" + type +
                                    R"(* in, float* out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[t].a * in[t].b;
}
int main() {
  char* in;
  float* out;
  cudaMallocManaged(&in, 65536);
  cudaMallocManaged(&out, 16384);
  for (int i = 0; i < 8192; ++i) reinterpret_cast<float*>(in)[i] = i % 77;
  kernel<<<2, 64>>>(reinterpret_cast<const )" +
                                    type + "*>(in + " + offset + R"(), out);
  cudaDeviceSynchronize();
}
)"));
  }
};

TEST_F(Structures, AreAlignedWhereTheirMembersAreTakenOneByOne) {
  const json found = advice_of("struct S { float a, b, c, d; };");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("rule"), "wide-structure");
  EXPECT_EQ(change.at("before").at("requests of global memory"), 12);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved");
  EXPECT_EQ(change.at("proposals").at(0).at("after").at("requests of global memory"), 8);
  EXPECT_THAT(found.at("patch").get<std::string>(), HasSubstr("+struct alignas(16) S { float a, b, c, d; };"));
}

TEST_F(Structures, OfOtherSizesTakeTheAlignmentThatLeavesThem) {
  EXPECT_THAT(advice_of("namespace n { struct S { float a, b; int more[4]; }; }", "0", "n::S").at("patch"),
              HasSubstr("struct alignas(8) S"));
}

TEST_F(Structures, OfPointersThatAreNotAlignedAreLeft) {
  EXPECT_EQ(advice_of("struct S { float a, b, c, d; };", "4").at("patch"), "");
}

/// Pairs of members can be taken at once there, but not all four.
TEST_F(Structures, OfArraysThatBeginAmidABufferAreAlignedAsTheseAre) {
  const json found = advice_of("struct S { float a, b, c, d; };", "8");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  EXPECT_EQ(found.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved");
  EXPECT_THAT(found.at("patch").get<std::string>(), HasSubstr("+struct alignas(8) S { float a, b, c, d; };"));
  EXPECT_EQ(advice_of("struct S { float z, a, b, d; };", "4").at("patch"), "");
  EXPECT_THAT(outcome_.output, HasSubstr("S: an array of such begins at a multiple of 4 bytes and no more"));
}

TEST_F(Structures, ThatMakeOthersGrowAreLeft) {
  const json found =
      advice_of("struct S { float a, b; };\nstruct Pair { int n; S s; };\n__device__ char sizes[sizeof(Pair)];");
  EXPECT_EQ(found.at("changes").at(0).at("proposals").at(0).at("verdict"), "results-differ") << found.dump(1);
}

TEST_F(Structures, ThatWouldGrowAreLeft) {
  for (const char* declaration : {"struct S { float a, b, c; };", "struct S { float a, b, c, d, e; };"}) {
    for (const json& change : advice_of(declaration).at("changes")) EXPECT_NE(change.at("rule"), "wide-structure");
  }
}

TEST_F(Structures, WhoseSizeOrDeclarationDoesNotAllowItAreLeft) {
  const auto reason = [&](const std::string& declaration, const std::string& why, const std::string& type = "S") {
    EXPECT_EQ(advice_of(declaration, "0", type).at("patch"), "") << declaration;
    EXPECT_THAT(outcome_.output, HasSubstr("(priced, not proved: S: " + why)) << declaration;
  };
  reason("struct __attribute__((packed)) S { float a, b, c, d; };", "its declaration says how it is aligned or packed");
  reason("struct B { float a, b; };\nstruct S : B { float c, d; };", "it has a base or virtual functions");
  reason("template <class T> struct S { T a, b, c, d; };", "it is a template", "S<float>");
  reason("#define MAKE(n) struct n##_ {}; struct S { float a, b, c, d; }\nMAKE(x);", "a macro declares it");
  reason("enum Kind { one };\nstruct S { float a, b, c; Kind kind; };", "the size of its member kind is not seen");
}

/// Of kernels whose text is given, with blocks of 128 threads and `struct S { float x, y, z; }`.
class StagedStructures : public Advise {
 protected:
  [[nodiscard]] json advice_of(const std::string& kernel,
                               const std::string& launch = "kernel<<<3, 128>>>(in, out, 333)") {
    return advice(write("k.cu", "struct S { float x, y, z; };\n" + kernel + R"(
int main() {
  S *in, *out;
  cudaMallocManaged(&in, 1200 * sizeof *in);
  cudaMallocManaged(&out, 1200 * sizeof *out);
  for (int i = 0; i < 1200; ++i) in[i] = {i % 77 + 0.f, i % 5 + 1.f, i % 9 + 2.f};
  )" + launch + R"(;
  cudaDeviceSynchronize();
}
)"));
  }

  /// What the first patch puts in, without blanks ahead.
  [[nodiscard]] static std::string added(const json& found) {
    std::string lines;
    std::istringstream patch(found.at("patch").get<std::string>());
    for (std::string line; std::getline(patch, line);) {
      if (line.starts_with("+ ")) lines += line.substr(std::min(line.find_first_not_of(' ', 1), line.size())) + "\n";
    }
    return lines;
  }

  void expect_left(const std::string& kernel, const std::string& why) {
    const json found = advice_of(kernel);
    EXPECT_THAT(found.at("changes"), testing::IsEmpty()) << kernel;
    EXPECT_THAT(outcome_.output, HasSubstr("tiles through shared memory (not tried: " + why + ")")) << kernel;
  }
};

const std::string kNumber = "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
const std::string kHead = "__global__ void kernel(const S* in, S* out, int n) {\n" + kNumber;

TEST_F(StagedStructures, AreLoadedWordByWord) {
  const json found =
      advice_of(kHead + "  if (i < n) reinterpret_cast<float*>(out)[i] = in[i].x * in[i].y + in[i].z;\n}\n");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("rule"), "staging");
  EXPECT_EQ(change.at("message"), "threads load structures of 12 bytes from in, each its own: 375 sectors (ideal 126)");
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved");
  EXPECT_EQ(change.at("before").at("sectors of global and local memory"), 417);
  EXPECT_EQ(change.at("proposals").at(0).at("after").at("sectors of global and local memory"), 167);
  EXPECT_EQ(added(found),
            "__shared__ __align__(16) unsigned words[384];\n"
            "for (unsigned word = threadIdx.x; word < 384; word += 128) {\n"
            "const unsigned owner = word / 3;\n"
            "const int i_of_owner = blockIdx.x * blockDim.x + owner;\n"
            "if (i_of_owner < n) words[word] = reinterpret_cast<const unsigned*>(&in[i_of_owner])[word % 3];\n"
            "}\n"
            "__syncthreads();\n"
            "const S& in_here = *reinterpret_cast<const S*>(&words[threadIdx.x * 3]);\n"
            "if (i < n) reinterpret_cast<float*>(out)[i] = in_here.x * in_here.y + in_here.z;\n");
}

TEST_F(StagedStructures, AreStoredWordByWordOnceTheyAreLoadedSo) {
  const std::string kernel = kHead + "  if (i >= n) return;\n  const S s = in[i];\n  out[i] = {s.y, s.z, s.x};\n}\n";
  EXPECT_THAT(added(advice_of(kernel)), HasSubstr("const S s = in_here;\n"));
  ASSERT_EQ(run({"advise", folder_ + "k.cu", "--apply"}).exit_code, 0);
  const json found = advice(folder_ + "k.cu");
  EXPECT_EQ(added(found),
            "__shared__ __align__(16) unsigned words_[384];\n"
            "if (i < n) {\n"
            "const S s = in_here;\n"
            "*reinterpret_cast<S*>(&words_[threadIdx.x * 3]) = {s.y, s.z, s.x};\n"
            "}\n"
            "__syncthreads();\n"
            "for (unsigned word_ = threadIdx.x; word_ < 384; word_ += 128) {\n"
            "const unsigned owner_ = word_ / 3;\n"
            "const int i_of_owner_ = blockIdx.x * blockDim.x + owner_;\n"
            "if (i_of_owner_ < n) reinterpret_cast<unsigned*>(&out[i_of_owner_])[word_ % 3] = words_[word_];\n"
            "}\n");
  EXPECT_EQ(found.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved");
  ASSERT_EQ(run({"advise", folder_ + "k.cu", "--apply"}).exit_code, 0);
  EXPECT_THAT(advice(folder_ + "k.cu").at("changes"), testing::IsEmpty());
}

TEST_F(StagedStructures, HaveAWordMoreWhereTheirNumberIsEven) {
  const json found = advice_of(
      "struct Six { float a[6]; };\ntemplate <class T>\n__global__ void kernel(const T* __restrict__ in, float* out) "
      "{\n"
      "  const T& own = in[blockIdx.x * 128 + threadIdx.x];\n  for (int k = 0; k < 3; ++k) {\n"
      "    out[(blockIdx.x * 128 + threadIdx.x) + 384 * k] = own.a[k] + own.a[5 - k];\n  }\n}\n",
      "kernel<Six><<<3, 128>>>(reinterpret_cast<Six*>(in), reinterpret_cast<float*>(out))");
  EXPECT_THAT(added(found), testing::AllOf(HasSubstr("words[896];\n"), HasSubstr("words[owner * 7 + word % 6] = "),
                                           HasSubstr("const T& own = in_here;\n")));
}

/// Of few kernels clang reads the source by the name that it was given; of more, what was parsed beforehand, with whole
/// paths.
TEST_F(StagedStructures, OfManyKernelsAreTriedInOneProgram) {
  std::string kernels = "struct Six { float a[6]; };\n";
  std::string launches;
  const auto add = [&](const std::string& name, const std::string& type, const std::string& value) {
    kernels += "__global__ void " + name + "(const " + type + "* in, float* out) {\n" + kNumber +
               "  out[i] = " + value + ";\n}\n";
    launches += name + "<<<3, 128>>>(reinterpret_cast<" + type + "*>(in), reinterpret_cast<float*>(out));\n";
  };
  add("of_six", "Six", "in[i].a[0] + in[i].a[1] + in[i].a[2] + in[i].a[3] + in[i].a[5]");
  for (const char* name : {"sums", "products", "differences"}) add(name, "S", "in[i].x + in[i].y * in[i].z");
  (void)advice_of(kernels, launches);
  ASSERT_EQ(shell(kTool + " advise k.cu --json b.json"), 0);  // by a name that is no whole path
  const json found = json::parse(contents(folder_ + "b.json"));
  std::size_t proved = 0;
  for (const json& change : found.at("changes")) {
    if (change.at("rule") == "staging" && change.at("proposals").at(0).at("verdict") == "proved") ++proved;
  }
  EXPECT_EQ(proved, 4) << found.at("changes").dump(1);
}

TEST_F(StagedStructures, ThatOthersMayHaveChangedAreLeft) {
  expect_left(kHead + "  if (i > 0) out[i - 1].x = 1;\n  out[i].y = in[i].x + in[i].z;\n}\n",
              "something may be stored ahead of it that it would see");
  expect_left(kHead + "  for (int k = 0; k < 2; ++k) out[i].x = in[i].x + in[i].y + in[i].z;\n}\n",
              "something may be stored ahead of it that it would see");
}

TEST_F(StagedStructures, ThatNotAllThreadsComeToAreLeft) {
  expect_left(kHead + "  const int k = i + 1;\n  if (out[k].x == 0) out[i].x = in[i].x + in[i].y + in[i].z;\n}\n",
              "its condition is not repeated for another thread: a part of it is loaded from memory");
  expect_left(
      kHead + "  if (blockIdx.x == 2) { out[5].x = 2; return; }\n  out[i].x = in[i].x + in[i].y + in[i].z;\n}\n",
      "something may be stored ahead of it that it would see");
  expect_left("__global__ void kernel(const S* in, S* out, int n) {\n" + kNumber +
                  "  out[i].x = in[i / 2].x + in[2 * i].y + in[2 * i].z;\n}\n",
              "neighbouring threads do not take neighbouring structures");
}

TEST_F(StagedStructures, ThatAreChangedInPartAreLeft) {
  expect_left("__global__ void kernel(S* in, S* out, int n) {\n" + kNumber + "  in[i].x += in[i].y * in[i].z;\n}\n",
              "it is no pointer to const, and no structure is stored as a whole");
}

}  // namespace
}  // namespace warpglass
