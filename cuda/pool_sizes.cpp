#include "cuda/pool_sizes.hpp"

#include <algorithm>

namespace warpglass::cuda {
namespace {

constexpr std::uint64_t kPiece = std::uint64_t{32} << 20;  // that a pool reserves at a time
constexpr std::uint64_t kAlignment = 512;                  // of allocations

std::uint64_t up_to(std::uint64_t bytes, std::uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

void PoolSizes::take(std::uint64_t bytes) {
  used_ += bytes;
  used_high_ = std::max(used_high_, used_);
  const std::uint64_t room = up_to(bytes, kAlignment);
  room_ += room;
  // What was freed is taken anew before more is reserved.
  std::uint64_t left = room;
  for (auto& [stream, freed] : freed_) {
    const std::uint64_t again = std::min(left, freed);
    freed -= again;
    left -= again;
  }
  reserved_ = std::max(reserved_, wanted());
  reserved_high_ = std::max(reserved_high_, reserved_);
}

void PoolSizes::free(std::uint64_t bytes, std::uint64_t stream) {
  used_ -= bytes;
  room_ -= up_to(bytes, kAlignment);
  freed_[stream] += up_to(bytes, kAlignment);
}

void PoolSizes::free_at_once(std::uint64_t bytes, std::uint64_t threshold) {
  room_ -= up_to(bytes, kAlignment);
  keep(threshold / kPiece * kPiece);
}

void PoolSizes::wait(std::uint64_t stream, std::uint64_t threshold) {
  if (freed_.erase(stream) != 0) keep(threshold / kPiece * kPiece);
}

void PoolSizes::wait_for_all(std::uint64_t threshold) {
  freed_.clear();
  keep(threshold / kPiece * kPiece);
}

void PoolSizes::trim(std::uint64_t least) { keep(up_to(std::min(least, reserved_), kPiece)); }

void PoolSizes::keep(std::uint64_t least) { reserved_ = std::max(wanted(), std::min(reserved_, least)); }

std::uint64_t PoolSizes::wanted() const {
  std::uint64_t room = room_;
  for (const auto& [stream, freed] : freed_) room += freed;
  return up_to(room, kPiece);
}

}  // namespace warpglass::cuda
