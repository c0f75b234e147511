#include "session/result_digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

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

/// In the order in which the program as it is has them.
std::vector<std::byte> old_bytes_of(const RelaidArray& array) {
  std::vector<std::byte> bytes(array.bytes);
  for (const RelaidPart& part : array.parts) {
    for (std::uint64_t row = 0; row < part.rows; ++row) {
      const std::uint64_t to = part.offset + row * part.stride;
      if (to + part.width > array.bytes) break;
      std::memcpy(bytes.data() + to, sim::Memory::host(part.address + row * part.pitch), part.width);
    }
  }
  return bytes;
}

/// Memory that has arrays in new layouts, and which of its bytes are theirs.
struct Holder {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::vector<RelaidPart> parts;
};

class StrayCount final : public sim::Shard {
 public:
  explicit StrayCount(std::vector<Holder> holders) : holders_(std::move(holders)) {}

  void on_access(const sim::AccessEvent& event) override {
    if (event.space != sim::Space::global) return;
    for_each_lane(event.at.lanes, [&](int lane) { count_ += strays(event.address(lane), event.bytes); });
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  [[nodiscard]] bool strays(std::uint64_t address, std::uint64_t bytes) const {
    const auto holder =
        std::ranges::find_if(holders_, [&](const Holder& one) { return one.begin <= address && address < one.end; });
    return holder != holders_.end() &&
           std::ranges::none_of(holder->parts, [&](const RelaidPart& part) { return part.holds(address, bytes); });
  }

  std::vector<Holder> holders_;
  std::uint64_t count_ = 0;
};

}  // namespace

void ResultDigest::Sum::add(const std::byte* data, std::uint64_t size) {
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

sim::Interests ResultDigest::interests() const {
  const std::lock_guard lock(mutex_);
  const sim::Interests memory = sim::Interest::memory;
  return relaid_.empty() ? memory : memory | sim::Interest::global | sim::Interest::uncounted;
}

std::unique_ptr<sim::Shard> ResultDigest::make_shard(std::size_t) {
  const std::lock_guard lock(mutex_);
  std::map<std::uint64_t, Holder> holders;
  for (const Relaid& one : relaid_) {
    for (const RelaidPart& part : one.array.parts) {
      const std::uint64_t allocation = allocation_of(part.address);
      const auto live = live_.find(allocation);
      if (live == live_.end()) continue;
      Holder& holder = holders[allocation];
      holder.begin = allocation;
      holder.end = allocation + live->second;
      holder.parts.push_back(part);
    }
  }
  std::vector<Holder> all;
  for (auto& [begin, holder] : holders) all.push_back(std::move(holder));
  return std::make_unique<StrayCount>(std::move(all));
}

void ResultDigest::merge(sim::Shard& shard) {
  const std::lock_guard lock(mutex_);
  strayed_ += static_cast<StrayCount&>(shard).count();
}

std::uint64_t ResultDigest::allocation_of(std::uint64_t address) const {
  auto after = live_.upper_bound(address);
  if (after == live_.begin()) return 0;
  --after;
  return address < after->first + after->second ? after->first : 0;
}

std::vector<ResultDigest::Relaid>::iterator ResultDigest::relaid_in(std::uint64_t allocation) {
  return std::ranges::find_if(relaid_, [&](const Relaid& one) { return one.allocations.contains(allocation); });
}

/// What is copied of an array that lies in one piece, as before, needs no other care.
bool ResultDigest::is_in_pieces(std::uint64_t address) const {
  const std::uint64_t allocation = allocation_of(address);
  return std::ranges::any_of(relaid_, [&](const Relaid& one) {
    const std::vector<RelaidPart>& parts = one.array.parts;
    return one.allocations.contains(allocation) && (parts.size() > 1 || parts.front().rows > 1);
  });
}

void ResultDigest::free(std::uint64_t address, std::uint64_t bytes) {
  if (live_.erase(address) == 0 || counted_.erase(address) != 0) return;
  const auto relaid = relaid_in(address);
  if (relaid == relaid_.end()) return freed_.add(sim::Memory::host(address), bytes);
  const std::vector<std::byte> old = old_bytes_of(relaid->array);
  freed_.add(old.data(), old.size());
  relaid->allocations.erase(address);
  counted_.insert(relaid->allocations.begin(), relaid->allocations.end());
  relaid_.erase(relaid);
}

void ResultDigest::on_memory(const sim::MemoryEvent& event) {
  const std::lock_guard lock(mutex_);
  switch (event.what) {
    case sim::MemoryAction::allocate:
      if (holds_results(*event.allocation)) live_[event.address] = event.bytes;
      break;
    case sim::MemoryAction::free: free(event.address, event.bytes); break;
    case sim::MemoryAction::read:
      if (!is_in_pieces(event.address)) copied_.add(sim::Memory::host(event.address), event.bytes);
      break;
    case sim::MemoryAction::write:
    case sim::MemoryAction::copy:
    case sim::MemoryAction::fill:
    case sim::MemoryAction::library_read:
    case sim::MemoryAction::library_write: break;
  }
}

void ResultDigest::relay(RelaidArray array) {
  const std::lock_guard lock(mutex_);
  Relaid relaid{.array = std::move(array), .allocations = {}};
  for (const RelaidPart& part : relaid.array.parts) {
    const std::uint64_t allocation = allocation_of(part.address);
    const auto live = live_.find(allocation);
    const std::uint64_t end = part.address + (part.rows == 0 ? 0 : (part.rows - 1) * part.pitch + part.width);
    if (live == live_.end() || end > allocation + live->second) return;  // it counts as it lies then
    relaid.allocations.insert(allocation);
  }
  if (!relaid.allocations.empty()) relaid_.push_back(std::move(relaid));
}

void ResultDigest::receive(const void* data, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  copied_.add(static_cast<const std::byte*>(data), bytes);
}

report::Results ResultDigest::results() const {
  const std::lock_guard lock(mutex_);
  Sum left = freed_;
  std::set<std::uint64_t> done = counted_;
  for (const Relaid& one : relaid_) {
    const std::vector<std::byte> old = old_bytes_of(one.array);
    left.add(old.data(), old.size());
    done.insert(one.allocations.begin(), one.allocations.end());
  }
  for (const auto& [address, bytes] : live_) {
    if (!done.contains(address)) left.add(sim::Memory::host(address), bytes);
  }
  return {.copied = copied_.digest(), .left = left.digest(), .strayed = strayed_};
}

}  // namespace warpglass::session
