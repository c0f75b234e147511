#include "sim/audience.hpp"

#include <algorithm>
#include <utility>

namespace warpglass::sim {

Interests interest_in(Space space) {
  switch (space) {
    case Space::shared: return Interest::shared;
    case Space::global: return Interest::global;
    case Space::local: return Interest::local;
    case Space::constant:
    case Space::param: return Interest::constant;
    case Space::generic: break;
  }
  return kAllAccesses;
}

Interests interest_in(Flow what) {
  if (what == Flow::passed) return Interest::products;
  const bool of_block = what == Flow::block_start || what == Flow::block_end;
  return of_block ? Interest::flow | Interest::blocks : Interests(Interest::flow);
}

Interests interests_of(std::span<Listener* const> listeners) {
  Interests all;
  for (const Listener* listener : listeners) all = all | listener->interests();
  return all;
}

Audience::Audience(std::span<Listener* const> listeners, std::size_t worker) {
  std::vector<Shard*> of_shared;
  for (Listener* listener : listeners) {
    const Interests interests = listener->interests();
    members_.push_back({.listener = listener, .interests = interests, .shard = listener->make_shard(worker)});
    all_ = all_ | interests;
    if (interests.has(Interest::order)) ordered_ = ordered_ | interests;
    if (interests.has(Interest::shared)) of_shared.push_back(members_.back().shard.get());
  }
  for (std::size_t i = 0; i < of_shared.size() && expectation_ == nullptr; ++i) {
    std::swap(of_shared.front(), of_shared[i]);
    expectation_ = of_shared.front()->expectation(std::span(of_shared).subspan(1));
  }
  if (expectation_ == nullptr) return;
  const auto who =
      std::ranges::find(members_, of_shared.front(), [](const Member& member) { return member.shard.get(); });
  std::rotate(members_.begin(), who, who + 1);
}

void Audience::tell(const AccessEvent& event) {
  const Interests wanted = interest_in(event.space);
  for (const Member& member : members_)
    if (member.interests.has(wanted)) member.shard->on_access(event);
}

void Audience::tell(const TensorEvent& event) {
  for (const Member& member : members_)
    if (member.interests.has(Interest::tensor)) member.shard->on_tensor(event);
}

void Audience::tell(const SyncEvent& event) {
  for (const Member& member : members_)
    if (member.interests.has(Interest::sync)) member.shard->on_sync(event);
}

void Audience::tell(const FlowEvent& event) {
  const Interests wanted = interest_in(event.what);
  for (const Member& member : members_)
    if (member.interests.has(wanted)) member.shard->on_flow(event);
}

template <class Tell>
void Audience::tell_in_order(Tell&& tell) {
  for (const Member& member : members_)
    if (member.interests.has(Interest::order)) tell(*member.shard);
}

void Audience::start_batch(std::uint64_t batch) {
  tell_in_order([batch](Shard& shard) { shard.on_batch_start(batch); });
}

void Audience::end_batch(bool last) {
  tell_in_order([last](Shard& shard) { shard.on_batch_end(last); });
}

void Audience::end_batches(std::uint64_t batches) {
  tell_in_order([batches](Shard& shard) { shard.on_batches_end(batches); });
}

void Audience::merge() {
  for (const Member& member : members_) member.listener->merge(*member.shard);
}

}  // namespace warpglass::sim
