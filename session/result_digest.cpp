#include "session/result_digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warpglass::session {
namespace {

/// Mixes all bits of a word into all bits.
std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  return word ^ word >> 32;
}

bool holds_results(const sim::Allocation& allocation) {
  switch (allocation.kind) {
    case sim::AllocationKind::device:
    case sim::AllocationKind::managed:
    case sim::AllocationKind::module: return true;
    case sim::AllocationKind::pinned:
    case sim::AllocationKind::constant:
    case sim::AllocationKind::heap:
    case sim::AllocationKind::reserved: break;
  }
  return false;
}

}  // namespace

void ResultDigest::Sum::add(std::uint64_t address, std::uint64_t size) {
  const std::byte* const data = sim::Memory::host(address);
  std::array<std::uint64_t, 2> state{size, ~size};
  for (std::uint64_t at = 0; at < size; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + at, std::min<std::uint64_t>(8, size - at));
    state[0] = (state[0] ^ word) * 0x9e3779b97f4a7c15u;
    state[0] ^= state[0] >> 29;
    state[1] = (state[1] + word) * 0xc2b2ae3d27d4eb4fu;
    state[1] ^= state[1] >> 31;
  }
  ++pieces;
  bytes += size;
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] += mixed(state[i]);
}

report::Digest ResultDigest::Sum::digest() const {
  return {.pieces = pieces, .bytes = bytes, .digest = fmt::format("{:016x}{:016x}", parts[0], parts[1])};
}

std::unique_ptr<sim::Shard> ResultDigest::make_shard(std::size_t) { return std::make_unique<sim::Shard>(); }

void ResultDigest::on_memory(const sim::MemoryEvent& event) {
  const std::lock_guard lock(mutex_);
  switch (event.what) {
    case sim::MemoryAction::allocate:
      if (holds_results(*event.allocation)) live_[event.address] = event.bytes;
      break;
    case sim::MemoryAction::free:
      if (live_.erase(event.address) != 0) freed_.add(event.address, event.bytes);
      break;
    case sim::MemoryAction::read: copied_.add(event.address, event.bytes); break;
    case sim::MemoryAction::write:
    case sim::MemoryAction::copy:
    case sim::MemoryAction::fill: break;
  }
}

report::Results ResultDigest::results() const {
  const std::lock_guard lock(mutex_);
  Sum left = freed_;
  for (const auto& [address, bytes] : live_) left.add(address, bytes);
  return {.copied = copied_.digest(), .left = left.digest()};
}

}  // namespace warpglass::session
