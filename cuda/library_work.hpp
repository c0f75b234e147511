// How libraries beside the runtime (libcublas) do their work: on the host, on memory of the device, in its place in a
// stream. They find these functions in whichever generation of libcudart the program has loaded, so that what they
// share is C.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/api.hpp"

extern "C" {

/// Rows of bytes that a piece of work uses.
struct WarpglassLibraryRegion {
  const char* name;    // in messages: "matrix A"
  const void* base;    // of the first row
  std::size_t pitch;   // bytes from one row to the next
  std::size_t width;   // bytes of a row
  std::size_t height;  // rows
  bool reads;
  bool writes;
};

/// What the work has while it is done: to be asked for each region before it is touched.
struct WarpglassLibraryAccess {
  void* context;
  /// \return  false: not all of it lies in one allocation of the device's. The user has been told, and the work ends.
  bool (*reach)(void* context, const WarpglassLibraryRegion* region);
  /// The work can not be done, for what it has found in that memory: "an index of the sparse matrix is not of it".
  void (*refuse)(void* context, const char* why);
};

struct WarpglassLibraryWork {
  const char* library;  // "cuBLAS"
  const char* call;     // "cublasSgemm"
  cudaStream_t stream;
  bool waits;  // the call waits for it, as one does that gives a number back to the host; not in a captured stream
  bool may_be_captured;  // though it waits: there it is done when its turn comes, and nobody waits
  /// \return  false: it could not be done. Throws nothing.
  bool (*perform)(void* body, const WarpglassLibraryAccess* access);
  void* body;
  void (*drop)(void* body);  // once it is not needed any more
};

/// Does a piece of work in its stream, or keeps it for its turn, or as a node where the stream is captured. Takes the
/// body in each case.
cudaError_t __cudaWarpglassLibraryWork(const WarpglassLibraryWork* work);

/// Counts a call of a library that was computed on the host with no need of the above.
void __cudaWarpglassLibraryCall(const char* library);

/// Says something once, on the standard error stream and in the report.
void __cudaWarpglassLibraryNote(const char* text);
}

namespace warpglass::cuda {

struct LibraryWork;

/// Does it in a stream, now or when its turn comes.
cudaError_t perform(const LibraryWork& work, cudaStream_t stream);

}  // namespace warpglass::cuda
