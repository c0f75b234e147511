#include "arch/device_model.hpp"

#include <fmt/format.h>

namespace warpglass::arch {

std::string DeviceModel::sm_name() const { return fmt::format("sm_{}", capability.sm()); }

}  // namespace warpglass::arch
