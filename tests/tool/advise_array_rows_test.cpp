// Arrays of global memory whose rows `warpglass advise` pads, or which it begins where warps do, with the host's side
// of it; and those it leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_array_layouts.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST_F(ArrayLayouts, RowsArePaddedWithAllThatTheHostDoes) {
  const json found = advice_of(image(body("  out[y * w + x] = 2 * in[y * w + x];")));
  const json pitch = change(found, "row-pitch");
  ASSERT_EQ(verdict(pitch), "proved") << found.dump(1);
  EXPECT_LT(pitch.at("proposals").at(0).at("after").at("sectors of global and local memory"),
            pitch.at("before").at("sectors of global and local memory"));
  const std::string patch = found.at("patch");
  for (const char* line :
       {"+__global__ void blur(const float* in, float* out, int w, int h, int in_pitch) {",
        "+  out[y * in_pitch + x] = 2 * in[y * in_pitch + x];",
        "+  const size_t in_pitch = (w + 31) & ~31;  // elements from row to row",
        "+  CHECK(cudaMalloc((void**)&in, in_pitch * h * sizeof(float)));",
        "+  cudaMalloc(&out, in_pitch * h * sizeof(float));",
        "+  CHECK(cudaMemcpy2D(in, in_pitch * sizeof(float), image.data(), w * sizeof(float), "
        "w * sizeof(float), h, cudaMemcpyHostToDevice));",
        "+  cudaMemset(out, 0, in_pitch * h * sizeof(float));", "+  blur<<<grid, block>>>(in, out, w, h, in_pitch);",
        "+  cudaMemcpy2D(got.data(), w * sizeof(float), out, in_pitch * sizeof(float), "
        "w * sizeof(float), h, cudaMemcpyDeviceToHost);"})
    EXPECT_THAT(patch, HasSubstr(line));
  EXPECT_THAT(patch, Not(HasSubstr("__asm__")));
  // The patched program is one that advise has nothing more to say of.
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_EQ(run({"run", folder_ + "k.cu", "--quiet"}).exit_code, 0);
  EXPECT_TRUE(change(advice(folder_ + "k.cu"), "row-pitch").is_null());
}

TEST_F(ArrayLayouts, RowsAreFoundByVariablesThatAreIndices) {
  const json found = advice_of(image(body(R"(
  const int i = y * w + x;
  const int right = x + 1 < w ? x + 1 : w - 1;
  const float* const row = in + y * w;
  out[i] = in[i] + row[right] + (y > 0 ? in[i - w] : 0);)")));
  ASSERT_EQ(verdict(change(found, "row-pitch")), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  EXPECT_THAT(patch, HasSubstr("+  const int i = y * in_pitch + x;"));
  EXPECT_THAT(patch, HasSubstr("+  const float* const row = in + y * in_pitch;"));
  EXPECT_THAT(patch, HasSubstr("row[right] + (y > 0 ? in[i - in_pitch] : 0)"));
}

/// Lengths that are written without blanks keep together in the products that are made of them.
TEST_F(ArrayLayouts, RowsOfASumArePadded) {
  std::string text = image(body("  out[y * w + x] = in[y * w + x] + 1;"), "1001");
  for (std::size_t at = text.find("int main"); (at = text.find("w * h", at)) != std::string::npos;)
    text.replace(at, 5, "(w+2)*h");
  text.replace(text.find("(in, out, w, h)"), 15, "(in, out, w+2, h)");
  const json found = advice_of(text);
  ASSERT_EQ(verdict(change(found, "row-pitch")), "proved") << found.dump(1);
  EXPECT_THAT(std::string(found.at("patch")), HasSubstr("(w+2) * sizeof(float), h, cudaMemcpyHostToDevice)"));
}

/// What lies behind a row is the next one's beginning, as long as rows lie end to end.
TEST_F(ArrayLayouts, RowsThatKernelsLeaveAtTheirEndsAreNotPadded) {
  const json found =
      advice_of(image(body("  const int i = y * w + x;\n  out[i] = x + y > 0 ? 0 * in[i - 1] + in[i] : 0;")));
  EXPECT_EQ(verdict(change(found, "row-pitch")), "makes-mistakes") << found.dump(1);
  EXPECT_EQ(found.at("patch"), "");
  EXPECT_THAT(outcome_.output, HasSubstr("kernels take 15 times what lies between its rows, or ahead of them"));
}

TEST_F(ArrayLayouts, RowsAreLeftWhereTheSourceDoesNotShowThem) {
  const auto reason = [&](const std::string& program, const std::string& why) {
    (void)advice_of(program);
    EXPECT_THAT(outcome_.output, HasSubstr("(not tried: " + why)) << program;
  };
  const std::string plain = body("  out[y * w + x] = 2 * in[y * w + x];");
  const std::string odd = "1001";
  reason(image(body("  int i = y * w + x;\n  if (i < w * h) out[i] = 2 * in[i];"), odd),
         "line 10 of blur has i otherwise than as an index");
  reason(image(body("  int i = x;\n  i += y * w;\n  out[i] = 2 * in[i];"), odd),
         "no index of it has the length of a row");
  reason(image(body("  const float* row = in + y * w;\n  out[y * w + x] = 2 * row[x + 0 * w];"), odd),
         "line 10 of blur takes row otherwise than by column");
  reason(image(plain, odd, "  float* middle = in + w;\n  cudaMemset(middle, 0, 4);"),
         "in: line 22 does something else");
  reason(image(plain, odd, "", "  cudaMemcpy(got.data(), out + 3, 40, cudaMemcpyDeviceToHost);"),
         "out: line 26 takes a part of it");
  reason(image(plain + "\nvoid (*other)(const float*, float*, int, int) = blur;", odd),
         "blur is named elsewhere than in");
  reason(image("template <int N>" + body("  out[y * w + x] = N * in[y * w + x];") +
                   "template __global__ void blur<3>(const float*, float*, int, int);\n#define blur blur<2>\n",
               odd),
         "the kernel is not found in the source, or a template of several");
}

TEST_F(ArrayLayouts, KernelsThatTakeStructuresAreFound) {
  const json found = advice_of(R"(
struct Size { int w, h; };
__global__ void blur(Size size, const float* in, float* out, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < size.w - 1 && y < size.h) out[y * w + x] = in[y * w + x] + in[y * w + x + 1];
}
int main() {
  const int w = 1003, h = 64;
  float *in, *out;
  cudaMalloc(&in, w * h * sizeof(float));
  cudaMalloc(&out, w * h * sizeof(float));
  cudaMemset(in, 0, w * h * sizeof(float));
  blur<<<dim3(32, h), 32>>>(Size{w, h}, in, out, w);
  cudaDeviceSynchronize();
}
)");
  EXPECT_EQ(verdict(change(found, "row-pitch")), "proved") << found.dump(1);
}

TEST_F(ArrayLayouts, ATemplateOfOneKernelIsThatKernel) {
  const std::string program = R"(
template <typename T> __global__ void blur(const T* in, T* out, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w - 1) out[y * w + x] = in[y * w + x] + in[y * w + x + 1];
}
int main() {
  const int w = 1003, h = 64;
  float *in, *out;
  cudaMalloc(&in, w * h * sizeof(float));
  cudaMalloc(&out, w * h * sizeof(float));
  cudaMemset(in, 0, w * h * sizeof(float));
  blur<float><<<dim3(32, h), 32>>>(in, out, w);
  cudaDeviceSynchronize();
}
)";
  const json found = advice_of(program);
  ASSERT_EQ(verdict(change(found, "row-pitch")), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  EXPECT_THAT(patch,
              HasSubstr("+template <typename T> __global__ void blur(const T* in, T* out, int w, int in_pitch) {"));
  EXPECT_THAT(patch, HasSubstr("+  blur<float><<<dim3(32, h), 32>>>(in, out, w, in_pitch);"));
  // Of two kernels one might be the worse for it.
  std::string twice = program;
  twice.insert(twice.find("int main"), "template __global__ void blur(const double*, double*, int);\n");
  EXPECT_TRUE(change(advice_of(twice), "row-pitch").is_null());
  EXPECT_THAT(outcome_.output, HasSubstr("or a template of several"));
}

TEST_F(ArrayLayouts, BeginWhereWarpsDo) {
  const json found = advice_of(R"(
__global__ void scale(const float* header, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = header[0] * in[i];
}
int main() {
  std::vector<float> file(4097, 2), got(4096);
  float* all;
  float* out;
  cudaMalloc(&all, file.size() * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemcpy(all, file.data(), file.size() * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<32, 128>>>(all, all + 1, out);
  cudaMemcpy(got.data(), out, 4096 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(all);
  cudaFree(out);
  printf("%g\n", got[7]);
}
)");
  const json start = change(found, "array-start");
  ASSERT_EQ(verdict(start), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  EXPECT_THAT(patch,
              HasSubstr("+  cudaMalloc(&all, file.size() * sizeof(float) + 31 * sizeof(*all));\n+  all += 31;\n"));
  EXPECT_THAT(patch, HasSubstr("+  cudaFree(all - 31);"));
}

TEST_F(ArrayLayouts, OfManagedMemoryBeginWhereWarpsDo) {
  const json found = advice_of(R"(
__global__ void scale(const float* header, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = header[0] * in[i];
}
int main() {
  float* all;
  float* out;
  cudaMallocManaged(&all, 4097 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i <= 4096; ++i) all[i] = i % 100;
  *all = 3;
  scale<<<32, 128>>>(all, all + 1, out);
  cudaDeviceSynchronize();
  printf("%g\n", out[7]);
  cudaFree(all);
  cudaFree(out);
}
)");
  ASSERT_EQ(verdict(change(found, "array-start")), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  EXPECT_THAT(patch,
              HasSubstr("+  cudaMallocManaged(&all, 4097 * sizeof(float) + 31 * sizeof(*all));\n+  all += 31;\n"));
  EXPECT_THAT(patch, HasSubstr("+  cudaFree(all - 31);"));
}

}  // namespace
}  // namespace warpglass
