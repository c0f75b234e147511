// What a kernel keeps busy, where it is no longer the memory that says how fast it can be: a kernel whose busiest pipe
// is one of the slow ones gets two tables, the pipes and the lines that feed the busiest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/display.hpp"
#include "report/table.hpp"
#include "report/text_parts.hpp"

namespace warpglass::report {
namespace {

constexpr double kLeastShare = 0.01;  // of the busiest pipe: less is not shown

/// Pipes that take several cycles for what the others do in one.
bool is_slow(const std::string& pipe) { return pipe == "xu" || pipe == "fp64" || pipe == "adu"; }

std::string share_text(double part, double whole) {
  return fmt::format("{:.0f} %", whole == 0 ? 0 : 100 * part / whole);
}

std::string rounded(double cycles) { return grouped(static_cast<std::uint64_t>(std::llround(cycles))); }

/// The first word of an instruction without its guard.
std::string opcode_of(std::string_view text) {
  if (text.starts_with('@')) text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
  return std::string(text.substr(0, text.find(' ')));
}

struct LineUse {
  double cycles = 0;
  std::uint64_t executions = 0;
  std::map<std::string, double> opcodes;
};

std::string costliest(const LineUse& use) {
  const auto most = std::max_element(use.opcodes.begin(), use.opcodes.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return use.opcodes.size() == 1 ? most->first : fmt::format("{} and {} more", most->first, use.opcodes.size() - 1);
}

}  // namespace

std::string pipes_text(const analysis::KernelProfile& kernel, const TextOptions& options) {
  if (kernel.pipes.empty() || !is_slow(kernel.pipes.front().pipe)) return "";
  const analysis::PipeUse& busiest = kernel.pipes.front();
  Table pipes({{"pipe", Align::left}, {"busy cycles, estimated"}, {"of the busiest"}});
  for (const analysis::PipeUse& use : kernel.pipes) {
    if (use.cycles < kLeastShare * busiest.cycles) continue;
    pipes.add({{use.pipe}, {rounded(use.cycles)}, {share_text(use.cycles, busiest.cycles)}});
  }

  std::map<std::pair<std::string_view, std::uint32_t>, LineUse> lines;
  for (const analysis::InstructionProfile& row : kernel.instructions) {
    if (row.issue.pipe != busiest.pipe || row.issue.cycles == 0) continue;
    const SourcePosition& where = row.source.line != 0 ? row.source : row.ptx;
    LineUse& use = lines[{where.file, where.line}];
    use.cycles += row.issue.cycles;
    use.executions += row.counts.executions;
    use.opcodes[opcode_of(row.text)] += row.issue.cycles;
  }
  Table table({{"line"}, {"keeps " + busiest.pipe + " busy", Align::left}, {"executed"}, {"cycles"}, {"share"}});
  for (const auto& [place, use] : lines) {
    if (use.cycles < kLeastShare * busiest.cycles) continue;
    table.add({{fmt::format("{}", place.second)},
               {costliest(use)},
               {grouped(use.executions)},
               {rounded(use.cycles)},
               {share_text(use.cycles, busiest.cycles)}});
  }
  return '\n' + pipes.text(kIndent, options.colour, options.table_width) +
         (table.empty() ? "" : '\n' + table.text(kIndent, options.colour, options.table_width));
}

}  // namespace warpglass::report
