#include "analysis/stream_races.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analysis/names.hpp"
#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

// Operations that are kept, and lines of all of them together; beyond, the oldest operations are taken for done.
constexpr std::size_t kOperationsKept = 4096;
constexpr std::uint64_t kLinesKept = std::uint64_t{1} << 20;

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
  if (now_ != nullptr) add(*now_->lines, static_cast<TouchingShard&>(shard).take_lines());
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
  touch_where_needed(*piece, event.address, event.bytes, reads ? Touching::read : Touching::write);
  if (event.what == sim::MemoryAction::copy) touch_where_needed(*piece, event.from, event.bytes, Touching::read);
  settle(std::move(piece));
}

/// What is over when its call returns is only compared with what is known, and that may be far less.
void StreamRaceDetector::touch_where_needed(Operation& piece, std::uint64_t address, std::uint64_t bytes,
                                            Touching how) {
  drop_done();
  std::uint64_t known = 0;
  for (const auto& earlier : earlier_) known += earlier->lines->size();
  if (!order_.is_over(piece.place) || known >= bytes / kLineBytes) return touch(*piece.lines, address, bytes, how);
  for (const auto& earlier : earlier_) {
    earlier->lines->for_each([&](std::uint64_t number, const TouchedLine&) {
      const std::uint64_t begin = std::max(address, number * kLineBytes);
      const std::uint64_t end = std::min(address + bytes, (number + 1) * kLineBytes);
      if (begin < end) touch(*piece.lines, begin, end - begin, how);
    });
  }
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
    add(*earlier_.back()->lines, std::move(*operation->lines));  // the next row of a copy
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
  bool looks = false;
  operation.lines->for_each([&](std::uint64_t, const TouchedLine& now) { looks = looks || now[strong_read].any(); });
  for (const auto& earlier : earlier_) {
    const bool waited = operation.gave_way || (earlier->gave_way && operation.serial <= earlier->ended);
    if (!waited && !looks) continue;
    const bool copied = earlier->side.kernel.empty(), copies = operation.side.kernel.empty();
    bool meets = false;
    operation.lines->for_each([&](std::uint64_t number, const TouchedLine& now) {
      const TouchedLine* const before = earlier->lines->find(number);
      if (before == nullptr || meets) return;
      const auto sees = [&](Touching written) { return have_common((*before)[written].bytes, now[strong_read].bytes); };
      meets = sees(strong_write) || (copied && sees(write)) ||
              (waited && (have_common(before->strong(), now.strong()) ||
                          (copied && have_common((*before)[write].bytes, now.strong())) ||
                          (copies && have_common(before->strong(), now[write].bytes))));
    });
    if (meets) met.push_back(earlier->place);
  }
  return met;
}

void StreamRaceDetector::make_room() {
  std::uint64_t lines = 0;
  for (const auto& earlier : earlier_) lines += earlier->lines->size();
  while ((lines > kLinesKept || earlier_.size() > kOperationsKept) && earlier_.size() > 1) {
    lines -= earlier_.front()->lines->size();
    earlier_.pop_front();
  }
  if (earlier_.empty()) renewed_.clear();
}

void StreamRaceDetector::compare(const Operation& earlier, const Operation& operation) {
  using enum Touching;
  // That the host writes what a kernel polls is how it stops one.
  const bool by_host = earlier.side.kernel.empty() || operation.side.kernel.empty();
  operation.lines->for_each([&](std::uint64_t number, const TouchedLine& now) {
    const TouchedLine* const before = earlier.lines->find(number);
    if (before == nullptr) return;
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
      if (common_byte((*before)[first].bytes, now[second].bytes) >= 0)
        note({earlier, (*before)[first], is_write(first)}, {operation, now[second], is_write(second)}, number);
    }
  });
}

void StreamRaceDetector::note(const Party& first, const Party& second, std::uint64_t line) {
  const std::uint64_t address =
      line * kLineBytes + static_cast<std::uint64_t>(common_byte(first.touch.bytes, second.touch.bytes));
  const bool again = std::ranges::any_of(renewed_, [&](const Renewed& renewed) {
    return renewed.begin <= address && address < renewed.end && first.operation.serial < renewed.serial;
  });
  if (again) return;
  StreamRace race;
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
  if (memory_ != nullptr) {
    if (const auto allocation = memory_->find(address))
      race.object = fmt::format("byte {} of {}", grouped(address - allocation->begin), allocation->label);
  }
  const auto [known, fresh] = known_.try_emplace(
      {race.first.kernel, race.first.pc, race.second.kernel, race.second.pc, second.writes}, races_.size());
  if (!fresh) {
    StreamRace& same = races_[known->second];
    ++same.lines;
    if (same.second.launch == race.second.launch && same.first.launch == race.first.launch && address < same.address) {
      race.lines = same.lines;
      same = std::move(race);
    }
    return;
  }
  race.lines = 1;
  races_.push_back(std::move(race));
}

}  // namespace warpglass::analysis
