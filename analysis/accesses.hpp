// The memory instructions of a kernel in the words of the reports: what kind of access, on what memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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
  none,
};
inline constexpr std::size_t kAccessClasses = static_cast<std::size_t>(AccessClass::none);

/// A generic access belongs to the memory that its counters say it reached; to global memory when it reached none.
[[nodiscard]] AccessClass access_class(const sim::OpFacts& facts, const sim::OpCounters& counters);

/// "shared load", "global reduction"; "branch" and "barrier" for these; empty for other instructions.
[[nodiscard]] std::string_view kind_name(const sim::OpFacts& facts, const sim::OpCounters& counters);

/// What its lanes do: "read", "write", "update".
[[nodiscard]] std::string_view verb_of(sim::AccessKind kind);

[[nodiscard]] arch::SharedRequest request_of(const sim::AccessPattern& pattern);
[[nodiscard]] arch::GlobalRequest global_request_of(const sim::AccessPattern& pattern);

}  // namespace warpglass::analysis
