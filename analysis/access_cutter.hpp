// Accesses cut into what they ask of each line of memory: what caches work on.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "arch/caches.hpp"
#include "arch/device_model.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

/// What an access asks of one line. Masks have a bit for each sector.
struct LinePiece {
  std::uint32_t line = 0;  // a number for 128 bytes of memory; global and local ones differ in the highest bit
  std::uint8_t sectors = 0;
  std::uint8_t whole = 0;                                    // of these, those of which every byte is meant
  std::array<std::uint32_t, arch::kSectorsPerLine> bytes{};  // a bit each
};

/// Those of one access, with lines counted from the first; valid until the next one is cut.
struct LinePieces {
  std::span<const LinePiece> pieces;
  std::uint32_t first_line = 0;
};

class AccessCutter {
 public:
  /// \param device  outlives the cutter
  explicit AccessCutter(const arch::DeviceModel& device) : device_(device) {}

  /// Before the accesses of a launch.
  void start(const sim::LaunchRequest& launch);

  /// One of the accesses that the machine makes for an event of global or local memory.
  [[nodiscard]] LinePieces cut(const sim::AccessEvent& event, const sim::MachineAccess& access);

  /// Global memory as caches count it: from the lowest allocation, a multiple of 128, since the host puts the arena
  /// elsewhere each time and the counts must not follow.
  [[nodiscard]] std::uint64_t place_of(std::uint64_t address) const { return address - origin_; }

  /// Where a line of global memory begins.
  [[nodiscard]] std::uint64_t address_of(std::uint32_t line) const {
    return origin_ + std::uint64_t{line} * arch::kCacheLine;
  }

  /// Of a place in global memory.
  [[nodiscard]] static std::uint32_t line_of(std::uint64_t place);

 private:
  /// The pieces of an access that was seen before, at the same place within a line.
  struct Known {
    std::uint32_t pc = ~std::uint32_t{0};
    std::uint32_t bytes = 0;
    std::uint64_t shape = 0;
    std::uint64_t phase = 0;        // of the first lane's address in its line
    std::vector<LinePiece> pieces;  // lines count from the first lane's
  };

  /// Pieces under way, in the order in which the lanes come to their lines.
  class Cut {
   public:
    /// \param pieces  become those that are added
    explicit Cut(std::vector<LinePiece>& pieces) : pieces_(pieces) { pieces_.clear(); }
    void add(std::uint64_t place, std::uint32_t bytes);

   private:
    static constexpr std::size_t kSlots = 128;
    static constexpr std::size_t kMostHashed = kSlots / 2;  // hardly any access comes to more lines
    [[nodiscard]] LinePiece& piece_of(std::uint32_t line);

    std::vector<LinePiece>& pieces_;
    std::array<std::uint8_t, kSlots> piece_{};  // by a hash of its line: number of a piece, from 1 on; 0: none
  };

  [[nodiscard]] LinePieces cut_global(const sim::AccessEvent& event, const sim::MachineAccess& access);

  const arch::DeviceModel& device_;
  std::vector<LinePiece> pieces_;   // of the access at hand
  std::vector<Known> known_;        // by a hash of what tells them apart
  std::vector<std::uint64_t> met_;  // by the same: the hash of one that has been cut once
  std::uint64_t origin_ = 0;
  // Local memory: where the words of a warp begin, in lines.
  std::uint64_t local_lines_ = 0;
  std::uint64_t warps_per_block_ = 1;
  std::uint64_t blocks_per_sm_ = 1;
};

}  // namespace warpglass::analysis
