// libwarpglass for C++17: handles that end by themselves, and errors as exceptions. All of it stands in this header, on
// the functions of warpglass/warpglass.h, where units, ranges and errors are told.
//
//     warpglass::Device device;
//     warpglass::Module module = device.load("transpose.cu");
//     warpglass::Array<float> in = device.array<float>(n * n), out = device.array<float>(n * n);
//     warpglass::Launch launch = module.kernel("transpose").launch({{n / 32, n / 32}, {32, 8}}, in, out, n);
//     launch.report().counter("memory_l1_wavefronts_shared");
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "warpglass/warpglass.h"

namespace warpglass {

class Error : public std::runtime_error {
 public:
  Error(warpglass_status status, const std::string& text) : std::runtime_error(text), status_(status) {}
  [[nodiscard]] warpglass_status status() const { return status_; }

 private:
  warpglass_status status_;
};

/// Owns a handle that `kDestroy` ends.
template <class Made, void (*kDestroy)(Made*)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(Made* made) : made_(made) {}
  Handle(Handle&& other) noexcept : made_(std::exchange(other.made_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(made_, other.made_);
    return *this;
  }
  ~Handle() { kDestroy(made_); }
  [[nodiscard]] Made* get() const { return made_; }

 private:
  Made* made_ = nullptr;
};

/// What one or more launches did.
class Report {
 public:
  explicit Report(warpglass_report* taken) : report_(taken) {}

  [[nodiscard]] warpglass_report* get() const { return report_.get(); }
  [[nodiscard]] std::string json() const { return warpglass_report_json(get()); }
  [[nodiscard]] std::string findings_json() const { return warpglass_report_findings_json(get()); }
  [[nodiscard]] std::string text() const { return warpglass_report_text(get()); }
  [[nodiscard]] std::uint64_t launch_count() const { return warpglass_report_launch_count(get()); }
  [[nodiscard]] bool looked_for(const std::string& analyser) const {
    return warpglass_report_looked_for(get(), analyser.c_str()) != 0;
  }

  /// Their texts live as long as the report.
  [[nodiscard]] std::vector<warpglass_finding> findings() const {
    std::vector<warpglass_finding> all;
    for (std::size_t i = 0; i < warpglass_report_finding_count(get()); ++i)
      all.push_back(*warpglass_report_finding(get(), i));
    return all;
  }

  /// \param kernel  empty: all together
  /// \throws Error
  [[nodiscard]] double counter(const std::string& name, const std::string& kernel = {}) const {
    double value = 0;
    const warpglass_status status = warpglass_report_counter(get(), kernel.c_str(), name.c_str(), &value);
    if (status != WARPGLASS_OK) throw Error(status, warpglass_report_last_error(get()));
    return value;
  }

 private:
  Handle<warpglass_report, warpglass_report_destroy> report_;
};

/// A launch that has ended, with a report of it alone.
class Launch {
 public:
  Launch(warpglass_status status, std::string error, Report report)
      : status_(status), error_(std::move(error)), report_(std::move(report)) {}

  /// WARPGLASS_OK, WARPGLASS_FAULT or WARPGLASS_CANCELLED.
  [[nodiscard]] warpglass_status status() const { return status_; }
  /// What the kernel did wrong; empty when it ran to its end.
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] const Report& report() const { return report_; }

 private:
  warpglass_status status_;
  std::string error_;
  Report report_;
};

/// Blocks or threads along x, y and z.
struct Extent {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

struct Shape {
  Extent grid{};
  Extent block{};
  std::uint64_t shared_bytes = 0;  // dynamic
  Extent cluster{0, 0, 0};         // as the kernel says, or none
  bool cooperative = false;
};

/// Memory of a device for `size()` values, which starts without any. Ends before its device does.
template <class T>
class Array {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "the device takes bytes");

  /// \throws Error
  Array(warpglass_device* device, std::size_t size, const char* label = nullptr) : device_(device), size_(size) {
    check(warpglass_allocate(device, size * sizeof(T), label, &address_));
  }
  Array(Array&& other) noexcept
      : device_(other.device_), address_(std::exchange(other.address_, 0)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(address_, other.address_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Array() { (void)warpglass_free(device_, address_); }

  /// What kernels take.
  [[nodiscard]] std::uint64_t address() const { return address_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// \throws Error
  void write(const std::vector<T>& values) {
    check(warpglass_write(device_, address_, values.data(), values.size() * sizeof(T)));
  }
  [[nodiscard]] std::vector<T> read() const {
    std::vector<T> values(size_);
    check(warpglass_read(device_, values.data(), address_, size_ * sizeof(T)));
    return values;
  }
  /// Sets each byte to `value`, 0 to 255. \throws Error
  void fill(int value = 0) { check(warpglass_fill(device_, address_, value, size_ * sizeof(T))); }

 private:
  void check(warpglass_status status) const {
    if (status != WARPGLASS_OK) throw Error(status, warpglass_last_error(device_));
  }

  warpglass_device* device_;
  std::uint64_t address_ = 0;
  std::size_t size_;
};

/// Lives as long as its module.
class Kernel {
 public:
  Kernel(warpglass_device* device, warpglass_kernel* kernel) : device_(device), kernel_(kernel) {}

  [[nodiscard]] warpglass_kernel* get() const { return kernel_; }
  [[nodiscard]] std::string name() const { return warpglass_kernel_name(kernel_); }

  /// Runs the kernel and gathers a report of this launch; what the device had gathered before is forgotten. An argument
  /// is a value of the parameter's size, or an Array. A kernel's fault is no exception: Launch tells it.
  /// \throws Error
  template <class... Arguments>
  Launch launch(const Shape& shape, const Arguments&... arguments) const {
    const std::array<Argument, sizeof...(Arguments)> given{argument_of(arguments)...};
    std::vector<const void*> values;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::size_t bytes = warpglass_parameter_bytes(kernel_, i);
      if (i < warpglass_parameter_count(kernel_) && given[i].bytes != bytes)
        throw Error(WARPGLASS_INVALID_VALUE, "argument " + std::to_string(i) + " of kernel " + name() + " has " +
                                                 std::to_string(given[i].bytes) + " bytes; its parameter has " +
                                                 std::to_string(bytes));
      values.push_back(given[i].array ? &given[i].address : given[i].value);
    }
    check(warpglass_start_report(device_));
    warpglass_launch_config config{};
    config.size = sizeof config;
    copy(shape.grid, config.grid);
    copy(shape.block, config.block);
    copy(shape.cluster, config.cluster);
    config.shared_bytes = shape.shared_bytes;
    config.cooperative = shape.cooperative ? 1 : 0;
    const warpglass_status status = warpglass_launch(kernel_, &config, values.data(), values.size());
    std::string error = warpglass_last_error(device_);
    if (status != WARPGLASS_OK && status != WARPGLASS_FAULT && status != WARPGLASS_CANCELLED)
      throw Error(status, error);
    warpglass_report* taken = nullptr;
    check(warpglass_take_report(device_, &taken));
    return {status, std::move(error), Report(taken)};
  }

 private:
  struct Argument {
    const void* value = nullptr;
    std::size_t bytes = 0;
    bool array = false;
    std::uint64_t address = 0;
  };

  template <class T>
  static Argument argument_of(const Array<T>& array) {
    return {nullptr, sizeof(std::uint64_t), true, array.address()};
  }
  template <class T>
  static Argument argument_of(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>, "kernels take bytes");
    return {&value, sizeof value, false, 0};
  }
  static void copy(const Extent& from, std::uint32_t (&to)[3]) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  }
  void check(warpglass_status status) const {
    if (status != WARPGLASS_OK) throw Error(status, warpglass_last_error(device_));
  }

  warpglass_device* device_;
  warpglass_kernel* kernel_;
};

/// Ends before its device does.
class Module {
 public:
  Module(warpglass_device* device, warpglass_module* module) : device_(device), module_(module) {}

  [[nodiscard]] warpglass_module* get() const { return module_.get(); }

  /// \param name  as warpglass_find_kernel() takes it; empty: the only one
  /// \throws Error
  [[nodiscard]] Kernel kernel(const std::string& name = {}) const {
    warpglass_kernel* found = nullptr;
    const warpglass_status status = warpglass_find_kernel(get(), name.c_str(), &found);
    if (status != WARPGLASS_OK) throw Error(status, warpglass_last_error(device_));
    return {device_, found};
  }

 private:
  warpglass_device* device_;
  Handle<warpglass_module, warpglass_unload> module_;
};

class Device {
 public:
  /// \throws Error
  Device() : Device(options()) {}
  explicit Device(const warpglass_options& options) {
    warpglass_device* made = nullptr;
    const warpglass_status status = warpglass_device_create(&options, &made);
    device_ = Handle<warpglass_device, warpglass_device_destroy>(made);
    check(status);
  }

  /// All defaults, to be changed.
  [[nodiscard]] static warpglass_options options() {
    warpglass_options all{};
    all.size = sizeof all;
    return all;
  }

  [[nodiscard]] warpglass_device* get() const { return device_.get(); }
  [[nodiscard]] std::string name() const { return warpglass_device_name(get()); }
  [[nodiscard]] std::string architecture() const { return warpglass_device_architecture(get()); }

  /// A .cu, a .ptx or a fat binary. \throws Error
  [[nodiscard]] Module load(const std::string& path, const std::vector<std::string>& flags = {}) const {
    const std::vector<const char*> words = words_of(flags);
    warpglass_module* made = nullptr;
    check(warpglass_load_file(get(), path.c_str(), words.data(), words.size(), &made));
    return {get(), made};
  }
  /// CUDA C++ as text. \throws Error
  [[nodiscard]] Module compile(const std::string& source, const std::string& name = "source.cu",
                               const std::vector<std::string>& flags = {}) const {
    const std::vector<const char*> words = words_of(flags);
    warpglass_module* made = nullptr;
    check(warpglass_load_cuda(get(), source.c_str(), name.c_str(), words.data(), words.size(), &made));
    return {get(), made};
  }
  /// \throws Error
  [[nodiscard]] Module load_ptx(const std::string& text, const std::string& name = "ptx") const {
    warpglass_module* made = nullptr;
    check(warpglass_load_ptx(get(), text.c_str(), name.c_str(), &made));
    return {get(), made};
  }

  /// \throws Error
  template <class T>
  [[nodiscard]] Array<T> array(std::size_t size, const char* label = nullptr) const {
    return Array<T>(get(), size, label);
  }
  template <class T>
  [[nodiscard]] Array<T> array(const std::vector<T>& values, const char* label = nullptr) const {
    Array<T> made(get(), values.size(), label);
    made.write(values);
    return made;
  }

  /// Frees memory and forgets a fault. \throws Error
  void reset() { check(warpglass_device_reset(get())); }

 private:
  [[nodiscard]] static std::vector<const char*> words_of(const std::vector<std::string>& flags) {
    std::vector<const char*> words;
    for (const std::string& flag : flags) words.push_back(flag.c_str());
    return words;
  }
  void check(warpglass_status status) const {
    if (status == WARPGLASS_OK) return;
    throw Error(status, get() != nullptr ? warpglass_last_error(get()) : warpglass_status_name(status));
  }

  Handle<warpglass_device, warpglass_device_destroy> device_;
};

}  // namespace warpglass
