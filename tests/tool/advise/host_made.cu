// Arrays of the host that a function makes, or that a smart pointer has, copied to arrays of the device.
#include <memory>

#include "check.hpp"

struct Drop {
  float z, vz, mass, age, size;
};
__global__ void fall(Drop* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].z += 0.5f * p[i].vz;
}
__global__ void rise(Drop* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].z -= 0.5f * p[i].vz;
}
__global__ void turn(Drop* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].vz = -p[i].vz;
}
__global__ void rest(Drop* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].vz = 0.5f * p[i].z;
}

std::vector<Drop> made(int n) {
  std::vector<Drop> all(n);
  for (int i = 0; i < n; ++i) all[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
  return all;
}

std::unique_ptr<Drop[]> owned(int n) {
  std::unique_ptr<Drop[]> all(new Drop[n]);
  const auto from = made(n);
  for (int i = 0; i < n; ++i) all[i] = from[i];
  return all;
}

template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t n) : n_(n) { cudaMalloc(&data_, n * sizeof(T)); }
  explicit Buffer(const std::vector<T>& from) : n_(from.size()) {
    cudaMalloc(&data_, n_ * sizeof(T));
    cudaMemcpy(data_, from.data(), n_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Buffer() { cudaFree(data_); }
  T* get() const { return data_; }
  void upload(const T* from) { cudaMemcpy(data_, from, n_ * sizeof(T), cudaMemcpyHostToDevice); }
  void download(T* to) const { cudaMemcpy(to, data_, n_ * sizeof(T), cudaMemcpyDeviceToHost); }

 private:
  T* data_ = nullptr;
  std::size_t n_;
};

double sum_of(const Drop* all, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += all[i].z * (i % 31) + all[i].vz * (i % 13);
  return sum;
}

double by_pointer(int n) {
  auto drops = owned(n);
  Drop* falling;
  cudaMalloc(&falling, n * sizeof(Drop));
  cudaMemcpy(falling, drops.get(), n * sizeof(Drop), cudaMemcpyHostToDevice);
  fall<<<n / 128, 128>>>(falling);
  cudaMemcpy(&drops[0], falling, n * sizeof(Drop), cudaMemcpyDeviceToHost);
  cudaFree(falling);
  return sum_of(drops.get(), n);
}

double by_vector(int n) {
  const auto drops = made(n);
  const auto got = std::make_unique<Drop[]>(n);
  Buffer<Drop> rising(drops);
  rise<<<n / 128, 128>>>(rising.get());
  rising.download(got.get());
  return sum_of(got.get(), n);
}

/// There is no name for what it is made of.
double by_value(int n) {
  const auto got = std::make_unique<Drop[]>(n);
  Buffer<Drop> turning(made(n));
  turn<<<n / 128, 128>>>(turning.get());
  turning.download(got.get());
  return sum_of(got.get(), n);
}

/// Who else knows the object is not seen.
double elsewhere(int n) {
  const auto got = owned(n);
  const auto resting = std::make_unique<Buffer<Drop>>(n);
  resting->upload(got.get());
  rest<<<n / 128, 128>>>(resting->get());
  resting->download(got.get());
  return sum_of(got.get(), n);
}

int main(int argc, char**) {
  const int n = 4096 * argc;
  std::printf("%g\n", by_pointer(n) + by_vector(n) + by_value(n) + elsewhere(n));
}
