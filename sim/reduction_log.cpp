#include "sim/reduction_log.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>
#include <utility>

namespace warpglass::sim {
namespace {

constexpr std::size_t kPerCluster = 2048;  // a cluster counts for so many bytes when it is time to apply

/// Longer and longer pauses for who waits for another thread.
class Patience {
 public:
  void pause() {
    if (++rounds_ < 16) return std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(std::min(rounds_, 500)));
  }
  void renew() { rounds_ = 0; }

 private:
  int rounds_ = 0;
};

}  // namespace

ReductionRing::ReductionRing(std::vector<Extent> memory, const std::atomic<std::uint64_t>& last,
                             std::function<bool()> cancelled)
    : memory_(std::move(memory)), last_(last), cancelled_(std::move(cancelled)), slots_(kSlots) {}

std::uint64_t ReductionRing::oldest() const {
  std::uint64_t oldest = ~std::uint64_t{0};
  for (const Progress& part : progress_) oldest = std::min(oldest, part.next.load(std::memory_order_acquire));
  return oldest;
}

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

std::unique_ptr<ReductionRing::Log> ReductionRing::take_log() {
  const std::lock_guard lock(spare_mutex_);
  if (spare_.empty()) return std::make_unique<Log>();
  std::unique_ptr<Log> log = std::move(spare_.back());
  spare_.pop_back();
  spare_bytes_ -= log->most_bytes;
  return log;
}

void ReductionRing::keep(std::unique_ptr<Log> log) {
  log->most_bytes = std::max(log->most_bytes, log->bytes);
  for (Part& part : log->parts) part.clear();
  log->bytes = 0;
  const std::lock_guard lock(spare_mutex_);
  if (spare_bytes_ + log->most_bytes > kSpareBytes) return;
  spare_bytes_ += log->most_bytes;
  spare_.push_back(std::move(log));
}

bool ReductionRing::apply(std::size_t part) {
  Progress& progress = progress_[part];
  if (progress.busy.exchange(true, std::memory_order_acquire)) return false;
  const std::uint64_t begin = progress.next.load(std::memory_order_relaxed);
  std::uint64_t next = begin;
  for (;; ++next) {
    Slot& slot = slots_[next % kSlots];
    // A cluster that faults says so before its log is found here.
    if (slot.cluster.load(std::memory_order_acquire) != next || next > last_.load()) break;
    if ((slot.filled >> part & 1) == 0) continue;
    apply(slot.log->parts[part]);
    if (slot.log->left.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
    pending_bytes_ -= slot.log->bytes;
    keep(std::move(slot.log));
  }
  progress.next.store(next, std::memory_order_release);
  progress.busy.store(false, std::memory_order_release);
  return next != begin;
}

bool ReductionRing::apply_all(std::size_t first) {
  bool any = false;
  for (std::size_t i = 0; i < kParts; ++i) any |= apply((first + i) % kParts);
  return any;
}

void ReductionRing::drain() {
  while (apply_all(0)) {
  }
}

bool ReductionLog::is_lost() const { return cluster_ > ring_.last_.load() || ring_.cancelled_(); }

template <class Ready>
void ReductionLog::await(Ready&& ready) {
  Patience patience;
  while (!ready() && !is_lost()) {
    if (ring_.apply_all(worker_)) {
      patience.renew();
    } else {
      patience.pause();
    }
  }
}

void ReductionLog::make_room() {
  await([&] { return ring_.pending_bytes_.load() < ReductionRing::kPendingBytes; });
}

void ReductionLog::start(std::uint64_t cluster) {
  cluster_ = cluster;
  clear();
}

bool ReductionLog::covers(std::uint64_t address) const {
  return std::any_of(ring_.memory_.begin(), ring_.memory_.end(),
                     [&](const Extent& extent) { return address >= extent.begin && address < extent.end; });
}

void ReductionLog::settle() {
  await([&] { return ring_.oldest() == cluster_; });
  if (!is_lost()) {
    for (const ReductionRing::Part& part : log_->parts) ring_.apply(part);
  }
  clear();
}

void ReductionLog::finish() {
  // So far ahead of the oldest cluster this one's slot is not free yet.
  await([&] { return cluster_ - ring_.oldest() < ReductionRing::kSlots; });
  // Nobody asks for what a lost cluster has done.
  if (cluster_ > ring_.last_.load() || ring_.cancelled_()) return clear();
  ReductionRing::Slot& slot = ring_.slots_[cluster_ % ReductionRing::kSlots];
  added_ += log_->bytes + kPerCluster;
  slot.filled = 0;
  for (std::size_t i = 0; i < ReductionRing::kParts; ++i) {
    if (!log_->parts[i].empty()) slot.filled |= 1u << i;
  }
  if (slot.filled != 0) {
    log_->left = static_cast<std::uint32_t>(std::popcount(slot.filled));
    ring_.pending_bytes_ += log_->bytes;
    slot.log = std::exchange(log_, ring_.take_log());
  }
  slot.cluster.store(cluster_, std::memory_order_release);
  if (added_ < ReductionRing::kApplyBytes) return;
  added_ = 0;
  ring_.apply_all(worker_);
}

void ReductionLog::clear() {
  if (log_->bytes == 0) return;
  for (ReductionRing::Part& part : log_->parts) part.clear();
  log_->most_bytes = std::max(log_->most_bytes, log_->bytes);
  log_->bytes = 0;
}

void ReductionLog::look_up(Reduction::Apply apply) {
  last_kind_ = ring_.number_of(apply);
  last_apply_ = apply;
}

}  // namespace warpglass::sim
