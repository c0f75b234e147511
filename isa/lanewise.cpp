#include <span>

#include "isa/instruction.hpp"
#include "isa/lanewise-inl.hpp"

namespace warpglass::isa {

sim::Handler handler_of(std::span<const TypedHandler> handlers, ptx::Type type) {
  for (const TypedHandler& one : handlers)
    if (one.types[0] == type || one.types[1] == type) return one.handler;
  return nullptr;
}

sim::Handler handler_of(std::span<const SizedHandler> handlers, ptx::Type type) {
  for (const SizedHandler& one : handlers)
    if (one.bytes == static_cast<std::size_t>(ptx::size_of(type))) return one.handler;
  return nullptr;
}

}  // namespace warpglass::isa
