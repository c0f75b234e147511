// Who has seen what of whom: vector clocks of warps, kept small. A warp counts up whenever it lets others see what it
// has done (it comes to a barrier, it releases); what it did at count c has happened before whatever follows once
// somebody knows of c. Threads of a warp are told apart where only some of them let others see.
// (PTX ISA, Memory Consistency Model: causality order)
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/lane_mask.hpp"

namespace warpglass::analysis {

using Clock = std::uint32_t;

inline constexpr std::uint32_t kWarpsPerBlock = 32;    // at most
inline constexpr std::uint64_t kNobody = 0xffffffffu;  // no block

/// A warp of a launch.
struct WarpName {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;

  [[nodiscard]] std::uint64_t number() const { return block * kWarpsPerBlock + warp; }
};

/// Up to which of its counts a warp has been seen: all of it, and some of its lanes further. What is merged may say
/// that too much has been seen, never too little.
struct Seen {
  Clock all = 0;
  Clock some = 0;
  LaneMask lanes = 0;  // that have been seen up to `some`

  [[nodiscard]] Clock of(int lane) const { return (lanes & lane_bit(lane)) != 0 && some > all ? some : all; }
  void learn(const Seen& other);
};

/// The same of some warps side by side, of which few have been seen in part.
template <std::size_t kCount>
class SeenRow {
 public:
  static_assert(kCount <= 64);
  static constexpr std::size_t kSize = kCount;

  SeenRow() = default;
  SeenRow(const SeenRow& other)
      : all_(other.all_),
        parted_(other.parted_),
        some_(parted_ == 0 ? nullptr : std::make_unique<Some>(*other.some_)) {}
  SeenRow(SeenRow&&) noexcept = default;
  SeenRow& operator=(const SeenRow& other) { return *this = SeenRow(other); }
  SeenRow& operator=(SeenRow&&) noexcept = default;
  ~SeenRow() = default;

  [[nodiscard]] Seen of(std::size_t at) const {
    return (parted_ >> at & 1) == 0 ? Seen{.all = all_[at]} : (*some_)[at];
  }
  void learn(std::size_t at, const Seen& seen);
  /// What another row says of `count` warps from `from` on, which are those from `at` on here.
  template <std::size_t kOther>
  void learn(std::size_t at, const SeenRow<kOther>& other, std::size_t from, std::size_t count);
  /// Whether that says more than is known here.
  template <std::size_t kOther>
  [[nodiscard]] bool is_told(std::size_t at, const SeenRow<kOther>& other, std::size_t from, std::size_t count) const;

 private:
  template <std::size_t>
  friend class SeenRow;
  using Some = std::array<Seen, kCount>;

  std::array<Clock, kCount> all_{};
  std::uint64_t parted_ = 0;    // warps, a bit each, some of whose lanes have been seen further
  std::unique_ptr<Some> some_;  // of those
};

/// Up to which of its counts somebody has seen each warp. Those of one block lie at hand; others are shared between all
/// that have learnt of them together.
class Knowledge {
 public:
  /// \param block  whose warps lie at hand
  explicit Knowledge(std::uint64_t block = 0) : block_(block) {}

  [[nodiscard]] Seen of(const WarpName& warp) const;
  void learn(const WarpName& warp, const Seen& seen);
  void learn(const Knowledge& other);

 private:
  // Many know of the same many: what they know is kept in pieces, which those share who have learnt the same.
  static constexpr std::size_t kWide = 64;
  static_assert(kWide % kWarpsPerBlock == 0);  // a block's warps are in one piece
  using Near = SeenRow<kWarpsPerBlock>;
  using Piece = SeenRow<kWide>;
  using Page = std::array<std::shared_ptr<Piece>, kWide>;                    // by piece
  using Far = std::vector<std::pair<std::uint64_t, std::shared_ptr<Page>>>;  // by page, ascending

  enum class Says : std::uint8_t { nothing_new, all, both };  // what others know beside what is known here
  [[nodiscard]] static Says compare(const Piece* here, const Piece* there);

  [[nodiscard]] const Page* page(std::uint64_t number) const;
  /// That has the warp of that number; nullptr: nothing is known of any in it.
  [[nodiscard]] const Piece* piece(std::uint64_t number) const;
  std::shared_ptr<Page>& own_page(std::uint64_t number);
  Piece& own_piece(std::uint64_t number);
  void learn_block(std::uint64_t block, const Near& warps);
  void learn_page(std::uint64_t number, const std::shared_ptr<Page>& other);

  std::uint64_t block_;
  Near near_;
  std::shared_ptr<Far> far_;  // by WarpName::number() in pieces; neither is written while others hold it
};

/// The same among the lanes of one warp, which from Volta on see of each other only what `bar.warp.sync` shows them.
class LaneKnowledge {
 public:
  /// Lanes have come together when the warp's count was `clock`.
  void meet(LaneMask lanes, Clock clock);
  /// Lanes have been told of all that `seen` lanes of the warp did.
  void learn(LaneMask lanes, const Seen& seen);
  [[nodiscard]] bool knows(int lane, int of, Clock clock) const;
  /// All lanes know of all that the warp had done at its count `clock`.
  [[nodiscard]] bool all_know(Clock clock) const { return clock <= all_; }
  /// What `lanes` know of the warp together, at its count `clock`.
  [[nodiscard]] Seen seen_by(LaneMask lanes, Clock clock) const {
    return lanes == kFullMask ? Seen{.all = clock} : seen_by_some(lanes, clock);
  }

 private:
  [[nodiscard]] Seen seen_by_some(LaneMask lanes, Clock clock) const;

  using Rows = std::array<std::array<Clock, kWarpSize>, kWarpSize>;

  Clock all_ = 0;               // when all lanes met last
  std::unique_ptr<Rows> some_;  // [who][of whom], where only some met
};

}  // namespace warpglass::analysis
