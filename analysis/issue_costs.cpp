#include "analysis/issue_costs.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "analysis/accesses.hpp"

namespace warpglass::analysis {
namespace {

constexpr double kSectorsOfWavefront = 4;  // 128 bytes

using Busy = std::array<double, arch::kPipes>;

void add(Busy& busy, const KernelRecord& kernel, std::uint32_t pc) {
  const double times = times_issued(kernel, pc);
  for (const arch::PipeCycles& pipe : kernel.costs[pc].pipes)
    busy[static_cast<std::size_t>(pipe.pipe)] += pipe.cycles * times;
}

}  // namespace

arch::InstructionCost cost_of(const Costs& parts, const arch::ComputeCapability& capability) {
  arch::InstructionCost total;
  total.instructions = 0;
  total.source = arch::CostSource::measured;
  for (const ClassCount& part : parts) {
    if (part.count == 0) continue;
    const arch::InstructionCost one = arch::instruction_cost(capability, part.which);
    if (!one.known()) return {};
    total.instructions += part.count * one.instructions;
    total.latency += one.latency;
    total.source = std::max(total.source, one.source);
    // A sequence is busy for longer than any of its pipes.
    total.issue_cycles = std::max(total.issue_cycles, part.count * one.issue_cycles);
    for (const arch::PipeCycles& busy : one.pipes) {
      auto same = std::find_if(total.pipes.begin(), total.pipes.end(),
                               [&](const arch::PipeCycles& known) { return known.pipe == busy.pipe; });
      if (same == total.pipes.end()) same = total.pipes.insert(total.pipes.end(), {busy.pipe, 0, 0});
      same->cycles += part.count * busy.cycles;
      same->instructions += part.count * busy.instructions;
      if (same->cycles >= total.issue_cycles || total.pipes.size() == 1) total.pipe = busy.pipe;
      total.issue_cycles = std::max(total.issue_cycles, same->cycles);
    }
  }
  return total;
}

std::vector<arch::InstructionCost> instruction_costs(const std::vector<sim::OpFacts>& facts,
                                                     const arch::DeviceModel& device) {
  std::vector<arch::InstructionCost> costs(facts.size());
  for (std::size_t pc = 0; pc < facts.size(); ++pc) {
    if (facts[pc].kind == sim::OpKind::pseudo) continue;
    costs[pc] = cost_of(facts[pc].costs, device.capability);
    if (facts[pc].effects.does == sim::Does::calls) costs[pc].latency = 0;  // of many, not all in a chain
  }
  return costs;
}

double times_issued(const KernelRecord& kernel, std::uint32_t pc) {
  const sim::OpFacts& facts = kernel.facts[pc];
  const Counts counts = counts_of(facts, kernel.counters[pc]);
  const double executions = static_cast<double>(counts.executions);
  if (!sim::is_memory_access(facts.kind)) return executions;
  return std::max(
      {executions, static_cast<double>(counts.wavefronts), static_cast<double>(counts.sectors) / kSectorsOfWavefront});
}

IssueCost issue_cost(const KernelRecord& kernel, std::uint32_t pc) {
  const arch::InstructionCost& once = kernel.costs[pc];
  IssueCost cost{.cycles = once.issue_cycles * times_issued(kernel, pc), .pipe = {}, .latency = once.latency};
  if (once.known()) cost.pipe = arch::name_of(once.pipe);
  return cost;
}

IssueCost issue_cost(const KernelRecord& kernel, const std::vector<std::uint32_t>& pcs) {
  Busy busy{};
  for (const std::uint32_t pc : pcs) add(busy, kernel, pc);
  const auto most = std::max_element(busy.begin(), busy.end());
  if (*most == 0) return {};
  return {
      .cycles = *most, .pipe = std::string(arch::name_of(static_cast<arch::Pipe>(most - busy.begin()))), .latency = 0};
}

std::vector<PipeUse> pipe_uses(const KernelRecord& kernel) {
  Busy busy{};
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) add(busy, kernel, pc);
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t pipe = 0; pipe < busy.size(); ++pipe) {
    if (busy[pipe] > 0) order.emplace_back(-busy[pipe], pipe);
  }
  std::sort(order.begin(), order.end());
  std::vector<PipeUse> uses;
  for (const auto& [cycles, pipe] : order)
    uses.push_back({.pipe = std::string(arch::name_of(static_cast<arch::Pipe>(pipe))), .cycles = -cycles});
  return uses;
}

}  // namespace warpglass::analysis
