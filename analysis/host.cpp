// What the host does wrong with calls and memory. The library in the program sees it happen and makes the findings
// (cuda/host_checks.cpp): nothing of it belongs to a kernel. Here is what they are called, and how to ask for them.
// `launch-failed` is told without being asked for.
#include "analysis/analyser.hpp"

namespace warpglass::analysis {
namespace {

constexpr std::string_view kHostRules[] = {
    "launch-failed",     "api-error", "use-after-free", "double-free", "invalid-free",
    "use-after-destroy", "host-race", "pageable-copy",  "output-lost", "leak"};

}  // namespace

Analyser host_analyser() {
  return {.name = "host",
          .flag = "--host-checks",
          .help = "also find calls that fail, and memory, streams and events that are misused or never freed",
          .page = "host_checks.md",
          .rules = kHostRules,
          .checks = true,
          .start = start_analysis<Analysis>};
}

}  // namespace warpglass::analysis
