// Calls that ask for work of a stream which has not come so far yet.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "cuda/api.hpp"
#include "cuda/pending.hpp"

namespace warpglass::cuda {

class Process;

/// What a call asks for, to be done when its turn comes.
struct Later {
  std::string name;          // for messages
  Pending::Perform perform;  // empty: it cannot be kept
};
/// Works out what is to be done, and what is wrong with it.
using MakeLater = std::function<cudaError_t(Process&, Later&)>;

/// For work that comes behind something that is not done: keeps it, and answers for the call. Otherwise nothing. Takes
/// the lock.
[[nodiscard]] std::optional<cudaError_t> defer_behind(cudaStream_t stream, const MakeLater& make);

/// Whether some work is not done; costs next to nothing.
[[nodiscard]] bool is_any_pending();

template <class Make>
[[nodiscard]] std::optional<cudaError_t> defer(cudaStream_t stream, Make&& make) {
  return is_any_pending() ? defer_behind(stream, std::forward<Make>(make)) : std::nullopt;
}

}  // namespace warpglass::cuda
