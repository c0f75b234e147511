// Launching kernels and host functions.
#include "cuda/driver/launches.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "cuda/driver/call.hpp"
#include "cuda/launch.hpp"

using namespace warpglass;
using namespace warpglass::cuda;
using runtime::LaunchShape;
using runtime::Status;

static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
static_assert(int(CU_LAUNCH_ATTRIBUTE_COOPERATIVE) == cudaLaunchAttributeCooperative &&
              int(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) == cudaLaunchAttributeClusterDimension);

namespace warpglass::cuda {

cudaLaunchConfig_t configuration_of(const CUlaunchConfig& config) {
  cudaLaunchConfig_t ours{};
  ours.gridDim = {config.gridDimX, config.gridDimY, config.gridDimZ};
  ours.blockDim = {config.blockDimX, config.blockDimY, config.blockDimZ};
  ours.dynamicSmemBytes = config.sharedMemBytes;
  ours.stream = config.hStream;
  ours.attrs = reinterpret_cast<cudaLaunchAttribute*>(config.attrs);
  ours.numAttrs = config.numAttrs;
  return ours;
}

Status arguments_of(Process& process, const void* function, void** parameters, void** extra,
                    BufferedArguments& buffered, void**& arguments) {
  arguments = parameters;
  if (extra == nullptr) return Status::ok;
  if (parameters != nullptr) return Status::invalid_value;
  std::byte* buffer = nullptr;
  std::size_t bytes = 0;
  for (void** entry = extra; *entry != CU_LAUNCH_PARAM_END; entry += 2) {
    if (entry[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = static_cast<std::byte*>(entry[1]);
    } else if (entry[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && entry[1] != nullptr) {
      bytes = *static_cast<const std::size_t*>(entry[1]);
    } else {
      return Status::invalid_value;
    }
  }
  runtime::Kernel* kernel = nullptr;
  if (const Status status = process.find_prepared_kernel(function, kernel); status != Status::ok) return status;
  const sim::Program& program = *kernel->program;
  for (std::size_t i = 0; i < program.param_sizes.size(); ++i) {
    const std::uint64_t end = std::uint64_t{program.param_offsets[i]} + program.param_sizes[i];
    if (buffer == nullptr) return Status::invalid_value;
    if (end <= bytes) {
      buffered.places.push_back(buffer + program.param_offsets[i]);
      continue;
    }
    // What a short buffer leaves out is zero (recorded).
    const std::size_t there =
        std::min<std::size_t>(bytes, end) - std::min<std::size_t>(bytes, program.param_offsets[i]);
    std::vector<std::byte>& rest = buffered.completed.emplace_back(program.param_sizes[i]);
    std::copy_n(buffer + program.param_offsets[i], there, rest.data());
    buffered.places.push_back(rest.data());
  }
  arguments = buffered.places.data();
  return Status::ok;
}

}  // namespace warpglass::cuda

namespace {

/// \param changeable  nullptr: no kernel may change it
CUresult launch(CUfunction function, const LaunchShape& shape, CUstream stream, void** parameters, void** extra,
                cudaLaunchAttribute* changeable = nullptr) {
  const auto launch_with = [&](void** arguments) {
    return changeable != nullptr ? launch_changeable(function, shape, arguments, stream, *changeable)
                                 : launch_kernel(function, shape, arguments, stream);
  };
  return driver_call([&] {
    if (extra == nullptr) return launch_with(parameters);
    BufferedArguments buffered;
    void** arguments = nullptr;
    const cudaError_t error = operate(
        [&](Process& process) { return arguments_of(process, function, parameters, extra, buffered, arguments); });
    return error != cudaSuccess ? error : launch_with(arguments);
  });
}

}  // namespace

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                        unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) {
  return launch(f,
                {.grid = {gridDimX, gridDimY, gridDimZ},
                 .block = {blockDimX, blockDimY, blockDimZ},
                 .dynamic_shared_bytes = sharedMemBytes},
                hStream, kernelParams, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                   unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) {
  return launch(f,
                {.grid = {gridDimX, gridDimY, gridDimZ},
                 .block = {blockDimX, blockDimY, blockDimZ},
                 .dynamic_shared_bytes = sharedMemBytes,
                 .cooperative = true},
                hStream, kernelParams, nullptr);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra) {
  LaunchShape shape;
  if (config != nullptr) {
    const cudaLaunchConfig_t ours = configuration_of(*config);
    if (const Status status = shape_of(ours, shape); status != Status::ok)
      return driver_call([&] { return answer(status); });
    return launch(f, shape, config->hStream, kernelParams, extra, changeable_attribute_of(ours));
  }
  return driver_call([] { return CUDA_ERROR_INVALID_VALUE; });
}

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS* launchParamsList, unsigned int numDevices,
                                              unsigned int flags) {
  constexpr unsigned kKnown = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC |
                              CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;
  if (launchParamsList == nullptr || numDevices != 1 || (flags & ~kKnown) != 0)  // there is one device
    return driver_call([] { return CUDA_ERROR_INVALID_VALUE; });
  const CUDA_LAUNCH_PARAMS& one = *launchParamsList;
  return cuLaunchCooperativeKernel(one.function, one.gridDimX, one.gridDimY, one.gridDimZ, one.blockDimX, one.blockDimY,
                                   one.blockDimZ, one.sharedMemBytes, one.hStream, one.kernelParams);
}

CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) {
  return driver_call([&] { return cudaLaunchHostFunc(hStream, fn, userData); });
}

// ---- Launches before CUDA 4: block, shared memory and arguments are set one by one ----

namespace {

struct Prepared {
  Dim3 block{1, 1, 1};
  unsigned shared_bytes = 0;
  std::vector<std::byte> arguments;
};

// By function, under the process's lock.
std::map<CUfunction, Prepared>& prepared() {
  static auto* const all = new std::map<CUfunction, Prepared>;
  return *all;
}

template <class Work>
CUresult prepare(CUfunction function, Work&& work) {
  return driver_call([&] {
    return operate([&](Process& process) {
      runtime::Kernel* kernel = nullptr;
      const Status status = process.find_kernel(function, kernel);
      return status != Status::ok ? status : work(prepared()[function]);
    });
  });
}

CUresult set_argument(CUfunction function, int offset, const void* value, std::size_t bytes) {
  return prepare(function, [&](Prepared& it) {
    constexpr std::size_t kMost = 4096;  // bytes of arguments
    if (offset < 0 || value == nullptr || std::size_t(offset) + bytes > kMost) return Status::invalid_value;
    it.arguments.resize(std::max(it.arguments.size(), std::size_t(offset) + bytes));
    std::memcpy(it.arguments.data() + offset, value, bytes);
    return Status::ok;
  });
}

}  // namespace

CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) {
  return prepare(hfunc, [&](Prepared& it) {
    if (x <= 0 || y <= 0 || z <= 0) return Status::invalid_value;
    it.block = {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)};
    return Status::ok;
  });
}

CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) {
  return prepare(hfunc, [&](Prepared& it) {
    it.shared_bytes = bytes;
    return Status::ok;
  });
}

CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes) {
  return prepare(hfunc, [&](Prepared& it) {
    it.arguments.resize(numbytes);
    return Status::ok;
  });
}

CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value) {
  return set_argument(hfunc, offset, &value, sizeof value);
}
CUresult cuParamSetf(CUfunction hfunc, int offset, float value) {
  return set_argument(hfunc, offset, &value, sizeof value);
}
CUresult cuParamSetv(CUfunction hfunc, int offset, void* ptr, unsigned int numbytes) {
  return set_argument(hfunc, offset, ptr, numbytes);
}

CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) {
  Prepared it;
  const CUresult known = prepare(f, [&](const Prepared& kept) {
    it = kept;
    return grid_width > 0 && grid_height > 0 ? Status::ok : Status::invalid_value;
  });
  if (known != CUDA_SUCCESS) return known;
  std::size_t bytes = it.arguments.size();
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, it.arguments.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  return launch(f,
                {.grid = {static_cast<std::uint32_t>(grid_width), static_cast<std::uint32_t>(grid_height), 1},
                 .block = it.block,
                 .dynamic_shared_bytes = it.shared_bytes},
                hStream, nullptr, extra);
}
CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height) {
  return cuLaunchGridAsync(f, grid_width, grid_height, nullptr);
}
CUresult cuLaunch(CUfunction f) { return cuLaunchGridAsync(f, 1, 1, nullptr); }
