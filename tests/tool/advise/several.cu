// Pointers to arrays of the device that are kept in an array, of which a number says which is which.
#include "check.hpp"

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
__global__ void mix(const float* in, float* out, int nx, int ny) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i < nx && j < ny) out[j * nx + i] += 0.5f * in[j * nx + i];
}
__global__ void fade(float* data, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) data[y * w + x] *= 0.5f;
}
__global__ void lift(float* data, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) data[y * w + x] += 1;
}
__global__ void advance(const Body* from, Body* to, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i].x = from[i].x + step * from[i].vx;
  to[i].vx = from[i].vx;
}

/// As members of a class.
class Mixer {
 public:
  Mixer(int nx, int ny) : nx_(nx), ny_(ny) {
    cudaMalloc(&d_[0], nx * ny * sizeof(float));
    cudaMalloc(&d_[1], nx * ny * sizeof(float));
  }
  ~Mixer() {
    for (int i = 0; i < 2; ++i) cudaFree(d_[i]);
  }
  void set(const std::vector<float>& from) {
    cudaMemcpy(d_[now_], from.data(), nx_ * ny_ * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_[1 - now_], d_[now_], nx_ * ny_ * sizeof(float), cudaMemcpyDeviceToDevice);
  }
  void step() {
    mix<<<dim3((nx_ + 127) / 128, ny_), 128>>>(d_[now_], d_[1 - now_], nx_, ny_);
    now_ = 1 - now_;
  }
  void get(std::vector<float>& to) const {
    cudaMemcpy(to.data(), d_[now_], nx_ * ny_ * sizeof(float), cudaMemcpyDeviceToHost);
  }

 private:
  int nx_, ny_, now_ = 0;
  float* d_[2];
};

double sum_of(const std::vector<float>& all) {
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) sum += all[i] * static_cast<double>(i % 31);
  return sum;
}

double heat(const std::vector<float>& image, int w, int h, int rounds) {
  std::vector<float> got(image.size());
  float* warm[2] = {nullptr, nullptr};
  cudaMalloc(&warm[0], w * h * sizeof(float));
  cudaMalloc(&warm[1], w * h * sizeof(float));
  cudaMemcpy(warm[0], image.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
  for (int i = 0; i < rounds; ++i)
    diffuse<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(warm[i % 2], warm[(i + 1) % 2], w, h, 0.25f);
  cudaMemcpy(got.data(), warm[rounds % 2], w * h * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(warm[0]);
  cudaFree(warm[1]);
  return sum_of(got);
}

double bodies(int n, int rounds) {
  std::vector<Body> all(n);
  for (int i = 0; i < n; ++i) all[i] = {i % 17 * 1.0f, 1, i % 5 * 1.0f, 2, 3};
  Body* moving[2];
  cudaMalloc(&moving[0], n * sizeof(Body));
  cudaMalloc(&moving[1], n * sizeof(Body));
  cudaMemcpy(moving[0], all.data(), n * sizeof(Body), cudaMemcpyHostToDevice);
  cudaMemcpy(moving[1], moving[0], n * sizeof(Body), cudaMemcpyDeviceToDevice);
  int now = 0;
  for (int i = 0; i < rounds; ++i) {
    advance<<<n / 128, 128>>>(moving[now], moving[1 - now], 0.5f);
    now = 1 - now;
  }
  cudaMemcpy(all.data(), moving[now], n * sizeof(Body), cudaMemcpyDeviceToHost);
  cudaFree(moving[0]);
  cudaFree(moving[1]);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += all[i].x * (i % 23) + all[i].mass;
  return sum;
}

void fill(float** all, const std::vector<float>& from, std::size_t bytes) {
  for (int i = 0; i < 2; ++i) cudaMemcpy(all[i], from.data(), bytes, cudaMemcpyHostToDevice);
}

/// Another function knows all of them.
double known(const std::vector<float>& image, int w, int h) {
  std::vector<float> got(image.size());
  float* given[2];
  cudaMalloc(&given[0], w * h * sizeof(float));
  cudaMalloc(&given[1], w * h * sizeof(float));
  fill(given, image, w * h * sizeof(float));
  fade<<<dim3(8, h), 128>>>(given[0], w, h);
  cudaMemcpy(got.data(), given[0], w * h * sizeof(float), cudaMemcpyDeviceToHost);
  return sum_of(got);
}

/// Which one is meant changes where it is named.
double turned(const std::vector<float>& image, int w, int h) {
  std::vector<float> got(image.size());
  float* turns[2];
  int turn = 0;
  cudaMalloc(&turns[0], w * h * sizeof(float));
  cudaMalloc(&turns[1], w * h * sizeof(float));
  cudaMemcpy(turns[turn++ % 2], image.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
  lift<<<dim3(8, h), 128>>>(turns[0], w, h);
  cudaMemcpy(got.data(), turns[0], w * h * sizeof(float), cudaMemcpyDeviceToHost);
  return sum_of(got) + turn;
}

int main(int argc, char**) {
  const int w = 1003, h = 24, rounds = argc + 2;
  std::vector<float> image(w * h), got(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = static_cast<float>(i % 1009);
  double sum = heat(image, w, h, rounds) + bodies(4096, rounds) + known(image, w, h) + turned(image, w, h);
  Mixer mixer(w, h);
  mixer.set(image);
  for (int i = 0; i < rounds; ++i) mixer.step();
  mixer.get(got);
  std::printf("%g\n", sum + sum_of(got));
}
