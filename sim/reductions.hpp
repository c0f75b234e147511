// Kernels whose blocks reach each other by reductions only: by atomics whose old value nobody wants. No block can
// notice when another reduces, as long as none reads or writes the same memory in another way; whether one might is
// asked of each launch, whose arguments say what the addresses are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpglass::sim {

struct LaunchRequest;

/// Something that an address may be made of.
struct Origin {
  enum class Kind : std::uint8_t {
    parameter,  // the eight bytes at `value` among the kernel's parameters
    variable,   // of the module, at `value`
  };
  Kind kind = Kind::parameter;
  std::uint64_t value = 0;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

/// Of one address: what was added up to it, all ways to the instruction taken together. Nothing else in it is an
/// address.
using Origins = std::vector<Origin>;

/// Of a kernel whose blocks reach each other by reductions only.
struct Reductions {
  std::vector<Origins> reduced;   // by reductions in global memory, each set once
  std::vector<Origins> accessed;  // by whatever else reaches global memory
};

/// Bytes of global memory.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  friend auto operator<=>(const Extent&, const Extent&) = default;
};

/// The allocations in which a launch reduces; nothing where that cannot be said, or where the launch may reach one of
/// them in another way.
[[nodiscard]] std::optional<std::vector<Extent>> reduced_memory(const Reductions& reductions,
                                                                const LaunchRequest& request);

}  // namespace warpglass::sim
