#include "isa/binder_frame.hpp"

#include <algorithm>
#include <cstring>

namespace warpglass::isa {
namespace {

constexpr std::uint32_t kRowAlignment = 64;
constexpr std::uint32_t kPredicateBytes = sizeof(LaneMask);

constexpr std::uint32_t rounded(std::uint32_t value, std::uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace

std::uint8_t element_bytes(ptx::Type type) {
  return type == ptx::Type::pred ? std::uint8_t{0} : static_cast<std::uint8_t>(ptx::size_of(type));
}

FrameLayout::FrameLayout(const ptx::Function& function) : rows_(function.registers.size(), 0) {
  for (const ptx::Register& r : function.registers) sizes_.push_back(element_bytes(r.type));
}

std::uint32_t FrameLayout::constant(std::uint64_t bits, std::uint8_t bytes) {
  if (bytes == 0) return (bits & 1) != 0 ? sim::kAlwaysRow : kNeverRow;
  if (bytes < 8) bits &= (std::uint64_t{1} << (8 * bytes)) - 1;
  const auto [found, is_new] = constants_.try_emplace({bits, bytes}, constants_end_);
  if (is_new) constants_end_ += rounded(sim::row_bytes(bytes), kRowAlignment);
  return found->second;
}

std::uint32_t FrameLayout::register_row(std::uint32_t index, std::uint32_t component) const {
  const std::uint32_t bytes =
      sizes_[index] == 0 ? kPredicateBytes : rounded(sim::row_bytes(sizes_[index]), kRowAlignment);
  return rows_[index] + component * bytes;
}

std::uint32_t FrameLayout::scratch(std::uint8_t bytes) {
  return bytes == 0 ? take(kPredicateBytes, kPredicateBytes) : take(sim::row_bytes(bytes), kRowAlignment);
}

std::uint32_t FrameLayout::take(std::uint32_t bytes, std::uint32_t alignment) {
  const std::uint32_t at = rounded(end_, alignment);
  end_ = at + bytes;
  return at;
}

void FrameLayout::place_registers(const ptx::Function& function, const std::vector<bool>& zero_at_entry) {
  end_ = zero_begin_ = constants_end_;
  for (const bool zero : {true, false}) {
    // Predicates lie together, several to a cache line.
    for (const bool predicates : {true, false}) {
      for (std::uint32_t i = 0; i < rows_.size(); ++i) {
        if (zero_at_entry[i] != zero || (sizes_[i] == 0) != predicates) continue;
        const std::uint32_t width = std::max<std::uint32_t>(function.registers[i].vector_width, 1);
        if (predicates) {
          rows_[i] = take(kPredicateBytes * width, kPredicateBytes);
        } else {
          rows_[i] = take(rounded(sim::row_bytes(sizes_[i]), kRowAlignment) * width, kRowAlignment);
        }
      }
    }
    if (zero) zero_end_ = end_;
  }
}

void FrameLayout::fill(sim::Function& function) const {
  function.frame_bytes = rounded(end_, kRowAlignment);
  function.zero_bytes = zero_end_ - zero_begin_;
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
