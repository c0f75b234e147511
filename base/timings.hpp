// Where the time of a run goes: by the clock on the wall, each moment in one phase.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpglass {

enum class Phase : std::uint8_t {
  compile,  // sources, by a compiler
  parse,    // PTX text into syntax
  bind,     // and that into programs; asking an assembler
  execute,  // kernels, with what is counted and checked meanwhile
  repeat,   // kernels that were not executed: what they would do was known
  analyse,  // what was counted, into metrics and findings
  report,   // that, into files and text, and from the program to the tool
  host,     // the program's own code, its copies and fills; of a .ptx, the arguments
};
inline constexpr std::size_t kPhases = 8;

/// "execute"; of `host` "host program".
[[nodiscard]] std::string_view name_of(Phase phase);

/// Not synchronised: one thread at a time.
class Timings {
 public:
  struct Entry {
    double seconds = 0;
    std::uint64_t times = 0;
  };

  void add(Phase phase, double seconds, std::uint64_t times = 1);
  void add(const Timings& other);
  [[nodiscard]] const Entry& of(Phase phase) const { return entries_[static_cast<std::size_t>(phase)]; }
  /// Of all phases.
  [[nodiscard]] double sum() const;
  /// Since these timings were made.
  [[nodiscard]] double elapsed() const;

 private:
  friend class Timed;
  using Clock = std::chrono::steady_clock;

  std::array<Entry, kPhases> entries_{};
  Clock::time_point begin_ = Clock::now();
  class Timed* innermost_ = nullptr;
};

/// Adds the time of its life to a phase, but for that of others within.
class Timed {
 public:
  /// \param timings  nullptr: nobody asks
  Timed(Timings* timings, Phase phase);
  ~Timed();
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Timings* timings_;
  Phase phase_;
  Timed* outer_ = nullptr;
  Timings::Clock::time_point begin_{};
  double within_ = 0;  // seconds of others
};

}  // namespace warpglass
