// The report of a run while it grows. It is written again and again as the program goes on, because a program may end
// without telling anyone: by abort(), by _exit(), by a signal.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "analysis/collector.hpp"
#include "arch/device_model.hpp"
#include "cuda/session_settings.hpp"
#include "runtime/launch.hpp"
#include "sim/cost_model.hpp"

namespace warpglass::cuda {

/// Not synchronised: one thread at a time.
class Recorder {
 public:
  /// \param device  outlives the recorder
  Recorder(const arch::DeviceModel& device, const SessionSettings& settings);

  /// The device's memory rules; nullptr when nothing is to be counted.
  [[nodiscard]] const sim::CostModel* costs() const { return costs_.get(); }
  /// The same in the 8-byte bank mode; nullptr where the device has none.
  [[nodiscard]] const sim::CostModel* wide_bank_costs() const { return wide_bank_costs_.get(); }

  /// Analysers that are to hear the launches that are counted.
  [[nodiscard]] std::vector<sim::Listener*> listeners() const { return collector_.listeners(); }

  void add(const runtime::LaunchRecord& record);

  /// Something that was left out; kept once.
  void add_notice(std::string text);

  /// Writes the report now. Says on the standard error stream when that fails, once.
  void write(bool interrupted);

 private:
  using Clock = std::chrono::steady_clock;

  const arch::DeviceModel& device_;
  SessionSettings settings_;
  std::unique_ptr<sim::CostModel> costs_;
  std::unique_ptr<sim::CostModel> wide_bank_costs_;
  analysis::Collector collector_;
  Clock::time_point last_write_;
  Clock::duration last_cost_{};
  bool failed_ = false;
};

}  // namespace warpglass::cuda
