// The host's rounding mode, which instructions that round other than to nearest borrow for as long as they run.
#pragma once

#include <cstdint>

#include "isa/instruction.hpp"
#include "isa/soft_float.hpp"

namespace warpglass::isa {

/// Rounding that the words rn, rz, rm, rp of slot `rnd` ask for; to nearest when there is none.
[[nodiscard]] Rounding rounding_of(const Spelling& spelling);

/// Sets the host's rounding for as long as it lives.
class HostRounding {
 public:
  explicit HostRounding(Rounding rounding);
  ~HostRounding();
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  std::uint64_t saved_;
};

/// Whether x * y + z, which was rounded to the least normal f32 in the host's rounding, would be smaller if there were
/// smaller numbers of full precision.
[[nodiscard]] bool is_below_least_normal(float x, float y, float z, bool negative);

}  // namespace warpglass::isa
