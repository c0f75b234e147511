// memcpy_async(group, shared, global, bytes) and the waits for it: cp.async where the machine has it.
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_

#include "cooperative_groups.h"
#include "cuda_pipeline_primitives.h"

#if defined(__cplusplus) && defined(__CUDA__)

#define WG_CG __device__ __inline__ __attribute__((always_inline, nodebug))

namespace cooperative_groups {
namespace __v1 {

namespace details {

/// Every size()-th piece of as many bytes as the type has, from rank on.
template <class Piece>
WG_CG void copy_pieces(char* to, const char* from, size_t bytes, size_t rank, size_t size, bool is_async) {
  for (size_t at = rank * sizeof(Piece); at < bytes; at += size * sizeof(Piece)) {
    if (is_async) {
      __pipeline_memcpy_async(to + at, from + at, sizeof(Piece));
    } else {
      *(Piece*)(to + at) = *(const Piece*)(from + at);
    }
  }
}

}  // namespace details

/// The group copies `bytes` bytes together, each thread every size()-th piece, in the widest pieces both ends allow.
template <class Group, class Destination, class Source>
WG_CG void memcpy_async(const Group& group, Destination* destination, const Source* source, size_t bytes) {
  char* to = reinterpret_cast<char*>(destination);
  const char* from = reinterpret_cast<const char*>(source);
  size_t alignment = (size_t)to | (size_t)from | bytes;
  size_t rank = group.thread_rank(), size = group.size();
  // Into other memory than the block's there is no copy that goes on by itself.
  bool is_async = __isShared(to) && __isGlobal(from);
  if (alignment % 16 == 0) {
    details::copy_pieces<uint4>(to, from, bytes, rank, size, is_async);
  } else if (alignment % 8 == 0) {
    details::copy_pieces<uint2>(to, from, bytes, rank, size, is_async);
  } else if (alignment % 4 == 0) {
    details::copy_pieces<unsigned int>(to, from, bytes, rank, size, is_async);
  } else {
    for (size_t at = rank; at < bytes; at += size) to[at] = from[at];
  }
  __pipeline_commit();
}
/// The same, counted in elements that both arrays have room for.
template <class Group, class T>
WG_CG void memcpy_async(const Group& group, T* destination, size_t room, const T* source, size_t count) {
  memcpy_async(group, destination, source, (count < room ? count : room) * sizeof(T));
}

/// Waits for all but the newest `Stages` copies.
template <unsigned int Stages, class Group>
WG_CG void wait_prior(const Group& group) {
  __pipeline_wait_prior(Stages);
  group.sync();
}
template <class Group>
WG_CG void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups

#undef WG_CG

#endif

#endif
