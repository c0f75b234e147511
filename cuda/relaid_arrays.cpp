// What a program tells of its arrays when `warpglass advise` has laid them out otherwise, so that its results are
// compared as if it had not: calls that are put into the program that is tried, and into no patch.
#include <cstdarg>

#include "cuda/call.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

extern "C" {

/// \param bytes  of the array as it was
/// \param parts  of it: the six members of each session::RelaidPart follow
__attribute__((visibility("default"))) void __cudaWarpglassRelaid(std::size_t bytes, std::size_t parts, ...) {
  session::RelaidArray array{.bytes = bytes, .parts = {}};
  va_list words;
  va_start(words, parts);
  for (std::size_t i = 0; i < parts; ++i) {
    session::RelaidPart part;
    for (std::uint64_t* member : {&part.address, &part.offset, &part.width, &part.pitch, &part.stride, &part.rows})
      *member = va_arg(words, std::size_t);
    array.parts.push_back(part);
  }
  va_end(words);
  (void)prepare([&](Process& process) {
    process.session().relay(std::move(array));
    return cudaSuccess;
  });
}

/// \param data  on the host: what has come of such an array
__attribute__((visibility("default"))) void __cudaWarpglassReceived(const void* data, std::size_t bytes) {
  (void)prepare([&](Process& process) {
    process.session().receive(data, bytes);
    return cudaSuccess;
  });
}
}
