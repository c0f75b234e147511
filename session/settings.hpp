// What the `warpglass` tool asks of the runtime library inside the program it starts. The tool writes the settings to a
// JSON file and names it in the environment variable WARPGLASS_SESSION; the library reads it when it is first called.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass::session {

inline constexpr std::string_view kSessionVariable = "WARPGLASS_SESSION";

struct Settings {
  std::string arch = "sm_90";        // as arch::find_device takes it
  std::string device;                // description of a GPU that there is no record of, in place of `arch`; else empty
  std::vector<std::string> devices;  // of the process, each as `arch`; "": the one of `arch` and `device`; none: one
  int jobs = 0;                      // worker threads; 0: one per core
  int bank_width = 0;                // of shared memory, 4 or 8 bytes, whatever the program sets; 0: what it sets
  std::vector<std::string> analysers;  // at work beside those that always are (analysis/registry.cpp)
  bool analysis = true;                // count and report; false: execute only
  bool counts = true;                  // count what accesses cost; false: only look for mistakes
  bool leaks = false;                  // what is never freed fails the check
  bool arithmetic = false;             // look for divisions by zero, NaN and infinities; without `counts`
  bool results = false;                // take a digest of what the program computes
  bool as_written = false;             // count PTX instructions as they stand, not as the assembler changes them
  std::string ptxas;                   // assembler that is asked for registers; empty: they are estimated
  std::string cache;                   // folder of what it has answered; empty: that is not kept
  std::string kernel;  // regular expression over demangled names; kernels that do not match only execute
  std::uint64_t launches = std::numeric_limits<std::uint64_t>::max();  // launches to count
  std::uint64_t loop_limit = 0;                                        // back edges of one warp; 0: the engine's own
  std::uint64_t seed = 0;          // of the order in which blocks, warps and lanes take turns; 0: the engine's own
  std::uint64_t memory_bytes = 0;  // that allocations may add up to; 0: what device and host allow
  std::string report;              // file the report goes to; empty: none is written
  std::string program;             // what the report calls the program
  std::string command;             // command line, for the report
  std::string device_code;         // file of PTX in the place of what the program brings; empty: its own
  std::string tier = "off";        // what is compiled by the second tier: off, hot or always (tier/tier.hpp)
  std::string tier_compiler;       // the program that does it
  bool repeats = true;             // what a launch would do again is not executed (runtime/repeated_launches.hpp)
  bool timings = false;            // where time goes is said beside the report
  bool progress = false;           // a line on the standard error stream during long launches

  friend bool operator==(const Settings&, const Settings&) = default;
};

[[nodiscard]] std::string to_json(const Settings& settings);

/// Missing members keep their defaults; unknown ones are errors, because the tool and the library are one version.
/// \param problem  what is wrong, one line; empty when the settings are there
[[nodiscard]] std::optional<Settings> settings_from_json(std::string_view text, std::string& problem);

}  // namespace warpglass::session
