// The guide's table "Throughput of Native Arithmetic Instructions", and what stands for an instruction that a machine
// has not got.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "arch/device_model.hpp"
#include "base/instruction_class.hpp"

namespace warpglass::arch {

/// Results per clock and SM. kSeveral: the assembler writes several instructions; kNone: there is nothing, or no
/// number.
inline constexpr std::int16_t kSeveral = -1;
inline constexpr std::int16_t kNone = 0;

struct Throughput {
  std::int16_t results = kNone;
  bool assumed = false;  // taken over from the capability before, or not held against the document in every row
};
[[nodiscard]] Throughput throughput(const ComputeCapability& capability, InstructionClass which);

/// Instructions that the assembler writes for one, each of a class that the table has.
struct Part {
  InstructionClass which;
  double count;
};
/// Empty: none is known.
[[nodiscard]] std::span<const Part> sequence_of(const ComputeCapability& capability, InstructionClass which);

/// The document that a capability's numbers are from.
[[nodiscard]] std::string_view cost_document(const ComputeCapability& capability);

}  // namespace warpglass::arch
