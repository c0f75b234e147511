// Sees the program's own accesses to pages of memory that the device uses too: they are taken from it, so that the
// first access to each stops at a signal, is noted, and goes on. Where it begins to touch many, more and more are given
// back at once.
//
// A system call that is handed such a page answers EFAULT, and a program that takes SIGSEGV for itself later ends the
// watch.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/call_place.hpp"
#include "sim/memory.hpp"

namespace warpglass::cuda::page_guard {

inline constexpr std::uint64_t kPageBytes = 4096;

/// Whole pages.
struct Pages {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool readable = false;  // only writes are seen
};

struct Touch {
  std::uint64_t address = 0;  // of the first byte that it has not got
  bool writes = false;
  CallPlace place;
};

/// Those that lie within [begin, end).
[[nodiscard]] Pages whole_pages(std::uint64_t begin, std::uint64_t end);

/// Whether the program may read and write all of them, and they are not its stack: then they can be taken and given
/// back.
[[nodiscard]] bool may_be_taken(const Pages& pages);

/// Takes these pages, in order, from the program and gives back all that were taken before.
/// \param memory  a signal for any address in its arena is ours
void take(std::vector<Pages> pages, const sim::Memory& memory);

/// What was touched since the last call.
[[nodiscard]] std::vector<Touch> touches();

/// While one lives, what the thread touches is this library's own doing.
class OwnAccess {
 public:
  OwnAccess();
  ~OwnAccess();
  OwnAccess(const OwnAccess&) = delete;
  OwnAccess& operator=(const OwnAccess&) = delete;
};

}  // namespace warpglass::cuda::page_guard
