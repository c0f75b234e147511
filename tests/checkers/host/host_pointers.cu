// Pointers of the host, which kernels cannot follow. The argument says which.
#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void writes(int* to) {
  *to = 1;  // finds: out-of-bounds
}

int variable;
int initialised = 1;

int main(int argc, char** argv) {
  const char* which = argc > 1 ? argv[1] : "heap";
  int local = 0;
  int* const heap = static_cast<int*>(std::malloc(64));
  std::vector<int> large(1 << 20);
  if (!std::strcmp(which, "heap")) writes<<<1, 1>>>(heap);
  if (!std::strcmp(which, "stack")) writes<<<1, 1>>>(&local);
  if (!std::strcmp(which, "variable")) writes<<<1, 1>>>(&variable);
  if (!std::strcmp(which, "initialised")) writes<<<1, 1>>>(&initialised);
  if (!std::strcmp(which, "large")) writes<<<1, 1>>>(large.data());
  cudaDeviceSynchronize();
  std::free(heap);
}
