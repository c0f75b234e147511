// Programs whose arrays of global memory `warpglass advise` may lay out otherwise.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_run.hpp"

namespace warpglass {

inline constexpr const char* kHeadOfKernels = R"(#include <cstdio>
#include <vector>
#define CHECK(call) do { if ((call) != cudaSuccess) return 1; } while (0)
)";

class ArrayLayouts : public Advise {
 protected:
  [[nodiscard]] nlohmann::json advice_of(const std::string& text) {
    return advice(write("k.cu", kHeadOfKernels + text));
  }

  /// The change of a rule; null: there is none.
  static nlohmann::json change(const nlohmann::json& advice, const std::string& rule) {
    for (const nlohmann::json& one : advice.at("changes")) {
      if (one.at("rule") == rule) return one;
    }
    return {};
  }

  static nlohmann::json verdict(const nlohmann::json& change) {
    return change.is_null() || change.at("proposals").empty() ? nlohmann::json()
                                                              : change.at("proposals").at(0).at("verdict");
  }

  /// A kernel with rows of `w` elements, and what the host does with its two arrays.
  static std::string image(const std::string& kernel, const std::string& width = "1022", const std::string& before = "",
                           const std::string& behind = "") {
    return kernel + R"(
int main() {
  const int w = )" +
           width + R"(, h = 16;
  std::vector<float> image(w * h), got(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = i % 1009;
  float *in, *out = nullptr;
  const size_t bytes = w * h * sizeof(float);
  CHECK(cudaMalloc((void**)&in, w * h * sizeof(float)));
  cudaMalloc(&out, bytes);
  CHECK(cudaMemcpy(in, image.data(), bytes, cudaMemcpyHostToDevice));
  cudaMemset(out, 0, bytes);
)" + before +
           R"(
  dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
  blur<<<grid, block>>>(in, out, w, h);
  cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost);
)" + behind +
           R"(
  cudaFree(in);
  cudaFree(out);
  double sum = 0;
  for (int i = 0; i < w * h; ++i) sum += got[i] * (i % 31);
  printf("%g\n", sum);
}
)";
  }

  static std::string body(const std::string& statements) {
    return R"(
__global__ void blur(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
)" + statements +
           "\n}\n";
  }
};

}  // namespace warpglass
