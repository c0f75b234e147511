// Where the program is when it calls the API, as return addresses: taking them costs little, and what they are is
// looked up only where there is something to say of the call.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "analysis/profile.hpp"

namespace warpglass::cuda {

struct CallPlace {
  static constexpr std::size_t kDepth = 8;

  std::uintptr_t entry = 0;                      // within the function of this library that was called; 0: not known
  std::array<std::uintptr_t, kDepth> callers{};  // within who called it, who called that, ...; 0: no more

  friend auto operator<=>(const CallPlace&, const CallPlace&) = default;
};

/// Of the call that the calling thread is in.
[[nodiscard]] CallPlace call_place();

/// While it lives, what the calling thread does counts as done by another call: one whose work it does.
class CalledFrom {
 public:
  explicit CalledFrom(const CallPlace& place);
  ~CalledFrom();
  CalledFrom(const CalledFrom&) = delete;
  CalledFrom& operator=(const CalledFrom&) = delete;

 private:
  const CallPlace* before_;
};

/// "cudaMalloc"; "a call of the CUDA runtime" where it is not known. The objects of this library are compiled so that
/// each function is one piece with a frame of its own (cuda/CMakeLists.txt).
[[nodiscard]] std::string name_of_call(const CallPlace& place);

/// With modules and offsets in them; functions and lines are for who can read line tables.
[[nodiscard]] analysis::HostTrace trace_of(const CallPlace& place);

}  // namespace warpglass::cuda
