// Reads of bytes that nobody has written: of device memory since it was allocated, of shared and local memory since the
// block began. A load whose value is only stored elsewhere is a copy, as of a structure with gaps, and no mistake.
// Where another thread writes the bytes before the two have met (at the block's next barrier, at the launch's end), the
// read came too early: that is a race, and for who looks for races.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/race.hpp"
#include "analysis/written_bytes.hpp"
#include "sim/listener.hpp"
#include "sim/turns.hpp"

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

/// What is known of the device's allocations.
class DeviceBytes {
 public:
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string label;
    WrittenBytes written;
    std::uint64_t number = 0;  // another one whenever bytes may count as unwritten that were written before
  };

  void hear(const sim::MemoryEvent& event);
  /// An allocation, or what lies between two that are followed.
  struct Stretch {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    Piece* piece = nullptr;
  };
  [[nodiscard]] Stretch stretch_at(std::uint64_t address);
  /// The allocation that holds an address; nullptr where none is followed.
  [[nodiscard]] Piece* find(std::uint64_t address);

 private:
  std::map<std::uint64_t, Piece> pieces_;  // by begin
  std::uint64_t numbers_ = 0;
};

class UnwrittenDetector final : public sim::Listener, public sim::PutsAside {
 public:
  UnwrittenDetector();
  ~UnwrittenDetector() override;

  [[nodiscard]] sim::Interests interests() const override {
    return sim::Interest::shared | sim::Interest::global | sim::Interest::local | sim::Interest::blocks |
           sim::Interest::sync | sim::Interest::memory | sim::Interest::uncounted | sim::Interest::apart |
           sim::Interest::recalls;
  }
  void on_start(const sim::LaunchRequest& launch) override;
  void on_blocks_apart() override { blocks_talk_ = false; }
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  void on_end(const sim::LaunchResult& result) override;
  void on_memory(const sim::MemoryEvent& event) override { device_.hear(event); }
  /// What it read was written, and that stays so; what it has written itself is written since.
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory& touched) override;
  [[nodiscard]] std::function<void()> put_aside() override {
    return aside(launch_, program_, heeded_, reads_, reductions_, blocks_talk_);
  }

  /// Of the last launch, once it has ended.
  [[nodiscard]] const UnwrittenReads& reads() const { return reads_; }

 private:
  void keep(std::uint32_t pc, const UnwrittenRead& read);

  DeviceBytes device_;
  const sim::LaunchRequest* launch_ = nullptr;
  const void* program_ = nullptr;      // that `heeded_` is of
  std::vector<std::uint64_t> heeded_;  // for each op the bytes of a lane's load that something depends on, a bit each
  UnwrittenReads reads_;
  FirstReductions reductions_;
  bool blocks_talk_ = true;
};

}  // namespace warpglass::analysis
