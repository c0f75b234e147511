// Why a call fails, in words, for the finding about it: what is said to blame(). Worked out only when it does.
#pragma once

#include <cstdint>
#include <string_view>

#include "cuda/process.hpp"
#include "runtime/copy.hpp"
#include "runtime/launch.hpp"
#include "runtime/status.hpp"

namespace warpglass::cuda {

/// Copies, and fills, or says why not.
[[nodiscard]] runtime::Status copy_or_explain(Process& process, const runtime::Region& to, const runtime::Region& from,
                                              const runtime::Extent& extent, runtime::CopyKind kind);
[[nodiscard]] runtime::Status fill_or_explain(Process& process, const runtime::Region& region,
                                              const runtime::Extent& extent, std::uint32_t value,
                                              std::uint32_t value_bytes = 1);

// These say what is wrong, and answer the status that they were given.

[[nodiscard]] runtime::Status explained_launch(Process& process, const void* function,
                                               const runtime::LaunchShape& shape, runtime::Status status);

/// \param call  that frees memory of these kinds: "cudaFree"
[[nodiscard]] runtime::Status explained_free(Process& process, const void* pointer, std::string_view call,
                                             runtime::Status status);

}  // namespace warpglass::cuda
