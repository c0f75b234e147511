// One device of the process: the modelled GPU, and what the API above keeps of it.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "cuda/api.hpp"
#include "cuda/device_words.hpp"
#include "cuda/graph_memory_use.hpp"
#include "cuda/texture_reference_table.hpp"
#include "runtime/device.hpp"

namespace warpglass::cuda {

struct OwnedDevice {
  OwnedDevice(const arch::DeviceModel& model, runtime::DeviceOptions options) : device(model, std::move(options)) {
    device.launches().words = &words;
  }

  runtime::Device device;
  std::map<int, std::size_t> limits;  // that the program has set
  unsigned flags = cudaDeviceMapHost;
  GraphMemoryUse graph_memory;
  TextureReferences references;

 private:
  DeviceWords words{device, limits};
};

}  // namespace warpglass::cuda
