#include "tools/warpglass/occupancy_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>

#include "analysis/names.hpp"
#include "analysis/occupancy_study.hpp"
#include "report/occupancy.hpp"
#include "runtime/device.hpp"
#include "toolkit/ptxas.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/kernel_choice.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/resource_usage.hpp"
#include "tools/warpglass/temporary_folder.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

/// What the file says about the kernel.
struct KernelFacts {
  std::string name;
  std::uint32_t registers_per_thread = 0;
  bool registers_assembled = false;
  std::uint32_t static_shared_bytes = 0;
  Dim3 required_threads{0, 0, 0};
  Dim3 max_threads{0, 0, 0};
};

std::string ptx_of(const OccupancyOptions& options, const arch::DeviceModel& device) {
  switch (classify(options.program)) {
    case ProgramKind::ptx: break;
    case ProgramKind::executable:
      throw UsageError(
          fmt::format("{}: is an executable; `warpglass run` reports the occupancy of every kernel that it launches",
                      options.program));
    case ProgramKind::cuda_source: {
      const TemporaryFolder folder;
      return read_file(compile({.source = options.program,
                                .name = options.program,
                                .architecture = device.sm_name(),
                                .folder = folder.path(),
                                .to = toolkit::CompileTo::ptx,
                                .flags = options.compiler_flags})
                           .path);
    }
  }
  if (!options.compiler_flags.empty())
    throw UsageError(fmt::format("{}: --compiler-flag is for .cu sources", options.program));
  return read_file(options.program);
}

KernelFacts kernel_facts(const OccupancyOptions& options, const arch::DeviceModel& model) {
  const std::string text = ptx_of(options, model);
  Diagnostics problems;
  runtime::DeviceOptions device_options;
  device_options.complain = [&](const Diagnostics& found) {
    problems.insert(problems.end(), found.begin(), found.end());
  };
  if (const auto ptxas = toolkit::find_ptxas(toolkit::ptxas_query_of_environment()); ptxas && !options.registers) {
    device_options.launches.assembler = toolkit::kernel_assembler(*ptxas, model.capability.sm());
  }
  runtime::Device device(model, device_options);
  const runtime::ModuleId module = device.modules().add({std::as_bytes(std::span(text))}, options.program);
  if (device.modules().load(module) != runtime::Status::ok) throw InputError(problems);
  runtime::Kernel& kernel = choose_kernel(device.modules().kernels(module), options.kernel, options.program);
  if (device.prepare(kernel) != runtime::Status::ok) throw InputError(problems);
  const sim::Program& program = *kernel.program;
  return {.name = analysis::demangled(kernel.name),
          .registers_per_thread = device.registers_per_thread(kernel),
          .registers_assembled = kernel.assembled.has_value(),
          .static_shared_bytes = program.static_shared_bytes,
          .required_threads = program.required_threads,
          .max_threads = program.max_threads};
}

std::uint32_t threads_of(const OccupancyOptions& options, const KernelFacts& kernel) {
  const bool requires_block = kernel.required_threads.volume() != 0;
  if (!options.block && !requires_block)
    throw UsageError(fmt::format("{}: say how the kernel is launched: --block, such as --block 256", options.program));
  const std::uint64_t threads = (options.block ? *options.block : kernel.required_threads).volume();
  if (threads > (1u << 20)) throw UsageError(fmt::format("--block: {} threads are no block", threads));
  if (requires_block && options.block && *options.block != kernel.required_threads)
    throw UsageError(fmt::format("{}: the kernel is made for blocks of {}x{}x{} (.reqntid); --block says otherwise",
                                 options.program, kernel.required_threads.x, kernel.required_threads.y,
                                 kernel.required_threads.z));
  if (kernel.max_threads.volume() != 0 && threads > kernel.max_threads.volume())
    throw UsageError(fmt::format("{}: the kernel's launch bounds allow {} threads a block; --block has {}",
                                 options.program, kernel.max_threads.volume(), threads));
  return static_cast<std::uint32_t>(threads);
}

void check_cluster(const OccupancyOptions& options, const arch::DeviceModel& device) {
  if (options.cluster_size == 0) return;
  const std::uint32_t most = device.limits.max_cluster_size;
  if (most == 0)
    throw UsageError(
        fmt::format("--cluster: {} has no thread-block clusters; cc 9.0 and later have", device.sm_name()));
  if (options.cluster_size > most)
    throw UsageError(fmt::format("--cluster: clusters of more than {} blocks are not portable and not modelled", most));
}

}  // namespace

int occupancy(const OccupancyOptions& options) {
  check_output(options.json);
  const std::vector<const arch::DeviceModel*> devices = devices_named(options.archs, All::capabilities);
  for (const arch::DeviceModel* device : devices) check_cluster(options, *device);
  if (options.resource_usage) {
    for (const arch::DeviceModel* device : devices)
      fmt::print("{}", resource_usage(options, ptx_of(options, *device), *device));
    return 0;
  }
  KernelFacts kernel{.name = {}, .static_shared_bytes = options.static_shared_bytes};
  if (!options.program.empty()) kernel = kernel_facts(options, *devices.front());

  std::vector<analysis::OccupancyStudy> studies;
  for (const arch::DeviceModel* device : devices) {
    const arch::Limits& limits = device->limits;
    studies.push_back(analysis::study_occupancy(
        *device,
        {.kernel = kernel.name,
         .needs = {.threads = threads_of(options, kernel),
                   .registers_per_thread = options.registers.value_or(kernel.registers_per_thread),
                   .static_shared_bytes = kernel.static_shared_bytes,
                   .dynamic_shared_bytes = options.dynamic_shared_bytes,
                   .barriers = options.barriers,
                   // What a host program would have to opt in to, asking for it on the command line is.
                   .max_dynamic_shared_bytes = limits.shared_bytes_per_block_optin,
                   .shared_carve_out_bytes = arch::preferred_carve_out(limits, options.carve_out_percent.value_or(-1))},
         .registers_estimated = !options.program.empty() && !options.registers && !kernel.registers_assembled,
         .cluster_size = options.cluster_size}));
  }
  if (options.json != "-") {
    const std::string text = report::to_text(studies, {.colour = wants_colour(options.colour, Stream::output),
                                                       .unicode = has_unicode(),
                                                       .width = terminal_width(Stream::output),
                                                       .table_width = table_width(Stream::output)});
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (!options.json.empty()) write_output(options.json, report::to_json(studies));
  return 0;
}

}  // namespace warpglass::tool
