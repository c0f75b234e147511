// Poisson numbers of libcurand: arrays of each pseudorandom generator, and kernels that draw by the tables of
// curandCreatePoissonDistribution. Lines that begin with `near` hold what normal numbers make. With NVIDIA's library on a
// GPU:
//
//     nvcc -O2 random_generators_poisson.cu -lcurand -o poisson && ./poisson > random_generators_poisson.expected
#include <curand_kernel.h>

#include <cstdio>

constexpr int kCount = 20001;

unsigned int* numbers;

void print(const char* what, int type, double mean, int count) {
  cudaDeviceSynchronize();
  std::printf("%s %s %d mean %g %d:", mean < 2000 ? "exact" : "near", what, type, mean, count);
  for (int i = 0; i < count; i += count / 6 + 1) std::printf(" %u", numbers[i]);
  unsigned long long sum = 0;
  for (int i = 0; i < count; ++i) sum = ((sum << 5 | sum >> 59) ^ numbers[i]) * 0x9e3779b97f4a7c15ull;
  mean < 2000 ? std::printf(" sum %llx\n", sum) : std::printf("\n");
}

void arrays(double mean) {
  for (const int type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10}) {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, static_cast<curandRngType_t>(type));
    curandSetPseudoRandomGeneratorSeed(generator, 777);
    std::printf("exact status %d\n", curandGeneratePoisson(generator, numbers, kCount, mean));
    print("array", type, mean, kCount);
    curandGeneratePoisson(generator, numbers, 1000, mean);
    print("next array", type, mean, 1000);
    curandGenerate(generator, numbers, 1000);
    print("integers behind", type, 0, 1000);
    curandDestroyGenerator(generator);
  }
}

__device__ void start(curandStateXORWOW_t* state, int i) { curand_init(5, i, 0, state); }
__device__ void start(curandStateMRG32k3a_t* state, int i) { curand_init(5, i, 0, state); }
__device__ void start(curandStatePhilox4_32_10_t* state, int i) { curand_init(5, i, 0, state); }
__device__ void start(curandStateSobol32_t* state, int i) {
  unsigned int vectors[32];
  for (int bit = 0; bit < 32; ++bit) vectors[bit] = 0x80000000u >> bit;
  curand_init(vectors, 8 * i, state);
}
__device__ void start(curandStateSobol64_t* state, int i) {
  unsigned long long vectors[64];
  for (int bit = 0; bit < 64; ++bit) vectors[bit] = 0x8000000000000000ull >> bit;
  curand_init(vectors, 8 * i, state);
}

template <class State>
__global__ void draw(curandDiscreteDistribution_t distribution, unsigned int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  start(&state, i);
  for (int k = 0; k < 8; ++k) to[8 * i + k] = curand_discrete(&state, distribution);
}

__global__ void draw_fours(curandDiscreteDistribution_t distribution, unsigned int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  start(&state, i);
  for (int k = 0; k < 2; ++k) {
    const uint4 four = curand_discrete4(&state, distribution);
    to[8 * i + 4 * k] = four.x;
    to[8 * i + 4 * k + 1] = four.y;
    to[8 * i + 4 * k + 2] = four.z;
    to[8 * i + 4 * k + 3] = four.w;
  }
}

void kernels(double mean) {
  curandDiscreteDistribution_t distribution;
  std::printf("exact create %d\n", curandCreatePoissonDistribution(mean, &distribution));
  draw<curandStateXORWOW_t><<<4, 64>>>(distribution, numbers);
  print("xorwow", 0, mean, 2048);
  draw<curandStateMRG32k3a_t><<<4, 64>>>(distribution, numbers);
  print("mrg32k3a", 0, mean, 2048);
  draw<curandStatePhilox4_32_10_t><<<4, 64>>>(distribution, numbers);
  print("philox", 0, mean, 2048);
  draw<curandStateSobol32_t><<<4, 64>>>(distribution, numbers);
  print("sobol32", 0, mean, 2048);
  draw<curandStateSobol64_t><<<4, 64>>>(distribution, numbers);
  print("sobol64", 0, mean, 2048);
  draw_fours<<<4, 64>>>(distribution, numbers);
  print("philox by four", 0, mean, 2048);
  std::printf("exact destroy %d\n", curandDestroyDistribution(distribution));
}

int main() {
  cudaMallocManaged(&numbers, kCount * sizeof(unsigned int));
  for (const double mean : {0.001, 0.5, 5.0, 63.0, 64.0, 500.0, 750.0, 1999.0, 2000.0, 4001.0, 400000.0}) {
    arrays(mean);
    kernels(mean);
  }
  curandDiscreteDistribution_t none = nullptr;
  for (const double mean : {0.0, -1.0, 400001.0}) {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
    std::printf("exact mean %g array %d create %d\n", mean, curandGeneratePoisson(generator, numbers, 10, mean),
                curandCreatePoissonDistribution(mean, &none));
    curandDestroyGenerator(generator);
  }
  std::printf("exact nowhere %d none %d\n", curandCreatePoissonDistribution(5, nullptr), curandDestroyDistribution(nullptr));
  return 0;
}
