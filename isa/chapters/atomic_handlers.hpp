// The handlers of atom and red, found by what they do.
#pragma once

#include <cstdint>
#include <string_view>

#include "ptx/types.hpp"
#include "sim/cost_model.hpp"
#include "sim/fault.hpp"
#include "sim/program.hpp"

namespace warpglass::isa {

/// Op::mode of an atomic. Its other fields:
///   a, imm  address row and offset
///   d       destination row (kNone: nobody wants the old value)
///   b, c    operand rows
///   extra   vectors: list of the destination rows, then of the operand rows
struct AtomicMode {
  std::uint32_t address_bytes;
  std::uint32_t width;
  sim::Space space;
  sim::AccessKind price;

  [[nodiscard]] std::uint32_t packed() const {
    return address_bytes | width << 8 | static_cast<std::uint32_t>(space) << 16 |
           static_cast<std::uint32_t>(price) << 24;
  }
};

/// \param how    add, min, cas ...
/// \param width  values of a lane
[[nodiscard]] sim::Handler select_atomic(std::string_view how, ptx::Type type, std::uint32_t width);

}  // namespace warpglass::isa
