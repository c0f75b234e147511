// The second tier beside the interpreter: each program on one worker, executed and with analysis, the two taking turns
// in one process, so that what else the machine does falls on both. What they compute and count is compared as well.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/program.hpp"
#include "tier/tier.hpp"

namespace warpglass::bench {
namespace {

double seconds_of(Program& program, Mode mode) {
  const auto start = std::chrono::steady_clock::now();
  program.launch(mode);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

bool same(const sim::OpCounters& a, const sim::OpCounters& b) {
  const auto numbers = [](const sim::OpCounters& c) {
    return std::array{c.executions, c.threads,       c.threads_pred_on, c.requests,  c.wavefronts,   c.wavefronts_ideal,
                      c.sectors,    c.sectors_ideal, c.lines,           c.divergent, c.sector_turns, c.shared_requests};
  };
  return numbers(a) == numbers(b);
}

void compare(Program& program, Mode mode, tier::Tier& tier, int rounds) {
  program.launch(mode);
  const std::vector<std::byte> contents = program.contents();
  const std::vector<sim::OpCounters> counters = program.counters();
  program.use(&tier);
  const double first = seconds_of(program, mode);  // compiles
  program.use(nullptr);
  std::vector<double> interpreted;
  std::vector<double> tiered;
  bool equal = true;
  for (int round = 0; round < rounds; ++round) {
    interpreted.push_back(seconds_of(program, mode));
    program.use(&tier);
    tiered.push_back(seconds_of(program, mode));
    equal = equal && program.contents() == contents && program.counters().size() == counters.size() &&
            std::equal(counters.begin(), counters.end(), program.counters().begin(), same);
    program.use(nullptr);
  }
  const double interpreter_best = *std::min_element(interpreted.begin(), interpreted.end());
  const double tier_best = *std::min_element(tiered.begin(), tiered.end());
  fmt::print("{:<12}{:<10}{:>12.1f}{:>10.1f}{:>8.2f}{:>14.1f}{:>10.1f}{:>8.2f}{:>12.0f}   {}\n", program.name(),
             mode == Mode::execute ? "execute" : "analyse", interpreter_best * 1e3, tier_best * 1e3,
             interpreter_best / tier_best, median(interpreted) * 1e3, median(tiered) * 1e3,
             median(interpreted) / median(tiered), (first - tier_best) * 1e3, equal ? "equal" : "DIFFERENT");
}

int run(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
  const std::string only = argc > 2 ? argv[2] : "";
  if (rounds < 1) {
    fmt::print(stderr, "warpglass-bench-tier: '{}' is no number of rounds\n", argv[1]);
    return 2;
  }
  tier::Tier tier({.when = tier::When::always,
                   .learns = true,
                   .compiler = WARPGLASS_TIER_COMPILER,
                   .notice = [](const std::string& text) { fmt::print(stderr, "{}\n", text); }});
  fmt::print("milliseconds, fastest and median of {} rounds; ratios: interpreter over tier\n", rounds);
  fmt::print("{:<12}{:<10}{:>12}{:>10}{:>8}{:>14}{:>10}{:>8}{:>12}   {}\n", "program", "", "interpreter", "tier",
             "ratio", "interpreter", "tier", "ratio", "compiling", "results");
  for (const auto& program : all_programs()) {
    if (!only.empty() && program->name() != only) continue;
    for (const Mode mode : {Mode::execute, Mode::analyse}) compare(*program, mode, tier, rounds);
  }
  return 0;
}

}  // namespace
}  // namespace warpglass::bench

int main(int argc, char** argv) { return warpglass::bench::run(argc, argv); }
