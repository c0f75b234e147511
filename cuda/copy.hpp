// What the copies of plain memory and those of arrays share.
#pragma once

#include <cstdint>

#include "cuda/api.hpp"
#include "runtime/copy.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

[[nodiscard]] inline std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

[[nodiscard]] runtime::Status copy_kind_of(cudaMemcpyKind kind, runtime::CopyKind& ours);

/// Rows from a position on; x counts bytes. Rows of one slice may be fewer than ysize says when one slice is copied.
[[nodiscard]] runtime::Region region_of(const cudaPitchedPtr& pointer, const cudaPos& at);

}  // namespace warpglass::cuda
