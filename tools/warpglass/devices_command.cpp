#include <fmt/format.h>

#include "arch/device_model.hpp"
#include "report/table.hpp"
#include "tools/warpglass/run_command.hpp"

namespace warpglass::tool {
namespace {

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t kKiB = 1024;
  if (bytes == 0) return "-";
  if (bytes >= 1024 * kKiB * kKiB)
    return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1024.0 * 1024 * 1024));
  if (bytes >= kKiB * kKiB) return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / (1024.0 * 1024));
  return fmt::format("{} KiB", bytes / kKiB);
}

}  // namespace

std::string devices_text() {
  using report::Align;
  report::Table table({{"--arch", Align::left},
                       {"generation", Align::left},
                       {"GPU", Align::left},
                       {"SMs"},
                       {"memory"},
                       {"L2"},
                       {"warps/SM"},
                       {"blocks/SM"},
                       {"shared/SM"},
                       {"shared/block"},
                       {"registers/SM"},
                       {"memory rules", Align::left}});
  for (const arch::DeviceModel& device : arch::devices()) {
    const arch::Limits& limits = device.limits;
    table.add({{device.sm_name()},
               {std::string(device.generation)},
               {device.name},
               {fmt::format("{}", device.sm_count)},
               {bytes_text(device.memory_bytes)},
               {bytes_text(device.l2_bytes)},
               {fmt::format("{}", limits.max_warps_per_sm)},
               {fmt::format("{}", limits.max_blocks_per_sm)},
               {bytes_text(limits.shared_bytes_per_sm)},
               {bytes_text(limits.shared_bytes_per_block_optin)},
               {fmt::format("{}", limits.registers_per_sm)},
               {device.rules_are_recorded() ? "exact" : "modelled"}});
  }
  return table.text(0, false);
}

}  // namespace warpglass::tool
