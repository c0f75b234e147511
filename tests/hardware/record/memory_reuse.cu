// What memory holds that was freed and is given out again.
//
//   nvcc -arch=sm_90 memory_reuse.cu && ./a.out
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

static long not_zero(const char* memory, size_t bytes) {
  std::vector<char> copy(bytes);
  cudaMemcpy(copy.data(), memory, bytes, cudaMemcpyDeviceToHost);
  long count = 0;
  for (const char byte : copy) count += byte != 0;
  return count;
}

static const char* place(const char* now, const char* own, const char* other) {
  return now == own ? "same" : now == other ? "other" : "new";
}

int main() {
  for (const size_t bytes : {size_t(4096), size_t(100000), size_t(1) << 20, size_t(2) << 20, size_t(3) << 20, size_t(64) << 20}) {
    char *a, *b, *small;
    const auto fill = [&] { cudaMemset(a, 0x5a, bytes), cudaMemset(b, 0xa5, bytes); };
    const auto both = [&] { cudaMalloc(&a, bytes), cudaMalloc(&b, bytes); };
    const auto none = [&] { cudaFree(a), cudaFree(b); };
    both(), fill();
    const char *was_a = a, *was_b = b;
    none(), both();
    std::printf("%zu both freed: %s %ld, %s %ld\n", bytes, place(a, was_a, was_b), not_zero(a, bytes), place(b, was_b, was_a), not_zero(b, bytes));
    fill();
    was_b = b;
    cudaFree(b), cudaMalloc(&b, bytes);
    std::printf("%zu one freed, the other alive: %s %ld\n", bytes, place(b, was_b, nullptr), not_zero(b, bytes));
    fill();
    cudaMalloc(&small, 1000);
    none(), both();
    std::printf("%zu both freed, a small one alive: %ld %ld\n", bytes, not_zero(a, bytes), not_zero(b, bytes));
    none(), cudaFree(small);
  }
}
