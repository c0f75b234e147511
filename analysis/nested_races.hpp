// Races between a grid and what it launches from device code. A nested grid begins after all that its launching thread
// had done or knew of when it launched; everything else in the grid that launches is in no order with it (CUDA
// Programming Guide, Dynamic Parallelism: Memory Coherence and Consistency). Nested grids are executed when theirs has
// ended, so that all that it did is known by then.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/happens_before.hpp"
#include "analysis/line_table.hpp"
#include "analysis/race.hpp"
#include "analysis/touched_runs.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "sim/launch_request.hpp"

namespace warpglass::analysis {

struct RacingAccess;

/// What a nested grid races with, in the grid that has launched it.
struct NestedPair {
  std::uint32_t pc = 0;  // of the nested grid's kernel
  bool writes = false;   // there
  std::string launcher;  // as mangled
  std::uint32_t other_pc = 0;
  bool other_writes = false;
  friend auto operator<=>(const NestedPair&, const NestedPair&) = default;
};

struct NestedRace {
  std::uint64_t lines = 0;    // of 128 bytes, at which they meet
  std::uint64_t address = 0;  // of the first byte
  std::string object;         // "byte 12 of cudaMalloc #3"
  std::uint64_t block = 0;    // in block order
  Dim3 grid{};
  SourcePosition other_where{};
  Racer other;
  Dim3 other_grid{};
  Dim3 other_threads{};
  SourcePosition launched_at{};
};

/// Of one launch.
using NestedRaces = std::map<NestedPair, NestedRace>;

/// What one worker's threads did to global memory in a launch that launches.
class LaunchingGrid {
 public:
  void note(const RacingAccess& access);
  /// A thread has launched nested grid `number` at `pc`, and knows of `known`.
  void launch(std::uint32_t number, std::uint32_t pc, Knowledge known);

  struct Access {
    FootprintRef footprint;
    std::uint32_t part = 0;
    std::uint32_t pc = 0;
    std::uint32_t block = 0;
    Clock clock = 0;
    std::uint8_t warp = 0;
    bool writes = false;
    bool strong = false;
  };
  struct Launch {
    std::uint32_t pc = 0;
    Knowledge known;
  };
  using Line = std::vector<Access>;

  [[nodiscard]] const LineTable<Line>& lines() const { return lines_; }
  /// nullptr: there is none of that number.
  [[nodiscard]] const Launch* launched(std::uint32_t number) const;

 private:
  LineTable<Line> lines_;
  std::unordered_map<std::uint32_t, Launch> launches_;
};

/// Grids that have launched others, until those are over.
class NestedGrids {
 public:
  /// A launch begins.
  void start(const sim::LaunchRequest& launch);
  /// It has ended. \param did  what its workers did, where it launches
  void end(const sim::LaunchRequest& launch, std::vector<std::unique_ptr<LaunchingGrid>> did);
  /// Where a nested grid, which has touched `lines`, races with those above it.
  [[nodiscard]] NestedRaces races(const sim::LaunchRequest& launch, const TouchedRuns& touched) const;

 private:
  struct Grid {
    std::string kernel;
    Dim3 grid;
    Dim3 threads;
    std::shared_ptr<const std::vector<SourcePosition>> positions;  // by pc
    std::vector<std::unique_ptr<LaunchingGrid>> did;               // by worker
  };
  /// A launch by a grid, under way beside what that grid did.
  struct Above {
    std::shared_ptr<const Grid> grid;
    std::uint32_t number = 0;
  };
  struct Launched {
    std::shared_ptr<const Grid> grid;  // nullptr: it has launched nothing
    std::vector<Above> above;
  };

  [[nodiscard]] std::vector<Above> above(const sim::LaunchRequest& launch) const;
  static void compare(const Above& above, const sim::LaunchRequest& launch, const TouchedRuns& touched,
                      NestedRaces& races);

  std::unordered_map<std::uint64_t, Launched> grids_;  // by LaunchRequest::grid_id
};

}  // namespace warpglass::analysis
