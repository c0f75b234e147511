#include "cuda/process.hpp"

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

std::atomic<Process*> made{nullptr};

// When the library's turn comes, the program's own destructors have run. A thread that is still in a call is asked to
// stop; one that does not keeps the report as it was last written.
__attribute__((destructor)) void end_session() {
  constexpr std::chrono::seconds kPatience{5};
  Process* process = Process::existing();
  if (process == nullptr) return;
  try {
    // What nobody has waited for may still come to its end, as far as it can by itself.
    if (const std::unique_lock lock(process->mutex(), std::try_to_lock); lock.owns_lock())
      process->pending().end_for_good();
    process->session().cancel();
    // Try by try: sanitizers of threads do not see the lock that a timed wait takes.
    std::unique_lock lock(process->mutex(), std::try_to_lock);
    for (const auto end = std::chrono::steady_clock::now() + kPatience; !lock.owns_lock(); (void)lock.try_lock()) {
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
    made = new Process;
    return made.load();
  }();
  return *process;
}

Process* Process::existing() { return made.load(); }

Process::Process()
    : device_(session_.model(), session_.device_options()),
      pending_({.mutex = mutex_,
                .is_faulted = [this] { return device_.sticky() != Status::ok; },
                .is_cancelled = [this] { return session_.is_cancelled(); }}) {
  if (HostWatch* watch = session_.watch(); watch != nullptr) watch->watch(device_.memory());
  device_.launches().words = &words_;
  device_.launches().standstill_notes = [this] { return pending_.notes(); };
  session_.take_interrupts(mutex_, [this] { pending_.end(); });
}

void Process::reset() {
  device_.reset();
  graph_memory.forget();
  if (HostChecks* checks = session_.checks(); checks != nullptr) checks->destroyed_all();
  limits.clear();
  session_.reset_printing();
  textures.clear();
  surfaces.clear();
  references.unbind_all();
  for (auto& [handle, binary] : binaries_) {
    if (binary->placed || !binary->managed.empty()) finish_binary(handle);
  }
}

void** Process::add_binary(const void* wrapper) {
  auto binary = std::make_unique<Binary>();
  ++modules_added_;
  const std::string& program = session_.program_name();
  binary->module =
      device_.modules().add(runtime::images_of(wrapper),
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
  references.remove(module);
  device_.modules().remove(module);
  binaries_.erase(found);
  delete handle;
}

Status Process::load_binary(void** handle) {
  if (!binaries_.contains(handle)) return Status::invalid_handle;
  Binary& binary = binary_of(handle);
  const Status status = device_.modules().load(binary.module);
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
    device_.modules().place(binary.module, name, const_cast<void*>(host_variable));
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
  if (binaries_.contains(handle) && name != nullptr)
    references.textures[host_texture] = {.module = binary_of(handle).module, .name = name, .numbers = numbers};
}

void Process::add_surface(void** handle, const void* host_surface, const char* name) {
  if (binaries_.contains(handle) && name != nullptr)
    references.surfaces[host_surface] = {.module = binary_of(handle).module, .name = name};
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
    if (device_.modules().find_variable(binary.module, name, variable) == Status::ok)
      *host_pointer = sim::Memory::host(variable->address);
  }
}

runtime::ModuleId Process::add_library(std::vector<std::span<const std::byte>> images, std::string name) {
  return device_.modules().add(std::move(images), std::move(name));
}

void Process::remove_library(runtime::ModuleId module) {
  std::erase_if(functions_, [module](const auto& entry) { return entry.second.module == module; });
  device_.modules().remove(module);
}

Status Process::find_kernel(const void* function, runtime::Kernel*& kernel) {
  const auto found = functions_.find(function);
  if (found == functions_.end()) return Status::invalid_kernel;
  if (found->second.kernel == nullptr) {
    const Status status = device_.modules().find_kernel(found->second.module, found->second.name, found->second.kernel);
    if (status != Status::ok) return status;
  }
  kernel = found->second.kernel;
  return Status::ok;
}

Status Process::find_prepared_kernel(const void* function, runtime::Kernel*& kernel) {
  const Status status = find_kernel(function, kernel);
  return status != Status::ok ? status : device_.prepare(*kernel);
}

std::string Process::name_of_kernel(const void* function) const {
  const auto found = functions_.find(function);
  return found == functions_.end() ? "a kernel" : found->second.name;
}

cudaKernel_t Process::handle_of(runtime::Kernel& kernel) {
  functions_[&kernel] = {.module = kernel.module, .name = kernel.name, .kernel = &kernel};
  return reinterpret_cast<cudaKernel_t>(&kernel);
}

Status Process::find_variable(const void* symbol, const runtime::DeviceVariable*& variable) {
  if (const auto found = symbols_.find(symbol); found != symbols_.end())
    return device_.modules().find_variable(found->second.module, found->second.name, variable);
  // Programs name a managed variable by its address.
  for (const auto& [handle, binary] : binaries_) {
    for (const auto& [name, host_pointer] : binary->managed)
      if (symbol != nullptr && *host_pointer == symbol)
        return device_.modules().find_variable(binary->module, name, variable);
  }
  return Status::invalid_symbol;
}

std::string Process::label_of(const char* call) { return fmt::format("{} #{}", call, ++allocations_[call]); }

Status Process::allocate(const char* call, std::size_t bytes, sim::AllocationKind kind, void** pointer) {
  if (pointer == nullptr) return Status::invalid_value;
  *pointer = nullptr;
  if (bytes == 0) return Status::ok;
  std::uint64_t address = 0;
  const Status status = device_.allocate(bytes, kind, label_of(call), address);
  if (status == Status::ok) *pointer = sim::Memory::host(address);
  const std::uint64_t used = device_.memory().used();
  if (status == Status::out_of_memory && bytes <= device_.model().memory_bytes - used) {
    session_.note(fmt::format("{} of {} bytes fails although the {} has them: memory is this host's, {} bytes of it",
                              call, bytes, device_.model().name, device_.memory().capacity()));
  }
  return status;
}

// CUDA Programming Guide, "Per-thread default stream": one for each thread, which is in order with the legacy default
// stream as streams are that the program makes.
cudaStream_t Process::stream_of(cudaStream_t named) {
  if (named != cudaStreamPerThread && (named != nullptr || own_stream_call() == nullptr)) return named;
  thread_local struct {
    const runtime::Stream* stream = nullptr;
    std::uint64_t id = 0;
  } own;
  // The device forgets it with everything else.
  if (own.stream == nullptr || !device_.has(own.stream) || own.stream->id != own.id) {
    own.stream = device_.create_stream(cudaStreamDefault, 0, true, true);
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
  if (stream == nullptr || stream == cudaStreamLegacy) return Status::ok;
  const auto* known = reinterpret_cast<const runtime::Stream*>(stream);
  if (!device_.has(known)) {
    blame_handle(session_.checks(), known, "stream");
    return Status::invalid_handle;
  }
  id = known->id;
  return Status::ok;
}

runtime::Event* Process::find_event(cudaEvent_t event) {
  auto* known = reinterpret_cast<runtime::Event*>(event);
  if (event != nullptr && device_.has(known)) return known;
  blame_handle(session_.checks(), known, "event");
  return nullptr;
}

}  // namespace warpglass::cuda
