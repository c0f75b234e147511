// The engine beside native loops: each program as a host loop and as kernels, which execute, count, and follow the
// caches, with so many workers, by the interpreter or the second tier. All take turns, so that what else the machine
// does falls on each; medians are printed, and what is compared from day to day are their ratios.
#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/program.hpp"
#include "bench/programs.hpp"
#include "tier/tier.hpp"
#include "toolkit/toolchain.hpp"

namespace warpglass::bench {
namespace {

constexpr std::string_view kUsage =
    "usage: warpglass-bench [OPTION VALUE ...] [PROGRAM ...]\n"
    "\n"
    "  --size small|full       small ones take a second in all; full\n"
    "  --rounds N              how often each is measured, at most; 5\n"
    "  --seconds S             after which no round of a program begins; 10\n"
    "  --workers N[,N...]      1, 2 and as many as there are processors\n"
    "  --modes MODE[,MODE...]  off, on, caches, races, check; the first three\n"
    "  --tier off|on|always[,...]  on, where this build has it; always: slower or not\n"
    "  --vectors NAME          the instruction set, such as AVX2; the widest\n"
    "\n"
    "Programs are known by their names, or the beginnings of these:";

struct ModeRow {
  std::string_view name;
  Mode mode;
};
constexpr ModeRow kModes[] = {
    {"off", Mode::off}, {"on", Mode::on}, {"caches", Mode::caches}, {"races", Mode::races}, {"check", Mode::check},
};

enum class TierUse : std::uint8_t { off, on, always };
constexpr std::array<std::string_view, 3> kTierUses = {"off", "on", "always"};

struct Options {
  bool small = false;
  int rounds = 5;
  int seconds = 10;
  std::vector<int> workers;
  std::vector<ModeRow> modes{kModes, kModes + 3};
  std::vector<TierUse> tiers{tier::is_built_in() ? TierUse::on : TierUse::off};
  std::vector<std::string_view> programs;
};

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = list.find(',');
    parts.push_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

std::optional<int> number_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 1) return std::nullopt;
  return number;
}

/// Limits vector code to one instruction set; false when this machine has not got it.
bool use_instruction_set(std::string_view name) {
  for (std::int64_t bit = 1; bit > 0 && bit < std::int64_t{1} << 62; bit <<= 1) {
    if (hwy::TargetName(bit) != name) continue;
    if ((hwy::SupportedTargets() & bit) == 0) return false;
    hwy::SetSupportedTargetsForTest(bit);
    return true;
  }
  return false;
}

/// False: there is no such option, or no such value of it.
bool take(Options& options, std::string_view option, std::string_view value) {
  if (option == "--size") {
    options.small = value == "small";
    return options.small || value == "full";
  }
  if (option == "--rounds" || option == "--seconds") {
    const auto number = number_of(value);
    (option == "--rounds" ? options.rounds : options.seconds) = number.value_or(0);
    return number.has_value();
  }
  if (option == "--workers") {
    options.workers.clear();
    for (const std::string_view part : parts_of(value)) options.workers.push_back(number_of(part).value_or(0));
    return std::ranges::find(options.workers, 0) == options.workers.end();
  }
  if (option == "--modes") {
    options.modes.clear();
    for (const std::string_view part : parts_of(value)) {
      const auto* const row = std::ranges::find(kModes, part, &ModeRow::name);
      if (row == std::end(kModes)) return false;
      options.modes.push_back(*row);
    }
    return true;
  }
  if (option == "--tier") {
    options.tiers.clear();
    for (const std::string_view part : parts_of(value)) {
      const auto* const use = std::ranges::find(kTierUses, part);
      if (use == kTierUses.end()) return false;
      options.tiers.push_back(static_cast<TierUse>(use - kTierUses.begin()));
    }
    return tier::is_built_in() || std::ranges::count(options.tiers, TierUse::off) == std::ssize(options.tiers);
  }
  return option == "--vectors" && use_instruction_set(value);
}

std::optional<Options> options_of(const std::vector<std::string_view>& arguments) {
  Options options;
  options.workers = {1, 2, static_cast<int>(std::thread::hardware_concurrency())};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with("-")) {
      options.programs.push_back(arguments[i]);
    } else if (i + 1 == arguments.size() || !take(options, arguments[i], arguments[i + 1])) {
      return std::nullopt;
    } else {
      ++i;
    }
  }
  std::ranges::sort(options.workers);
  options.workers.erase(std::unique(options.workers.begin(), options.workers.end()), options.workers.end());
  return options;
}

/// Beside this program where that was put by itself, else where the build tree has it.
std::string tier_compiler() {
  const std::filesystem::path folder = std::filesystem::path(toolkit::running_executable()).parent_path();
  if (std::filesystem::exists(folder / "warpglass-tier")) return folder / "warpglass-tier";
  return folder.parent_path() / WARPGLASS_TIER_PATH / "warpglass-tier";
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

bool are_equal(const std::vector<sim::OpCounters>& a, const std::vector<sim::OpCounters>& b) {
  const auto numbers = [](const sim::OpCounters& c) {
    return std::array{c.executions, c.threads,       c.threads_pred_on, c.requests,  c.wavefronts,   c.wavefronts_ideal,
                      c.sectors,    c.sectors_ideal, c.lines,           c.divergent, c.sector_turns, c.shared_requests};
  };
  return std::ranges::equal(a, b, {}, numbers, numbers);
}

/// One way of running a program.
struct Cell {
  TierUse tier;
  int workers;
  ModeRow mode;
  std::vector<double> seconds;
};

class Bench {
 public:
  explicit Bench(Options options) : options_(std::move(options)) {}

  /// \returns whether all has been equal that must be
  bool run() {
    print_head();
    for (const ProgramRow& row : all_programs()) {
      if (is_wanted(row)) measure(row);
    }
    return is_right_;
  }

 private:
  [[nodiscard]] bool is_wanted(const ProgramRow& row) const {
    const auto is_meant = [&](std::string_view name) {
      const bool is_whole = std::ranges::find(all_programs(), name, &ProgramRow::name) != all_programs().end();
      return is_whole ? row.name == name : row.name.starts_with(name);
    };
    return options_.programs.empty() || std::ranges::any_of(options_.programs, is_meant);
  }

  [[nodiscard]] bool has(Mode mode) const {
    return std::ranges::find(options_.modes, mode, &ModeRow::mode) != options_.modes.end();
  }

  void expect(bool holds, const ProgramRow& row, const char* what) {
    if (holds) return;
    is_right_ = false;
    fmt::print(stderr, "{}: {}\n", row.name, what);
  }

  void measure(const ProgramRow& row) {
    const std::unique_ptr<Program> program = row.make(options_.small ? row.small : row.full);
    // A compiler for each: what it holds of a program goes with it.
    const auto options_of_tier = [](bool chooses) {
      return tier::Options{.when = tier::When::always,
                           .learns = true,
                           .chooses = chooses,
                           .compiler = tier_compiler(),
                           .cache = {},
                           .notice = [](const auto& why) { fmt::print(stderr, "{}\n", why); }};
    };
    tier::Tier on(options_of_tier(true));
    tier::Tier always(options_of_tier(false));
    const std::array<tier::Tier*, kTierUses.size()> tiers = {nullptr, &on, &always};
    std::vector<Cell> cells;
    for (const TierUse use : options_.tiers) {
      for (const int workers : options_.workers) {
        for (const ModeRow& mode : options_.modes)
          cells.push_back({.tier = use, .workers = workers, .mode = mode, .seconds = {}});
      }
    }
    // Once for the results, and so that everything is in place and compiled.
    std::vector<double> native{program->run_native()};
    std::vector<sim::OpCounters> counters;
    std::optional<analysis::CacheTotals> caches;
    for (const Cell& cell : cells) {
      if (cell.workers != options_.workers.front()) continue;
      spent_ += program->run(cell.mode.mode, cell.workers, tiers[static_cast<std::size_t>(cell.tier)]);
      expect(program->agrees(), row, "the kernels and the host loop differ");
      if (cell.mode.mode == Mode::caches) {
        if (!caches) caches = program->caches();
        expect(*caches == program->caches(), row, "the caches of tier and interpreter are not the same");
      }
      if (cell.mode.mode != Mode::on) continue;
      if (counters.empty()) counters = program->counters().ops;
      thread_instructions_ = static_cast<double>(program->counters().thread_instructions);
      expect(are_equal(counters, program->counters().ops), row, "the tier and the interpreter count differently");
    }
    native.clear();
    spent_ = 0;
    for (int round = 0; round < options_.rounds && (round == 0 || spent_ < options_.seconds); ++round) {
      spent_ += native.emplace_back(program->run_native());
      for (Cell& cell : cells)
        spent_ += cell.seconds.emplace_back(
            program->run(cell.mode.mode, cell.workers, tiers[static_cast<std::size_t>(cell.tier)]));
    }
    print(row, median(native), cells);
  }

  void print_head() const {
    std::string head = "| program | native, ms | tier | workers |";
    for (const ModeRow& mode : options_.modes) head += fmt::format(" {}, ms |", mode.name);
    for (const ModeRow& mode : options_.modes) {
      if (mode.mode != Mode::off && has(Mode::off)) head += fmt::format(" {} / off |", mode.name);
    }
    if (has(Mode::on)) head += " on / native | one worker / on | G thread-instructions/s |";
    const auto columns = std::ranges::count(head, '|') - 1;
    std::string rule = "| --- |";
    for (std::ptrdiff_t i = 1; i < columns; ++i) rule += " ---: |";
    fmt::print("{}\n{}\n", head, rule);
    std::fflush(stdout);
  }

  void print(const ProgramRow& row, double native, const std::vector<Cell>& cells) const {
    std::string name(row.name);
    std::string loop = fmt::format("{:.1f}", native * 1e3);
    for (std::size_t first = 0; first < cells.size(); first += options_.modes.size()) {
      const auto seconds = [&](std::size_t from, Mode mode) {
        std::size_t i = from;
        while (cells[i].mode.mode != mode) ++i;
        return median(cells[i].seconds);
      };
      std::string line = fmt::format("| {} | {} | {} | {} |", name, loop,
                                     kTierUses[static_cast<std::size_t>(cells[first].tier)], cells[first].workers);
      for (const ModeRow& mode : options_.modes) line += fmt::format(" {:.1f} |", seconds(first, mode.mode) * 1e3);
      for (const ModeRow& mode : options_.modes) {
        if (mode.mode != Mode::off && has(Mode::off))
          line += fmt::format(" {:.2f} |", seconds(first, mode.mode) / seconds(first, Mode::off));
      }
      if (has(Mode::on)) {
        const double on = seconds(first, Mode::on);
        // The first of the workers' rows of this tier.
        const std::size_t group = options_.modes.size() * options_.workers.size();
        const std::size_t one = first / group * group;
        line += fmt::format(" {:.2f} | {} | {:.2f} |", on / native,
                            cells[one].workers == 1 ? fmt::format("{:.2f}", seconds(one, Mode::on) / on) : "",
                            thread_instructions_ / on / 1e9);
      }
      fmt::print("{}\n", line);
      name.clear();
      loop.clear();
    }
    std::fflush(stdout);
  }

  const Options options_;
  bool is_right_ = true;
  double spent_ = 0;  // seconds of the rounds of a program
  double thread_instructions_ = 0;
};

int run(const std::vector<std::string_view>& arguments) {
  const bool asks = std::ranges::find(arguments, "--help") != arguments.end();
  const std::optional<Options> options = asks ? std::nullopt : options_of(arguments);
  if (!options) {
    std::FILE* const out = asks ? stdout : stderr;
    fmt::print(out, "{}", kUsage);
    for (const ProgramRow& row : all_programs()) fmt::print(out, " {}", row.name);
    fmt::print(out, "\n");
    return asks ? 0 : 2;
  }
  return Bench(*options).run() ? 0 : 1;
}

}  // namespace
}  // namespace warpglass::bench

int main(int argc, char** argv) { return warpglass::bench::run({argv + 1, argv + argc}); }
