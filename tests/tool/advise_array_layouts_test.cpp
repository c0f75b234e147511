// Programs with several arrays of global memory that `warpglass advise` lays out otherwise: those of classes, taken
// whole, or by rows; and what keeps it from that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tool/advise_array_layouts.hpp"

namespace warpglass {
namespace {

using nlohmann::json;
using testing::HasSubstr;

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

}  // namespace
}  // namespace warpglass
