// Lanes that read shared memory with a stride: which strides share banks, and why odd ones never do.
//
// Lane l reads word l * s. Its bank is l * s mod 32, so gcd(s, 32) lanes fall on each bank they use: every odd stride
// is free, 2 is two-way, 4 four-way, 32 all 32. A double is two words, so that doubles next to each other already are
// "stride 2"; the hardware takes a warp of them as two half-warps and loses nothing. A char is a quarter of a word:
// four lanes read one word, which is a broadcast and costs nothing from compute capability 2.x on.
//
// What to see (H200), wavefronts of the one load instruction of `read_words`: 1 for odd strides, gcd(s, 32) for others.
// `read_doubles`: 2 for odd strides, 2 * min(gcd(s, 16), 16) for others. `read_chars`: 4 for its four warps;
// `read_chars_spread`, the trick `s[tid * 4 % 129]` that freed the conflict on compute capability 1.x, costs 5.
// Usage: stride [largest stride]
#include "check.hpp"

constexpr int kLanes = 32;
constexpr int kLargest = 33;
constexpr int kCharThreads = 128;

__global__ void read_words(float* out, int stride) {
  __shared__ float s[kLanes * kLargest];
  for (int i = threadIdx.x; i < kLanes * kLargest; i += kLanes) s[i] = static_cast<float>(i);
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x * stride];
}

__global__ void read_doubles(double* out, int stride) {
  __shared__ double s[kLanes * kLargest];
  for (int i = threadIdx.x; i < kLanes * kLargest; i += kLanes) s[i] = i;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x * stride];
}

__global__ void read_chars(char* out) {
  __shared__ char s[kCharThreads];
  s[threadIdx.x] = static_cast<char>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

__global__ void read_chars_spread(char* out) {
  __shared__ char s[kCharThreads + 1];
  s[threadIdx.x] = static_cast<char>(threadIdx.x);
  if (threadIdx.x == 0) s[kCharThreads] = 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 4 % (kCharThreads + 1)];
}

int main(int argc, char** argv) {
  const int largest = examples::size_argument(argc, argv, 1, "largest stride", kLargest, 1, kLargest);
  examples::Verdict verdict("stride");
  examples::DeviceArray<float> words(kLanes);
  examples::DeviceArray<double> doubles(kLanes);
  for (int stride = 1; stride <= largest; ++stride) {
    std::vector<float> want_words(kLanes);
    std::vector<double> want_doubles(kLanes);
    for (int lane = 0; lane < kLanes; ++lane) {
      want_words[lane] = static_cast<float>(lane * stride);
      want_doubles[lane] = lane * stride;
    }
    read_words<<<1, kLanes>>>(words.get(), stride);
    CHECK_LAUNCH();
    verdict.expect_equal("words", words.to_host(), want_words);
    read_doubles<<<1, kLanes>>>(doubles.get(), stride);
    CHECK_LAUNCH();
    verdict.expect_equal("doubles", doubles.to_host(), want_doubles);
  }

  std::vector<char> want_chars(kCharThreads);
  std::vector<char> want_spread(kCharThreads);
  for (int i = 0; i < kCharThreads; ++i) {
    const int spread = i * 4 % (kCharThreads + 1);
    want_chars[i] = static_cast<char>(i);
    want_spread[i] = static_cast<char>(spread == kCharThreads ? 0 : spread);
  }
  examples::DeviceArray<char> chars(kCharThreads);
  read_chars<<<1, kCharThreads>>>(chars.get());
  CHECK_LAUNCH();
  verdict.expect_equal("chars", chars.to_host(), want_chars);
  chars.fill(0xff);
  read_chars_spread<<<1, kCharThreads>>>(chars.get());
  CHECK_LAUNCH();
  verdict.expect_equal("chars spread", chars.to_host(), want_spread);
  return verdict.finish();
}
