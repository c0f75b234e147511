// How an instruction's accesses are ordered with those of its thread, and who notices (PTX ISA, Memory Consistency
// Model).
#pragma once

#include <cstdint>

#include "sim/program.hpp"

namespace warpglass::sim {

/// The order that an access or a fence has with others of its thread.
enum class Order : std::uint8_t {
  weak,
  relaxed,
  acquire,
  release,
  acquire_release,
  sequentially_consistent,
  volatile_access,  // as relaxed with the scope of the system
  mmio,
};

/// The threads that notice an order or a fence; `unsaid` with weak accesses.
enum class Scope : std::uint8_t { unsaid, cta, cluster, gpu, sys };

/// What a fence is between.
enum class Fence : std::uint8_t {
  none,
  generic,      // accesses by addresses
  proxy,        // those and accesses to the same memory by aliases or tensor maps
  async_proxy,  // those and bulk copies
};

/// What an instruction's words say about its access.
struct StatedAccess {
  Order order = Order::weak;
  Scope scope = Scope::unsaid;
  std::uint8_t elements = 1;  // of a vector
  Fence fence = Fence::none;
};

[[nodiscard]] StatedAccess stated_access(const OpFacts& facts);

}  // namespace warpglass::sim
