#include "runtime/repeated_launches.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "sim/texture.hpp"

namespace warpglass::runtime {
namespace {

constexpr std::size_t kMostRequests = 256;
constexpr std::size_t kMostStates = 16;  // of a request
constexpr unsigned kRoomAfter = 16;      // executed launches without copies
// Of copies and counters, about: a program is to take no more than its own memory and 64 MiB.
constexpr std::uint64_t kMostBytes = std::uint64_t{48} << 20;
// What counters of an op take, about.
constexpr std::uint64_t kBytesOfOp = 1024;
// Copies are made of no more than so many bytes for a second that the launch takes: a tenth of it or less, and at first
// about as long as it takes, for mostly it shows at once whether a request finds the same again.
constexpr double kBytesPerSecond = 1e9;
constexpr double kBytesPerSecondAtFirst = 5e9;
constexpr unsigned kFewMisses = 4;
// Requests that have found something else so often are of programs that go on from what they have computed.
constexpr unsigned kManyMisses = 24;
// Under a seed, of a request in as many orders.
constexpr unsigned kFewOrders = 4;
constexpr unsigned kManyMissesOfSeed = 8;
constexpr std::uint64_t kMostOfSeed = std::uint64_t{16} << 20;  // bytes of copies for a launch

/// Whether the host may write it without anybody's noticing.
bool is_hosts(sim::AllocationKind kind) {
  return kind == sim::AllocationKind::managed || kind == sim::AllocationKind::pinned;
}

bool holds(const sim::TouchedAllocation& at, const std::vector<std::byte>& bytes) {
  return std::memcmp(sim::Memory::host(at.begin), bytes.data(), bytes.size()) == 0;
}

}  // namespace

void note_written(const sim::Memory& memory, const sim::TouchedMemory& touched) {
  if (!touched.complete) return memory.change_all_contents();
  for (const sim::TouchedAllocation& at : touched.allocations)
    if (at.writes) memory.change_contents(at.begin, at.size);
}

bool all_recall(const std::vector<sim::Listener*>& listeners) {
  return std::ranges::all_of(listeners,
                             [](const sim::Listener* one) { return one->interests().has(sim::Interest::recalls); });
}

RepeatedLaunches::Recollections RepeatedLaunches::recollections_of(const std::vector<sim::Listener*>& listeners,
                                                                   const sim::TouchedMemory& touched,
                                                                   const sim::LaunchResult& result) {
  const bool ended_well = result.faults.empty() && result.passed_faults.empty() && !result.cancelled;
  if (!touched.complete || !ended_well) return nullptr;
  auto all = std::make_shared<std::vector<sim::Recollection>>();
  for (sim::Listener* const listener : listeners) {
    std::optional<sim::Recollection> one = listener->recollect(touched);
    if (!one) return nullptr;
    all->push_back(std::move(*one));
  }
  return all;
}

std::optional<std::uint64_t> RepeatedLaunches::contents_of(const sim::TouchedAllocation& at) const {
  const std::optional<sim::Allocation> found = memory_.find(at.begin);
  if (!found || found->begin != at.begin || found->size != at.size || found->kind != at.kind) return std::nullopt;
  return found->contents;
}

bool RepeatedLaunches::is_there(Part& part) const {
  const std::optional<std::uint64_t> contents = contents_of(part.at);
  if (!contents) return false;
  if (!is_hosts(part.at.kind) && *contents == part.before) return true;
  if (part.bytes_before == nullptr || !holds(part.at, *part.bytes_before)) return false;
  if (!is_hosts(part.at.kind)) memory_.set_contents(part.at.begin, part.before);
  return true;
}

bool RepeatedLaunches::stands(State& state) const {
  if (state.images && *state.images != images_) return false;
  const auto& heard = *state.recollections;
  return std::ranges::all_of(heard, [](const sim::Recollection& one) { return !one.stands || one.stands(); }) &&
         std::ranges::all_of(state.parts, [this](Part& part) { return is_there(part); });
}

void RepeatedLaunches::bring_about(const State& state) const {
  for (const Part& part : state.parts) {
    if (part.bytes_after == nullptr) continue;
    std::memcpy(sim::Memory::host(part.at.begin), part.bytes_after->data(), part.bytes_after->size());
    memory_.set_contents(part.at.begin, part.after);
  }
}

RepeatedLaunches::Bytes RepeatedLaunches::copy_of(const sim::TouchedAllocation& at, std::uint64_t contents) const {
  // What a launch goes on from, another has mostly left.
  if (!is_hosts(at.kind)) {
    for (const Known& known : known_) {
      for (const State& state : known.states) {
        for (const Part& part : state.parts) {
          if (part.at.begin != at.begin) continue;
          if (part.after == contents && part.bytes_after != nullptr) return part.bytes_after;
          if (part.before == contents && part.bytes_before != nullptr) return part.bytes_before;
        }
      }
    }
  }
  const std::byte* const bytes = sim::Memory::host(at.begin);
  return std::make_shared<const std::vector<std::byte>>(bytes, bytes + at.size);
}

std::shared_ptr<const sim::LaunchResult> RepeatedLaunches::repeat(const std::shared_ptr<const sim::Program>& program,
                                                                  const sim::LaunchRequest& request) {
  const std::string_view params(reinterpret_cast<const char*>(request.params.data()), request.params.size());
  Request asked{.hash = std::hash<std::string_view>()(params),
                .program = program,
                .grid = request.grid,
                .block = request.block,
                .cluster = request.cluster,
                .explicit_cluster = request.explicit_cluster,
                .cooperative = request.grid_workspace != 0,
                .lockstep = request.lockstep,
                .dynamic_shared_bytes = request.dynamic_shared_bytes,
                .seed = request.seed,
                .turn = request.seed == 0 ? request.turn : 0,
                .resident_blocks = request.resident_blocks,
                .loop_limit = request.loop_limit,
                .costs = request.costs,
                .listeners = request.listeners,
                .params = request.params};
  ahead_.clear();
  images_ = request.textures != nullptr ? request.textures->version : 0;
  const auto found = std::ranges::find(known_, asked, &Known::request);
  if (found == known_.end()) {
    known_.push_front({.request = std::move(asked)});
    return nullptr;
  }
  known_.splice(known_.begin(), known_, found);
  Known& known = known_.front();
  const bool is_one_order = request.seed != 0 && known.executions < kFewOrders;
  for (auto state = known.states.begin(); state != known.states.end() && !is_one_order; ++state) {
    if (!stands(*state)) continue;
    bring_about(*state);
    for (const sim::Recollection& one : *state->recollections)
      if (one.recall) one.recall(request);
    known.misses = 0;
    known.states.splice(known.states.begin(), known.states, state);
    return known.states.front().result;
  }
  copy_ahead(known);
  return nullptr;
}

void RepeatedLaunches::copy_ahead(const Known& known) {
  // A seed is the same orders whenever it is run: what is repeated may not follow from how long a launch takes.
  const bool timed = known.request.seed == 0;
  if (known.touched.empty() || known.misses >= (timed ? kManyMisses : kManyMissesOfSeed)) return;
  std::vector<Part> ahead = known.touched;
  const double per_second = known.misses < kFewMisses ? kBytesPerSecondAtFirst : kBytesPerSecond;
  const double most =
      timed ? std::min(known.seconds * per_second, static_cast<double>(kMostBytes)) : static_cast<double>(kMostOfSeed);
  double bytes = 0;
  for (Part& part : ahead) {
    const std::optional<std::uint64_t> contents = contents_of(part.at);
    if (!contents) return;
    const bool by_bytes = is_hosts(part.at.kind) || part.at.writes || *contents != part.before;
    part.bytes_before = nullptr;
    part.before = *contents;
    if (!by_bytes) continue;
    bytes += static_cast<double>(part.at.size) * (part.at.writes ? 2 : 1);
    if (bytes > most) return;
    part.bytes_before = std::make_shared<const std::vector<std::byte>>();
  }
  for (Part& part : ahead)
    if (part.bytes_before != nullptr) part.bytes_before = copy_of(part.at, part.before);
  ahead_ = std::move(ahead);
}

std::vector<RepeatedLaunches::Part> RepeatedLaunches::parts_of(const sim::TouchedMemory& touched) {
  std::vector<Part> parts;
  for (const sim::TouchedAllocation& at : touched.allocations) {
    Part& part = parts.emplace_back(Part{.at = at, .before = contents_of(at).value_or(0)});
    part.after = part.before;
    const auto copied = std::ranges::find(ahead_, at.begin, [](const Part& one) { return one.at.begin; });
    if (copied != ahead_.end()) part.bytes_before = copied->bytes_before;
  }
  return parts;
}

void RepeatedLaunches::done(const sim::TouchedMemory& touched, std::shared_ptr<const sim::LaunchResult> result,
                            double seconds) {
  Known& known = known_.front();
  known.seconds = seconds;
  ++known.misses;
  ++known.executions;
  const Recollections heard = recollections_of(known.request.listeners, touched, *result);
  if (heard == nullptr) {
    note_written(memory_, touched);
    known_.pop_front();
    ahead_.clear();
    return;
  }
  std::vector<Part> parts = parts_of(touched);
  known.touched = parts;
  for (Part& part : known.touched) part.bytes_before = nullptr;
  bool is_restored = true;  // what it found, and what it made of it, is known
  bool is_lasting = true;   // once more it would find the same, and make the same of it
  for (Part& part : parts) {
    const bool hosts = is_hosts(part.at.kind);
    if (hosts && part.bytes_before == nullptr) is_restored = is_lasting = false;
    if (!part.at.writes || (part.bytes_before != nullptr && holds(part.at, *part.bytes_before))) continue;
    part.after = memory_.change_contents(part.at.begin, part.at.size);
    is_lasting = is_lasting && !part.at.reads;
    // Another thread of the host may have written a part of it meanwhile, which must not be put there again.
    if (hosts) is_restored = is_lasting = false;
    if (part.bytes_before == nullptr) is_restored = false;
    if (is_restored) part.bytes_after = copy_of(part.at, part.after);
  }
  const std::optional<std::uint64_t> images = touched.images ? std::optional(images_) : std::nullopt;
  const auto keep = [&known, &result, &heard, images](std::vector<Part> of) {
    known.states.push_front({.parts = std::move(of), .images = images, .result = result, .recollections = heard});
    if (known.states.size() > kMostStates) known.states.pop_back();
  };
  if (is_restored) keep(parts);
  if (is_lasting) {
    for (Part& part : parts) {
      part.before = part.after;
      if (!is_hosts(part.at.kind)) part.bytes_before = nullptr;
      part.bytes_after = nullptr;
    }
    keep(std::move(parts));
  }
  // Copies take room at once, everything else little by little.
  if (!ahead_.empty() || ++since_room_ == kRoomAfter) make_room();
  ahead_.clear();
}

void RepeatedLaunches::make_room() {
  since_room_ = 0;
  std::uint64_t bytes = 0;
  std::size_t requests = 0;
  std::set<const void*> counted;
  const auto count = [&](const Bytes& copied) {
    if (copied != nullptr && counted.insert(copied.get()).second) bytes += copied->size();
  };
  for (auto known = known_.begin(); known != known_.end();) {
    for (const State& state : known->states) {
      bytes += state.result->counters.size() * kBytesOfOp;
      if (counted.insert(state.recollections.get()).second)
        for (const sim::Recollection& one : *state.recollections) bytes += one.bytes;
      for (const Part& part : state.parts) {
        count(part.bytes_before);
        count(part.bytes_after);
      }
    }
    ++requests;
    const bool too_many = known != known_.begin() && (bytes > kMostBytes || requests > kMostRequests);
    known = too_many ? known_.erase(known) : std::next(known);
  }
}

}  // namespace warpglass::runtime
