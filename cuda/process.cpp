#include "cuda/process.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "cuda/host_checks.hpp"
#include "cuda/host_watch.hpp"
#include "cuda/managed_section.hpp"
#include "cuda/own_stream.hpp"
#include "runtime/fat_binary.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

std::atomic<Process*> only_process{nullptr};

// When the library's turn comes, the program's own destructors have run. A thread that is still in a call is asked to
// stop; one that does not keeps the report as it was last written.
__attribute__((destructor)) void end_session() {
  constexpr std::chrono::seconds kLockPatience{5};
  Process* process = Process::existing();
  if (process == nullptr) return;
  try {
    // What nobody has waited for may still come to its end, as far as it can by itself.
    if (const std::unique_lock lock(process->mutex(), std::try_to_lock); lock.owns_lock())
      process->pending().end_for_good();
    process->session().cancel();
    // Try by try: sanitizers of threads do not see the lock that a timed wait takes.
    std::unique_lock lock(process->mutex(), std::try_to_lock);
    for (const auto end = std::chrono::steady_clock::now() + kLockPatience; !lock.owns_lock(); (void)lock.try_lock()) {
      if (std::chrono::steady_clock::now() >= end) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    process->pending().end_for_good();
    process->session().finish();
  } catch (...) {  // NOLINT(bugprone-empty-catch)
    // Out of memory, most likely: the report stays as it was last written.
  }
}

}  // namespace

Process& Process::get() {
  static Process* const process = [] {
    only_process = new Process;
    return only_process.load();
  }();
  return *process;
}

Process* Process::existing() { return only_process.load(); }

Process::Process()
    : pending_({.mutex = mutex_,
                .is_faulted = [this](std::uint32_t device) { return devices_[device]->device.sticky() != Status::ok; },
                .is_cancelled = [this] { return session_.is_cancelled(); }}) {
  const auto group = std::make_shared<runtime::DeviceGroup>();
  for (std::uint32_t i = 0; i < session_.device_count(); ++i) {
    runtime::DeviceOptions options = session_.device_options(i);
    options.group = group;
    devices_.push_back(std::make_unique<OwnedDevice>(session_.model(i), std::move(options)));
    devices_.back()->device.launches().standstill_notes = [this] { return pending_.notes(); };
  }
  if (devices_.size() == 1) only_ = devices_.front().get();
  for (const auto& owned : devices_) {
    // Their default streams are in no order with each other.
    if (only_ == nullptr)
      owned->device.tell(
          {.what = sim::StreamAction::create, .stream = owned->device.default_stream(), .blocking = false});
  }
  if (HostWatch* watch = session_.watch(); watch != nullptr) watch->watch(devices_.front()->device.memory());
  session_.take_interrupts(mutex_, [this] { pending_.end(); });
}

runtime::Device& Process::device_holding(std::uint64_t address) {
  if (only_ != nullptr) return only_->device;
  const auto allocation = device().memory().find(address);
  return allocation ? devices_[allocation->device]->device : device();
}

bool Process::has(const runtime::Stream* stream) const {
  return std::ranges::any_of(devices_, [stream](const auto& owned) { return owned->device.has(stream); });
}

bool Process::destroy(const runtime::Stream* stream) {
  return std::ranges::any_of(devices_, [stream](const auto& owned) { return owned->device.destroy(stream); });
}

bool Process::destroy(const runtime::Event* event) {
  return std::ranges::any_of(devices_, [event](const auto& owned) { return owned->device.destroy(event); });
}

void Process::reset() {
  OwnedDevice& owned = current();
  runtime::Device& device = owned.device;
  if (HostChecks* checks = session_.checks(); checks != nullptr) {
    checks->destroyed_all([&device](const void* handle) {
      return device.has(static_cast<const runtime::Stream*>(handle)) ||
             device.has(static_cast<const runtime::Event*>(handle));
    });
  }
  device.reset();
  for (const auto& other : devices_) {
    other->device.open_peer(device.number(), false);
    device.open_peer(other->device.number(), false);
  }
  owned.graph_memory.forget();
  owned.limits.clear();
  owned.references.unbind_all();
  session_.reset_printing();
  // Objects are numbered as streams are.
  const auto is_of = [&device](const auto& entry) { return sim::device_of_stream(entry.first) == device.number(); };
  std::erase_if(textures, is_of);
  std::erase_if(surfaces, is_of);
  for (auto& [handle, binary] : binaries_) {
    if (binary->placed || !binary->managed.empty()) finish_binary(handle);
  }
}

void** Process::add_binary(const void* wrapper) {
  auto binary = std::make_unique<Binary>();
  ++modules_added_;
  const std::string& program = session_.program_name();
  const std::span<const std::byte> others = session_.device_code();
  if (!others.empty() && modules_added_ > 1) session_.leave("its device code is more than one binary");
  binary->module = add_module(others.empty() ? runtime::images_of(wrapper) : std::vector{others},
                              modules_added_ == 1 ? program : fmt::format("{} (module {})", program, modules_added_));
  void** handle = new void*(binary.get());
  binaries_.emplace(handle, std::move(binary));
  return handle;
}

void Process::remove_binary(void** handle) {
  const auto found = binaries_.find(handle);
  if (found == binaries_.end()) return;
  const runtime::ModuleId module = found->second->module;
  std::erase_if(functions_, [module](const auto& entry) { return entry.second.module == module; });
  std::erase_if(symbols_, [module](const auto& entry) { return entry.second.module == module; });
  for (const auto& owned : devices_) owned->references.remove(module);
  remove_module(module);
  binaries_.erase(found);
  delete handle;
}

Status Process::load_binary(void** handle) {
  if (!binaries_.contains(handle)) return Status::invalid_handle;
  Binary& binary = binary_of(handle);
  const Status status = device().modules().load(binary.module);
  if (status == Status::ok) point_to_managed(binary);
  return status;
}

void Process::add_function(void** handle, const void* host_function, const char* name) {
  if (!binaries_.contains(handle) || name == nullptr) return;
  functions_[host_function] = {.module = binary_of(handle).module, .name = name};
}

void Process::add_variable(void** handle, const void* host_variable, const char* name, std::size_t bytes,
                           bool constant) {
  if (!binaries_.contains(handle) || name == nullptr) return;
  Binary& binary = binary_of(handle);
  symbols_[host_variable] = {.module = binary.module, .name = name};
  if (!constant && bytes != 0 && is_managed_shadow(host_variable)) {
    for (const auto& owned : devices_)
      owned->device.modules().place(binary.module, name, const_cast<void*>(host_variable));
    binary.placed = true;
  }
}

void Process::add_managed_variable(void** handle, void** host_pointer, const char* name) {
  if (!binaries_.contains(handle) || name == nullptr) return;
  Binary& binary = binary_of(handle);
  symbols_[static_cast<const void*>(host_pointer)] = {.module = binary.module, .name = name};
  binary.managed[name] = host_pointer;
}

void Process::add_texture(void** handle, const void* host_texture, const char* name, bool numbers) {
  if (!binaries_.contains(handle) || name == nullptr) return;
  for (const auto& owned : devices_)
    owned->references.textures[host_texture] = {.module = binary_of(handle).module, .name = name, .numbers = numbers};
}

void Process::add_surface(void** handle, const void* host_surface, const char* name) {
  if (!binaries_.contains(handle) || name == nullptr) return;
  for (const auto& owned : devices_)
    owned->references.surfaces[host_surface] = {.module = binary_of(handle).module, .name = name};
}

void Process::finish_binary(void** handle) {
  if (!binaries_.contains(handle)) return;
  const Binary& binary = binary_of(handle);
  // What is wrong has been said to the user, and comes back as an error when the module is used.
  if (binary.placed || !binary.managed.empty()) static_cast<void>(load_binary(handle));
}

void Process::point_to_managed(Binary& binary) {
  for (const auto& [name, host_pointer] : binary.managed) {
    const runtime::DeviceVariable* variable = nullptr;
    if (device().modules().find_variable(binary.module, name, variable) != Status::ok) continue;
    *host_pointer = sim::Memory::host(variable->address);
    // The variable is there once: devices that load the module later find it where it is.
    for (const auto& owned : devices_) owned->device.modules().place(binary.module, name, *host_pointer);
  }
}

runtime::ModuleId Process::add_module(const std::vector<std::span<const std::byte>>& images, const std::string& name) {
  runtime::ModuleId module{};
  for (const auto& owned : devices_) module = owned->device.modules().add(images, name);
  return module;
}

void Process::remove_module(runtime::ModuleId module) {
  for (const auto& owned : devices_) owned->device.modules().remove(module);
}

runtime::ModuleId Process::add_library(const std::vector<std::span<const std::byte>>& images, const std::string& name) {
  return add_module(images, name);
}

void Process::remove_library(runtime::ModuleId module) {
  std::erase_if(functions_, [module](const auto& entry) { return entry.second.module == module; });
  remove_module(module);
}

Status Process::find_kernel(const void* function, runtime::Kernel*& kernel) {
  const auto found = functions_.find(function);
  if (found == functions_.end()) return Status::invalid_kernel;
  runtime::Device& device = this->device();
  runtime::Kernel*& known = found->second.kernels[device.number()];
  if (known == nullptr) {
    const Status status = device.modules().find_kernel(found->second.module, found->second.name, known);
    if (status != Status::ok) return status;
  }
  kernel = known;
  return Status::ok;
}

Status Process::find_prepared_kernel(const void* function, runtime::Kernel*& kernel) {
  const Status status = find_kernel(function, kernel);
  return status != Status::ok ? status : device().prepare(*kernel);
}

std::string Process::name_of_kernel(const void* function) const {
  const auto found = functions_.find(function);
  return found == functions_.end() ? "a kernel" : found->second.name;
}

cudaKernel_t Process::handle_of(runtime::Kernel& kernel) {
  Function& function = functions_[&kernel];
  function = {.module = kernel.module, .name = kernel.name};
  function.kernels[device().number()] = &kernel;
  return reinterpret_cast<cudaKernel_t>(&kernel);
}

Status Process::find_variable(const void* symbol, const runtime::DeviceVariable*& variable) {
  if (const auto found = symbols_.find(symbol); found != symbols_.end())
    return device().modules().find_variable(found->second.module, found->second.name, variable);
  // Programs name a managed variable by its address.
  for (const auto& [handle, binary] : binaries_) {
    for (const auto& [name, host_pointer] : binary->managed)
      if (symbol != nullptr && *host_pointer == symbol)
        return device().modules().find_variable(binary->module, name, variable);
  }
  return Status::invalid_symbol;
}

std::string Process::label_of(const char* call) { return fmt::format("{} #{}", call, ++allocations_[call]); }

Status Process::allocate(const char* call, std::size_t bytes, sim::AllocationKind kind, void** pointer) {
  if (pointer == nullptr) return Status::invalid_value;
  *pointer = nullptr;
  if (bytes == 0) return Status::ok;
  std::uint64_t address = 0;
  runtime::Device& device = this->device();
  const Status status = device.allocate(bytes, kind, label_of(call), address);
  if (status == Status::ok) *pointer = sim::Memory::host(address);
  const std::uint64_t used = device.memory().used();
  if (status == Status::out_of_memory && bytes <= device.model().memory_bytes - used) {
    session_.note(fmt::format("{} of {} bytes fails although the {} has them: memory is this host's, {} bytes of it",
                              call, bytes, device.model().name, device.memory().capacity()));
  }
  return status;
}

// CUDA Programming Guide, "Per-thread default stream": one for each thread, which is in order with the legacy default
// stream as streams are that the program makes.
cudaStream_t Process::stream_of(cudaStream_t named) {
  if (named != cudaStreamPerThread && (named != nullptr || own_stream_call() == nullptr)) return named;
  struct Own {
    const runtime::Stream* stream = nullptr;
    std::uint64_t id = 0;
  };
  thread_local std::array<Own, kMaxDevices> of_devices;
  runtime::Device& device = this->device();
  Own& own = of_devices[device.number()];
  // The device forgets it with everything else.
  if (own.stream == nullptr || !device.has(own.stream) || own.stream->id != own.id) {
    own.stream = device.create_stream(cudaStreamDefault, 0, true, true);
    own.id = own.stream->id;
  }
  return reinterpret_cast<cudaStream_t>(const_cast<runtime::Stream*>(own.stream));
}

Status Process::find_stream(cudaStream_t stream, std::uint64_t& id) {
  id = 0;
  // Work of a stream names it as the call did that asked for it, on another thread.
  if (const Task* task = Task::current(); task != nullptr && task->handle() == stream) {
    id = task->stream();
    return Status::ok;
  }
  stream = stream_of(stream);
  if (stream == nullptr || stream == cudaStreamLegacy) {
    id = device().default_stream();
    return Status::ok;
  }
  const auto* known = reinterpret_cast<const runtime::Stream*>(stream);
  if (!has(known)) {
    blame_handle(session_.checks(), known, "stream");
    return Status::invalid_handle;
  }
  id = known->id;
  return Status::ok;
}

runtime::Event* Process::find_event(cudaEvent_t event) {
  auto* known = reinterpret_cast<runtime::Event*>(event);
  for (const auto& owned : devices_)
    if (event != nullptr && owned->device.has(known)) return known;
  blame_handle(session_.checks(), known, "event");
  return nullptr;
}

}  // namespace warpglass::cuda
