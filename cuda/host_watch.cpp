#include "cuda/host_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/names.hpp"
#include "cuda/managed_section.hpp"
#include "cuda/page_guard.hpp"

namespace warpglass::cuda {
namespace {

using analysis::HostRace;
using analysis::kLineBytes;
using page_guard::kPageBytes;
using page_guard::Pages;

// Stretches of pages that are taken from the program: each is a mapping of its own to the kernel of this machine.
constexpr std::size_t kMaxStretches = 1024;

std::string name_of(const HostRace& race) {
  const std::string in = race.stream == 0 ? "" : "in " + analysis::stream_name(race.stream);
  if (race.kernel.empty()) return in.empty() ? "a copy or a fill" : "a copy or a fill " + in;
  return fmt::format("{} (launch {}{})", analysis::demangled(race.kernel), race.launch, in.empty() ? "" : ", " + in);
}

std::string name_of(const analysis::RacingCopy& copy) {
  return fmt::format("a {} in {}",
                     copy.is_librarys ? "library's work"
                     : copy.fills     ? "fill"
                                      : "copy",
                     analysis::stream_name(copy.stream));
}

Blame blame_of(const HostRace& race, bool writes, std::uint64_t address, const sim::Memory& memory) {
  Blame why;
  why.rule = "host-race";
  why.message = fmt::format("the host {} what {} {}, and has not waited for it", writes ? "writes" : "reads",
                            name_of(race), race.writes ? "writes" : "reads");
  if (const auto allocation = memory.find(address)) {
    why.detail = fmt::format("byte {} of {}", analysis::grouped(address - allocation->begin), allocation->label);
    why.object = allocation->serial;
  }
  if (!race.kernel.empty()) {
    analysis::RelatedPlace& place = why.related.emplace_back();
    place.where = race.where;
    place.message = fmt::format("{} {} it", analysis::demangled(race.kernel), race.writes ? "writes" : "reads");
    place.access = {.space = "global", .write = race.writes, .bytes = 0, .address = address};
  }
  why.notes.emplace_back(sim::is_default_stream(race.stream)
                             ? "cudaDeviceSynchronize() before it waits for all that was launched"
                             : "cudaStreamSynchronize(), or cudaEventSynchronize() of an event behind it, waits");
  return why;
}

Pages pages_around(std::uint64_t begin, std::uint64_t end) {
  return {.begin = begin / kPageBytes * kPageBytes, .end = (end + kPageBytes - 1) / kPageBytes * kPageBytes};
}

/// Those that overlap or follow each other in one, in order.
std::vector<Pages> joined(std::vector<Pages> pages) {
  std::ranges::sort(pages, {}, &Pages::begin);
  std::vector<Pages> all;
  for (const Pages& one : pages) {
    if (all.empty() || all.back().end < one.begin) {
      all.push_back(one);
    } else {
      all.back().end = std::max(all.back().end, one.end);
    }
  }
  return all;
}

/// What `others`, which are in order, leave of some pages: readable.
std::vector<Pages> without(Pages pages, std::span<const Pages> others) {
  std::vector<Pages> rest;
  for (auto other = std::ranges::upper_bound(others, pages.begin, {}, &Pages::end);
       other != others.end() && other->begin < pages.end; ++other) {
    if (pages.begin < other->begin) rest.push_back({.begin = pages.begin, .end = other->begin, .readable = true});
    pages.begin = other->end;
  }
  if (pages.begin < pages.end) rest.push_back({.begin = pages.begin, .end = pages.end, .readable = true});
  return rest;
}

}  // namespace

HostWatch::HostWatch(HostChecks& checks)
    : checks_(checks),
      races_([this] { settle(); }, [this] { guard(); }),
      copies_({.number_of_call = [this] { return number_of(call_place()); },
               .is_pinned =
                   [this](std::uint64_t address) {
                     const auto allocation = memory_->find(address);
                     return allocation && allocation->kind == sim::AllocationKind::pinned;
                   },
               .found = [this](const analysis::CopyRace& race) { tell(race); }}) {}

std::uint64_t HostWatch::number_of(const CallPlace& place) {
  const auto [known, fresh] = numbers_.try_emplace(place, numbered_.size());
  if (fresh) numbered_.push_back(place);
  return known->second;
}

void HostWatch::tell(const analysis::CopyRace& race) {
  const auto verb = [](const analysis::RacingCopy& copy) { return copy.writes ? "writes" : "reads"; };
  const std::string first = name_of(race.first);
  Blame why;
  why.rule = "stream-race";
  why.message = fmt::format("race between streams: {} {} what {} {}, and nothing orders the two", name_of(race.second),
                            verb(race.second), first, verb(race.first));
  if (const auto allocation = memory_->find(race.address)) {
    why.detail = fmt::format("byte {} of {}", analysis::grouped(race.address - allocation->begin), allocation->label);
    why.object = allocation->serial;
  }
  why.notes.emplace_back(analysis::kStreamRemedy);
  why.places.emplace_back(fmt::format("{} {} it", first, verb(race.first)), numbered_[race.first.call]);
  checks_.found(std::move(why), numbered_[race.second.call]);
}

void HostWatch::settle() {
  for (const page_guard::Touch& touch : page_guard::touches()) {
    const auto race = races_.touched(touch.address, touch.writes);
    if (!race) continue;
    // Whoever mends the first has mended them all.
    Blame why = blame_of(*race, touch.writes, touch.address, *memory_);
    if (told_.emplace(race->operation, why.object).second) checks_.found(std::move(why), touch.place);
  }
}

void HostWatch::guard() {
  if (!changed_) page_guard::take({}, *memory_);
  changed_ = true;
}

const Pages& HostWatch::pages_of(const sim::Allocation& allocation) {
  const auto [known, fresh] = outside_.try_emplace(allocation.serial);
  if (fresh) {
    Pages pages = pages_of_managed(sim::Memory::host(allocation.begin));
    if (pages.end == 0) pages = page_guard::whole_pages(allocation.begin, allocation.end());
    if (page_guard::may_be_taken(pages)) known->second = pages;
  }
  return known->second;
}

/// Adds pages around those lines of a run that may be taken. Managed and pinned memory begins at whole pages. Of
/// registered memory the pages are taken that lie in it wholly; of managed variables those of their section.
void HostWatch::add_pages(std::uint64_t begin, std::uint64_t end, std::vector<Pages>& all) {
  for (std::uint64_t line = begin; line < end;) {
    const std::uint64_t at = line * kLineBytes;
    auto allocation = memory_->find(at);
    if (!allocation) allocation = memory_->find(at + kLineBytes - 1);
    if (!allocation) {
      ++line;
      continue;
    }
    // Lines that begin in it.
    const std::uint64_t next = std::min(end, std::max(line + 1, (allocation->end() + kLineBytes - 1) / kLineBytes));
    const Pages& pages = pages_of(*allocation);
    const std::uint64_t first = std::max(line, pages.begin / kLineBytes);
    const std::uint64_t last = std::min(next, pages.end / kLineBytes);
    if (first < last) all.push_back(pages_around(first * kLineBytes, last * kLineBytes));
    line = next;
  }
}

/// Neighbouring lines as stretches of pages. Where one is written, its page must not be read either.
std::vector<Pages> HostWatch::stretches() {
  std::vector<Pages> readable;
  std::vector<Pages> taken;
  for (const analysis::HostRaceDetector::Pending& run : races_.pending()) {
    const std::uint64_t begin = run.begin * kLineBytes, end = run.end * kLineBytes;
    std::vector<Pages>& pages = run.written ? taken : readable;
    if (memory_->in_arena(begin) && memory_->in_arena(end - 1))
      pages.push_back(pages_around(begin, end));
    else
      add_pages(run.begin, run.end, pages);
  }
  taken = joined(std::move(taken));
  std::vector<Pages> stretches = taken;
  for (const Pages& pages : joined(std::move(readable))) {
    for (const Pages& rest : without(pages, taken)) stretches.push_back(rest);
  }
  std::ranges::sort(stretches, {}, &Pages::begin);
  if (stretches.size() > kMaxStretches) stretches.resize(kMaxStretches);
  return stretches;
}

void HostWatch::end_call() {
  if (!changed_) return;
  changed_ = false;
  page_guard::take(stretches(), *memory_);
}

}  // namespace warpglass::cuda
