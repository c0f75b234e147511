// The listeners of a launch, as one worker tells them: each event goes to the shards of those who want it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim/events.hpp"
#include "sim/listener.hpp"

namespace warpglass::sim {

class Audience {
 public:
  /// \param listeners  outlive the audience
  Audience(std::span<Listener* const> listeners, std::size_t worker);

  /// Whether anybody wants any of it.
  [[nodiscard]] bool wants(Interests any) const { return all_.has(any); }

  /// Whether anybody wants any of it who has asked for the order of accesses.
  [[nodiscard]] bool orders(Interests any) const { return ordered_.has(any); }

  /// What is expected of accesses to shared memory by one of those who want to hear of them; nullptr: nothing ever is.
  [[nodiscard]] Expectation* expectation() const { return expectation_; }

  void tell(const AccessEvent& event);
  void tell(const TensorEvent& event);
  void tell(const SyncEvent& event);
  void tell(const FlowEvent& event);

  // To those who have asked for the order of accesses.
  void start_batch(std::uint64_t batch);
  void end_batch(bool last);
  void end_batches(std::uint64_t batches);

  /// Gives the shards back, in the order of listeners.
  void merge();

 private:
  struct Member {
    Listener* listener = nullptr;
    Interests interests;
    std::unique_ptr<Shard> shard;
  };
  template <class Tell>
  void tell_in_order(Tell&& tell);

  std::vector<Member> members_;
  Interests all_;
  Interests ordered_;
  Expectation* expectation_ = nullptr;
};

/// What any of the listeners wants.
[[nodiscard]] Interests interests_of(std::span<Listener* const> listeners);

/// Under which interests an access to a space comes, and a step of the flow of control.
[[nodiscard]] Interests interest_in(Space space);
[[nodiscard]] Interests interest_in(Flow what);

}  // namespace warpglass::sim
