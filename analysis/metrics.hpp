// The counters under Nsight Compute's names. One row a metric: name, unit, how far it can be trusted, and its value
// from the sums of a launch.
#pragma once

#include <array>
#include <vector>

#include "analysis/accesses.hpp"
#include "analysis/float_operations.hpp"
#include "analysis/profile.hpp"
#include "arch/device_model.hpp"
#include "arch/instruction_costs.hpp"
#include "arch/occupancy.hpp"

namespace warpglass::analysis {

/// Machine instructions, of which one of PTX may become several or, with others, a part.
struct MachineCounts {
  double instructions = 0;
  double threads = 0;  // that execute them
  double threads_pred_on = 0;

  void add(const Counts& counts, double each) {
    instructions += each * static_cast<double>(counts.executions);
    threads += each * static_cast<double>(counts.threads);
    threads_pred_on += each * static_cast<double>(counts.threads_pred_on);
  }
};

/// What a launch added up to.
struct LaunchTotals {
  MachineCounts executed;
  std::array<Counts, kAccessClasses> by_class{};  // memory instructions
  std::array<std::uint64_t, 5> by_width{};        // memory instructions of 8, 16, 32, 64 and 128 bits
  Counts branches;
  std::array<double, arch::kPipes> by_pipe{};              // machine instructions
  std::array<std::uint64_t, kFloatOperations> by_float{};  // of threads whose guard was true
  double factor_wavefronts = 0;                            // MatrixOperation::factor_wavefronts
  std::array<double, kMatrixElements> by_matrix{};         // operations, 2 m n k of each product
  double conflict_ways = 0;  // sum of wavefronts per request over the shared-memory instructions
  // The launch.
  Dim3 grid;
  Dim3 block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t registers_per_thread = 0;
  /// Shared memory that an SM is to be set to, in bytes; else the driver's choice.
  std::optional<std::uint32_t> preferred_carve_out{};
  std::uint32_t barriers = 0;  // named barriers that the kernel uses
};

/// Of what follows from the device's memory rules: exact where a chip of its capability was recorded, inferred from
/// that chip on others of Volta or later, modelled on older ones.
[[nodiscard]] Fidelity fidelity_of_rules(const arch::DeviceModel& device);

/// What follows from memory rules that no chip of the device's capability has confirmed is not exact.
[[nodiscard]] std::vector<MetricDefinition> metric_definitions(
    const arch::DeviceModel& device = arch::default_device());

/// One value per definition.
[[nodiscard]] std::vector<double> metric_values(const LaunchTotals& totals, const arch::DeviceModel& device);

/// As launched: the shared memory the kernel may use is what it asks for.
[[nodiscard]] arch::BlockNeeds needs_of(const LaunchTotals& totals, const arch::DeviceModel& device);
[[nodiscard]] arch::Occupancy occupancy_of(const LaunchTotals& totals, const arch::DeviceModel& device);

/// Shared memory that the driver is taken to set an SM to for such a launch: the smallest size that costs no block,
/// or what the program prefers if that is more (H200: tests/hardware/h200/facts/caches.tsv, carve-outs).
[[nodiscard]] std::uint64_t shared_carve_out(const LaunchTotals& totals, const arch::DeviceModel& device);

/// "warps", "registers", ...: the first that allows no more blocks than there are.
[[nodiscard]] std::string_view limit_of(const arch::Occupancy& occupancy);

}  // namespace warpglass::analysis
