// Types by their names in the text.
#pragma once

#include <string_view>

#include "ptx/module.hpp"

namespace warpglass::ptx {

/// The type that "b32" names, or Type::none.
[[nodiscard]] Type type_named(std::string_view name);

/// Whether `.texref`, `.samplerref` or `.surfref`.
[[nodiscard]] constexpr bool is_opaque(Type type) { return type >= Type::texref; }

[[nodiscard]] constexpr bool is_floating(Type type) { return type >= Type::f16 && type <= Type::f64; }

}  // namespace warpglass::ptx
