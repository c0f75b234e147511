// What makes findings, metrics and notices of what a run did. Everything about one analyser stands in its file: what it
// wants to hear, how shards of that are merged, what it finds, its metrics, its flag and its page in the manual.
// analysis/registry.cpp lists them; nobody else knows any of them by name.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "analysis/profile.hpp"
#include "arch/device_model.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

struct KernelRecord;

/// An analyser at work on one run.
class Analysis {
 public:
  virtual ~Analysis() = default;

  /// Hears the launches that are counted; nullptr where their counters are enough.
  [[nodiscard]] virtual sim::Listener* listener() { return nullptr; }

  /// Another device of the program, numbered behind those so far. \param device  outlives the analysis
  virtual void add_device(const arch::DeviceModel& device) { (void)device; }

  /// After a counted launch: its metrics' values in that launch, and what it keeps by instruction.
  [[nodiscard]] virtual std::vector<double> values() const { return {}; }
  virtual void add_to(KernelRecord& kernel) const { (void)kernel; }

  /// Of what is kept of a kernel's counted launches.
  [[nodiscard]] virtual std::vector<Finding> findings(const KernelRecord& kernel) const {
    (void)kernel;
    return {};
  }
  [[nodiscard]] virtual std::vector<std::string> notices(const KernelRecord& kernel) const {
    (void)kernel;
    return {};
  }
  /// Fills in what it contributes to the kernel's own page.
  virtual void describe(const KernelRecord& kernel, KernelProfile& profile) const { (void)kernel, (void)profile; }
};

struct Analyser {
  std::string_view name;                      // "banks"
  std::string_view flag{};                    // of `warpglass run`, that asks for it; empty: it is always at work
  std::string_view help{};                    // of the flag
  bool by_name = false;                       // it has no flag, and is at work where a command names it
  std::string_view page{};                    // that explains it, under docs/
  std::span<const std::string_view> rules{};  // of its findings
  bool checks = false;                        // they are mistakes, not costs: at work in `warpglass check`
  /// Counters beside those of every launch; nullptr: none.
  std::vector<MetricDefinition> (*metrics)() = nullptr;
  std::unique_ptr<Analysis> (*start)(const arch::DeviceModel& device) = nullptr;
};

/// In the order in which their findings are reported.
[[nodiscard]] std::span<const Analyser> analysers();

/// The analysers that are at work in a run which asks for some by name.
[[nodiscard]] std::vector<const Analyser*> analysers_for(std::span<const std::string> asked);

/// The names of those that look for mistakes.
[[nodiscard]] std::vector<std::string> checkers();

/// Every rule that a finding may have, a kernel's faults among them.
[[nodiscard]] std::vector<std::string_view> rules();

/// Whether a finding tells what something costs, and no mistake.
[[nodiscard]] bool is_about_cost(const Finding& finding);

/// The counters of every launch, and of all analysers behind them. \param of_analyser  for each: whose it is, or
/// nullptr
[[nodiscard]] std::vector<MetricDefinition> all_metric_definitions(std::vector<const Analyser*>& of_analyser);

/// One of a class of its own, which may want to know the machine.
template <class Own>
[[nodiscard]] std::unique_ptr<Analysis> start_analysis(const arch::DeviceModel& device) {
  if constexpr (std::is_constructible_v<Own, const arch::DeviceModel&>) {
    return std::make_unique<Own>(device);
  } else {
    return std::make_unique<Own>();
  }
}

/// One that makes findings from counters alone.
template <std::vector<Finding> (*kFind)(const KernelRecord&, const arch::DeviceModel&)>
[[nodiscard]] std::unique_ptr<Analysis> start_finding(const arch::DeviceModel& device) {
  class Finds final : public Analysis {
   public:
    explicit Finds(const arch::DeviceModel& machine) : device_(machine) {}
    [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
      return kFind(kernel, device_);
    }

   private:
    const arch::DeviceModel& device_;
  };
  return std::make_unique<Finds>(device);
}

}  // namespace warpglass::analysis
