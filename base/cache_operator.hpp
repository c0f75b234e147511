// The cache operators of loads and stores (PTX ISA, Cache Operators), and `.nc`, which asks for the read-only path.
#pragma once

#include <cstdint>

namespace warpglass {

enum class CacheOperator : std::uint8_t {
  none,         // not said: the machine's default
  all,          // .ca: all levels
  global,       // .cg: second level only
  streaming,    // .cs: likely accessed once
  last_use,     // .lu
  uncached,     // .cv, volatile and relaxed accesses: fetched again
  non_coherent  // .nc: read-only data
};

}  // namespace warpglass
