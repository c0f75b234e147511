// Structures that `warpglass advise` takes word by word through shared memory: loaded, stored, changed in place, in
// loops over the grid; which it leaves, and why.
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
using testing::AllOf;
using testing::HasSubstr;

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
const std::string kOtherLoop = "it stands in a loop of another form than for (i = number; i < n; i += threads)";
const std::string kLoop =
    "__global__ void kernel(const S* in, S* out, int n) {\n  const int threads = gridDim.x * 128;\n"
    "  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += threads) {\n";
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
  expect_left(kHead + "  for (int k = 0; k < 2; ++k) out[i].x = in[i].x + in[i].y + in[i].z;\n}\n", kOtherLoop);
  expect_left(kLoop + "    out[i].x = 1;\n    out[i].y = in[i].x + in[i].z;\n  }\n}\n",
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

/// What a thread loads and stores of its own structure alone goes back at the end.
TEST_F(StagedStructures, AreChangedInPlace) {
  const json found = advice_of("__global__ void kernel(S* in, S* out, int n) {\n" + kNumber +
                               "  if (i >= n) return;\n  in[i].x += in[i].y * in[i].z;\n  in[i].y = 2;\n}\n");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("message"), "threads change structures of 12 bytes of in, each its own: 625 sectors (ideal 210)");
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved") << found.dump(1);
  EXPECT_EQ(change.at("proposals").at(0).at("after").at("sectors of global and local memory"), 250);
  EXPECT_EQ(added(found),
            "__shared__ __align__(16) unsigned words[384];\n"
            "for (unsigned word = threadIdx.x; word < 384; word += 128) {\n"
            "const unsigned owner = word / 3;\n"
            "const int i_of_owner = blockIdx.x * blockDim.x + owner;\n"
            "if (i_of_owner < n) words[word] = reinterpret_cast<const unsigned*>(&in[i_of_owner])[word % 3];\n"
            "}\n"
            "__syncthreads();\n"
            "S& in_here = *reinterpret_cast<S*>(&words[threadIdx.x * 3]);\n"
            "if (i < n) {\n"
            "in_here.x += in_here.y * in_here.z;\n"
            "in_here.y = 2;\n"
            "}\n"
            "__syncthreads();\n"
            "for (unsigned word = threadIdx.x; word < 384; word += 128) {\n"
            "const unsigned owner = word / 3;\n"
            "const int i_of_owner = blockIdx.x * blockDim.x + owner;\n"
            "if (i_of_owner < n) reinterpret_cast<unsigned*>(&in[i_of_owner])[word % 3] = words[word];\n"
            "}\n");
  const json whole = advice_of("__global__ void kernel(S* in, S* out, int n) {\n" + kNumber +
                               "  if (i < n) {\n    S s = in[i];\n    s.x += s.y * s.z;\n    in[i] = s;\n  }\n}\n");
  ASSERT_EQ(whole.at("changes").size(), 1) << whole.dump(1);
  EXPECT_EQ(whole.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved");
  EXPECT_THAT(added(whole), AllOf(HasSubstr("S s = in_here;\n"), HasSubstr("in_here = s;\n")));
}

TEST_F(StagedStructures, OthersThanWhatIsChangedInPlaceAreLeft) {
  const std::string head = "__global__ void kernel(S* in, S* out, int n) {\n" + kNumber;
  expect_left(head + "  in[i].x += in[i].y;\n  in[i].z += out[i].x;\n}\n",
              "something else is loaded behind its first store, which might be a part of it: __restrict__ on the "
              "pointer says that it is not");
  expect_left(head + "  in[i].x += in[i].y;\n  out[7].x = in[i].z;\n}\n",
              "something else is stored, too, that might be a part of it: __restrict__ on the pointer says that it is "
              "not");
  expect_left(head + "  in[i].x += in[i].y + in[i].z + in[5].x;\n}\n",
              "the kernel takes other structures by the same pointer, too");
  expect_left(head + "  in[i].x += in[i].y + in[i].z;\n  __threadfence();\n}\n", "the kernel does something behind it");
  EXPECT_EQ(advice_of("__global__ void kernel(S* __restrict__ in, S* out, int n) {\n" + kNumber +
                      "  in[i].x += in[i].y;\n  in[i].z += out[i].x;\n}\n")
                .at("changes")
                .at(0)
                .at("proposals")
                .at(0)
                .at("verdict"),
            "proved");
}

/// All threads of a block go round together, as long as its first has a structure.
TEST_F(StagedStructures, OfGridsThatGoRoundInALoop) {
  const std::string launch = "kernel<<<2, 128>>>(in, out, 333)";
  const json loads =
      advice_of(kLoop + "    reinterpret_cast<float*>(out)[i] = in[i].x * in[i].y + in[i].z;\n  }\n}\n", launch);
  ASSERT_EQ(loads.at("changes").size(), 1) << loads.dump(1);
  EXPECT_EQ(loads.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved") << loads.dump(1);
  EXPECT_EQ(added(loads),
            "__shared__ __align__(16) unsigned words[384];\n"
            "for (int i = blockIdx.x * 128 + threadIdx.x; i - static_cast<int>(threadIdx.x) < n; i += threads) {\n"
            "for (unsigned word = threadIdx.x; word < 384; word += 128) {\n"
            "const unsigned owner = word / 3;\n"
            "const int i_of_owner = i + static_cast<int>(owner - threadIdx.x);\n"
            "if (i_of_owner < n) words[word] = reinterpret_cast<const unsigned*>(&in[i_of_owner])[word % 3];\n"
            "}\n"
            "__syncthreads();\n"
            "const S& in_here = *reinterpret_cast<const S*>(&words[threadIdx.x * 3]);\n"
            "if (i < n) {\n"
            "reinterpret_cast<float*>(out)[i] = in_here.x * in_here.y + in_here.z;\n"
            "}\n"
            "__syncthreads();\n");

  const json stores =
      advice_of(kLoop + "    const float k = i * 0.5f;\n    out[i] = {k, k + 1, k + 2};\n  }\n}\n", launch);
  ASSERT_EQ(stores.at("changes").size(), 1) << stores.dump(1);
  EXPECT_EQ(stores.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved") << stores.dump(1);

  std::string in_place = kLoop;
  in_place.erase(in_place.find("const S"), 6);
  const json changes = advice_of(in_place + "    in[i].x += in[i].y * in[i].z;\n    in[i].y = 2;\n  }\n}\n", launch);
  ASSERT_EQ(changes.at("changes").size(), 1) << changes.dump(1);
  EXPECT_EQ(changes.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved") << changes.dump(1);

  // Of unsigned numbers, and a body without brackets.
  const json one = advice_of(
      "__global__ void kernel(const S* in, S* out, unsigned n) {\n"
      "  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
      "    reinterpret_cast<float*>(out)[i] = in[i].x * in[i].y + in[i].z;\n}\n",
      launch);
  ASSERT_EQ(one.at("changes").size(), 1) << one.dump(1);
  EXPECT_EQ(one.at("changes").at(0).at("proposals").at(0).at("verdict"), "proved") << one.dump(1);
  EXPECT_THAT(added(one), HasSubstr("i - static_cast<unsigned int>(threadIdx.x) < n;"));
}

TEST_F(StagedStructures, OfOtherLoopsAreLeft) {
  const std::string body = "reinterpret_cast<float*>(out)[i] = in[i].x * in[i].y + in[i].z;\n";
  for (const char* head : {"for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += threads + threadIdx.x / 128) ",
                           "for (int i = blockIdx.x * 128 + threadIdx.x; i <= n; i += threads) ",
                           "for (int i = blockIdx.x * 128 + threadIdx.x, k = 0; i < n; i += threads, ++k) "}) {
    expect_left("__global__ void kernel(const S* in, S* out, int n) {\n  const int threads = 384;\n  " +
                    std::string(head) + body + "}\n",
                kOtherLoop);
  }
  expect_left(kLoop + "    if (n == 5) break;\n    " + body + "  }\n}\n",
              "threads may leave the loop that it stands in");
}

}  // namespace
}  // namespace warpglass
