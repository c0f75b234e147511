// What `warpglass advise` refuses or does not try, and why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST_F(Advise, SaysWhyALayoutWasRefused) {
  const json found = advice(program("refused.cu"));
  EXPECT_EQ(outcome_.exit_code, 0);
  for (const char* name : {"walked", "handed", "by_macro", "rows"})
    EXPECT_EQ(chosen_of(array_named(found, name)), nullptr) << name;
  const json& walked = array_named(found, "walked").at("proposals");
  ASSERT_EQ(walked.size(), 1);
  EXPECT_EQ(walked[0].at("verdict"), "results-differ");
  EXPECT_EQ(walked[0].at("reason"), "what it copies from the device differs");
  const json& handed = array_named(found, "handed").at("proposals");
  ASSERT_EQ(handed.size(), 1);
  EXPECT_EQ(handed[0].at("verdict"), "not-compiled");
  EXPECT_THAT(outcome_.output, HasSubstr("its columns cannot be swizzled: a pointer to one of its elements is kept "
                                         "(line 18)"));
  EXPECT_THAT(outcome_.output, HasSubstr("its columns cannot be swizzled: it is used other than by element (line 30)"));
  EXPECT_THAT(outcome_.output, HasSubstr("its rows cannot be padded: it is declared by a macro"));
  EXPECT_THAT(outcome_.output, HasSubstr("its columns cannot be swizzled: a macro names an element of it"));
  EXPECT_THAT(outcome_.output, HasSubstr("its rows cannot be padded: its rows are a type of their own"));
  const json& particles = array_named(found, "particles").at("proposals");
  ASSERT_FALSE(particles.empty());
  EXPECT_EQ(particles.back().at("title"), "an array for each member");
  EXPECT_EQ(particles.back().at("verdict"), "proved");
}

// What is tried after a padding that failed: rows_of_matrices in known.tsv.
TEST_F(Advise, DoesNotTryASwizzleThatSavesNoMoreThanAProvedPadding) {
  const json found = advice(program("transpose.cu"));
  const json& proposals = array_named(found, "tile").at("proposals");
  ASSERT_EQ(proposals.size(), 1);
  EXPECT_EQ(proposals[0].at("verdict"), "proved");
  EXPECT_THAT(outcome_.output, HasSubstr("tile[r][c ^ r] was not tried: it saves no more wavefronts than tile[32][33], "
                                         "and takes instructions besides"));
}

TEST_F(Advise, DoesNotTryALayoutThatTakesInstructionsForLittle) {
  write("few.cu", R"(#include <cuda_runtime.h>
__global__ void few(float* out) {
  __shared__ float s[512];
  for (int i = threadIdx.x; i < 512; i += 32) s[i] = i;
  __syncthreads();
  float sum = s[threadIdx.x * 16];
  for (int i = 0; i < 500; ++i) sum = sum * 2 + s[i * 7 & 511];
  out[threadIdx.x] = sum;
}
int main() {
  float* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(float));
  few<<<1, 32>>>(out);
  cudaFree(out);
}
)");
  const json found = advice(folder_ + "few.cu");
  EXPECT_THAT(array_named(found, "s").at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("s[i + (i >> 5)] was not tried: it saves 15 of 532 "));
}

TEST_F(Advise, LeavesNarrowElementsThatAPointerWalks) {
  const json found = advice(program("narrow.cu"));
  EXPECT_THAT(
      array_named(found, "held").at("remarks").dump(),
      HasSubstr("its elements cannot have words of their own: a pointer to one of its elements is kept (line 23)"));
  EXPECT_EQ(chosen_of(array_named(found, "held")), nullptr);
}

// A class is laid out only where all its memory is in shared variables, and nobody counts on how large it is.
TEST_F(Advise, LeavesClassesThatAreMoreThanSharedVariables) {
  const auto text_with = [](const std::string& members, const std::string& more, const std::string& main) {
    return "#include <cstdio>\nstruct Tile {\n  float cells[32][32];\n" + members +
           "};\n"
           "__global__ void turn(float* out, const float* in) {\n"
           "  __shared__ Tile tile;\n"
           "  tile.cells[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];\n"
           "  __syncthreads();\n"
           "  out[threadIdx.y * 32 + threadIdx.x] = tile.cells[threadIdx.x][threadIdx.y];\n"
           "}\n" +
           more +
           "int main() {\n"
           "  float *in, *out;\n"
           "  cudaMalloc(&in, 4096), cudaMalloc(&out, 4096), cudaMemset(in, 0, 4096);\n"
           "  turn<<<1, dim3(32, 32)>>>(out, in);\n" +
           main + "  return cudaDeviceSynchronize();\n}\n";
  };
  const auto told = [&](const std::string& text) {
    (void)advice(write("k.cu", text));
    EXPECT_EQ(outcome_.exit_code, 0) << outcome_.errors;
    return outcome_.output;
  };
  EXPECT_THAT(told(text_with("", "", "")), HasSubstr("k.cu:3:9: float tile.cells[32][32]: "));
  EXPECT_THAT(outcome_.output, HasSubstr("  fix: float cells[32][33];\n"));
  EXPECT_THAT(told(text_with("", "", "  static Tile own;\n  (void)own;\n")),
              HasSubstr("its rows cannot be padded: line 15 has one that is not in shared memory"));
  EXPECT_THAT(told(text_with("", "", "  if (sizeof(Tile) != 4096) return 1;\n")),
              HasSubstr("its rows cannot be padded: line 15 asks how large it is"));
  EXPECT_THAT(told(text_with("", "__device__ void fill(Tile* at) { at->cells[0][0] = 1; }\n", "")),
              HasSubstr("its rows cannot be padded: line 11 has a pointer to one"));
  EXPECT_THAT(told(text_with("  int used;\n", "", "")),
              StartsWith("tile: 992 of 1,056 wavefronts are bank conflicts\n"
                         "      = no function declares it as an array of known extents: it is left as it is\n"));
  EXPECT_THAT(told(text_with("  __device__ float* first() { return &cells[0][0]; }\n", "", "")),
              HasSubstr("a pointer to one of its elements is kept"));
  // A kernel of the same class that had no conflicts: with longer rows it has.
  EXPECT_THAT(told(text_with("",
                             "__global__ void diagonal(float* out) {\n"
                             "  __shared__ Tile own;\n"
                             "  const int t = threadIdx.x;\n"
                             "  for (int round = 0; round < 64; ++round)\n"
                             "    for (int i = 0; i < 32; ++i) own.cells[t][(i + 31 * t) % 32] = round;\n"
                             "  __syncthreads();\n"
                             "  out[t] = own.cells[31 - t][t];\n"
                             "}\n",
                             "  diagonal<<<1, 32>>>(out);\n")),
              HasSubstr("none of 5 layouts costs less"));
}

TEST_F(Advise, LeavesAnArrayThatHasNoRoomAndAnIndexWithEffects) {
  if (kSanitized) GTEST_SKIP() << kNotSanitized;
  const json found = advice(program("stacks.cu"), {"--kernel", "pushed"});
  const json& pile = array_named(found, "pile");
  EXPECT_THAT(pile.at("proposals"), IsEmpty());
  EXPECT_THAT(outcome_.output, HasSubstr("its rows and columns cannot change places: the column of an element is an "
                                         "expression with effects (line 19)"));
}

TEST_F(Advise, RefusesWhatItCannotEdit) {
  EXPECT_THAT(run({"advise"}).errors, HasSubstr("advise needs a program: a .cu file"));
  EXPECT_THAT(run({"advise", "nowhere.cu"}).errors, HasSubstr("nowhere.cu: no such file"));
  const Outcome ptx = run({"advise", kExamples + "scale.ptx"});
  EXPECT_EQ(ptx.exit_code, 2);
  EXPECT_THAT(ptx.errors, HasSubstr("scale.ptx: advise edits and compiles CUDA source: name a .cu file"));
  const Outcome broken = run({"advise", write("broken.cu", "int main() { return x; }\n")});
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_THAT(broken.errors, HasSubstr("broken.cu: could not be compiled"));
  EXPECT_THAT(run({"advise", program("transpose.cu"), "--json", "-", "--patch", "-"}).errors,
              HasSubstr("both want the standard output"));
  EXPECT_THAT(run({"advise", program("transpose.cu"), "--kernel", "("}).errors, HasSubstr("no regular expression"));
  EXPECT_THAT(run({"advise", program("transpose.cu"), "--kernel", "nosuch"}).output,
              HasSubstr("note: --kernel nosuch matches none of the kernels that were launched, so that none was looked "
                        "at: transpose("));
}

}  // namespace
}  // namespace warpglass
