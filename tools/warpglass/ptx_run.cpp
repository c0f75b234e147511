#include "tools/warpglass/ptx_run.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "analysis/names.hpp"
#include "arch/device_model.hpp"
#include "base/counted.hpp"
#include "runtime/device.hpp"
#include "session/launch_progress.hpp"
#include "session/run.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/fill.hpp"
#include "tools/warpglass/kernel_argument.hpp"
#include "tools/warpglass/kernel_choice.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/run_settings.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

std::atomic<bool> interrupted{false};

/// The first signal stops the launch and keeps what was counted, a second one ends the tool.
class Interrupts {
 public:
  Interrupts() {
    struct sigaction action{};
    action.sa_handler = [](int) { interrupted = true; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
  }
};

/// Gathers the launch.
class Gatherer final : public runtime::LaunchObserver {
 public:
  explicit Gatherer(session::Run& run) : run_(run) {}
  void on_launch(const runtime::LaunchRecord& record) override { run_.add(record); }

 private:
  session::Run& run_;
};

/// The kernel that --kernel names is the one that runs, and is counted.
session::Settings settings_of_kernel(const RunOptions& options) {
  session::Settings settings = settings_of(options);
  settings.kernel.clear();
  return settings;
}

/// An allocation and what becomes of it after the launch.
struct Buffer {
  KernelArgument argument;
  std::size_t position = 0;
  std::uint64_t address = 0;
};

/// The type that a bare number takes.
ValueType type_of(ptx::Type type) {
  switch (type) {
    case ptx::Type::s8: return ValueType::i8;
    case ptx::Type::s16: return ValueType::i16;
    case ptx::Type::s32: return ValueType::i32;
    case ptx::Type::s64: return ValueType::i64;
    case ptx::Type::f16: return ValueType::f16;
    case ptx::Type::f32: return ValueType::f32;
    case ptx::Type::f64: return ValueType::f64;
    case ptx::Type::b8:
    case ptx::Type::u8:
    case ptx::Type::pred: return ValueType::u8;
    case ptx::Type::b16:
    case ptx::Type::u16:
    case ptx::Type::bf16: return ValueType::u16;
    case ptx::Type::b32:
    case ptx::Type::u32:
    case ptx::Type::f16x2:
    case ptx::Type::bf16x2: return ValueType::u32;
    case ptx::Type::b64:
    case ptx::Type::b128:
    case ptx::Type::u64:
    case ptx::Type::texref:
    case ptx::Type::samplerref:
    case ptx::Type::surfref:
    case ptx::Type::none: break;
  }
  return ValueType::u64;
}

/// Compilers write every 32-bit parameter as .u32 or .b32: a bare `-1` or `1.5` is then taken by its own form.
ValueType type_for(const KernelArgument& argument, ptx::Type type) {
  const ValueType declared = type_of(type);
  const bool fraction = argument.value.find_first_of(".eEn") != std::string::npos && !argument.value.starts_with("0x");
  if (fraction && declared == ValueType::u32) return ValueType::f32;
  if (fraction && declared == ValueType::u64) return ValueType::f64;
  if (argument.value.starts_with('-') && !is_floating(declared) && name_of(declared).front() == 'u') {
    return static_cast<ValueType>(static_cast<int>(declared) - 1);  // the signed type of the size
  }
  return declared;
}

void check_problem(runtime::Status status, const RunOptions& options, const runtime::Kernel& kernel,
                   const arch::DeviceModel& device) {
  using runtime::Status;
  const arch::Limits& limits = device.limits;
  if (status == Status::ok || status == Status::cancelled || runtime::is_sticky(status)) return;
  if (status == Status::invalid_configuration || status == Status::out_of_resources || status == Status::invalid_value)
    throw UsageError(fmt::format(
        "{}: the launch is not possible on {}: at most {} threads a block ({}x{}x{}), {} bytes of shared memory, "
        "grids up to {}x{}x{}, and what the kernel itself allows",
        options.program, device.name, limits.max_threads_per_block, limits.max_block.x, limits.max_block.y,
        limits.max_block.z, limits.shared_bytes_per_block_optin - kernel.program->static_shared_bytes,
        limits.max_grid.x, limits.max_grid.y, limits.max_grid.z));
  if (status == Status::invalid_cluster)
    throw UsageError(
        limits.max_cluster_size == 0
            ? fmt::format("{}: {} has no clusters of blocks; compute capability 9.0 and later have", options.program,
                          device.name)
            : fmt::format("{}: a cluster has 1 to {} blocks on {}, in the shape that the kernel was made for, if it "
                          "was for one, and divides the grid",
                          options.program, 2 * limits.max_cluster_size, device.name));
  if (status == Status::out_of_memory) throw UsageError(fmt::format("{}: there is not enough memory", options.program));
  throw UsageError(fmt::format("{}: the kernel can not be launched", options.program));
}

/// Parameters as the kernel reads them, and the arrays they point to.
std::vector<std::byte> pack_arguments(runtime::Device& device, const runtime::Kernel& kernel, const RunOptions& options,
                                      std::vector<Buffer>& buffers) {
  const sim::Program& program = *kernel.program;
  const std::size_t count = program.param_offsets.size();
  if (options.kernel_arguments.size() != count) {
    std::string types;
    for (const std::uint32_t index : kernel.syntax->params) {
      const ptx::Variable& parameter = kernel.syntax->variables[index];
      types += fmt::format("{}.{}", types.empty() ? "" : ", ", ptx::name_of(parameter.type));
      if (parameter.is_array) types += fmt::format("[{}]", parameter.elements);
    }
    throw UsageError(fmt::format("{}: kernel {} takes {}{}; {} --arg {} given", options.program,
                                 short_name(analysis::demangled(kernel.name)), counted(count, "argument"),
                                 types.empty() ? "" : " (" + types + ")", options.kernel_arguments.size(),
                                 options.kernel_arguments.size() == 1 ? "is" : "are"));
  }
  std::vector<std::byte> packed(program.param_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    KernelArgument argument = parse_kernel_argument(options.kernel_arguments[i]);
    const std::string where = fmt::format("--arg '{}'", argument.text);
    const ptx::Variable& parameter = kernel.syntax->variables[kernel.syntax->params[i]];
    std::vector<std::byte> value;
    if (argument.is_array) {
      const bool from_file = argument.fill == FillKind::file;
      const std::vector<std::byte> file = from_file ? contents_of_file(argument) : std::vector<std::byte>();
      const std::uint64_t bytes = argument.elements() * size_of(argument.type);
      Buffer buffer{.argument = argument, .position = i, .address = 0};
      // The device may have more memory than there is here.
      if (bytes > session::host_memory_bytes() ||
          device.allocate(bytes, sim::AllocationKind::device, fmt::format("argument {}", i), buffer.address) !=
              runtime::Status::ok) {
        throw UsageError(fmt::format("{}: there is no memory for {} bytes", where, bytes));
      }
      const std::span<std::byte> contents(sim::Memory::host(buffer.address), bytes);
      if (from_file) {
        std::ranges::copy(file, contents.begin());
      } else {
        fill_array(argument, contents, device.spread());
      }
      device.memory().tell({.what = sim::MemoryAction::write, .address = buffer.address, .bytes = bytes});
      value.resize(sizeof buffer.address);
      std::memcpy(value.data(), &buffer.address, value.size());
      buffers.push_back(std::move(buffer));
    } else {
      value = bytes_of(argument.value, argument.has_type ? argument.type : type_for(argument, parameter.type), where);
    }
    if (value.size() != program.param_sizes[i]) {
      throw UsageError(fmt::format("{}: parameter {} of the kernel has {} bytes, this has {}", where, i,
                                   program.param_sizes[i], value.size()));
    }
    std::memcpy(packed.data() + program.param_offsets[i], value.data(), value.size());
  }
  return packed;
}

}  // namespace

RunOutcome run_ptx(const RunOptions& options) {
  if (!options.arguments.empty())
    throw UsageError(fmt::format("{}: a kernel takes its arguments from --arg; '{}' has no place", options.program,
                                 options.arguments.front()));
  if (!options.grid || !options.block)
    throw UsageError(
        fmt::format("{}: a kernel needs --grid and --block, such as --grid 16 --block 256", options.program));
  const arch::DeviceModel& model = device_named(options.arch);
  const std::string text = read_file(options.program);

  session::Run run(model, settings_of_kernel(options));
  run.time(options.timings);
  Gatherer gatherer(run);
  Diagnostics problems;
  runtime::DeviceOptions device_options;
  device_options.complain = [&](const Diagnostics& found) {
    problems.insert(problems.end(), found.begin(), found.end());
  };
  runtime::LaunchSettings& launches = device_options.launches;
  run.set_up(launches);
  launches.observer = &gatherer;
  if (!options.repeats)
    launches.print = [](std::string_view said) { std::fwrite(said.data(), 1, said.size(), stdout); };
  launches.cancel = &interrupted;
  session::LaunchProgress progress;
  if (!options.quiet) {
    launches.progress = [&](std::string_view kernel, const runtime::LaunchShape& shape, std::uint64_t done) {
      const std::string told = progress.tell(kernel, done, shape.grid.volume(), session::LaunchProgress::Clock::now());
      if (!told.empty()) show_progress(told);
    };
  }

  runtime::Device device(model, device_options);
  const auto complain = [&] {
    for (const Diagnostic& problem : problems) fmt::print(stderr, "{}\n", to_string(problem));
    problems.clear();
  };
  const runtime::ModuleId module = device.modules().add({std::as_bytes(std::span(text))}, options.program);
  if (device.modules().load(module) != runtime::Status::ok) {
    complain();
    throw UsageError(fmt::format("{}: can not be loaded", options.program));
  }
  runtime::Kernel& kernel = choose_kernel(device.modules().kernels(module), options.kernel, options.program);
  if (device.prepare(kernel) != runtime::Status::ok) {
    complain();
    throw UsageError(fmt::format("{}: kernel {} can not be run", options.program, kernel.name));
  }
  complain();

  const Interrupts interrupts;
  std::vector<Buffer> buffers;
  const std::vector<std::byte> packed = [&] {
    const Timed timed(options.timings, Phase::host);
    return pack_arguments(device, kernel, options, buffers);
  }();
  const runtime::LaunchShape shape{.grid = *options.grid,
                                   .block = *options.block,
                                   .dynamic_shared_bytes = options.shared_bytes,
                                   .cooperative = false,
                                   .cluster = options.cluster.value_or(Dim3{0, 0, 0})};
  // What a host program would have to opt in to, asking for it on the command line is.
  kernel.non_portable_clusters = 1;
  if (options.shared_bytes > device.dynamic_shared_limit(kernel))
    (void)device.set_dynamic_shared_limit(kernel, options.shared_bytes);
  const runtime::Status status = device.launch(kernel, shape, packed);
  clear_progress();
  complain();
  check_problem(status, options, kernel, model);

  for (const Buffer& buffer : buffers) {
    if (options.repeats) break;
    const Timed timed(options.timings, Phase::host);
    const std::uint64_t bytes = buffer.argument.elements() * size_of(buffer.argument.type);
    put_out(buffer.argument, buffer.position, {sim::Memory::host(buffer.address), bytes});
  }
  RunOutcome outcome;
  // What a check finds says how it ends.
  outcome.exit_code = interrupted ? 128 + SIGINT : run.faulted() && !options.check ? 1 : 0;
  outcome.report = run.report(interrupted);
  return outcome;
}

}  // namespace warpglass::tool
