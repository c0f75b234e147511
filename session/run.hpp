// One run of a program: how its launches are to be executed, what has been gathered of them, and the report of that.
// The library inside a program and the tool that runs a kernel by itself both stand on it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/collector.hpp"
#include "arch/device_model.hpp"
#include "base/source_text.hpp"
#include "base/timings.hpp"
#include "report/report.hpp"
#include "runtime/launch.hpp"
#include "session/result_digest.hpp"
#include "session/settings.hpp"
#include "sim/cost_model.hpp"

namespace warpglass::tier {
class Tier;
}

namespace warpglass::session {

/// Not synchronised: one thread at a time.
class Run {
 public:
  /// \param device  outlives the run
  Run(const arch::DeviceModel& device, Settings settings);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Another device of the program; the first is number 0. \param device  outlives the run
  void add_device(const arch::DeviceModel& device);

  /// What the settings ask of launches. The run outlives those that are made with it.
  /// Behind time(), where somebody asks.
  /// \param launches  their observer, output, progress and cancellation are the caller's
  /// \param device    whose launches they are, by its number
  void set_up(runtime::LaunchSettings& launches, std::uint32_t device = 0);

  /// Where its time goes; nullptr: nobody asks.
  [[nodiscard]] Timings* timings() const { return timings_; }
  /// \param timings  outlives the run
  void time(Timings* timings) { timings_ = timings; }

  /// A launch that has ended.
  void add(const runtime::LaunchRecord& record);

  /// For the comparison of results: an array that an edited program lays out otherwise, and what the host has received
  /// of one.
  void relay(RelaidArray array) {
    if (results_) results_->relay(std::move(array));
  }
  void receive(const void* data, std::uint64_t bytes) {
    if (results_) results_->receive(data, bytes);
  }

  /// Something that was left out; kept once.
  void add_notice(std::string text) { collector_.add_notice(std::move(text)); }
  /// Of a vendor's library, by its name, whose work was done on the host.
  void count_library_call(const std::string& library) { ++library_calls_[library]; }
  /// A source that is in no file. Of one name the last counts.
  void note_source(const SourceText& source) { sources_[source.name] = source.text; }

  /// Forgets all launches. What listeners know of memory and streams stays.
  void start_over();

  /// Whether any launch has faulted.
  [[nodiscard]] bool faulted() const { return faulted_; }

  /// Everything so far.
  /// \param interrupted  the program was
  /// \param of_host  what its calls did wrong
  [[nodiscard]] report::Report report(bool interrupted, std::vector<analysis::Finding> of_host = {}) const;

 private:
  [[nodiscard]] bool is_wanted(std::string_view kernel) const;

  struct Priced {
    const arch::DeviceModel* device = nullptr;
    std::unique_ptr<sim::CostModel> costs;
    std::unique_ptr<sim::CostModel> wide_bank_costs;  // of banks of 8 bytes
  };
  [[nodiscard]] std::vector<report::ReportDevice> devices_of_report() const;
  [[nodiscard]] Priced price(const arch::DeviceModel& device) const;

  Settings settings_;
  std::regex kernel_filter_;
  std::vector<Priced> devices_;
  analysis::Collector collector_;
  std::unique_ptr<ResultDigest> results_;  // where the settings ask for it
  Timings* timings_ = nullptr;
  bool faulted_ = false;
  mutable std::mutex tier_mutex_;
  std::vector<std::string> tier_notices_;  // from any thread
  std::map<std::string, std::uint64_t> library_calls_;
  std::map<std::string, std::string> sources_;  // by name
  std::unique_ptr<tier::Tier> tier_;            // where the settings ask for it
};

/// Worker threads that are meant where settings name none.
[[nodiscard]] int worker_count(int jobs);

/// What allocations may add up to when nothing else is said: a host that is asked for more than it has kills the
/// program. 0: not known.
[[nodiscard]] std::uint64_t host_memory_bytes();

/// What reports call a program when nothing else is said: the file name of the one that runs.
[[nodiscard]] std::string own_program_name();

}  // namespace warpglass::session
