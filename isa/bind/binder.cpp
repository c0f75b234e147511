#include "isa/bind/binder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "isa/bind/function.hpp"
#include "isa/bind/link.hpp"
#include "isa/bind/program.hpp"
#include "isa/reductions.hpp"

namespace warpglass::isa {
namespace {

// Registers that the vendor's assembler needs beside those wanted at once: addresses, the stack pointer.
constexpr std::uint32_t kExtraRegisters = 4;
constexpr std::uint32_t kMaxRegisters = 255;
constexpr std::uint32_t kCallingRegisters = 24;  // what a kernel has at least that calls functions (seen with nvcc 13)
// What a launch takes at least, and what it takes for the device's runtime (tests/hardware/h200/facts/registers.tsv).
constexpr std::uint32_t kLaunchedRegisters = 16;
constexpr std::uint32_t kRuntimeRegisters = 32;

Dim3 dimensions(const ptx::FunctionDirective& directive) {
  Dim3 result{1, 1, 1};
  std::uint32_t* const parts[] = {&result.x, &result.y, &result.z};
  for (std::size_t i = 0; i < directive.values.size() && i < 3; ++i)
    *parts[i] = static_cast<std::uint32_t>(std::min<std::uint64_t>(directive.values[i], 0xffffffffu));
  return result;
}

/// What our compiler driver writes for __cluster_dims__, as clang writes no .reqnctapercluster.
std::optional<Dim3> cluster_of_pragma(std::string_view text) {
  constexpr std::string_view kName = "warpglass.reqnctapercluster";
  if (!text.starts_with(kName)) return std::nullopt;
  text.remove_prefix(kName.size());
  Dim3 cluster{1, 1, 1};
  for (std::uint32_t* part : {&cluster.x, &cluster.y, &cluster.z}) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ')));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *part);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return cluster;
}

void apply_directives(const ptx::Function& kernel, sim::Program& program) {
  for (const ptx::FunctionDirective& directive : kernel.directives) {
    const auto first = static_cast<std::uint32_t>(
        directive.values.empty() ? 0 : std::min<std::uint64_t>(directive.values[0], 0xffffffffu));
    if (directive.name == ".maxntid") program.max_threads = dimensions(directive);
    if (directive.name == ".reqntid") program.required_threads = dimensions(directive);
    if (directive.name == ".reqnctapercluster") program.required_cluster = dimensions(directive);
    if (directive.name == ".pragma") {
      if (const auto cluster = cluster_of_pragma(directive.text)) program.required_cluster = *cluster;
    }
    if (directive.name == ".minnctapersm") program.min_blocks_per_sm = first;
    if (directive.name == ".maxnreg" && first != 0)
      program.registers_per_thread = std::min(program.registers_per_thread, first);
  }
}

/// Launch bounds promise that so many threads fit a multiprocessor, whose 65536 registers are given out by eights.
std::uint32_t registers_allowed(const sim::Program& program) {
  const Dim3& bound = program.required_threads.volume() != 0 ? program.required_threads : program.max_threads;
  const std::uint64_t threads = (bound.volume() + 31) / 32 * 32 * std::max(program.min_blocks_per_sm, 1u);
  if (threads == 0 || threads > 65536 / 16) return kMaxRegisters;
  return std::min<std::uint32_t>(static_cast<std::uint32_t>(65536 / threads) / 8 * 8, kMaxRegisters);
}

bool is_talk(const sim::OpFacts& facts) { return facts.kind != sim::OpKind::pseudo && talks_to_blocks(facts.effects); }

/// Whether the assembler may leave out a part of the product, and with it loads of what only that part needs.
bool is_product_in_parts(const sim::OpFacts& facts) {
  if (!facts.lowering.partly_read) return false;
  double parts = 0;
  for (const ClassCount& cost : facts.costs) parts += cost.count;
  return parts > 1;
}

void fill_kernel_facts(const FunctionRef& kernel, const Reach& reach, bool calls_runtime, sim::Program& program) {
  const ParamLayout params = param_layout(*kernel.function);
  program.param_offsets = params.params;
  program.param_bytes = params.bytes;
  for (const std::uint32_t index : kernel.function->params)
    program.param_sizes.push_back(param_size(kernel.function->variables[index]));
  program.static_shared_bytes = reach.shared.static_bytes;
  program.dynamic_shared_offset = reach.shared.dynamic_offset;
  program.shared_objects = reach.shared.objects;
  program.has_calls = reach.functions.size() > 1;
  const std::uint32_t wanted = program.registers_per_thread + kExtraRegisters;
  program.registers_per_thread = std::min(wanted, kMaxRegisters);
  if (program.has_calls) program.registers_per_thread = std::max(program.registers_per_thread, kCallingRegisters);
  apply_directives(*kernel.function, program);
  program.registers_per_thread = std::min(program.registers_per_thread, registers_allowed(program));
  program.runs_out_of_registers = wanted >= kMaxRegisters || wanted > program.registers_per_thread + kExtraRegisters;
  program.reads_parts_of_products = std::any_of(program.facts.begin(), program.facts.end(), is_product_in_parts);
  program.multiplies_beside = std::ranges::any_of(
      program.facts, [](const sim::OpFacts& facts) { return facts.effects.does == sim::Does::multiplies_shared; });
  program.least_registers = calls_runtime ? kRuntimeRegisters : kLaunchedRegisters;
  program.registers_per_thread = std::max(program.registers_per_thread, program.least_registers);
  program.has_global_atomics = std::any_of(program.facts.begin(), program.facts.end(), is_talk);
}

}  // namespace

BindResult bind(const LinkedModules& linked, const ptx::Module& module, const ptx::Function& kernel,
                const BindOptions& options) {
  BindResult result;
  auto program = std::make_unique<sim::Program>();
  program->name = kernel.name;
  const FunctionRef entry{.module = &module, .function = &kernel};
  const Reach reach = reach_from(linked, entry, result.diagnostics);
  ProgramBinding binding{
      .linked = linked, .options = options, .reach = reach, .program = *program, .diagnostics = result.diagnostics};
  std::vector<std::unique_ptr<FunctionBinder>> functions;
  for (std::uint32_t i = 0; i < reach.functions.size(); ++i)
    functions.push_back(std::make_unique<FunctionBinder>(binding, reach.functions[i], i));
  for (const auto& function : functions) function->survey();
  if (has_errors(result.diagnostics)) return result;

  program->functions.resize(functions.size());
  for (const auto& function : functions) function->emit();
  fill_kernel_facts(entry, reach, binding.calls_runtime, *program);
  if (program->has_global_atomics && !binding.ordered && functions.size() == 1)
    result.reductions = functions.front()->reductions();
  program->has_global_atomics = program->has_global_atomics || binding.ordered;
  result.program = std::move(program);
  return result;
}

}  // namespace warpglass::isa
