// One pass of a stable radix sort by eight bits. A block of 256 has 4096 keys, each of its warps 512 in a row.
constexpr unsigned kAll = ~0u;
constexpr int kBlock = 256;
constexpr int kWarp = 32;
constexpr int kWarps = kBlock / kWarp;
constexpr int kDigits = 256;
constexpr int kKeys = 4096;

// Sum of the block's values up to the thread's own, which is left out; `all` is the sum of all.
__device__ unsigned sum_before(unsigned value, unsigned& all) {
  __shared__ unsigned warps[kWarps];
  const int lane = threadIdx.x % kWarp;
  unsigned sum = value;
  for (int distance = 1; distance < kWarp; distance *= 2) {
    const unsigned other = __shfl_up_sync(kAll, sum, distance);
    if (lane >= distance) sum += other;
  }
  if (lane == kWarp - 1) warps[threadIdx.x / kWarp] = sum;
  __syncthreads();
  unsigned before = 0;
  all = 0;
  for (int warp = 0; warp < kWarps; ++warp) {
    if (warp == threadIdx.x / kWarp) before = all;
    all += warps[warp];
  }
  __syncthreads();
  return before + sum - value;
}

// counts[digit][block]: grid count/4096.
extern "C" __global__ void count_digits(const unsigned* keys, unsigned* counts, int shift) {
  __shared__ unsigned bins[kDigits];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const unsigned* const own = keys + blockIdx.x * kKeys;
  for (int i = threadIdx.x; i < kKeys; i += kBlock) atomicAdd(&bins[own[i] >> shift & (kDigits - 1)], 1u);
  __syncthreads();
  counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// Counts of a digit become how many keys with it lie in blocks before; totals[digit]: grid of the digits.
extern "C" __global__ void scan_counts(unsigned* counts, unsigned* totals, int blocks) {
  unsigned* const row = counts + blockIdx.x * blocks;
  unsigned total = 0;
  for (int start = 0; start < blocks; start += kBlock) {
    const int i = start + threadIdx.x;
    unsigned all;
    const unsigned before = sum_before(i < blocks ? row[i] : 0, all);
    if (i < blocks) row[i] = total + before;
    total += all;
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

// Keys to where they belong: grid count/4096.
extern "C" __global__ void scatter(const unsigned* keys, unsigned* out, const unsigned* counts, const unsigned* totals,
                                   int shift) {
  __shared__ unsigned next[kWarps][kDigits];
  const int warp = threadIdx.x / kWarp;
  const unsigned lanes_before = (1u << threadIdx.x % kWarp) - 1;
  const unsigned* const own = keys + blockIdx.x * kKeys + warp * (kKeys / kWarps) + threadIdx.x % kWarp;
  for (int digit = threadIdx.x % kWarp; digit < kDigits; digit += kWarp) next[warp][digit] = 0;
  __syncwarp();
  for (int i = 0; i < kKeys / kWarps; i += kWarp) {
    const unsigned digit = own[i] >> shift & (kDigits - 1);
    const unsigned peers = __match_any_sync(kAll, digit);
    if ((peers & lanes_before) == 0) next[warp][digit] += __popc(peers);
    __syncwarp();
  }
  unsigned all;
  unsigned place = sum_before(totals[threadIdx.x], all) + counts[threadIdx.x * gridDim.x + blockIdx.x];
  for (int w = 0; w < kWarps; ++w) {
    const unsigned of_warp = next[w][threadIdx.x];
    next[w][threadIdx.x] = place;
    place += of_warp;
  }
  __syncthreads();
  for (int i = 0; i < kKeys / kWarps; i += kWarp) {
    const unsigned key = own[i];
    const unsigned digit = key >> shift & (kDigits - 1);
    const unsigned peers = __match_any_sync(kAll, digit);
    out[next[warp][digit] + __popc(peers & lanes_before)] = key;
    __syncwarp();
    if ((peers & lanes_before) == 0) next[warp][digit] += __popc(peers);
    __syncwarp();
  }
}
