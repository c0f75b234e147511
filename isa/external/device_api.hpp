// What the functions of CUDA's device runtime have in common: a table gives each its name as the API has it, and what
// it asks of the launch's sim::DeviceRuntime for one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/external/external.hpp"
#include "sim/device_runtime.hpp"

namespace warpglass::isa {

using sim::DeviceAnswer;
using sim::DeviceRuntime;

struct DeviceCall {
  std::string_view name;      // without what it begins with
  ProvidedFunction function;  // its own name is not looked at
  bool names_stream = false;  // there is a second one, whose default stream is the thread's
  enum class Launches : std::uint8_t { nothing, kernels, graphs };
  Launches launches = Launches::nothing;
};

inline constexpr bool kByStream = true;  // DeviceCall::names_stream

/// The functions of a table under all names that compilers give them, and some that have one name.
class DeviceCallTable {
 public:
  /// \param of_graphs  what its functions do to graphs, any kernel may do
  explicit DeviceCallTable(std::span<const DeviceCall> calls, std::span<const ProvidedFunction> others = {},
                           bool of_graphs = false);
  [[nodiscard]] std::span<const ProvidedFunction> functions() const { return functions_; }

 private:
  std::deque<std::string> names_;
  std::vector<ProvidedFunction> functions_;
};

[[nodiscard]] inline std::int32_t number(DeviceAnswer answer) { return static_cast<std::int32_t>(answer); }

}  // namespace warpglass::isa
