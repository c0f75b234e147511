#include "arch/device_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace warpglass::arch {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMost = 0xffffffffu;

// Member, least and most value. JSON integers of 32 bits unless in kDeviceNumbers64.
struct LimitRow {
  const char* name;
  std::uint32_t Limits::* member;
  std::uint64_t least;
  std::uint64_t most;
};

// clang-format off
constexpr LimitRow kLimitRows[] = {
    {"max_threads_per_sm",           &Limits::max_threads_per_sm,          32, 1u << 20},
    {"max_blocks_per_sm",            &Limits::max_blocks_per_sm,            1, 1u << 16},
    {"registers_per_sm",             &Limits::registers_per_sm,             1, 1u << 28},
    {"shared_bytes_per_sm",          &Limits::shared_bytes_per_sm,          1, 1u << 28},
    {"barriers_per_sm",              &Limits::barriers_per_sm,              0, 1u << 16},
    {"sub_partitions",               &Limits::sub_partitions,               1, 64},
    {"max_threads_per_block",        &Limits::max_threads_per_block,        1, 1024},
    {"registers_per_block",          &Limits::registers_per_block,          1, 1u << 28},
    {"max_registers_per_thread",     &Limits::max_registers_per_thread,     1, 4096},
    {"shared_bytes_per_block",       &Limits::shared_bytes_per_block,       1, 1u << 28},
    {"shared_bytes_per_block_optin", &Limits::shared_bytes_per_block_optin, 1, 1u << 28},
    {"shared_bytes_reserved",        &Limits::shared_bytes_reserved,        0, 1u << 20},
    {"register_unit",                &Limits::register_unit,                1, 1u << 16},
    {"shared_unit",                  &Limits::shared_unit,                  1, 1u << 20},
    {"max_cluster_size",             &Limits::max_cluster_size,             0, 64},
    {"constant_bytes",               &Limits::constant_bytes,               1, 1u << 20},
};

struct DeviceRow {
  const char* name;
  std::uint32_t DeviceModel::* member;
  std::uint64_t least;
};

constexpr DeviceRow kDeviceRows[] = {
    {"sm_count",         &DeviceModel::sm_count,         1},
    {"clock_khz",        &DeviceModel::clock_khz,        1},
    {"memory_clock_khz", &DeviceModel::memory_clock_khz, 1},
    {"memory_bus_bits",  &DeviceModel::memory_bus_bits,  1},
};

struct SizeRow {
  const char* name;
  std::uint64_t DeviceModel::* member;
  std::uint64_t least;
};

constexpr SizeRow kSizeRows[] = {
    {"memory_bytes",        &DeviceModel::memory_bytes,        1},
    {"l2_bytes",            &DeviceModel::l2_bytes,            0},
    {"l2_bytes_per_second", &DeviceModel::l2_bytes_per_second, 0},
};
// clang-format on

constexpr const char* kCarveOuts = "shared_carve_outs";

SourcePosition position_at(std::string_view text, const std::string& file, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line_start = before.rfind('\n');
  return {
      .file = file,
      .line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1,
      .column =
          static_cast<std::uint32_t>(before.size() - (line_start == std::string_view::npos ? 0 : line_start + 1)) + 1};
}

/// Reads one description, member by member, and says everything that is wrong with it.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::optional<DeviceModel> read() {
    if (!parse()) return std::nullopt;
    const std::string like = text_of("like");
    if (like.empty()) {
      if (!failed_)
        error("", "\"like\" is missing: name the GPU that the rest is taken from, as in \"like\": \"sm_90\"");
      return std::nullopt;
    }
    const DeviceLookup lookup = find_device(like);
    if (lookup.device == nullptr) {
      error("like", lookup.error);
      return std::nullopt;
    }
    device_ = *lookup.device;
    device_.source = fmt::format("{}, else those of {}", file_, device_.name);
    device_.limits.source = device_.source;
    if (const std::string name = text_of("name"); !name.empty()) device_.name = name;
    for (const LimitRow& row : kLimitRows) number(row.name, device_.limits.*row.member, row.least, row.most);
    for (const DeviceRow& row : kDeviceRows) number(row.name, device_.*row.member, row.least, kMost);
    for (const SizeRow& row : kSizeRows) number(row.name, device_.*row.member, row.least, std::uint64_t{1} << 48);
    carve_outs(lookup.device->limits);
    for (const auto& [name, value] : json_.items()) {
      if (!known_.contains(name)) error(name, fmt::format("\"{}\" is no member of a device description", name));
    }
    if (!failed_) follow(lookup.device->limits);
    if (!failed_) check();
    return failed_ ? std::nullopt : std::optional(device_);
  }

 private:
  bool parse() {
    std::set<std::string> seen;
    std::string twice;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
      if (event == Json::parse_event_t::key && depth == 1 && !seen.insert(value.get<std::string>()).second)
        twice = value.get<std::string>();
      return true;
    };
    try {
      json_ = Json::parse(text_, watch);
    } catch (const Json::parse_error& problem) {
      diagnostics_.push_back({.severity = Severity::error,
                              .where = position_at(text_, file_, problem.byte == 0 ? 0 : problem.byte - 1),
                              .message = "is no JSON here; a device description is one JSON object",
                              .rule = {}});
      return false;
    }
    if (!json_.is_object()) {
      error("",
            "is no JSON object; a device description looks like {\"like\": \"sm_90\", \"registers_per_sm\": 32768}");
      return false;
    }
    if (!twice.empty()) error(twice, fmt::format("\"{}\" is there twice", twice));
    return !failed_;
  }

  /// At the member of that name, or at the file's beginning.
  void error(const std::string& member, std::string message) {
    failed_ = true;
    const std::size_t at = member.empty() ? 0 : text_.find(Json(member).dump());
    diagnostics_.push_back({.severity = Severity::error,
                            .where = position_at(text_, file_, at == std::string_view::npos ? 0 : at),
                            .message = std::move(message),
                            .rule = {}});
  }

  const Json* find(const std::string& name) {
    known_.insert(name);
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }

  bool states(const char* name) const { return json_.contains(name); }

  std::string text_of(const char* name) {
    const Json* value = find(name);
    if (value == nullptr) return "";
    if (value->is_string() && !value->get<std::string>().empty()) return value->get<std::string>();
    error(name, fmt::format("\"{}\" takes a text", name));
    return "";
  }

  static std::optional<std::uint64_t> whole(const Json& value, std::uint64_t least, std::uint64_t most) {
    if (!value.is_number_unsigned()) return std::nullopt;
    const auto number = value.get<std::uint64_t>();
    return number >= least && number <= most ? std::optional(number) : std::nullopt;
  }

  template <class T>
  void number(const char* name, T& member, std::uint64_t least, std::uint64_t most) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (const auto given = whole(*value, least, most)) {
      member = static_cast<T>(*given);
    } else {
      error(name, fmt::format("\"{}\" takes a whole number from {} to {}", name, least, most));
    }
  }

  void carve_outs(const Limits& like) {
    const Json* value = find(kCarveOuts);
    std::vector<std::uint32_t>& sizes = device_.limits.shared_carve_outs;
    if (value == nullptr) {
      // The sizes below the one stated, and that one.
      if (!states("shared_bytes_per_sm") || like.shared_carve_outs.empty()) return;
      std::erase_if(sizes, [&](std::uint32_t size) { return size >= device_.limits.shared_bytes_per_sm; });
      sizes.push_back(device_.limits.shared_bytes_per_sm);
      return;
    }
    sizes.clear();
    bool good = value->is_array() && value->size() <= 64;
    for (std::size_t i = 0; good && i < value->size(); ++i) {
      const auto size = whole((*value)[i], 0, device_.limits.shared_bytes_per_sm);
      good = size && (sizes.empty() || sizes.back() < *size);
      if (good) sizes.push_back(static_cast<std::uint32_t>(*size));
    }
    if (good && !sizes.empty()) good = sizes.back() == device_.limits.shared_bytes_per_sm;
    if (!good) {
      error(kCarveOuts, fmt::format("\"{}\" takes sizes in bytes, ascending, the last of them shared_bytes_per_sm ({})",
                                    kCarveOuts, device_.limits.shared_bytes_per_sm));
    }
  }

  /// What is not stated and cannot be as it was.
  void follow(const Limits& like) {
    Limits& limits = device_.limits;
    limits.max_warps_per_sm = limits.max_threads_per_sm / device_.warp_size;
    const auto at_most = [&](const char* name, std::uint32_t& member, std::uint32_t bound) {
      if (!states(name)) member = std::min(member, bound);
    };
    at_most("max_threads_per_block", limits.max_threads_per_block, limits.max_threads_per_sm);
    at_most("registers_per_block", limits.registers_per_block, limits.registers_per_sm);
    at_most("shared_bytes_per_block_optin", limits.shared_bytes_per_block_optin,
            limits.shared_bytes_per_sm - std::min(limits.shared_bytes_per_sm - 1, limits.shared_bytes_reserved));
    at_most("shared_bytes_per_block", limits.shared_bytes_per_block, limits.shared_bytes_per_block_optin);
    if (!states("barriers_per_sm"))
      limits.barriers_per_sm = like.barriers_per_sm / like.max_blocks_per_sm * limits.max_blocks_per_sm;
    // A check that assumes more sub-partitions than stated ones is another machine's.
    if (states("sub_partitions")) limits.checked_partitions = 0;
    limits.max_block.x = std::min(limits.max_block.x, limits.max_threads_per_block);
    limits.max_block.y = std::min(limits.max_block.y, limits.max_threads_per_block);
  }

  void check() {
    const Limits& limits = device_.limits;
    if (limits.max_threads_per_sm % device_.warp_size != 0)
      error("max_threads_per_sm",
            fmt::format("\"max_threads_per_sm\" takes a multiple of the {} threads of a warp", device_.warp_size));
    const auto bounded = [&](const char* name, std::uint64_t value, const char* other, std::uint64_t bound) {
      if (value > bound) error(name, fmt::format("\"{}\" ({}) is more than {} ({})", name, value, other, bound));
    };
    bounded("max_threads_per_block", limits.max_threads_per_block, "max_threads_per_sm", limits.max_threads_per_sm);
    bounded("registers_per_block", limits.registers_per_block, "registers_per_sm", limits.registers_per_sm);
    bounded("shared_bytes_per_block", limits.shared_bytes_per_block, "shared_bytes_per_block_optin",
            limits.shared_bytes_per_block_optin);
    bounded("shared_bytes_per_block_optin",
            std::uint64_t{limits.shared_bytes_per_block_optin} + limits.shared_bytes_reserved,
            "shared_bytes_per_sm, together with shared_bytes_reserved", limits.shared_bytes_per_sm);
  }

  std::string_view text_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  Json json_;
  DeviceModel device_;
  std::set<std::string> known_;
  bool failed_ = false;
};

}  // namespace

std::optional<DeviceModel> parse_device(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  return Reader(text, file, diagnostics).read();
}

std::string to_json(const DeviceModel& device) {
  Json json = {{"name", device.name}, {"like", device.sm_name()}};
  for (const DeviceRow& row : kDeviceRows) json[row.name] = device.*row.member;
  for (const SizeRow& row : kSizeRows) json[row.name] = device.*row.member;
  for (const LimitRow& row : kLimitRows) json[row.name] = device.limits.*row.member;
  json[kCarveOuts] = device.limits.shared_carve_outs;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpglass::arch
