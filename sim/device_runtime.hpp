// What threads of a launch may ask beyond computing: launches of their own, streams and events for them, copies in
// their order, and what the device is. `isa` provides the functions that compilers call for it; who answers stands
// above. Launches that ask run their blocks in one order, so that every answer is the same each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/dim3.hpp"

namespace warpglass::sim {

struct Op;
struct Warp;

/// The error numbers of the runtime API that device code is answered with.
enum class DeviceAnswer : std::int32_t {
  ok = 0,
  invalid_value = 1,
  out_of_memory = 2,
  invalid_configuration = 9,
  invalid_copy_direction = 21,
  too_many_pending = 69,
  invalid_function = 98,
  invalid_device = 101,
  unsupported_limit = 215,
  not_supported = 801,
};

class DeviceRuntime {
 public:
  virtual ~DeviceRuntime() = default;

  /// The thread that asks, and the instruction by which it does.
  struct Caller {
    const Warp& warp;
    const Op* op;
    int lane;
  };
  struct Shape {
    Dim3 grid;
    Dim3 block;
    std::uint64_t dynamic_shared_bytes = 0;
  };
  /// A value that a kernel gets, by address on the host.
  struct Argument {
    const std::byte* value;
    std::uint32_t bytes;
  };
  /// Rows of bytes: row y of slice z begins at base + (z * rows_per_slice + y) * pitch.
  struct Rows {
    std::uint64_t base = 0;
    std::uint64_t pitch = 0;
    std::uint64_t rows_per_slice = 1;
  };
  struct Extent {
    std::uint64_t width = 0;
    std::uint64_t height = 1;
    std::uint64_t depth = 1;
  };

  // ---- Launches. What fails is the thread's last error, too. ----

  /// Address of memory for the kernel's parameters; 0 where it could not be launched so.
  virtual std::uint64_t parameter_buffer(const Caller& caller, std::uint64_t function, const Shape& shape) = 0;
  /// The same where the kernel is named later.
  virtual std::uint64_t parameter_buffer(const Caller& caller, std::uint64_t bytes) = 0;
  /// Launches what a buffer was asked for.
  virtual DeviceAnswer launch(const Caller& caller, std::uint64_t buffer, std::uint64_t stream) = 0;
  virtual DeviceAnswer launch(const Caller& caller, std::uint64_t function, std::uint64_t buffer, const Shape& shape,
                              std::uint64_t stream) = 0;
  /// Where kernels are called: how the thread's next call launches.
  virtual void configure(const Caller& caller, const Shape& shape, std::uint64_t stream) = 0;
  [[nodiscard]] virtual bool is_kernel(std::uint64_t function) const = 0;
  virtual DeviceAnswer call(const Caller& caller, std::uint64_t function, std::span<const Argument> arguments) = 0;
  /// All that the grid has launched so far ends first.
  virtual DeviceAnswer synchronise(const Caller& caller) = 0;

  virtual DeviceAnswer take_last_error(const Caller& caller) = 0;
  [[nodiscard]] virtual DeviceAnswer last_error(const Caller& caller) const = 0;
  /// Notes an error of the thread; \return it
  virtual DeviceAnswer fail(const Caller& caller, DeviceAnswer error) = 0;

  // ---- Graphs. What fails is nobody's last error. ----

  virtual DeviceAnswer launch_graph(const Caller& caller, std::uint64_t graph, std::uint64_t stream) = 0;
  /// What becomes of a kernel node that kernels may change.
  struct NodeChange {
    enum class What : std::uint8_t { parameters, grid, enabled };
    std::uint64_t node = 0;
    What what = What::parameters;
    std::vector<std::byte> value = {};  // of the parameters from `offset` on
    std::uint64_t offset = 0;
    Dim3 grid = {};
    bool enabled = true;
  };
  /// All of them or, where one is wrong, none.
  virtual DeviceAnswer change_nodes(const Caller& caller, std::span<const NodeChange> changes) = 0;

  // ---- Streams, events, and what is done in a stream's turn ----

  virtual DeviceAnswer create_stream(const Caller& caller, std::uint32_t flags, std::uint64_t& stream) = 0;
  virtual DeviceAnswer destroy_stream(const Caller& caller, std::uint64_t stream) = 0;
  virtual DeviceAnswer create_event(const Caller& caller, std::uint32_t flags, std::uint64_t& event) = 0;
  virtual DeviceAnswer destroy_event(const Caller& caller, std::uint64_t event) = 0;
  virtual DeviceAnswer record(const Caller& caller, std::uint64_t event, std::uint64_t stream) = 0;
  virtual DeviceAnswer wait(const Caller& caller, std::uint64_t stream, std::uint64_t event) = 0;
  virtual DeviceAnswer copy(const Caller& caller, const Rows& to, const Rows& from, const Extent& extent,
                            std::uint32_t kind, std::uint64_t stream) = 0;
  virtual DeviceAnswer fill(const Caller& caller, const Rows& rows, const Extent& extent, std::uint8_t value,
                            std::uint64_t stream) = 0;

  // ---- Questions ----

  virtual DeviceAnswer attribute(const Caller& caller, std::int32_t attribute, std::int32_t device,
                                 std::int32_t& value) = 0;
  virtual DeviceAnswer limit(const Caller& caller, std::uint32_t limit, std::uint64_t& value) = 0;
  /// The API's structure, as bytes.
  virtual DeviceAnswer function_attributes(const Caller& caller, std::uint64_t function,
                                           std::vector<std::byte>& attributes) = 0;
  virtual DeviceAnswer blocks_per_sm(const Caller& caller, std::uint64_t function, std::int32_t block_threads,
                                     std::uint64_t dynamic_shared_bytes, std::int32_t& blocks) = 0;
  /// Address of an error's name, or of what it means.
  virtual std::uint64_t error_text(std::int32_t error, bool name) = 0;
};

}  // namespace warpglass::sim
