// The memory instructions of a kernel in the words of the reports: what kind of access, on what memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/profile.hpp"
#include "arch/global_sectors.hpp"
#include "arch/shared_wavefronts.hpp"
#include "sim/cost_model.hpp"
#include "sim/launch.hpp"
#include "sim/program.hpp"

namespace warpglass::analysis {

/// Classes of memory instructions that have counters of their own.
enum class AccessClass : std::uint8_t {
  shared_load,
  shared_store,
  shared_atomic,
  shared_matrix_load,
  shared_matrix_store,
  async_copy,
  global_load,
  global_store,
  global_atomic,
  global_reduction,
  local_load,
  local_store,
  constant_load,
  cluster_load,  // of other blocks' shared memory
  cluster_store,
  cluster_atomic,
  texture_fetch,  // at coordinates
  texture_load,   // by number, or four texels as they are
  surface_load,
  surface_store,
  surface_reduction,
  none,
};
inline constexpr std::size_t kAccessClasses = static_cast<std::size_t>(AccessClass::none);

/// The words that a load of constant memory asks for one after another are its wavefronts.
[[nodiscard]] Counts counts_of(const sim::OpFacts& facts, const sim::OpCounters& counters);

/// A generic access belongs to the memory that its counters say it reached alone; to global memory when it reached
/// several or none.
[[nodiscard]] AccessClass access_class(const sim::OpFacts& facts, const sim::OpCounters& counters);

/// What an op adds to the counters of each class. A generic access counts for every memory that one of its lanes
/// reached, with the requests, wavefronts and sectors of the lanes that reach it (recorded: `neighbour_sum_checked`).
[[nodiscard]] std::vector<std::pair<AccessClass, Counts>> counts_by_class(const sim::OpFacts& facts,
                                                                          const sim::OpCounters& counters);

/// Of a memory instruction; nothing where its address is not one register, with or without a number.
[[nodiscard]] std::optional<AddressOperand> address_of(const sim::OpFacts& facts,
                                                       const std::vector<sim::OperandFact>& operands);

/// "shared load", "global reduction"; "branch" and "barrier" for these; empty for other instructions.
[[nodiscard]] std::string_view kind_name(const sim::OpFacts& facts, const sim::OpCounters& counters);

/// Whether a kind_name() is of the texture unit: its sectors are of textures and surfaces, and not of global memory's.
[[nodiscard]] bool is_of_image(std::string_view kind);

/// "merged", "unused", "reduction", ...; of an atomic that one lane performs for the warp "... combined"; empty for
/// what is executed as written.
[[nodiscard]] std::string lowering_name(const sim::Lowering& lowering);

/// What its lanes do: "read", "write", "update".
[[nodiscard]] std::string_view verb_of(sim::AccessKind kind);

[[nodiscard]] arch::SharedRequest request_of(const sim::AccessPattern& pattern);
[[nodiscard]] arch::GlobalRequest global_request_of(const sim::AccessPattern& pattern);

/// Who is served in which pass, by pass, then lane.
[[nodiscard]] std::vector<ServedLane> served_lanes(const arch::SharedMemory& memory,
                                                   const arch::SharedRequest& request);

}  // namespace warpglass::analysis
