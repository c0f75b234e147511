#include "base/large_pages.hpp"

#include <sys/mman.h>

namespace warpglass {
namespace {

constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

}  // namespace

void* map_pages(std::uint64_t bytes) noexcept {
  const std::uint64_t more = bytes >= kHugePage ? kHugePage : 0;  // to begin at the border of a huge page
  void* const mapped =
      mmap(nullptr, bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (more == 0) return mapped;
  auto* const begin = static_cast<std::byte*>(mapped);
  const std::uint64_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(mapped) % kHugePage) % kHugePage;
  if (before != 0) munmap(begin, before);
  const std::uint64_t end = (before + bytes + 4095) / 4096 * 4096;
  if (end < bytes + more) munmap(begin + end, bytes + more - end);
  madvise(begin + before, bytes, MADV_HUGEPAGE);
  return begin + before;
}

void unmap_pages(void* pages, std::uint64_t bytes) noexcept { munmap(pages, bytes); }

}  // namespace warpglass
