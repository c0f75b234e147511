// Mistakes after which a launch goes on, so that one run shows all of them: of one kind at one instruction the first,
// in the order of blocks, and how often there were others.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "sim/fault.hpp"

namespace warpglass::sim {

/// May be used from several threads.
class FaultLog {
 public:
  /// So many in all, and the launch had better end: it lives by what it reads where nothing is.
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 20;

  /// Counts a mistake. \return  whether its whole story is wanted: call keep() with it
  [[nodiscard]] bool count(FaultKind kind, std::uint32_t pc, std::uint64_t block);
  [[nodiscard]] bool is_full() const { return total_.load(std::memory_order_relaxed) >= kMost; }
  void keep(Fault fault, std::uint64_t block);

  /// By instruction; the log is empty afterwards.
  [[nodiscard]] std::vector<Fault> take();

 private:
  struct Known {
    Fault fault;
    std::uint64_t block = 0;
    std::uint64_t times = 0;
  };
  std::atomic<std::uint64_t> total_{0};
  std::mutex mutex_;
  std::map<std::pair<std::uint32_t, FaultKind>, Known> known_;
};

}  // namespace warpglass::sim
