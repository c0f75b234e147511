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

/// What an access asks of the lines that it comes to, in the order in which its lanes do; valid until the next one is
/// cut. Of each line two words: its number, counted from the first, and its sectors (LineRequest, without a kind).
/// Where the access writes, behind them a word for each sector that is not written as a whole: which of its bytes are.
struct CutLines {
  std::span<const std::uint32_t> words;
  std::uint32_t first_line = 0;  // a number for 128 bytes of memory; global and local ones differ in the highest bit
};

class AccessCutter {
 public:
  /// \param device  outlives the cutter
  explicit AccessCutter(const arch::DeviceModel& device) : device_(device) {}

  /// Before the accesses of a launch.
  void start(const sim::LaunchRequest& launch);

  /// One of the accesses that the machine makes for an event of global or local memory.
  [[nodiscard]] CutLines cut(const sim::AccessEvent& event, const sim::MachineAccess& access, bool writes);

  /// Global memory as caches count it: from the lowest allocation, a multiple of 128, since the host puts the arena
  /// elsewhere each time and the counts must not follow.
  [[nodiscard]] std::uint64_t place_of(std::uint64_t address) const { return address - origin_; }

  /// Where a line of global memory begins.
  [[nodiscard]] std::uint64_t address_of(std::uint32_t line) const {
    return origin_ + std::uint64_t{line} * arch::kCacheLine;
  }

  /// Of a place in global memory.
  [[nodiscard]] static std::uint32_t line_of(std::uint64_t place) {
    return static_cast<std::uint32_t>(place / arch::kCacheLine) & ~kLocalLines;
  }

 private:
  static constexpr std::uint32_t kLocalLines = 0x80000000u;

  /// What an access that was seen before asks for, at the same place within a line.
  struct Known {
    std::uint32_t pc = ~std::uint32_t{0};
    std::uint32_t bytes = 0;
    std::uint64_t shape = 0;
    std::uint64_t phase = 0;  // of the first lane's address in its line
    bool writes = false;
    std::vector<std::uint32_t> words;  // CutLines; lines count from the first lane's
  };

  /// What is asked of one line. Masks have a bit for each sector.
  struct Piece {
    std::uint32_t line = 0;
    std::uint32_t sectors = 0;
    std::array<std::uint32_t, arch::kSectorsPerLine> bytes{};  // that are written, a bit each
  };

  /// Pieces under way, in the order in which the lanes come to their lines.
  class Cut {
   public:
    /// \param pieces  room for all that may come
    explicit Cut(std::vector<Piece>& pieces) : pieces_(pieces.data()) {}
    /// A lane's bytes, which lie in one sector and are not written.
    void add(std::uint64_t place) { piece_of(line_of(place)).sectors |= 1u << place / arch::kCacheSector % 4; }
    /// A lane's bytes, of which it is kept which they are.
    void add(std::uint64_t place, std::uint32_t bytes);
    [[nodiscard]] std::span<const Piece> pieces() const { return {pieces_, count_}; }

   private:
    static constexpr std::size_t kSlots = 128;
    static constexpr std::size_t kMostHashed = kSlots / 2;  // hardly any access comes to more lines

    [[nodiscard]] Piece& piece_of(std::uint32_t line) {
      for (std::size_t slot = line * 0x9e3779b1u >> 25;; slot = (slot + 1) % kSlots) {
        const std::size_t number = piece_[slot];
        if (number == 0) return new_piece(slot, line);
        if (Piece& piece = pieces_[number - 1]; piece.line == line) return piece;
      }
    }
    [[nodiscard]] Piece& new_piece(std::size_t slot, std::uint32_t line) {
      if (count_ >= kMostHashed) [[unlikely]]
        return one_of_many(line);
      piece_[slot] = static_cast<std::uint8_t>(count_ + 1);
      return pieces_[count_++] = {.line = line};
    }
    [[nodiscard]] Piece& one_of_many(std::uint32_t line);

    Piece* pieces_;
    std::size_t count_ = 0;
    std::array<std::uint8_t, kSlots> piece_{};  // by a hash of its line: number of a piece, from 1 on; 0: none
  };

  [[nodiscard]] CutLines cut_global(const sim::AccessEvent& event, const sim::MachineAccess& access, bool writes);
  void make_room(std::size_t lines);
  static void write_down(std::span<const Piece> pieces, std::uint32_t first_line, bool writes,
                         std::vector<std::uint32_t>& words);

  const arch::DeviceModel& device_;
  std::vector<Piece> pieces_;         // of the access at hand
  std::vector<std::uint32_t> words_;  // of one that is not remembered
  std::vector<Known> known_;          // by a hash of what tells them apart
  std::vector<std::uint64_t> met_;    // by the same: the hash of one that has been cut once
  std::uint64_t origin_ = 0;
  // Local memory: where the words of a warp begin, in lines.
  std::uint64_t local_lines_ = 0;
  std::uint64_t warps_per_block_ = 1;
  std::uint64_t blocks_per_sm_ = 1;
};

}  // namespace warpglass::analysis
