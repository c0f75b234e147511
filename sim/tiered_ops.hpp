// Another way to execute a program's ops than one by one: a copy of them, some of which run compiled code that does
// what they and those behind them do. Nothing else of a launch knows: an op is told from another by its `pc`, and the
// next one is found from the one that runs.
#pragma once

#include <span>

#include "sim/access_site.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

class TieredOps {
 public:
  virtual ~TieredOps() = default;

  /// The first of the ops that a block which starts now executes, all of them: the program's own or a copy, which lives
  /// as long as this. From any worker.
  /// \param sites  the worker's, which say what its accesses have been like
  [[nodiscard]] virtual const Op* ops(std::span<const AccessSite> sites) = 0;
};

}  // namespace warpglass::sim
