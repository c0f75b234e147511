#include "analysis/stream_races.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analysis/names.hpp"
#include "analysis/touching_shard.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

// Operations that are kept, and runs of lines of all of them together; beyond, the oldest operations are taken for
// done.
constexpr std::size_t kOperationsKept = 4096;
constexpr std::uint64_t kRunsKept = std::uint64_t{1} << 20;

bool have_common(const LineBytes& a, const LineBytes& b) { return common_byte(a, b) >= 0; }

}  // namespace

sim::Interests StreamRaceDetector::interests() const {
  const sim::Interests host =
      sim::Interest::streams | sim::Interest::memory | sim::Interest::uncounted | sim::Interest::recalls;
  return order_.may_overlap() ? host | sim::Interest::global | sim::Interest::apart : host;
}

void StreamRaceDetector::begin(const StreamPlace& place) {
  ++serial_;
  now_.reset();
  if (!order_.may_overlap()) return;
  now_ = std::make_unique<Operation>();
  now_->place = place;
  now_->serial = serial_;
  now_->side.stream = place.stream;
}

void StreamRaceDetector::on_start(const sim::LaunchRequest& launch) {
  memory_ = launch.memory;
  ++launches_;
  if (now_ == nullptr) return;
  if (program_ != launch.program) {
    program_ = launch.program;
    positions_ = positions_of(*launch.program);
  }
  now_->positions = positions_;
  now_->side.kernel = launch.program->name;
  now_->side.launch = launches_ - 1;
  now_->side.grid = launch.grid;
}

std::unique_ptr<sim::Shard> StreamRaceDetector::make_shard(std::size_t) { return std::make_unique<TouchingShard>(); }

void StreamRaceDetector::merge(sim::Shard& shard) {
  if (now_ != nullptr) now_->lines->add(static_cast<TouchingShard&>(shard).take());
}

void StreamRaceDetector::on_end(const sim::LaunchResult&) {
  last_lines_.reset();
  if (now_ == nullptr) return;
  last_lines_ = now_->lines;
  settle(std::move(now_));
}

std::optional<sim::Recollection> StreamRaceDetector::recollect(const sim::TouchedMemory&) {
  return sim::Recollection{.stands = [this, knows = last_lines_ != nullptr] { return knows || now_ == nullptr; },
                           .recall =
                               [this, lines = last_lines_](const sim::LaunchRequest& launch) {
                                 on_start(launch);
                                 if (now_ == nullptr) return;
                                 now_->lines = lines;
                                 settle(std::move(now_));
                               },
                           .bytes = last_lines_ != nullptr ? last_lines_->bytes() : 0};
}

std::function<void()> StreamRaceDetector::put_aside() {
  if (now_ != nullptr) now_->gave_way = true;
  return aside(now_);
}

void StreamRaceDetector::on_stream(const sim::StreamEvent& event) {
  if (const auto place = order_.hear(event)) begin(*place);
}

void StreamRaceDetector::on_memory(const sim::MemoryEvent& event) {
  order_.hear(event);
  switch (event.what) {
    case sim::MemoryAction::allocate:
      if (order_.may_overlap() && is_the_programs(*event.allocation))
        renewed_.push_back({.begin = event.address, .end = event.address + event.bytes, .serial = serial_ + 1});
      return;
    case sim::MemoryAction::free: return;
    case sim::MemoryAction::write:
    case sim::MemoryAction::fill:
    case sim::MemoryAction::copy:
    case sim::MemoryAction::read:
    case sim::MemoryAction::library_read:
    case sim::MemoryAction::library_write: break;
  }
  if (now_ == nullptr) return;
  // A copy to pageable memory is done when its call returns; which memory it is, is not known here.
  if (event.what == sim::MemoryAction::read) order_.wait_on_host(now_->place);
  // Of a copy there may be several pieces.
  auto piece = std::make_unique<Operation>();
  piece->place = now_->place;
  piece->serial = now_->serial;
  piece->side = now_->side;
  const bool reads = event.what == sim::MemoryAction::read || event.what == sim::MemoryAction::library_read;
  piece->lines->touch(event.address, event.bytes, reads ? Touching::read : Touching::write);
  if (event.what == sim::MemoryAction::copy) piece->lines->touch(event.from, event.bytes, Touching::read);
  settle(std::move(piece));
}

void StreamRaceDetector::drop_done() {
  std::erase_if(earlier_, [&](const auto& earlier) { return order_.is_over(earlier->place); });
}

/// An operation is complete; it is compared with all that may be under way beside it.
void StreamRaceDetector::settle(std::unique_ptr<Operation> operation) {
  operation->ended = serial_;
  drop_done();
  const std::vector<StreamPlace> met = met_by(*operation);
  for (const auto& earlier : earlier_) {
    const StreamPlace& place = earlier->place;
    const bool in_order = std::ranges::any_of(
        met, [&](const StreamPlace& other) { return other.stream == place.stream && other.count >= place.count; });
    if (!in_order && !order_.is_before(place, operation->place.stream)) compare(*earlier, *operation);
  }
  if (order_.is_over(operation->place)) return make_room();
  const bool goes_on = !earlier_.empty() && earlier_.back()->serial == operation->serial;
  if (goes_on && operation->side.kernel.empty() && earlier_.back()->side.kernel.empty()) {
    earlier_.back()->lines->add(*operation->lines);  // the next row of a copy
  } else {
    earlier_.push_back(std::move(operation));
  }
  make_room();
}

/// Kernels that are under way together may wait for each other, and for copies: where one polls what another operation
/// writes, what came before that write in its stream is in order with what comes after the loop. One that had to wait
/// may have polled by atomics; one that found its flag set when it came must have loaded it.
std::vector<StreamPlace> StreamRaceDetector::met_by(const Operation& operation) const {
  using enum Touching;
  std::vector<StreamPlace> met;
  const bool looks =
      std::ranges::any_of(operation.lines->runs(), [](const TouchedRun& run) { return run.line[strong_read].any(); });
  for (const auto& earlier : earlier_) {
    const bool waited = operation.gave_way || (earlier->gave_way && operation.serial <= earlier->ended);
    if (!waited && !looks) continue;
    const bool copied = earlier->side.kernel.empty(), copies = operation.side.kernel.empty();
    bool meets = false;
    for_each_common(*earlier->lines, *operation.lines,
                    [&](std::uint64_t, std::uint64_t, const TouchedLine& before, const TouchedLine& now) {
                      const auto sees = [&](Touching written) {
                        return have_common(before[written].bytes, now[strong_read].bytes);
                      };
                      meets = meets || sees(strong_write) || (copied && sees(write)) ||
                              (waited && (have_common(before.strong(), now.strong()) ||
                                          (copied && have_common(before[write].bytes, now.strong())) ||
                                          (copies && have_common(before.strong(), now[write].bytes))));
                    });
    if (meets) met.push_back(earlier->place);
  }
  return met;
}

void StreamRaceDetector::make_room() {
  std::uint64_t runs = 0;
  for (const auto& earlier : earlier_) runs += earlier->lines->size();
  while ((runs > kRunsKept || earlier_.size() > kOperationsKept) && earlier_.size() > 1) {
    runs -= earlier_.front()->lines->size();
    earlier_.pop_front();
  }
  if (earlier_.empty()) renewed_.clear();
}

void StreamRaceDetector::compare(const Operation& earlier, const Operation& operation) {
  using enum Touching;
  // That the host writes what a kernel polls is how it stops one.
  const bool by_host = earlier.side.kernel.empty() || operation.side.kernel.empty();
  const auto compare = [&](std::uint64_t begin, std::uint64_t end, const TouchedLine& before, const TouchedLine& now) {
    for (const auto& [first, second] : {std::pair{write, read},
                                        {read, write},
                                        {write, write},
                                        {write, strong_write},
                                        {write, strong_read},
                                        {strong_write, write},
                                        {strong_read, write},
                                        {strong_write, read},
                                        {read, strong_write}}) {
      if (by_host && (is_strong(first) || is_strong(second))) continue;
      if (common_byte(before[first].bytes, now[second].bytes) < 0) continue;
      for (std::uint64_t line = begin; line < end; ++line)
        note({earlier, before[first], is_write(first)}, {operation, now[second], is_write(second)}, line);
    }
  };
  for_each_common(*earlier.lines, *operation.lines, compare);
}

void StreamRaceDetector::note(const Party& first, const Party& second, std::uint64_t line) {
  const std::uint64_t address =
      line * kLineBytes + static_cast<std::uint64_t>(common_byte(first.touch.bytes, second.touch.bytes));
  const bool again = std::ranges::any_of(renewed_, [&](const Renewed& renewed) {
    return renewed.begin <= address && address < renewed.end && first.operation.serial < renewed.serial;
  });
  if (again) return;
  const StreamSide& one = first.operation.side;
  const StreamSide& other = second.operation.side;
  const auto [known, fresh] =
      known_.try_emplace({one.kernel, first.touch.pc, other.kernel, second.touch.pc, second.writes}, races_.size());
  if (fresh) races_.emplace_back();
  StreamRace& race = races_[known->second];
  ++race.lines;
  const bool same = race.second.launch == other.launch && race.first.launch == one.launch;
  if (!fresh && (!same || address >= race.address)) return;
  const auto side_of = [](const Party& party) {
    StreamSide side = party.operation.side;
    side.writes = party.writes;
    side.pc = party.touch.pc;
    side.block = party.touch.block;
    if (party.operation.positions != nullptr && side.pc < party.operation.positions->size())
      side.where = (*party.operation.positions)[side.pc];
    return side;
  };
  race.first = side_of(first);
  race.second = side_of(second);
  race.address = address;
  race.object.clear();
  if (memory_ == nullptr) return;
  if (const auto allocation = memory_->find(address))
    race.object = fmt::format("byte {} of {}", grouped(address - allocation->begin), allocation->label);
}

}  // namespace warpglass::analysis
