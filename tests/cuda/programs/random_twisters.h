// What the programs that print the numbers of libcurand's twisters have in common: every kind of number, seeds,
// orderings, and arrays longer than what the twister has in one piece.
#pragma once

#include "random_generators.h"

struct Twister {
  curandRngType_t type;
  size_t many;   // numbers
  size_t most;   // of the longest array
  bool normals;  // normal numbers are printed
  bool changes;  // as are numbers behind a change of the seed or ordering
};

inline void draw(const Twister& twister, curandGenerator_t generator, size_t count) {
  unsigned int* whole = static_cast<unsigned int*>(memory);
  integers(generator, count);
  uniform_numbers(generator, count);
  if (twister.normals) normal_numbers(generator, count);
  print<unsigned int>("poisson of 7", curandGeneratePoisson(generator, whole, count, 7.0), count, true);
  print<unsigned int>("poisson of 3000", curandGeneratePoisson(generator, whole, count, 3000.0), count, true);
  integers(generator, 7);
}

inline void change(curandGenerator_t generator, unsigned long long seed, curandOrdering_t ordering) {
  std::printf("exact same seed %d\n", curandSetPseudoRandomGeneratorSeed(generator, seed));
  integers(generator, 9);
  std::printf("exact another seed %d\n", curandSetPseudoRandomGeneratorSeed(generator, 778));
  integers(generator, 9);
  std::printf("exact same ordering %d\n", curandSetGeneratorOrdering(generator, ordering));
  integers(generator, 9);
  std::printf("exact ordering %d\n", curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY));
  integers(generator, 9);
}

inline void print_all(const Twister& twister) {
  for (const curandOrdering_t ordering :
       {CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_BEST, CURAND_ORDERING_PSEUDO_LEGACY}) {
    for (const unsigned long long seed : {0ull, 5489ull, 123456789012345ull}) {
      curandGenerator_t generator;
      std::printf("exact ordering %d seed %llu", ordering, seed);
      std::printf(" create %d", create(&generator, twister.type));
      std::printf(" order %d", curandSetGeneratorOrdering(generator, ordering));
      std::printf(" seed %d", curandSetPseudoRandomGeneratorSeed(generator, seed));
      std::printf(" offset %d\n", curandSetGeneratorOffset(generator, 5));
      draw(twister, generator, seed == 5489 ? twister.many : 1001);
      if (twister.changes) change(generator, seed, ordering);
      std::printf("exact destroyed %d\n", curandDestroyGenerator(generator));
    }
  }
  curandGenerator_t generator;
  create(&generator, twister.type);
  integers(generator, twister.most);
  integers(generator, 3);
  std::printf("exact long %d\n", curandGenerateLongLong(generator, static_cast<unsigned long long*>(memory), 3));
  std::printf("exact seeds %d\n", curandGenerateSeeds(generator));
  curandDestroyGenerator(generator);
}
