// One benchmark program: a kernel with its launch, and the same algorithm as a host loop.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/cache_simulator.hpp"
#include "analysis/cost_model.hpp"
#include "analysis/race_detector.hpp"
#include "runtime/device.hpp"
#include "tier/tier.hpp"

namespace warpglass::bench {

enum class Mode {
  execute,  // count nothing
  analyse,  // shared-memory wavefronts and sectors
  caches,   // and simulate the caches
  races,    // count nothing, and look for races
  check,    // the same, and for all other mistakes
};

/// Counts the warp and thread instructions of the last observed launch.
class LastLaunch : public runtime::LaunchObserver {
 public:
  void on_launch(const runtime::LaunchRecord& record) override;
  std::uint64_t thread_instructions = 0;
  std::vector<sim::OpCounters> counters;
};

class Program {
 public:
  /// \param kernel     entry in `<kernel file>.ptx`
  /// \param native     runs the host loop on the same buffers
  Program(std::string name, const std::string& kernel, runtime::LaunchShape shape);

  /// A buffer argument of `bytes`, filled with small floats; returns its host address.
  void* buffer(std::uint64_t bytes);
  template <class T>
  void value(T v) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&v);
    arguments_.emplace_back(bytes, bytes + sizeof v);
  }

  /// One launch.
  void launch(Mode mode);

  /// Who compiles for launches from now on; nullptr: nobody.
  void use(tier::Tier* tier);
  /// All buffers, one behind the other.
  [[nodiscard]] std::vector<std::byte> contents() const;
  [[nodiscard]] const std::vector<sim::OpCounters>& counters() const { return last_.counters; }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t thread_instructions() const { return last_.thread_instructions; }

  std::function<void()> native;

 private:
  std::string name_;
  std::vector<std::span<const std::byte>> buffers_;
  std::string text_;
  LastLaunch last_;
  std::unique_ptr<sim::CostModel> costs_;
  analysis::CacheSimulator caches_;
  analysis::RaceDetector races_;
  std::vector<std::unique_ptr<analysis::Analysis>> checkers_;
  runtime::Device device_;
  runtime::Kernel* kernel_ = nullptr;
  runtime::LaunchShape shape_;
  std::vector<std::vector<std::byte>> arguments_;
};

/// The programs of the benchmark log, at their sizes.
[[nodiscard]] std::vector<std::unique_ptr<Program>> all_programs();

}  // namespace warpglass::bench
