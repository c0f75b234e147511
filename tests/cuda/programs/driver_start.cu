// Which calls of the runtime API initialise the driver, and bind its context? Each first call in a process of its own.
// Recorded: NVIDIA H200, driver 580.159.04, 2026-11-23.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace {

void* memory = nullptr;
cudaStream_t stream = nullptr;
cudaEvent_t event = nullptr;
int number = 0;
std::size_t bytes = 0, total = 0;
cudaDeviceProp properties;
unsigned flags = 0;
void* found = nullptr;
cudaDriverEntryPointQueryResult status;

struct First {
  const char* name;
  int (*call)();
};

const First kFirst[] = {
    {"none", [] { return 0; }},
    {"cudaRuntimeGetVersion", [] { return int(cudaRuntimeGetVersion(&number)); }},
    {"cudaDriverGetVersion", [] { return int(cudaDriverGetVersion(&number)); }},
    {"cudaGetDeviceCount", [] { return int(cudaGetDeviceCount(&number)); }},
    {"cudaGetDevice", [] { return int(cudaGetDevice(&number)); }},
    {"cudaGetDeviceProperties", [] { return int(cudaGetDeviceProperties(&properties, 0)); }},
    {"cudaDeviceGetAttribute", [] { return int(cudaDeviceGetAttribute(&number, cudaDevAttrMaxThreadsPerBlock, 0)); }},
    {"cudaGetDeviceFlags", [] { return int(cudaGetDeviceFlags(&flags)); }},
    {"cudaGetLastError", [] { return int(cudaGetLastError()); }},
    {"cudaGetDriverEntryPoint",
     [] { return int(cudaGetDriverEntryPointByVersion("cuInit", &found, 12000, cudaEnableDefault, &status)); }},
    {"cudaSetDevice", [] { return int(cudaSetDevice(0)); }},
    {"cudaInitDevice", [] { return int(cudaInitDevice(0, 0, 0)); }},
    {"cudaFree", [] { return int(cudaFree(nullptr)); }},
    {"cudaMalloc", [] { return int(cudaMalloc(&memory, 4)); }},
    {"cudaMemGetInfo", [] { return int(cudaMemGetInfo(&bytes, &total)); }},
    {"cudaStreamCreate", [] { return int(cudaStreamCreate(&stream)); }},
    {"cudaEventCreate", [] { return int(cudaEventCreate(&event)); }},
    {"cudaDeviceSynchronize", [] { return int(cudaDeviceSynchronize()); }},
    {"cudaDeviceReset", [] { return int(cudaDeviceReset()); }},
    {"cudaSetDevice, cudaDeviceReset", [] { return int(cudaSetDevice(0)) + int(cudaDeviceReset()); }},
};

}  // namespace

int main() {
  for (const First& first : kFirst) {
    std::fflush(stdout);
    if (const pid_t child = fork(); child != 0) {
      waitpid(child, nullptr, 0);
      continue;
    }
    const int answer = first.call();
    int count = -1;
    CUdevice device = -1;
    CUcontext context = nullptr;
    const int counted = cuDeviceGetCount(&count), current = cuCtxGetCurrent(&context), asked = cuCtxGetDevice(&device);
    std::printf("%s: %d; cuDeviceGetCount %d (%d) cuCtxGetCurrent %d (%s) cuCtxGetDevice %d (%d)\n", first.name, answer,
                counted, count, current, context != nullptr ? "one" : "none", asked, device);
    std::fflush(stdout);
    _exit(0);
  }
}
