// What copies of plain memory, of arrays and in graphs share.
#pragma once

#include <cstdint>

#include "cuda/api.hpp"
#include "cuda/process.hpp"
#include "runtime/copy.hpp"
#include "runtime/status.hpp"
#include "sim/events.hpp"

namespace warpglass::cuda {

[[nodiscard]] inline std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

[[nodiscard]] runtime::Status copy_kind_of(cudaMemcpyKind kind, runtime::CopyKind& ours);

/// Rows from a position on; x counts bytes. Rows of one slice may be fewer than ysize says when one slice is copied.
[[nodiscard]] runtime::Region region_of(const cudaPitchedPtr& pointer, const cudaPos& at);

/// The stream that a call names, which only has to exist. A call without one waits for its work.
struct Queue {
  Queue() = default;
  Queue(cudaStream_t named) : stream(named), waits(false) {}  // NOLINT(google-explicit-constructor): calls name streams
  cudaStream_t stream = nullptr;
  bool waits = true;
};

/// Before memory is copied, filled, allocated or freed in the stream's order: listeners are told of it.
[[nodiscard]] runtime::Status enter(Process& process, const Queue& queue,
                                    sim::StreamAction what = sim::StreamAction::copy);

}  // namespace warpglass::cuda
