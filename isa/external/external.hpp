// Functions that device code calls and the engine provides: the device runtime (vprintf, malloc, free, __assertfail)
// and the vendor's maths library (__nv_*). A table gives each its name, the sizes of what crosses the call, and a
// native function that runs for the calling lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "isa/control_context.hpp"
#include "sim/device_runtime.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

/// One call under way: the lanes' arguments, results and memory.
class ExternalCall {
 public:
  ExternalCall(sim::Warp& calling, const sim::Op* call, const std::vector<std::uint32_t>& arguments,
               const std::vector<std::uint32_t>& results)
      : warp(calling), op(call), lanes(calling.active), arguments_(arguments), results_(results) {}

  /// Where the lanes have their values of one argument, or of the result.
  struct Lanes {
    std::byte* base = nullptr;
    std::size_t stride = 0;

    template <class T>
    [[nodiscard]] T load(int lane) const {
      T value;
      std::memcpy(&value, base + std::size_t(lane) * stride, sizeof value);
      return value;
    }
    template <class T>
    void store(int lane, T value) const {
      std::memcpy(base + std::size_t(lane) * stride, &value, sizeof value);
    }
  };
  [[nodiscard]] Lanes argument_lanes(std::size_t number) const {
    const std::uint32_t* crossing = arguments_.data() + number * kCrossingNumbers;
    return lanes_at(crossing[0], crossing[1], crossing[3]);
  }
  [[nodiscard]] Lanes result_lanes() const { return lanes_at(results_[0], results_[2], results_[3]); }

  template <class T>
  [[nodiscard]] T argument(int lane, std::size_t number) const {
    return argument_lanes(number).load<T>(lane);
  }

  /// `size` bytes at a generic address of the lane; raises a fault when any of them is outside memory.
  [[nodiscard]] std::byte* memory(int lane, std::uint64_t address, std::uint64_t size, bool write) const;

  /// The same, and nobody is told that it is used.
  [[nodiscard]] const std::byte* unheard(int lane, std::uint64_t address, std::uint64_t size) const {
    return place(lane, address, size, false);
  }

  /// The NUL-terminated string at a generic address; at most `limit` characters.
  [[nodiscard]] std::string_view string(int lane, std::uint64_t address, std::size_t limit) const;

  sim::Warp& warp;
  const sim::Op* op;
  LaneMask lanes;

 private:
  /// As memory(), and nobody is told that it is used.
  [[nodiscard]] std::byte* place(int lane, std::uint64_t address, std::uint64_t size, bool write) const;
  [[nodiscard]] Lanes lanes_at(std::uint32_t kind, std::uint32_t at, std::uint32_t bytes) const {
    if (Crossing{kind} == Crossing::row) return {warp.rows + at, bytes};
    const std::uint32_t stride = warp.launch->program->functions[warp.frame->function].param_bytes;
    return {warp.frame->params.data() + at, stride};
  }

  const std::vector<std::uint32_t>& arguments_;
  const std::vector<std::uint32_t>& results_;
};

/// Who answers what the lanes ask of the device's runtime. Raises a fault where nobody does.
[[nodiscard]] sim::DeviceRuntime& api(const ExternalCall& call);

[[nodiscard]] inline sim::DeviceRuntime::Caller caller(const ExternalCall& call, int lane) {
  return {.warp = call.warp, .op = call.op, .lane = lane};
}

/// Runs for the call's lanes; returns the op to go on with, or nullptr for the one behind the call.
using RunProvided = const sim::Op* (*)(ExternalCall& call);

struct ProvidedFunction {
  static constexpr std::size_t kMaxArguments = 8;

  std::string_view name;
  RunProvided run = nullptr;
  std::uint32_t result_bytes = 0;  // 0: returns nothing
  std::array<std::uint32_t, kMaxArguments> argument_bytes{};
  std::uint32_t argument_count = 0;
  bool computes = false;  // from its arguments alone, and no more
  bool ordered = false;   // prints or allocates: blocks have to call it in one order
  bool launches = false;  // kernels
  bool launches_graphs = false;
  bool asks_runtime = false;  // is of the runtime for launches from device code

  [[nodiscard]] std::span<const std::uint32_t> arguments() const { return {argument_bytes.data(), argument_count}; }
  [[nodiscard]] std::span<const std::uint32_t> results() const {
    return {&result_bytes, result_bytes == 0 ? std::size_t{0} : std::size_t{1}};
  }
};

/// Index of a function that is_provided() (isa/provided.hpp).
[[nodiscard]] std::size_t provided_index(std::string_view name);
[[nodiscard]] const ProvidedFunction& provided_function(std::size_t index);

/// A device address as an argument of a native function.
template <class T>
struct DevicePointer {
  std::uint64_t address = 0;
};

namespace detail {

template <class T>
inline constexpr bool kTakesCall = std::is_same_v<T, const ExternalCall&>;

// Taking a native function's signature apart: R(A...) per lane, or R(call, lane, A...) for those that use memory.
template <auto kFunction, class Signature>
struct Native;

template <class R>
inline constexpr std::uint32_t kResultBytes = sizeof(R);
template <>
inline constexpr std::uint32_t kResultBytes<void> = 0;

template <auto kFunction, class Functor, class R, class... A>
struct Native<kFunction, R (Functor::*)(A...) const> {
  template <std::size_t... I>
  static const sim::Op* run_with(ExternalCall& call, std::index_sequence<I...>) {
    const ExternalCall::Lanes to = call.result_lanes();
    const std::array<ExternalCall::Lanes, sizeof...(A)> from{call.argument_lanes(I)...};
    const auto one = [&](int lane) { to.store<R>(lane, kFunction(from[I].template load<A>(lane)...)); };
    if (call.lanes == kFullMask) {
      for (int lane = 0; lane < kWarpSize; ++lane) one(lane);
    } else {
      for_each_lane(call.lanes, one);
    }
    return nullptr;
  }
  static const sim::Op* run(ExternalCall& call) { return run_with(call, std::index_sequence_for<A...>{}); }
  static constexpr ProvidedFunction row(std::string_view name) {
    return {.name = name,
            .run = run,
            .result_bytes = kResultBytes<R>,
            .argument_bytes = {std::uint32_t{sizeof(A)}...},
            .argument_count = sizeof...(A),
            .computes = true};
  }
};

template <auto kFunction, class Functor, class R, class... A>
struct Native<kFunction, R (Functor::*)(const ExternalCall&, int, A...) const> {
  template <std::size_t... I>
  static const sim::Op* run_with(ExternalCall& call, std::index_sequence<I...>) {
    for_each_lane(call.lanes, [&](int lane) {
      if constexpr (std::is_void_v<R>) {
        kFunction(call, lane, call.argument<A>(lane, I)...);
      } else {
        call.result_lanes().store<R>(lane, kFunction(call, lane, call.argument<A>(lane, I)...));
      }
    });
    return nullptr;
  }
  static const sim::Op* run(ExternalCall& call) { return run_with(call, std::index_sequence_for<A...>{}); }
  static constexpr ProvidedFunction row(std::string_view name) {
    return {.name = name,
            .run = run,
            .result_bytes = kResultBytes<R>,
            .argument_bytes = {std::uint32_t{sizeof(A)}...},
            .argument_count = sizeof...(A)};
  }
};

}  // namespace detail

/// A table row for a captureless lambda: `native<[](float x) { return std::sin(x); }>("__nv_sinf")`, or, when it uses
/// memory, `native<[](const ExternalCall& call, int lane, float x, DevicePointer<int> e) { ... }>`.
template <auto kFunction>
[[nodiscard]] constexpr ProvidedFunction native(std::string_view name) {
  return detail::Native<kFunction, decltype(&decltype(kFunction)::operator())>::row(name);
}

/// Writes `value` at a device pointer.
template <class T>
void store(const ExternalCall& call, int lane, DevicePointer<T> pointer, T value) {
  std::memcpy(call.memory(lane, pointer.address, sizeof value, true), &value, sizeof value);
}

template <class T>
[[nodiscard]] T load(const ExternalCall& call, int lane, DevicePointer<const T> pointer, std::uint64_t index) {
  T value;
  std::memcpy(&value, call.memory(lane, pointer.address + index * sizeof(T), sizeof value, false), sizeof value);
  return value;
}

/// What `call`, of that name, does with memory that malloc in device code has returned.
void free_in_device_code(const ExternalCall& call, int lane, std::uint64_t address, std::string_view name);

// The table's parts.
std::span<const ProvidedFunction> device_runtime_functions();
std::span<const ProvidedFunction> device_launch_functions();
std::span<const ProvidedFunction> device_graph_functions();
std::span<const ProvidedFunction> device_stream_functions();
std::span<const ProvidedFunction> device_query_functions();
std::span<const ProvidedFunction> libdevice_fast_functions();
std::span<const ProvidedFunction> libdevice_float_functions();
std::span<const ProvidedFunction> libdevice_double_functions();
std::span<const ProvidedFunction> libdevice_rounded_functions();
std::span<const ProvidedFunction> libdevice_conversion_functions();
std::span<const ProvidedFunction> libdevice_integer_functions();
std::span<const ProvidedFunction> libdevice_packed_functions();

}  // namespace warpglass::isa
