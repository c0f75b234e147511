// What a program sets of Jacobi's method, and what it is told of it. LAPACK computes by other methods: the tolerance
// and the number of sweeps are kept, and without effect.
#pragma once

#include <memory>

#include "base/live_handles.hpp"
#include "cuda/solver/call.hpp"

namespace warpglass::solver {

struct Jacobi {
  double tolerance = 0;
  int most_sweeps = 100;
  bool sorts = true;
  // Of the last call; work writes it when its turn comes.
  bool is_batch = false;
  double residual = 0;
  int sweeps = 0;
};

}  // namespace warpglass::solver

// Work goes on with them where the program destroys the object first.
struct syevjInfo {
  std::shared_ptr<warpglass::solver::Jacobi> kept = std::make_shared<warpglass::solver::Jacobi>();
};
struct gesvdjInfo {
  std::shared_ptr<warpglass::solver::Jacobi> kept = std::make_shared<warpglass::solver::Jacobi>();
};

namespace warpglass::solver {

[[nodiscard]] inline bool is_there(syevjInfo_t info) { return LiveHandles<syevjInfo_t>::all().has(info); }
[[nodiscard]] inline bool is_there(gesvdjInfo_t info) { return LiveHandles<gesvdjInfo_t>::all().has(info); }

}  // namespace warpglass::solver
