#include "analysis/cache_batches.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/cluster.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::size_t kFirst = 0;  // stages
constexpr std::size_t kSecond = 1;

}  // namespace

void CacheBatches::Log::clear() {
  for (const auto& stretch : all()) {
    stretch->accesses.clear();
    stretch->requests.clear();
  }
  used = 0;
}

CacheBatches::Stretch& CacheBatches::Log::begin(std::size_t part, const SecondLevel& second) {
  if (used == stretches.size()) stretches.push_back(std::make_unique<Stretch>());
  Stretch& stretch = *stretches[used++];
  stretch.part = part;
  stretch.requests.start(second);
  return stretch;
}

std::size_t CacheBatches::Log::held_bytes() const {
  std::size_t held = 0;
  for (const auto& stretch : all()) held += stretch->accesses.held_bytes() + stretch->requests.held_bytes();
  return held;
}

/// What one worker hears.
class CacheBatches::Shard final : public sim::Shard {
 public:
  Shard(CacheBatches& batches, std::size_t worker)
      : batches_(batches), worker_(worker), writer_(batches.device_, batches.routes_), log_(batches.spare_.take()) {
    writer_.start(batches.launch_);
  }

  void on_access(const sim::AccessEvent& event) override {
    if (stretch_ == nullptr || event.at.sm != sm_) [[unlikely]]
      begin_stretch(event.at.sm);
    writer_.write(event, stretch_->accesses);
    if (stretch_->accesses.bytes() > room_) [[unlikely]]
      settle();
  }
  void on_batch_start(std::uint64_t batch) override {
    batch_ = batch;
    clear();
  }
  void on_batch_end(bool last) override {
    auto& ring = batches_.ring_;
    if (last) sim::lower(batches_.last_, batch_);
    await([&] { return ring.has_slot(batch_); });
    if (ring.is_lost(batch_)) return;
    std::uint32_t filled = 0;
    for (const auto& stretch : log_->all()) {
      filled |= 1u << stretch->part;
      added_ += stretch->accesses.bytes();
    }
    log_->bytes = log_->held_bytes();
    log_->first_left = static_cast<std::uint32_t>(std::popcount(filled));
    added_ += kPerBatch;
    ring.put(batch_, filled, filled == 0 ? nullptr : std::exchange(log_, batches_.spare_.take()));
    if (added_ < kAnswerBytes) return;
    added_ = 0;
    batches_.answer_own(worker_);
    // Before the worker takes another batch, which the others would have to wait for.
    await([&] { return ring.has_room(); });
  }
  void on_batches_end(std::uint64_t batches) override {
    batch_ = 0;
    await([&] { return batches_.ring_.is_done(batches); });
    if (!batches_.ring_.is_done(batches)) return;
    for (std::size_t i = 0; i < batches_.finished_.size(); ++i) {
      const std::size_t part = (worker_ + i) % batches_.finished_.size();
      if (!batches_.finished_[part].exchange(true)) batches_.second_.finish_part(part);
    }
  }

  [[nodiscard]] const AccessWriter::Turns& turns() const { return writer_.turns(); }

 private:
  static constexpr std::size_t kPerBatch = 256;  // a batch counts for so many bytes more

  template <class Ready>
  void await(Ready&& ready) {
    batches_.ring_.await(batch_, ready, [this] { return batches_.answer_all(worker_); });
  }
  void begin_stretch(std::uint32_t sm) {
    if (stretch_ != nullptr) room_ -= std::min(room_, stretch_->accesses.bytes());
    sm_ = sm;
    stretch_ = &log_->begin(batches_.first_.part_of(sm), batches_.second_);
  }
  void clear() {
    batches_.spare_.clear(*log_);
    stretch_ = nullptr;
    room_ = batches_.own_bytes_;
  }
  /// Has what the batch has asked so far answered, once all before it is.
  void settle() {
    await([&] { return batches_.ring_.oldest() == batch_; });
    if (!batches_.ring_.is_lost(batch_)) {
      for (std::size_t part = 0; part < batches_.first_.parts(); ++part) batches_.answer_first(*log_, part);
      for (std::size_t part = 0; part < batches_.second_.parts(); ++part) batches_.answer_second(*log_, part);
    }
    clear();
  }

  CacheBatches& batches_;
  std::size_t worker_;
  AccessWriter writer_;
  std::unique_ptr<Log> log_;
  std::uint64_t batch_ = 0;
  Stretch* stretch_ = nullptr;  // of the log, that accesses are added to
  std::uint32_t sm_ = 0;        // whose they are
  std::size_t room_ = 0;        // bytes that it may come to
  std::size_t added_ = 0;       // since this worker last looked what can be answered
};

CacheBatches::CacheBatches(const arch::DeviceModel& device, const sim::LaunchRequest& launch, std::size_t workers,
                           const AccessRoutes& routes, FirstLevels& first, SecondLevel& second, SpareLogs& spare)
    : device_(device),
      launch_(launch),
      routes_(routes),
      first_(first),
      second_(second),
      spare_(spare),
      workers_(workers),
      own_bytes_(std::min(kMostOwnBytes, kOwnBytesOfAll / workers)),
      ring_({first.parts(), second.parts()}, std::min(sim::clusters_of(launch).volume(), kAhead), kRingBytes, spare,
            last_, [&launch] { return launch.cancel != nullptr && launch.cancel->load(std::memory_order_relaxed); }),
      finished_(second.parts()) {}

std::unique_ptr<sim::Shard> CacheBatches::make_shard(std::size_t worker) {
  return std::make_unique<Shard>(*this, worker);
}

const AccessWriter::Turns& CacheBatches::turns_of(const sim::Shard& shard) {
  return static_cast<const Shard&>(shard).turns();
}

void CacheBatches::answer_first(const Log& log, std::size_t part) {
  for (const auto& stretch : log.all())
    if (stretch->part == part) first_.answer(part, stretch->accesses.words(), stretch->requests);
}

void CacheBatches::answer_second(const Log& log, std::size_t part) {
  for (const auto& stretch : log.all()) second_.put(stretch->requests.part(part).words());
}

std::uint32_t CacheBatches::second_parts(const Log& log) {
  std::uint32_t filled = 0;
  for (const auto& stretch : log.all()) filled |= stretch->requests.filled();
  return filled;
}

bool CacheBatches::answer_first(std::size_t part) {
  return ring_.advance(kFirst, part, [&](std::uint64_t batch, Log& log) {
    answer_first(log, part);
    if (log.first_left.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    ring_.grow(log, log.held_bytes());
    ring_.pass_on(batch, kSecond, second_parts(log));
  });
}

bool CacheBatches::answer_second(std::size_t part) {
  return ring_.advance(kSecond, part, [&](std::uint64_t, const Log& log) { answer_second(log, part); });
}

bool CacheBatches::answer_own(std::size_t worker) {
  bool any = false;
  for (std::size_t part = worker; part < ring_.parts(kFirst); part += workers_) any |= answer_first(part);
  for (std::size_t part = worker; part < ring_.parts(kSecond); part += workers_) any |= answer_second(part);
  return any;
}

bool CacheBatches::answer_all(std::size_t worker) {
  bool any = answer_own(worker);
  for (std::size_t i = 0; i < ring_.parts(kFirst); ++i) any |= answer_first((worker + i) % ring_.parts(kFirst));
  for (std::size_t i = 0; i < ring_.parts(kSecond); ++i) any |= answer_second((worker + i) % ring_.parts(kSecond));
  return any;
}

void CacheBatches::drain() {
  while (answer_all(0)) {
  }
}

}  // namespace warpglass::analysis
