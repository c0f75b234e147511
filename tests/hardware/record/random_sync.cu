// What a GPU leaves in memory of the kernels that random_sync.py writes: random_sync kernels.ptx > results.tsv
// A row for each: its seed, and a digest (FNV-1a of words) of the arrays, the flags and what was in shared memory. Each is
// launched three times, which has to give the same.
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kData = 256, kFlags = 64, kShownOfBlock = 256;  // words

void check(CUresult result, const std::string& seed) {
  if (result == CUDA_SUCCESS) return;
  const char* text = nullptr;
  cuGetErrorString(result, &text);
  std::fprintf(stderr, "kernel %s: %s\n", seed.c_str(), text);
  std::exit(1);
}

struct Kernel {
  std::string seed, ptx;
  unsigned grid = 0, block = 0, cluster = 0;
};

std::vector<Kernel> kernels_in(const char* path) {
  std::ifstream file(path);
  std::vector<Kernel> kernels;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("// kernel ", 0) != 0) {
      kernels.back().ptx += line + "\n";
      continue;
    }
    std::istringstream words(line.substr(10));
    Kernel& kernel = kernels.emplace_back();
    words >> kernel.seed >> kernel.grid >> kernel.block >> kernel.cluster;
  }
  return kernels;
}

/// The same array for each launch: data, flags, what is shown.
std::uint64_t digest_of(const Kernel& kernel, CUfunction function, CUdeviceptr memory) {
  std::vector<std::uint32_t> words(kData + kFlags + kShownOfBlock * kernel.grid, 0);
  std::iota(words.begin(), words.begin() + kData, 0u);
  const std::size_t bytes = words.size() * sizeof(words[0]);
  check(cuMemcpyHtoD(memory, words.data(), bytes), kernel.seed);
  CUdeviceptr data = memory, flags = data + kData * 4, shown = flags + kFlags * 4;
  void* arguments[] = {&data, &flags, &shown};
  CUlaunchAttribute cluster{};
  cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  cluster.value.clusterDim = {kernel.cluster, 1, 1};
  CUlaunchConfig launch{};
  launch.gridDimX = kernel.grid;
  launch.blockDimX = kernel.block;
  launch.gridDimY = launch.gridDimZ = launch.blockDimY = launch.blockDimZ = 1;
  launch.attrs = &cluster;
  launch.numAttrs = kernel.cluster > 1 ? 1 : 0;
  check(cuLaunchKernelEx(&launch, function, arguments, nullptr), kernel.seed);
  check(cuCtxSynchronize(), kernel.seed);
  check(cuMemcpyDtoH(words.data(), memory, bytes), kernel.seed);
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const std::uint32_t word : words) value = (value ^ word) * 0x100000001b3u;
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "random_sync KERNELS.ptx\n"), 2;
  check(cuInit(0), "none");
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUdeviceptr memory = 0;
  check(cuDeviceGet(&device, 0), "none");
  check(cuDevicePrimaryCtxRetain(&context, device), "none");
  check(cuCtxSetCurrent(context), "none");
  check(cuMemAlloc(&memory, 64 << 10), "none");
  std::printf("seed\tdigest\n");
  for (const Kernel& kernel : kernels_in(argv[1])) {
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    check(cuModuleLoadData(&module, kernel.ptx.c_str()), kernel.seed);
    check(cuModuleGetFunction(&function, module, "k"), kernel.seed);
    const std::uint64_t digest = digest_of(kernel, function, memory);
    for (int again = 0; again < 2; ++again) {
      if (digest_of(kernel, function, memory) != digest)
        std::fprintf(stderr, "kernel %s: differs from launch to launch\n", kernel.seed.c_str());
    }
    std::printf("%s\t%016llx\n", kernel.seed.c_str(), static_cast<unsigned long long>(digest));
    std::fflush(stdout);
    check(cuModuleUnload(module), kernel.seed);
  }
}
