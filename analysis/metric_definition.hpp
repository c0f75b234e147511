// What a counter is, and how far it can be trusted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpglass::analysis {

/// How far a number can be trusted.
enum class Fidelity : std::uint8_t {
  exact,      // recorded on a chip of this compute capability
  inferred,   // the rule of a recorded chip, applied to another of Volta or later
  modelled,   // a rule of the machine without a recording of every case, or without lost arbitration
  estimated,  // depends on what the vendor's assembler makes of the PTX
};

[[nodiscard]] std::string_view name_of(Fidelity fidelity);
/// False when there is no such name.
[[nodiscard]] bool fidelity_of(std::string_view name, Fidelity& fidelity);

/// What a counter follows from.
enum class Counting : std::uint8_t {
  nothing,       // it is known before the launch
  instructions,  // how often instructions are executed
  accesses,      // how often those that access memory are
  traffic,       // also what they touch
};

[[nodiscard]] std::string_view name_of(Counting counting);
/// Counting::nothing when there is no such name.
[[nodiscard]] Counting counting_named(std::string_view name);

/// A column of LaunchProfile::values.
struct MetricDefinition {
  std::string name;  // Nsight Compute's
  std::string unit;  // Nsight Compute's: "inst", "byte", "%"; empty for plain counts
  Fidelity fidelity = Fidelity::exact;
  bool adds = true;  // launches may be added up; false for sizes, limits and percentages
  Counting counting = Counting::nothing;

  friend bool operator==(const MetricDefinition&, const MetricDefinition&) = default;
};

}  // namespace warpglass::analysis
