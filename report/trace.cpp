// The Trace Event Format, as Perfetto and chrome://tracing read it. It has an axis of time, and we know of none: each
// launch and each copy takes one millisecond of it, in the order in which the program made them, and what the axis is
// stands in the name of the process, where a reader sees it. The blocks are a process of their own (trace_blocks.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/findings.hpp"
#include "report/forms.hpp"
#include "report/order_axis.hpp"
#include "report/trace_blocks.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;
using analysis::LaunchProfile;
using analysis::TransferProfile;

Json extent_argument(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

std::string_view transfer_text(analysis::TransferKind kind) {
  switch (kind) {
    case analysis::TransferKind::host_to_device: return "copy host to device";
    case analysis::TransferKind::device_to_host: return "copy device to host";
    case analysis::TransferKind::device_to_device: return "copy device to device";
    case analysis::TransferKind::fill: return "fill";
  }
  return "";
}

class Trace {
 public:
  Trace(const Report& report, const FormOptions& options) : report_(report), options_(options), axis_(report.run) {}

  Json events() {
    name("process_name", 0,
         fmt::format("{} on {} ({}), 1 ms = 1 launch or copy, in order; no time is modelled", report_.program,
                     report_.device, report_.architecture));
    std::map<std::uint64_t, std::string> rows;
    const auto meet = [&](const auto& one) {
      const std::string stream = fmt::format("stream {}", one.stream);
      rows[row_of(one)] = report_.devices.empty() ? stream : fmt::format("device {}, {}", one.device, stream);
    };
    for (const LaunchProfile& launch : report_.run.launches) meet(launch);
    for (const TransferProfile& transfer : report_.run.transfers) meet(transfer);
    for (const auto& [row, title] : rows) name("thread_name", row, title);
    for (const LaunchProfile& launch : report_.run.launches) add(launch);
    for (std::size_t i = 0; i < report_.run.transfers.size(); ++i) add(report_.run.transfers[i], i);
    for (const analysis::Finding& finding : report_.run.findings) add(finding);
    return std::move(events_);
  }

 private:
  /// \param at  place on the axis
  [[nodiscard]] Json event(const char* phase, std::string_view name, std::uint64_t stream, std::uint64_t at) const {
    return {{"ph", phase}, {"name", name}, {"pid", report_.process}, {"tid", stream}, {"ts", at * kPlaceOnAxis}};
  }

  /// Each stream of each device has its own. Perfetto takes no number of a track beyond 32 bits.
  template <class One>
  static std::uint64_t row_of(const One& one) {
    constexpr std::uint64_t kStreams = 1 << 20;
    return one.device * kStreams + std::min<std::uint64_t>(one.stream, kStreams - 1);
  }

  void name(const char* what, std::uint64_t stream, const std::string& text) {
    Json json = event("M", what, stream, 0);
    json["args"] = {{"name", text}};
    events_.push_back(std::move(json));
  }

  void add(const LaunchProfile& launch) {
    const analysis::KernelProfile& kernel = report_.run.kernels[launch.kernel];
    Json json = event("X", kernel.name.substr(0, kernel.name.find('(')), row_of(launch), axis_.of_launch(launch.index));
    json["cat"] = "launch";
    json["dur"] = kPlaceOnAxis;
    Json arguments = {
        {"kernel", kernel.name}, {"grid", extent_argument(launch.grid)}, {"block", extent_argument(launch.block)}};
    if (launch.cluster.volume() != 1) arguments["cluster"] = extent_argument(launch.cluster);
    arguments["dynamic_shared_bytes"] = launch.dynamic_shared_bytes;
    arguments["launch"] = launch.index;
    arguments["counted"] = launch.counted;
    arguments["complete"] = launch.complete;
    for (std::size_t i = 0; i < launch.values.size(); ++i) {
      if (launch.values[i] != 0) arguments[report_.run.metrics[i].name] = launch.values[i];
    }
    json["args"] = std::move(arguments);
    events_.push_back(std::move(json));
    counter(launch, "shared-memory wavefronts", "memory_l1_wavefronts_shared",
            "derived__memory_l1_wavefronts_shared_excessive");
    counter(launch, "global-memory sectors", "memory_l2_theoretical_sectors_global",
            "derived__memory_l2_theoretical_sectors_global_excessive");
  }

  /// \param number  in RunProfile::transfers
  void add(const TransferProfile& transfer, std::size_t number) {
    const bool fills = transfer.kind == analysis::TransferKind::fill;
    Json json = event("X", transfer_text(transfer.kind), row_of(transfer), axis_.of_transfer(number));
    json["cat"] = fills ? "fill" : "copy";
    json["dur"] = kPlaceOnAxis;
    json["args"] = {{"bytes", transfer.bytes}, {"host_waits", transfer.waits}};
    events_.push_back(std::move(json));
  }

  [[nodiscard]] double value(const LaunchProfile& launch, std::string_view metric) const {
    for (std::size_t i = 0; i < launch.values.size(); ++i) {
      if (report_.run.metrics[i].name == metric) return launch.values[i];
    }
    return 0;
  }

  /// A curve of its own below the launches: what was needed, and what could be saved.
  void counter(const LaunchProfile& launch, const char* name, const char* whole, const char* excess) {
    if (!launch.counted || report_.run.metrics.empty()) return;
    const double more = value(launch, excess);
    Json json = event("C", name, 0, axis_.of_launch(launch.index));
    json["args"] = {{"ideal", value(launch, whole) - more}, {"excess", more}};
    events_.push_back(std::move(json));
  }

  void add(const analysis::Finding& finding) {
    // Of those that no kept launch shows, the place on the axis is not known.
    if (finding.kernel.empty() || finding.launch >= report_.run.launches.size()) return;
    const LaunchProfile& launch = report_.run.launches[finding.launch];
    Json json =
        event("i", fmt::format("{}: {}", finding.rule, finding.message), row_of(launch), axis_.of_launch(launch.index));
    json["cat"] = name_of(finding.severity);
    json["s"] = "t";
    json["args"] = {{"where", place_text(finding.where, options_.text.directory)}, {"detail", finding.detail}};
    events_.push_back(std::move(json));
  }

  const Report& report_;
  const FormOptions& options_;
  const OrderAxis axis_;
  Json events_ = Json::array();
};

}  // namespace

std::string to_trace(const Report& report, const FormOptions& options) {
  Json events = Trace(report, options).events();
  const std::string left_out = add_blocks(report, events);
  Json about = {{"tool", "warpglass " + report.tool_version},
                {"program", report.program},
                {"command", report.command},
                {"device", report.device},
                {"architecture", report.architecture},
                {"axis", "a millisecond is a launch or a copy, in the order of the program; no time is modelled"},
                {"blocks",
                 "handed out in order, an SM after the other, as many to each as its occupancy allows; all are drawn "
                 "equally long"}};
  if (!left_out.empty()) about["blocks_left_out"] = left_out;
  if (const std::uint64_t copies = report.run.transfer_count - report.run.transfers.size(); copies != 0)
    about["copies_left_out"] = copies;
  // A line an event: there are many of them.
  const auto text = [](const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
  std::string result = "{\"displayTimeUnit\": \"ms\",\n\"otherData\": " + text(about) + ",\n\"traceEvents\": [";
  const char* separator = "\n";
  for (const Json& event : events) {
    result += separator + text(event);
    separator = ",\n";
  }
  return result + "\n]}\n";
}

}  // namespace warpglass::report
