// Which names beginning with '%' are the machine's own, so that a misspelt register is found where it stands.
#pragma once

#include <string_view>

namespace warpglass::ptx {

/// \param name  with its '%' and without a component: "%tid"
[[nodiscard]] bool is_special_register(std::string_view name);

}  // namespace warpglass::ptx
