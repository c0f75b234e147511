#include "bench/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>

namespace warpglass::bench {
namespace {

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "warpglass-bench: {}\n", why);
  std::exit(2);
}

double seconds_on(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Whether floats differ by no more than a part of the largest one's magnitude.
bool are_close(std::span<const std::byte> a, std::span<const std::byte> b, float tolerance) {
  const auto floats = [](std::span<const std::byte> bytes) {
    return std::span(reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float));
  };
  float largest = 0;
  for (const float value : floats(b)) largest = std::max(largest, std::fabs(value));
  return std::ranges::equal(floats(a), floats(b),
                            [&](float x, float y) { return std::fabs(x - y) <= tolerance * largest; });
}

}  // namespace

void RunCounters::on_launch(const runtime::LaunchRecord& record) {
  ops.insert(ops.end(), record.result->counters.begin(), record.result->counters.end());
  thread_instructions += record.result->thread_instructions;
}

Program::Program(std::string_view ptx)
    : text_(ptx),
      costs_(analysis::make_cost_model(arch::default_device())),
      caches_(arch::default_device()),
      device_(arch::default_device(), {.memory_bytes = std::uint64_t{4} << 30,
                                       .complain =
                                           [](const Diagnostics& diagnostics) {
                                             for (const Diagnostic& d : diagnostics)
                                               fmt::print(stderr, "{}\n", to_string(d));
                                           },
                                       .launches = {}}) {
  module_ = device_.modules().add({std::as_bytes(std::span(text_))}, "kernels.ptx");
  device_.launches().observer = &counters_;
  const std::vector<std::string> names = analysis::checkers();
  for (const analysis::Analyser* analyser : analysis::analysers_for(names)) {
    if (analyser->checks && analyser->start != nullptr) checkers_.push_back(analyser->start(arch::default_device()));
  }
}

std::byte* Program::allocate(std::uint64_t bytes) {
  std::uint64_t address = 0;
  if (device_.allocate(bytes, sim::AllocationKind::device, "array", address) != runtime::Status::ok)
    give_up("not enough memory");
  return sim::Memory::host(address);
}

void Program::add_launch(const std::string& kernel, const runtime::LaunchShape& shape,
                         std::vector<std::vector<std::byte>> arguments) {
  Launch launch{.kernel = nullptr, .shape = shape, .arguments = std::move(arguments)};
  if (device_.modules().find_kernel(module_, kernel, launch.kernel) != runtime::Status::ok)
    give_up(fmt::format("no kernel '{}'", kernel));
  launches_.push_back(std::move(launch));
}

void Program::clear_arrays() const {
  for (const Cleared& cleared : cleared_) std::memset(cleared.bytes.data(), cleared.byte, cleared.bytes.size());
}

void Program::set(Mode mode, int workers, tier::Tier* tier) {
  runtime::LaunchSettings& settings = device_.launches();
  settings.costs = mode == Mode::off ? nullptr : costs_.get();
  settings.counts = mode != Mode::races && mode != Mode::check;
  settings.listeners.clear();
  if (mode == Mode::caches) settings.listeners = {&caches_};
  if (mode == Mode::races) settings.listeners = {&races_};
  if (mode == Mode::check) {
    for (const auto& checker : checkers_) {
      if (sim::Listener* const listener = checker->listener()) settings.listeners.push_back(listener);
    }
  }
  settings.workers = workers;
  settings.tier = {};
  if (tier != nullptr)
    settings.tier = [tier](const auto& program, const auto& request) { return tier->begin(program, request); };
}

double Program::run_native() {
  clear_arrays();
  const double start = seconds_on(CLOCK_PROCESS_CPUTIME_ID);
  native();
  return seconds_on(CLOCK_PROCESS_CPUTIME_ID) - start;
}

double Program::run(Mode mode, int workers, tier::Tier* tier) {
  set(mode, workers, tier);
  clear_arrays();
  counters_.ops.clear();
  counters_.thread_instructions = 0;
  const clockid_t clock = workers == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  const double start = seconds_on(clock);
  for (const Launch& launch : launches_) {
    std::vector<const void*> pointers;
    for (const auto& argument : launch.arguments) pointers.push_back(argument.data());
    if (device_.launch(*launch.kernel, launch.shape, pointers.data()) != runtime::Status::ok ||
        device_.sticky() != runtime::Status::ok)
      give_up("a kernel did not run");
  }
  return seconds_on(clock) - start;
}

bool Program::agrees() const {
  return std::ranges::all_of(compared_, [](const Compared& c) {
    return c.tolerance == 0 ? std::ranges::equal(c.array, c.twin) : are_close(c.array, c.twin, c.tolerance);
  });
}

}  // namespace warpglass::bench
