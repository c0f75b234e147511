// libcurand's MTGP32: every kind of number, seeds, orderings, and arrays longer than a round of all generators.
// On the host without normal numbers, which NVIDIA's makes with single precision there, but with a change of the seed,
// behind which NVIDIA's makes zeros on a GPU. Lines that begin with `near` hold what functions such as the logarithm make. With NVIDIA's library, on a GPU or, with
// the word host, without one:
//
//     nvcc -O2 random_generators_mtgp32.cu -lcurand -o mtgp32 && ./mtgp32 > random_generators_mtgp32.expected
//     ./mtgp32 host > random_generators_mtgp32_host.expected
#include <curand.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr size_t kMost = 200000;

bool on_host;
void* memory;

template <class Number>
void print(const char* what, int status, size_t count, bool exact) {
  if (!on_host) cudaDeviceSynchronize();
  const Number* numbers = static_cast<const Number*>(memory);
  std::printf("%s %s %d %zu:", exact ? "exact" : "near", what, status, count);
  unsigned long long sum = 0;
  for (size_t i = 0; i < count; ++i) {
    unsigned long long bits = 0;
    std::memcpy(&bits, numbers + i, sizeof(Number));
    sum = sum * 31 + bits;
  }
  for (size_t i = 0; i < count; i += count / 6 + 1) std::printf(" %.17g", static_cast<double>(numbers[i]));
  exact ? std::printf(" sum %llx\n", sum) : std::printf("\n");
}

void integers(curandGenerator_t generator, size_t count) {
  print<unsigned int>("integer", curandGenerate(generator, static_cast<unsigned int*>(memory), count), count, true);
}

void draw(curandGenerator_t generator, size_t count) {
  unsigned int* whole = static_cast<unsigned int*>(memory);
  float* floats = static_cast<float*>(memory);
  double* doubles = static_cast<double*>(memory);
  integers(generator, count);
  print<float>("uniform", curandGenerateUniform(generator, floats, count), count, true);
  print<double>("uniform_double", curandGenerateUniformDouble(generator, doubles, count), count, true);
  if (!on_host) {
  print<float>("normal", curandGenerateNormal(generator, floats, count, 1, 2), count, false);
  print<double>("normal_double", curandGenerateNormalDouble(generator, doubles, count, 1, 2), count, false);
  print<float>("log_normal", curandGenerateLogNormal(generator, floats, count, 1, 0.5f), count, false);
  print<double>("log_normal_double", curandGenerateLogNormalDouble(generator, doubles, count, 1, 0.5), count, false);
  }
  print<unsigned int>("poisson of 7", curandGeneratePoisson(generator, whole, count, 7.0), count, true);
  print<unsigned int>("poisson of 3000", curandGeneratePoisson(generator, whole, count, 3000.0), count, true);
  integers(generator, 7);
}

curandStatus_t create(curandGenerator_t* generator) {
  const curandRngType_t type = CURAND_RNG_PSEUDO_MTGP32;
  return on_host ? curandCreateGeneratorHost(generator, type) : curandCreateGenerator(generator, type);
}

int main(int argc, char** argv) {
  on_host = argc > 1 && std::strcmp(argv[1], "host") == 0;
  if (on_host) {
    memory = std::malloc(kMost * sizeof(double));
  } else {
    cudaMallocManaged(&memory, kMost * sizeof(double));
  }
  for (const curandOrdering_t ordering :
       {CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_BEST, CURAND_ORDERING_PSEUDO_LEGACY}) {
    for (const unsigned long long seed : {0ull, 5489ull, 123456789012345ull}) {
      curandGenerator_t generator;
      std::printf("exact ordering %d seed %llu", ordering, seed);
      std::printf(" create %d", create(&generator));
      std::printf(" order %d", curandSetGeneratorOrdering(generator, ordering));
      std::printf(" seed %d", curandSetPseudoRandomGeneratorSeed(generator, seed));
      std::printf(" offset %d\n", curandSetGeneratorOffset(generator, 5));
      draw(generator, seed == 5489 ? 20000 : 1001);
if (on_host) {
      std::printf("exact same seed %d\n", curandSetPseudoRandomGeneratorSeed(generator, seed));
      integers(generator, 9);
      std::printf("exact another seed %d\n", curandSetPseudoRandomGeneratorSeed(generator, 778));
      integers(generator, 9);
      std::printf("exact same ordering %d\n", curandSetGeneratorOrdering(generator, ordering));
      integers(generator, 9);
      std::printf("exact ordering %d\n", curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY));
      integers(generator, 9);
}
      std::printf("exact destroyed %d\n", curandDestroyGenerator(generator));
    }
  }
  curandGenerator_t generator;
  create(&generator);
  integers(generator, kMost);
  integers(generator, 3);
  std::printf("exact long %d\n", curandGenerateLongLong(generator, static_cast<unsigned long long*>(memory), 3));
  std::printf("exact seeds %d\n", curandGenerateSeeds(generator));
  curandDestroyGenerator(generator);
  return 0;
}
