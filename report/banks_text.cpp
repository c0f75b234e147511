#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "report/access_picture.hpp"
#include "report/banks.hpp"
#include "report/table.hpp"

namespace warpglass::report {
namespace {

using analysis::BankStudy;

std::string utilisation_text(double share) {
  return share > 0 && share < 0.005 ? "<1 %" : fmt::format("{:.0f} %", 100 * share);
}

/// "2", or "1.5" where that is what it is.
std::string short_number(double value) {
  return value == static_cast<double>(static_cast<std::uint64_t>(value)) ? fmt::format("{:.0f}", value)
                                                                         : fmt::format("{:.1f}", value);
}

std::string machine(const BankStudy& study) {
  return fmt::format("{}, {}: {} banks of {} B{}  ({})", study.architecture, study.device, study.banks,
                     study.bank_bytes, study.has_bank_modes ? fmt::format(" ({}-byte mode)", study.bank_bytes) : "",
                     analysis::name_of(study.fidelity));
}

std::string verdict(const BankStudy& study) {
  const auto& cost = study.cost;
  if (study.lanes.empty()) return "no lane takes part";
  const std::string ways = cost.wavefronts <= cost.ideal
                               ? "no bank conflict"
                               : fmt::format("{}-way bank conflict", short_number(cost.ways()));
  return fmt::format("{} (ideal {}): {}, {} of the banks used", plural(cost.wavefronts, "wavefront"), cost.ideal, ways,
                     utilisation_text(study.utilisation()));
}

std::string threads(const Dim3& block) {
  if (block.z != 1) return fmt::format("{}x{}x{}", block.x, block.y, block.z);
  return block.y != 1 ? fmt::format("{}x{}", block.x, block.y) : fmt::format("{}", block.x);
}

std::string subject(const BankStudy& study) {
  return fmt::format("{}  {} of {} bits a lane, block {}", displayable(study.title), study.access,
                     8 * study.access_bytes, threads(study.block));
}

std::string lanes_of(const BankStudy& study, const PictureOptions& options) {
  std::map<int, std::pair<std::set<std::uint32_t>, std::set<std::uint32_t>>> served;  // lane -> banks, passes
  for (const analysis::ServedLane& one : study.services) {
    auto& [banks, passes] = served[static_cast<int>(one.lane)];
    for (std::uint32_t i = 0; i < one.banks; ++i) banks.insert((one.bank + i) % study.banks);
    passes.insert(one.pass);
  }
  const bool is_flat = study.block.y == 1 && study.block.z == 1 && study.warp == 0;
  const auto listed = [](const std::set<std::uint32_t>& numbers) {
    return short_list({numbers.begin(), numbers.end()});
  };
  std::vector<std::vector<Cell>> rows;
  for (const BankStudy::Lane& lane : study.lanes) {
    const auto& [banks, passes] = served[lane.lane];
    const bool late = !passes.empty() && *passes.rbegin() != 0;
    rows.push_back({{fmt::format("{}", lane.lane)},
                    {is_flat ? "" : thread_text(lane.thread, study.block)},
                    {grouped(lane.address)},
                    {listed(banks)},
                    {listed(passes), late ? Colour::yellow : Colour::plain}});
  }
  return lane_table({{"lane"}, {"thread"}, {"address"}, {"bank"}, {"pass"}}, rows, options);
}

std::string one(const BankStudy& study, const PictureOptions& options) {
  std::string text = painted(subject(study), Colour::bold, options.colour) + '\n';
  const bool conflict = study.cost.wavefronts > study.cost.ideal;
  text += fmt::format("{:{}}{}\n", "", kIndent, machine(study));
  if (study.warps > 1)
    text += fmt::format("{:{}}block: {} (ideal {}) for {}; warp {} is shown\n", "", kIndent,
                        plural(study.wavefronts, "wavefront"), grouped(study.wavefronts_ideal),
                        plural(study.warps, "warp"), study.warp);
  text += fmt::format("{:{}}", "", kIndent) +
          painted(verdict(study), conflict ? Colour::yellow : Colour::green, options.colour) + '\n';
  if (study.lanes.empty()) return text;
  const BankPasses passes{.banks = study.banks, .passes = study.cost.wavefronts, .served = study.services};
  return text + '\n' + bank_picture(passes, options) + '\n' + lanes_of(study, options);
}

/// "sm_90"; of a machine with a choice of banks "sm_30/8B".
std::string machine_name(const BankStudy& study) {
  return study.has_bank_modes ? fmt::format("{}/{}B", study.architecture, study.bank_bytes) : study.architecture;
}

std::string comparison(std::span<const BankStudy> studies, const PictureOptions& options) {
  const BankStudy& first = studies.front();
  std::string text = painted(subject(first), Colour::bold, options.colour) + '\n';
  if (first.warps > 1)
    text += fmt::format("{:{}}{} a block; the others are of warp {}\n", "", kIndent, plural(first.warps, "warp"),
                        first.warp);
  Table table({{"--arch", Align::left},
               {.title = "generation", .align = Align::left, .spare = true},
               {"wavefronts"},
               {"ideal"},
               {"n-way"},
               {"banks used"},
               {first.warps > 1 ? "block" : "", Align::right},
               {first.warps > 1 ? "ideal" : "", Align::right},
               {"is", Align::left}});
  for (const BankStudy& study : studies) {
    const Colour colour = study.cost.wavefronts > study.cost.ideal ? Colour::yellow : Colour::plain;
    table.add({{machine_name(study)},
               {study.generation},
               {grouped(std::uint64_t{study.cost.wavefronts}), colour},
               {grouped(std::uint64_t{study.cost.ideal})},
               {short_number(study.cost.ways()), colour},
               {utilisation_text(study.utilisation())},
               {study.warps > 1 ? grouped(study.wavefronts) : ""},
               {study.warps > 1 ? grouped(study.wavefronts_ideal) : ""},
               {std::string(analysis::name_of(study.fidelity)), Colour::faint}});
  }
  return text + '\n' + table.text(kIndent, options.colour, options.table_width);
}

}  // namespace

std::string to_text(std::span<const BankStudy> studies, const PictureOptions& options) {
  if (studies.empty()) return "";
  return studies.size() == 1 ? one(studies.front(), options) : comparison(studies, options);
}

std::string strides_text(std::span<const StrideRow> rows, const PictureOptions& options) {
  if (rows.empty() || rows.front().studies.empty()) return "";
  const std::vector<BankStudy>& first = rows.front().studies;
  std::string text = painted(subject(first.front()), Colour::bold, options.colour) + '\n';
  const bool single = first.size() == 1;
  std::vector<Column> columns = {{"stride", Align::right}};
  if (single) {
    text += fmt::format("{:{}}{}\n\n", "", kIndent, machine(first.front()));
    for (const char* title : {"bytes apart", "wavefronts", "ideal", "n-way", "banks used"}) columns.push_back({title});
  } else {
    text += fmt::format("{:{}}wavefronts of warp {}; (ideal) where they are more\n\n", "", kIndent, first.front().warp);
    for (const BankStudy& study : first) columns.push_back({machine_name(study)});
  }
  Table table(columns);
  for (const StrideRow& row : rows) {
    std::vector<Cell> cells = {{grouped(std::uint64_t{row.stride})}};
    for (const BankStudy& study : row.studies) {
      const bool conflict = study.cost.wavefronts > study.cost.ideal;
      const Colour colour = conflict ? Colour::yellow : Colour::plain;
      if (single) {
        cells.insert(cells.end(), {{grouped(std::uint64_t{row.stride} * study.access_bytes)},
                                   {grouped(std::uint64_t{study.cost.wavefronts}), colour},
                                   {grouped(std::uint64_t{study.cost.ideal})},
                                   {short_number(study.cost.ways()), colour},
                                   {utilisation_text(study.utilisation())}});
      } else {
        cells.push_back({conflict ? fmt::format("{} ({})", study.cost.wavefronts, study.cost.ideal)
                                  : fmt::format("{}", study.cost.wavefronts),
                         colour});
      }
    }
    table.add(std::move(cells));
  }
  return text + table.text(kIndent, options.colour, options.table_width);
}

}  // namespace warpglass::report
