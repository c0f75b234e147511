// What is kept grows with the program's code, not with its launches: counters are added up by kernel and instruction as
// launches end, and of a launch only its totals stay. Findings are made of the sums when somebody asks, so they can be
// asked for while the program runs.
#include "analysis/collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>

#include "analysis/accesses.hpp"
#include "analysis/analyser.hpp"
#include "analysis/early_meetings.hpp"
#include "analysis/equal_fetches.hpp"
#include "analysis/issue_costs.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/layout_fix.hpp"
#include "analysis/line_profiles.hpp"
#include "analysis/loops.hpp"
#include "analysis/low_occupancy.hpp"
#include "analysis/metrics.hpp"
#include "analysis/names.hpp"
#include "analysis/occupancy_study.hpp"
#include "analysis/pliable_loads.hpp"

namespace warpglass::analysis {
namespace {

void add_site(std::vector<LaunchSite>& sites, const LaunchOrigin& by) {
  const auto key = [](const LaunchSite& site) {
    return std::tie(site.where.file, site.where.line, site.where.column, site.kernel);
  };
  LaunchSite site{.where = by.where, .kernel = by.kernel, .launches = 0};
  auto found = std::lower_bound(sites.begin(), sites.end(), site,
                                [&](const LaunchSite& a, const LaunchSite& b) { return key(a) < key(b); });
  if (found == sites.end() || key(*found) != key(site)) found = sites.insert(found, std::move(site));
  ++found->launches;
}

/// A loop that was unrolled is one place, and what every launch does wrong there is one finding.
void add_fault(std::vector<Finding>& all, Finding fault) {
  const auto same = std::ranges::find_if(all, [&](const Finding& known) {
    return known.rule == fault.rule && known.kernel == fault.kernel && known.where == fault.where &&
           known.inlined_at == fault.inlined_at && known.inlined_from == fault.inlined_from &&
           known.access.space == fault.access.space && known.access.write == fault.access.write &&
           known.object == fault.object;
  });
  if (same == all.end()) {
    all.push_back(std::move(fault));
    return;
  }
  same->count = std::max<std::uint64_t>(same->count, 1) + std::max<std::uint64_t>(fault.count, 1);
}

/// A shared-memory instruction without a lane taking part counts in no width, a global one does (recorded:
/// facts/assembler.tsv).
void add_widths(LaunchTotals& totals, const sim::OpFacts& facts, const sim::OpCounters& counters) {
  const bool by_requests = facts.space == sim::Space::shared || facts.is_swap_loop;
  const std::uint64_t written = by_requests ? counters.requests : counters.executions;
  const sim::LoopCounters& loop = counters.loop;
  const std::uint64_t executions =
      written + loop.rounds + loop.requests - loop.executions + counters.swap_loads.requests;
  const auto add = [&](std::uint32_t bytes, std::uint64_t count) {
    for (std::size_t width = 0; width < totals.by_width.size(); ++width) {
      if (bytes == 1u << width) totals.by_width[width] += count;
    }
  };
  if (facts.is_swap_loop) return add(sizeof(std::uint32_t), executions);
  if (facts.lowering.how != sim::Lowered::resized) return add(facts.access_bytes, executions);
  for (const sim::MachineAccess& access : facts.lowering.accesses)
    add(access.bytes, executions / facts.lowering.accesses.size());
}

/// As KernelProfile says. Sums and exchanges go by addresses alone, as long as they change something.
bool has_loops_by_value(const KernelRecord& kernel) {
  for (std::size_t pc = 0; pc < kernel.counters.size(); ++pc) {
    if (kernel.counters[pc].loop.executions == 0) continue;
    const sim::Effects& effects = kernel.facts[pc].effects;
    const bool sums = effects.atomic == sim::AtomicOperation::add || effects.atomic == sim::AtomicOperation::none;
    if (effects.type.bits != 32 && !sums) return true;
  }
  return false;
}

/// For one of PTX. What becomes of those whose cost is not known, copies above all, mostly is one.
double machine_instructions(const arch::InstructionCost& cost) { return cost.known() ? cost.instructions : 1; }

/// What one launch added up to.
LaunchTotals totals_of(const KernelRecord& kernel, const LaunchInput& launch) {
  LaunchTotals totals;
  totals.grid = launch.grid;
  totals.block = launch.block;
  totals.preferred_carve_out = launch.preferred_carve_out;
  totals.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  totals.static_shared_bytes = kernel.profile.static_shared_bytes;
  totals.registers_per_thread = kernel.profile.registers_per_thread;
  totals.barriers = kernel.barriers;
  if (!launch.counted) return totals;
  const std::vector<sim::OpCounters>& counters = launch.result->counters;
  for (std::size_t pc = 0; pc < counters.size() && pc < kernel.facts.size(); ++pc) {
    const sim::OpFacts& facts = kernel.facts[pc];
    if (facts.kind == sim::OpKind::pseudo) continue;
    const Counts counts = counts_of(facts, counters[pc]);
    totals.executed.add(counts, sim::is_memory_access(facts.kind) ? 1 : machine_instructions(kernel.costs[pc]));
    for (const arch::PipeCycles& pipe : kernel.costs[pc].pipes)
      totals.by_pipe[static_cast<std::size_t>(pipe.pipe)] += pipe.instructions * static_cast<double>(counts.executions);
    if (const auto operation = float_operation(facts.effects))
      totals.by_float[static_cast<std::size_t>(*operation)] +=
          counts.threads_pred_on * operations_of_thread(facts.effects);
    // All lanes of a warp execute a product together, or none.
    if (const auto product = matrix_operation(facts, kernel.operands)) {
      const double warps = static_cast<double>(counts.threads_pred_on) / kWarpSize;
      totals.by_matrix[static_cast<std::size_t>(product->element)] += product->operations * warps;
      totals.factor_wavefronts += product->factor_wavefronts * warps;
    }
    if (facts.kind == sim::OpKind::branch) totals.branches.add(counts);
    const auto by_class = counts_by_class(facts, counters[pc]);
    for (const auto& [access, part] : by_class) totals.by_class[static_cast<std::size_t>(access)].add(part);
    if (by_class.empty() || by_class.front().first == AccessClass::constant_load) continue;
    if (sim::touches_image(facts.effects.does)) continue;
    add_widths(totals, facts, counters[pc]);
    if (counts.wavefronts != 0 && counters[pc].shared_requests != 0) {
      totals.conflict_ways +=
          static_cast<double>(counts.wavefronts_profiled) / static_cast<double>(counters[pc].shared_requests);
    }
  }
  return totals;
}

/// What tells kernels apart: modules may have different ones of one name, and may be loaded again and again with the
/// same. A kernel that is launched in both bank modes, or on different GPUs, is two: its accesses have other conflicts
/// in each.
std::string key_of(const sim::Program& program, const arch::DeviceModel& device, const arch::SharedMemory& memory) {
  std::size_t code = program.ops.size();
  const auto mix = [&](std::size_t value) { code = (code ^ value) * 0x9e3779b97f4a7c15u; };
  const auto mix_place = [&](const SourcePosition& place) {
    mix(std::hash<std::string_view>{}(place.file));
    mix(place.line);
  };
  for (const sim::OpFacts& facts : program.facts) {
    mix(std::hash<std::string_view>{}(facts.text));
    mix_place(facts.ptx);
    if (facts.source < program.sources.size()) mix_place(program.sources[facts.source].where);
  }
  return fmt::format("{}\n{}\n{}\n{}", program.name, code, memory.bank_bytes, device.name);
}

/// Errors first, in the order they came; then by what a remedy could save.
void sort_by_weight(std::vector<Finding>& findings) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto weight = [&](std::size_t i) {
    const bool error = findings[i].severity == Severity::error;
    return std::tuple(error ? 0 : 1, error ? 0 : ~findings[i].excess, i);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight(a) < weight(b); });
  std::vector<Finding> sorted;
  sorted.reserve(findings.size());
  for (const std::size_t i : order) sorted.push_back(std::move(findings[i]));
  findings = std::move(sorted);
}

std::uint32_t count_barriers(const sim::Program& program) {
  for (const sim::OpFacts& facts : program.facts) {
    if (facts.kind == sim::OpKind::barrier) return 1;
  }
  return 0;
}

/// Whether threads can tell each other something by memory, so that what is executed, or what is ordered, follows from
/// who came first: who was first reaches a branch or an address, or somebody releases.
bool may_talk(const sim::Program& program) {
  return std::any_of(program.facts.begin(), program.facts.end(), [](const sim::OpFacts& facts) {
    return facts.varies != sim::Varies::no || facts.effects.does == sim::Does::fences || facts.effects.releases();
  });
}

/// What another order might change of what was executed.
OrderDependence order_dependence(const KernelRecord& kernel) {
  OrderDependence order;
  for (std::uint32_t pc = 0; pc < kernel.counters.size(); ++pc) {
    const sim::OpFacts& facts = kernel.facts[pc];
    if (facts.varies == sim::Varies::no || facts.kind == sim::OpKind::pseudo || kernel.counters[pc].executions == 0)
      continue;
    const bool memory = sim::is_memory_access(facts.kind);
    const bool executions = facts.varies == sim::Varies::executions;
    if (!executions && !memory) continue;
    if (!order.instructions && !order.traffic) order.where = position_of(kernel, pc);
    order.instructions |= executions;
    order.accesses |= executions && memory;
    order.traffic |= memory;
  }
  return order;
}

/// Ended at a fault of one warp, wherever the others were, or from outside.
bool is_cut_short(const LaunchInput& launch) {
  const bool one_warp = launch.grid.volume() == 1 && launch.block.volume() <= kWarpSize;
  return launch.result->cancelled || (!launch.result->faults.empty() && !one_warp);
}

Machine machine_of(const arch::DeviceModel& device) {
  return {.sm_count = device.sm_count,
          .max_warps_per_sm = device.limits.max_warps_per_sm,
          .registers_per_sm = device.limits.registers_per_sm,
          .shared_bytes_per_sm = device.limits.shared_bytes_per_sm,
          .l2_bytes = device.l2_bytes,
          .memory_bytes = device.memory_bytes};
}

}  // namespace

struct Collector::Kernel : KernelRecord {
  std::uint32_t index = 0;
};

Collector::Collector(const arch::DeviceModel& device, std::span<const std::string> asked)
    : devices_({&device}), metrics_(metric_definitions(device)) {
  for (const Analyser* analyser : analysers_for(asked)) {
    analyses_.push_back(analyser->start(device));
    if (analyser->metrics == nullptr) continue;
    for (MetricDefinition& metric : analyser->metrics()) metrics_.push_back(std::move(metric));
  }
}
Collector::~Collector() = default;

// Of several the least certain holds for all.
void Collector::add_device(const arch::DeviceModel& device) {
  devices_.push_back(&device);
  for (const auto& analysis : analyses_) analysis->add_device(device);
  const std::vector<MetricDefinition> its = metric_definitions(device);
  for (std::size_t i = 0; i < its.size(); ++i) metrics_[i].fidelity = std::max(metrics_[i].fidelity, its[i].fidelity);
}

std::vector<sim::Listener*> Collector::listeners() const {
  std::vector<sim::Listener*> all;
  for (const auto& analysis : analyses_)
    if (sim::Listener* listener = analysis->listener(); listener != nullptr) all.push_back(listener);
  return all;
}

Collector::Kernel& Collector::kernel_of(const LaunchInput& launch) {
  const arch::DeviceModel& device = device_of(launch);
  const arch::SharedMemory memory = device.shared_memory(launch.bank_bytes);
  Met& met = met_[{launch.program, memory.bank_bytes}];
  // Addresses are used again: only a program that lives is known by its own.
  if (met.kernel != nullptr && met.owner.lock().get() == launch.program) return *met.kernel;
  Kernel*& known = by_key_[key_of(*launch.program, device, memory)];
  if (known == nullptr) known = &new_kernel(*launch.program, device, memory);
  met = {.owner = launch.owner, .kernel = known};
  return *known;
}

Collector::Kernel& Collector::new_kernel(const sim::Program& program, const arch::DeviceModel& device,
                                         const arch::SharedMemory& memory) {
  auto kernel = std::make_unique<Kernel>();
  kernel->index = static_cast<std::uint32_t>(kernels_.size());
  kernel->profile.name = demangled(program.name);
  kernel->profile.mangled_name = program.name;
  kernel->profile.registers_per_thread = program.registers_per_thread;
  kernel->profile.runs_out_of_registers = program.runs_out_of_registers;
  kernel->profile.reads_parts_of_products = program.reads_parts_of_products;
  kernel->profile.static_shared_bytes = program.static_shared_bytes;
  kernel->profile.talks = may_talk(program);
  kernel->profile.values.assign(metrics_.size(), 0.0);
  kernel->counters.resize(program.facts.size());
  kernel->facts = program.facts;
  kernel->operands = program.operands;
  kernel->blocks = program.blocks;
  kernel->costs = instruction_costs(program.facts, device);
  kernel->sources = program.sources;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    kernel->functions.push_back(i == 0 ? "" : demangled(program.functions[i].name));
  }
  kernel->shared_objects = program.shared_objects;
  for (const sim::NamedObject& object : program.shared_objects) {
    if (object.size != 0)
      kernel->profile.shared_arrays.push_back({.name = object.name, .offset = object.offset, .bytes = object.size});
  }
  kernel->barriers = count_barriers(program);
  kernel->shared_memory = memory;
  kernels_.push_back(std::move(kernel));
  return *kernels_.back();
}

void Collector::add(const LaunchInput& launch) {
  Kernel& kernel = kernel_of(launch);
  KernelProfile& profile = kernel.profile;
  ++launch_count_;
  const bool first = profile.launches++ == 0;
  if (launch.assembled) {
    kernel.assembled = launch.assembled;
    profile.registers_per_thread = std::max(launch.assembled->registers, launch.program->least_registers);
    profile.registers_assembled = true;
    profile.runs_out_of_registers |= launch.assembled->spill_store_bytes + launch.assembled->spill_load_bytes != 0;
  }
  const LaunchTotals totals = totals_of(kernel, launch);
  if (first) {
    kernel.first_launch = launch.index;
    profile.grid = launch.grid;
    profile.block = launch.block;
    profile.cluster = launch.cluster;
    profile.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    const arch::Occupancy occupancy = occupancy_of(totals, device_of(launch));
    profile.occupancy = occupancy.fraction();
    profile.blocks_per_sm = occupancy.blocks_per_sm;
    profile.occupancy_limit = limit_of(occupancy);
    OccupancyStudy study =
        study_occupancy(device_of(launch), {.kernel = {}, .needs = needs_of(totals, device_of(launch))});
    profile.occupancy_resources = std::move(study.limits);
    profile.occupancy_curves = std::move(study.curves);
  }
  if (launch.counted) keep_lowest(kernel.low_occupancy, launch.index, totals, device_of(launch));
  profile.launches_repeated += launch.repeated ? 1 : 0;
  profile.same_shape &= launch.grid == profile.grid && launch.block == profile.block &&
                        launch.cluster == profile.cluster &&
                        launch.dynamic_shared_bytes == profile.dynamic_shared_bytes;

  LaunchProfile row{.index = launch.index,
                    .kernel = kernel.index,
                    .grid = launch.grid,
                    .block = launch.block,
                    .cluster = launch.cluster,
                    .dynamic_shared_bytes = launch.dynamic_shared_bytes,
                    .stream = launch.stream - sim::default_stream(sim::device_of_stream(launch.stream)),
                    .device = launch.device,
                    .seconds = launch.seconds,
                    .counted = launch.counted,
                    .complete = launch.result->faults.empty() && !launch.result->cancelled,
                    .values = {},
                    .by = launch.by};
  if (devices_.size() > 1) {
    profile.launches_on.resize(devices_.size());
    ++profile.launches_on[launch.device];
  }
  if (launch.by) add_site(profile.launched_from, *launch.by);
  if (launch.counted) {
    ++launches_counted_;
    row.values = metric_values(totals, device_of(launch));
    for (const auto& analysis : analyses_) {
      const std::vector<double> values = analysis->values();
      row.values.insert(row.values.end(), values.begin(), values.end());
    }
    const bool first_counted = profile.launches_counted++ == 0;
    profile.launches_cut_short += is_cut_short(launch) ? 1 : 0;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (metrics_[i].adds || first_counted) profile.values[i] += row.values[i];
    }
    const std::vector<sim::OpCounters>& counters = launch.result->counters;
    for (std::size_t pc = 0; pc < counters.size() && pc < kernel.counters.size(); ++pc)
      kernel.counters[pc].add(counters[pc]);
    for (const auto& analysis : analyses_) analysis->add_to(kernel);
  }
  if (launches_.size() < kMaxLaunches) {
    // One that has waited for others ends after some that began later.
    launches_.insert(std::ranges::upper_bound(launches_, row.index, {}, &LaunchProfile::index), std::move(row));
  }
  for (const std::vector<sim::Fault>* faults : {&launch.result->passed_faults, &launch.result->faults}) {
    for (const sim::Fault& fault : *faults)
      add_fault(faults_, finding_of(fault, kernel, launch.index, launch.dynamic_shared_bytes));
  }
}

void Collector::start_over() {
  kernels_.clear();
  by_key_.clear();
  met_.clear();
  launches_.clear();
  transfers_.start_over();
  launch_count_ = 0;
  launches_counted_ = 0;
  faults_.clear();
  notices_.clear();
}

void Collector::add_notice(std::string text) {
  if (std::find(notices_.begin(), notices_.end(), text) == notices_.end()) notices_.push_back(std::move(text));
}

RunProfile Collector::profile(std::vector<Finding> of_host) const {
  RunProfile run;
  run.machine = machine_of(*devices_.front());
  run.metrics = metrics_;
  const bool assembled = std::all_of(kernels_.begin(), kernels_.end(),
                                     [](const auto& kernel) { return kernel->profile.registers_assembled; });
  if (!kernels_.empty() && assembled) {
    for (MetricDefinition& metric : run.metrics) {
      if (metric.name.starts_with("launch__registers_per_thread")) metric.fidelity = Fidelity::exact;
    }
  }
  run.launches = launches_;
  run.transfers = transfers_.transfers();
  run.transfer_count = transfers_.count();
  run.launch_count = launch_count_;
  run.launches_counted = launches_counted_;
  run.findings = faults_;
  run.notices = notices_;
  for (const auto& kernel : kernels_) {
    run.kernels.push_back(kernel->profile);
    run.kernels.back().order = order_dependence(*kernel);
    run.kernels.back().has_pliable_loops = has_pliable_loops(*kernel);
    run.kernels.back().has_pliable_loads = has_pliable_loads(*kernel);
    run.kernels.back().has_partly_filled_copies = std::ranges::any_of(
        kernel->counters, [](const sim::OpCounters& counters) { return counters.partly_filled != 0; });
    run.kernels.back().has_unknown_fetches =
        has_equal_fetches(*kernel) || std::ranges::any_of(kernel->counters, [](const sim::OpCounters& counters) {
          return counters.unknown_fetches != 0;
        });
    run.kernels.back().has_loops_by_value = has_loops_by_value(*kernel);
    run.kernels.back().lanes_meet_early = lanes_meet_early(*kernel);
    run.kernels.back().lines = line_profiles(*kernel);
    for (SharedArray& array : run.kernels.back().shared_arrays) {
      const auto object = std::ranges::find(kernel->shared_objects, array.name, &sim::NamedObject::name);
      array.filled_by_boxes = is_filled_by_boxes(*kernel, *object);
    }
    run.kernels.back().proposed_layouts = proposed_layouts(*kernel, *devices_.front());
    run.kernels.back().instructions = instruction_profiles(*kernel, run.kernels.back().proposed_layouts);
    for (const auto& analysis : analyses_) {
      analysis->describe(*kernel, run.kernels.back());
      for (std::string& text : analysis->notices(*kernel)) run.notices.push_back(std::move(text));
      std::vector<Finding> found = analysis->findings(*kernel);
      std::move(found.begin(), found.end(), std::back_inserter(run.findings));
    }
  }
  std::move(of_host.begin(), of_host.end(), std::back_inserter(run.findings));
  sort_by_weight(run.findings);
  return run;
}

}  // namespace warpglass::analysis
