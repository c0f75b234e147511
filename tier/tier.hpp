// The second tier as launches see it: it watches which programs take time, has another process (warpglass-tier, which
// alone knows LLVM) compile them while the interpreter goes on, and hands blocks that start later, or have been running
// since, the ops that run the compiled code. What a program computes and what is counted of it does not depend on any
// of that.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sim/launch_request.hpp"
#include "sim/program.hpp"
#include "sim/tiered_ops.hpp"

namespace warpglass::tier {

enum class When : std::uint8_t {
  off,
  hot,     // programs that have taken a while, in the background
  always,  // every program before its first block, however slow: for tests
};

/// Of the words off, hot and always; `off` of any other.
[[nodiscard]] When when_of(std::string_view word);

/// Whether handlers were compiled in a way that regions can be made of them (WARPGLASS_TIER).
[[nodiscard]] bool is_built_in();

struct Options {
  When when = When::off;
  bool learns = false;                             // of `always`: before the second block, made for what the first did
  std::optional<bool> chooses = {};                // whether the interpreter executes where it is faster; empty: if hot
  std::string compiler = {};                       // path of warpglass-tier
  std::string cache = {};                          // folder where regions are kept between runs; empty: nowhere
  std::function<void(const std::string&)> notice;  // why nothing is compiled, once; from any thread
};

/// Of one process.
class Tier {
 public:
  explicit Tier(Options options);
  ~Tier();
  Tier(const Tier&) = delete;
  Tier& operator=(const Tier&) = delete;

  /// A launch of the program begins; it ends with what is returned. nullptr: it is left to the interpreter.
  [[nodiscard]] std::shared_ptr<sim::TieredOps> begin(const std::shared_ptr<const sim::Program>& program,
                                                      const sim::LaunchRequest& request);

  class Work;

 private:
  std::shared_ptr<Work> work_;
};

}  // namespace warpglass::tier
