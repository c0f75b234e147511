// Handles of nothing are refused by every call. Exits with 0 when each was.
#include <curand.h>

#include <cstdint>
#include <cstring>

int refused(curandGenerator_t handle) {
  unsigned int word = 0;
  unsigned long long words = 0;
  float number[2];
  double numbers[2];
  const curandStatus_t answers[] = {curandSetStream(handle, nullptr),
                                    curandSetPseudoRandomGeneratorSeed(handle, 1),
                                    curandSetGeneratorOffset(handle, 1),
                                    curandSetGeneratorOrdering(handle, CURAND_ORDERING_PSEUDO_BEST),
                                    curandSetQuasiRandomGeneratorDimensions(handle, 1),
                                    curandGenerateSeeds(handle),
                                    curandGenerate(handle, &word, 1),
                                    curandGenerateLongLong(handle, &words, 1),
                                    curandGenerateUniform(handle, number, 1),
                                    curandGenerateUniformDouble(handle, numbers, 1),
                                    curandGenerateNormal(handle, number, 2, 0, 1),
                                    curandGenerateNormalDouble(handle, numbers, 2, 0, 1),
                                    curandGenerateLogNormal(handle, number, 2, 0, 1),
                                    curandGenerateLogNormalDouble(handle, numbers, 2, 0, 1),
                                    curandGeneratePoisson(handle, &word, 1, 1),
                                    curandDestroyGenerator(handle)};
  for (const curandStatus_t answer : answers) {
    if (answer != CURAND_STATUS_NOT_INITIALIZED) return 1;
  }
  return 0;
}

int main() {
  static char junk[256];
  std::memset(junk, 0x5a, sizeof junk);
  curandGenerator_t destroyed;
  curandCreateGeneratorHost(&destroyed, CURAND_RNG_PSEUDO_DEFAULT);
  if (curandDestroyGenerator(destroyed) != CURAND_STATUS_SUCCESS) return 2;
  return refused(nullptr) + refused(reinterpret_cast<curandGenerator_t>(junk)) +
         refused(reinterpret_cast<curandGenerator_t>(std::uintptr_t{0x1234567})) + refused(destroyed);
}
