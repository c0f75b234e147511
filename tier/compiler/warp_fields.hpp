// What a region knows of the warp that runs it. These members do not change while it runs, or the region is left; all
// others are read where a handler reads them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/warp.hpp"

namespace warpglass::tier {

enum class FieldType : std::uint8_t { pointer, word, flag };

struct WarpField {
  const char* name;
  std::uint64_t offset;
  FieldType type;
};

// offsetof() is for classes of standard layout alone, as far as the language goes; both compilers know it of all.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
inline constexpr std::uint64_t kCreditOffset = offsetof(sim::Warp, credit);
inline constexpr std::uint64_t kFrameOffset = offsetof(sim::Warp, frame);
inline constexpr std::size_t kRows = 0;  // places in kHeldFields
inline constexpr std::size_t kActive = 1;
inline constexpr std::size_t kCounts = 2;
inline constexpr std::size_t kObserves = 3;
inline constexpr std::size_t kSites = 4;
inline constexpr std::size_t kShared = 6;
inline constexpr std::array<WarpField, 9> kHeldFields = {{
    {"rows", offsetof(sim::Warp, rows), FieldType::pointer},
    {"active", offsetof(sim::Warp, active), FieldType::word},
    {"counts", offsetof(sim::Warp, counts), FieldType::pointer},
    {"observes", offsetof(sim::Warp, observes), FieldType::flag},
    {"sites", offsetof(sim::Warp, sites), FieldType::pointer},
    {"guard_counts", offsetof(sim::Warp, guard_counts), FieldType::pointer},
    {"shared", offsetof(sim::Warp, shared), FieldType::pointer},
    {"shared_bytes", offsetof(sim::Warp, shared_bytes), FieldType::word},
    {"launch", offsetof(sim::Warp, launch), FieldType::pointer},
}};
#pragma GCC diagnostic pop

}  // namespace warpglass::tier
