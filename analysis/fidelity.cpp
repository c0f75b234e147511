#include "analysis/profile.hpp"

#include <algorithm>

namespace warpglass::analysis {

std::string_view name_of(Fidelity fidelity) {
  switch (fidelity) {
    case Fidelity::exact: return "exact";
    case Fidelity::inferred: return "inferred";
    case Fidelity::modelled: return "modelled";
    case Fidelity::estimated: return "estimated";
  }
  return "";
}

bool fidelity_of(std::string_view name, Fidelity& fidelity) {
  for (const Fidelity candidate : {Fidelity::exact, Fidelity::inferred, Fidelity::modelled, Fidelity::estimated}) {
    if (name_of(candidate) != name) continue;
    fidelity = candidate;
    return true;
  }
  return false;
}

std::string_view name_of(Counting counting) {
  switch (counting) {
    case Counting::nothing: return "nothing";
    case Counting::instructions: return "instructions";
    case Counting::accesses: return "accesses";
    case Counting::traffic: return "traffic";
  }
  return "";
}

Counting counting_named(std::string_view name) {
  for (const Counting counting : {Counting::instructions, Counting::accesses, Counting::traffic}) {
    if (name_of(counting) == name) return counting;
  }
  return Counting::nothing;
}

namespace {

bool is_of_images(const MetricDefinition& metric) {
  return metric.name.find("_pipe_tex_mem_") != std::string::npos ||
         metric.name.find("_op_texture") != std::string::npos;
}

bool is_of_shared_memory(const MetricDefinition& metric) {
  return metric.name.find("shared") != std::string::npos || metric.name.find("_op_memory_64b") != std::string::npos;
}

/// Whether wavefronts of asynchronous copies are part of it.
bool adds_up_shared_memory(const MetricDefinition& metric) {
  return metric.name.find("memory_l1_wavefronts_shared") != std::string::npos ||
         metric.name == "derived__memory_l1_conflicts_shared_nway";
}

}  // namespace

Label label_of(const MetricDefinition& metric, const KernelProfile& kernel) {
  Label label{.fidelity = metric.fidelity};
  switch (metric.counting) {
    case Counting::nothing: return label;
    case Counting::instructions: label.order_dependent = kernel.order.instructions; break;
    case Counting::accesses: label.order_dependent = kernel.order.accesses; break;
    case Counting::traffic: label.order_dependent = kernel.order.traffic; break;
  }
  label.order_dependent |= kernel.launches_cut_short != 0;
  // Which values the assembler spills or loads again is not followed, nor which loads a part of a product needs, nor
  // what becomes of loops, nor behind which branches it makes every load, nor which short ways it predicates that have
  // no end of their own.
  if (kernel.runs_out_of_registers || kernel.reads_parts_of_products || kernel.has_pliable_loops ||
      kernel.has_pliable_loads || kernel.lanes_meet_early)
    label.fidelity = std::max(label.fidelity, Fidelity::modelled);
  if (kernel.has_partly_filled_copies && adds_up_shared_memory(metric))
    label.fidelity = std::max(label.fidelity, Fidelity::modelled);
  if (kernel.has_loops_by_value && is_of_shared_memory(metric))
    label.fidelity = std::max(label.fidelity, Fidelity::modelled);
  if (kernel.has_unknown_fetches && is_of_images(metric)) label.fidelity = std::max(label.fidelity, Fidelity::modelled);
  return label;
}

std::string text_of(const Label& label) {
  return std::string(name_of(label.fidelity)) + (label.order_dependent ? ", order-dependent" : "");
}

}  // namespace warpglass::analysis
