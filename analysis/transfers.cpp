#include "analysis/transfers.hpp"

#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace warpglass::analysis {
namespace {

constexpr std::array<std::pair<TransferKind, std::string_view>, 4> kNames = {{
    {TransferKind::host_to_device, "host_to_device"},
    {TransferKind::device_to_host, "device_to_host"},
    {TransferKind::device_to_device, "device_to_device"},
    {TransferKind::fill, "fill"},
}};

}  // namespace

std::string_view name_of(TransferKind kind) { return kNames[static_cast<std::size_t>(kind)].second; }

bool transfer_kind_of(std::string_view name, TransferKind& kind) {
  for (const auto& [one, its_name] : kNames) {
    if (its_name != name) continue;
    kind = one;
    return true;
  }
  return false;
}

std::unique_ptr<sim::Shard> TransferLog::make_shard(std::size_t) { return std::make_unique<sim::Shard>(); }

void TransferLog::on_stream(const sim::StreamEvent& event) {
  const std::lock_guard lock(mutex_);
  begun_ = event.what == sim::StreamAction::copy;
  if (event.what == sim::StreamAction::launch) ++launches_;
  if (!begun_) return;
  const std::uint32_t device = sim::device_of_stream(event.stream);
  now_ = {.stream = event.stream - sim::default_stream(device),
          .device = device,
          .launches_before = launches_,
          .waits = event.blocking};
}

void TransferLog::on_memory(const sim::MemoryEvent& event) {
  const std::lock_guard lock(mutex_);
  switch (event.what) {
    case sim::MemoryAction::allocate:
      if (event.allocation->kind == sim::AllocationKind::pinned) pinned_[event.address] = event.address + event.bytes;
      return;
    case sim::MemoryAction::free: pinned_.erase(event.address); return;
    case sim::MemoryAction::library_read:
    case sim::MemoryAction::library_write: return;
    case sim::MemoryAction::write:
      if (event.from == 0) return;  // a variable that is initialised, not a copy
      break;
    case sim::MemoryAction::read:
    case sim::MemoryAction::copy:
    case sim::MemoryAction::fill: break;
  }
  if (!begun_) return;
  const bool first_row = now_.bytes == 0;
  now_.bytes += event.bytes;
  if (first_row) {
    now_.kind = kind_of(event);
    // The call of a fill returns before it is done (CUDA Runtime API, "API synchronization behavior").
    now_.waits = now_.waits && now_.kind != TransferKind::fill;
    ++count_;
    if (transfers_.size() < kMaxTransfers) transfers_.push_back(now_);
  } else if (count_ <= kMaxTransfers) {
    transfers_.back().bytes = now_.bytes;
  }
}

TransferKind TransferLog::kind_of(const sim::MemoryEvent& event) const {
  if (event.what == sim::MemoryAction::fill) return TransferKind::fill;
  if (event.what == sim::MemoryAction::write) return TransferKind::host_to_device;
  if (event.what == sim::MemoryAction::read) return TransferKind::device_to_host;
  if (is_pinned(event.from)) return TransferKind::host_to_device;
  return is_pinned(event.address) ? TransferKind::device_to_host : TransferKind::device_to_device;
}

bool TransferLog::is_pinned(std::uint64_t address) const {
  const auto behind = pinned_.upper_bound(address);
  return behind != pinned_.begin() && address < std::prev(behind)->second;
}

std::vector<TransferProfile> TransferLog::transfers() const {
  const std::lock_guard lock(mutex_);
  return transfers_;
}

std::uint64_t TransferLog::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

void TransferLog::start_over() {
  const std::lock_guard lock(mutex_);
  begun_ = false;
  transfers_.clear();
  count_ = 0;
  launches_ = 0;
}

}  // namespace warpglass::analysis
