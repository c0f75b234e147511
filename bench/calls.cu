// What calls of the runtime API cost in processor time, the least of five rounds; copies beside memcpy. `start` as an
// argument: the program launches one kernel and ends. `none`: it ends at once.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

__global__ void null() {}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds that one of `count` calls takes.
template <class Call>
double least(int count, Call&& call) {
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const double begin = processor_seconds();
    for (int i = 0; i < count; ++i) call();
    cudaDeviceSynchronize();
    best = std::min(best, (processor_seconds() - begin) / count);
  }
  return best;
}

void time_copies(std::size_t bytes) {
  std::vector<char> from(bytes, 1), to(bytes, 2);
  char *device = nullptr, *other = nullptr;
  cudaMalloc(&device, bytes);
  cudaMalloc(&other, bytes);
  const int count = static_cast<int>(std::min<std::size_t>((std::size_t{256} << 20) / bytes, 20000));
  const double plain = least(count, [&] {
    std::memcpy(to.data(), from.data(), bytes);
    asm volatile("" ::"r"(to.data()) : "memory");
  });
  const double there = least(count, [&] { cudaMemcpy(device, from.data(), bytes, cudaMemcpyHostToDevice); });
  const double back = least(count, [&] { cudaMemcpy(to.data(), device, bytes, cudaMemcpyDeviceToHost); });
  const double within = least(count, [&] { cudaMemcpy(other, device, bytes, cudaMemcpyDeviceToDevice); });
  std::printf("| copy %zu bytes, us: memcpy, to the device, back, within | %.2f, %.2f, %.2f, %.2f |\n", bytes, plain * 1e6,
              there * 1e6, back * 1e6, within * 1e6);
  cudaFree(device);
  cudaFree(other);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "none") == 0) return 0;
  null<<<1, 1>>>();
  cudaDeviceSynchronize();
  if (argc > 1) return 0;
  std::printf("| launch a null kernel and synchronise, us | %.2f |\n", 1e6 * least(20000, [] {
                null<<<1, 1>>>();
                cudaDeviceSynchronize();
              }));
  for (const int threads : {1, 256})
    std::printf("| 100,000 launches of a null kernel with %d threads, s | %.3f |\n", threads,
                1e5 * least(100000, [=] { null<<<1, threads>>>(); }));
  for (const std::size_t bytes : {std::size_t{4} << 10, std::size_t{1} << 20, std::size_t{64} << 20}) time_copies(bytes);
}
