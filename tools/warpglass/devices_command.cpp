#include "tools/warpglass/devices_command.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "analysis/metrics.hpp"
#include "arch/device_description.hpp"
#include "arch/memory_levels.hpp"
#include "base/counted.hpp"
#include "report/display.hpp"
#include "report/table.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

using report::Align;
using report::Colour;
using report::grouped;
using report::painted;

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t kKiB = 1024;
  if (bytes == 0) return "-";
  if (bytes >= 1024 * kKiB * kKiB)
    return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1024.0 * 1024 * 1024));
  if (bytes >= kKiB * kKiB) return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / (1024.0 * 1024));
  if (bytes % kKiB != 0) return grouped(bytes) + " B";
  return fmt::format("{} KiB", bytes / kKiB);
}

std::string extent_text(const Dim3& extent) {
  return fmt::format("{} x {} x {}", grouped(std::uint64_t{extent.x}), grouped(std::uint64_t{extent.y}),
                     grouped(std::uint64_t{extent.z}));
}

std::string number(std::uint32_t value) { return grouped(std::uint64_t{value}); }

std::string rules_text(const arch::DeviceModel& device) {
  return std::string(analysis::name_of(analysis::fidelity_of_rules(device)));
}

/// What stands behind the memory rules of a machine.
std::string rules_source(const arch::DeviceModel& device) {
  switch (analysis::fidelity_of_rules(device)) {
    case analysis::Fidelity::exact: return "exact, as an H200 answered (docs/fidelity.md)";
    case analysis::Fidelity::inferred: return "inferred from an H200's answers (docs/fidelity.md)";
    case analysis::Fidelity::modelled:
    case analysis::Fidelity::estimated: break;
  }
  return "modelled, as the CUDA C Programming Guide has them; no chip was asked";
}

std::string all_devices() {
  report::Table table({{"--arch", Align::left},
                       {.title = "generation", .align = Align::left, .spare = true},
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
               {device.generation},
               {device.name},
               {fmt::format("{}", device.sm_count)},
               {bytes_text(device.memory_bytes)},
               {bytes_text(device.l2_bytes)},
               {fmt::format("{}", limits.max_warps_per_sm)},
               {fmt::format("{}", limits.max_blocks_per_sm)},
               {bytes_text(limits.shared_bytes_per_sm)},
               {bytes_text(limits.shared_bytes_per_block_optin)},
               {fmt::format("{}", limits.registers_per_sm)},
               {rules_text(device)}});
  }
  return table.text(0, false, table_width(Stream::output), 3);
}

std::string banks_text(const arch::DeviceModel& device) {
  const arch::SharedMemory memory = device.shared_memory();
  const std::uint32_t row = memory.banks() * memory.bank_bytes;
  std::string text = fmt::format("{} of {} B: {} are {} rows of {} words", memory.banks(), memory.bank_bytes,
                                 bytes_text(device.limits.shared_bytes_per_sm),
                                 number(device.limits.shared_bytes_per_sm / row), memory.banks());
  if (device.has_bank_modes()) text += "; or of 8 B";
  return text;
}

std::string latency_text(std::span<const arch::MemoryLevel> levels) {
  std::string text;
  for (const arch::MemoryLevel& level : levels)
    text += fmt::format("{}{} {:.0f}", text.empty() ? "" : ", ", level.name, level.latency);
  return text + " cycles, measured";
}

std::string bandwidth_text(std::span<const arch::MemoryLevel> levels) {
  std::string one;
  std::string all;
  for (const arch::MemoryLevel& level : levels) {
    if (level.sm_bytes == 0) continue;
    one += fmt::format("{}{} {:.0f}", one.empty() ? "" : ", ", level.name, level.sm_bytes);
    if (level.name != "shared" && level.name != "L1")
      all += fmt::format("{}{} {}", all.empty() ? "" : ", ", level.name,
                         grouped(static_cast<std::uint64_t>(level.all_bytes)));
  }
  return fmt::format("{} bytes a cycle of an SM, {} of all together, measured", one, all);
}

std::string registers_unit(const arch::Limits& limits) {
  return fmt::format("{} a {}", limits.register_unit,
                     limits.register_allocation == arch::RegisterAllocation::per_block ? "block" : "warp");
}

/// The letters of a row's sources, spelled out.
std::string sources_text(const arch::DeviceModel& device) {
  std::string text;
  const std::string& source = device.limits.source;
  for (const arch::LimitsSource& known : arch::limits_sources()) {
    // A letter that stands alone; others are words of a note.
    for (std::size_t at = source.find(known.letter); at != std::string::npos; at = source.find(known.letter, at + 1)) {
      const bool begins = at == 0 || source[at - 1] == ' ';
      const bool ends =
          at + 1 == source.size() || source[at + 1] == ',' || source[at + 1] == ';' || source[at + 1] == ' ';
      if (!begins || !ends) continue;
      text += fmt::format("    {} = {}\n", known.letter, known.text);
      break;
    }
  }
  return text;
}

std::string one_device(const arch::DeviceModel& device, bool colour) {
  const arch::Limits& limits = device.limits;
  report::Table table({{"", Align::left}, {"", Align::left}});
  const std::size_t width = table_width(Stream::output);
  const auto row = [&](std::string name, const std::string& value) {
    constexpr std::size_t kBeside = 19;  // the indentation and the names
    for (std::string& line : report::wrapped(value, width == 0 ? value.size() : width - kBeside)) {
      table.add({{std::move(name)}, {std::move(line)}});
      name.clear();
    }
  };
  row("SMs", number(device.sm_count));
  row("clock", fmt::format("{} MHz", device.clock_khz / 1000));
  row("memory",
      fmt::format("{}, {} bits at {} MHz: {:.0f} GB/s", bytes_text(device.memory_bytes), number(device.memory_bus_bits),
                  number(device.memory_clock_khz / 1000), arch::theoretical_bandwidth(device) / 1e9));
  row("L2", bytes_text(device.l2_bytes));
  row("constant memory", bytes_text(limits.constant_bytes));
  if (!arch::memory_levels(device.capability).empty()) {
    row("latency", latency_text(arch::memory_levels(device.capability)));
    row("bandwidth", bandwidth_text(arch::memory_levels(device.capability)));
  }
  row("an SM",
      fmt::format("{} warps, {} blocks, {} registers, {} shared memory", limits.max_warps_per_sm,
                  limits.max_blocks_per_sm, number(limits.registers_per_sm), bytes_text(limits.shared_bytes_per_sm)));
  if (limits.barriers_per_sm != 0) row("barriers", fmt::format("{} an SM", limits.barriers_per_sm));
  std::string sizes;
  for (const std::uint32_t size : limits.shared_carve_outs)
    sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", size / 1024);
  if (!sizes.empty()) row("carve-outs", sizes + " KiB of shared memory");
  row("banks", banks_text(device));
  row("a block", fmt::format("{} threads, {} registers, {} shared memory{}", number(limits.max_threads_per_block),
                             number(limits.registers_per_block), bytes_text(limits.shared_bytes_per_block),
                             limits.shared_bytes_per_block_optin > limits.shared_bytes_per_block
                                 ? fmt::format(", {} when asked for", bytes_text(limits.shared_bytes_per_block_optin))
                                 : ""));
  row("a thread", fmt::format("{} registers", limits.max_registers_per_thread));
  row("allocation",
      fmt::format("registers in units of {}, warps on {}; shared memory in units of {} B{}", registers_unit(limits),
                  counted(limits.sub_partitions, "sub-partition"), limits.shared_unit,
                  limits.shared_bytes_reserved != 0
                      ? fmt::format(", {} B of every block reserved", number(limits.shared_bytes_reserved))
                      : ""));
  row("block extent", extent_text(limits.max_block));
  row("grid extent", extent_text(limits.max_grid));
  if (limits.max_cluster_size != 0) row("cluster", fmt::format("{} blocks", limits.max_cluster_size));
  row("memory rules", rules_source(device));
  std::string text =
      painted(device.name, Colour::bold, colour) + fmt::format("  ({}, {})\n", device.sm_name(), device.generation);
  // The table's titles are empty: its first line is too.
  std::string body = table.text(2, colour);
  text += body.substr(body.find('\n') + 1);
  text += fmt::format("  limits are from {}\n{}", limits.source, sources_text(device));
  return text + fmt::format("  SMs, memory, caches and clocks are from {}\n", device.source);
}

}  // namespace

int devices(const DevicesOptions& options) {
  check_output(options.json);
  std::string text;
  if (options.names.empty()) text = all_devices();
  for (const std::string& name : options.names) {
    const arch::DeviceModel& device = device_named(name);
    if (!text.empty()) text += '\n';
    text += one_device(device, wants_colour(ColourChoice::automatic, Stream::output));
    if (!options.json.empty()) write_output(options.json, arch::to_json(device));
  }
  if (options.json != "-") std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

}  // namespace warpglass::tool
