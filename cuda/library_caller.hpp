// How a library beside the runtime (libcublas, libcufft) has its calls done: by the runtime library that the program
// has loaded, of whichever generation, in their place in a stream (cuda/library_work.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

#include "cuda/library_work.hpp"

namespace warpglass::library {

/// The work has reached what it must not; the user has been told.
struct Refused : std::exception {};

/// What a piece of work reaches of the device's memory.
class Memory {
 public:
  enum class Use : std::uint8_t { read, write, update, none };  // none: asks whether it is there

  /// Rows of bytes, at distances.
  struct Rows {
    const void* base = nullptr;
    std::size_t width = 0, pitch = 0, height = 1;
  };

  explicit Memory(const WarpglassLibraryAccess& access) : access_(access) {}

  /// \param name  "matrix A", in messages
  /// \throws Refused  for what is not the device's
  void reach(Use use, const char* name, const Rows& rows) const;
  /// The work can not be done, for what it has found there.
  [[noreturn]] void refuse(const char* why) const;

 private:
  const WarpglassLibraryAccess& access_;
};

/// Whether the program has loaded a runtime of ours; says so where it has not.
/// \param library  "cuBLAS"
[[nodiscard]] bool has_runtime(const char* library);

/// Says once what is not there, or is wrong in a way that an answer does not tell. Not from within work, which has the
/// runtime's lock.
void say(const char* text);

/// Hands a piece of work to the runtime, of which there is one (has_runtime()). Takes the body.
[[nodiscard]] cudaError_t submit(const WarpglassLibraryWork& work);

/// Work that does `body(memory)`; `memory` is a GivenMemory.
/// \param library, call  names, which stay
/// \param waits  the call returns when it is done
template <class GivenMemory, class Body>
[[nodiscard]] WarpglassLibraryWork work_of(const char* library, const char* call, cudaStream_t stream, bool waits,
                                           Body body) {
  return {.library = library,
          .call = call,
          .stream = stream,
          .waits = waits,
          .may_be_captured = false,
          .perform =
              [](void* held, const WarpglassLibraryAccess* access) noexcept {
                try {
                  (*static_cast<Body*>(held))(GivenMemory(*access));
                  return true;
                } catch (const std::exception&) {  // Refused, or no memory
                  return false;
                }
              },
          .body = new Body(std::move(body)),
          .drop = [](void* held) { delete static_cast<Body*>(held); }};
}

/// A library of the host's, whose names stay its own also where the program has another with the same; nullptr: it is
/// not installed.
[[nodiscard]] void* open_host_library(const char* name);

/// OpenBLAS, on one thread: the same program gives the same numbers on every machine of its kind. nullptr: it is not
/// installed.
[[nodiscard]] void* open_openblas();

}  // namespace warpglass::library
