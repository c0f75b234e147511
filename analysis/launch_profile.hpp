// What the host, or device code, asked for: launches, copies and fills.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/dim3.hpp"

namespace warpglass::analysis {

/// The thread of another launch that launched from device code, and how.
struct LaunchOrigin {
  std::uint64_t launch = 0;  // LaunchProfile::index
  std::string kernel;        // of that launch: "sort(int*, int)"
  SourcePosition where;
  Dim3 block;          // its index
  Dim3 thread;         // likewise
  std::string stream;  // "default", "created", "fire-and-forget", "tail"; of a graph's "graph tail" and the like

  friend bool operator==(const LaunchOrigin&, const LaunchOrigin&) = default;
};

/// A line of device code that launches a kernel.
struct LaunchSite {
  SourcePosition where;
  std::string kernel;  // that the line is of
  std::uint64_t launches = 0;

  friend bool operator==(const LaunchSite&, const LaunchSite&) = default;
};

struct LaunchProfile {
  std::uint64_t index = 0;   // of the program's launches, from 0
  std::uint32_t kernel = 0;  // index into RunProfile::kernels
  Dim3 grid;
  Dim3 block;
  Dim3 cluster{1, 1, 1};  // blocks of a cluster
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t stream = 0;             // the device's own number of it
  std::uint32_t device = 0;             // of the program's
  double seconds = 0;                   // of the host, to run the model
  bool counted = false;                 // false: executed only, `values` is empty
  bool complete = true;                 // false: faulted or cancelled
  std::vector<double> values;           // one per RunProfile::metrics
  std::optional<LaunchOrigin> by = {};  // nothing: the host
};

/// Between which memories bytes were moved. Memory of the host that is pinned is the host's; managed memory is the
/// device's.
enum class TransferKind : std::uint8_t { host_to_device, device_to_host, device_to_device, fill };

/// "host_to_device".
[[nodiscard]] std::string_view name_of(TransferKind kind);
/// False when there is no such name.
[[nodiscard]] bool transfer_kind_of(std::string_view name, TransferKind& kind);

/// A copy or a fill that the host asked for, as a call, a node of a graph or an operation of device code is one.
struct TransferProfile {
  TransferKind kind = TransferKind::host_to_device;
  std::uint64_t bytes = 0;
  std::uint64_t stream = 0;           // as LaunchProfile has it
  std::uint32_t device = 0;           // likewise
  std::uint64_t launches_before = 0;  // that had begun, so that LaunchProfile::index of the next is this
  bool waits = false;                 // the host waits for it

  friend bool operator==(const TransferProfile&, const TransferProfile&) = default;
};

}  // namespace warpglass::analysis
