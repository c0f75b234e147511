// Reads of bytes that nobody has written, of one launch: those that are known, and those of which it is not known yet
// whether somebody was about to write.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>

#include "analysis/race.hpp"
#include "base/dim3.hpp"
#include "sim/events.hpp"

namespace warpglass::analysis {

/// Of one instruction, that of the first thread; they come in no order.
struct UnwrittenRead {
  std::uint64_t count = 0;    // threads, each time
  std::uint64_t address = 0;  // of the first byte that was not written
  std::uint32_t bytes = 0;    // that the thread reads
  std::uint32_t missing = 0;  // of these
  sim::Space space = sim::Space::global;
  Racer thread{};
  Dim3 grid{};  // of the launch
  Dim3 threads{};
  std::string object{};  // global memory: the allocation's label and size
  std::uint64_t offset = 0;
};

/// By pc.
using UnwrittenReads = std::map<std::uint32_t, UnwrittenRead>;

/// Reads of which it is not known yet whether somebody was about to write.
class HeldReads {
 public:
  /// \return  whether there was room
  bool add(std::uint32_t pc, const UnwrittenRead& read);
  [[nodiscard]] bool empty() const { return by_byte_.empty(); }
  /// A thread writes.
  void write(const Racer& thread, std::uint64_t address, std::uint32_t bytes);
  /// All have met.
  void end(UnwrittenReads& reads);
  /// The same; a byte may have been `written` unheard.
  void end_unless(UnwrittenReads& reads, const std::function<bool(std::uint64_t)>& written);

 private:
  struct Held {
    std::uint32_t pc = 0;
    UnwrittenRead read;
    bool by_itself = false;  // written since
    bool by_others = false;
  };
  std::unordered_multimap<std::uint64_t, Held> by_byte_;  // the first that was not written
};

void add(UnwrittenReads& reads, std::uint32_t pc, const UnwrittenRead& read);

/// Reductions at words of global memory that nobody has written, of blocks that several workers run: the first at each
/// in the order of blocks is the one that reads what nobody wrote.
class FirstReductions {
 public:
  struct First {
    std::uint32_t pc = 0;
    UnwrittenRead read;
  };
  using ByWord = std::map<std::uint64_t, First>;  // by address

  /// Those of a block come in their order.
  void add(std::uint64_t word, const First& reduction);
  void add(const FirstReductions& worker);
  [[nodiscard]] const ByWord& by_word() const { return by_word_; }
  void clear() { by_word_.clear(); }

 private:
  ByWord by_word_;
};

}  // namespace warpglass::analysis
