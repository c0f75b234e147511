// What is counted of an op, and the access patterns that are kept as examples.
#pragma once

#include <cstdint>
#include <vector>

#include "base/dim3.hpp"
#include "sim/cost_model.hpp"

namespace warpglass::sim {

/// One distinct access pattern of an op, as it first occurred (observed launches only).
struct PatternCount {
  AccessPattern pattern;    // addresses of the first occurrence
  SharedCost shared;        // shared accesses
  GlobalCost global;        // other accesses, of the first occurrence
  std::uint64_t shape = 0;  // ShapeCount::shape; 0: it was not told apart from others
  Dim3 block{0, 0, 0};      // first occurrence, in block order
  std::uint32_t warp = 0;
};

/// Wavefronts or sectors above the ideal.
[[nodiscard]] unsigned excess_of(const PatternCount& count);

/// Patterns that are kept of each op.
inline constexpr std::size_t kReportedPatterns = 4;

/// The few that cost most above the ideal, each shape once, worst first.
[[nodiscard]] std::vector<const PatternCount*> costliest_of(std::vector<const PatternCount*> patterns);
/// Leaves those.
void keep_costliest(std::vector<PatternCount>& patterns);

/// The costliest of patterns that come one by one, most of which are not kept.
class CostliestPatterns {
 public:
  /// False: a pattern would not be kept that costs so many wavefronts or sectors above the ideal.
  /// \param address  of the first lane that takes part
  [[nodiscard]] bool may_keep(std::uint32_t excess, const Dim3& block, std::uint32_t warp, std::uint64_t address) const;
  /// The same wherever it is.
  [[nodiscard]] bool may_keep(std::uint32_t excess) const { return !full_ || excess >= least_; }
  /// `pattern`, unless it costs less than those that are kept. Its cost is filled in.
  void offer(const PatternCount& pattern);
  /// Those that would be kept of all that were offered, and perhaps others.
  [[nodiscard]] const std::vector<PatternCount>& patterns() const { return patterns_; }

 private:
  std::vector<PatternCount> patterns_;
  std::uint32_t least_ = 0;  // wavefronts or sectors above the ideal of the last one that would be kept
  bool full_ = false;        // there are as many as are kept
};

/// Shapes of accesses of an op that are told apart.
inline constexpr std::size_t kCountedShapes = 32;

/// Where the first lane's address in shared memory has been: bits that it had every time, and those that varied.
struct SharedPlaces {
  std::uint64_t common = 0;
  std::uint64_t varied = 0;

  void add(const SharedPlaces& other);
};

/// How often an op's accesses had a shape, the lanes that take part and their distances, in one memory.
struct ShapeCount {
  std::uint64_t shape = 0;  // a hash of it
  Space space = Space::global;
  std::uint64_t times = 0;
  std::uint64_t cost = 0;  // all of them together: wavefronts of shared memory, else sectors; 0: not known
  std::uint64_t ideal = 0;
  SharedPlaces places{};  // shared memory
};

/// Of one op, as long as there are few: of more, none is known. Shapes come from workers, each of which has seen some
/// of them some of the time; what comes out is the same in every case.
class ShapeCounts {
 public:
  void add(const ShapeCount& count);
  void add(const ShapeCounts& other);
  /// There are too many.
  void drop();
  /// nullptr where it is not known
  [[nodiscard]] const ShapeCount* find(std::uint64_t shape, Space space) const;

 private:
  std::vector<ShapeCount> counts_;
  bool dropped_ = false;
};

/// Requests of one memory, where an op's generic addresses reach several.
struct MemoryCounters {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t sectors_ideal = 0;
  std::uint64_t lines = 0;

  void add(const MemoryCounters& other);
};

/// Atomics that the machine executes as a loop of loads and atomics.
struct LoopCounters {
  std::uint64_t executions = 0;  // of the loop
  std::uint64_t rounds = 0;      // atomics
  std::uint64_t requests = 0;    // loads
  std::uint64_t wavefronts = 0;  // of the loads, which are part of OpCounters' own
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t wavefronts_profiled = 0;
  std::uint64_t wavefronts_profiled_ideal = 0;

  void add(const LoopCounters& other);
};

/// What was counted for one op, as lowered: a load that the machine executes together with another counts nothing.
struct OpCounters {
  std::uint64_t executions = 0;       // warp instructions
  std::uint64_t threads = 0;          // sum of active lanes
  std::uint64_t threads_pred_on = 0;  // sum of active lanes whose guard was true
  std::uint64_t requests = 0;         // memory ops: executions with at least one lane taking part
  std::uint64_t wavefronts = 0;       // shared memory
  std::uint64_t wavefronts_ideal = 0;
  std::uint64_t wavefronts_profiled = 0;  // SharedCost::profiled
  std::uint64_t wavefronts_profiled_ideal = 0;
  std::uint64_t sectors = 0;  // global and local memory
  std::uint64_t sectors_ideal = 0;
  std::uint64_t lines = 0;
  std::uint64_t sector_turns = 0;     // GlobalCost::turns
  std::uint64_t shared_requests = 0;  // those of `requests` that reached shared memory
  MemoryCounters local;               // those that reached local memory by generic addresses
  LoopCounters loop;                  // shared atomics of which there is no instruction
  MemoryCounters swap_loads;       // loads of OpFacts::is_swap_loop in global memory, beside `requests` and all others
  MemoryCounters cluster;          // of other blocks' shared memory, beside `requests` and all others
  std::uint64_t divergent = 0;     // branches that split the warp
  std::uint64_t idle_fetches = 0;  // of textures, by no lane, which make a request all the same
  std::uint64_t unknown_fetches = 0;  // ImageSectors::recorded: no
  std::uint64_t partly_filled = 0;    // copies past the first level of which some lanes wrote zeros, and others did not
  std::vector<PatternCount> patterns;  // distinct ones that cost most above the ideal per request, worst first
  ShapeCounts shapes;

  void add_passes(const SharedCost& cost, std::uint64_t hits);
  void add(const OpCounters& other);       // sums; patterns are merged and cut to the costliest few
  void add_sums(const OpCounters& other);  // the same without the patterns
};

}  // namespace warpglass::sim
