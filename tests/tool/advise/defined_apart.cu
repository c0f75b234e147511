// Classes whose functions are defined behind them, and one that is not seen as a whole.
#include "check.hpp"

#include <utility>

__global__ void diffuse(const float* in, float* out, int nx, int ny, float c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= nx || j >= ny) return;
  const int at = j * nx + i;
  const float up = j > 0 ? in[at - nx] : 0, down = j < ny - 1 ? in[at + nx] : 0;
  out[at] = in[at] + c * (up + down - 2 * in[at]);
}
__global__ void fade(float* data, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) data[y * w + x] *= 0.5f;
}
__global__ void lift(float* data, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) data[y * w + x] += 1;
}

struct Drop {
  float z, vz, mass, age, size;
};
__global__ void fall(Drop* p, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].z += step * p[i].vz;
}

namespace physics {

class Heat {
 public:
  Heat(int nx, int ny);
  ~Heat();
  void set(const std::vector<float>& from);
  void step(float c);
  void get(std::vector<float>& to) const;

 private:
  int nx_, ny_;
  float *now_ = nullptr, *next_ = nullptr;
};

Heat::Heat(int nx, int ny) : nx_(nx), ny_(ny) {
  cudaMalloc(&now_, nx * ny * sizeof(float));
  cudaMalloc(&next_, nx * ny * sizeof(float));
  cudaMemset(next_, 0, nx * ny * sizeof(float));
}

Heat::~Heat() {
  cudaFree(now_);
  cudaFree(next_);
}

void Heat::set(const std::vector<float>& from) {
  cudaMemcpy(now_, from.data(), nx_ * ny_ * sizeof(float), cudaMemcpyHostToDevice);
}

void Heat::step(float c) {
  const dim3 block(32, 8), grid((nx_ + 31) / 32, (ny_ + 7) / 8);
  diffuse<<<grid, block>>>(now_, next_, nx_, ny_, c);
  std::swap(now_, next_);
}

}  // namespace physics

void physics::Heat::get(std::vector<float>& to) const {
  cudaMemcpy(to.data(), now_, nx_ * ny_ * sizeof(float), cudaMemcpyDeviceToHost);
}

/// What a function behind it calls w_ is another number.
class Screen {
 public:
  Screen(int w, int h);
  void copy(const float* from, float* to, int w_);
  void run();

 private:
  int w_, h_;
  float* data_;
};

Screen::Screen(int w, int h) : w_(w), h_(h) { cudaMalloc(&data_, w * h * sizeof(float)); }

void Screen::copy(const float* from, float* to, int w_) {
  if (w_ > 0) {
    cudaMemcpy(data_, from, this->w_ * h_ * sizeof(float), cudaMemcpyHostToDevice);
  } else {
    cudaMemcpy(to, data_, this->w_ * h_ * sizeof(float), cudaMemcpyDeviceToHost);
  }
}

void Screen::run() { fade<<<dim3(8, h_), 128>>>(data_, w_, h_); }

/// One of its functions is defined nowhere.
class Lift {
 public:
  Lift(int w, int h);
  void give(float* to);
  void run(const float* from, float* to);

 private:
  int w_, h_;
  float* data_;
};

Lift::Lift(int w, int h) : w_(w), h_(h) { cudaMalloc(&data_, w * h * sizeof(float)); }

void Lift::run(const float* from, float* to) {
  cudaMemcpy(data_, from, w_ * h_ * sizeof(float), cudaMemcpyHostToDevice);
  lift<<<dim3(8, h_), 128>>>(data_, w_, h_);
  cudaMemcpy(to, data_, w_ * h_ * sizeof(float), cudaMemcpyDeviceToHost);
}

/// A class that owns an array.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t n);
  ~Buffer();
  T* get() const;
  void upload(const std::vector<T>& from);
  void download(std::vector<T>& to) const;

 private:
  T* data_ = nullptr;
  std::size_t n_;
};

template <class T>
Buffer<T>::Buffer(std::size_t n) : n_(n) {
  cudaMalloc(&data_, n * sizeof(T));
}
template <class T>
Buffer<T>::~Buffer() {
  cudaFree(data_);
}
template <class T>
T* Buffer<T>::get() const {
  return data_;
}
template <class T>
void Buffer<T>::upload(const std::vector<T>& from) {
  cudaMemcpy(data_, from.data(), n_ * sizeof(T), cudaMemcpyHostToDevice);
}
template <class T>
void Buffer<T>::download(std::vector<T>& to) const {
  cudaMemcpy(to.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
}

double sum_of(const std::vector<float>& all) {
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) sum += all[i] * static_cast<double>(i % 31);
  return sum;
}

int main(int argc, char**) {
  const int w = 1003, h = 24, rounds = argc + 2;
  std::vector<float> image(w * h), got(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = static_cast<float>(i % 1009);
  physics::Heat heat(w, h);
  heat.set(image);
  for (int i = 0; i < rounds; ++i) heat.step(0.25f);
  heat.get(got);
  double sum = sum_of(got);

  Screen screen(w, h);
  screen.copy(image.data(), nullptr, 1);
  screen.run();
  screen.copy(nullptr, got.data(), -1);
  sum += sum_of(got);

  Lift lifted(w, h);
  lifted.run(image.data(), got.data());
  sum += sum_of(got);

  const int n = 4096;
  std::vector<Drop> drops(n);
  for (int i = 0; i < n; ++i) drops[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
  Buffer<Drop> on_device(n);
  on_device.upload(drops);
  fall<<<n / 128, 128>>>(on_device.get(), 0.5f);
  on_device.download(drops);
  for (int i = 0; i < n; ++i) sum += drops[i].z * (i % 23) + drops[i].mass;
  std::printf("%g\n", sum);
}
