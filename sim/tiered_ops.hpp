// Another way to execute a program's ops than one by one: a copy of them, some of which run compiled code that does
// what they and those behind them do. Nothing else of a launch knows: an op is told from another by its `pc`, and the
// next one is found from the one that runs.
#pragma once

#include <cstdint>
#include <span>

#include "sim/access_site.hpp"
#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::sim {

/// What a block executes, and when it asks whether there is something else by now.
struct BlockOps {
  const Op* first = nullptr;      // of all of the ops, the program's own or a copy, which lives as long as TieredOps
  std::uint32_t rounds_left = 0;  // of its warps until it asks; 0: it never does
  // What TieredOps keeps of it.
  std::uint32_t rounds = 0;     // from one time that it asks to the next
  std::int64_t started = 0;     // by a clock, in nanoseconds
  std::int64_t asked_last = 0;  // equally
};

/// What a worker has executed.
struct Done {
  std::span<const AccessSite> sites;   // say what accesses have been like
  std::span<const BlockCount> counts;  // by BasicBlock; empty where nothing is counted
};

/// From any worker.
class TieredOps {
 public:
  virtual ~TieredOps() = default;

  /// Of a block that starts now.
  /// \param done  by its worker so far
  [[nodiscard]] virtual BlockOps start(const Done& done) = 0;

  /// Of a block that asks, between two rounds of its warps: it goes on with the ops that `block` has then.
  virtual void renew(BlockOps& block, const Done& done) = 0;
};

}  // namespace warpglass::sim
