// Structures that `warpglass advise` aligns, so that their members are taken at once; which it leaves, and why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
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

}  // namespace
}  // namespace warpglass
