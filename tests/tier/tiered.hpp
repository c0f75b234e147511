// With WARPGLASS_TIER=always in the environment every launch of a test goes through the second tier from its first
// block on; with WARPGLASS_TIER=copies its blocks go on with a copy of their ops, and with their own again, after each
// round of their warps. What the test expects stays the same: so the interpreter's tests are the tier's as well.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "sim/launch.hpp"
#include "tests/tier/other_ops.hpp"
#include "tier/tier.hpp"

namespace warpglass::test {

/// sim::launch(), by way of the tier where the environment asks for it.
inline sim::LaunchResult launch(sim::LaunchRequest& request, const sim::Reductions* reductions = nullptr) {
  const char* const when = std::getenv("WARPGLASS_TIER");
  if (when != nullptr && std::string_view(when) == "copies") {
    OtherOps copies(*request.program, nullptr);
    request.tier = &copies;
    request.turn = 1;
    return sim::launch(request, reductions);
  }
  static tier::Tier* const tier = [when] {
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
