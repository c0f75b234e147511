// How long the pipes of an SM are busy with what a kernel executed: its counters times the costs of arch. A memory
// access goes through the load/store unit a wavefront at a time: of shared memory as counted, of other memory four
// sectors.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/kernel_record.hpp"
#include "arch/device_model.hpp"

namespace warpglass::analysis {

/// Of instructions that wait for each other; zero cycles where one of them is not known.
[[nodiscard]] arch::InstructionCost cost_of(const Costs& parts, const arch::ComputeCapability& capability);

/// What one execution of each op costs; of an access to memory, one wavefront.
[[nodiscard]] std::vector<arch::InstructionCost> instruction_costs(const std::vector<sim::OpFacts>& facts,
                                                                   const arch::DeviceModel& device);

/// How often that cost is paid for what was counted of an op.
[[nodiscard]] double times_issued(const KernelRecord& kernel, std::uint32_t pc);

/// Of one op, or of several together: the pipe that is busy longest.
[[nodiscard]] IssueCost issue_cost(const KernelRecord& kernel, std::uint32_t pc);
[[nodiscard]] IssueCost issue_cost(const KernelRecord& kernel, const std::vector<std::uint32_t>& pcs);

/// Of the whole kernel, busiest first; pipes that are never busy are left out.
[[nodiscard]] std::vector<PipeUse> pipe_uses(const KernelRecord& kernel);

}  // namespace warpglass::analysis
