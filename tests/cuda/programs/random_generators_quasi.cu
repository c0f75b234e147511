// The quasirandom generators of libcurand and its direction vectors: every kind of number, one call after the other, for
// several dimensions and offsets, and what the calls answer where they refuse. Lines that begin with `near` hold what
// the inverse of the normal distribution makes. With NVIDIA's library, on a GPU or, with the word host, without one:
//
//     nvcc -O2 random_generators_quasi.cu -lcurand -o quasi && ./quasi > random_generators_quasi.expected
#include <curand.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr size_t kMost = 400000;

bool on_host;
void* memory;

unsigned long long fold(unsigned long long sum, unsigned long long bits) {
  return ((sum << 5 | sum >> 59) ^ bits) * 0x9e3779b97f4a7c15ull;
}

template <class Number>
void print(const char* what, int status, size_t count, bool exact) {
  if (!on_host) cudaDeviceSynchronize();
  std::printf("%s %s %d %zu:", exact || status != 0 ? "exact" : "near", what, status, count);
  if (status != 0) {
    std::printf(" refused\n");
    return;
  }
  const Number* numbers = static_cast<const Number*>(memory);
  unsigned long long sum = 0;
  for (size_t i = 0; i < count; ++i) {
    unsigned long long bits = 0;
    std::memcpy(&bits, numbers + i, sizeof(Number));
    sum = fold(sum, bits);
  }
  for (size_t i = 0; i < count; i += count / 6 + 1) std::printf(" %.17g", static_cast<double>(numbers[i]));
  exact ? std::printf(" sum %llx\n", sum) : std::printf("\n");
}

void draw(curandGenerator_t generator, size_t count) {
  unsigned int* integers = static_cast<unsigned int*>(memory);
  unsigned long long* words = static_cast<unsigned long long*>(memory);
  float* floats = static_cast<float*>(memory);
  double* doubles = static_cast<double*>(memory);
  print<unsigned int>("integer", curandGenerate(generator, integers, count), count, true);
  print<unsigned long long>("word", curandGenerateLongLong(generator, words, count), count, true);
  print<float>("uniform", curandGenerateUniform(generator, floats, count), count, true);
  print<double>("uniform_double", curandGenerateUniformDouble(generator, doubles, count), count, true);
  print<float>("normal", curandGenerateNormal(generator, floats, count, 1, 2), count, false);
  print<double>("normal_double", curandGenerateNormalDouble(generator, doubles, count, 1, 2), count, false);
  print<float>("log_normal", curandGenerateLogNormal(generator, floats, count, 1, 0.5f), count, false);
  print<double>("log_normal_double", curandGenerateLogNormalDouble(generator, doubles, count, 1, 0.5), count, false);
  print<float>("uniform", curandGenerateUniform(generator, floats, count), count, true);
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type) {
  return on_host ? curandCreateGeneratorHost(generator, type) : curandCreateGenerator(generator, type);
}

template <class Words>
void print_vectors(const char* what, int status, const Words* vectors) {
  std::printf("exact %s %d", what, status);
  if (status == 0) {
    unsigned long long sum = 0;
    for (int dimension = 0; dimension < 20000; ++dimension) {
      for (const auto word : vectors[dimension]) sum = fold(sum, word);
    }
    for (const int dimension : {0, 1, 2, 999, 19999}) {
      std::printf(" %llx", static_cast<unsigned long long>(vectors[dimension][31]));
    }
    std::printf(" sum %llx", sum);
  }
  std::printf("\n");
}

void direction_vectors() {
  for (const int set : {101, 103, 0, 105}) {
    curandDirectionVectors32_t* short_ones = nullptr;
    curandDirectionVectors64_t* long_ones = nullptr;
    std::printf("exact set %d\n", set);
    int status = curandGetDirectionVectors32(&short_ones, static_cast<curandDirectionVectorSet_t>(set));
    print_vectors("of 32", status, short_ones);
    status = curandGetDirectionVectors64(&long_ones, static_cast<curandDirectionVectorSet_t>(set));
    print_vectors("of 64", status, long_ones);
  }
}

void one_generator(curandRngType_t type, unsigned int dimensions, unsigned long long offset, size_t count) {
  curandGenerator_t generator;
  std::printf("exact type %d dimensions %u offset %llu", type, dimensions, offset);
  std::printf(" create %d", create(&generator, type));
  if (dimensions != 1) {
    std::printf(" dimensions %d", curandSetQuasiRandomGeneratorDimensions(generator, dimensions));
  }
  std::printf(" offset %d\n", curandSetGeneratorOffset(generator, offset));
  draw(generator, count);
  print<float>("odd count", curandGenerateUniform(generator, static_cast<float*>(memory), count + 1), count + 1, true);
  std::printf("exact destroyed %d\n", curandDestroyGenerator(generator));
}

/// What else can be asked of a generator, and what remains of its place.
void answers(curandRngType_t type) {
  curandGenerator_t generator;
  float* floats = static_cast<float*>(memory);
  create(&generator, type);
  std::printf("exact type %d seed %d order", type, curandSetPseudoRandomGeneratorSeed(generator, 1));
  for (const int order : {100, 101, 102, 103, 104, 201})
    std::printf(" %d", curandSetGeneratorOrdering(generator, static_cast<curandOrdering_t>(order)));
  std::printf(" dimensions");
  for (const unsigned int dimensions : {0u, 1u, 20000u, 20001u, 4u})
    std::printf(" %d", curandSetQuasiRandomGeneratorDimensions(generator, dimensions));
  std::printf(" seeds %d", curandGenerateSeeds(generator));
  std::printf(" none %d\n", curandGenerateUniform(generator, floats, 0));
  print<float>("four dimensions", curandGenerateUniform(generator, floats, 40), 40, true);
  curandSetQuasiRandomGeneratorDimensions(generator, 2);
  print<float>("two dimensions", curandGenerateUniform(generator, floats, 40), 40, true);
  curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT);
  print<float>("ordered again", curandGenerateUniform(generator, floats, 40), 40, true);
  curandSetGeneratorOffset(generator, 3);
  print<float>("from the third", curandGenerateUniform(generator, floats, 40), 40, true);
  curandGenerateSeeds(generator);
  print<float>("seeds made", curandGenerateUniform(generator, floats, 40), 40, true);
  curandDestroyGenerator(generator);
}

int main(int argc, char** argv) {
  on_host = argc > 1 && std::strcmp(argv[1], "host") == 0;
  if (on_host) {
    memory = std::malloc(kMost * sizeof(double));
  } else {
    cudaMallocManaged(&memory, kMost * sizeof(double));
  }
  direction_vectors();
  for (const curandRngType_t type : {CURAND_RNG_QUASI_DEFAULT, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SOBOL64}) {
    one_generator(type, 1, 0, 1000);
    one_generator(type, 3, 7, 3000);
    one_generator(type, 1000, 65537, 20000);
    one_generator(type, 20000, 0, 40000);
    one_generator(type, 2, 4294967290ull, 300000);
    answers(type);
  }
  one_generator(CURAND_RNG_QUASI_SOBOL64, 2, 0x123456789abcdefull, 300000);
  return 0;
}
