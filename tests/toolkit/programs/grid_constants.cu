// Addresses of __grid_constant__ parameters, and the calls of programmatic dependent launch.
// prints: global 0 shared 0 local 0
// prints: read back 42
// prints: launched 7
// clang before 20 without our pass copies the parameter to local memory, whose addresses are no parameter's.
#include <cstdio>

struct Values {
  int at[8];
};

__global__ void spaces(const __grid_constant__ Values values, int* memory, int i) {
  __shared__ int shared[8];
  volatile int local[8];
  local[i] = shared[i] = i;
  const void* parameter = &values.at[i];
  memory[0] = __isGridConstant(parameter) || __isLocal(parameter);
  memory[1] = __isGridConstant(memory);
  memory[2] = __isGridConstant(&shared[i]);
  memory[3] = __isGridConstant(const_cast<int*>(&local[i]));
  if (memory[0])
    memory[4] = *static_cast<const int*>(__cvta_grid_constant_to_generic(__cvta_generic_to_grid_constant(parameter)));
}

__global__ void first(int* memory) {
  *memory = 6;
  __threadfence();
  cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void second(int* memory) {
  cudaGridDependencySynchronize();
  *memory += 1;
}

int main() {
  int* memory;
  cudaMallocManaged(&memory, 5 * sizeof(int));
  spaces<<<1, 1>>>(Values{{0, 0, 0, 42}}, memory, 3);
  cudaDeviceSynchronize();
  printf("global %d shared %d local %d\n", memory[1], memory[2], memory[3]);
  printf("read back %d\n", memory[4]);

  first<<<1, 1>>>(memory);
  cudaLaunchAttribute overlaps{};
  overlaps.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlaps.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = 1;
  config.attrs = &overlaps;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, second, memory);
  cudaDeviceSynchronize();
  printf("launched %d\n", *memory);
}
