// Classes that keep arrays in private pointers, swap them in one function, and copy in others: some of which may be laid
// out otherwise, and some not.
#include "check.hpp"

#include <utility>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (0)

struct Body {
  float x, y, vx, vy, mass;
};

__global__ void diffuse(const float* in, float* out, int nx, int ny, float c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= nx || j >= ny) return;
  const int at = j * nx + i;
  const float up = j > 0 ? in[at - nx] : 0, down = j < ny - 1 ? in[at + nx] : 0;
  out[at] = in[at] + c * (up + down - 2 * in[at]);
}
__global__ void advance(const Body* from, Body* to, float step, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  to[i].x = from[i].x + step * from[i].vx;
  to[i].vx = from[i].vx;
}
__global__ void fade(float* data, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) data[y * w + x] *= 0.5f;
}
__global__ void lift(float* data, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) data[y * w + x] += 1;
}
__global__ void drop(float* data, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) data[y * w + x] -= 1;
}

class Heat {
 public:
  Heat(int nx, int ny) : nx_(nx), ny_(ny) {
    CHECK(cudaMalloc(&now_, nx * ny * sizeof(float)));
    CHECK(cudaMalloc(&next_, nx * ny * sizeof(float)));
    CHECK(cudaMemset(next_, 0, nx * ny * sizeof(float)));
  }
  ~Heat() {
    cudaFree(now_);
    cudaFree(next_);
  }
  void set(const std::vector<float>& from) {
    CHECK(cudaMemcpy(now_, from.data(), nx_ * ny_ * sizeof(float), cudaMemcpyHostToDevice));
  }
  void step(float c) {
    const dim3 block(32, 8), grid((nx_ + 31) / 32, (ny_ + 7) / 8);
    diffuse<<<grid, block>>>(now_, next_, nx_, ny_, c);
    std::swap(now_, next_);
  }
  void get(std::vector<float>& to) const {
    const std::size_t bytes = nx_ * ny_ * sizeof(float);
    CHECK(cudaMemcpy(to.data(), now_, bytes, cudaMemcpyDeviceToHost));
  }

 private:
  int nx_, ny_;
  float *now_ = nullptr, *next_ = nullptr;
};

class Bodies {
 public:
  explicit Bodies(const std::vector<Body>& all) : count_(static_cast<int>(all.size())) {
    CHECK(cudaMalloc(&from_, count_ * sizeof(Body)));
    CHECK(cudaMalloc(&to_, count_ * sizeof(Body)));
    CHECK(cudaMemcpy(from_, all.data(), count_ * sizeof(Body), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(to_, from_, count_ * sizeof(Body), cudaMemcpyDeviceToDevice));
  }
  ~Bodies() {
    cudaFree(from_);
    cudaFree(to_);
  }
  void step() {
    advance<<<(count_ + 127) / 128, 128>>>(from_, to_, 0.5f, count_);
    std::swap(from_, to_);
  }
  void get(std::vector<Body>& all) {
    CHECK(cudaMemcpy(all.data(), from_, count_ * sizeof(Body), cudaMemcpyDeviceToHost));
  }

 private:
  int count_;
  Body* from_ = nullptr;
  Body* to_ = nullptr;
};

/// Its width may be another one later.
class Screen {
 public:
  Screen(int w, int h) : w_(w), h_(h) { CHECK(cudaMalloc(&data_, w * h * sizeof(float))); }
  ~Screen() { cudaFree(data_); }
  void narrow(int by) { w_ -= by; }
  void set(const float* from) { CHECK(cudaMemcpy(data_, from, w_ * h_ * sizeof(float), cudaMemcpyHostToDevice)); }
  void run() { fade<<<dim3(8, h_), 128>>>(data_, w_, h_); }
  void get(float* to) { CHECK(cudaMemcpy(to, data_, w_ * h_ * sizeof(float), cudaMemcpyDeviceToHost)); }

 private:
  int w_, h_;
  float* data_;
};

/// Others are told where its array is.
class Shared {
 public:
  Shared(int w, int h) : w_(w), h_(h) { CHECK(cudaMalloc(&data_, w * h * sizeof(float))); }
  ~Shared() { cudaFree(data_); }
  float* data() { return data_; }
  void run() { lift<<<dim3(8, h_), 128>>>(data_, w_, h_); }

 private:
  int w_, h_;
  float* data_;
};

/// It may be taken from another one.
class Moved {
 public:
  Moved(int w, int h) : w_(w), h_(h) { CHECK(cudaMalloc(&data_, w * h * sizeof(float))); }
  Moved(Moved&& other) : w_(other.w_), h_(other.h_), data_(other.data_) { other.data_ = nullptr; }
  ~Moved() { cudaFree(data_); }
  void set(const float* from) { CHECK(cudaMemcpy(data_, from, w_ * h_ * sizeof(float), cudaMemcpyHostToDevice)); }
  void run() { drop<<<dim3(8, h_), 128>>>(data_, w_, h_); }
  void get(float* to) { CHECK(cudaMemcpy(to, data_, w_ * h_ * sizeof(float), cudaMemcpyDeviceToHost)); }

 private:
  int w_, h_;
  float* data_ = nullptr;
};

double sum_of(const std::vector<float>& all) {
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) sum += all[i] * static_cast<double>(i % 31);
  return sum;
}

int main(int argc, char**) {
  const int w = 1003, h = 24, rounds = argc + 2;
  std::vector<float> image(w * h), got(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = static_cast<float>(i % 1009);
  Heat heat(w, h);
  Heat other(w + 6, h - 1);
  heat.set(image);
  for (int i = 0; i < rounds; ++i) heat.step(0.25f);
  heat.get(got);
  double sum = sum_of(got);
  image.resize((w + 6) * (h - 1));
  got.resize(image.size());
  other.set(image);
  other.step(0.125f);
  other.get(got);
  sum += sum_of(got);
  image.resize(w * h);
  got.resize(w * h);

  std::vector<Body> all(4096);
  for (int i = 0; i < 4096; ++i) all[i] = {i % 17 * 1.0f, 1, i % 5 * 1.0f, 2, 3};
  Bodies bodies(all);
  for (int i = 0; i < rounds; ++i) bodies.step();
  bodies.get(all);
  for (int i = 0; i < 4096; ++i) sum += all[i].x * (i % 23) + all[i].mass;

  Screen screen(w, h);
  screen.set(image.data());
  if (argc > 1) screen.narrow(3);
  screen.run();
  screen.get(got.data());
  sum += sum_of(got);

  Shared shared(w, h);
  CHECK(cudaMemcpy(shared.data(), image.data(), w * h * sizeof(float), cudaMemcpyHostToDevice));
  shared.run();
  CHECK(cudaMemcpy(got.data(), shared.data(), w * h * sizeof(float), cudaMemcpyDeviceToHost));
  sum += sum_of(got);

  Moved moved(w, h);
  moved.set(image.data());
  moved.run();
  moved.get(got.data());
  sum += sum_of(got);
  std::printf("%g\n", sum);
}
