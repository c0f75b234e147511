// One run of a program under our library: which device is modelled, what is counted, where the report goes, what the
// user sees meanwhile. With settings from the `warpglass` tool it collects a report; without, it only runs the program
// and tells faults on the standard error stream.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arch/device_model.hpp"
#include "base/diagnostic.hpp"
#include "base/timings.hpp"
#include "cuda/recorder.hpp"
#include "runtime/device.hpp"
#include "session/launch_progress.hpp"
#include "session/run.hpp"
#include "session/settings.hpp"

namespace warpglass::cuda {

class HostChecks;
class HostWatch;

/// Of the buffer of printf in device code, before anything is set: an H200's.
inline constexpr std::size_t kPrintBufferBytes = 8650752;

class Session final : public runtime::LaunchObserver {
 public:
  /// Reads the settings that WARPGLASS_SESSION names.
  Session();
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Of the process, at least one.
  [[nodiscard]] std::uint32_t device_count() const { return static_cast<std::uint32_t>(models_.size()); }
  [[nodiscard]] const arch::DeviceModel& model(std::uint32_t device) const { return *models_[device]; }
  [[nodiscard]] const std::string& program_name() const { return program_name_; }
  [[nodiscard]] runtime::DeviceOptions device_options(std::uint32_t device);

  /// PTX that the program is to run in the place of what it brings itself; empty: its own.
  [[nodiscard]] std::span<const std::byte> device_code() const { return std::as_bytes(std::span(device_code_)); }
  /// The program cannot run as the settings ask: it ends, without a report.
  [[noreturn]] static void leave(std::string_view why);

  /// Ctrl-C from now on keeps what was gathered.
  /// \param mutex  held whenever the device or the session is used
  /// \param end    ends what is under way, so that it is gathered as well
  void take_interrupts(std::timed_mutex& mutex, std::function<void()> end);

  /// Between these two the thread that holds the process's lock changes nothing that the lock guards: it computes for a
  /// library, and an interrupt does not wait for it. Where one has come meanwhile, come_back() does not return.
  void step_aside() { place_ = Place::aside; }
  void come_back();

  /// Asks the running launch to stop; no other starts.
  void cancel() { cancel_ = true; }
  [[nodiscard]] bool is_cancelled() const { return cancel_; }

  /// The program ends: writes the report. A forked child that did not start the session writes none.
  void finish(bool interrupted = false);

  void on_launch(const runtime::LaunchRecord& record) override;

  /// Whether a kernel has printed since reset_printing().
  [[nodiscard]] bool has_printed() const { return has_printed_; }
  /// How much the buffer of printf in device code holds.
  void set_print_buffer(std::size_t bytes) { print_buffer_bytes_ = bytes; }
  void reset_printing();

  /// Run::relay() and Run::receive(), where there is a run.
  void relay(session::RelaidArray array) {
    if (run_) run_->relay(std::move(array));
  }
  void receive(const void* data, std::uint64_t bytes) {
    if (run_) run_->receive(data, bytes);
  }

  /// A call is about to answer. \param success  else checks() know of it
  void end_call(bool success) {
    if (checks_) end_checked_call(success);
  }

  /// Of what the host does; nullptr where nobody collects findings.
  [[nodiscard]] HostChecks* checks() { return checks_.get(); }
  /// Of what it does to memory that kernels use; nullptr likewise.
  [[nodiscard]] HostWatch* watch() { return watch_.get(); }

  /// From now on what is wrong with device code, and is told the user, goes there too; nullptr: no more.
  void copy_diagnostics_to(Diagnostics* copy) { diagnostics_copy_ = copy; }

  /// Says something once, here and in the report. Under the process's lock.
  void note(const std::string& text);

  /// A library has computed what a call of its asks for on the host: counters know nothing of that, and the report says
  /// so.
  void count_library_call(const std::string& library) {
    if (run_) run_->count_library_call(library);
  }

  /// The same as note() for a call that is not there.
  void note_not_supported(const std::string& call) { note(call + " is not supported yet"); }

 private:
  /// Of session::kDevicesVariable.
  void take_devices(std::string_view list);
  void choose_models();
  void end_checked_call(bool success);
  void print(std::string_view text);
  void note_lost_output(std::string_view kernel);
  void show_faults(const runtime::LaunchRecord& record) const;
  void show_progress(std::string_view kernel, const runtime::LaunchShape& shape, std::uint64_t blocks_done);
  void clear_progress();

  session::Settings settings_;
  std::string program_name_;
  std::string device_code_;
  std::optional<arch::DeviceModel> described_;  // by the settings
  std::vector<const arch::DeviceModel*> models_;
  Timings timings_;
  std::unique_ptr<session::Run> run_;   // with settings only
  std::unique_ptr<HostChecks> checks_;  // likewise
  std::unique_ptr<HostWatch> watch_;    // where that is asked for
  std::unique_ptr<Recorder> recorder_;  // likewise
  std::set<std::string> noted_;
  std::size_t print_buffer_bytes_ = kPrintBufferBytes;
  std::uint64_t prints_ = 0;  // calls of printf in the kernel under way
  bool has_printed_ = false;
  Diagnostics* diagnostics_copy_ = nullptr;
  std::int64_t process_ = 0;
  std::atomic<bool> cancel_{false};
  enum class Place : std::uint8_t { inside, aside, over };  // of the thread with the lock; the program is over
  std::atomic<Place> place_{Place::inside};
  bool interrupted_ = false;
  session::LaunchProgress progress_;
  bool progress_shown_ = false;
};

}  // namespace warpglass::cuda
