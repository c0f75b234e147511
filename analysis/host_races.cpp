#include "analysis/host_races.hpp"

#include <algorithm>
#include <utility>

#include "analysis/touching_shard.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

// Operations that are kept, and runs of lines of all of them together; beyond, the oldest are taken for done. What a
// program gives out by the thousand before it waits mostly is in the same memory, over and over.
constexpr std::size_t kHostOperationsKept = 32;
constexpr std::uint64_t kRunsKept = std::uint64_t{1} << 20;

bool is_hosts(const sim::Allocation& allocation) {
  return allocation.kind == sim::AllocationKind::managed || allocation.kind == sim::AllocationKind::pinned;
}

}  // namespace

sim::Interests HostRaceDetector::interests() const {
  const sim::Interests host =
      sim::Interest::streams | sim::Interest::memory | sim::Interest::uncounted | sim::Interest::recalls;
  return ranges_.empty() ? host : host | sim::Interest::global | sim::Interest::apart;
}

void HostRaceDetector::begin(const StreamPlace& place) {
  now_ = std::make_unique<Operation>();
  now_->place = place;
  now_->about.operation = operations_++;
  now_->about.stream = place.stream;
}

void HostRaceDetector::on_start(const sim::LaunchRequest& launch) {
  ++launches_;
  if (ranges_.empty()) now_.reset();
  if (now_ == nullptr) return;
  before_change_();
  ++running_;
  after_change_();
  now_->positions = positions_of(*launch.program);
  now_->about.kernel = launch.program->name;
  now_->about.launch = launches_ - 1;
}

std::unique_ptr<sim::Shard> HostRaceDetector::make_shard(std::size_t) {
  std::vector<AddressRange> ranges;
  for (const auto& [begin, end] : ranges_) ranges.push_back({.begin = begin, .end = end});
  return std::make_unique<TouchingShard>(std::move(ranges));
}

void HostRaceDetector::merge(sim::Shard& shard) {
  if (now_ != nullptr) now_->lines->add(static_cast<TouchingShard&>(shard).take());
}

void HostRaceDetector::on_end(const sim::LaunchResult&) {
  last_lines_.reset();
  if (now_ == nullptr) return;
  last_lines_ = now_->lines;
  finish();
}

void HostRaceDetector::finish() {
  settle(std::move(now_));
  --running_;
  after_change_();
}

std::optional<sim::Recollection> HostRaceDetector::recollect(const sim::TouchedMemory&) {
  return sim::Recollection{.stands = [this, knows = last_lines_ != nullptr] { return knows || ranges_.empty(); },
                           .recall =
                               [this, lines = last_lines_](const sim::LaunchRequest& launch) {
                                 on_start(launch);
                                 if (now_ == nullptr) return;
                                 now_->lines = lines;
                                 finish();
                               },
                           .bytes = last_lines_ != nullptr ? last_lines_->bytes() : 0};
}

void HostRaceDetector::on_stream(const sim::StreamEvent& event) {
  if (!pending_.empty()) before_change_();
  if (const auto place = order_.hear(event)) begin(*place);
  if (drop_done()) after_change_();
}

void HostRaceDetector::on_memory(const sim::MemoryEvent& event) {
  const bool comes = event.what == sim::MemoryAction::allocate, goes = event.what == sim::MemoryAction::free;
  if (comes || goes) {
    if (goes && !pending_.empty()) before_change_();
    order_.hear(event);
    if (comes && is_hosts(*event.allocation)) ranges_[event.address] = event.allocation->end();
    if (goes) ranges_.erase(event.address);
    if (drop_done()) after_change_();
    return;
  }
  if (now_ == nullptr || ranges_.empty()) return;
  // Of a copy there may be several pieces, as of its rows. Where the other side is pageable, its call has waited.
  using Action = sim::MemoryAction;
  std::unique_ptr<Operation> piece;
  if (!pending_.empty() && pending_.back()->about.operation == now_->about.operation) {
    piece = std::move(pending_.back());
    pending_.pop_back();
  } else {
    piece = std::make_unique<Operation>();
    piece->place = now_->place;
    piece->about = now_->about;
  }
  if (event.what == Action::read || (event.what == Action::write && event.from != 0)) order_.wait_on_host(now_->place);
  if (!order_.is_over(now_->place)) {
    const bool reads = event.what == Action::read || event.what == Action::library_read;
    touch_shared(*piece->lines, event.address, event.bytes, reads ? Touching::read : Touching::write);
    if (event.what == Action::copy) touch_shared(*piece->lines, event.from, event.bytes, Touching::read);
  }
  before_change_();
  settle(std::move(piece));
  after_change_();
}

void HostRaceDetector::touch_shared(TouchedRuns& lines, std::uint64_t address, std::uint64_t bytes,
                                    Touching how) const {
  // A copy lies within one allocation.
  const auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return;
  if (std::prev(after)->second > address) lines.touch(address, bytes, how);
}

void HostRaceDetector::settle(std::unique_ptr<Operation> operation) {
  drop_done();
  if (operation->lines->empty() || order_.is_over(operation->place)) return;
  pending_.push_back(std::move(operation));
  std::uint64_t runs = 0;
  for (const auto& one : pending_) runs += one->lines->size();
  while ((runs > kRunsKept || pending_.size() > kHostOperationsKept) && pending_.size() > 1) {
    runs -= pending_.front()->lines->size();
    pending_.pop_front();
  }
}

bool HostRaceDetector::drop_done() {
  return std::erase_if(pending_, [&](const auto& one) { return order_.is_over(one->place); }) != 0;
}

std::optional<HostRace> HostRaceDetector::touched(std::uint64_t address, bool writes) {
  const std::uint64_t byte = address % kLineBytes;
  const auto line_of = [&](const Operation& one) { return one.lines->find(address / kLineBytes); };
  for (const auto& one : pending_) {
    const TouchedLine* const line = line_of(*one);
    if (line != nullptr && has_byte(line->strong(), byte)) order_.wait_on_host(one->place);
  }
  for (const auto& one : pending_) {
    const TouchedLine* const line = line_of(*one);
    if (line == nullptr || order_.is_over(one->place)) continue;
    const Touch& written = (*line)[Touching::write];
    const Touch& read = (*line)[Touching::read];
    if (!written.has(byte) && !(writes && read.has(byte))) continue;
    HostRace race = one->about;
    race.writes = written.has(byte);
    const std::uint32_t pc = (race.writes ? written : read).pc;
    if (one->positions != nullptr && pc < one->positions->size()) race.where = (*one->positions)[pc];
    return race;
  }
  return std::nullopt;
}

std::vector<HostRaceDetector::Pending> HostRaceDetector::pending() const {
  std::vector<Pending> all;
  if (running_ != 0) return all;
  for (const auto& one : pending_) {
    for (const TouchedRun& run : one->lines->runs()) {
      const bool written = run.line[Touching::write].any() || run.line.strong() != LineBytes{};
      all.push_back({.begin = run.begin, .end = run.end, .written = written});
    }
  }
  return all;
}

}  // namespace warpglass::analysis
