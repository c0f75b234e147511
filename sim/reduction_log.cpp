#include "sim/reduction_log.hpp"

#include <algorithm>
#include <utility>

namespace warpglass::sim {
namespace {

constexpr std::size_t kPerBatch = 2048;  // a batch counts for so many bytes when it is time to apply

}  // namespace

ReductionRing::ReductionRing(std::vector<Extent> memory, std::uint64_t batches, const std::atomic<std::uint64_t>& last,
                             std::function<bool()> cancelled)
    : memory_(std::move(memory)),
      spare_(kRingBytes),
      logs_({kParts}, batches, kRingBytes, spare_, last, std::move(cancelled)) {}

std::uint64_t ReductionRing::number_of(Reduction::Apply wanted) {
  const std::lock_guard lock(kinds_mutex_);
  std::size_t number = 0;
  while (kinds_[number].load() != wanted && kinds_[number].load() != nullptr) ++number;
  kinds_[number].store(wanted);
  return number;
}

void ReductionRing::apply(const Part& part) const {
  for (std::span<const Reduction> rest(part); !rest.empty();) {
    const std::uint64_t kind = rest.front().kind();
    const auto end = std::find_if(rest.begin(), rest.end(), [&](const Reduction& one) { return one.kind() != kind; });
    const auto run = rest.first(static_cast<std::size_t>(end - rest.begin()));
    kinds_[kind].load(std::memory_order_relaxed)(run);
    rest = rest.subspan(run.size());
  }
}

bool ReductionRing::apply_all(std::size_t first) {
  bool any = false;
  for (std::size_t i = 0; i < kParts; ++i) {
    const std::size_t part = (first + i) % kParts;
    any |= logs_.advance(0, part, [&](std::uint64_t, const Log& log) { apply(log.parts[part]); });
  }
  return any;
}

void ReductionRing::drain() {
  while (apply_all(0)) {
  }
}

template <class Ready>
void ReductionLog::await(Ready&& ready) {
  ring_.logs_.await(batch_, ready, [this] { return ring_.apply_all(worker_); });
}

void ReductionLog::make_room() {
  await([&] { return ring_.logs_.has_room(); });
}

void ReductionLog::start(std::uint64_t batch) {
  batch_ = batch;
  ring_.spare_.clear(*log_);
}

bool ReductionLog::covers(std::uint64_t address) const {
  return std::any_of(ring_.memory_.begin(), ring_.memory_.end(),
                     [&](const Extent& extent) { return address >= extent.begin && address < extent.end; });
}

void ReductionLog::settle() {
  await([&] { return ring_.logs_.oldest() == batch_; });
  if (!ring_.logs_.is_lost(batch_)) {
    for (const ReductionRing::Part& part : log_->parts) ring_.apply(part);
  }
  ring_.spare_.clear(*log_);
}

void ReductionLog::finish() {
  await([&] { return ring_.logs_.has_slot(batch_); });
  // Nobody asks for what a lost batch has done.
  if (ring_.logs_.is_lost(batch_)) return ring_.spare_.clear(*log_);
  added_ += log_->bytes + kPerBatch;
  std::uint32_t filled = 0;
  for (std::size_t i = 0; i < ReductionRing::kParts; ++i) {
    if (!log_->parts[i].empty()) filled |= 1u << i;
  }
  ring_.logs_.put(batch_, filled, filled == 0 ? nullptr : std::exchange(log_, ring_.spare_.take()));
  if (added_ < ReductionRing::kApplyBytes) return;
  added_ = 0;
  ring_.apply_all(worker_);
}

void ReductionLog::finish_all(std::uint64_t batches) {
  batch_ = 0;
  await([&] { return ring_.logs_.is_done(batches); });
}

void ReductionLog::look_up(Reduction::Apply apply) {
  last_kind_ = ring_.number_of(apply);
  last_apply_ = apply;
}

}  // namespace warpglass::sim
