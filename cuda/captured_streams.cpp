#include "cuda/captured_streams.hpp"

#include <atomic>
#include <utility>

#include "cuda/host_checks.hpp"

namespace warpglass::cuda {
namespace {

std::atomic<int> captured_streams{0};

}  // namespace

void Captures::add(cudaStream_t stream, Branch branch) {
  branch.waits = (reinterpret_cast<const runtime::Stream*>(stream)->flags & cudaStreamNonBlocking) == 0;
  streams[stream] = std::move(branch);
  captured_streams = static_cast<int>(streams.size());
}

void Captures::remove(const std::shared_ptr<Capture>& capture) {
  const auto belongs = [&](const auto& entry) { return entry.second.capture == capture; };
  std::erase_if(streams, belongs);
  std::erase_if(events, belongs);
  captured_streams = static_cast<int>(streams.size());
}

Captures& captures() {
  static Captures* const made = new Captures;
  return *made;
}

bool is_any_captured() {
  // What a stream had to do before is not captured.
  return captured_streams.load(std::memory_order_relaxed) != 0 && Task::current() == nullptr;
}

Branch* branch_of(Process& process, cudaStream_t stream) {
  const auto found = captures().streams.find(process.stream_of(stream));
  return found == captures().streams.end() ? nullptr : &found->second;
}

bool is_legacy(Process& process, cudaStream_t stream) {
  stream = process.stream_of(stream);
  return stream == nullptr || stream == cudaStreamLegacy;
}

cudaError_t spoil(Capture& capture, cudaError_t error, std::string why) {
  capture.spoilt = true;
  blame({.message = std::move(why)});
  return error;
}

}  // namespace warpglass::cuda
