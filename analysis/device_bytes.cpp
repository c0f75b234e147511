#include "analysis/device_bytes.hpp"

#include <iterator>

namespace warpglass::analysis {

using sim::MemoryAction;

void DeviceBytes::hear(const sim::MemoryEvent& event) {
  switch (event.what) {
    case MemoryAction::allocate:
      // Managed and pinned memory is written by the host unheard; variables begin with a value.
      if (event.allocation->kind == sim::AllocationKind::device)
        pieces_[event.allocation->begin] = {.begin = event.allocation->begin,
                                            .end = event.allocation->end(),
                                            .label = event.allocation->label,
                                            .written = WrittenBytes(event.allocation->size),
                                            .number = ++numbers_};
      return;
    case MemoryAction::free:
      if (event.allocation->kind == sim::AllocationKind::device) pieces_.erase(event.allocation->begin);
      return;
    case MemoryAction::write:
    case MemoryAction::fill:
    case MemoryAction::library_write:
      if (Piece* const piece = find(event.address)) piece->written.set(event.address - piece->begin, event.bytes);
      return;
    case MemoryAction::copy: {
      Piece* const to = find(event.address);
      if (to == nullptr) return;
      const Piece* const from = find(event.from);
      if (from == nullptr) {
        to->written.set(event.address - to->begin, event.bytes);
      } else {
        const std::uint64_t at = event.address - to->begin;
        if (!to->written.copy(at, event.bytes, from->written, event.from - from->begin)) to->number = ++numbers_;
      }
      return;
    }
    case MemoryAction::read:
    case MemoryAction::library_read: return;
  }
}

DeviceBytes::Stretch DeviceBytes::stretch_at(std::uint64_t address) {
  const auto after = pieces_.upper_bound(address);
  std::uint64_t begin = 0;
  if (after != pieces_.begin()) {
    Piece& piece = std::prev(after)->second;
    if (address < piece.end) return {.begin = piece.begin, .size = piece.end - piece.begin, .piece = &piece};
    begin = piece.end;
  }
  const std::uint64_t end = after == pieces_.end() ? ~std::uint64_t{0} : after->first;
  return {.begin = begin, .size = end - begin};
}

DeviceBytes::Piece* DeviceBytes::find(std::uint64_t address) { return stretch_at(address).piece; }

}  // namespace warpglass::analysis
