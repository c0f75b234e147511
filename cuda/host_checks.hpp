// What the host does wrong: launches that are refused, calls that fail, memory, streams and events that are used or
// freed once they are gone, or never freed. Everything is kept by the place of the call and told at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/profile.hpp"
#include "base/diagnostic.hpp"
#include "cuda/api.hpp"
#include "cuda/call_place.hpp"
#include "sim/listener.hpp"

namespace warpglass::cuda {

/// Why a call fails. A call that knows says so by blame(), before it answers.
struct Blame {
  std::string_view rule = "api-error";
  std::string message{};             // empty: the error's own text is all there is
  std::vector<std::string> notes{};  // what else the user should know
  std::string kernel{};              // of a launch
  std::uint64_t object = 0;          // Allocation::serial of the memory that it is about; 0: none
  const void* handle = nullptr;      // of a stream or event that was destroyed
  std::string call{};                // that fails, where it is a library's; empty: the runtime's or the driver's
  // Of what is no failure:
  std::string detail{};                                     // analysis::Finding's
  std::vector<analysis::RelatedPlace> related{};            // likewise
  std::vector<std::pair<std::string, CallPlace>> places{};  // likewise: what other calls have to do with it
};

/// Rule of what is told elsewhere, or is no mistake.
inline constexpr std::string_view kNoMistake = "no mistake";

/// For the answer that the calling thread is about to give. What was said first counts, unless it was only an error.
void blame(Blame why);

/// What was said for the answer that the calling thread gives now; forgets it.
[[nodiscard]] Blame take_blame();

class HostChecks;

/// A handle that names no stream or event. \param checks  may be nullptr. \param kind  "stream"
void blame_handle(const HostChecks* checks, const void* handle, std::string_view kind);

/// May be used from several threads at once.
class HostChecks final : public sim::Listener {
 public:
  enum class Extent : std::uint8_t { refused_launches, everything };

  explicit HostChecks(Extent extent) : everything_(extent == Extent::everything) {}

  /// Whether failed() keeps more than launches.
  [[nodiscard]] bool keeps_everything() const { return everything_; }

  void failed(cudaError_t error, Blame why);
  /// What the program does wrong in no call, where `place` has no entry, or in one that succeeds.
  void found(Blame why, const CallPlace& place);

  // What is made and ended is known at once; by which call, when that settles it. Walking the stack costs for each
  // function on it: at the end of a call there are few.

  /// At the end of a call.
  void settle();

  /// A stream or event. \param kind  "stream"
  void created(const void* handle, std::string_view kind);
  void destroyed(const void* handle);
  /// By a reset, those that are `its`.
  void destroyed_all(const std::function<bool(const void* handle)>& its);
  /// "stream" or "event" when it was destroyed; else empty.
  [[nodiscard]] std::string_view kind_of_destroyed(const void* handle) const;

  [[nodiscard]] sim::Interests interests() const override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t) override { return std::make_unique<sim::Shard>(); }
  void on_memory(const sim::MemoryEvent& event) override;

  /// What was done wrong so far, in order.
  [[nodiscard]] std::vector<analysis::Finding> failures() const;
  /// What is there yet, by the place where it was made.
  [[nodiscard]] std::vector<analysis::Finding> leaks(Severity severity) const;

  /// Places that fail, so far.
  [[nodiscard]] std::size_t failure_count() const;

  /// Where an allocation was made, and freed.
  [[nodiscard]] std::vector<analysis::HostPlace> places_of(std::uint64_t serial) const;

 private:
  struct Life {
    std::string name;  // "cudaMalloc #3 (1024 bytes)", "stream"
    std::uint64_t bytes = 0;
    bool leaks = true;  // if it is never ended
    bool ended = false;
    std::uint64_t number = 0;  // of all that was ever made
    CallPlace begin{};
    CallPlace end{};
  };
  struct Failure {
    Blame why;
    cudaError_t error = cudaSuccess;
    CallPlace place;
    std::uint64_t count = 0;
  };
  struct FailureKey {
    std::string_view rule;
    cudaError_t error;
    CallPlace place;
    friend auto operator<=>(const FailureKey&, const FailureKey&) = default;
  };

  /// With those of which it ended last, oldest first.
  template <class Key>
  struct Lives {
    std::map<Key, Life> all;
    std::deque<Key> ended;
  };

  template <class Key>
  void begin(Lives<Key>& lives, const Key& key, Life life);
  template <class Key>
  void end(Lives<Key>& lives, const Key& key);
  template <class Key>
  static void forget_oldest(Lives<Key>& lives);
  [[nodiscard]] static std::vector<analysis::HostPlace> places_of(const Life& life);
  /// Under the lock; \return  false: it is new
  bool count_known(const FailureKey& key);
  void add_new(const FailureKey& key, Blame why);
  [[nodiscard]] analysis::Finding finding_of(const Failure& failure) const;

  bool everything_;
  mutable std::mutex mutex_;
  std::uint64_t begun_ = 0;
  Lives<std::uint64_t> memory_;              // by serial
  Lives<const void*> handles_;               // streams and events
  std::vector<CallPlace*> unsettled_;        // beginnings and ends in this call
  std::vector<Failure> failures_;            // by first occurrence
  std::map<FailureKey, std::size_t> index_;  // into failures_
};

}  // namespace warpglass::cuda
