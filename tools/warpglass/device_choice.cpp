#include "tools/warpglass/device_choice.hpp"

#include <fmt/format.h>

#include <map>

#include "arch/device_description.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/program_file.hpp"

namespace warpglass::tool {

bool names_description(const std::string& arch) {
  if (arch::find_device(arch).device != nullptr) return false;
  return arch.ends_with(".json") || arch.find('/') != std::string::npos;
}

const arch::DeviceModel& device_named(const std::string& arch) {
  static std::map<std::string, arch::DeviceModel> described;  // a map keeps its elements in place
  if (const auto known = described.find(arch); known != described.end()) return known->second;
  if (names_description(arch)) {
    Diagnostics problems;
    auto device = arch::parse_device(read_file(arch), arch, problems);
    if (!device) throw InputError(std::move(problems));
    return described.emplace(arch, std::move(*device)).first->second;
  }
  if (arch == "all" || arch.find(',') != std::string::npos)
    throw UsageError(fmt::format("--arch {}: this takes one GPU; run, banks, occupancy and costs take several", arch));
  const arch::DeviceLookup lookup = arch::find_device(arch);
  if (lookup.device == nullptr) throw UsageError("--arch: " + lookup.error + "; or a file that describes one (.json)");
  return *lookup.device;
}

const arch::DeviceModel& device_compiled_for(const std::string& arch, const std::vector<std::string>& devices) {
  const arch::DeviceModel* least = &device_named(arch);
  for (const std::string& name : devices) {
    const arch::DeviceModel& device = name.empty() ? *least : device_named(name);
    if (device.capability.sm() < least->capability.sm()) least = &device;
  }
  return *least;
}

std::vector<std::string> each_named(const std::vector<std::string>& archs, All all) {
  std::vector<std::string> names;
  for (const std::string& arch : archs) {
    if (arch != "all") {
      names.push_back(arch);
      continue;
    }
    const arch::DeviceModel* last = nullptr;
    for (const arch::DeviceModel& device : arch::devices()) {
      const bool known = last != nullptr && (all == All::capabilities ? last->capability == device.capability
                                                                      : last->generation == device.generation);
      if (!known) names.push_back(device.name);
      last = &device;
    }
  }
  return names;
}

std::vector<const arch::DeviceModel*> devices_named(const std::vector<std::string>& archs, All all) {
  std::vector<const arch::DeviceModel*> chosen;
  for (const std::string& arch : each_named(archs, all)) chosen.push_back(&device_named(arch));
  return chosen;
}

}  // namespace warpglass::tool
