// What copies of plain memory, of arrays and in graphs share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "cuda/api.hpp"
#include "cuda/process.hpp"
#include "runtime/copy.hpp"
#include "runtime/status.hpp"
#include "sim/events.hpp"

namespace warpglass::cuda {

[[nodiscard]] inline std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

inline constexpr std::size_t kPitchAlignment = 512;  // bytes, of rows of pitched memory; what current GPUs answer

[[nodiscard]] runtime::Status copy_kind_of(cudaMemcpyKind kind, runtime::CopyKind& ours);

/// Rows from a position on; x counts bytes. Rows of one slice may be fewer than ysize says when one slice is copied.
[[nodiscard]] runtime::Region region_of(const cudaPitchedPtr& pointer, const cudaPos& at);

/// What a copy of rows of `width` bytes in plain memory answers to their distance. Of one row it may be 0.
/// Source: tests/cuda/programs/api_semantics.expected.
[[nodiscard]] constexpr cudaError_t answer_to_pitch(std::size_t pitch, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0 || pitch >= width) return cudaSuccess;
  if (height > 1) return cudaErrorInvalidPitchValue;
  return pitch == 0 ? cudaSuccess : cudaErrorInvalidValue;
}

/// The stream that a call names, which only has to exist. A call without one waits for its work.
struct Queue {
  Queue() = default;
  Queue(cudaStream_t named) : stream(named), waits(false) {}  // NOLINT(google-explicit-constructor): calls name streams
  cudaStream_t stream = nullptr;
  bool waits = true;
};

/// Whether both are numbers of devices.
[[nodiscard]] bool are_devices(int one, int other) noexcept;

/// Before memory is copied, filled, allocated or freed in the stream's order: waits for what comes before that, and
/// tells listeners.
[[nodiscard]] runtime::Status enter(Process& process, const Queue& queue,
                                    sim::StreamAction what = sim::StreamAction::copy);

/// The same for what need not wait.
[[nodiscard]] runtime::Status enter_at_once(Process& process, const Queue& queue, sim::StreamAction what);

/// Copies, or fills, in the stream's order: now, or later where something that is not done comes before and the host
/// does not wait. What is wrong with it is answered now, and said.
[[nodiscard]] runtime::Status copy_in_stream(Process& process, const Queue& queue, const runtime::Region& to,
                                             const runtime::Region& from, const runtime::Extent& extent,
                                             runtime::CopyKind kind);
[[nodiscard]] runtime::Status fill_in_stream(Process& process, const Queue& queue, const runtime::Region& region,
                                             const runtime::Extent& extent, std::uint32_t value,
                                             std::uint32_t value_bytes);

/// Works out both ends of a copy, under the process's lock.
using PlaceOf = std::function<runtime::Status(Process&, runtime::Region& to, runtime::Region& from)>;

/// Copies rows, with an array at either end, both or none.
cudaError_t copy_between(const runtime::Extent& extent, cudaMemcpyKind kind, bool to_array, bool from_array,
                         const Queue& queue, const PlaceOf& place_of);

/// Of `count` bytes of an array from (x bytes, y) on: rows follow each other without gaps.
[[nodiscard]] runtime::Status address_in_array(Process& process, cudaArray_const_t array, std::size_t x, std::size_t y,
                                               std::size_t count, std::uint64_t& address);

/// Writes the lowest `value_bytes` (1, 2 or 4) of a value over rows; the extent counts bytes.
cudaError_t fill_rows(const runtime::Region& region, const runtime::Extent& extent, std::uint32_t value,
                      std::uint32_t value_bytes, const Queue& queue);

}  // namespace warpglass::cuda
