#include "cuda/session.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "analysis/names.hpp"
#include "arch/device_description.hpp"
#include "base/counted.hpp"
#include "base/read_file.hpp"
#include "cuda/host_checks.hpp"
#include "cuda/host_watch.hpp"
#include "cuda/interrupt.hpp"
#include "cuda/page_guard.hpp"
#include "session/device_list.hpp"

namespace warpglass::cuda {

using session::kSessionVariable;

namespace {

void say(std::string_view text) {
  const std::string line = fmt::format("warpglass: {}\n", text);
  // One write, so that lines of several threads do not mix.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string place_of(const sim::Program& program, const sim::Fault& fault) {
  if (fault.pc >= program.facts.size()) return program.name;
  const sim::OpFacts& facts = program.facts[fault.pc];
  return to_string(facts.source < program.sources.size() ? program.sources[facts.source].where : facts.ptx);
}

// Freed memory that is not given out again where misuse of it is looked for, as a share of what there is.
constexpr std::uint64_t kDelayedShare = 4;

// What a call of printf in device code takes of its buffer, whatever its arguments; strings of up to 100 characters
// cost no more (tests/hardware/h200/facts/printf_buffer.txt).
constexpr std::uint64_t kPrintRecordBytes = 256;

bool checks_host(const session::Settings& settings) {
  return settings.analysis && std::ranges::find(settings.analysers, "host") != settings.analysers.end();
}

}  // namespace

Session::Session()
    : program_name_(session::own_program_name()), models_({&arch::default_device()}), process_(getpid()) {
  const char* path = std::getenv(std::string(kSessionVariable).c_str());
  if (path == nullptr || *path == '\0') {
    if (const char* devices = std::getenv(session::kDevicesVariable); devices != nullptr) take_devices(devices);
    return;
  }
  const std::optional<std::string> text = contents_of(path);
  std::string problem = "cannot be read";
  const std::optional<session::Settings> settings = text ? session::settings_from_json(*text, problem) : std::nullopt;
  if (!settings) {
    say(fmt::format("{}: error: {}; going on without a report", path, problem));
    return;
  }
  settings_ = *settings;
  if (!settings_.program.empty()) program_name_ = settings_.program;
  if (!settings_.device_code.empty()) {
    device_code_ = contents_of(settings_.device_code).value_or("");
    if (device_code_.empty()) leave(fmt::format("{} cannot be read", settings_.device_code));
  }
  choose_models();
  try {
    run_ = std::make_unique<session::Run>(*models_.front(), settings_);
  } catch (const std::regex_error& error) {
    say(fmt::format("error: \"{}\" is no regular expression ({}); counting all kernels", settings_.kernel,
                    error.what()));
    settings_.kernel.clear();
    run_ = std::make_unique<session::Run>(*models_.front(), settings_);
  }
  for (std::size_t i = 1; i < models_.size(); ++i) run_->add_device(*models_[i]);
  checks_ = std::make_unique<HostChecks>(checks_host(settings_) ? HostChecks::Extent::everything
                                                                : HostChecks::Extent::refused_launches);
  if (checks_host(settings_)) watch_ = std::make_unique<HostWatch>(*checks_);
  if (settings_.timings) run_->time(&timings_);
  recorder_ = std::make_unique<Recorder>(*run_, *checks_, settings_);
}

Session::~Session() = default;

void Session::leave(std::string_view why) {
  say(fmt::format("error: other kernels cannot take the place of the program's: {}", why));
  std::_Exit(2);
}

void Session::take_devices(std::string_view list) {
  std::string problem;
  const auto devices = session::parse_devices(list, problem);
  if (!devices) return say(fmt::format("error: {}: {}; going on with one device", session::kDevicesVariable, problem));
  settings_.devices = *devices;
  choose_models();
}

void Session::choose_models() {
  if (!settings_.device.empty()) {
    Diagnostics problems;
    described_ = arch::parse_device(settings_.device, settings_.arch, problems);
    for (const Diagnostic& diagnostic : problems) say(to_string(diagnostic));
  }
  const auto model_named = [](const std::string& arch) {
    const arch::DeviceLookup lookup = arch::find_device(arch);
    if (lookup.device != nullptr) return lookup.device;
    say(fmt::format("error: {}; going on with {}", lookup.error, arch::default_device().name));
    return &arch::default_device();
  };
  const arch::DeviceModel* const own = described_                 ? &*described_
                                       : settings_.device.empty() ? model_named(settings_.arch)
                                                                  : &arch::default_device();
  if (settings_.devices.empty()) settings_.devices = {""};
  models_.clear();
  for (const std::string& name : settings_.devices) models_.push_back(name.empty() ? own : model_named(name));
}

runtime::DeviceOptions Session::device_options(std::uint32_t device) {
  runtime::DeviceOptions options;
  options.memory_bytes = settings_.memory_bytes != 0 ? settings_.memory_bytes : session::host_memory_bytes();
  options.complain = [this](const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) say(to_string(diagnostic));
    if (diagnostics_copy_ != nullptr)
      diagnostics_copy_->insert(diagnostics_copy_->end(), diagnostics.begin(), diagnostics.end());
  };
  runtime::LaunchSettings& launches = options.launches;
  if (run_) {
    options.take_source = [this](const SourceText& source) { run_->note_source(source); };
    run_->set_up(launches, device);
    if (watch_) {
      launches.listeners.push_back(checks_.get());
      for (sim::Listener* listener : watch_->listeners()) launches.listeners.push_back(listener);
      options.delayed_share = kDelayedShare;
      options.host_alignment = page_guard::kPageBytes;
    }
  } else {
    launches.workers = session::worker_count(0);
  }
  launches.observer = this;
  launches.notice = [this](const std::string& text) { note(text); };
  launches.print = [this](std::string_view text) { print(text); };
  if (settings_.progress) {
    launches.progress = [this](std::string_view kernel, const runtime::LaunchShape& shape, std::uint64_t done) {
      show_progress(kernel, shape, done);
    };
  }
  launches.cancel = &cancel_;
  return options;
}

void Session::take_interrupts(std::timed_mutex& mutex, std::function<void()> end) {
  if (!recorder_) return;
  cuda::take_interrupts(cancel_, [this, &mutex, end = std::move(end)] {
    std::unique_lock lock(mutex, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(50))) {
      Place aside = Place::aside;
      if (place_.compare_exchange_strong(aside, Place::over)) break;
    }
    if (lock) end();
    finish(true);
  });
}

void Session::come_back() {
  Place aside = Place::aside;
  if (place_.compare_exchange_strong(aside, Place::inside)) return;
  for (;;) pause();  // up to the signal that ends the program
}

void Session::finish(bool interrupted) {
  clear_progress();
  if (watch_) watch_->settle();
  // A program may still come to its end by itself between the report and the signal that it goes down by.
  interrupted_ |= interrupted;
  if (recorder_ && getpid() == process_)
    recorder_->write(interrupted_ ? Recorder::When::interrupted : Recorder::When::end);
}

void Session::on_launch(const runtime::LaunchRecord& record) {
  clear_progress();
  note_lost_output(record.program->name);
  if (recorder_) {
    recorder_->add(record);
  } else {
    show_faults(record);
  }
}

void Session::print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  has_printed_ = true;
  ++prints_;
}

void Session::reset_printing() {
  print_buffer_bytes_ = kPrintBufferBytes;
  has_printed_ = false;
}

// What does not fit takes the place of what came first, unless the host has emptied the buffer meanwhile.
void Session::note_lost_output(std::string_view kernel) {
  const std::uint64_t prints = std::exchange(prints_, 0);
  const std::uint64_t room = print_buffer_bytes_ / kPrintRecordBytes;
  if (!checks_ || prints <= room) return;
  using analysis::grouped;
  const std::string name = analysis::demangled(std::string(kernel));
  checks_->found({.rule = "output-lost",
                  .message = fmt::format("{} calls printf {}, and its buffer holds {}: a GPU may lose what came first",
                                         name, counted(grouped(prints), "time"), grouped(room)),
                  .notes = {fmt::format(
                      "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, {}) before the first kernel that prints makes "
                      "it large enough",
                      prints * kPrintRecordBytes)},
                  .kernel = name,
                  .detail = fmt::format("{} bytes, {} for each call", grouped(print_buffer_bytes_), kPrintRecordBytes)},
                 call_place());
}

void Session::end_checked_call(bool success) {
  checks_->settle();
  if (watch_) watch_->end_call();
  if (!success) recorder_->note_failures();
}

void Session::show_faults(const runtime::LaunchRecord& record) const {
  for (const sim::Fault& fault : record.result->faults) {
    say(fmt::format("{}: error: {}  [{}]", place_of(*record.program, fault), fault.message, sim::rule_of(fault.kind)));
    say(fmt::format("  kernel {}, block ({},{},{}), thread ({},{},{})", analysis::demangled(record.program->name),
                    fault.block.x, fault.block.y, fault.block.z, fault.thread.x, fault.thread.y, fault.thread.z));
    for (const std::string& note : fault.notes) say("  " + note);
  }
}

void Session::show_progress(std::string_view kernel, const runtime::LaunchShape& shape, std::uint64_t blocks_done) {
  const std::string text =
      progress_.tell(kernel, blocks_done, shape.grid.volume(), session::LaunchProgress::Clock::now());
  if (text.empty()) return;
  progress_shown_ = true;
  fmt::print(stderr, "\r\033[Kwarpglass: {}", text);
  std::fflush(stderr);
}

void Session::clear_progress() {
  if (!std::exchange(progress_shown_, false)) return;
  std::fputs("\r\033[K", stderr);
}

void Session::note(const std::string& text) {
  if (!noted_.insert(text).second) return;
  say(text);
  if (run_) run_->add_notice(text);
}

}  // namespace warpglass::cuda
