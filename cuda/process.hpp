// The devices of this process and everything the program registered: which module a handle stands for, which kernel a
// host function launches, which variable a host symbol names. All devices know all modules, under one number; each
// loads them for itself when something in them is first asked for there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "cuda/api.hpp"
#include "cuda/current_device.hpp"
#include "cuda/owned_device.hpp"
#include "cuda/pending.hpp"
#include "cuda/session.hpp"
#include "runtime/device.hpp"

namespace warpglass::cuda {

static_assert(static_cast<int>(arch::CacheConfig::shared) == cudaFuncCachePreferShared &&
              static_cast<int>(arch::CacheConfig::l1) == cudaFuncCachePreferL1 &&
              static_cast<int>(arch::CacheConfig::equal) == cudaFuncCachePreferEqual);

class Process {
 public:
  /// Made at the first call and never destroyed: programs call the API from destructors of their own globals.
  static Process& get();

  /// The same, or nullptr when no call was made yet.
  static Process* existing();

  /// Held during every call; not by work that a stream has (cuda/task.hpp), for whose time another holds it.
  [[nodiscard]] std::timed_mutex& mutex() { return mutex_; }
  /// The calling thread's.
  [[nodiscard]] OwnedDevice& current() { return only_ != nullptr ? *only_ : of_thread(); }
  [[nodiscard]] runtime::Device& device() { return current().device; }
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] Pending& pending() { return pending_; }
  [[nodiscard]] const Pending& pending() const { return pending_; }

  // ---- Devices ----

  [[nodiscard]] std::uint32_t device_count() const { return static_cast<std::uint32_t>(devices_.size()); }
  [[nodiscard]] bool has_device(int ordinal) const {
    return ordinal >= 0 && ordinal < static_cast<int>(device_count());
  }
  /// \param ordinal  has_device()
  [[nodiscard]] OwnedDevice& device_at(int ordinal) { return *devices_[static_cast<std::size_t>(ordinal)]; }
  /// The one that a stream or an event belongs to, by its number.
  [[nodiscard]] runtime::Device& device_of(std::uint64_t stream) {
    return devices_[sim::device_of_stream(stream)]->device;
  }
  /// The one whose memory holds an address; the calling thread's where none does.
  [[nodiscard]] runtime::Device& device_holding(std::uint64_t address);
  /// The one that an array was made on; nullptr for what is none.
  template <class Array>
  [[nodiscard]] runtime::Device* device_with(const Array* array) {
    for (const auto& owned : devices_)
      if (owned->device.images().has(array)) return &owned->device;
    return nullptr;
  }
  /// False for what is no stream or event.
  bool destroy(const runtime::Stream* stream);
  bool destroy(const runtime::Event* event);

  /// Of threads that have not chosen.
  void prefer_device(std::uint32_t ordinal) { preferred_ = ordinal; }

  /// cudaDeviceReset: the device forgets everything, registered code is loaded anew when it is next used.
  void reset();

  // ---- Registered code ----

  /// \return the handle that the program hands back to us
  void** add_binary(const void* wrapper);
  void remove_binary(void** handle);
  [[nodiscard]] runtime::Status load_binary(void** handle);
  void add_function(void** handle, const void* host_function, const char* name);
  void add_variable(void** handle, const void* host_variable, const char* name, std::size_t bytes, bool constant);
  /// `*host_pointer` gets the variable's address once the module is loaded.
  void add_managed_variable(void** handle, void** host_pointer, const char* name);
  /// \param numbers  texels are read as numbers between -1 and 1
  void add_texture(void** handle, const void* host_texture, const char* name, bool numbers);
  void add_surface(void** handle, const void* host_surface, const char* name);
  /// All of the binary is registered: what the host may read before its first call is put in place.
  void finish_binary(void** handle);

  /// A module loaded at run time. Its kernels are found by address as host functions are.
  runtime::ModuleId add_library(const std::vector<std::span<const std::byte>>& images, const std::string& name);
  void remove_library(runtime::ModuleId module);

  /// The kernel that a host function, or a handle made by handle_of(), stands for.
  [[nodiscard]] runtime::Status find_kernel(const void* function, runtime::Kernel*& kernel);
  /// The same, with its program made, so that its attributes can be read.
  [[nodiscard]] runtime::Status find_prepared_kernel(const void* function, runtime::Kernel*& kernel);
  /// Mangled; "a kernel" where there is none.
  [[nodiscard]] std::string name_of_kernel(const void* function) const;
  [[nodiscard]] cudaKernel_t handle_of(runtime::Kernel& kernel);
  [[nodiscard]] runtime::Status find_variable(const void* symbol, const runtime::DeviceVariable*& variable);

  /// Address of fresh memory, labelled with the call and how often it was made.
  [[nodiscard]] runtime::Status allocate(const char* call, std::size_t bytes, sim::AllocationKind kind, void** pointer);

  /// "call #3": names what the call allocates, by how often it was made.
  [[nodiscard]] std::string label_of(const char* call);

  /// What programs ask back about their texture and surface objects, by handle.
  struct TextureDescription {
    cudaResourceDesc resource;
    cudaTextureDesc sampling;
  };
  std::map<std::uint64_t, TextureDescription> textures;
  std::map<std::uint64_t, cudaResourceDesc> surfaces;

  // ---- Streams and events ----

  /// The handle of the stream that a call names: what stands for the calling thread's own default stream becomes that
  /// stream, others stay as they are.
  [[nodiscard]] cudaStream_t stream_of(cudaStream_t named);
  /// The stream's number; for the legacy default stream the calling thread's device's. Says what is wrong with a handle
  /// that is none.
  [[nodiscard]] runtime::Status find_stream(cudaStream_t stream, std::uint64_t& id);
  /// nullptr for a handle that is none.
  [[nodiscard]] runtime::Event* find_event(cudaEvent_t event);

 private:
  struct Binary {
    runtime::ModuleId module{};
    std::map<std::string, void**> managed;  // name -> the host's pointer to it
    bool placed = false;                    // some variable lives at its host shadow
  };
  struct Function {
    runtime::ModuleId module{};
    std::string name;
    std::array<runtime::Kernel*, kMaxDevices> kernels{};  // of each device, once found
  };
  struct Symbol {
    runtime::ModuleId module{};
    std::string name;
  };

  Process();
  static Binary& binary_of(void** handle) { return **reinterpret_cast<Binary**>(handle); }
  void point_to_managed(Binary& binary);
  [[nodiscard]] OwnedDevice& of_thread() { return *devices_[chosen_device().value_or(preferred_)]; }
  [[nodiscard]] bool has(const runtime::Stream* stream) const;
  runtime::ModuleId add_module(const std::vector<std::span<const std::byte>>& images, const std::string& name);
  void remove_module(runtime::ModuleId module);

  std::timed_mutex mutex_;
  Session session_;
  std::vector<std::unique_ptr<OwnedDevice>> devices_;
  OwnedDevice* only_ = nullptr;  // where there is one
  std::uint32_t preferred_ = 0;
  Pending pending_;
  std::map<void**, std::unique_ptr<Binary>> binaries_;
  std::unordered_map<const void*, Function> functions_;
  std::unordered_map<const void*, Symbol> symbols_;
  std::map<std::string, std::uint64_t> allocations_;  // made so far, by call
  std::uint64_t modules_added_ = 0;
};

}  // namespace warpglass::cuda
