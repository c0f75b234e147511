// Copies and fills of different streams that touch the same bytes, one of them writing, with nothing that orders the
// streams (analysis/stream_order.hpp). stream_races.hpp has those of kernels; here no kernel is at fault, but the call
// that gave out the later copy. Of each that may still be under way its ranges of bytes are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/stream_order.hpp"
#include "sim/listener.hpp"
#include "sim/memory.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// Bytes of memory, as ranges.
class ByteRanges {
 public:
  void add(std::uint64_t begin, std::uint64_t end);
  void remove(std::uint64_t begin, std::uint64_t end);
  /// No more are added for now: what asks comes quicker.
  void sort();
  /// The first byte of [begin, end) that is one of them. Behind sort().
  [[nodiscard]] std::optional<std::uint64_t> first_in(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] std::size_t size() const { return ranges_.size(); }

 private:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  std::vector<Range> ranges_;
};

/// A copy, a fill or a library's work that races.
struct RacingCopy {
  std::uint64_t call = 0;  // the number of its call
  std::uint64_t stream = 0;
  bool fills = false;
  bool is_librarys = false;
  bool writes = false;  // the byte
};

struct CopyRace {
  RacingCopy first;  // as they were given out
  RacingCopy second;
  std::uint64_t address = 0;  // of a byte that both touch
};

class CopyRaceDetector final : public sim::Listener, public sim::PutsAside {
 public:
  struct Host {
    std::function<std::uint64_t()> number_of_call;         // that a copy is given out by
    std::function<bool(std::uint64_t address)> is_pinned;  // memory of the host
    std::function<void(const CopyRace&)> found;            // once for each copy, in its call
  };

  explicit CopyRaceDetector(Host host) : host_(std::move(host)) {}

  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::streams | sim::Interest::memory | sim::Interest::uncounted | sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t) override { return std::make_unique<sim::Shard>(); }
  void on_end(const sim::LaunchResult& result) override;
  void on_memory(const sim::MemoryEvent& event) override;
  void on_stream(const sim::StreamEvent& event) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(polling_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory&) override {
    return sim::Recollection{.recall = [this](const sim::LaunchRequest& launch) {
      on_start(launch);
      finish_launch();
    }};
  }

 private:
  struct Copy {
    StreamPlace place;
    RacingCopy about;
    ByteRanges read;
    ByteRanges written;
    std::uint64_t staged = 0;  // bytes of pageable memory that it copies from
  };

  [[nodiscard]] bool has_waited(const sim::MemoryEvent& event) const;
  void touch(std::uint64_t begin, std::uint64_t end, bool writes);
  void finish();
  void finish_launch();
  void drop_done();

  const Host host_;
  StreamOrder order_;
  std::deque<Copy> earlier_;              // that may still be under way
  std::unique_ptr<Copy> now_;             // the latest, while its pieces come
  std::vector<const Copy*> rivals_;       // earlier ones that are in no order with it; none any more once one has raced
  std::optional<std::uint64_t> polling_;  // the stream of the kernel under way, where it may wait for others
};

}  // namespace warpglass::analysis
