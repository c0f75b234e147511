// What is answered of ranges of which parts differ was asked of an H200 (driver 580.159.04, CUDA 13.0).
#include "cuda/managed_ranges.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>

#include "cuda/call.hpp"
#include "cuda/copy.hpp"

namespace warpglass::cuda {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr int kHost = -1;

struct Said {
  bool read_mostly = false;
  bool by_device = false;
  bool by_host = false;
  int preferred = kNoLocation;
  int prefetched = kNoLocation;
};

/// Of one allocation, by the offset of the first byte it is said of.
struct Ranges {
  std::uint64_t serial = 0;
  std::map<std::uint64_t, Said> said{{0, Said{}}};

  std::map<std::uint64_t, Said>::iterator from(std::uint64_t offset) {
    const auto before = std::prev(said.upper_bound(offset));
    return before->first == offset ? before : said.emplace(offset, before->second).first;
  }
};

// By where allocations begin; an older one of the same address is another. Under the process's lock.
std::map<std::uint64_t, Ranges>& all_ranges() {
  static auto* const all = new std::map<std::uint64_t, Ranges>;
  return *all;
}

/// Calls with every part of the range, whole pages.
void for_each(const sim::Allocation& allocation, const void* pointer, std::size_t bytes,
              const std::function<void(Said&)>& work) {
  Ranges& ranges = all_ranges()[allocation.begin];
  if (ranges.serial != allocation.serial) ranges = Ranges{.serial = allocation.serial};
  const std::uint64_t offset = address_of(pointer) - allocation.begin;
  const auto first = ranges.from(offset / kPage * kPage);
  const auto last = ranges.from((offset + bytes + kPage - 1) / kPage * kPage);
  std::for_each(first, last, [&](auto& part) { work(part.second); });
}

std::optional<sim::Allocation> managed_at(Process& process, const void* pointer, std::size_t bytes) {
  auto allocation = process.device().memory().find(address_of(pointer));
  const bool inside = allocation && allocation->kind == sim::AllocationKind::managed && bytes != 0 &&
                      bytes <= allocation->end() - address_of(pointer);
  return inside ? allocation : std::nullopt;
}

void take_advice(Said& said, cudaMemoryAdvise advice, int location) {
  const bool set = advice == cudaMemAdviseSetAccessedBy;
  switch (advice) {
    case cudaMemAdviseSetReadMostly: said.read_mostly = true; break;
    case cudaMemAdviseUnsetReadMostly: said.read_mostly = false; break;
    case cudaMemAdviseSetPreferredLocation: said.preferred = location; break;
    case cudaMemAdviseUnsetPreferredLocation: said.preferred = kNoLocation; break;
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy: (location == kHost ? said.by_host : said.by_device) = set; break;
  }
}

/// What is said of the whole range: of locations that differ none, else what all of its parts have.
void join(Said& whole, const Said& part) {
  whole.read_mostly = whole.read_mostly && part.read_mostly;
  whole.by_device = whole.by_device && part.by_device;
  whole.by_host = whole.by_host && part.by_host;
  if (whole.preferred != part.preferred) whole.preferred = kNoLocation;
  if (whole.prefetched != part.prefetched) whole.prefetched = kNoLocation;
}

int type_of(int location) {
  if (location == kNoLocation) return cudaMemLocationTypeInvalid;
  return location == kHost ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
}

int number_of(const Said& said, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly: return said.read_mostly ? 1 : 0;
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId: return said.preferred;
    case cudaMemRangeAttributePreferredLocationType: return type_of(said.preferred);
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId: return said.prefetched;
    case cudaMemRangeAttributeLastPrefetchLocationType: return type_of(said.prefetched);
    case cudaMemRangeAttributeAccessedBy: break;
  }
  return 0;
}

}  // namespace

int device_of(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeDevice ? location.id : kHost;
}

void note_advice(Process& process, const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int location) {
  const auto allocation = managed_at(process, pointer, bytes);
  if (allocation) for_each(*allocation, pointer, bytes, [&](Said& said) { take_advice(said, advice, location); });
}

void note_prefetch(Process& process, const void* pointer, std::size_t bytes, int location) {
  const auto allocation = managed_at(process, pointer, bytes);
  if (allocation) for_each(*allocation, pointer, bytes, [&](Said& said) { said.prefetched = location; });
}

cudaError_t range_attribute(Process& process, void* data, std::size_t bytes_of_data, cudaMemRangeAttribute attribute,
                            const void* pointer, std::size_t bytes) {
  const bool known =
      attribute >= cudaMemRangeAttributeReadMostly && attribute <= cudaMemRangeAttributeLastPrefetchLocationId;
  const auto allocation = managed_at(process, pointer, bytes);
  if (data == nullptr || !known || !allocation) return cudaErrorInvalidValue;
  const bool is_list = attribute == cudaMemRangeAttributeAccessedBy;
  if (is_list ? bytes_of_data == 0 || bytes_of_data % sizeof(int) != 0 : bytes_of_data != sizeof(int))
    return cudaErrorInvalidValue;
  std::optional<Said> whole;
  for_each(*allocation, pointer, bytes, [&](const Said& said) {
    if (whole) join(*whole, said);
    if (!whole) whole = said;
  });
  const std::span numbers(static_cast<int*>(data), bytes_of_data / sizeof(int));
  if (!is_list) {
    numbers.front() = number_of(*whole, attribute);
    return cudaSuccess;
  }
  std::ranges::fill(numbers, kNoLocation);
  std::size_t count = 0;
  if (whole->by_device) numbers[count++] = 0;
  if (whole->by_host && count < numbers.size()) numbers[count] = kHost;
  return cudaSuccess;
}

}  // namespace warpglass::cuda

using namespace warpglass::cuda;

cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, enum cudaMemRangeAttribute attribute,
                                     const void* devPtr, size_t count) {
  return operate([&](Process& process) { return range_attribute(process, data, dataSize, attribute, devPtr, count); });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* dataSizes, enum cudaMemRangeAttribute* attributes,
                                      size_t numAttributes, const void* devPtr, size_t count) {
  return operate([&](Process& process) -> cudaError_t {
    if (data == nullptr || dataSizes == nullptr || attributes == nullptr || numAttributes == 0)
      return cudaErrorInvalidValue;
    for (size_t i = 0; i < numAttributes; ++i) {
      const cudaError_t error = range_attribute(process, data[i], dataSizes[i], attributes[i], devPtr, count);
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}
