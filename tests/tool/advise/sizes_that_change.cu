// Numbers of bytes in a variable that what they were made of leaves behind, when there is an argument: a global that a
// function changes, a member, what a pointer and a reference lead to, and what a function returns.
#include "check.hpp"

constexpr int kMost = 4224;
static int in_all = 4096;

struct Setup {
  int count = 4096;
};

void add(int more) { in_all += more; }
int next_count() {
  static int count = 4096;
  count += in_all - 4096;
  return count;
}

struct Drop {
  float z, vz, mass, age, radius;
};
struct Grain {
  float z, vz, mass, age, radius;
};
struct Leaf {
  float z, vz, mass, age, radius;
};
struct Flake {
  float z, vz, mass, age, radius;
};
struct Ash {
  float z, vz, mass, age, radius;
};
struct Stone {
  float z, vz, mass, age, radius;
};

__global__ void fall(Drop* all, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].z += step * all[i].vz;
}
__global__ void settle(Grain* all, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].z += step * all[i].vz;
}
__global__ void drift(Leaf* all, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].z += step * all[i].vz;
}
__global__ void snow(Flake* all, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].z += step * all[i].vz;
}
__global__ void roll(Stone* all, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].z += step * all[i].vz;
}

__global__ void burn(Ash* all, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all[i].z += step * all[i].vz;
}

template <class T>
std::vector<T> some() {
  std::vector<T> all(kMost);
  for (int i = 0; i < kMost; ++i) all[i] = {i % 17 * 1.0f, i % 5 * 1.0f, 1, 2, 3};
  return all;
}

template <class T>
double sum_of(const std::vector<T>& all) {
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) sum += all[i].z * static_cast<double>(i % 31);
  return sum;
}

class Heap {
 public:
  double run(int more) {
    std::vector<Grain> host = some<Grain>();
    Grain* grains;
    const std::size_t bytes = count_ * sizeof(Grain);
    cudaMalloc(&grains, bytes);
    grow(more);
    cudaMemcpy(grains, host.data(), bytes, cudaMemcpyHostToDevice);
    settle<<<32, 128>>>(grains, 0.5f);
    cudaMemcpy(host.data(), grains, bytes, cudaMemcpyDeviceToHost);
    cudaFree(grains);
    return sum_of(host);
  }

 private:
  void grow(int more) { count_ -= more; }
  int count_ = 4096;
};

double with(Setup* setup, int more) {
  std::vector<Leaf> host = some<Leaf>();
  Leaf* leaves;
  const std::size_t bytes = setup->count * sizeof(Leaf);
  cudaMalloc(&leaves, bytes);
  setup->count -= more;
  cudaMemcpy(leaves, host.data(), bytes, cudaMemcpyHostToDevice);
  drift<<<32, 128>>>(leaves, 0.5f);
  cudaMemcpy(host.data(), leaves, bytes, cudaMemcpyDeviceToHost);
  cudaFree(leaves);
  return sum_of(host);
}

double by_reference(int more) {
  std::vector<Flake> host = some<Flake>();
  int count = 4096;
  int& same = count;
  Flake* flakes;
  const std::size_t bytes = count * sizeof(Flake);
  cudaMalloc(&flakes, bytes);
  same -= more;
  cudaMemcpy(flakes, host.data(), bytes, cudaMemcpyHostToDevice);
  snow<<<32, 128>>>(flakes, 0.5f);
  cudaMemcpy(host.data(), flakes, bytes, cudaMemcpyDeviceToHost);
  cudaFree(flakes);
  return sum_of(host);
}

double asked() {
  std::vector<Stone> host = some<Stone>();
  Stone* stones;
  const std::size_t bytes = next_count() * sizeof(Stone);
  cudaMalloc(&stones, bytes);
  cudaMemcpy(stones, host.data(), bytes, cudaMemcpyHostToDevice);
  roll<<<32, 128>>>(stones, 0.5f);
  cudaMemcpy(host.data(), stones, bytes, cudaMemcpyDeviceToHost);
  cudaFree(stones);
  return sum_of(host);
}

/// This one keeps its number.
double kept(int more) {
  std::vector<Ash> host = some<Ash>();
  int count = 0;
  count += 4096;
  Ash* ashes;
  const std::size_t bytes = count * sizeof(Ash);
  cudaMalloc(&ashes, bytes);
  cudaMemcpy(ashes, host.data(), bytes, cudaMemcpyHostToDevice);
  burn<<<32, 128>>>(ashes, 0.5f + more);
  cudaMemcpy(host.data(), ashes, bytes, cudaMemcpyDeviceToHost);
  cudaFree(ashes);
  return sum_of(host);
}

int main(int argc, char**) {
  const int more = argc > 1 ? 128 : 0;
  std::vector<Drop> rain = some<Drop>();
  Drop* drops;
  const std::size_t bytes = in_all * sizeof(Drop);
  cudaMalloc(&drops, bytes);
  add(-more);
  cudaMemcpy(drops, rain.data(), bytes, cudaMemcpyHostToDevice);
  fall<<<32, 128>>>(drops, 0.5f);
  cudaMemcpy(rain.data(), drops, bytes, cudaMemcpyDeviceToHost);
  cudaFree(drops);
  Setup setup;
  std::printf("%g %g %g %g\n", sum_of(rain), Heap().run(more), with(&setup, more), by_reference(more));
  std::printf("%g\n", kept(more));
  in_all += 2 * more;
  std::printf("%g\n", asked());
}
