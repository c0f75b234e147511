#include "analysis/accesses.hpp"
#include "arch/pass_groups.hpp"

#include <utility>

namespace warpglass::analysis {
namespace {

sim::Space space_of(const sim::OpFacts& facts, const sim::OpCounters& counters) {
  if (facts.space != sim::Space::generic) return facts.space;
  if (counters.requests == 0) return sim::Space::global;
  if (counters.shared_requests == counters.requests) return sim::Space::shared;
  return counters.local.requests == counters.requests ? sim::Space::local : sim::Space::global;
}

AccessClass class_of(sim::OpKind kind, sim::Space space) {
  const bool shared = space == sim::Space::shared;
  const bool local = space == sim::Space::local;
  if (space == sim::Space::constant && kind == sim::OpKind::load) return AccessClass::constant_load;
  if (!shared && !local && space != sim::Space::global) return AccessClass::none;
  switch (kind) {
    case sim::OpKind::load:
      return shared ? AccessClass::shared_load : local ? AccessClass::local_load : AccessClass::global_load;
    case sim::OpKind::store:
      return shared ? AccessClass::shared_store : local ? AccessClass::local_store : AccessClass::global_store;
    case sim::OpKind::atomic: return shared ? AccessClass::shared_atomic : AccessClass::global_atomic;
    // Shared memory has no instruction without a result: the machine executes the atomic.
    case sim::OpKind::reduction: return shared ? AccessClass::shared_atomic : AccessClass::global_reduction;
    case sim::OpKind::matrix_load: return AccessClass::shared_matrix_load;
    case sim::OpKind::matrix_store: return AccessClass::shared_matrix_store;
    case sim::OpKind::async_copy: return AccessClass::async_copy;
    case sim::OpKind::other:
    case sim::OpKind::pseudo:
    case sim::OpKind::branch:
    case sim::OpKind::call:
    case sim::OpKind::ret:
    case sim::OpKind::exit:
    case sim::OpKind::barrier: return AccessClass::none;
  }
  return AccessClass::none;
}

AccessClass cluster_class_of(sim::OpKind kind) {
  switch (kind) {
    case sim::OpKind::load: return AccessClass::cluster_load;
    case sim::OpKind::store: return AccessClass::cluster_store;
    case sim::OpKind::atomic:
    case sim::OpKind::reduction: return AccessClass::cluster_atomic;
    case sim::OpKind::matrix_load:
    case sim::OpKind::matrix_store:
    case sim::OpKind::async_copy:
    case sim::OpKind::other:
    case sim::OpKind::pseudo:
    case sim::OpKind::branch:
    case sim::OpKind::call:
    case sim::OpKind::ret:
    case sim::OpKind::exit:
    case sim::OpKind::barrier: return AccessClass::none;
  }
  return AccessClass::none;
}

AccessClass image_class_of(sim::Does does) {
  if (does == sim::Does::fetches) return AccessClass::texture_fetch;
  if (does == sim::Does::fetches_texels) return AccessClass::texture_load;
  if (does == sim::Does::loads_surface) return AccessClass::surface_load;
  if (does == sim::Does::stores_surface) return AccessClass::surface_store;
  return does == sim::Does::reduces_surface ? AccessClass::surface_reduction : AccessClass::none;
}

/// Of an instruction that reached nothing else.
bool only_cluster(const sim::OpCounters& counters) { return counters.requests == 0 && counters.cluster.requests != 0; }

Counts counts_of_space(const sim::MemoryCounters& counters) {
  return {.requests = counters.requests,
          .sectors = counters.sectors,
          .sectors_ideal = counters.sectors_ideal,
          .lines = counters.lines};
}

/// Adds `counts`; of shared atomics that are loops, their loads as loads, and an atomic for each round.
void add_with_loop(std::vector<std::pair<AccessClass, Counts>>& parts, AccessClass whole, Counts counts,
                   const sim::LoopCounters& loop) {
  counts.requests += loop.rounds - loop.executions;
  counts.wavefronts -= loop.wavefronts;
  counts.wavefronts_ideal -= loop.wavefronts_ideal;
  counts.wavefronts_profiled -= loop.wavefronts_profiled;
  counts.wavefronts_profiled_ideal -= loop.wavefronts_profiled_ideal;
  parts.emplace_back(whole, counts);
  if (loop.rounds == 0) return;
  parts.emplace_back(AccessClass::shared_load, Counts{.requests = loop.requests,
                                                      .wavefronts = loop.wavefronts,
                                                      .wavefronts_ideal = loop.wavefronts_ideal,
                                                      .wavefronts_profiled = loop.wavefronts_profiled,
                                                      .wavefronts_profiled_ideal = loop.wavefronts_profiled_ideal});
}

}  // namespace

/// By a generic address the machine has no reduction, and swaps that give way to others give back what they found.
/// Recorded: tests/hardware/h200/counted_ptx.
sim::OpKind machine_kind(const sim::OpFacts& facts) {
  const bool updates = facts.space == sim::Space::generic || facts.is_swap_loop;
  return facts.kind == sim::OpKind::reduction && updates ? sim::OpKind::atomic : facts.kind;
}

AccessClass access_class(const sim::OpFacts& facts, const sim::OpCounters& counters) {
  if (sim::touches_image(facts.effects.does)) return image_class_of(facts.effects.does);
  if (only_cluster(counters)) return cluster_class_of(facts.kind);
  return class_of(machine_kind(facts), space_of(facts, counters));
}

std::vector<std::pair<AccessClass, Counts>> counts_by_class(const sim::OpFacts& facts,
                                                            const sim::OpCounters& counters) {
  const AccessClass whole = access_class(facts, counters);
  if (whole == AccessClass::none) return {};
  const bool mixed = facts.space == sim::Space::generic && space_of(facts, counters) == sim::Space::global &&
                     counters.shared_requests + counters.local.requests != 0;
  std::vector<std::pair<AccessClass, Counts>> parts;
  if (counters.idle_fetches != 0)
    parts.emplace_back(AccessClass::texture_fetch, Counts{.requests = counters.idle_fetches});
  if (counters.cluster.requests != 0 && !only_cluster(counters))
    parts.emplace_back(cluster_class_of(facts.kind), counts_of_space(counters.cluster));
  if (counters.swap_loads.requests != 0)
    parts.emplace_back(AccessClass::global_load, counts_of_space(counters.swap_loads));
  if (!mixed) {
    add_with_loop(parts, whole, counts_of(facts, counters), counters.loop);
    return parts;
  }
  Counts global = counts_of(facts, counters);
  if (counters.shared_requests != 0) {
    add_with_loop(parts, class_of(facts.kind, sim::Space::shared),
                  Counts{.requests = counters.shared_requests,
                         .wavefronts = counters.wavefronts,
                         .wavefronts_ideal = counters.wavefronts_ideal,
                         .wavefronts_profiled = counters.wavefronts_profiled,
                         .wavefronts_profiled_ideal = counters.wavefronts_profiled_ideal},
                  counters.loop);
  }
  if (counters.local.requests != 0) {
    parts.emplace_back(class_of(facts.kind, sim::Space::local), counts_of_space(counters.local));
  }
  global.requests -= counters.shared_requests + counters.local.requests;
  global.wavefronts = global.wavefronts_ideal = 0;
  global.wavefronts_profiled = global.wavefronts_profiled_ideal = 0;
  global.sectors -= counters.local.sectors;
  global.sectors_ideal -= counters.local.sectors_ideal;
  global.lines -= counters.local.lines;
  global.sector_turns -= counters.local.sectors;
  parts.emplace_back(whole, global);
  return parts;
}

Counts counts_of(const sim::OpFacts& facts, const sim::OpCounters& c) {
  Counts counts{.executions = c.executions,
                .threads = c.threads,
                .threads_pred_on = c.threads_pred_on,
                .requests = c.requests,
                .wavefronts = c.wavefronts,
                .wavefronts_ideal = c.wavefronts_ideal,
                .wavefronts_profiled = c.wavefronts_profiled,
                .wavefronts_profiled_ideal = c.wavefronts_profiled_ideal,
                .sectors = c.sectors,
                .sectors_ideal = c.sectors_ideal,
                .lines = c.lines,
                .sector_turns = c.sector_turns,
                .divergent = c.divergent};
  if (only_cluster(c)) {
    counts.requests = c.cluster.requests;
    counts.sectors = c.cluster.sectors;
    counts.sectors_ideal = c.cluster.sectors_ideal;
    counts.lines = c.cluster.lines;
  }
  if (facts.space == sim::Space::constant) {
    counts.wavefronts = std::exchange(counts.sectors, 0);
    counts.wavefronts_ideal = std::exchange(counts.sectors_ideal, 0);
    counts.lines = counts.sector_turns = 0;
  }
  // Parameters of a kernel lie in constant memory, and are read like it where their address is in a register.
  if (facts.space == sim::Space::param) counts.sectors = counts.sectors_ideal = counts.lines = counts.sector_turns = 0;
  return counts;
}

std::optional<AddressOperand> address_of(const sim::OpFacts& facts, const std::vector<sim::OperandFact>& operands) {
  if (!sim::is_memory_access(facts.kind)) return std::nullopt;
  std::optional<AddressOperand> address;
  for (const sim::OperandFact& operand : sim::operands_of(facts, operands)) {
    if (!operand.addresses) continue;
    if (address || operand.kind != sim::OperandFact::Kind::reg) return std::nullopt;
    address = {.base = static_cast<std::uint32_t>(operand.reg), .offset = static_cast<std::int64_t>(operand.bits)};
  }
  return address;
}

std::string_view kind_name(const sim::OpFacts& facts, const sim::OpCounters& counters) {
  switch (access_class(facts, counters)) {
    case AccessClass::shared_load: return "shared load";
    case AccessClass::shared_store: return "shared store";
    case AccessClass::shared_atomic: return "shared atomic";
    case AccessClass::shared_matrix_load: return "matrix load";
    case AccessClass::shared_matrix_store: return "matrix store";
    case AccessClass::async_copy: return "async copy";
    case AccessClass::global_load: return "global load";
    case AccessClass::global_store: return "global store";
    case AccessClass::global_atomic: return "global atomic";
    case AccessClass::global_reduction: return "global reduction";
    case AccessClass::local_load: return "local load";
    case AccessClass::local_store: return "local store";
    case AccessClass::constant_load: return "constant load";
    case AccessClass::cluster_load: return "cluster load";
    case AccessClass::cluster_store: return "cluster store";
    case AccessClass::cluster_atomic: return "cluster atomic";
    case AccessClass::texture_fetch:
    case AccessClass::texture_load: return "texture fetch";
    case AccessClass::surface_load: return "surface load";
    case AccessClass::surface_store: return "surface store";
    case AccessClass::surface_reduction: return "surface reduction";
    case AccessClass::none: break;
  }
  if (facts.kind == sim::OpKind::branch) return "branch";
  if (facts.kind == sim::OpKind::barrier) return "barrier";
  return "";
}

bool is_of_image(std::string_view kind) { return kind.starts_with("texture ") || kind.starts_with("surface "); }

std::string lowering_name(const sim::Lowering& lowering) {
  const auto name = [&]() -> std::string_view {
    switch (lowering.how) {
      case sim::Lowered::as_written: return "";
      case sim::Lowered::resized: return "resized";
      case sim::Lowered::merged: return "merged";
      case sim::Lowered::redundant: return "redundant";
      case sim::Lowered::unused: return "unused";
      case sim::Lowered::overwritten: return "overwritten";
      case sim::Lowered::in_registers: return "in registers";
      case sim::Lowered::reduction: return "reduction";
      case sim::Lowered::counted: return "counted";
      case sim::Lowered::predicated: return "predicated";
    }
    return "";
  };
  std::string how(name());
  if (!lowering.one_lane) return how;
  return how.empty() ? "combined" : how + ", combined";
}

std::string_view verb_of(sim::AccessKind kind) {
  switch (kind) {
    case sim::AccessKind::load:
    case sim::AccessKind::matrix_load: return "read";
    case sim::AccessKind::store:
    case sim::AccessKind::matrix_store:
    case sim::AccessKind::async_copy: return "write";
    case sim::AccessKind::atomic_add:
    case sim::AccessKind::atomic_count:
    case sim::AccessKind::atomic_exchange:
    case sim::AccessKind::atomic_cas:
    case sim::AccessKind::atomic_loop: return "update";
  }
  return "";
}

arch::SharedRequest request_of(const sim::AccessPattern& pattern) {
  const auto access = [&] {
    switch (pattern.kind) {
      case sim::AccessKind::load: return arch::SharedAccess::load;
      case sim::AccessKind::store:
      case sim::AccessKind::atomic_count: return arch::SharedAccess::store;
      case sim::AccessKind::atomic_add:
      case sim::AccessKind::atomic_exchange: return arch::SharedAccess::atomic;
      case sim::AccessKind::atomic_cas: return arch::SharedAccess::compare_and_swap;
      case sim::AccessKind::atomic_loop: return arch::SharedAccess::atomic_loop;
      case sim::AccessKind::matrix_load:
      case sim::AccessKind::matrix_store: return arch::SharedAccess::matrix;
      case sim::AccessKind::async_copy: return arch::SharedAccess::async_copy;
    }
    return arch::SharedAccess::load;
  };
  return {.access = access(),
          .bytes = pattern.bytes,
          .matrices = pattern.matrices,
          .lanes = pattern.lanes,
          .address = pattern.address};
}

arch::GlobalRequest global_request_of(const sim::AccessPattern& pattern) {
  const auto access = [&] {
    switch (pattern.kind) {
      case sim::AccessKind::load:
      case sim::AccessKind::matrix_load: return arch::GlobalAccess::load;
      case sim::AccessKind::store:
      case sim::AccessKind::matrix_store:
      case sim::AccessKind::async_copy: return arch::GlobalAccess::store;
      case sim::AccessKind::atomic_add:
      case sim::AccessKind::atomic_count:
      case sim::AccessKind::atomic_exchange:
      case sim::AccessKind::atomic_cas:
      case sim::AccessKind::atomic_loop: return arch::GlobalAccess::atomic;
    }
    return arch::GlobalAccess::load;
  };
  return {.access = access(),
          .cache = pattern.cache,
          .bytes = pattern.bytes,
          .lanes = pattern.lanes,
          .address = pattern.address};
}

std::vector<ServedLane> served_lanes(const arch::SharedMemory& memory, const arch::SharedRequest& request) {
  std::vector<ServedLane> served;
  for (const arch::LanePass& one : arch::lane_passes(memory, request))
    served.push_back(
        {.pass = one.pass, .lane = static_cast<std::uint32_t>(one.lane), .bank = one.bank, .banks = one.banks});
  return served;
}

}  // namespace warpglass::analysis
