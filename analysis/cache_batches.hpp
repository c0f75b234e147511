// The accesses of a launch that several workers run, answered by the caches in the order of the clusters
// (sim/batch_ring.hpp). First levels come first: a part of them are some SMs. What these ask of the second level waits
// in turn, by parts of its sets. So all workers answer for the caches as well, each for what nobody else is at.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "analysis/access_writer.hpp"
#include "analysis/first_levels.hpp"
#include "analysis/request_log.hpp"
#include "analysis/second_level.hpp"
#include "analysis/word_log.hpp"
#include "sim/batch_ring.hpp"
#include "sim/launch.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

class CacheBatches {
  /// What a batch has accessed one after another in one part of the first levels.
  struct Stretch {
    std::size_t part = 0;
    WordLog accesses;
    RequestLog requests;
  };
  struct Log : sim::BatchLog {
    std::vector<std::unique_ptr<Stretch>> stretches;  // of which the first are used
    std::size_t used = 0;
    std::atomic<std::uint32_t> first_left{0};  // parts of the first levels that have not answered
    void clear();
    /// That what is used takes, filled or not.
    [[nodiscard]] std::size_t held_bytes() const;
    /// Another one. \param second  that requests go to
    Stretch& begin(std::size_t part, const SecondLevel& second);
    [[nodiscard]] std::span<const std::unique_ptr<Stretch>> all() const { return std::span(stretches).first(used); }
  };

 public:
  using SpareLogs = sim::SpareLogs<Log>;
  static constexpr std::size_t kRingBytes = 4u << 20;  // of logs that wait, and at most of those that are kept

  /// Parts of the first levels and of the second that a launch has.
  static constexpr std::size_t kParts = 16;
  /// The blocks of a cluster take turns and may be on several SMs: their accesses are in one order.
  [[nodiscard]] static std::size_t first_parts(const sim::LaunchRequest& launch) {
    return launch.cluster.volume() == 1 ? kParts : 1;
  }

  /// \param routes  of the launch's accesses
  /// \param spare   for other launches as well. All outlive the batches
  CacheBatches(const arch::DeviceModel& device, const sim::LaunchRequest& launch, std::size_t workers,
               const AccessRoutes& routes, FirstLevels& first, SecondLevel& second, SpareLogs& spare);

  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker);
  /// Of a shard that make_shard() has made.
  [[nodiscard]] static const AccessWriter::Turns& turns_of(const sim::Shard& shard);

  /// Once the workers have ended: answers what is left.
  void drain();

 private:
  class Shard;

  // Of a batch's log, from where on it waits for its turn, and then only one worker gets on.
  static constexpr std::size_t kMostOwnBytes = 4u << 20;
  static constexpr std::size_t kOwnBytesOfAll = 16u << 20;
  // Batches that may be ahead of the oldest one: as many as end while the worker that has it does not get a processor.
  // What their logs take is kept in bounds by itself.
  static constexpr std::uint64_t kAhead = 1024;
  static constexpr std::size_t kAnswerBytes = 32u << 10;  // that a worker adds before it looks what can be answered

  /// What there is of a worker's own parts, whose caches its processor has at hand; then, to help others, of all.
  /// \returns whether any has got on
  bool answer_own(std::size_t worker);
  bool answer_all(std::size_t worker);
  // As far as nobody else is at it.
  bool answer_first(std::size_t part);
  bool answer_second(std::size_t part);
  // What a batch asks of one part.
  void answer_first(const Log& log, std::size_t part);
  void answer_second(const Log& log, std::size_t part);
  /// Parts of the second level that it asks for something, once the first levels have answered; a bit each.
  [[nodiscard]] static std::uint32_t second_parts(const Log& log);

  const arch::DeviceModel& device_;
  const sim::LaunchRequest& launch_;
  const AccessRoutes& routes_;
  FirstLevels& first_;
  SecondLevel& second_;
  SpareLogs& spare_;
  const std::size_t workers_;
  const std::size_t own_bytes_;
  std::atomic<std::uint64_t> last_{~std::uint64_t{0}};  // batch that is of interest
  sim::BatchRing<Log, 2> ring_;
  std::vector<std::atomic<bool>> finished_;  // parts of the second level of which nothing more will come
};

}  // namespace warpglass::analysis
