// Sizes, offsets and values of cuda.h. driver_abi.expected holds what NVIDIA's header of CUDA 13.0 says to this
// program.
#include <cuda.h>

#include <cstddef>
#include <cstdio>

int main() {
#define TYPE(name) std::printf("%s %zu %zu\n", #name, sizeof(name), alignof(name));
#define FIELD(type, name) \
  std::printf("%s.%s %zu %zu\n", #type, #name, offsetof(type, name), sizeof(((type*)nullptr)->name));
#define VALUE(name) std::printf("%s %lld\n", #name, static_cast<long long>(name));
#include "driver_abi.def"
  return 0;
}
