// The accesses to a memory whose threads may order them among each other: a block's shared memory, the global memory
// that a cluster, or a whole launch whose blocks talk, accesses. Of each 128-byte line it is known at a glance whether
// an access meets an earlier one that it could race with; only then are the accesses themselves looked at.
//
// Most accesses meet none in their whole page (analysis/unmet_accesses.hpp), and are just written down there. Where one
// does, the page's accesses are noted by line.
//
// Masks of a line are by word, of lines in which parts of words are touched by the byte as well. They may say too much,
// never too little; what was really done, to the byte and with the lane, is in the line's chain of accesses, newest
// first. A chain remembers so many of them; older ones are forgotten, and races with those are missed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/footprint.hpp"
#include "analysis/line_table.hpp"
#include "analysis/race.hpp"
#include "analysis/race_clocks.hpp"
#include "analysis/racing_access.hpp"
#include "analysis/unmet_accesses.hpp"

namespace warpglass::analysis {

class AccessHistory {
 public:
  /// \param lockstep  lanes of a warp are always in order
  AccessHistory(bool lockstep, const CopyGroups& copies) : lockstep_(lockstep), copies_(copies), unmet_(lockstep) {}

  /// Notes the access, and what of the noted it races with.
  /// \return  whether it does
  bool add(const RacingAccess& now, Races& races);

  /// The same of an access without a footprint that meets none it could race with (UnmetAccesses::take_scattered()).
  /// \return  whether it is noted; otherwise add() has to
  bool add_scattered(const RacingAccess& now) { return unmet_.take_scattered(now); }

  /// All that has been noted is before what comes from now on.
  void forget();
  /// The same, and what comes is elsewhere.
  void clear();
  /// Whether copies go on that began before: what comes now may race with them.
  [[nodiscard]] bool copies_go_on() const { return !pending_.empty(); }

 private:
  struct Node : NotedAccess {
    std::uint32_t part = 0;
    std::uint32_t words = 0;  // LinePart's, for chains are looked through for them
    std::uint32_t older = kNone;
  };
  static constexpr std::uint32_t kNone = 0xffffffffu;

  /// Words that were touched, by what was done.
  struct Touched {
    std::uint32_t reads = 0;
    std::uint32_t writes = 0;
    std::uint32_t strong_reads = 0;
    std::uint32_t strong_writes = 0;

    [[nodiscard]] std::uint32_t& of(const RacingAccess& access) {
      if (access.strong) return access.writes ? strong_writes : strong_reads;
      return access.writes ? writes : reads;
    }
    /// Where `access` may race. \param strongly  also with strong ones, when it is strong itself
    [[nodiscard]] std::uint32_t against(const RacingAccess& access, bool strongly) const {
      std::uint32_t words = writes;
      if (!access.strong || strongly) words |= strong_writes;
      if (access.writes) words |= access.strong && !strongly ? reads : reads | strong_reads;
      return words;
    }
    void drop(std::uint32_t words) {
      reads &= ~words;
      writes &= ~words;
      strong_reads &= ~words;
      strong_writes &= ~words;
    }
  };

  /// What has touched the words of a line.
  struct Words {
    static constexpr std::uint64_t kNobody = ~std::uint64_t{0};

    std::uint64_t owner = kNobody;  // the warp that came first
    Clock own_clock = 0;            // at which it was here last
    Touched own{};                  // by it
    Touched others{};               // by all other warps
    LinePart::Lanes lane{};         // of the owner, by word

    void clear() {
      owner = kNobody;
      own = others = {};
      lane.fill(LinePart::kUntouched);
    }
    void drop(std::uint32_t words) {
      own.drop(words);
      others.drop(words);
    }
    void add(const RacingAccess& access, std::uint32_t words, const LinePart::Lanes& lanes);
  };
  /// Its first, second, third and fourth bytes.
  using Bytes = std::array<Words, kWordBytes>;

  struct Line {
    std::uint32_t epoch = 0;      // no access has been noted in others
    std::uint32_t bytes = kNone;  // in `bytes_`; kNone: only whole words were touched
    std::uint32_t newest = kNone;
    std::uint32_t length = 0;
    std::uint8_t strong_size = 0;  // of strong accesses
    bool copied = false;           // a copy goes on here: not even its own thread is in order with it
    bool mixed = false;            // these are of several sizes, or some are for their block or cluster only
    bool relied = false;           // lanes pass values on by volatile accesses
    Words words{};
  };

  /// Notes one part of the access.
  bool add(const RacingAccess& now, std::uint32_t part, Races& races);
  /// Those of the part's words at which the access may race.
  [[nodiscard]] static std::uint32_t against(const Line& line, const Words& known, const RacingAccess& now,
                                             const LinePart& part, const LinePart::Lanes& lanes);
  /// Calls `visit` with what is known of each of the part's bytes, or with what is of words.
  template <class Visit>
  void for_each_known(Line& line, const LinePart& part, Visit&& visit) {
    if (line.bytes == kNone) return visit(line.words);
    for (std::size_t byte = 0; byte < kWordBytes; ++byte)
      if ((part.bytes >> byte & 1) != 0) visit(bytes_[line.bytes][byte]);
  }
  void note(Line& line, const RacingAccess& now, std::uint32_t part);
  void shorten(Line& line);
  static std::uint32_t other_lanes(const Words& known, const LinePart& part, const LinePart::Lanes& lanes,
                                   std::uint32_t words);
  bool compare(const Line& line, std::uint64_t number, const RacingAccess& now, const LinePart& part,
               std::uint32_t words, Races& races) const;
  [[nodiscard]] static bool is_one_warp(const Node& node, const RacingAccess& now) {
    return node.block == now.block && node.warp == now.warp;
  }
  [[nodiscard]] Clock clock_of(const Node& node) const;
  [[nodiscard]] WarpName doer_of(const Node& node) const;
  void forget_known_copies();
  [[nodiscard]] std::uint32_t unordered(const Node& node, const RacingAccess& now, const LinePart& part,
                                        std::uint32_t words) const;

  /// A copy that is under way when its block's warps meet.
  struct Pending {
    FootprintRef footprint;
    RacingAccess access;  // but for the footprint
  };

  const bool lockstep_;
  const CopyGroups& copies_;
  std::vector<Pending> pending_;
  UnmetAccesses unmet_;
  std::uint32_t epoch_ = 1;
  LineTable<Line> lines_;
  std::vector<Bytes> bytes_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;
};

/// Whether a store writes what stands in memory, to those bytes of a word; false where its values are not known.
[[nodiscard]] bool stores_the_same(const sim::AccessEvent& store, int lane, std::uint64_t word, std::uint8_t bytes);

}  // namespace warpglass::analysis
