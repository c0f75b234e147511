#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "report/banks.hpp"
#include "report/display.hpp"

namespace warpglass::report {
namespace {

using analysis::BankStudy;

constexpr std::size_t kIndent = 2;
constexpr std::uint32_t kMostRows = 32;

/// The lanes that a bank serves in a pass.
struct Served {
  int first_lane = 0;
  int lanes = 0;
};

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string bank_picture(const BankStudy& study, const PictureOptions& options) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Served> cells;  // pass, bank
  for (const BankStudy::Service& service : study.services) {
    for (std::uint32_t i = 0; i < service.banks; ++i) {
      Served& cell = cells[{service.pass, (service.bank + i) % study.banks}];
      if (cell.lanes++ == 0) cell.first_lane = service.lane;
    }
  }
  // Two digits and a + where a bank serves several lanes at once; without the + where the terminal is too narrow.
  const std::size_t label = 8;
  const std::size_t cell_width = kIndent + label + std::size_t{study.banks} * 3 <= options.width ? 3 : 2;
  const std::string margin(kIndent, ' ');
  const std::string gap(cell_width - 2, ' ');

  std::string header = fmt::format("{}{:{}}", margin, "bank", label);
  for (std::uint32_t bank = 0; bank < study.banks; ++bank) header += fmt::format("{:>2}{}", bank, gap);
  std::string text = painted(without_trailing_blanks(header), Colour::faint, options.colour) + '\n';

  bool any_shared = false;
  const std::uint32_t rows = std::min(study.cost.wavefronts, kMostRows);
  for (std::uint32_t pass = 0; pass < rows; ++pass) {
    std::string line = fmt::format("{}{:{}}", margin, fmt::format("pass {}", pass), label);
    for (std::uint32_t bank = 0; bank < study.banks; ++bank) {
      const auto found = cells.find({pass, bank});
      if (found == cells.end()) {
        line += painted(options.unicode ? " ·" : " .", Colour::faint, options.colour) + gap;
        continue;
      }
      const bool several = found->second.lanes > 1;
      any_shared |= several;
      const Colour colour = several ? Colour::cyan : pass == 0 ? Colour::green : Colour::yellow;
      line += painted(fmt::format("{:>2}", found->second.first_lane), colour, options.colour);
      line += cell_width == 3 && several ? "+" : gap;
    }
    text += without_trailing_blanks(line) + '\n';
  }
  if (rows < study.cost.wavefronts) text += fmt::format("{}and {} more passes\n", margin, study.cost.wavefronts - rows);
  text += painted(fmt::format("{}the number is the lane that a bank serves{}", margin,
                              any_shared ? (cell_width == 3 ? "; + with others, which get the same word"
                                                            : "; others get the same word")
                                         : ""),
                  Colour::faint, options.colour) +
          '\n';
  return text;
}

}  // namespace warpglass::report
