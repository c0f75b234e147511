// What libcurand has not is refused, in a line. Exits with 0 when each call was.
#include <curand.h>

int main() {
  curandDirectionVectors32_t* vectors = nullptr;
  if (curandGetDirectionVectors32(&vectors, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) == 0) return 1;
  curandGenerator_t generator;
  if (curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32) == 0) return 2;
  unsigned int number = 0;
  curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32);
  if (curandGeneratePoisson(generator, &number, 1, 5.0) == 0) return 3;
  curandDestroyGenerator(generator);
  return 0;
}
