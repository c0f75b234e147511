// The numbers that createpolicy makes of its words and operands: PTX does not say what their bits mean. Prints a table
// (TSV) with a row a policy, and the policy in hexadecimal:
//   fractional PRIMARY SECONDARY FRACTION
//   range PRIMARY SECONDARY PRIMARY-BYTES TOTAL-BYTES OFFSET    of the address 0x7f0000000000 + OFFSET, never accessed
// A secondary priority of - is not said. Usage: cache_policies
#include <cstdio>
#include <initializer_list>

#define CHECK(call)                                                                     \
  do {                                                                                  \
    const cudaError_t error = (call);                                                   \
    if (error != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(error)), 1; \
  } while (false)

using Policy = unsigned long long;
constexpr unsigned long long kBase = 0x7f0000000000;

// name, words, priorities as the table has them
#define ALL(DO)                                                                                 \
  DO(last, ".L2::evict_last", "evict_last -")                                                   \
  DO(last_first, ".L2::evict_last.L2::evict_first", "evict_last evict_first")                   \
  DO(last_unchanged, ".L2::evict_last.L2::evict_unchanged", "evict_last evict_unchanged")       \
  DO(normal, ".L2::evict_normal", "evict_normal -")                                             \
  DO(normal_first, ".L2::evict_normal.L2::evict_first", "evict_normal evict_first")             \
  DO(normal_unchanged, ".L2::evict_normal.L2::evict_unchanged", "evict_normal evict_unchanged") \
  DO(first, ".L2::evict_first", "evict_first -")                                                \
  DO(first_first, ".L2::evict_first.L2::evict_first", "evict_first evict_first")                \
  DO(first_unchanged, ".L2::evict_first.L2::evict_unchanged", "evict_first evict_unchanged")    \
  DO(unchanged, ".L2::evict_unchanged", "evict_unchanged -")                                    \
  DO(unchanged_first, ".L2::evict_unchanged.L2::evict_first", "evict_unchanged evict_first")    \
  DO(unchanged_unchanged, ".L2::evict_unchanged.L2::evict_unchanged", "evict_unchanged evict_unchanged")

#define KERNELS(name, words, text)                                                                      \
  __global__ void fractional_##name(Policy* made, float fraction) {                                     \
    asm volatile("createpolicy.fractional" words ".b64 %0, %1;" : "=l"(*made) : "f"(fraction));         \
  }                                                                                                     \
  __global__ void range_##name(Policy* made, unsigned long long at, unsigned primary, unsigned total) { \
    asm volatile("createpolicy.range.global" words ".b64 %0, [%1], %2, %3;"                             \
                 : "=l"(*made)                                                                          \
                 : "l"(at), "r"(primary), "r"(total));                                                  \
  }
ALL(KERNELS)

struct Kernels {
  const char* priorities;
  void (*fractional)(Policy*, float);
  void (*range)(Policy*, unsigned long long, unsigned, unsigned);
};
#define ROW(name, words, text) {text, fractional_##name, range_##name},
constexpr Kernels kKernels[] = {ALL(ROW)};

int main() {
  Policy* made;
  CHECK(cudaMallocManaged(&made, sizeof(Policy)));
  for (const Kernels& kernels : kKernels) {
    for (const char* fraction : {"0.001", "0.0625", "0.1", "0.25", "0.5", "0.6", "0.75", "0.9375", "0.97", "1.0"}) {
      float value = 0;
      std::sscanf(fraction, "%f", &value);
      kernels.fractional<<<1, 1>>>(made, value);
      CHECK(cudaDeviceSynchronize());
      std::printf("fractional %s %s\t%016llx\n", kernels.priorities, fraction, *made);
    }
    const unsigned sizes[][2] = {
        {1024, 4096}, {65536, 65536}, {1 << 20, 16 << 20}, {4096, 1 << 20}, {16 << 20, 64 << 20}};
    for (const auto& [primary, total] : sizes) {
      for (const unsigned offset : {0u, 4096u, 1u << 20}) {
        kernels.range<<<1, 1>>>(made, kBase + offset, primary, total);
        CHECK(cudaDeviceSynchronize());
        std::printf("range %s %u %u %u\t%016llx\n", kernels.priorities, primary, total, offset, *made);
      }
    }
  }
}
