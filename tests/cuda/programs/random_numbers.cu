// The generators of curand_kernel.h: of every one the first numbers as they are and a sum over many, for seeds, sequences
// and offsets from small to the largest; then what is made of them. Lines that begin with `near` hold what functions such
// as the logarithm make, of which other libraries have other last bits. On a GPU, with NVIDIA's header:
//
//     nvcc -O2 -arch=native random_numbers.cu -o random_numbers && ./random_numbers > random_numbers.expected
#include <curand_kernel.h>

#include <cstdio>
#include <cstring>
#include <string>

constexpr int kThreads = 8, kNumbers = 64, kAll = kThreads * kNumbers;

__device__ unsigned int directions_32[32];
__device__ unsigned long long directions_64[64];

struct Start {
  unsigned long long seed, sequence, offset;
};

template <class State>
__device__ void start(State* state, Start at) {
  curand_init(at.seed, at.sequence + threadIdx.x, at.offset, state);
}
__device__ void start(curandStateSobol32_t* state, Start at) {
  curand_init(directions_32, (unsigned int)at.offset + 100 * threadIdx.x, state);
}
__device__ void start(curandStateScrambledSobol32_t* state, Start at) {
  curand_init(directions_32, (unsigned int)at.seed, (unsigned int)at.offset + 100 * threadIdx.x, state);
}
__device__ void start(curandStateSobol64_t* state, Start at) {
  curand_init(directions_64, at.offset + 100 * threadIdx.x, state);
}
__device__ void start(curandStateScrambledSobol64_t* state, Start at) {
  curand_init(directions_64, at.seed, at.offset + 100 * threadIdx.x, state);
}

enum What { kInteger, kUniform, kUniformDouble, kNormal, kNormalDouble, kLogNormal, kLogNormalDouble, kPoisson };

__device__ unsigned long long bits(double x) { return __double_as_longlong(x); }

template <class State>
__global__ void draw(Start at, What what, double mean, unsigned long long* out) {
  State state;
  start(&state, at);
  for (int i = 0; i < kNumbers; ++i) {
    unsigned long long& number = out[threadIdx.x * kNumbers + i];
    switch (what) {
      case kInteger: number = curand(&state); break;
      case kUniform: number = bits(curand_uniform(&state)); break;
      case kUniformDouble: number = bits(curand_uniform_double(&state)); break;
      case kNormal: number = bits(curand_normal(&state)); break;
      case kNormalDouble: number = bits(curand_normal_double(&state)); break;
      case kLogNormal: number = bits(curand_log_normal(&state, 0.5f, 1.5f)); break;
      case kLogNormalDouble: number = bits(curand_log_normal_double(&state, 0.5, 1.5)); break;
      case kPoisson: number = curand_poisson(&state, mean); break;
    }
  }
}

__device__ void put(unsigned long long* to, float4 x) { to[0] = bits(x.x), to[1] = bits(x.y), to[2] = bits(x.z), to[3] = bits(x.w); }
__device__ void put(unsigned long long* to, uint4 x) { to[0] = x.x, to[1] = x.y, to[2] = x.z, to[3] = x.w; }
template <class Pair>
__device__ void put(unsigned long long* to, Pair x, Pair y) {
  to[0] = bits(x.x), to[1] = bits(x.y), to[2] = bits(y.x), to[3] = bits(y.y);
}

// Four by four, or two by two, each thread from another place among the four.
__global__ void draw_fours(Start at, What what, double mean, unsigned long long* out) {
  curandStatePhilox4_32_10_t state;
  curand_init(at.seed, at.sequence, at.offset + threadIdx.x, &state);
  for (int i = 0; i < kNumbers; i += 4) {
    unsigned long long* to = out + threadIdx.x * kNumbers + i;
    switch (what) {
      case kInteger: put(to, curand4(&state)); break;
      case kUniform: put(to, curand_uniform4(&state)); break;
      case kUniformDouble: {
        const double2 first = curand_uniform2_double(&state);
        put(to, first, curand_uniform2_double(&state));
        break;
      }
      case kNormal: put(to, curand_normal4(&state)); break;
      case kNormalDouble: {
        const double2 first = curand_normal2_double(&state);
        put(to, first, curand_normal2_double(&state));
        break;
      }
      case kLogNormal: put(to, curand_log_normal4(&state, 0.5f, 1.5f)); break;
      case kLogNormalDouble: {
        const double2 first = curand_log_normal2_double(&state, 0.5, 1.5);
        put(to, first, curand_log_normal2_double(&state, 0.5, 1.5));
        break;
      }
      case kPoisson: put(to, curand_poisson4(&state, mean)); break;
    }
  }
}

template <class State>
__global__ void skip(unsigned long long* out) {
  State state;
  curand_init(7, threadIdx.x, 0, &state);
  for (int i = 0; i < kNumbers; ++i) {
    if (i % 3 == 1) skipahead((unsigned long long)(i * i) << (i % 40), &state);
    if (i % 3 == 2) skipahead_sequence(i, &state);
    out[threadIdx.x * kNumbers + i] = curand(&state);
  }
}

unsigned long long* numbers;

void print(const char* generator, const char* what, Start at, double mean, bool exact) {
  if (const cudaError_t error = cudaDeviceSynchronize()) printf("%s: %s\n", generator, cudaGetErrorName(error));
  printf("%s %s %s %llx %llx %llx %g:", exact ? "exact" : "near", generator, what, at.seed, at.sequence, at.offset, mean);
  unsigned long long sum = 0;
  for (int i = 0; i < kAll; ++i) sum = sum * 31 + numbers[i];
  for (int i = 0; i < kAll; i += exact ? kAll / 4 : kAll / 8) {
    double value;
    memcpy(&value, numbers + i, sizeof value);
    exact ? printf(" %llx", numbers[i]) : printf(" %.17g", value);
  }
  exact ? printf(" sum %llx\n", sum) : printf("\n");
}

struct Row {
  What what;
  const char* name;
  bool exact;
  double mean;
};
constexpr Row kRows[] = {{kInteger, "integer", true, 0},
                         {kUniform, "uniform", true, 0},
                         {kUniformDouble, "uniform_double", true, 0},
                         {kNormal, "normal", false, 0},
                         {kNormalDouble, "normal_double", false, 0},
                         {kLogNormal, "log_normal", false, 0},
                         {kLogNormalDouble, "log_normal_double", false, 0},
                         {kPoisson, "poisson", true, 0.25},
                         {kPoisson, "poisson", true, 5},
                         {kPoisson, "poisson", true, 63.5},
                         {kPoisson, "poisson", true, 64},
                         {kPoisson, "poisson", true, 500},
                         {kPoisson, "poisson", true, 10000}};

template <class State>
void draw_all(const char* generator, Start at) {
  for (const Row& row : kRows) {
    draw<State><<<1, kThreads>>>(at, row.what, row.mean, numbers);
    print(generator, row.name, at, row.mean, row.exact);
  }
}

template <class State>
void draw_integers(const char* generator, unsigned long long largest_sequence) {
  for (const unsigned long long seed : {0ull, 1ull, 0xdeadbeefcafef00dull})
    for (const unsigned long long sequence : {0ull, 77ull, 0xffffffffffull, largest_sequence})
      for (const unsigned long long offset : {0ull, 3ull, 1000ull, 1ull << 33, ~0ull}) {
        draw<State><<<1, kThreads>>>({seed, sequence, offset}, kInteger, 0, numbers);
        print(generator, "integer", {seed, sequence, offset}, 0, true);
      }
  skip<State><<<1, kThreads>>>(numbers);
  print(generator, "skip", {7, 0, 0}, 0, true);
}

int main() {
  cudaMallocManaged(&numbers, kAll * sizeof *numbers);
  // Direction numbers as those of Sobol': the i-th has its lowest bit at place 31 - i, or 63 - i.
  unsigned int narrow[32], random = 12345;
  unsigned long long wide[64];
  for (int i = 0; i < 32; ++i) narrow[i] = ((random = random * 1664525u + 1013904223u) >> 1 | 1) << (31 - i);
  for (int i = 0; i < 64; ++i) {
    const unsigned long long high = random = random * 1664525u + 1013904223u;
    wide[i] = (high << 32 | (random = random * 1664525u + 1013904223u) | 1) << (63 - i);
  }
  cudaMemcpyToSymbol(directions_32, narrow, sizeof narrow);
  cudaMemcpyToSymbol(directions_64, wide, sizeof wide);

  draw_integers<curandStateXORWOW_t>("xorwow", 0xfffffffffffffff0ull);
  draw_integers<curandStatePhilox4_32_10_t>("philox", 0xfffffffffffffff0ull);
  draw_integers<curandStateMRG32k3a_t>("mrg32k3a", 0x7fffffffffff0ull);  // there are 2^51

  const Start at{0x123456789abcull, 3, 5};
  draw_all<curandStateXORWOW_t>("xorwow", at);
  draw_all<curandStatePhilox4_32_10_t>("philox", at);
  draw_all<curandStateMRG32k3a_t>("mrg32k3a", at);
  draw_all<curandStateSobol32_t>("sobol32", at);
  draw_all<curandStateScrambledSobol32_t>("scrambled_sobol32", at);
  draw_all<curandStateSobol64_t>("sobol64", at);
  draw_all<curandStateScrambledSobol64_t>("scrambled_sobol64", at);
  for (const Row& row : kRows) {
    draw_fours<<<1, kThreads>>>(at, row.what, row.mean, numbers);
    print("philox", (std::string(row.name) + "_fours").c_str(), at, row.mean, row.exact);
  }
  return 0;
}
