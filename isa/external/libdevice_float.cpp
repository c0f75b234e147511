#include "isa/external/external.hpp"
namespace warpglass::isa {
std::span<const ProvidedFunction> libdevice_float_functions() { return {}; }
std::span<const ProvidedFunction> libdevice_double_functions() { return {}; }
std::span<const ProvidedFunction> libdevice_rounded_functions() { return {}; }
std::span<const ProvidedFunction> libdevice_conversion_functions() { return {}; }
std::span<const ProvidedFunction> libdevice_integer_functions() { return {}; }
std::span<const ProvidedFunction> libdevice_packed_functions() { return {}; }
}  // namespace warpglass::isa
