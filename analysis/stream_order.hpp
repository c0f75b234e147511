// Which of the operations that the host has given to streams are in order (CUDA Programming Guide, Streams and Events):
// those of one stream; those of the default stream with those of every stream that does not opt out; what an event was
// recorded behind with what waits for it; and what the host has waited for with all that it gives out later. Threads of
// the host are taken for one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "sim/events.hpp"
#include "sim/memory.hpp"

namespace warpglass::analysis {

/// The `count`th operation of a stream, from 1 on.
struct StreamPlace {
  std::uint64_t stream = 0;
  std::uint64_t count = 0;
};

/// Of a copy from memory of the host that is not pinned, how many bytes are taken before its call returns and copied
/// later (CUDA C++ Programming Guide, Asynchronous Concurrent Execution); for more the host may have to wait.
inline constexpr std::uint64_t kStagedAtOnce = std::uint64_t{64} << 10;

/// The event that stands for a word of memory in which a stream waits for a value: whoever was given out before may
/// have written it.
inline constexpr std::uint64_t kEventOfWord = ~std::uint64_t{0};

class StreamOrder {
 public:
  /// Of each stream the operations that are known to be done, by their number.
  using Done = std::map<std::uint64_t, std::uint64_t>;

  /// \return  of a launch or a copy its place
  std::optional<StreamPlace> hear(const sim::StreamEvent& event);
  /// Of memory, that the host waits when it frees some. To be told of all.
  void hear(const sim::MemoryEvent& event);
  /// The host waits for an operation.
  void wait_on_host(const StreamPlace& place);
  /// What a stream is given from now on comes behind an operation.
  void wait_in_stream(std::uint64_t stream, const StreamPlace& place);

  /// Whether an operation is done before the latest one of a stream begins.
  [[nodiscard]] bool is_before(const StreamPlace& place, std::uint64_t stream) const;
  /// Whether it is done before anything that is given out from now on.
  [[nodiscard]] bool is_over(const StreamPlace& place) const;
  /// Whether there are streams whose operations may be in no order. Behind the default stream of a thread others come
  /// unasked.
  [[nodiscard]] bool may_overlap() const { return of_threads_ || !independent_.empty() || blocking_.size() > 1; }

 private:
  static void join(Done& done, const Done& other);
  /// Whatever comes there next, a kernel, a copy, a release, an event's record or a wait, comes behind this, and those
  /// that wait for the default stream behind it (tests/hardware/h200/facts/legacy_stream.tsv).
  Done& arrive(std::uint64_t stream);
  StreamPlace begin(std::uint64_t stream);
  /// For whose default stream it is.
  void wait_for_device(std::uint64_t default_stream);
  void wait_for_all();
  /// Of all streams that the default stream waits for, with it.
  void join_blocking(Done& done, std::uint64_t default_stream);
  [[nodiscard]] bool waits_for_default(std::uint64_t stream) const { return !independent_.contains(stream); }

  std::set<std::uint64_t> blocking_;       // created, and in order with the default stream
  std::set<std::uint64_t> independent_;    // of it
  bool of_threads_ = false;                // some are default streams of threads
  std::map<std::uint64_t, Done> streams_;  // their own operations among them
  std::map<std::uint64_t, Done> events_;
  Done host_;
  bool in_order_ = false;  // the next allocation or release is in a stream's order
};

/// What puts operations of two streams in order, for findings.
inline constexpr std::string_view kStreamRemedy =
    "an event would order them: cudaEventRecord() behind the first, cudaStreamWaitEvent() in the other's stream before "
    "it; or give both to one stream";

/// Memory that a call of the program gave it.
[[nodiscard]] bool is_the_programs(const sim::Allocation& allocation);

}  // namespace warpglass::analysis
