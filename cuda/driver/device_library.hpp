// What code is linked with that asks for the device's runtime and is not answered by the virtual GPU itself: PTX.
#pragma once

#include <string_view>

namespace warpglass::cuda {

/// The text of device_library.ptx.
[[nodiscard]] std::string_view device_library();

}  // namespace warpglass::cuda
