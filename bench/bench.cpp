// The engine beside native loops: each program as a host loop, executed, executed with analysis, and with the caches,
// in one run on one core. Machines differ and drift; what is compared from day to day are the ratios in the table at
// the end.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "bench/program.hpp"

namespace warpglass::bench {
namespace {

/// Prints as usual, and remembers the fastest repetition of every benchmark.
class Fastest : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
      auto [it, fresh] = seconds_.emplace(run.run_name.function_name, seconds);
      if (!fresh) it->second = std::min(it->second, seconds);
    }
    ConsoleReporter::ReportRuns(runs);
  }

  [[nodiscard]] double seconds(const std::string& name) const {
    const auto it = seconds_.find(name);
    return it == seconds_.end() ? 0 : it->second;
  }

 private:
  std::map<std::string, double> seconds_;
};

void print_ratios(const Fastest& fastest, const std::vector<std::unique_ptr<Program>>& programs) {
  fmt::print("\n{:<12}{:>11}{:>12}{:>10}{:>15}{:>11}{:>19}{:>10}{:>16}{:>10}{:>16}{:>17}{:>10}\n", "program",
             "native ms", "execute ms", "analysis", "analysis / ex.", "caches", "caches / analysis", "races",
             "races / execute", "check", "check / execute", "G thread-inst/s", "/ native");
  for (const auto& program : programs) {
    const auto seconds = [&](const std::string& what) { return fastest.seconds(program->name() + "/" + what); };
    const double native = seconds("native");
    const double execute = seconds("execute");
    const double analyse = seconds("analyse");
    const double caches = seconds("caches");
    const double races = seconds("races");
    const double check = seconds("check");
    if (native == 0 || execute == 0 || analyse == 0 || caches == 0 || races == 0 || check == 0) continue;
    fmt::print(
        "{:<12}{:>11.1f}{:>12.1f}{:>10.1f}{:>15.2f}{:>11.1f}{:>19.2f}{:>10.1f}{:>16.2f}{:>10.1f}{:>16.2f}{:>17.2f}"
        "{:>10.2f}\n",
        program->name(), native * 1e3, execute * 1e3, analyse * 1e3, analyse / execute, caches * 1e3, caches / analyse,
        races * 1e3, races / execute, check * 1e3, check / execute,
        static_cast<double>(program->thread_instructions()) / analyse / 1e9, analyse / native);
  }
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const auto programs = all_programs();
  for (const auto& program : programs) {
    Program* p = program.get();
    auto add = [&](const char* what, auto body) {
      benchmark::RegisterBenchmark((p->name() + "/" + what).c_str(),
                                   [body](benchmark::State& state) {
                                     for ([[maybe_unused]] auto _ : state) body();
                                   })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    add("native", [p] { p->native(); });
    add("execute", [p] { p->launch(Mode::execute); });
    add("analyse", [p] { p->launch(Mode::analyse); });
    add("caches", [p] { p->launch(Mode::caches); });
    add("races", [p] { p->launch(Mode::races); });
    add("check", [p] { p->launch(Mode::check); });
  }
  Fastest fastest;
  benchmark::RunSpecifiedBenchmarks(&fastest);
  print_ratios(fastest, programs);
  return 0;
}

}  // namespace
}  // namespace warpglass::bench

int main(int argc, char** argv) { return warpglass::bench::run(argc, argv); }
