#include "cuda/defer.hpp"

#include "cuda/call.hpp"

namespace warpglass::cuda {

using runtime::Status;

bool is_any_pending() {
  const Process* const process = Process::existing();
  return process != nullptr && process->pending().any() && Task::current() == nullptr;
}

std::optional<cudaError_t> defer_behind(cudaStream_t stream, const MakeLater& make) {
  bool answered = false;
  const cudaError_t error = operate([&](Process& process) {
    std::uint64_t id = 0;
    Pending& pending = process.pending();
    // What is wrong with the stream is for the call to say.
    if (process.find_stream(stream, id) != Status::ok || !pending.is_ahead_of(id)) return cudaSuccess;
    Later later;
    const cudaError_t wrong = make(process, later);
    answered = wrong == cudaSuccess && later.perform;
    if (answered) pending.add(stream, id, std::move(later.name), std::move(later.perform));
    return wrong;
  });
  if (answered || error != cudaSuccess) return error;
  return std::nullopt;
}

}  // namespace warpglass::cuda
