#include "session/device_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "arch/device_model.hpp"

namespace warpglass::session {

std::optional<std::vector<std::string>> parse_devices(std::string_view text, std::string& problem) {
  problem.clear();
  const auto wrong = [&](std::string why) {
    problem = std::move(why);
    return std::nullopt;
  };
  const bool is_number =
      !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
  std::vector<std::string> devices;
  if (is_number) {
    std::uint32_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || count < 1 || count > kMaxDevices)
      return wrong(fmt::format("a process has 1 to {} devices, not {}", kMaxDevices, text));
    devices.resize(count);
    return devices;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    devices.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (devices.size() > kMaxDevices)
    return wrong(fmt::format("a process has 1 to {} devices, not {}", kMaxDevices, devices.size()));
  for (const std::string& name : devices) {
    const arch::DeviceLookup lookup = arch::find_device(name);
    if (lookup.device == nullptr)
      return wrong(fmt::format("{}; it takes a number of devices, or their names with commas", lookup.error));
  }
  return devices;
}

}  // namespace warpglass::session
