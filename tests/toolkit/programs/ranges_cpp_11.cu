// flags: -std=c++11
// prints: 1 0
// NVTX's interface for C++ by the oldest standard that has it.
#include <nvtx3/nvtx3.hpp>

#include <cstdio>

int in_function() {
  NVTX3_FUNC_RANGE();
  const int level = nvtxRangePushA("level");
  nvtxRangePop();
  return level;
}

int main() {
  const int level = in_function();
  nvtx3::scoped_range range{"range", nvtx3::rgb{1, 2, 3}, nvtx3::payload{1}};
  nvtx3::mark(L"mark");
  std::printf("%d %d\n", level, cudaDeviceSynchronize());
  return 0;
}
