#include "isa/binder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "isa/binder_function.hpp"
#include "isa/binder_link.hpp"
#include "isa/binder_program.hpp"

namespace warpglass::isa {
namespace {

using sim::OpKind;

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

void apply_directives(const ptx::Function& kernel, sim::Program& program) {
  for (const ptx::FunctionDirective& directive : kernel.directives) {
    const auto first = static_cast<std::uint32_t>(
        directive.values.empty() ? 0 : std::min<std::uint64_t>(directive.values[0], 0xffffffffu));
    if (directive.name == ".maxntid") program.max_threads = dimensions(directive);
    if (directive.name == ".reqntid") program.required_threads = dimensions(directive);
    if (directive.name == ".reqnctapercluster") program.required_cluster = dimensions(directive);
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

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (at > 0 && text[at - 1] == '.' && (end == text.size() || text[end] == '.' || text[end] == ' ')) return true;
  }
  return false;
}

/// Whether blocks may notice each other through this instruction, so that their order matters.
bool talks_to_blocks(const sim::OpFacts& facts) {
  const std::string_view text = facts.text;
  const std::string_view opcode = text.substr(0, text.find_first_of(" ;"));
  const bool reaches_global = facts.space == sim::Space::global || facts.space == sim::Space::generic;
  switch (facts.kind) {
    case OpKind::atomic:
    case OpKind::reduction: return reaches_global;
    case OpKind::load:
      return reaches_global && (has_word(opcode, "volatile") || has_word(opcode, "relaxed") ||
                                has_word(opcode, "acquire") || has_word(opcode, "mmio"));
    case OpKind::pseudo: return false;
    case OpKind::other:
    case OpKind::store:
    case OpKind::matrix_load:
    case OpKind::matrix_store:
    case OpKind::async_copy:
    case OpKind::branch:
    case OpKind::call:
    case OpKind::ret:
    case OpKind::exit:
    case OpKind::barrier: break;
  }
  if (opcode.starts_with("membar")) return !has_word(opcode, "cta");
  if (opcode.starts_with("fence")) return has_word(opcode, "gpu") || has_word(opcode, "sys");
  return opcode.starts_with("nanosleep");
}

/// What the instruction says about caches. Accesses that other threads must see are fetched again.
CacheOperator cache_operator_of(const sim::OpFacts& facts) {
  constexpr std::pair<std::string_view, CacheOperator> kWords[] = {
      {"nc", CacheOperator::non_coherent},   {"ca", CacheOperator::all},           {"cg", CacheOperator::global},
      {"cs", CacheOperator::streaming},      {"lu", CacheOperator::last_use},      {"cv", CacheOperator::uncached},
      {"volatile", CacheOperator::uncached}, {"relaxed", CacheOperator::uncached}, {"acquire", CacheOperator::uncached},
      {"mmio", CacheOperator::uncached}};
  if (!sim::is_memory_access(facts.kind)) return CacheOperator::none;
  const std::string_view text = facts.text;
  const std::string_view opcode = text.substr(0, text.find_first_of(" ;"));
  for (const auto& [word, meaning] : kWords) {
    if (has_word(opcode, word)) return meaning;
  }
  return CacheOperator::none;
}

/// Which lines are to give way. `.cs` is likely accessed once, `.lu` not again (PTX ISA, Cache Operators); an H200
/// takes them for `L1::evict_first` and `L1::no_allocate` (tests/hardware/h200/facts/cache_hints.tsv).
EvictionHints eviction_hints_of(const sim::OpFacts& facts) {
  constexpr std::pair<std::string_view, EvictionPriority> kFirstLevel[] = {
      {"cs", EvictionPriority::first},
      {"lu", EvictionPriority::no_allocate},
      {"L1::evict_normal", EvictionPriority::normal},
      {"L1::evict_unchanged", EvictionPriority::unchanged},
      {"L1::evict_first", EvictionPriority::first},
      {"L1::evict_last", EvictionPriority::last},
      {"L1::no_allocate", EvictionPriority::no_allocate}};
  constexpr std::pair<std::string_view, EvictionPriority> kSecondLevel[] = {
      {"L2::evict_normal", EvictionPriority::normal},
      {"L2::evict_first", EvictionPriority::first},
      {"L2::evict_last", EvictionPriority::last}};
  EvictionHints hints;
  if (!sim::is_memory_access(facts.kind)) return hints;
  const std::string_view text = facts.text;
  const std::string_view opcode = text.substr(0, text.find_first_of(" ;"));
  for (const auto& [word, priority] : kFirstLevel)
    if (has_word(opcode, word)) hints.l1 = priority;
  for (const auto& [word, priority] : kSecondLevel)
    if (has_word(opcode, word)) hints.l2 = priority;
  return hints;
}

bool calls_runtime(const sim::Program& program) {
  constexpr std::string_view kRuntime[] = {"vprintf", "malloc", "free", "__assertfail"};
  return std::any_of(program.facts.begin(), program.facts.end(), [&](const sim::OpFacts& facts) {
    if (facts.kind != sim::OpKind::call) return false;
    const std::string_view text = facts.text;
    return std::any_of(std::begin(kRuntime), std::end(kRuntime), [&](std::string_view name) {
      return text.find(fmt::format(" {},", name)) != std::string_view::npos;
    });
  });
}

void fill_kernel_facts(const FunctionRef& kernel, const Reach& reach, sim::Program& program) {
  const ParamLayout params = param_layout(*kernel.function);
  program.param_offsets = params.params;
  program.param_bytes = params.bytes;
  for (const std::uint32_t index : kernel.function->params)
    program.param_sizes.push_back(param_size(kernel.function->variables[index]));
  program.static_shared_bytes = reach.shared.static_bytes;
  program.dynamic_shared_offset = reach.shared.dynamic_offset;
  program.shared_objects = reach.shared.objects;
  program.has_calls = reach.functions.size() > 1;
  program.registers_per_thread = std::min(program.registers_per_thread + kExtraRegisters, kMaxRegisters);
  if (program.has_calls) program.registers_per_thread = std::max(program.registers_per_thread, kCallingRegisters);
  apply_directives(*kernel.function, program);
  program.registers_per_thread = std::min(program.registers_per_thread, registers_allowed(program));
  program.least_registers = calls_runtime(program) ? kRuntimeRegisters : kLaunchedRegisters;
  program.registers_per_thread = std::max(program.registers_per_thread, program.least_registers);
  for (sim::OpFacts& facts : program.facts) {
    facts.cache = cache_operator_of(facts);
    facts.eviction = eviction_hints_of(facts);
  }
  program.has_global_atomics = std::any_of(program.facts.begin(), program.facts.end(), talks_to_blocks);
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
  fill_kernel_facts(entry, reach, *program);
  program->has_global_atomics = program->has_global_atomics || binding.ordered;
  result.program = std::move(program);
  return result;
}

}  // namespace warpglass::isa
