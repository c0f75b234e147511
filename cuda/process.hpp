// The one device of this process and everything the program registered with it: which module a handle stands for, which
// kernel a host function launches, which variable a host symbol names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "cuda/api.hpp"
#include "cuda/device_words.hpp"
#include "cuda/graph_memory_use.hpp"
#include "cuda/pending.hpp"
#include "cuda/session.hpp"
#include "cuda/texture_reference_table.hpp"
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
  [[nodiscard]] runtime::Device& device() { return device_; }
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] Pending& pending() { return pending_; }
  [[nodiscard]] const Pending& pending() const { return pending_; }

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
  runtime::ModuleId add_library(std::vector<std::span<const std::byte>> images, std::string name);
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

  TextureReferences references;

  GraphMemoryUse graph_memory;

  // ---- Streams and events ----

  /// The handle of the stream that a call names: what stands for the calling thread's own default stream becomes that
  /// stream, others stay as they are.
  [[nodiscard]] cudaStream_t stream_of(cudaStream_t named);
  /// The stream's number; 0 for the legacy default stream. Says what is wrong with a handle that is none.
  [[nodiscard]] runtime::Status find_stream(cudaStream_t stream, std::uint64_t& id);
  /// nullptr for a handle that is none.
  [[nodiscard]] runtime::Event* find_event(cudaEvent_t event);

  // ---- Preferences that programs set and read back ----
  std::map<int, std::size_t> limits;
  unsigned device_flags = cudaDeviceMapHost;
  bool has_device_flags = false;

 private:
  struct Binary {
    runtime::ModuleId module{};
    std::map<std::string, void**> managed;  // name -> the host's pointer to it
    bool placed = false;                    // some variable lives at its host shadow
  };
  struct Function {
    runtime::ModuleId module{};
    std::string name;
    runtime::Kernel* kernel = nullptr;  // once found
  };
  struct Symbol {
    runtime::ModuleId module{};
    std::string name;
  };

  Process();
  static Binary& binary_of(void** handle) { return **reinterpret_cast<Binary**>(handle); }
  void point_to_managed(Binary& binary);

  std::timed_mutex mutex_;
  Session session_;
  runtime::Device device_;
  DeviceWords words_{device_, limits};
  Pending pending_;
  std::map<void**, std::unique_ptr<Binary>> binaries_;
  std::unordered_map<const void*, Function> functions_;
  std::unordered_map<const void*, Symbol> symbols_;
  std::map<std::string, std::uint64_t> allocations_;  // made so far, by call
  std::uint64_t modules_added_ = 0;
};

}  // namespace warpglass::cuda
