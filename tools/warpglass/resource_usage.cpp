#include "tools/warpglass/resource_usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "ptx/module.hpp"
#include "runtime/device.hpp"
#include "sim/program.hpp"
#include "toolkit/ptxas.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr std::uint32_t kBarriersOfBlock = 16;

/// Where parameters begin in a kernel's bank of constants, behind what the driver puts there: c[0x0][...] in listings
/// of machine code.
std::uint32_t first_parameter(const arch::DeviceModel& model) {
  const std::uint32_t sm = model.capability.sm();
  if (sm >= 100) return 0x380;
  if (sm >= 90) return 0x210;
  return sm >= 70 ? 0x160 : 0x140;
}

/// Barriers of the block that a kernel names: numbers up to the highest, all where a register holds one.
std::uint32_t barriers_of(const sim::Program& program) {
  std::uint32_t barriers = 0;
  for (std::size_t pc = 0; pc < program.ops.size(); ++pc) {
    if (program.facts[pc].kind != sim::OpKind::barrier) continue;
    for (const sim::OperandFact& operand : sim::operands_of(program.facts[pc], program.operands)) {
      if (operand.position != 0 || operand.written) continue;
      const bool is_known = operand.kind == sim::OperandFact::Kind::literal && operand.bits < kBarriersOfBlock;
      barriers = std::max(barriers, is_known ? static_cast<std::uint32_t>(operand.bits) + 1 : kBarriersOfBlock);
    }
  }
  return barriers;
}

/// clang keeps constants of headers that nothing names; nvcc does not.
bool is_named(const std::string& ptx, const ptx::Variable& variable) {
  if (variable.linkage != ptx::Linkage::internal) return true;
  const std::size_t first = ptx.find(variable.name);
  return first != std::string::npos && ptx.find(variable.name, first + variable.name.size()) != std::string::npos;
}

std::string variables_line(const std::string& ptx, const std::string& file) {
  std::uint64_t global = 0;
  std::uint64_t constant = 0;
  const ptx::ParseResult parsed = ptx::parse(ptx, file);
  for (const ptx::Variable& variable : parsed.module.variables) {
    if (!is_named(ptx, variable)) continue;
    if (variable.space == ptx::Space::global) global += variable.size_in_bytes();
    if (variable.space == ptx::Space::constant) constant += variable.size_in_bytes();
  }
  const std::string bank = constant == 0 ? "" : fmt::format(", {} bytes cmem[3]", constant);
  return fmt::format("ptxas info    : {} bytes gmem{}\n", global, bank);
}

std::string kernel_lines(const runtime::Device& device, const runtime::Kernel& kernel, const arch::DeviceModel& model) {
  const sim::Program& program = *kernel.program;
  const AssembledKernel assembled = kernel.assembled.value_or(AssembledKernel{});
  const std::uint32_t stack = kernel.assembled ? assembled.stack_bytes : program.functions.front().local_bytes;
  const std::uint32_t shared = program.static_shared_bytes;
  std::string text =
      fmt::format("ptxas info    : Compiling entry function '{0}' for '{1}'\n", kernel.name, model.sm_name());
  text += fmt::format("ptxas info    : Function properties for {}\n", kernel.name);
  text += fmt::format("    {} bytes stack frame, {} bytes spill stores, {} bytes spill loads\n", stack,
                      assembled.spill_store_bytes, assembled.spill_load_bytes);
  text += fmt::format("ptxas info    : Used {} registers, used {} barriers{}, {} bytes cmem[0]\n",
                      device.registers_per_thread(kernel), barriers_of(program),
                      shared == 0 ? "" : fmt::format(", {} bytes smem", shared),
                      first_parameter(model) + program.param_bytes);
  return text;
}

}  // namespace

std::string resource_usage(const OccupancyOptions& options, const std::string& ptx, const arch::DeviceModel& model) {
  Diagnostics problems;
  runtime::DeviceOptions device_options;
  device_options.complain = [&](const Diagnostics& found) {
    problems.insert(problems.end(), found.begin(), found.end());
  };
  if (const auto ptxas = toolkit::find_ptxas(toolkit::ptxas_query_of_environment()))
    device_options.launches.assembler = toolkit::kernel_assembler(*ptxas, model.capability.sm());
  runtime::Device device(model, device_options);
  const runtime::ModuleId module = device.modules().add({std::as_bytes(std::span(ptx))}, options.program);
  if (device.modules().load(module) != runtime::Status::ok) throw InputError(problems);
  std::string kernels;
  bool is_estimated = false;
  for (runtime::Kernel* const kernel : device.modules().kernels(module)) {
    if (device.prepare(*kernel) != runtime::Status::ok) throw InputError(problems);
    is_estimated |= !kernel->assembled;
    kernels += kernel_lines(device, *kernel, model);
  }
  const std::string_view note =
      "ptxas info    : no ptxas on this machine: Warpglass estimates registers and stack, and knows no spills\n";
  return fmt::format("{}{}{}", is_estimated ? note : "", variables_line(ptx, options.program), kernels);
}

}  // namespace warpglass::tool
