// Notes what one worker of a launch touches of global memory.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/touched_runs.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class TouchingShard final : public sim::Shard {
 public:
  /// Of all of it.
  TouchingShard() = default;
  /// Only of these ranges, in order.
  explicit TouchingShard(std::vector<AddressRange> ranges) : everything_(false), ranges_(std::move(ranges)) {}

  void on_access(const sim::AccessEvent& event) override;

  [[nodiscard]] TouchedRuns take();

 private:
  /// Lines side by side that one instruction has touched alike for one block, one after another.
  struct Stretch {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    LineBytes bytes{};
    std::uint32_t block = 0;
    std::uint32_t pc = 0;
    Touching how{};

    [[nodiscard]] bool has(std::uint64_t line, const LineBytes& more) const;
  };

  [[nodiscard]] bool is_wanted(std::uint64_t line) const;
  void close(Stretch& stretch);

  bool everything_ = true;
  std::vector<AddressRange> ranges_;
  FootprintCache footprints_;
  std::vector<Stretch> open_;  // the latest of each instruction, by pc
  TouchedLines lines_;         // of short ones
  TouchedRuns runs_;           // of others
};

}  // namespace warpglass::analysis
