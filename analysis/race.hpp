// A data race: two accesses of different threads to the same bytes in no order, one of them a write.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "base/dim3.hpp"

namespace warpglass::analysis {

/// One thread's access to a word.
struct Doing {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t pc = kNone;  // kNone: there is none
  std::uint32_t block = 0;
  std::uint32_t cluster = 0;
  std::uint32_t clock = 0;  // the warp's count
  std::uint32_t event = 0;  // the same number: one instruction of one warp
  std::uint32_t value = 0;  // written, where `value_known`
  std::uint8_t warp = 0;
  std::uint8_t lane = 0;
  std::uint8_t bytes = 0;  // of the word, a bit each
  bool strong = false;
  bool value_known = false;

  [[nodiscard]] bool any() const { return pc != kNone; }
  [[nodiscard]] bool by_same_thread(const Doing& other) const {
    return block == other.block && warp == other.warp && lane == other.lane;
  }
};

enum class Conflict : std::uint8_t { write_then_read, read_then_write, write_then_write };

/// Two instructions whose accesses race.
struct RacePair {
  std::uint32_t first = 0;   // pc
  std::uint32_t second = 0;  // as it came here
  Conflict conflict = Conflict::write_then_read;
  bool shared = false;
  bool same_value = false;       // both write the same
  bool one_instruction = false;  // lanes of one execution
  friend auto operator<=>(const RacePair&, const RacePair&) = default;
};

struct Race {
  std::uint64_t count = 0;    // words, each time
  std::uint64_t address = 0;  // of the first
  Doing first;
  Doing second;
  Dim3 grid;  // of the launch
  Dim3 threads;
};

/// Of one launch.
using Races = std::map<RacePair, Race>;

}  // namespace warpglass::analysis
