// The generators of libcurand: every kind of number, one call after the other, in each ordering, from several offsets.
// Lines that begin with `near` hold what functions such as the logarithm make. With NVIDIA's library, on a GPU or, with
// the word host, without one:
//
//     nvcc -O2 random_generators.cu -lcurand -o random_generators && ./random_generators > random_generators.expected
#include "random_generators.h"

void draw(curandGenerator_t generator, size_t count) {
  integers(generator, count);
  uniform_numbers(generator, count);
  normal_numbers(generator, count);
  integers(generator, 7);
}

int main(int argc, char** argv) {
  set_up(argc, argv, 300000);
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
        integers(generator, 100, "again");
        std::printf("exact destroyed %d\n", curandDestroyGenerator(generator));
      }
    }
  }
  curandGenerator_t generator;
  create(&generator, CURAND_RNG_PSEUDO_XORWOW);
  integers(generator, 100, "unseeded");
  std::printf("exact odd %d\n", curandGenerateNormal(generator, static_cast<float*>(memory), 3, 0, 1));
  std::printf("exact long %d\n", curandGenerateLongLong(generator, static_cast<unsigned long long*>(memory), 3));
  std::printf("exact dimensions %d\n", curandSetQuasiRandomGeneratorDimensions(generator, 2));
  curandDestroyGenerator(generator);
  return 0;
}
