#include "cuda/refusals.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "analysis/names.hpp"
#include "base/counted.hpp"
#include "cuda/host_checks.hpp"
#include "runtime/wild_address.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

/// Why a launch was refused, where its shape is not to blame.
std::string reason_of(Process& process, const runtime::Kernel* kernel, const runtime::LaunchShape& shape,
                      Status status) {
  if (status == Status::invalid_kernel) return "it is no kernel of this program: no device code was registered for it";
  if (status == Status::no_image)
    return fmt::format("the program has no code that {} can run, and no PTX to make some of",
                       process.device().model().sm_name());
  if (status == Status::invalid_ptx) return "its PTX has errors, which are told above";
  if (status == Status::invalid_image) return "its device code is damaged";
  if (status == Status::invalid_handle) return "the stream does not exist";
  if (status == Status::not_supported && kernel != nullptr && kernel->program && kernel->program->launches_graphs)
    return "it launches graphs, which kernels of graphs alone may do: add it to one, or capture the stream";
  if (status == Status::not_supported) return "it needs what is not supported yet";
  if (kernel != nullptr && kernel->program) {
    if (const auto refusal = process.device().refusal_of(*kernel, shape)) return refusal->why;
  }
  return "an argument is missing";
}

/// What frees memory, where a call that frees another kind was given it.
std::string remedy_for(std::string_view call, std::string_view label) {
  if (label.starts_with("cudaHostRegister")) return "cudaHostUnregister lets it go";
  if (label.starts_with("cuMemHostRegister")) return "cuMemHostUnregister lets it go";
  if (label.starts_with("cuMemMap")) return "cuMemUnmap lets it go";
  const bool driver = !call.starts_with("cuda");
  const bool frees_device_memory = call == "cudaFree" || call == "cudaFreeAsync" || call == "cuMemFree";
  if (frees_device_memory) return driver ? "cuMemFreeHost frees it" : "cudaFreeHost frees it";
  return driver ? "cuMemFree frees it" : "cudaFree frees it";
}

void blame_copy(const runtime::CopyRefusal& refusal) {
  if (refusal.why.empty()) return;
  blame({.rule = refusal.freed ? "use-after-free" : "api-error", .message = refusal.why, .object = refusal.object});
}

}  // namespace

Status explained_launch(Process& process, const void* function, const runtime::LaunchShape& shape, Status status) {
  if (status == Status::ok) return status;
  if (status == Status::cancelled || runtime::is_sticky(status)) {
    blame({.rule = kNoMistake});
    return status;
  }
  const std::string name = analysis::demangled(process.name_of_kernel(function));
  runtime::Kernel* kernel = nullptr;
  if (process.find_kernel(function, kernel) != Status::ok) kernel = nullptr;
  Blame why{.rule = "launch-failed",
            .message = fmt::format("{} is not launched: {}", name, reason_of(process, kernel, shape, status)),
            .kernel = name};
  why.notes.push_back(fmt::format("grid {}, block {}, {} of dynamic shared memory", analysis::index_text(shape.grid),
                                  analysis::index_text(shape.block),
                                  counted(analysis::grouped(shape.dynamic_shared_bytes), "byte")));
  blame(std::move(why));
  return status;
}

Status copy_or_explain(Process& process, const runtime::Region& to, const runtime::Region& from,
                       const runtime::Extent& extent, runtime::CopyKind kind) {
  const sim::Memory& memory = process.device().memory();
  const Status status = runtime::copy(memory, to, from, extent, kind, process.device().spread());
  if (status == Status::invalid_value) blame_copy(runtime::refusal_of_copy(memory, to, from, extent, kind));
  return status;
}

Status fill_or_explain(Process& process, const runtime::Region& region, const runtime::Extent& extent,
                       std::uint32_t value, std::uint32_t value_bytes) {
  const sim::Memory& memory = process.device().memory();
  const Status status = runtime::fill(memory, region, extent, value, value_bytes, process.device().spread());
  if (status == Status::invalid_value) blame_copy(runtime::refusal_of_fill(memory, region, extent));
  return status;
}

Status explained_free(Process& process, const void* pointer, std::string_view call, Status status) {
  if (status == Status::ok) return status;
  const sim::Memory& memory = process.device().memory();
  const std::uint64_t address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto invalid = [&](std::string message, std::uint64_t object) {
    blame({.rule = "invalid-free", .message = std::move(message), .object = object});
    return status;
  };
  if (const auto gone = memory.find_freed(address)) {
    if (gone->begin != address)
      return invalid(fmt::format("the pointer is {}, which was freed", runtime::place_in(*gone, address)),
                     gone->serial);
    blame({.rule = "double-free", .message = fmt::format("{} was freed before", gone->label), .object = gone->serial});
    return status;
  }
  if (const auto allocation = memory.find(address)) {
    if (allocation->begin != address)
      return invalid(fmt::format("the pointer is {}; only the one that was returned can be freed",
                                 runtime::place_in(*allocation, address)),
                     allocation->serial);
    const bool numbered = allocation->label.find(" #") != std::string::npos;
    const std::string what = !numbered ? fmt::format("{} is a variable", allocation->label)
                             : allocation->kind == sim::AllocationKind::pinned
                                 ? fmt::format("{} is memory of the host", allocation->label)
                                 : fmt::format("{} is memory of the device", allocation->label);
    const std::string remedy = !numbered ? "which cannot be freed" : remedy_for(call, allocation->label);
    return invalid(fmt::format("{}; {}", what, remedy), allocation->serial);
  }
  const std::string host = runtime::host_memory_at(memory, address);
  return invalid(host.empty() ? fmt::format("no allocation begins at {:#x}", address)
                              : fmt::format("{:#x} is {}, which no call of CUDA made", address, host),
                 0);
}

}  // namespace warpglass::cuda
