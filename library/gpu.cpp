#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/names.hpp"
#include "library/gpu.hpp"

namespace warpglass::library {
namespace {

/// \param said  of the device code
[[noreturn]] void refuse_code(runtime::Status status, const std::string& name, const std::string& said) {
  using runtime::Status;
  if (status == Status::out_of_memory)
    throw Failure(WARPGLASS_OUT_OF_MEMORY, fmt::format("{}: error: there is no memory for its variables", name));
  throw Failure(WARPGLASS_INVALID_CODE, said.empty() ? fmt::format("{}: error: cannot be run", name) : said);
}

}  // namespace

Gpu::Gpu(Options options)
    : options_(std::move(options)),
      run_(*options_.model, options_.settings),
      device_(*options_.model, device_options()) {
  if (device_.memory().capacity() == 0)
    throw Failure(WARPGLASS_OUT_OF_MEMORY, "the host has no room for the device's memory; ask for less (memory_bytes)");
}

Gpu::~Gpu() = default;

runtime::DeviceOptions Gpu::device_options() {
  runtime::DeviceOptions made;
  made.memory_bytes =
      options_.settings.memory_bytes != 0 ? options_.settings.memory_bytes : session::host_memory_bytes();
  made.complain = [this](const Diagnostics& found) { problems_.insert(problems_.end(), found.begin(), found.end()); };
  run_.set_up(made.launches);
  made.launches.observer = this;
  made.launches.print = options_.print;
  made.launches.cancel = &cancel_;
  return made;
}

std::string Gpu::take_problems() { return text_of(std::exchange(problems_, {})); }

void Gpu::reset() {
  device_.reset();
  fault_.clear();
}

warpglass_module& Gpu::load(warpglass_device* owner, const std::string& image, const std::string& name) {
  problems_.clear();
  auto loaded = std::make_unique<warpglass_module>();
  loaded->device = owner;
  loaded->name = name;
  loaded->id = device_.modules().add({std::as_bytes(std::span(image))}, name);
  if (const runtime::Status status = device_.modules().load(loaded->id); status != runtime::Status::ok) {
    device_.modules().remove(loaded->id);
    refuse_code(status, name, take_problems());
  }
  for (runtime::Kernel* kernel : device_.modules().kernels(loaded->id)) {
    loaded->kernels.push_back(std::make_unique<warpglass_kernel>(
        warpglass_kernel{.module = loaded.get(), .kernel = kernel, .name = analysis::demangled(kernel->name)}));
  }
  modules_.push_back(std::move(loaded));
  return *modules_.back();
}

void Gpu::unload(const warpglass_module& loaded) {
  device_.modules().remove(loaded.id);
  std::erase_if(modules_, [&](const auto& one) { return one.get() == &loaded; });
}

void Gpu::prepare(const warpglass_kernel& kernel) {
  problems_.clear();
  const runtime::Status status = device_.prepare(*kernel.kernel);
  if (status != runtime::Status::ok) refuse_code(status, kernel.name, take_problems());
}

std::string Gpu::fault_text() {
  const std::vector<analysis::Finding> findings = run_.report(false).run.findings;
  // They stand in the order in which they came.
  for (auto found = findings.rbegin(); found != findings.rend(); ++found) {
    if (found->severity != Severity::error || found->launch + 1 != device_.launch_count()) continue;
    std::string text = to_string(
        Diagnostic{.severity = Severity::error, .where = found->where, .message = found->message, .rule = found->rule});
    text += fmt::format("\nkernel {}, block {}, thread {}", found->kernel, analysis::index_text(found->block),
                        analysis::index_text(found->thread));
    for (const std::string& note : found->notes) text += '\n' + note;
    return text;
  }
  return "a kernel has faulted";
}

void Gpu::launch(const warpglass_kernel& kernel, const runtime::LaunchShape& shape, const void* const* arguments,
                 std::size_t count) {
  prepare(kernel);
  const sim::Program& program = *kernel.kernel->program;
  if (count != program.param_offsets.size())
    throw Failure(WARPGLASS_INVALID_VALUE,
                  fmt::format("kernel {} takes {} arguments, of {} bytes; {} are given", kernel.name,
                              program.param_sizes.size(), fmt::join(program.param_sizes, ", "), count));
  std::vector<std::byte> parameters(program.param_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    if (arguments == nullptr || arguments[i] == nullptr)
      throw Failure(WARPGLASS_INVALID_VALUE, fmt::format("argument {} of kernel {} is NULL: give the address of its "
                                                         "value, also where that is a pointer",
                                                         i, kernel.name));
    const auto* value = static_cast<const std::byte*>(arguments[i]);
    std::copy_n(value, program.param_sizes[i], parameters.begin() + program.param_offsets[i]);
  }
  launch(kernel, shape, parameters);
}

void Gpu::launch(const warpglass_kernel& kernel, const runtime::LaunchShape& shape,
                 std::span<const std::byte> parameters) {
  prepare(kernel);
  // What a host program would have to opt in to, asking for it here is.
  kernel.kernel->non_portable_clusters = 1;
  if (shape.dynamic_shared_bytes > device_.dynamic_shared_limit(*kernel.kernel) &&
      shape.dynamic_shared_bytes <= model().limits.shared_bytes_per_block_optin) {
    (void)device_.set_dynamic_shared_limit(*kernel.kernel, static_cast<std::uint32_t>(shape.dynamic_shared_bytes));
  }
  cancel_ = false;
  if (device_.sticky() != runtime::Status::ok)
    throw Failure(WARPGLASS_FAULT, "an earlier kernel has faulted; warpglass_device_reset() ends that\n" + fault_);
  const runtime::Status status = device_.launch(*kernel.kernel, shape, parameters);
  if (device_.sticky() != runtime::Status::ok) {
    fault_ = fault_text();
    throw Failure(WARPGLASS_FAULT, fault_);
  }
  check(status, kernel, shape);
}

void Gpu::check(runtime::Status status, const warpglass_kernel& kernel, const runtime::LaunchShape& shape) {
  using runtime::Status;
  if (status == Status::ok) return;
  if (status == Status::cancelled)
    throw Failure(WARPGLASS_CANCELLED, fmt::format("the launch of {} was cancelled", kernel.name));
  if (status == Status::out_of_memory)
    throw Failure(WARPGLASS_OUT_OF_MEMORY, fmt::format("there is no memory for what {} needs", kernel.name));
  const auto refusal = device_.refusal_of(*kernel.kernel, shape);
  const std::string why = refusal ? refusal->why : take_problems();
  throw Failure(WARPGLASS_REFUSED, fmt::format("the launch of {} is refused by an {}{}{}", kernel.name, model().name,
                                               why.empty() ? "" : ": ", why));
}

}  // namespace warpglass::library
