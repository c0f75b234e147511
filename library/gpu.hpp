// What the handles stand for. A device is one modelled GPU with the run that gathers what it does; its modules and
// their kernels belong to it. One lock makes the calls of several threads follow each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "library/errors.hpp"
#include "library/options.hpp"
#include "runtime/device.hpp"
#include "session/run.hpp"
#include "warpglass/warpglass.h"

struct warpglass_kernel {
  warpglass_module* module = nullptr;
  warpglass::runtime::Kernel* kernel = nullptr;
  std::string name;  // demangled
};

struct warpglass_module {
  warpglass_device* device = nullptr;
  warpglass::runtime::ModuleId id{};
  std::string name;  // in messages
  std::vector<std::unique_ptr<warpglass_kernel>> kernels;
};

namespace warpglass::library {

/// Not synchronised: one thread at a time, but for cancel().
class Gpu final : public runtime::LaunchObserver {
 public:
  explicit Gpu(Options options);
  ~Gpu() override;

  [[nodiscard]] const arch::DeviceModel& model() const { return *options_.model; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] runtime::Device& device() { return device_; }
  [[nodiscard]] session::Run& run() { return run_; }

  void reset();

  /// \param image  PTX text or a fat binary
  /// \throws Failure
  warpglass_module& load(warpglass_device* owner, const std::string& image, const std::string& name);
  void unload(const warpglass_module& loaded);

  /// \throws Failure
  void launch(const warpglass_kernel& kernel, const runtime::LaunchShape& shape, const void* const* arguments,
              std::size_t count);
  /// The same with all parameters as one piece. \throws Failure
  void launch(const warpglass_kernel& kernel, const runtime::LaunchShape& shape, std::span<const std::byte> parameters);
  void cancel() { cancel_ = true; }

  /// Makes its program. \throws Failure
  void prepare(const warpglass_kernel& kernel);

  void on_launch(const runtime::LaunchRecord& record) override { run_.add(record); }

 private:
  [[nodiscard]] runtime::DeviceOptions device_options();
  /// What has been said of device code since the last call.
  [[nodiscard]] std::string take_problems();
  [[nodiscard]] std::string fault_text();
  void check(runtime::Status status, const warpglass_kernel& kernel, const runtime::LaunchShape& shape);

  const Options options_;
  session::Run run_;
  Diagnostics problems_;
  std::atomic<bool> cancel_{false};
  runtime::Device device_;
  std::vector<std::unique_ptr<warpglass_module>> modules_;
  std::string fault_;  // that the device answers until it is reset
};

}  // namespace warpglass::library

struct warpglass_device {
  mutable std::mutex mutex;
  mutable warpglass::library::Errors errors;
  std::unique_ptr<warpglass::library::Gpu> gpu;  // nullptr when it could not be made
  std::string name;
  std::string architecture;

  /// Does what a call does, under the lock.
  template <class Body>
  [[nodiscard]] warpglass_status call(Body&& body) noexcept {
    return errors.guard([&] {
      const std::lock_guard lock(mutex);
      if (!gpu)
        throw warpglass::library::Failure(WARPGLASS_INVALID_VALUE,
                                          "the device could not be made: look at what warpglass_device_create() said");
      body(*gpu);
    });
  }
};
