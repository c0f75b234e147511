// Finds where the program itself touches managed or pinned memory before it has waited for the kernels and copies that
// use it: analysis/host_races knows which bytes those are, page_guard sees them touched. Beside that, where it gives
// out copies that race with each other (analysis/copy_races).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analysis/copy_races.hpp"
#include "analysis/host_races.hpp"
#include "cuda/call_place.hpp"
#include "cuda/host_checks.hpp"
#include "cuda/page_guard.hpp"
#include "sim/memory.hpp"

namespace warpglass::cuda {

/// One of a process.
class HostWatch {
 public:
  explicit HostWatch(HostChecks& checks);

  [[nodiscard]] std::array<sim::Listener*, 2> listeners() { return {&races_, &copies_}; }

  /// \param memory  the device's; before anything is allocated
  void watch(const sim::Memory& memory) { memory_ = &memory; }

  /// Tells the checks what the program has touched so far.
  void settle();

  /// The program goes on: what it must not touch is watched from now on.
  void end_call();

 private:
  void guard();
  /// Of memory outside the arena, the pages that hold nothing else.
  [[nodiscard]] const page_guard::Pages& pages_of(const sim::Allocation& allocation);
  void add_pages(std::uint64_t begin, std::uint64_t end, std::vector<page_guard::Pages>& all);
  [[nodiscard]] std::vector<page_guard::Pages> stretches();
  [[nodiscard]] std::uint64_t number_of(const CallPlace& place);
  void tell(const analysis::CopyRace& race);

  HostChecks& checks_;
  const sim::Memory* memory_ = nullptr;
  bool changed_ = false;                                    // what is pending has, in this call
  std::set<std::pair<std::uint64_t, std::uint64_t>> told_;  // of an operation, in which allocation
  analysis::HostRaceDetector races_;
  std::map<std::uint64_t, page_guard::Pages> outside_;  // by Allocation::serial
  std::map<CallPlace, std::uint64_t> numbers_;          // of calls that copy
  std::vector<CallPlace> numbered_;                     // by number
  analysis::CopyRaceDetector copies_;
};

}  // namespace warpglass::cuda
