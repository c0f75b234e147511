// The generators of libcurand: every kind of number, one call after the other, in each ordering, from several offsets.
// Lines that begin with `near` hold what functions such as the logarithm make. With NVIDIA's library, on a GPU or, with
// the word host, without one:
//
//     nvcc -O2 random_generators.cu -lcurand -o random_generators && ./random_generators > random_generators.expected
#include <curand.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr size_t kMost = 300000;

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

void draw(curandGenerator_t generator, size_t count) {
  unsigned int* integers = static_cast<unsigned int*>(memory);
  float* floats = static_cast<float*>(memory);
  double* doubles = static_cast<double*>(memory);
  print<unsigned int>("integer", curandGenerate(generator, integers, count), count, true);
  print<float>("uniform", curandGenerateUniform(generator, floats, count), count, true);
  print<double>("uniform_double", curandGenerateUniformDouble(generator, doubles, count), count, true);
  print<float>("normal", curandGenerateNormal(generator, floats, count, 1, 2), count, false);
  print<double>("normal_double", curandGenerateNormalDouble(generator, doubles, count, 1, 2), count, false);
  print<float>("log_normal", curandGenerateLogNormal(generator, floats, count, 1, 0.5f), count, false);
  print<double>("log_normal_double", curandGenerateLogNormalDouble(generator, doubles, count, 1, 0.5), count, false);
  print<unsigned int>("integer", curandGenerate(generator, integers, 7), 7, true);
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type) {
  return on_host ? curandCreateGeneratorHost(generator, type) : curandCreateGenerator(generator, type);
}

int main(int argc, char** argv) {
  on_host = argc > 1 && std::strcmp(argv[1], "host") == 0;
  if (on_host) {
    memory = std::malloc(kMost * sizeof(double));
  } else {
    cudaMallocManaged(&memory, kMost * sizeof(double));
  }
  for (const curandRngType_t type : {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                     CURAND_RNG_PSEUDO_PHILOX4_32_10}) {
    for (const curandOrdering_t ordering :
         {CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_BEST, CURAND_ORDERING_PSEUDO_LEGACY}) {
      for (const unsigned long long offset : {0ull, 5ull, 262147ull}) {
        curandGenerator_t generator;
        std::printf("exact type %d ordering %d offset %llu", type, ordering, offset);
        std::printf(" create %d", create(&generator, type));
        std::printf(" order %d", curandSetGeneratorOrdering(generator, ordering));
        std::printf(" seed %d", curandSetPseudoRandomGeneratorSeed(generator, 777));
        std::printf(" offset %d\n", curandSetGeneratorOffset(generator, offset));
        draw(generator, offset == 5 ? 300000 : 1000);
        curandSetPseudoRandomGeneratorSeed(generator, 778);
        curandSetGeneratorOffset(generator, 3);
        print<unsigned int>("again", curandGenerate(generator, static_cast<unsigned int*>(memory), 100), 100, true);
        std::printf("exact destroyed %d\n", curandDestroyGenerator(generator));
      }
    }
  }
  curandGenerator_t generator;
  create(&generator, CURAND_RNG_PSEUDO_XORWOW);
  print<unsigned int>("unseeded", curandGenerate(generator, static_cast<unsigned int*>(memory), 100), 100, true);
  std::printf("exact odd %d\n", curandGenerateNormal(generator, static_cast<float*>(memory), 3, 0, 1));
  std::printf("exact long %d\n", curandGenerateLongLong(generator, static_cast<unsigned long long*>(memory), 3));
  std::printf("exact dimensions %d\n", curandSetQuasiRandomGeneratorDimensions(generator, 2));
  curandDestroyGenerator(generator);
  return 0;
}
