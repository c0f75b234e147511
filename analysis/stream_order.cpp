#include "analysis/stream_order.hpp"

#include <algorithm>
#include <utility>

namespace warpglass::analysis {

using sim::StreamAction;

void StreamOrder::join(Done& done, const Done& other) {
  for (const auto& [stream, count] : other) {
    std::uint64_t& known = done[stream];
    known = std::max(known, count);
  }
}

bool is_the_programs(const sim::Allocation& allocation) {
  using Kind = sim::AllocationKind;
  return allocation.kind == Kind::device || allocation.kind == Kind::managed || allocation.kind == Kind::pinned;
}

std::optional<StreamPlace> StreamOrder::hear(const sim::StreamEvent& event) {
  in_order_ = event.what == StreamAction::allocate || event.what == StreamAction::release;
  switch (event.what) {
    case StreamAction::create:
      (event.blocking ? blocking_ : independent_).insert(event.stream);
      of_threads_ = of_threads_ || event.of_thread;
      break;
    case StreamAction::destroy:
      // What it has been given goes on; nothing follows it there.
      blocking_.erase(event.stream);
      independent_.erase(event.stream);
      break;
    case StreamAction::record: events_[event.event] = arrive(event.stream); break;
    case StreamAction::wait:
      if (event.event == kEventOfWord) {
        Done& waits = streams_[event.stream];
        for (const auto& [stream, done] : streams_) join(waits, done);
        break;
      }
      // Of an event that nobody has recorded nothing is known.
      if (const auto done = events_.find(event.event); done != events_.end()) join(arrive(event.stream), done->second);
      break;
    case StreamAction::wait_on_host:
    case StreamAction::poll:
      if (event.event == 0) {
        join(host_, streams_[event.stream]);
        if (sim::is_default_stream(event.stream)) join_blocking(host_, event.stream);
      } else if (const auto done = events_.find(event.event); done != events_.end()) {
        join(host_, done->second);
      }
      break;
    case StreamAction::wait_for_all: wait_for_device(event.stream); break;
    case StreamAction::launch: return begin(event.stream);
    case StreamAction::copy: {
      const StreamPlace place = begin(event.stream);
      if (event.blocking) wait_on_host(place);
      return place;
    }
    case StreamAction::host_function: join(host_, arrive(event.stream)); break;
    case StreamAction::release: arrive(event.stream); break;
    case StreamAction::allocate: break;
  }
  return std::nullopt;
}

void StreamOrder::hear(const sim::MemoryEvent& event) {
  const bool allocates = event.what == sim::MemoryAction::allocate;
  if (!allocates && event.what != sim::MemoryAction::free) return;
  // cudaFree() waits for everything. Other memory is the launch's own.
  const bool in_order = std::exchange(in_order_, false);
  if (!allocates && !in_order && is_the_programs(*event.allocation)) wait_for_all();
}

StreamOrder::Done& StreamOrder::arrive(std::uint64_t stream) {
  Done& done = streams_[stream];
  join(done, host_);
  if (sim::is_default_stream(stream)) {
    join_blocking(done, stream);
  } else if (waits_for_default(stream)) {
    join(done, streams_[sim::default_stream(sim::device_of_stream(stream))]);
  }
  return done;
}

StreamPlace StreamOrder::begin(std::uint64_t stream) { return {.stream = stream, .count = ++arrive(stream)[stream]}; }

void StreamOrder::wait_on_host(const StreamPlace& place) { join(host_, streams_[place.stream]); }

void StreamOrder::wait_in_stream(std::uint64_t stream, const StreamPlace& place) {
  join(streams_[stream], {{place.stream, place.count}});
}

void StreamOrder::join_blocking(Done& done, std::uint64_t default_stream) {
  for (const std::uint64_t stream : blocking_)
    if (sim::device_of_stream(stream) == sim::device_of_stream(default_stream)) join(done, streams_[stream]);
}

void StreamOrder::wait_for_device(std::uint64_t default_stream) {
  for (const auto& [stream, done] : streams_)
    if (sim::device_of_stream(stream) == sim::device_of_stream(default_stream)) join(host_, done);
}

void StreamOrder::wait_for_all() {
  for (const auto& [stream, done] : streams_) join(host_, done);
}

bool StreamOrder::is_before(const StreamPlace& place, std::uint64_t stream) const {
  const auto done = streams_.find(stream);
  if (done == streams_.end()) return false;
  const auto count = done->second.find(place.stream);
  return count != done->second.end() && place.count <= count->second;
}

bool StreamOrder::is_over(const StreamPlace& place) const {
  const auto count = host_.find(place.stream);
  return count != host_.end() && place.count <= count->second;
}

}  // namespace warpglass::analysis
