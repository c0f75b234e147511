// With WARPGLASS_TIER=always in the environment every launch of a test goes through the second tier from its first
// block on. What the test expects stays the same: so the interpreter's tests are the tier's as well.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "sim/launch.hpp"
#include "tier/tier.hpp"

namespace warpglass::test {

/// sim::launch(), by way of the tier where the environment asks for it.
inline sim::LaunchResult launch(sim::LaunchRequest& request, const sim::Reductions* reductions = nullptr) {
  static tier::Tier* const tier = [] {
    const char* const when = std::getenv("WARPGLASS_TIER");
    return when == nullptr ? nullptr
                           : new tier::Tier({.when = tier::when_of(when),
                                             .compiler = WARPGLASS_BINARY_DIR "/lib/warpglass/warpglass-tier",
                                             .notice = [](const std::string& text) { ADD_FAILURE() << text; }});
  }();
  const std::shared_ptr<const sim::Program> borrowed(request.program, [](const sim::Program*) {});
  const std::shared_ptr<sim::TieredOps> tiered = tier == nullptr ? nullptr : tier->begin(borrowed, request);
  request.tier = tiered.get();
  return sim::launch(request, reductions);
}

}  // namespace warpglass::test
