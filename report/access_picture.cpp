// Both pictures are grids of cells, a row for each thing that the memory does one after the other: a pass over the
// banks, a line. A cell names the first of the lanes that it is for.
#include "report/access_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "report/display.hpp"

namespace warpglass::report {
namespace {

constexpr std::size_t kMostRows = 32;
constexpr std::uint64_t kWordsOfSector = 8;
constexpr std::uint64_t kWordsOfLine = 32;

/// The lanes that a cell is for.
struct Served {
  std::uint32_t first_lane = 0;
  int lanes = 0;

  void add(std::uint32_t lane) {
    if (lanes++ == 0) first_lane = lane;
  }
};

/// How a row of cells fits into the terminal.
enum class Fit : std::uint8_t {
  wide,    // two digits, a + where a cell is for several lanes, a blank
  narrow,  // without the + and the blank
  halved,  // wide, the first half of all rows above the second one
};

/// \param touch  narrow cells would run into each other: two digits behind another cell
Fit fit_of(std::size_t label, std::size_t cells, bool touch, const PictureOptions& options) {
  if (kIndent + label + cells * 3 <= options.width) return Fit::wide;
  return touch ? Fit::halved : Fit::narrow;
}

class Cells {
 public:
  Cells(std::size_t label, Fit fit, const PictureOptions& options)
      : label_(label), wide_(fit != Fit::narrow), options_(options) {}

  [[nodiscard]] std::string begin(std::string_view label) const {
    return fmt::format("{:{}}{:{}}", "", kIndent, label, label_);
  }
  [[nodiscard]] std::size_t width() const { return wide_ ? 3 : 2; }
  [[nodiscard]] std::string gap() const { return wide_ ? " " : ""; }

  /// \param late  not among the first that are served
  [[nodiscard]] std::string of(const Served& served, bool late) {
    const bool several = served.lanes > 1;
    any_shared_ |= several;
    const Colour colour = several ? Colour::cyan : late ? Colour::yellow : Colour::green;
    return painted(fmt::format("{:>2}", served.first_lane), colour, options_.colour) + (wide_ && several ? "+" : gap());
  }
  [[nodiscard]] std::string nobody() const {
    return painted(options_.unicode ? " ·" : " .", Colour::faint, options_.colour) + gap();
  }
  [[nodiscard]] std::string nothing() const { return std::string(width(), ' '); }

  /// \param others  what several lanes of a cell have in common
  [[nodiscard]] std::string legend(std::string_view number, std::string_view others, std::string_view more) const {
    const std::string shared = any_shared_ ? fmt::format("; {}{}", wide_ ? "+ with " : "", others) : "";
    return painted(fmt::format("{:{}}{}{}{}", "", kIndent, number, shared, more), Colour::faint, options_.colour) +
           '\n';
  }

 private:
  std::size_t label_;
  bool wide_;
  bool any_shared_ = false;
  const PictureOptions& options_;
};

/// Lanes by the words that they ask for.
std::map<std::uint64_t, Served> words_of(const analysis::AccessExample& example) {
  std::map<std::uint64_t, Served> words;
  std::size_t i = 0;
  for_each_lane(example.lanes, [&](int at) {
    const auto lane = static_cast<std::uint32_t>(at);
    const std::uint64_t address = example.addresses[i++];
    const std::uint64_t count = (address % 4 + example.bytes + 3) / 4;
    const std::uint64_t step = example.space == "local" ? kWarpSize : 1;
    for (std::uint64_t word = 0; word < count; ++word)
      words[first_word(example, lane, address) + word * step].add(lane);
  });
  return words;
}

}  // namespace

std::string bank_picture(const BankPasses& passes, const PictureOptions& options) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Served> cells;  // pass, bank
  for (const analysis::ServedLane& one : passes.served) {
    for (std::uint32_t i = 0; i < one.banks; ++i) cells[{one.pass, (one.bank + i) % passes.banks}].add(one.lane);
  }
  constexpr std::size_t kLabel = 8;
  const bool touch = std::ranges::any_of(cells, [&](const auto& cell) {
    const auto& [place, served] = cell;
    return served.first_lane >= 10 && place.second != 0 && cells.contains({place.first, place.second - 1});
  });
  const Fit fit = fit_of(kLabel, passes.banks, touch, options);
  Cells row(kLabel, fit, options);
  const std::uint32_t rows = std::min<std::uint32_t>(passes.passes, kMostRows);
  const std::uint32_t together = fit == Fit::halved ? passes.banks / 2 : passes.banks;
  std::string text;
  for (std::uint32_t first = 0; first < passes.banks; first += together) {
    std::string header = row.begin("bank");
    // Without gaps two numbers of two digits read as one.
    for (std::uint32_t bank = first; bank < first + together; ++bank)
      header += row.gap().empty() && bank % 2 != 0 ? row.nothing() : fmt::format("{:>2}{}", bank, row.gap());
    text += (first == 0 ? "" : "\n") + painted(without_trailing_blanks(header), Colour::faint, options.colour) + '\n';
    for (std::uint32_t pass = 0; pass < rows; ++pass) {
      std::string line = row.begin(fmt::format("pass {}", pass));
      for (std::uint32_t bank = first; bank < first + together; ++bank) {
        const auto found = cells.find({pass, bank});
        line += found == cells.end() ? row.nobody() : row.of(found->second, pass != 0);
      }
      text += without_trailing_blanks(line) + '\n';
    }
  }
  if (rows < passes.passes)
    text += fmt::format("{:{}}and {}\n", "", kIndent, plural(passes.passes - rows, "more pass"));
  return text + row.legend("the number is the lane that a bank serves", "others, which get the same word", "");
}

std::string sector_picture(const analysis::AccessExample& example, const PictureOptions& options) {
  const std::map<std::uint64_t, Served> words = words_of(example);
  std::vector<std::uint64_t> lines;
  for (const auto& [word, served] : words) {
    if (lines.empty() || lines.back() != word / kWordsOfLine) lines.push_back(word / kWordsOfLine);
  }
  if (lines.empty()) return "";
  const auto label_of = [&](std::uint64_t line) {
    return fmt::format("+{}", grouped((line - lines.front()) * kWordsOfLine * 4));
  };
  constexpr std::size_t kBetween = 2;  // columns between sectors, which count as a cell each
  constexpr std::uint64_t kSectors = kWordsOfLine / kWordsOfSector;
  const bool touch = std::ranges::any_of(words, [&](const auto& word) {
    return word.second.first_lane >= 10 && word.first % kWordsOfSector != 0 && words.contains(word.first - 1);
  });
  const std::size_t label = std::max<std::size_t>(8, label_of(lines.back()).size() + 2);
  const Fit fit = fit_of(label, kWordsOfLine + kSectors - 1, touch, options);
  Cells row(label, fit, options);
  const std::uint64_t together = fit == Fit::halved ? kSectors / 2 : kSectors;
  const std::size_t rows = std::min(lines.size(), kMostRows);
  bool any_unasked = false;
  std::string text;
  for (std::uint64_t first_sector = 0; first_sector < kSectors; first_sector += together) {
    std::string header = row.begin("line");
    for (std::uint64_t sector = first_sector; sector < first_sector + together; ++sector)
      header += fmt::format("{:{}}", fmt::format(" sector {}", sector), kWordsOfSector * row.width() + kBetween);
    text += (first_sector == 0 ? "" : "\n") + painted(without_trailing_blanks(header), Colour::faint, options.colour) +
            '\n';
    for (std::size_t i = 0; i < rows; ++i) {
      std::string text_of_line = row.begin(label_of(lines[i]));
      bool moves_any = false;
      for (std::uint64_t sector = first_sector; sector < first_sector + together; ++sector) {
        const std::uint64_t first = lines[i] * kWordsOfLine + sector * kWordsOfSector;
        const auto touched = words.lower_bound(first);
        const bool moved = touched != words.end() && touched->first < first + kWordsOfSector;
        moves_any |= moved;
        for (std::uint64_t word = first; word < first + kWordsOfSector; ++word) {
          const auto found = words.find(word);
          any_unasked |= moved && found == words.end();
          text_of_line += !moved ? row.nothing() : found == words.end() ? row.nobody() : row.of(found->second, false);
        }
        text_of_line += std::string(kBetween, ' ');
      }
      if (moves_any || fit != Fit::halved) text += without_trailing_blanks(text_of_line) + '\n';
    }
  }
  if (rows < lines.size()) text += fmt::format("{:{}}and {}\n", "", kIndent, plural(lines.size() - rows, "more line"));
  const std::string unasked =
      any_unasked ? fmt::format("; {} is moved, and no lane asks for it", options.unicode ? "·" : ".") : "";
  return text + row.legend("the number is the lane that asks for a word", "others", unasked);
}

std::uint64_t first_word(const analysis::AccessExample& example, std::uint32_t lane, std::uint64_t address) {
  return example.space == "local" ? address / 4 * kWarpSize + lane : address / 4;
}

std::string thread_text(const Dim3& thread, const Dim3& block) {
  if (block.z != 1) return fmt::format("({},{},{})", thread.x, thread.y, thread.z);
  return block.y != 1 ? fmt::format("({},{})", thread.x, thread.y) : fmt::format("{}", thread.x);
}

std::string short_list(const std::vector<std::uint32_t>& numbers) {
  if (numbers.size() > 2 && numbers.back() - numbers.front() + 1 == numbers.size())
    return fmt::format("{}..{}", numbers.front(), numbers.back());
  std::string text;
  for (const std::uint32_t number : numbers) {
    if (text.size() > 12) return text + ",...";
    text += fmt::format("{}{}", text.empty() ? "" : ",", number);
  }
  return text;
}

namespace {

/// \param half  rows on the left side
Table two_sided(const std::vector<Column>& columns, const std::vector<std::vector<Cell>>& rows, std::size_t half,
                const PictureOptions& options) {
  std::vector<Column> both;
  for (int side = 0; side < 2; ++side) {
    both.insert(both.end(), columns.begin(), columns.end());
    both.push_back({"", Align::left});
  }
  Table table(both);
  for (std::size_t row = 0; row < half; ++row) {
    std::vector<Cell> cells;
    for (const std::size_t at : {row, row + half}) {
      if (at >= rows.size()) continue;
      cells.insert(cells.end(), rows[at].begin(), rows[at].end());
      cells.push_back({at < half && rows.size() > half ? (options.unicode ? "│" : "|") : ""});
    }
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace

std::string lane_table(const std::vector<Column>& columns, const std::vector<std::vector<Cell>>& rows,
                       const PictureOptions& options) {
  const std::size_t half = rows.size() > 16 ? (rows.size() + 1) / 2 : rows.size();
  const Table table = two_sided(columns, rows, half, options);
  const bool fits = options.table_width == 0 || kIndent + table.width() <= options.table_width;
  return fits ? table.text(kIndent, options.colour)
              : two_sided(columns, rows, rows.size(), options).text(kIndent, options.colour, options.table_width);
}

}  // namespace warpglass::report
