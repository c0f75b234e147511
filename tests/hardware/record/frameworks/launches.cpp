// Writes down every launch that the process makes while the variable WARPGLASS_LAUNCHES names a folder: a library that
// NVIDIA's driver loads (CUDA_INJECTION64_PATH), told of launches by CUPTI.
//
//   g++ -std=c++17 -shared -fPIC launches.cpp -o liblaunches.so -I... -lcuda -lcupti
//
// FOLDER/0000/launch.json: the case (WARPGLASS_CASE), the kernel, its shape, the bytes of each parameter in
// hexadecimal, and which of them point to which allocation; ALLOCATION.before and .after beside it.
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <cuda.h>
#include <cupti.h>

namespace {

constexpr std::size_t kLargest = 64 << 20;

struct Allocation {
  CUdeviceptr base;
  std::size_t size;
};

struct Shape {
  unsigned grid[3], block[3], shared;
  unsigned cluster[3] = {1, 1, 1};
};

std::string folder;  // of the launch under way; empty: none is
std::vector<Allocation> allocations;
int launches = 0;
bool busy = false;

void write(const std::string& path, const std::string& contents) {
  if (std::FILE* const file = std::fopen(path.c_str(), "wb")) {
    std::fwrite(contents.data(), 1, contents.size(), file);
    std::fclose(file);
  }
}

void write_allocations(const char* when) {
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    if (allocations[i].size > kLargest) continue;
    std::string contents(allocations[i].size, '\0');
    cuMemcpyDtoH(contents.data(), allocations[i].base, contents.size());
    write(folder + "/" + std::to_string(i) + when, contents);
  }
}

std::size_t index_of(CUdeviceptr base, std::size_t size) {
  for (std::size_t i = 0; i < allocations.size(); ++i) {
    if (allocations[i].base == base) return i;
  }
  allocations.push_back({base, size});
  return allocations.size() - 1;
}

/// As JSON: the bytes, and where they hold an address of device memory.
std::string described(const char* value, std::size_t size) {
  std::string bytes, pointers;
  char text[96];
  for (std::size_t i = 0; i < size; ++i) {
    std::snprintf(text, sizeof text, "%02x", static_cast<unsigned char>(value[i]));
    bytes += text;
  }
  for (std::size_t at = 0; at + 8 <= size; at += 8) {
    CUdeviceptr address, base;
    std::size_t length;
    std::memcpy(&address, value + at, 8);
    if (address < 0x10000 || cuMemGetAddressRange(&base, &length, address) != CUDA_SUCCESS) continue;
    std::snprintf(text, sizeof text, "%s{\"at\": %zu, \"allocation\": %zu, \"offset\": %llu}",
                  pointers.empty() ? "" : ", ", at, index_of(base, length),
                  static_cast<unsigned long long>(address - base));
    pointers += text;
  }
  return "{\"bytes\": \"" + bytes + "\", \"pointers\": [" + pointers + "]}";
}

void begin(CUfunction function, const Shape& shape, void** parameters, void** extra) {
  const char* name = nullptr;
  const auto kernel = reinterpret_cast<CUkernel>(function);
  const bool is_kernel = cuFuncGetName(&name, function) != CUDA_SUCCESS;
  if (cuCtxSynchronize() != CUDA_SUCCESS || (is_kernel && cuKernelGetName(&name, kernel) != CUDA_SUCCESS)) {
    std::fprintf(stderr, "launches: a launch is left out\n");
    return;
  }
  if (is_kernel) cuKernelGetFunction(&function, kernel);
  int registers = 0;
  cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
  const char* packed = nullptr;
  for (void** e = extra; parameters == nullptr && e != nullptr && *e != CU_LAUNCH_PARAM_END; e += 2) {
    if (*e == CU_LAUNCH_PARAM_BUFFER_POINTER) packed = static_cast<const char*>(e[1]);
  }
  char text[512];
  std::snprintf(text, sizeof text, "/%04d", launches++);
  folder = std::getenv("WARPGLASS_LAUNCHES") + std::string(text);
  mkdir(folder.c_str(), 0777);
  allocations.clear();
  std::string arguments;
  std::size_t offset, size;
  for (std::size_t i = 0; (is_kernel ? cuKernelGetParamInfo(kernel, i, &offset, &size)
                                     : cuFuncGetParamInfo(function, i, &offset, &size)) == CUDA_SUCCESS;
       ++i) {
    const char* const value = parameters != nullptr ? static_cast<const char*>(parameters[i]) : packed + offset;
    arguments += (i == 0 ? "" : ", ") + described(value, size);
  }
  const char* const wanted = std::getenv("WARPGLASS_CASE");
  std::string json =
      std::string("{\"case\": \"") + (wanted != nullptr ? wanted : "") + "\", \"kernel\": \"" + name + "\", ";
  std::snprintf(text, sizeof text,
                "\"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"cluster\": [%u, %u, %u], \"dynamic shared\": %u, "
                "\"registers\": %d, ",
                shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0], shape.block[1], shape.block[2],
                shape.cluster[0], shape.cluster[1], shape.cluster[2], shape.shared, registers);
  json += text + std::string("\"arguments\": [") + arguments + "]}\n";
  write(folder + "/launch.json", json);
  write_allocations(".before");
}

void end() {
  if (folder.empty()) return;
  cuCtxSynchronize();
  write_allocations(".after");
  folder.clear();
}

Shape shape_of(const CUlaunchConfig& config) {
  Shape shape{{config.gridDimX, config.gridDimY, config.gridDimZ},
              {config.blockDimX, config.blockDimY, config.blockDimZ},
              config.sharedMemBytes};
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) continue;
    const auto& cluster = config.attrs[i].value.clusterDim;
    shape.cluster[0] = cluster.x, shape.cluster[1] = cluster.y, shape.cluster[2] = cluster.z;
  }
  return shape;
}

void CUPTIAPI called(void*, CUpti_CallbackDomain, CUpti_CallbackId id, const void* data) {
  if (busy || std::getenv("WARPGLASS_LAUNCHES") == nullptr) return;
  const bool plain = id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel || id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz;
  const bool configured =
      id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx || id == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz;
  if (!plain && !configured) return;
  busy = true;
  const auto* const info = static_cast<const CUpti_CallbackData*>(data);
  if (info->callbackSite != CUPTI_API_ENTER) {
    end();
  } else if (plain) {
    const auto* const p = static_cast<const cuLaunchKernel_params*>(info->functionParams);
    begin(p->f,
          {{p->gridDimX, p->gridDimY, p->gridDimZ}, {p->blockDimX, p->blockDimY, p->blockDimZ}, p->sharedMemBytes},
          p->kernelParams, p->extra);
  } else {
    const auto* const p = static_cast<const cuLaunchKernelEx_params*>(info->functionParams);
    begin(p->f, shape_of(*p->config), p->kernelParams, p->extra);
  }
  busy = false;
}

}  // namespace

extern "C" int InitializeInjection() {
  CUpti_SubscriberHandle subscriber;
  if (cuptiSubscribe(&subscriber, reinterpret_cast<CUpti_CallbackFunc>(called), nullptr) != CUPTI_SUCCESS) return 0;
  return cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API) == CUPTI_SUCCESS;
}
