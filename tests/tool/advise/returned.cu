// Vectors that are returned from the device: alone, and in a statement that does something to the array first.
#include "check.hpp"

template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  ~Buffer() { cudaFree(data_); }
  void upload(const std::vector<T>& from) { cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice); }
  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }
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
struct Leaf {
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
__global__ void drift(Leaf* leaves, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  leaves[i].z += step * leaves[i].vz;
}

template <class T>
double sum_of(const std::vector<T>& all, double weight) {
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) sum += all[i].z * static_cast<double>(i % 31);
  return sum * weight;
}

/// Whether it waits, or sends: what stands behind it in a statement has to stay there.
double waited(double weight) {
  cudaDeviceSynchronize();
  return weight;
}

int main(int argc, char**) {
  const int n = 4096;
  const float step = argc > 1 ? 0.5f : 0;  // with an argument the launch changes something
  std::vector<Drop> rain(n);
  std::vector<Grain> sand(n);
  std::vector<Leaf> autumn(n);
  for (int i = 0; i < n; ++i) {
    rain[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
    sand[i] = {i % 19 * 1.0f, i % 3 * 1.0f, 1, 2, 3};
    autumn[i] = {i % 23 * 1.0f, i % 7 * 1.0f, 1, 2, 3};
  }
  Buffer<Drop> drops(n);
  drops.upload(rain);
  fall<<<n / 128, 128>>>(drops.get(), 0.5f);
  std::printf("%g\n", sum_of(drops.to_host(), 2));

  Buffer<Grain> grains(n);
  grains.upload(sand);
  std::vector<Grain> settled;
  settle<<<n / 128, 128>>>(grains.get(), step), settled = grains.to_host();
  std::printf("%g\n", sum_of(settled, 1));

  Buffer<Leaf> leaves(n);
  leaves.upload(autumn);
  drift<<<n / 128, 128>>>(leaves.get(), 0.5f);
  const double weight = waited(1), fallen = sum_of(leaves.to_host(), weight);
  std::printf("%g\n", fallen);
}
