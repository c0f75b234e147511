// Arrays of global memory that `warpglass advise` lays out otherwise, with the host's side of it; and those it leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "tests/tool/advise_run.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHeadOfKernels = R"(#include <cstdio>
#include <vector>
#define CHECK(call) do { if ((call) != cudaSuccess) return 1; } while (0)
)";

class ArrayLayouts : public Advise {
 protected:
  [[nodiscard]] json advice_of(const std::string& text) { return advice(write("k.cu", kHeadOfKernels + text)); }

  /// The change of a rule; null: there is none.
  static json change(const json& advice, const std::string& rule) {
    for (const json& one : advice.at("changes")) {
      if (one.at("rule") == rule) return one;
    }
    return {};
  }

  static json verdict(const json& change) {
    return change.is_null() || change.at("proposals").empty() ? json() : change.at("proposals").at(0).at("verdict");
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

std::string particles(const std::string& kernel,
                      const std::string& structure = "float x, y, z; int kind; double mass;") {
  return "struct P { " + structure + " };\n" + kernel + R"(
int main() {
  const int n = 4096;
  std::vector<P> some(n), got(n);
  for (int i = 0; i < n; ++i) some[i].x = i % 17, some[i].y = i % 5, some[i].z = 1;
  P* p = nullptr;
  CHECK(cudaMalloc(&p, n * sizeof(P)));
  CHECK(cudaMemcpy(p, some.data(), n * sizeof(P), cudaMemcpyHostToDevice));
  move<<<n / 128, 128>>>(p, 0.5f);
  CHECK(cudaMemcpy(got.data(), p, n * sizeof(P), cudaMemcpyDeviceToHost));
  cudaFree(p);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += got[i].x * (i % 31) + got[i].y;
  printf("%g\n", sum);
}
)";
}

TEST_F(ArrayLayouts, StructuresBecomeArraysOfTheirMembers) {
  const json found = advice_of(particles(R"(
__global__ void move(P* p, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].x += step * p[i].y;
})"));
  const json members = change(found, "member-arrays");
  ASSERT_EQ(verdict(members), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  for (const char* line :
       {"+__global__ void move(float* p_x, float* p_y, float step) {", "+  p_x[i] += step * p_y[i];", "+  float* p_x;",
        "+  double* p_mass;", "+  CHECK(cudaMalloc(&p_kind, n * sizeof(int)));",
        "+  CHECK(cudaMemcpy2D(p_x, sizeof(float), &(some.data())->x, sizeof(P), sizeof(float), n, "
        "cudaMemcpyHostToDevice));",
        "+  move<<<n / 128, 128>>>(p_x, p_y, 0.5f);",
        "+  CHECK(cudaMemcpy2D(&(got.data())->mass, sizeof(P), p_mass, sizeof(double), sizeof(double), "
        "n, cudaMemcpyDeviceToHost));",
        "+  cudaFree(p_z);"})
    EXPECT_THAT(patch, HasSubstr(line));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_EQ(run({"run", folder_ + "k.cu", "--quiet"}).exit_code, 0);
}

/// Of managed memory the host takes elements itself: they are found where they lie then.
TEST_F(ArrayLayouts, OfManagedMemoryFollowTheHostsElements) {
  const auto program = [](const std::string& on_host) {
    return R"(struct P { float x, y, z; int kind; double mass; };
__global__ void move(P* p, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].x += step * p[i].y;
}
int main() {
  const int n = 4096;
  P* p;
  CHECK(cudaMallocManaged(&p, n * sizeof(P)));
)" + on_host +
           R"(
  move<<<n / 128, 128>>>(p, 0.5f);
  CHECK(cudaDeviceSynchronize());
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i].x * (i % 31) + p[i].mass;
  printf("%g\n", sum);
  cudaFree(p);
}
)";
  };
  const std::string fill = "  for (int i = 0; i < n; ++i) p[i].x = p[i].y = i % 17, p[i].z = 1, p[i].mass = 2;\n";
  const json found = advice_of(program(fill));
  const json members = change(found, "member-arrays");
  ASSERT_EQ(verdict(members), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  for (const char* line :
       {"+  CHECK(cudaMallocManaged(&p_kind, n * sizeof(int)));",
        "+  for (int i = 0; i < n; ++i) p_x[i] = p_y[i] = i % 17, p_z[i] = 1, p_mass[i] = 2;",
        "+  for (int i = 0; i < n; ++i) sum += p_x[i] * (i % 31) + p_mass[i];", "+  cudaFree(p_mass);"})
    EXPECT_THAT(patch, HasSubstr(line));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_EQ(run({"run", folder_ + "k.cu", "--quiet"}).exit_code, 0);

  const auto reason = [&](const std::string& on_host, const std::string& why) {
    const json left = advice_of(program(fill + on_host));
    EXPECT_TRUE(change(left, "member-arrays").is_null()) << left.dump(1);
    EXPECT_THAT(outcome_.output, HasSubstr("not tried: " + why)) << on_host;
  };
  reason("  const P first = p[0]; printf(\"%g\\n\", first.x);\n", "line 14 takes a whole structure on the host");
  reason("  P* q = &p[7]; q->y = 3;\n", "line 14 does something else with it");
  reason("  float& y = p[7].y; y = 3;\n", "line 14 does something else with it");
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

TEST_F(ArrayLayouts, StructuresAreLeftWhereTheyAreTakenWhole) {
  const auto reason = [&](const std::string& program, const std::string& why) {
    const json found = advice_of(program);
    EXPECT_TRUE(change(found, "member-arrays").is_null()) << found.dump(1);
    EXPECT_THAT(outcome_.output, HasSubstr("not tried: " + why)) << program;
  };
  const std::string head =
      "__global__ void move(P* p, float step) {\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
  reason(particles(head + "  P q = p[i];\n  q.x += step;\n  p[i] = q;\n}",
                   "float x, y, z; double mass; int kind, more; P() : x(0), y(0), z(0), mass(0), kind(0), more(0) {}"),
         "P: there are bytes between its members");
  reason(particles(head + "  P q = p[i];\n  q.x += step;\n  p[i] = q;\n}", "float x, y, z, mass; P() : x(0) {}"),
         "line 7 of move takes a whole structure, which has constructors");
  reason(particles(head + "  P* q = &p[i];\n  q->y += step;\n  q += i & 0;\n  q->x += 1;\n}"),
         "line 7 of move has q lead to several structures");
  reason(particles(head + "  p[i].x += step * p[i].y;\n}", "float x, y, z; double mass;"),
         "P: there are bytes between its members");
  reason(particles(head + "  p[i].x += step * p[i].y;\n}", "float x, y, z; float more[3];"),
         "P: its member more is no number and no vector");
}

/// Of a class that owns the array, of Thrust's vector, and by a view that knows how far rows lie apart.
TEST_F(ArrayLayouts, ArraysOfClassesAreLaidOutWithThem) {
  const json found = advice_of(R"(#include <cuda_runtime.h>
template <class T> class Buffer {
 public:
  explicit Buffer(size_t n) { allocate(n); }
  explicit Buffer(const std::vector<T>& host) : Buffer(host.size()) {
    cudaMemcpy(data_, host.data(), n_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  std::vector<T> to_host() const {
    std::vector<T> host(n_);
    cudaMemcpy(host.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }
  ~Buffer() { cudaFree(data_); }
  void upload(const std::vector<T>& host) { cudaMemcpy(data_, host.data(), n_ * sizeof(T), cudaMemcpyHostToDevice); }
  void download(T* host, size_t n) { cudaMemcpy(host, data_, n * sizeof(T), cudaMemcpyDeviceToHost); }
  T* get() const { return data_; }
 private:
  void allocate(size_t n) { n_ = n; cudaMalloc(&data_, n * sizeof(T)); }
  T* data_;
  size_t n_;
};
namespace thrust {  // what of it is used here
template <class T> struct device_ptr { T* p; };
template <class T> T* raw_pointer_cast(device_ptr<T> at) { return at.p; }
template <class T> struct device_vector {
  explicit device_vector(size_t n) : n(n) { cudaMalloc(&p, n * sizeof(T)); }
  device_vector(const std::vector<T>& h) : device_vector(h.size()) { cudaMemcpy(p, h.data(), n * sizeof(T), cudaMemcpyHostToDevice); }
  ~device_vector() { cudaFree(p); }
  device_ptr<T> data() { return {p}; }
  device_ptr<T> begin() { return {p}; }
  device_ptr<T> end() { return {p + n}; }
  T* p;
  size_t n;
};
template <class T, class I> void copy(device_ptr<T> from, device_ptr<T> end, I to) { cudaMemcpy(&*to, from.p, (end.p - from.p) * sizeof(T), cudaMemcpyDeviceToHost); }
}  // namespace thrust
template <class T> class View {
 public:
  View(T* data, int w, int h, int stride) : data_(data), w_(w), h_(h), stride_(stride) {}
  __device__ T& operator()(int y, int x) const { return data_[y * stride_ + x]; }
  __device__ int width() const { return w_; }
 private:
  T* data_;
  int w_, h_, stride_;
};
struct P { float x, y, z, mass, age; };
struct Q { float x, y, z, mass, age; };
__global__ void move(P* p, float step, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    P& one = p[i];
    one.x += step * one.y;
  }
}
__global__ void grow(Q* q, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Q* one = q + (n - 1 - i);
  const float older = one->age + 1;
  q[n - 1 - i].age = older;
}
__global__ void twice(View<float> in, View<float> out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < in.width()) out(y, x) = 2 * in(y, x);
}
int main() {
  const int n = 4096, w = 1003, h = 32;
  std::vector<P> some(n);
  for (int i = 0; i < n; ++i) some[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
  Buffer<P> moved(n);
  moved.upload(some);
  move<<<8, 128>>>(moved.get(), 0.5f, n);
  const std::vector<P> after = moved.to_host();
  std::vector<Q> others(n);
  thrust::device_vector<Q> aged(others);
  grow<<<n / 128, 128>>>(thrust::raw_pointer_cast(aged.data()), n);
  thrust::copy(aged.begin(), aged.end(), others.begin());
  std::vector<float> image(w * h, 3), got(w * h);
  Buffer<float> in(image);
  float* out;
  CHECK(cudaMalloc(&out, image.size() * sizeof(float)));
  twice<<<dim3(8, h), 128>>>(View<float>(in.get(), w, h, w), View<float>(out, w, h, w));
  CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += after[i].x * (i % 31) + others[i].age;
  for (int i = 0; i < w * h; ++i) sum += got[i] * (i % 13);
  printf("%g\n", sum);
  cudaFree(out);
}
)");
  for (const json& one : found.at("changes")) {
    const bool is_layout = one.at("rule") == "member-arrays" || one.at("rule") == "row-pitch";
    if (is_layout) {
      EXPECT_EQ(verdict(one), "proved") << one.dump(1);
    }
  }
  const std::string patch = found.at("patch");
  for (const char* line :
       {"+__global__ void move(float* p_x, float* p_y, float step, int n) {", "+    p_x[i] += step * p_y[i];",
        "+  Buffer<float> moved_mass(n);",
        "+  cudaMemcpy2D(moved_x.get(), sizeof(float), &(some.data())->x, sizeof(P), sizeof(float), n, "
        "cudaMemcpyHostToDevice);",
        "+  std::vector<P> moved_host(n);",
        "+  cudaMemcpy2D(&(moved_host.data())->age, sizeof(P), moved_age.get(), sizeof(float), sizeof(float), n, "
        "cudaMemcpyDeviceToHost);",
        "+  const std::vector<P> after = moved_host;",
        "+  cudaMemcpy2D(in.get(), in_pitch * sizeof(float), image.data(), w * sizeof(float), w * sizeof(float), h, "
        "cudaMemcpyHostToDevice);",
        "+  const auto one_index = (n - 1 - i);", "+  const float older = q_age[one_index] + 1;",
        "+  thrust::device_vector<float> aged_age(n);",
        "+  grow<<<n / 128, 128>>>(thrust::raw_pointer_cast(aged_age.data()), n);",
        "+  const int in_pitch = (w + 31) & ~31;  // elements from row to row", "+  Buffer<float> in(in_pitch * h);",
        "+  CHECK(cudaMalloc(&out, in_pitch * h * sizeof(float)));",
        "+  twice<<<dim3(8, h), 128>>>(View<float>(in.get(), w, h, in_pitch), View<float>(out, w, h, in_pitch));"})
    EXPECT_THAT(patch, HasSubstr(line));
  ASSERT_EQ(shell(kTool + " advise k.cu --patch fix.patch && git apply fix.patch"), 0);
  EXPECT_EQ(run({"run", folder_ + "k.cu", "--quiet"}).exit_code, 0);
}

/// What this run's numbers would prove, and others' would not.
TEST_F(ArrayLayouts, AreLeftWhereAnotherInputWouldBeWrong) {
  const std::string buffer = R"(
template <class T> class Buffer {
 public:
  explicit Buffer(size_t n) : n_(n) { cudaMalloc(&data_, n * sizeof(T)); FILL }
  ~Buffer() { cudaFree(data_); }
  void upload(const T* host) { cudaMemcpy(data_, host, n_ * sizeof(T), cudaMemcpyHostToDevice); }
  void download(T* host) { cudaMemcpy(host, data_, n_ * sizeof(T), cudaMemcpyDeviceToHost); }
  T* get() const { return data_; }
 private:
  T* data_;
  size_t n_;
};
struct P { float x = 0, y = 1, z = 0, mass = 1, age = 0; };
__global__ void move(P* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i].x = 2 * p[i].y;
}
int main(int argc, char**) {
  int n = 4096;
  std::vector<P> some(n);
  Buffer<P> moved(n);
  moved.upload(some.data());
  move<<<32, 128>>>(moved.get(), n);
  CHANGE
  moved.download(some.data());
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += some[i].x * (i % 31);
  printf("%g\n", sum);
}
)";
  const auto with = [](std::string text, const std::string& word, const std::string& by) {
    if (const std::size_t at = text.find(word); at != std::string::npos) text.replace(at, word.size(), by);
    return text;
  };
  const auto of_class = [&](const std::string& fill, const std::string& change) {
    return with(with(buffer, "FILL", fill), "CHANGE", change);
  };
  EXPECT_EQ(verdict(change(advice_of(of_class("", "")), "member-arrays")), "proved");
  const json changed = advice_of(of_class("", "if (argc > 1) n = 1000;"));
  EXPECT_TRUE(change(changed, "member-arrays").is_null() || verdict(change(changed, "member-arrays")) != "proved");
  EXPECT_THAT(changed.dump(), HasSubstr("makes it of a number that changes later"));
  const json filled = advice_of(
      of_class("std::vector<T> fresh(n); cudaMemcpy(data_, fresh.data(), n * sizeof(T), cudaMemcpyHostToDevice);", ""));
  EXPECT_TRUE(change(filled, "member-arrays").is_null() || verdict(change(filled, "member-arrays")) != "proved");

  const std::string blur = body("  out[y * w + x] = in[y * w + x] + 1;");
  const json bytes = advice_of(with(
      image(blur, "1003", "", "  if (argc > 1) h = 8;\n  cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost);"),
      "int main() {\n  const int w = 1003, h = 16;",
      "int main(int argc, char**) {\n  const int w = 1003;\n  int h = 16;"));
  EXPECT_TRUE(change(bytes, "row-pitch").is_null() || verdict(change(bytes, "row-pitch")) != "proved");

  const json sliced = advice_of(R"(
struct View {
  float* data;
  int w, zslice, stride;
  __device__ float& operator()(int z, int y, int x) const { return data[z * zslice + y * stride + x]; }
};
__global__ void twice(View in, View out, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w) out(blockIdx.z, blockIdx.y, x) = 2 * in(blockIdx.z, blockIdx.y, x);
}
int main() {
  const int w = 1003, h = 32, d = 1, area = w * h;
  std::vector<float> image(w * h * d, 3), got(w * h * d);
  float *in, *out;
  cudaMalloc(&in, w * h * d * sizeof(float));
  cudaMalloc(&out, w * h * d * sizeof(float));
  cudaMemcpy(in, image.data(), w * h * d * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<dim3(8, h, d), 128>>>(View{in, w, area, w}, View{out, w, area, w}, w);
  cudaMemcpy(got.data(), out, w * h * d * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", got[7]);
  cudaFree(in);
  cudaFree(out);
}
)");
  EXPECT_TRUE(change(sliced, "row-pitch").is_null() || verdict(change(sliced, "row-pitch")) != "proved");
  EXPECT_THAT(sliced.dump(), HasSubstr("View has more than one way from element to element"));
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

/// Whole structures are written out; rows of managed memory are found by the host where they lie then.
TEST_F(ArrayLayouts, WholeStructuresAndTheHostsRowsFollow) {
  const json found = advice_of(R"(
struct P { float x, y, z; int kind; double mass; };
__global__ void move(P* p, const P* from, float step, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  P one = p[i];
  one.x += step * from[i].y;
  p[i] = one;
}
__global__ void twice(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w) out[y * w + x] = 2 * in[y * w + x];
}
int main() {
  const int n = 4096, w = 1003, h = 32;
  std::vector<P> some(n);
  for (int i = 0; i < n; ++i) some[i].x = i % 17, some[i].y = i % 5, some[i].z = 1, some[i].kind = 3, some[i].mass = 4;
  P *p, *from;
  cudaMalloc(&p, n * sizeof(P));
  cudaMalloc(&from, n * sizeof(P));
  cudaMemcpy(p, some.data(), n * sizeof(P), cudaMemcpyHostToDevice);
  cudaMemcpy(from, some.data(), n * sizeof(P), cudaMemcpyHostToDevice);
  move<<<n / 128, 128>>>(p, from, 0.5f, n);
  cudaMemcpy(some.data(), p, n * sizeof(P), cudaMemcpyDeviceToHost);
  float *in, *out;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&out, w * h * sizeof(float));
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) in[y * w + x] = x + y;
  for (int y = 1; y < h; ++y) in[y * w - 1] += 1;
  twice<<<dim3(8, h), 128>>>(in, out, w, h);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += some[i].x * (i % 31);
  for (int i = 0; i < w * h; ++i) sum += out[i] * (i % 13);
  printf("%g\n", sum);
  cudaFree(p);
  cudaFree(from);
  cudaFree(in);
  cudaFree(out);
}
)");
  ASSERT_EQ(verdict(change(found, "row-pitch")), "proved") << found.dump(1);
  ASSERT_EQ(verdict(change(found, "member-arrays")), "proved") << found.dump(1);
  const std::string patch = found.at("patch");
  for (const char* line : {"+  P one = P{p_x[i], p_y[i], p_z[i], p_kind[i], p_mass[i]};", "+    p_kind[i] = one.kind;",
                           "+    for (int x = 0; x < w; ++x) in[y * in_pitch + x] = x + y;",
                           "+  for (int y = 1; y < h; ++y) in[(y * w - 1) / w * in_pitch + (y * w - 1) % w] += 1;",
                           "+  for (int i = 0; i < w * h; ++i) sum += out[i / w * in_pitch + i % w] * (i % 13);"})
    EXPECT_THAT(patch, HasSubstr(line));
}

TEST_F(ArrayLayouts, SharedVectorsBecomeArraysOfTheirMembers) {
  const json found = advice(program("members.cu"));
  const auto array = [&](const std::string& name) {
    for (const json& one : found.at("arrays")) {
      if (one.at("name") == name) return one;
    }
    return json();
  };
  // Nobody reads the points' second members: as an array of their own they are not stored.
  for (const auto& [name, before, after] : {std::tuple{"points", 304, 84}, {"leaves", 752, 200}}) {
    const json proposal = array(name).at("proposals").at(0);
    EXPECT_EQ(proposal.at("title"), "an array for each member") << found.dump(1);
    EXPECT_EQ(proposal.at("verdict"), "proved");
    EXPECT_EQ(array(name).at("before").at("wavefronts_shared"), before);
    EXPECT_EQ(proposal.at("after").at("wavefronts_shared"), after);
  }
  EXPECT_THAT(found.at("patch").get<std::string>(),
              HasSubstr("+    at = (at + (leaves_key[at] > sum ? leaves_left[at] : "));
  EXPECT_TRUE(array("arrows").at("proposals").empty());
  EXPECT_THAT(outcome_.output, HasSubstr("(not tried: line 48 does something else with a whole element)"));
}

}  // namespace
}  // namespace warpglass
