#include "isa/bind/frame.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <queue>
#include <utility>

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kRowAlignment = 64;
constexpr std::uint32_t kPredicateBytes = sizeof(LaneMask);

constexpr std::uint32_t rounded(std::uint32_t value, std::uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Bytes of a row of elements of `size` bytes, 0 for predicates.
constexpr std::uint32_t row_size(std::uint8_t size) {
  return size == 0 ? kPredicateBytes : rounded(sim::row_bytes(size), kRowAlignment);
}

constexpr std::uint32_t row_alignment(std::uint8_t size) { return size == 0 ? kPredicateBytes : kRowAlignment; }

}  // namespace

std::uint8_t element_bytes(ptx::Type type) {
  return type == ptx::Type::pred ? std::uint8_t{0} : static_cast<std::uint8_t>(ptx::size_of(type));
}

FrameLayout::FrameLayout(std::vector<RegisterShape> registers)
    : shapes_(std::move(registers)), rows_(shapes_.size(), 0) {}

std::uint32_t FrameLayout::constant(std::uint64_t bits, std::uint8_t bytes) {
  if (bytes == 0) return (bits & 1) != 0 ? sim::kAlwaysRow : kNeverRow;
  if (bytes < 8) bits &= (std::uint64_t{1} << (8 * bytes)) - 1;
  const auto [found, is_new] = constants_.try_emplace({bits, bytes}, constants_end_);
  if (is_new) constants_end_ += rounded(sim::row_bytes(bytes), kRowAlignment);
  return found->second;
}

std::uint32_t FrameLayout::register_row(std::uint32_t index, std::uint32_t component) const {
  return rows_[index] + component * row_size(shapes_[index].bytes);
}

std::uint32_t FrameLayout::scratch(std::uint8_t bytes) { return take(row_size(bytes), row_alignment(bytes)); }

std::uint32_t FrameLayout::take(std::uint32_t bytes, std::uint32_t alignment) {
  const std::uint32_t at = rounded(end_, alignment);
  end_ = at + bytes;
  begins_.push_back(at);
  return at;
}

void FrameLayout::place_registers(const Liveness& liveness) {
  end_ = zero_begin_ = constants_end_;
  begins_.clear();
  const auto place_alone = [&](std::uint32_t index) {
    rows_[index] = take(row_size(shapes_[index].bytes) * shapes_[index].width, row_alignment(shapes_[index].bytes));
  };
  std::vector<std::uint32_t> sharing;
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    if (liveness.live_at_entry[i]) {
      place_alone(i);
    } else if (shapes_[i].width <= 1) {
      sharing.push_back(i);
    }
  }
  zero_end_ = end_;
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    if (!liveness.live_at_entry[i] && shapes_[i].width > 1) place_alone(i);
  }
  // Predicates lie together, several to a cache line; so do the rows of each size.
  for (const std::uint8_t size : {0, 1, 2, 4, 8, 16}) {
    const auto first = std::partition(sharing.begin(), sharing.end(), [&](auto i) { return shapes_[i].bytes != size; });
    place_sharing({first, sharing.end()}, liveness);
    sharing.erase(first, sharing.end());
  }
}

/// Registers of one size in the order in which they come to life; each takes the lowest row that is free by then.
void FrameLayout::place_sharing(std::span<std::uint32_t> registers, const Liveness& liveness) {
  const auto& ranges = liveness.ranges;
  std::sort(registers.begin(), registers.end(),
            [&](auto a, auto b) { return std::pair(ranges[a].first, a) < std::pair(ranges[b].first, b); });
  using Ending = std::pair<std::uint32_t, std::uint32_t>;  // last instruction, row
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> taken;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
  for (const std::uint32_t index : registers) {
    // A result never shares with an operand of its own instruction.
    for (; !taken.empty() && taken.top().first < ranges[index].first; taken.pop()) free.push(taken.top().second);
    if (free.empty()) {
      rows_[index] = take(row_size(shapes_[index].bytes), row_alignment(shapes_[index].bytes));
    } else {
      rows_[index] = free.top();
      free.pop();
    }
    taken.emplace(ranges[index].last, rows_[index]);
  }
}

void FrameLayout::fill(sim::Function& function) const {
  function.frame_bytes = rounded(end_, kRowAlignment);
  function.zero_bytes = zero_end_ - zero_begin_;
  function.row_begins = begins_;
  for (const auto& [key, row] : constants_) function.row_begins.push_back(row);
  std::sort(function.row_begins.begin(), function.row_begins.end());
  function.constants.assign(constants_end_, std::byte{0});
  const LaneMask always = kFullMask;
  std::memcpy(function.constants.data() + sim::kAlwaysRow, &always, sizeof always);
  for (const auto& [key, row] : constants_) {
    const auto [bits, bytes] = key;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      std::memcpy(function.constants.data() + row + std::size_t{lane} * bytes, &bits, std::min<std::size_t>(bytes, 8));
  }
}

}  // namespace warpglass::isa
