// Sums, counts and maxima by key, where neighbouring threads mostly have the same key.
//
// Lanes of a warp that have the address of an atomic in common take turns at it: 32 turns for one word. Where the
// address is an expression that the whole warp has the same value of, the assembler combines the lanes' values and
// one lane adds them. Of an address that comes from data it does not know, and the source can do it: the lanes that
// have the first lane's address are found by a shuffle and a comparison, their values are summed by the warp, and one
// lane adds the sum.
//
// What to see: `warpglass advise sums_by_key.cu` does that in four kernels, and proves it: one turn for a warp with one
// key, as few as can be. In `sum_floats` it is not tried: floats that are added in another order round otherwise.
// Usage: sums_by_key [n]
#include <algorithm>

#include "check.hpp"

constexpr int kKeys = 64;
constexpr int kBlock = 128;

__global__ void sum(const int* keys, const unsigned* values, unsigned* sums, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomicAdd(&sums[keys[i]], values[i]);
}

__global__ void sum_wide(const int* keys, const unsigned* values, unsigned long long* sums, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomicAdd(&sums[keys[i]], 1000000007ull * values[i]);
}

__global__ void maxima(const int* keys, const unsigned* values, int* most, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomicMax(&most[keys[i]], static_cast<int>(values[i]) - 500);
}

/// Each element's number among those of its key.
__global__ void number(const int* keys, unsigned* counts, unsigned* numbers, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) numbers[i] = atomicAdd(&counts[keys[i]], 1u);
}

__global__ void sum_floats(const int* keys, const float* values, float* sums, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomicAdd(&sums[keys[i]], values[i]);
}

int main(int argc, char** argv) {
  const int n = examples::size_argument(argc, argv, 1, "n", 1 << 14, 1, 1 << 24);
  std::vector<int> keys(n);
  std::vector<unsigned> values(n);
  std::vector<float> floats(n);
  std::vector<unsigned> sums(kKeys), counts(kKeys), numbers(n);
  std::vector<unsigned long long> wide(kKeys);
  std::vector<int> most(kKeys, -1000);
  std::vector<float> float_sums(kKeys);
  examples::Random random(7);
  for (int i = 0; i < n; ++i) {
    const int key = keys[i] = i / 256 % kKeys;
    values[i] = random.below(1000);
    floats[i] = static_cast<float>(values[i] % 8);
    sums[key] += values[i];
    wide[key] += 1000000007ull * values[i];
    most[key] = std::max(most[key], static_cast<int>(values[i]) - 500);
    numbers[i] = counts[key]++;
    float_sums[key] += floats[i];
  }
  const examples::DeviceArray<int> device_keys(keys);
  const examples::DeviceArray<unsigned> device_values(values);
  const examples::DeviceArray<float> device_floats(floats);
  const int blocks = (n + kBlock - 1) / kBlock;
  examples::Verdict verdict("sums_by_key");

  examples::DeviceArray<unsigned> device_sums(kKeys);
  device_sums.fill(0);
  sum<<<blocks, kBlock>>>(device_keys.get(), device_values.get(), device_sums.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("sums", device_sums.to_host(), sums);

  examples::DeviceArray<unsigned long long> device_wide(kKeys);
  device_wide.fill(0);
  sum_wide<<<blocks, kBlock>>>(device_keys.get(), device_values.get(), device_wide.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("wide sums", device_wide.to_host(), wide);

  examples::DeviceArray<int> device_most(std::vector<int>(kKeys, -1000));
  maxima<<<blocks, kBlock>>>(device_keys.get(), device_values.get(), device_most.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("maxima", device_most.to_host(), most);

  // Of a key's elements some order gives these numbers: which block comes first is not settled.
  examples::DeviceArray<unsigned> device_counts(kKeys);
  examples::DeviceArray<unsigned> device_numbers(n);
  device_counts.fill(0);
  number<<<blocks, kBlock>>>(device_keys.get(), device_counts.get(), device_numbers.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("counts", device_counts.to_host(), counts);
  const auto by_key = [&](std::vector<unsigned> of) {
    std::vector<std::pair<int, unsigned>> pairs;
    for (int i = 0; i < n; ++i) pairs.emplace_back(keys[i], of[i]);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  };
  verdict.expect(by_key(device_numbers.to_host()) == by_key(numbers), "the numbers of a key are not 0, 1, 2, ...");

  examples::DeviceArray<float> device_float_sums(kKeys);
  device_float_sums.fill(0);
  sum_floats<<<blocks, kBlock>>>(device_keys.get(), device_floats.get(), device_float_sums.get(), n);
  CHECK_LAUNCH();
  verdict.expect_equal("float sums", device_float_sums.to_host(), float_sums);
  return verdict.finish();
}
