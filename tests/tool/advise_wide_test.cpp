// Wide accesses that `warpglass advise` makes of neighbouring ones: what is edited, what is left as it is and why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class WideAccesses : public Advise {
 protected:
  /// A kernel with this text, its pointers declared so, of elements of one type; what is said of it.
  [[nodiscard]] json advice_of(const std::string& body, const std::string& pointers = "const float* in, float* out",
                               const std::string& element = "float") {
    const std::string path = write("k.cu", "__global__ void kernel(" + pointers +
                                               ", int n) {\n"
                                               "  const int t = threadIdx.x;\n" +
                                               body + "}\nint main() {\n  " + element + R"( *in, *out;
  cudaMallocManaged(&in, 16384);
  cudaMallocManaged(&out, 16384);
  for (int i = 0; i < 2048; ++i) in[i] = i % 77;
  kernel<<<2, 64>>>(in, out, 4);
  cudaDeviceSynchronize();
}
)");
    return advice(path);
  }

  /// What the patch puts in.
  [[nodiscard]] std::string added(const json& found) const {
    std::string lines;
    std::istringstream patch(found.at("patch").get<std::string>());
    for (std::string line; std::getline(patch, line);) {
      if (line.starts_with("+ ")) lines += line.substr(3) + "\n";
    }
    return lines;
  }
};

TEST_F(WideAccesses, StandForElementsOneByOne) {
  const json found = advice_of("  out[t] = in[4 * t] * in[4 * t + 3] + in[1 + 4 * t] - in[4 * t + 2];\n");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  const json& change = found.at("changes").at(0);
  EXPECT_EQ(change.at("rule"), "wide-access");
  EXPECT_EQ(change.at("before").at("requests of global memory"), 20);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved");
  EXPECT_EQ(change.at("proposals").at(0).at("after").at("requests of global memory"), 8);
  EXPECT_EQ(added(found),
            "const float4 in4 = *reinterpret_cast<const float4*>(&in[4 * t]);\n"
            "out[t] = in4.x * in4.w + in4.y - in4.z;\n");
}

/// Taking bytes out of their word takes instructions, which are worth the sectors.
TEST_F(WideAccesses, StandForNarrowElements) {
  const json bytes = advice_of(
      "  const int sum = in[4 * t] + in[4 * t + 1] + in[4 * t + 2] + in[4 * t + 3];\n"
      "  out[t] = sum / 4;\n",
      "const unsigned char* in, unsigned char* out", "unsigned char");
  ASSERT_EQ(bytes.at("changes").size(), 1) << bytes.dump(1);
  const json& proposal = bytes.at("changes").at(0).at("proposals").at(0);
  EXPECT_EQ(proposal.at("verdict"), "proved") << proposal.dump(1);
  EXPECT_EQ(proposal.at("after").at("requests of global memory"), 8);
  EXPECT_GT(proposal.at("after").at("instructions"), bytes.at("changes").at(0).at("before").at("instructions"));
  EXPECT_EQ(added(bytes),
            "const uchar4 in4 = *reinterpret_cast<const uchar4*>(&in[4 * t]);\n"
            "const int sum = in4.x + in4.y + in4.z + in4.w;\n");
  const json shorts = advice_of("  const short first = in[2 * t];\n  out[t] = first - in[2 * t + 1];\n",
                                "const short* in, short* out", "short");
  EXPECT_EQ(added(shorts),
            "const short2 in2 = *reinterpret_cast<const short2*>(&in[2 * t]);\n"
            "const short first = in2.x;\nout[t] = first - in2.y;\n");
}

TEST_F(WideAccesses, StandForRoundsOfALoop) {
  EXPECT_EQ(
      added(advice_of("  float sum = n;\n#pragma unroll\n  for (int i = 0; i < 4; i++)\n    sum *= in[4 * t + i];\n"
                      "  out[t] = sum;\n")),
      "const float4 in4 = *reinterpret_cast<const float4*>(&in[4 * t]);\n"
      "  sum *= (&in4.x)[i];\n");
  EXPECT_EQ(added(advice_of("  float sum = n;\n  for (int i = 0; i < 4; i++) {\n    sum *= in[i + (t << 2)];\n  }\n"
                            "  out[t] = sum;\n")),
            "const float4 in4 = *reinterpret_cast<const float4*>(&in[(t << 2)]);\n"
            "  sum *= (&in4.x)[i];\n");
}

TEST_F(WideAccesses, ReachOverStatements) {
  EXPECT_EQ(added(advice_of("  const int j = 2 * t;\n  const float a = in[j];\n  float b = 0;\n  b += in[j + 1];\n"
                            "  out[t] = a * b;\n")),
            "const float2 in2 = *reinterpret_cast<const float2*>(&in[j]);\nconst float a = in2.x;\n"
            "b += in2.y;\n");
}

TEST_F(WideAccesses, ReachOverStoresThatAreToldApart) {
  const std::string body = "  out[t] = in[2 * t];\n  out[t + 64] = in[2 * t + 1];\n";
  EXPECT_EQ(added(advice_of(body)), "");
  EXPECT_THAT(outcome_.output, HasSubstr("const in __restrict__ says that it does not"));
  EXPECT_THAT(added(advice_of(body, "const float* __restrict__ in, float* __restrict__ out")),
              HasSubstr("const float2 in2 = "));
}

TEST_F(WideAccesses, AreLeftWhereTheSourceDoesNotShowThem) {
  const auto reason = [&](const std::string& body, const std::string& why) {
    EXPECT_EQ(added(advice_of(body)), "") << body;
    EXPECT_THAT(outcome_.output, HasSubstr("(priced, not proved: " + why)) << body;
  };
  reason("  out[t] = in[n * t] + in[n * t + 1];\n", "the index of the first element is not seen to be a multiple of 2");
  reason("  const float* own = in + 4 * t;\n  out[t] = own[0] + own[1];\n", "own is no parameter of the kernel");
  reason("  in += n;\n  out[t] = in[2 * t] + in[2 * t + 1];\n", "in is moved within the kernel");
  reason("  out[t] = in[2 * t] + (n > 3 ? in[2 * t + 1] : 0);\n", "not all of the elements are taken in any case");
  reason(
      "  int j = t;\n  float a = in[2 * j];\n  ++j;\n  a += in[2 * j + 1];\n  --j;\n  a += in[2 * j + 1];\n  out[t] = "
      "a;\n",
      "the index changes between the elements");
  reason("#define AT(k) in[4 * t + k]\n  out[t] = AT(0) + AT(1) + AT(2) + AT(3);\n", "");
}

TEST_F(WideAccesses, AreThoseOfAllKernelsOfATemplate) {
  const std::string begin = "template <int kEach> __global__ void kernel(const float* in, float* out) {\n";
  const std::string end = R"(}
int main() {
  float *in, *out;
  cudaMallocManaged(&in, 8192);
  cudaMallocManaged(&out, 8192);
  kernel<4><<<1, 64>>>(in, out);
  kernel<3><<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
}
)";
  const std::string t = "  const int t = threadIdx.x;\n";
  EXPECT_EQ(added(advice(write("k.cu", begin + t +
                                           "  float sum = 0;\n  for (int i = 0; i < kEach; ++i) sum += in[4 * t + i];\n"
                                           "  out[t] = sum;\n" +
                                           end))),
            "");
  EXPECT_EQ(added(advice(write("k.cu", begin + t + "  out[t] = in[kEach * t] + in[kEach * t + 1];\n" + end))), "");
  EXPECT_THAT(added(advice(write("k.cu", begin + t + "  out[t] = in[4 * t] + in[4 * t + 1];\n" + end))),
              HasSubstr("const float2 in2 = "));
}

TEST_F(WideAccesses, AreStoresToo) {
  const json found = advice_of(
      "  out[4 * t] = n;\n  out[4 * t + 2] = in[t];  // the third\n  out[4 * t + 1] = 1;\n"
      "  out[4 * t + 3] = t;  // the last\n",
      "const float* in, float* __restrict__ out");
  ASSERT_EQ(found.at("changes").size(), 1) << found.dump(1);
  const json& change = found.at("changes").at(0);
  EXPECT_THAT(change.at("message"), HasSubstr("each thread stores 4 neighbouring elements of out one by one"));
  EXPECT_EQ(change.at("before").at("requests of global memory"), 20);
  EXPECT_EQ(change.at("proposals").at(0).at("verdict"), "proved") << change.dump(1);
  EXPECT_EQ(change.at("proposals").at(0).at("after").at("requests of global memory"), 8);
  EXPECT_EQ(added(found),
            "float4 out4;\nout4.x = n;\nout4.z = in[t];  // the third\nout4.y = 1;\nout4.w = t;  // the last\n"
            "*reinterpret_cast<float4*>(&out[4 * t]) = out4;\n");
}

TEST_F(WideAccesses, AreStoresOfALoop) {
  EXPECT_EQ(added(advice_of("#pragma unroll\n  for (int i = 0; i < 4; ++i) {\n    out[4 * t + i] = i * n;\n  }\n")),
            "float4 out4;\n  (&out4.x)[i] = i * n;\n*reinterpret_cast<float4*>(&out[4 * t]) = out4;\n");
  EXPECT_EQ(added(advice_of("  for (int i = 0; i < 4; ++i) out[4 * t + i] = 2 * in[4 * t + i];\n",
                            "const float* __restrict__ in, float* out")),
            "const float4 in4 = *reinterpret_cast<const float4*>(&in[4 * t]);\nfloat4 out4;\n"
            "for (int i = 0; i < 4; ++i) (&out4.x)[i] = 2 * (&in4.x)[i];\n"
            "*reinterpret_cast<float4*>(&out[4 * t]) = out4;\n");
}

TEST_F(WideAccesses, AreStoresThatNobodySeesEarlier) {
  const auto reason = [&](const std::string& body, const std::string& why,
                          const std::string& pointers = "const float* in, float* out") {
    EXPECT_EQ(added(advice_of(body, pointers)), "") << body;
    EXPECT_THAT(outcome_.output, HasSubstr("(priced, not proved: " + why)) << body;
  };
  const std::string pair = "  out[2 * t] = in[t];\n  out[2 * t + 1] = in[t + 1];\n";
  reason(pair,
         "what is loaded or stored between the elements might be one of them, as far as is seen: out __restrict__");
  EXPECT_NE(added(advice_of(pair, "const float* in, float* __restrict__ out")), "");
  EXPECT_NE(added(advice_of(pair, "const float* __restrict__ in, float* out")), "");
  EXPECT_NE(added(advice_of("  out[2 * t] = in[t];\n  out[2 * t + 1] = n;\n")), "");
  reason("  out[2 * t] = n;\n  out[2 * t + 1] = n + out[2 * t];\n", "other elements of out are taken between them",
         "const float* in, float* __restrict__ out");
  reason("  out[2 * t] = n;\n  out[2 * t + 1] = __ldg(&in[t]);\n",
         "a function is called between the elements, which may look at them");
  reason("  out[2 * t] = n;\n  if (n > 3) out[2 * t + 1] = n;\n", "no form of stores that is edited");
}

TEST_F(WideAccesses, AreNoneOfVolatileElements) {
  EXPECT_EQ(added(advice_of("  out[t] = in[2 * t] + in[2 * t + 1];\n", "const volatile float* in, float* out")), "");
  EXPECT_THAT(outcome_.output,
              HasSubstr("(priced, not proved: in is volatile: each of its elements is loaded as it is written)"));
  EXPECT_EQ(added(advice_of("  out[2 * t] = n;\n  out[2 * t + 1] = n;\n", "const float* in, volatile float* out")), "");
  EXPECT_THAT(outcome_.output, HasSubstr("out is volatile: each of its elements is stored as it is written)"));
}

TEST_F(WideAccesses, AreTwoElementsOfEightBytes) {
  EXPECT_EQ(added(advice_of("  out[2 * t] = in[2 * t + 1];\n  out[2 * t + 1] = in[2 * t];\n",
                            "const double* __restrict__ in, double* out", "double")),
            "const double2 in2 = *reinterpret_cast<const double2*>(&in[2 * t]);\ndouble2 out2;\n"
            "out2.x = in2.y;\nout2.y = in2.x;\n*reinterpret_cast<double2*>(&out[2 * t]) = out2;\n");
  EXPECT_EQ(added(advice_of("  unsigned long long sum = 0;\n  for (int i = 0; i < 2; ++i) sum += in[2 * t + i];\n"
                            "  out[t] = sum;\n",
                            "const unsigned long long* in, unsigned long long* out", "unsigned long long")),
            "const ulonglong2 in2 = *reinterpret_cast<const ulonglong2*>(&in[2 * t]);\n"
            "for (int i = 0; i < 2; ++i) sum += (&in2.x)[i];\n");
}

}  // namespace
}  // namespace warpglass
