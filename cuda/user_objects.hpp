// User objects: what programs have destroyed once no graph needs it any more.
#pragma once

#include <map>

#include "cuda/api.hpp"

namespace warpglass::cuda {

/// The references that a graph has; a copy of the graph has as many.
class KeptObjects {
 public:
  KeptObjects() = default;
  KeptObjects(const KeptObjects& other);
  KeptObjects& operator=(const KeptObjects& other);
  ~KeptObjects();

  /// \param moved  the references are the caller's, and become ours
  [[nodiscard]] bool retain(cudaUserObject_t object, unsigned count, bool moved);
  [[nodiscard]] bool release(cudaUserObject_t object, unsigned count);

 private:
  std::map<cudaUserObject_t, unsigned> counts_;
};

/// Calls the functions that destroy what nobody needs any more. Not under the process's lock: they are the program's.
void destroy_unneeded_objects();

/// Hands an answer on, after that.
[[nodiscard]] inline cudaError_t after_destruction(cudaError_t error) {
  destroy_unneeded_objects();
  return error;
}

}  // namespace warpglass::cuda
