// What a texture or surface instruction touches, and what that costs the first-level cache.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/lane_mask.hpp"

namespace warpglass {

/// How an instruction comes to an image.
enum class ImageAccess : std::uint8_t {
  fetch,               // at coordinates
  fetch_at_level,      // of a level that the instruction names
  fetch_by_gradients,  // of a level that they say
  fetch_by_number,     // of a texel; no filter
  gather,              // one component of four texels
  surface_load,
  surface_store,
  surface_reduction,
};

struct TexelPlace {
  bool tiled = false;       // in an array, whose rows lie in tiles; else plain memory
  std::uint64_t plane = 0;  // tiled: tells arrays and levels apart
  std::uint64_t x = 0;      // bytes; tiled: in the row; else the address
  std::uint32_t y = 0;      // tiled: row and slice
  std::uint32_t z = 0;
};

/// One instruction of a warp.
struct ImageRequest {
  ImageAccess access = ImageAccess::fetch;
  std::uint32_t axes = 2;         // coordinates that are no layer: 1 to 3
  bool layered = false;           // or a cube, whose faces are layers
  bool filtered = false;          // texels are weighed
  bool unasked = false;           // in a way that no chip was asked for, whatever else is said here
  std::uint32_t texel_bytes = 4;  // 1 to 16; of surfaces what one lane moves
  LaneMask lanes = 0;             // that take part
  std::vector<TexelPlace> places;
  std::array<std::uint32_t, 33> first{};  // lane i has places[first[i]] up to places[first[i + 1]]
};

struct ImageSectors {
  std::uint32_t requests = 0;
  std::uint32_t sectors = 0;  // of 32 bytes
  std::uint32_t ideal = 0;    // least for the bytes that each request's lanes read or write
  std::uint32_t turns = 0;    // of reductions: once for each lane that shares an address; else as `sectors`
  std::uint32_t idle = 0;     // requests that no lane has a part in
  bool recorded = true;       // false: it is not known that the machine counts so
};

}  // namespace warpglass
