// libcurand's MTGP32: every kind of number, seeds, orderings, and arrays longer than a round of all generators.
// On the host without normal numbers, which NVIDIA's makes with single precision there, but with a change of the seed,
// behind which NVIDIA's makes zeros on a GPU. Lines that begin with `near` hold what functions such as the logarithm
// make. With NVIDIA's library, on a GPU or, with the word host, without one:
//
//     nvcc -O2 random_generators_mtgp32.cu -lcurand -o mtgp32 && ./mtgp32 > random_generators_mtgp32.expected
//     ./mtgp32 host > random_generators_mtgp32_host.expected
#include "random_twisters.h"

int main(int argc, char** argv) {
  set_up(argc, argv, 200000);
  print_all({CURAND_RNG_PSEUDO_MTGP32, 20000, 200000, !on_host, on_host});
  return 0;
}
