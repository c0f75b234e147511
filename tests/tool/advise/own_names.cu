// Classes with names of others: a `device_vector` that is not Thrust's, and a `vector` that is not the standard's.
#include "check.hpp"

template <class T>
class device_vector {
 public:
  explicit device_vector(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  ~device_vector() { cudaFree(data_); }
  void upload(const std::vector<T>& from) { cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice); }
  void download(std::vector<T>& to) { cudaMemcpy(to.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost); }
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

namespace host {

/// Holds twice what it is made with.
template <class T>
class vector {
 public:
  explicit vector(std::size_t half) : values_(2 * half) {}
  std::size_t size() const { return values_.size(); }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  T& operator[](std::size_t i) { return values_[i]; }

 private:
  std::vector<T> values_;
};

}  // namespace host

template <class T>
class FromVector {
 public:
  explicit FromVector(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  explicit FromVector(const host::vector<T>& from) : FromVector(from.size()) {
    cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~FromVector() { cudaFree(data_); }
  void download(T* to) { cudaMemcpy(to, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost); }
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

struct Drop {
  float z, vz, mass, age, radius;
};
struct Grain {
  float z, vz, mass, age, radius;
};

__global__ void fall(Drop* drops, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  drops[i].z += step * drops[i].vz;
}

__global__ void settle(Grain* grains, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  grains[i].z -= step * grains[i].vz;
}

int main() {
  const int n = 4096;
  std::vector<Drop> rain(n);
  for (int i = 0; i < n; ++i) rain[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
  device_vector<Drop> drops(n);
  drops.upload(rain);
  fall<<<n / 128, 128>>>(drops.get(), 0.5f);
  drops.download(rain);

  host::vector<Grain> sand(n / 2);
  for (int i = 0; i < n; ++i) sand[i] = {i % 19 * 1.0f, i % 3 * 1.0f, 1, 2, 3};
  FromVector<Grain> grains(sand);
  settle<<<n / 128, 128>>>(grains.get(), 0.25f);
  grains.download(sand.data());

  double sum = 0;
  for (int i = 0; i < n; ++i) sum += rain[i].z * (i % 31) + sand[i].z * (i % 13);
  std::printf("%g\n", sum);
}
