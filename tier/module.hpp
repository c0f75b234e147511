// Between the two halves of the second tier: what launches see of it (tier.hpp) asks, the module that knows LLVM
// answers. Both are of one build; the version makes sure of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/program.hpp"
#include "tier/units.hpp"

namespace warpglass::tier {

struct CompileRequest {
  const sim::Program* program = nullptr;
  bool counts = false;                      // of launches that count, or of those that do not
  std::uint32_t most_ops = 0;               // of regions; what lies in loops comes first
  const std::atomic<bool>* stop = nullptr;  // set: give up soon
};

/// A copy of the program's ops. Where a region can be entered the op runs it; all others are as they were.
struct Compiled {
  std::vector<sim::Op> ops;  // empty when there is no region
  std::size_t regions = 0;   // ops that enter one
  std::size_t inlined = 0;   // ops that are part of the compiled code
  std::size_t called = 0;    // ops that it calls as they are
  double seconds = 0;
  std::string failure;  // why there is nothing, when that is a surprise
};

class Compiler {
 public:
  virtual ~Compiler() = default;
  /// One at a time.
  virtual std::unique_ptr<Compiled> compile(const CompileRequest& request) = 0;
};

/// Of the module: its only symbol. The compiler is never destroyed, nor is its code.
/// \param problem  why there is none
using OpenModule = Compiler* (*)(const char* version, std::span<const Unit> units, std::string& problem);
inline constexpr const char* kOpenModule = "warpglass_tier_open";

}  // namespace warpglass::tier
