#include "analysis/copy_races.hpp"

#include <algorithm>
#include <utility>

#include "sim/launch.hpp"

namespace warpglass::analysis {
namespace {

// Copies that are kept, and ranges of all of them together; beyond, the oldest are taken for done.
constexpr std::size_t kCopiesKept = 256;
constexpr std::size_t kRangesKept = std::size_t{1} << 20;

}  // namespace

// ---- Ranges ----

void ByteRanges::add(std::uint64_t begin, std::uint64_t end) {
  if (begin < end) ranges_.push_back({.begin = begin, .end = end});
}

void ByteRanges::remove(std::uint64_t begin, std::uint64_t end) {
  std::vector<Range> left;
  for (const Range& range : ranges_) {
    if (range.begin < std::min(begin, range.end)) left.push_back({range.begin, std::min(begin, range.end)});
    if (std::max(end, range.begin) < range.end) left.push_back({std::max(end, range.begin), range.end});
  }
  ranges_ = std::move(left);
}

void ByteRanges::sort() {
  std::ranges::sort(ranges_, {}, &Range::begin);
  std::vector<Range> apart;
  for (const Range& range : ranges_) {
    if (!apart.empty() && range.begin <= apart.back().end) {
      apart.back().end = std::max(apart.back().end, range.end);
    } else {
      apart.push_back(range);
    }
  }
  ranges_ = std::move(apart);
}

std::optional<std::uint64_t> ByteRanges::first_in(std::uint64_t begin, std::uint64_t end) const {
  const auto range = std::ranges::upper_bound(ranges_, begin, {}, &Range::end);
  if (range == ranges_.end() || range->begin >= end) return std::nullopt;
  return std::max(begin, range->begin);
}

// ---- Copies ----

void CopyRaceDetector::finish() {
  rivals_.clear();
  if (now_ == nullptr) return;
  now_->read.sort();
  now_->written.sort();
  if (!order_.is_over(now_->place)) earlier_.push_back(std::move(*now_));
  now_.reset();
  std::size_t ranges = 0;
  for (const Copy& copy : earlier_) ranges += copy.read.size() + copy.written.size();
  while (ranges > kRangesKept || earlier_.size() > kCopiesKept) {
    ranges -= earlier_.front().read.size() + earlier_.front().written.size();
    earlier_.pop_front();
  }
}

void CopyRaceDetector::drop_done() {
  std::erase_if(earlier_, [&](const Copy& copy) { return order_.is_over(copy.place); });
}

void CopyRaceDetector::on_stream(const sim::StreamEvent& event) {
  finish();
  const auto place = order_.hear(event);
  drop_done();
  if (!place || event.what != sim::StreamAction::copy || !order_.may_overlap()) return;
  now_ = std::make_unique<Copy>();
  now_->place = *place;
  now_->about = {.call = host_.number_of_call(), .stream = place->stream};
  for (const Copy& copy : earlier_) {
    // What is taken from more pageable memory than is staged at once is mostly there when its call returns.
    if (copy.staged <= kStagedAtOnce && !order_.is_before(copy.place, place->stream)) rivals_.push_back(&copy);
  }
}

// A kernel that looks at what others write may have waited for any copy that was given out before it ended: what comes
// behind it in its stream is taken to be in order with them all.
void CopyRaceDetector::on_start(const sim::LaunchRequest& launch) {
  polling_.reset();
  if (launch.program->has_global_atomics) polling_ = launch.stream;
}

void CopyRaceDetector::on_end(const sim::LaunchResult&) { finish_launch(); }

void CopyRaceDetector::finish_launch() {
  finish();
  if (!polling_) return;
  for (const Copy& copy : earlier_) order_.wait_in_stream(*polling_, copy.place);
  polling_.reset();
}

/// A copy to memory of the host that is not pinned is done when its call returns; so is one within the host's memory
/// (CUDA Runtime API, API synchronization behavior). Managed memory is not the host's.
bool CopyRaceDetector::has_waited(const sim::MemoryEvent& event) const {
  if (event.what == sim::MemoryAction::read) return true;
  const bool from_host = (event.what == sim::MemoryAction::write && event.from != 0) ||
                         (event.what == sim::MemoryAction::copy && host_.is_pinned(event.from));
  return from_host && host_.is_pinned(event.address);
}

void CopyRaceDetector::on_memory(const sim::MemoryEvent& event) {
  const std::uint64_t end = event.address + event.bytes;
  switch (event.what) {
    case sim::MemoryAction::allocate:
    case sim::MemoryAction::free:
      finish();
      order_.hear(event);
      drop_done();
      // Memory that comes again is other memory.
      if (!is_the_programs(*event.allocation)) return;
      for (Copy& copy : earlier_) {
        copy.read.remove(event.address, end);
        copy.written.remove(event.address, end);
      }
      return;
    case sim::MemoryAction::write:
    case sim::MemoryAction::fill:
    case sim::MemoryAction::copy:
    case sim::MemoryAction::read:
    case sim::MemoryAction::library_read:
    case sim::MemoryAction::library_write: break;
  }
  // A word that streams wait for comes from nowhere; two that write it do not race.
  if (now_ == nullptr || (event.what == sim::MemoryAction::write && event.from == 0)) return;
  if (has_waited(event)) order_.wait_on_host(now_->place);
  now_->about.fills = event.what == sim::MemoryAction::fill;
  now_->about.is_librarys =
      event.what == sim::MemoryAction::library_read || event.what == sim::MemoryAction::library_write;
  if (event.what == sim::MemoryAction::write) now_->staged += event.bytes;
  touch(event.address, end, event.what != sim::MemoryAction::read && event.what != sim::MemoryAction::library_read);
  if (event.what == sim::MemoryAction::copy) touch(event.from, event.from + event.bytes, false);
}

void CopyRaceDetector::touch(std::uint64_t begin, std::uint64_t end, bool writes) {
  (writes ? now_->written : now_->read).add(begin, end);
  for (const Copy* copy : rivals_) {
    std::optional<std::uint64_t> common = copy->written.first_in(begin, end);
    CopyRace race{.first = copy->about, .second = now_->about};
    race.first.writes = common.has_value();
    race.second.writes = writes;
    if (!common && writes) common = copy->read.first_in(begin, end);
    if (!common) continue;
    race.address = *common;
    rivals_.clear();
    return host_.found(race);
  }
}

}  // namespace warpglass::analysis
