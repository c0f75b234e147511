// Accesses that have met none that they could race with, by page of memory. Each is a line in a log, and no more: what
// others would have to know of it (words, lanes) is looked at when there comes one that could race. Then the page's
// accesses are handed over, and those that come after are no longer kept here.
//
// Of a line the last 64 accesses are remembered, or more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/line_table.hpp"
#include "analysis/racing_access.hpp"

namespace warpglass::analysis {

class UnmetAccesses {
 public:
  static constexpr std::uint64_t kLinesOfPage = 32;

  /// \param lockstep  lanes of a warp are always in order
  explicit UnmetAccesses(bool lockstep) : lockstep_(lockstep) {}

  /// What of an access lies in one page.
  struct Piece {
    std::uint64_t page = 0;
    std::uint32_t lines = 0;  // a bit each
    std::uint32_t first = 0;  // of the footprint's parts
    std::uint32_t last = 0;   // the one behind its last
  };
  /// The piece that begins with a part of the access's footprint.
  [[nodiscard]] static Piece piece_of(const RacingAccess& now, std::uint32_t first);

  /// Keeps it, unless it could race with what is kept or was handed over.
  /// \return  whether it is kept
  bool take(const RacingAccess& now, const Piece& piece);

  /// The same for one without a footprint, that is made when somebody asks: an access whose pattern comes once.
  /// Only where each lane touches one whole word, all of one page; of plain stores, each its own.
  bool take_scattered(const RacingAccess& now);

  /// Hands over what is kept of the page.
  /// \param visit  gets RacingAccess and a part's number, in the order they came
  template <class Visit>
  void hand_over(std::uint64_t number, Visit&& visit) {
    Page& page = pages_.at(number);
    if (page.epoch != epoch_) page.begin(epoch_);
    if (std::exchange(page.handed_over, true)) return;
    path_.clear();
    for (std::uint32_t i = page.newest; i != kNone; i = log_[i].older) path_.push_back(i);
    for (std::size_t p = path_.size(); p-- > 0;) {
      Access& access = log_[path_[p]];
      if (access.scattered != kNone) make_footprint(access, number);
      for (std::uint32_t i = access.first; i < access.last; ++i) visit(access.again(access.base), i);
    }
    for (const std::uint32_t i : path_) let_go(i);
    page.newest = kNone;
  }

  /// All that is kept, or was handed over, is before what comes from now on.
  void forget();
  /// The same, and what comes is elsewhere.
  void clear();

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  static constexpr std::uint32_t kShared = 0xfffffffeu;
  static constexpr std::uint32_t kKeptOfLine = 64;

  struct Access : NotedAccess {
    std::uint64_t base = 0;
    std::uint32_t lines = 0;
    std::uint32_t first = 0;  // of the footprint's parts
    std::uint32_t last = 0;
    std::uint32_t older = kNone;
    std::uint32_t scattered = kNone;  // in `scattered_`, as long as there is no footprint
  };

  /// A lane's word of the page, by lane.
  struct Scattered {
    LaneMask lanes = 0;
    std::array<std::uint16_t, kWarpSize> word{};  // of other lanes 0
    friend bool operator==(const Scattered&, const Scattered&) = default;
  };
  /// By line of a page.
  using Words = std::array<std::uint32_t, kLinesOfPage>;

  struct Page {
    std::uint32_t epoch = 0;
    std::uint32_t newest = kNone;
    std::uint32_t length = 0;
    std::uint32_t most = kNone;  // as long as it may get, once much of a line is kept
    bool handed_over = false;
    std::uint8_t strong_size = 0;  // of strong accesses
    bool mixed = false;            // these are of several sizes
    std::uint32_t reads = 0;       // lines, a bit each
    std::uint32_t writes = 0;
    std::uint32_t strong_reads = 0;
    std::uint32_t strong_writes = 0;
    Words words{};                                    // that were touched
    std::array<std::uint16_t, kLinesOfPage> count{};  // by line: accesses that are kept
    std::array<std::uint32_t, kLinesOfPage> owner{};  // by line: the last access that is behind all others

    void begin(std::uint32_t now);
    /// Lines at which `access` could race.
    [[nodiscard]] std::uint32_t against(const RacingAccess& access) const;
    [[nodiscard]] std::uint32_t& of(const RacingAccess& access) {
      if (access.strong) return access.writes ? strong_writes : strong_reads;
      return access.writes ? writes : reads;
    }
  };

  [[nodiscard]] bool follows(const Access& last, const RacingAccess& now, const Piece& piece, std::uint32_t line,
                             const Scattered* scattered) const;
  /// Lines of the piece at which the access is in no order with what was done. \param scattered  the access, where it
  /// is so and each lane has a word of its own; or nullptr
  [[nodiscard]] std::uint32_t unordered_lines(const Page& page, const RacingAccess& now, const Piece& piece,
                                              const Scattered* scattered) const;
  /// Puts down an access that meets none. \param unordered  unordered_lines()
  void keep(Page& page, const RacingAccess& now, const Piece& piece, std::uint32_t unordered, std::uint32_t scattered);
  void make_footprint(Access& access, std::uint64_t page);
  void shorten(Page& page);
  void let_go(std::uint32_t access);

  const bool lockstep_;
  std::uint32_t epoch_ = 1;
  LineTable<Page> pages_;
  std::vector<Access> log_;
  std::vector<std::uint32_t> free_;  // of it
  std::vector<Scattered> scattered_;
  std::vector<std::uint32_t> free_scattered_;
  std::vector<std::uint32_t> path_;
};

}  // namespace warpglass::analysis
