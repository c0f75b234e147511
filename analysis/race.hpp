// A data race: two accesses of different threads to the same bytes in no order, one of them a write.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "base/dim3.hpp"

namespace warpglass::analysis {

/// A thread that takes part in a race.
struct Racer {
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t block = 0;
  std::uint32_t cluster = 0;
  std::uint8_t warp = 0;
  std::uint8_t lane = 0;
};

enum class Conflict : std::uint8_t { write_then_read, read_then_write, write_then_write };

/// What is missing between the two.
enum class Lack : std::uint8_t {
  order,                // anything that orders them
  fence,                // a strong access tells the other thread, and nothing orders memory beside it
  scope,                // what orders them, or makes them atomic, is for the threads of a block only
  size,                 // both are strong, but of different sizes
  wait,                 // for a group of copies that is under way
  meeting_behind_wait,  // a barrier between the wait of a copy's own threads and who else needs it done
  signal,               // for the barrier object that is told of a copy
  proxy,                // a fence between what threads store and what a bulk copy reads
  meeting,              // of lanes that rely on volatile accesses
};

/// Two instructions whose accesses race.
struct RacePair {
  std::uint32_t first = 0;   // pc
  std::uint32_t second = 0;  // as it came here
  Conflict conflict = Conflict::write_then_read;
  bool shared = false;
  bool tensor = false;           // in tensor memory, addresses are those of tcgen05
  bool same_value = false;       // both write the same
  bool one_instruction = false;  // lanes of one execution
  bool one_strong = false;       // one is atomic, volatile or otherwise strong
  bool plain_reads = false;      // then: the other only reads
  Lack lack = Lack::order;
  friend auto operator<=>(const RacePair&, const RacePair&) = default;
};

struct Race {
  std::uint64_t count = 0;    // words, each time
  std::uint64_t address = 0;  // of an example
  Racer first;
  Racer second;
  bool between_warps = false;  // any of them is of two warps of a block, whichever the example is of
  Dim3 grid{};                 // of the launch
  Dim3 threads{};
};

/// Of one launch.
using Races = std::map<RacePair, Race>;

/// Of all examples that of the lowest block and address is kept, whichever worker saw it, and in whatever order.
void add(Races& races, const RacePair& pair, const Race& race);

}  // namespace warpglass::analysis
