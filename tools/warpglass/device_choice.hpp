// Which GPU is meant by --arch: one there is a record of, or one that a file describes.
#pragma once

#include <string>
#include <vector>

#include "arch/device_model.hpp"

namespace warpglass::tool {

/// \param arch  as arch::find_device takes it, or a file with a description (its name ends in .json or has a slash)
/// \return a model that lives as long as the process
/// \throws UsageError, InputError
[[nodiscard]] const arch::DeviceModel& device_named(const std::string& arch);

/// What code of a program is compiled for: of its GPUs the one of the least capability, whose code all take.
/// \param arch, devices  as RunOptions has them
/// \throws UsageError, InputError
[[nodiscard]] const arch::DeviceModel& device_compiled_for(const std::string& arch,
                                                           const std::vector<std::string>& devices);

/// True when device_named reads a file.
[[nodiscard]] bool names_description(const std::string& arch);

/// What `all` stands for: one GPU of each.
enum class All : std::uint8_t { capabilities, generations };

/// The names with `all` replaced by those that it stands for.
[[nodiscard]] std::vector<std::string> each_named(const std::vector<std::string>& archs, All all);

/// Each of several, in order.
/// \throws UsageError, InputError
[[nodiscard]] std::vector<const arch::DeviceModel*> devices_named(const std::vector<std::string>& archs, All all);

}  // namespace warpglass::tool
