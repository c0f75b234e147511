#include "report/trace_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "report/block_placement.hpp"
#include "report/display.hpp"
#include "report/order_axis.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;
using analysis::KernelProfile;
using analysis::LaunchProfile;

constexpr std::uint64_t kPlaces = 64;  // of an SM; none holds more than 32 blocks

/// Waves of a launch that are drawn: the first ones, and the last where it is not among them.
struct Drawn {
  std::uint64_t first = 0;
  bool last = false;
  std::uint64_t blocks = 0;
};

Drawn drawn_of(const BlockPlacement& placement, std::uint64_t room) {
  const std::uint64_t waves = placement.waves();
  const std::uint64_t most = std::min(kBlocksOfLaunch, room);
  if (waves == 0) return {};
  if (placement.grid.volume() <= most) return {.first = waves, .last = false, .blocks = placement.grid.volume()};
  const std::uint64_t tail = placement.blocks_of(waves - 1);
  if (placement.per_wave() + tail > most) return {};
  const std::uint64_t first = std::min((most - tail) / placement.per_wave(), waves - 1);
  return {.first = first, .last = true, .blocks = first * placement.per_wave() + tail};
}

class Blocks {
 public:
  Blocks(const Report& report, Json& events)
      : report_(report),
        events_(events),
        axis_(report.run),
        sms_(column_of("launch__sm_count")),
        warps_(column_of("sm__maximum_warps_avg_per_active_cycle")) {}

  std::string add() {
    for (const LaunchProfile& launch : report_.run.launches) add(launch);
    const std::string left_out = left_out_ == 0 ? "" : fmt::format("{} blocks are left out", grouped(left_out_));
    for (const auto& [device, tracks] : tracks_) name(device, tracks, left_out);
    return left_out;
  }

 private:
  [[nodiscard]] std::size_t column_of(std::string_view metric) const {
    const auto found = std::ranges::find(report_.run.metrics, metric, &analysis::MetricDefinition::name);
    return static_cast<std::size_t>(found - report_.run.metrics.begin());
  }

  /// A small whole number; 0: it is not there.
  static std::uint64_t count(const LaunchProfile& launch, std::size_t column) {
    if (column >= launch.values.size()) return 0;
    const double value = launch.values[column];
    return value > 0 && value < 1e6 ? static_cast<std::uint64_t>(value) : 0;
  }

  [[nodiscard]] BlockPlacement placement_of(const LaunchProfile& launch) const {
    BlockPlacement placement{.grid = launch.grid};
    const auto whole = [](std::uint32_t blocks, std::uint32_t cluster) {
      return cluster != 0 && blocks % cluster == 0;
    };
    if (!launch.complete || !whole(launch.grid.x, launch.cluster.x) || !whole(launch.grid.y, launch.cluster.y) ||
        !whole(launch.grid.z, launch.cluster.z))
      return placement;
    placement.cluster = launch.cluster;
    const KernelProfile& kernel = report_.run.kernels[launch.kernel];
    const std::uint64_t warps = (launch.block.volume() + 31) / 32;
    if (launch.counted && count(launch, sms_) != 0 && warps != 0) {
      placement.sms = count(launch, sms_);
      placement.slots = count(launch, warps_) / warps;
    } else if (launch.device == 0 && launch.block == kernel.block &&
               launch.dynamic_shared_bytes == kernel.dynamic_shared_bytes) {
      placement.sms = report_.run.machine.sm_count;
      placement.slots = kernel.blocks_per_sm;
    }
    placement.slots = std::min(placement.slots, kPlaces);
    return placement;
  }

  /// \param at  microseconds of the axis
  [[nodiscard]] Json event(const char* phase, std::string name, std::uint32_t device, std::uint64_t track,
                           double at) const {
    return {
        {"ph", phase}, {"name", std::move(name)}, {"pid", report_.process + 1 + device}, {"tid", track}, {"ts", at}};
  }

  void add(const LaunchProfile& launch) {
    const BlockPlacement placement = placement_of(launch);
    const Drawn drawn = drawn_of(placement, kBlocksOfTrace - drawn_);
    const std::uint64_t left_out = launch.complete ? launch.grid.volume() - drawn.blocks : 0;
    drawn_ += drawn.blocks;
    left_out_ += left_out;
    const std::string& whole = report_.run.kernels[launch.kernel].name;
    const std::string kernel = whole.substr(0, whole.find('('));
    const double start = static_cast<double>(axis_.of_launch(launch.index) * kPlaceOnAxis);
    tracks_[launch.device].insert(0);
    Json json = event("X", kernel, launch.device, 0, start);
    json["cat"] = "launch";
    json["dur"] = kPlaceOnAxis;
    json["args"] = {{"launch", launch.index},      {"blocks", launch.grid.volume()},
                    {"blocks_left_out", left_out}, {"blocks_per_sm", placement.slots},
                    {"waves", placement.waves()},  {"complete", launch.complete}};
    events_.push_back(std::move(json));
    if (drawn.blocks != 0) add(launch, kernel, placement, drawn);
  }

  /// Waves are equally long, and so is the gap where some are left out.
  void add(const LaunchProfile& launch, const std::string& kernel, const BlockPlacement& placement,
           const Drawn& drawn) {
    const std::uint64_t parts = drawn.first + (drawn.last ? 2 : 0);
    for (std::uint64_t wave = 0; wave < drawn.first; ++wave) add(launch, kernel, placement, wave, wave, parts);
    if (drawn.last) add(launch, kernel, placement, placement.waves() - 1, parts - 1, parts);
  }

  /// Readers count nanoseconds and cut what is left. A multiple of 2^-10 microseconds has no such rest twice: what ends
  /// where the next begins does so after it was cut, too.
  static double moment(std::uint64_t part, std::uint64_t parts) {
    const std::uint64_t units = part * kPlaceOnAxis * 1024 / parts;
    return static_cast<double>(units) / 1024;
  }

  void add(const LaunchProfile& launch, const std::string& kernel, const BlockPlacement& placement, std::uint64_t wave,
           std::uint64_t part, std::uint64_t parts) {
    const double start = static_cast<double>(axis_.of_launch(launch.index) * kPlaceOnAxis);
    for (std::uint64_t i = 0; i < placement.blocks_of(wave); ++i) {
      const Dim3 block = placement.block(wave * placement.per_wave() + i);
      const Place place = placement.place_of(i);
      const std::uint64_t track = track_of(place);
      tracks_[launch.device].insert(track);
      Json json = event("X", fmt::format("{} ({},{},{})", kernel, block.x, block.y, block.z), launch.device, track,
                        start + moment(part, parts));
      json["cat"] = "block";
      json["dur"] = moment(part + 1, parts) - moment(part, parts);
      json["args"] = {{"launch", launch.index}, {"wave", wave}};
      events_.push_back(std::move(json));
    }
  }

  /// 0 is the track of the launches.
  static std::uint64_t track_of(const Place& place) { return (place.sm + 1) * kPlaces + place.slot; }

  void name(std::uint32_t device, const std::set<std::uint64_t>& tracks, const std::string& left_out) {
    const std::string gpu = device < report_.devices.size()
                                ? fmt::format("device {}, {}", device, report_.devices[device].name)
                                : report_.device;
    std::string text = fmt::format("SMs of {}: blocks as they are handed out, all drawn equally long", gpu);
    if (!left_out.empty()) text += "; " + left_out;
    add_name("process_name", device, 0, text);
    for (const std::uint64_t track : tracks) {
      add_name("thread_name", device, track,
               track == 0 ? "launches" : fmt::format("SM {}, place {}", track / kPlaces - 1, track % kPlaces));
      Json order = event("M", "thread_sort_index", device, track, 0);
      order["args"] = {{"sort_index", track}};
      events_.push_back(std::move(order));
    }
  }

  void add_name(const char* what, std::uint32_t device, std::uint64_t track, const std::string& text) {
    Json json = event("M", what, device, track, 0);
    json["args"] = {{"name", text}};
    events_.push_back(std::move(json));
  }

  const Report& report_;
  Json& events_;
  const OrderAxis axis_;
  std::size_t sms_;                                          // columns of a launch's values
  std::size_t warps_;                                        // that an SM holds
  std::map<std::uint32_t, std::set<std::uint64_t>> tracks_;  // by device
  std::uint64_t drawn_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace

std::string add_blocks(const Report& report, Json& events) { return Blocks(report, events).add(); }

}  // namespace warpglass::report
