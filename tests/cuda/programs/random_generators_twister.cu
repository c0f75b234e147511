// libcurand's MT19937: every kind of number, seeds, orderings, and arrays longer than all of its parts' first 624
// numbers. Lines that begin with `near` hold what functions such as the logarithm make. With NVIDIA's library, on a GPU
// or, with the word host, without one:
//
//     nvcc -O2 random_generators_twister.cu -lcurand -o twister && ./twister > random_generators_twister.expected
#include "random_twisters.h"

int main(int argc, char** argv) {
  const Twister twister{CURAND_RNG_PSEUDO_MT19937, 100000, 6000000, true, true};
  set_up(argc, argv, twister.most);
  print_all(twister);
  return 0;
}
